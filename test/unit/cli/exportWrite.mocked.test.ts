import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { writePlan } from "../../../provider/src/cli/export/write";

vi.mock(import("node:fs"), { spy: true });

let folder: string;
beforeEach(() => {
  folder = fs.mkdtempSync(join(tmpdir(), "outreach-write-"));
  for (const name of ["a", "b"]) fs.writeFileSync(join(folder, name), `before ${name}`);
});
afterEach(() => {
  vi.mocked(fs.renameSync).mockReset();
  fs.rmSync(folder, { recursive: true });
});

/** These calls fail to rename, as while another program has the files open. */
async function failToRename(isFailing: (call: number) => boolean): Promise<void> {
  const { renameSync } = await vi.importActual<typeof fs>("node:fs");
  let calls = 0;
  vi.mocked(fs.renameSync).mockImplementation((from, to) => {
    calls += 1;
    if (isFailing(calls)) throw new Error("EBUSY: resource busy or locked");
    renameSync(from, to);
  });
}

/** Writes both files, and returns the error. */
function failureOfWriting(): string {
  const files = new Map(["a", "b"].map((name) => [name, `after ${name}`]));
  const others = { added: [], unchanged: [], changed: [], removed: [], kept: [] };
  try {
    writePlan({ folder, exists: true, writes: files, edited: [...files.keys()], ...others });
  } catch (error) {
    return String(error);
  }
  return "it has not failed";
}

const textsIn = (place: string) => ["a", "b"].map((name) => fs.readFileSync(join(place, name), "utf8"));

describe("a file system that fails while an export is written", () => {
  // Two moves away, then two into place.
  it.each([1, 2, 3, 4])("leaves everything unchanged: at move %i", async (failing) => {
    await failToRename((call) => call === failing);
    expect(failureOfWriting()).toMatch(/EBUSY.*Nothing was written\.$/);
    expect(fs.readdirSync(folder)).toEqual(["a", "b"]);
    expect(textsIn(folder)).toEqual(["before a", "before b"]);
  });

  it("loses no file if the old ones cannot be restored either, and says where they are", async () => {
    await failToRename((call) => call >= 3);
    const said = failureOfWriting();
    expect(said).toContain("EBUSY");
    const [, place = ""] = /Some files of before are still in (\S+): move them back\.$/.exec(said) ?? [];
    expect(dirname(dirname(place))).toBe(folder);
    expect(textsIn(place)).toEqual(["before a", "before b"]);
  });

  it("restores what it can", async () => {
    await failToRename((call) => call === 3 || call === 4);
    failureOfWriting();
    expect(fs.readFileSync(join(folder, "a"), "utf8")).toBe("before a");
  });
});
