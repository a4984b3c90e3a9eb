import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import { afterEach, expect, it, vi } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "outreach-elsewhere-"));
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

it("the error tells a program whose folder lacks the package to make it a direct dependency there", async () => {
  await pulumi.runtime.setMocks({ newResource: ({ inputs }) => ({ id: "12", state: inputs }), call: () => ({}) });
  // A program checks once: another file may have made this process check already.
  vi.resetModules();
  const { List } = await import("../../../provider/src/index");
  const inFolder = vi.spyOn(process, "cwd").mockReturnValue(folder);
  expect(() => new List("leads", { name: "Leads" })).toThrow(
    new pulumi.RunError(
      `pulumi-outreach is not installed in the folder of the program (${folder}). Make it a direct dependency there: npm install pulumi-outreach`,
    ),
  );
  inFolder.mockRestore();
  expect(() => new List("leads", { name: "Leads" })).not.toThrow();
});
