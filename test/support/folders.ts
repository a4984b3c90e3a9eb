import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished, vi } from "vitest";

/** A folder that is removed after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "outreach-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The same, as the working directory of the test. */
export function workingFolder(): string {
  const folder = temporaryFolder();
  const spied = vi.spyOn(process, "cwd").mockReturnValue(folder);
  onTestFinished(() => void spied.mockRestore());
  return folder;
}
