import { symlinkSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { pulumiOnPath } from "../../tools/pulumi/onPath.mjs";
import { isRecentEnough, oldestUsable } from "../../tools/pulumi/versions.mjs";
import { temporaryFolder } from "../support/folders";
import { companionNames, writeProgram, writePulumi } from "./fakes";

const tool = fileURLToPath(new URL("../../tools/pulumi", import.meta.url));

const onPath = (...folders: string[]) => pulumiOnPath({ PATH: folders.join(delimiter) });

describe("the CLI on the PATH", () => {
  it("is used if it is recent enough and has its language host", async () => {
    const folder = temporaryFolder();
    const path = writePulumi(folder, "3.260.1");
    expect((await onPath(folder)).found).toEqual({ path, version: "3.260.1" });
  });

  it("is skipped with a reason if it is too old, and a later one is used", async () => {
    const [old, recent] = [temporaryFolder(), temporaryFolder()];
    const oldPath = writePulumi(old, "3.100.0");
    const path = writePulumi(recent, oldestUsable);
    const { found, reasons } = await onPath(old, recent);
    expect(found).toEqual({ path, version: oldestUsable });
    expect(reasons).toEqual([`${oldPath} is version 3.100.0, ${oldestUsable} or newer is needed`]);
  });

  it("is skipped if its language host is missing", async () => {
    const folder = temporaryFolder();
    const path = writePulumi(folder, "3.260.1", []);
    const { found, reasons } = await onPath(folder);
    expect(found).toBeUndefined();
    expect(reasons).toEqual([`${path} comes without pulumi-language-nodejs and pulumi-resource-pulumi-nodejs`]);
  });

  it("may have its language host elsewhere on the PATH", async () => {
    const [folder, other] = [temporaryFolder(), temporaryFolder()];
    const path = writePulumi(folder, "3.260.1", []);
    for (const name of companionNames) writeProgram(other, name, "");
    expect((await onPath(folder, other)).found?.path).toBe(path);
  });

  it("may be a link to an installation that has the language host", async () => {
    const [installation, links] = [temporaryFolder(), temporaryFolder()];
    const path = join(links, "pulumi");
    symlinkSync(writePulumi(installation, "3.260.1"), path);
    expect((await onPath(links)).found?.path).toBe(path);
  });

  it("is skipped if it does not run", async () => {
    const folder = temporaryFolder();
    writePulumi(folder, "3.260.1");
    const path = writeProgram(folder, "pulumi", "process.exit(3)");
    expect((await onPath(folder)).reasons).toEqual([`${path} does not answer "pulumi version"`]);
  });

  it("is never this tool, called by its folder or through a link", async () => {
    const links = temporaryFolder();
    symlinkSync(join(tool, "pulumi"), join(links, "pulumi"));
    expect(await onPath(tool, links)).toEqual({ reasons: [] });
  });

  it("is not searched in the current folder", async () => {
    expect(await pulumiOnPath({ PATH: `${delimiter}.${delimiter}tools/pulumi` })).toEqual({ reasons: [] });
  });
});

describe("recent enough", () => {
  it.each([
    ["3.250.0", true],
    ["v3.259.0", true],
    ["3.251.0-alpha.1", true],
    ["3.249.9", false],
    ["2.300.0", false],
    ["4.0.0", false],
    ["", false],
    ["dev", false],
  ])("%s: %s", (version, expected) => expect(isRecentEnough(version, "3.250.0")).toBe(expected));
});
