import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import type { Command } from "../../../provider/src/cli/command";
import { commands } from "../../../provider/src/cli/commands";
import { codeIn, linksIn, programsIn, skillFiles, skillFolder } from "../../support/skill";
import { Editor } from "../editor/languageService";

const files = skillFiles();
const core = files.find(({ path }) => path === "SKILL.md")?.text ?? "";
const [, front = "", body = ""] = /^---\n(.*?)^---\n(.*)$/ms.exec(core) ?? [];

/** An upper bound: current tokenizers use one token for 3.7 to 4.1 characters in these files. */
const tokensOf = (text: string) => Math.ceil(text.length / 3.7);

/** Every command line of this package in a text, as the words after the program's name. */
const commandLines = (text: string) =>
  codeIn(text).flatMap((code) =>
    [...code.matchAll(/(?:^|\bnpx )pulumi-outreach ([^|;`]+)/g)].map(([, line = ""]) => line.split(/\s+/)),
  );

/** The problems in a command line that may contain placeholders. */
function problems([name = "", ...words]: readonly string[], all: readonly Command[]): string[] {
  const command = all.find((each) => each.name === name);
  if (command === undefined) return /^[A-Z]+$/.test(name) ? [] : [`there is no command ${name}`];
  const longIn = (text: string) => /--[\w-]+/.exec(text)?.[0] ?? "";
  const known = [...command.options.map(({ usage }) => longIn(usage)), "--json", "--help"];
  return words
    .filter((word) => word.startsWith("--") && !known.includes(longIn(word)))
    .map((word) => `${name} has no option ${word}`);
}

describe("the skill of the package", () => {
  it("has the front matter that agents look for", () => {
    const read: unknown = parse(front);
    expect(read).toEqual({ name: "pulumi-outreach", description: expect.any(String) });
    expect(front.length).toBeLessThan(1024);
    expect(front).toContain("Use it to");
  });

  it("has a core of fewer than 1,000 tokens, and references that are not much longer", () => {
    expect(tokensOf(core)).toBeLessThan(1000);
    expect(files.filter(({ text }) => tokensOf(text) > 1000).map(({ path }) => path)).toEqual([]);
    expect(files.length).toBeGreaterThan(3);
  });

  it("links to each reference, and has no broken links", () => {
    const links = files.flatMap(({ path, text }) =>
      linksIn(text).map((to) => join(dirname(path), to.replace(/#.*/, ""))),
    );
    expect(links.filter((to) => !existsSync(join(skillFolder, to)))).toEqual([]);
    const references = files.map(({ path }) => path).filter((path) => path !== "SKILL.md");
    expect(references.filter((path) => !linksIn(body).includes(path))).toEqual([]);
  });

  it.each(files)("names only existing commands and options: $path", ({ text }) => {
    expect(commandLines(text).flatMap((line) => problems(line, commands))).toEqual([]);
  });

  it("would fail for an unknown command or option", () => {
    const text = "Run `npx pulumi-outreach staus --json` or `pulumi-outreach logs NAME --until 1d`.";
    expect(commandLines(text).flatMap((line) => problems(line, commands))).toEqual([
      "there is no command staus",
      "logs has no option --until",
    ]);
  });

  it("reserves for a person what starts outreach, lifts a protection or changes people", () => {
    const [, rules = ""] = /## Never do these without a person.*?\n(.*?)^## /ms.exec(body) ?? [];
    for (const word of [
      "active: true",
      "acknowledge",
      "restart",
      "adopt",
      "outreach:launch",
      "stop",
      "queue",
      "pulumi up",
    ]) {
      expect(rules).toContain(`\`${word}\``);
    }
  });

  // The compiler needs some seconds for the first program, and more if it shares the machine.
  it("shows programs that compile", { timeout: 120_000 }, () => {
    const editor = new Editor();
    const errors = (program: string) => {
      const text = program.replace(/^import \* as outreach from "pulumi-outreach";\n/, "");
      const around = /\bconst leads =/.test(text) ? "" : "declare const leads: outreach.List;\n";
      return editor.errors(`${around}${text}\nexport {};\n`);
    };
    const programs = files.flatMap(({ path, text }) => programsIn(text).map((program) => ({ path, program })));
    expect(programs.length).toBeGreaterThan(5);
    expect(programs.flatMap(({ path, program }) => errors(program).map((error) => `${path}: ${error}`))).toEqual([]);
    expect(errors("new outreach.List('a', { nam: 'x' });")).not.toEqual([]);
  });
});
