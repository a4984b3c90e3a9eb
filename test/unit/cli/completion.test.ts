import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { command, described } from "../../../provider/src/cli/command";
import { completionCommands } from "../../../provider/src/cli/completion/completed";
import { scripts } from "../../../provider/src/cli/completion/scripts";
import { choice, flag, text, texts } from "../../../provider/src/cli/options";
import { commandLine } from "../../support/commandLine";

const load = async () => async () => 0 as const;
const copy = {
  ...{ name: "copy", summary: "Copy: it's quick", examples: [] },
  input: z.object({
    files: texts("<files...>", "what to copy"),
    order: choice("-o, --order <word>", "in [which] order", ["first", "last"]),
    into: text("--into <folder>", "where to"),
    as: text("--as <name>", "under which name"),
    dryRun: flag("--dry-run", "copy nothing"),
  }),
};
const count = {
  ...{ name: "count", summary: "Count", examples: [] },
  input: z.object({ what: described(z.string(), "<what>", "what to count", ["apples", "pears"]) }),
};
const commands = completionCommands([command(copy, load), command(count, load)]);

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "outreach-completion-"));
  mkdirSync(join(folder, "plans"));
  writeFileSync(join(folder, "plan one.json"), "");
  writeFileSync(join(folder, "completion.sh"), scripts.bash("pulumi-outreach", commands));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("completion in bash", () => {
  const options = ["--order", "--into", "--as", "--dry-run", "--json", "--help"];
  it.each([
    [[""], ["copy", "count", "help", "--version", "--help"]],
    [["co"], ["copy", "count"]],
    [["--v"], ["--version"]],
    [["help", "cou"], ["count"]],
    [["copy", "--"], options],
    [["copy", "--d"], ["--dry-run"]],
    [
      ["copy", "--order", ""],
      ["first", "last"],
    ],
    [["copy", "-o", "l"], ["last"]],
    [["copy", "--order", "=", "f"], ["first"]],
    [
      ["copy", "--order", "="],
      ["first", "last"],
    ],
    [["copy", "--into", "plans"], ["plans"]],
    [["copy", "--as", ""], []],
    [
      ["copy", "pl"],
      ["plan one.json", "plans"],
    ],
    [["copy", "plans", "plan "], ["plan one.json"]],
    [["count", "a"], ["apples"]],
    [["other", ""], []],
  ])("of %j", async (words, expected) => {
    const script = `source completion.sh; COMP_WORDS=("$@"); COMP_CWORD=$(($#-1)); _pulumi_outreach; printf "%s\\n" "\${COMPREPLY[@]}"`;
    const given = ["-c", script, "bash", "pulumi-outreach", ...words];
    const { stdout, stderr } = await promisify(execFile)("bash", ["--norc", ...given], { cwd: folder });
    expect(stderr).toBe("");
    expect(stdout.split("\n").filter(Boolean).sort()).toEqual([...expected].sort());
  });
});

describe("the scripts of zsh and fish", () => {
  it("name every command, option, word and file", () => {
    expect(scripts.zsh("pulumi-outreach", commands)).toMatchSnapshot();
    expect(scripts.fish("pulumi-outreach", commands)).toMatchSnapshot();
  });
});

describe("pulumi-outreach completion", () => {
  it.each(["bash", "zsh", "fish"])("%s prints a script for the current command", async (shell) => {
    const { code, stdout, stderr } = await commandLine(["completion", shell]);
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/^#/);
    for (const word of ["members", "completion", "json", "stack"]) expect(stdout).toContain(word);
    const { stdout: json } = await commandLine(["completion", shell, "--json"]);
    expect(JSON.parse(json)).toEqual({ version: 1, shell, script: stdout });
  });

  it("suggests the nearest shell", async () => {
    const { code, stderr } = await commandLine(["completion", "bsh"]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/'bsh' is invalid.*Allowed choices are bash, zsh, fish/);
  });
});
