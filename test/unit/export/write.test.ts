import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { planFolder, recordFile } from "../../../provider/src/cli/export/folder";
import { writePlan } from "../../../provider/src/cli/export/write";

let scratch: string;
beforeEach(() => {
  scratch = mkdtempSync(join(tmpdir(), "outreach-write-"));
});
afterEach(() => rmSync(scratch, { recursive: true }));

const files = (texts: Readonly<Record<string, string>>) => new Map(Object.entries(texts));

/** Every file in the folder with its content. */
function contents(): Record<string, string> {
  const entries = readdirSync(scratch, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(paths.map((path) => [path.slice(scratch.length + 1), readFileSync(path, "utf8")]));
}

describe("writing an export", () => {
  it("restores every file if one of them cannot be written", () => {
    const target = join(scratch, "outreach");
    writePlan(planFolder(target, files({ "a.ts": "old", "b.ts": "old", "c/d.ts": "old" })));
    writeFileSync(join(target, "notes.txt"), "mine");
    const before = contents();
    const plan = planFolder(target, files({ "a.ts": "new", "b.ts": "new" }));
    expect(plan).toMatchObject({ changed: ["a.ts", "b.ts"], removed: ["c/d.ts"], edited: [], kept: [] });
    // A folder replaced a file after the plan was made.
    const writes = new Map([...plan.writes, ["notes.txt/x.ts", "new"]]);
    expect(() => writePlan({ ...plan, writes })).toThrow("Nothing was written.");
    expect(contents()).toEqual(before);
    writePlan(plan);
    expect(Object.keys(contents()).sort()).toEqual(
      ["a.ts", "b.ts", "notes.txt", recordFile].map((path) => join("outreach", path)).sort(),
    );
  });

  it("leaves nothing of a new folder that cannot be written", () => {
    const target = join(scratch, "outreach");
    const plan = planFolder(target, files({ "a.ts": "new" }));
    mkdirSync(target);
    writeFileSync(join(target, "notes.txt"), "mine");
    expect(() => writePlan(plan)).toThrow("could not write");
    expect(contents()).toEqual({ [join("outreach", "notes.txt")]: "mine" });
  });

  it("removes nothing outside the folder, whatever the record contains", () => {
    const target = join(scratch, "outreach");
    writePlan(planFolder(target, files({ "a.ts": "old" })));
    writeFileSync(join(scratch, "outside.ts"), "old");
    const { files: recorded } = JSON.parse(readFileSync(join(target, recordFile), "utf8"));
    const digest = recorded["a.ts"];
    const paths = ["../outside.ts", join(scratch, "outside.ts"), "./../outside.ts", "x/../../outside.ts"];
    const forged = { files: { ...recorded, ...Object.fromEntries(paths.map((path) => [path, digest])) } };
    writeFileSync(join(target, recordFile), JSON.stringify(forged));
    expect(planFolder(target, files({ "b.ts": "new" })).removed).toEqual(["a.ts"]);
  });

  it("distinguishes its own files from the user's, and edited ones from others", () => {
    const target = join(scratch, "outreach");
    writePlan(planFolder(target, files({ "a.ts": "old", "b.ts": "old", "c.ts": "old" })));
    writeFileSync(join(target, "b.ts"), "edited");
    writeFileSync(join(target, "README.md"), "mine");
    const plan = planFolder(
      target,
      files({ "a.ts": "new", "b.ts": "new", "c.ts": "old", "d.ts": "new", "README.md": "ours" }),
    );
    expect(plan).toMatchObject({
      ...{
        added: ["d.ts"],
        unchanged: ["c.ts"],
        changed: ["a.ts"],
        edited: ["b.ts"],
        removed: [],
        kept: ["README.md"],
      },
    });
  });
});
