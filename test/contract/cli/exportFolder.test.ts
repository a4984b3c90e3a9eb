import { mkdirSync, readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { Terminal } from "../../../provider/src/cli/terminal/terminal";
import { commandLine } from "../../support/commandLine";
import { smallAccount } from "../../support/export/byHand";
import { ExportStage, filesIn } from "./exportStage";

const stage = new ExportStage();

describe("an existing folder", () => {
  beforeEach(async () => {
    await smallAccount(stage);
    await stage.sandbox.clearLog();
  });

  it("gets the same files again silently, and different ones only with --overwrite", async () => {
    await stage.run(stage.target);
    const before = stage.all();
    expect((await stage.run(stage.target)).code).toBe(0);
    expect(stage.all()).toEqual(before);
    const { lists } = await stage.sandbox.objects();
    await stage.sandbox.renameList({ listId: lists[0]?.id ?? 0, name: "Renamed" });
    const { code, stdout, stderr } = await stage.run(stage.target);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toContain("It would overwrite import.json, index.ts.");
    expect(stage.all()).toEqual(before);
    writeFileSync(join(stage.target, "index.ts"), `${stage.read("index.ts")}// Mine.\n`);
    expect((await stage.run(stage.target)).stderr).toContain("somebody has edited them since: index.ts");
    expect((await stage.run(stage.target, "--overwrite")).code).toBe(0);
    expect(stage.read("index.ts")).toContain("Renamed");
  });

  it.each([
    ["y\r", 0],
    ["n\r", 1],
    ["\u0003", 1],
  ])("asks on a terminal before it overwrites: %j", async (keys, expected) => {
    await stage.run(stage.target);
    const before = stage.all();
    const { lists } = await stage.sandbox.objects();
    await stage.sandbox.renameList({ listId: lists[0]?.id ?? 0, name: "Renamed" });
    const { code, stderr } = await commandLine(["export", stage.target], { columns: 100, keys });
    expect(code).toBe(expected);
    expect(stderr).toContain("It would overwrite import.json, index.ts.");
    expect(stage.all().join().includes("Renamed")).toBe(expected === 0);
    if (expected !== 0) expect(stage.all()).toEqual(before);
  });

  it("is not overwritten if somebody edits it during the confirmation", async () => {
    await stage.run(stage.target);
    const { lists } = await stage.sandbox.objects();
    await stage.sandbox.renameList({ listId: lists[0]?.id ?? 0, name: "Renamed" });
    const asked = vi.spyOn(Terminal.prototype, "confirm").mockImplementation(async () => {
      writeFileSync(join(stage.target, "index.ts"), "mine");
      return true;
    });
    const { code, stderr } = await commandLine(["export", stage.target], { columns: 100, keys: "" });
    asked.mockRestore();
    expect(code).toBe(1);
    expect(stderr).toContain("the folder has changed since the question. Nothing was written.");
    expect(stage.read("index.ts")).toBe("mine");
    expect(stage.read("import.json")).not.toContain("Renamed");
  });

  it("loses files that are no longer part of the export, unless they were edited", async () => {
    await stage.run(stage.target);
    const { campaigns } = await stage.sandbox.objects();
    await stage.sandbox.deleteCampaign({ campaignId: campaigns[0]?.id ?? 0 });
    expect((await stage.run(stage.target)).stderr).toContain("It would remove texts/fintech-q1/2-message.txt");
    expect((await stage.run(stage.target, "--overwrite")).code).toBe(0);
    expect(readdirSync(stage.target)).not.toContain("texts");
  });

  it("keeps the user's own files", async () => {
    mkdirSync(stage.target);
    const own = { "notes.txt": "mine", "README.md": "# Mine", "package.json": "{}" };
    for (const [path, text] of Object.entries(own)) writeFileSync(join(stage.target, path), text);
    const { code, stderr } = await stage.run(stage.target);
    expect(code).toBe(0);
    expect(stderr).toContain("Your own package.json, README.md stayed as they are");
    for (const [path, text] of Object.entries(own)) expect(stage.read(path)).toBe(text);
    expect((await stage.run(stage.target, "--overwrite")).code).toBe(0);
    for (const [path, text] of Object.entries(own)) expect(stage.read(path)).toBe(text);
  });

  it.each(["index.ts", "import.json", "texts"])("is refused if its own %s would be replaced", async (name) => {
    mkdirSync(stage.target);
    writeFileSync(join(stage.target, name), "mine");
    const { code, stderr } = await stage.run(stage.target, "--overwrite");
    expect(code).toBe(1);
    expect(stderr).toContain(`it holds files of its own where the export would write ${name}`);
    expect(filesIn(stage.target)).toEqual([name]);
    expect(stage.read(name)).toBe("mine");
  });

  it("is refused if a link leads out of it", async () => {
    mkdirSync(stage.target);
    mkdirSync(join(stage.scratch, "elsewhere"));
    symlinkSync(join(stage.scratch, "elsewhere"), join(stage.target, "texts"));
    expect((await stage.run(stage.target)).code).toBe(1);
    expect(filesIn(join(stage.scratch, "elsewhere"))).toEqual([]);
  });

  it("loses nothing at the target of a link", async () => {
    await stage.run(stage.target);
    const elsewhere = join(stage.scratch, "elsewhere");
    renameSync(join(stage.target, "texts"), elsewhere);
    symlinkSync(elsewhere, join(stage.target, "texts"));
    const before = filesIn(elsewhere);
    const { campaigns } = await stage.sandbox.objects();
    await stage.sandbox.deleteCampaign({ campaignId: campaigns[0]?.id ?? 0 });
    expect((await stage.run(stage.target, "--overwrite")).code).toBe(0);
    expect(filesIn(elsewhere)).toEqual(before);
  });

  it("must be a folder, and must be named", async () => {
    writeFileSync(stage.target, "mine");
    expect((await stage.run(stage.target)).code).toBe(2);
    expect(readFileSync(stage.target, "utf8")).toBe("mine");
    expect((await stage.run()).code).toBe(2);
  });

  it("is not changed at all if one file cannot be written", async () => {
    await stage.run(stage.target);
    const before = stage.all();
    writeFileSync(join(stage.target, ".outreach-export.json"), "broken");
    const { code, stderr } = await stage.run(stage.target, "--overwrite");
    expect([code, stderr.includes("cannot be read")]).toEqual([1, true]);
    writeFileSync(join(stage.target, ".outreach-export.json"), before[1] ?? "");
    expect(stage.all()).toEqual(before);
  });
});
