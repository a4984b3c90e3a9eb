import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { codeProblem } from "../../provider/src/kind/acknowledgement";
import { repository } from "../support/project";
import { guardExamples } from "./guardExamples";
import { stageOn } from "./rows/stage";

const page = readFileSync(join(repository, "docs", "guards.md"), "utf8");

/** The part of the page below the heading of a code, up to the next heading. */
function sectionOf(code: string): string {
  const [, after] = page.split(`\n### \`${code}\`\n`);
  if (after === undefined) throw new Error(`docs/guards.md has no example of ${code}`);
  return after.split(/^##/m)[0] ?? "";
}

function blockOf(section: string, language: "text" | "ts|sh"): string {
  return new RegExp(`^\`\`\`(?:${language})\\n(.*?)\\n\`\`\`$`, "ms").exec(section)?.[1] ?? "";
}

/** The code that an example shows. */
function writtenIn(block: string): string {
  const [, inProgram, forRun] = /acknowledge: \["(.*?)"\]|OUTREACH_ACKNOWLEDGE=(\S+)/.exec(block) ?? [];
  return inProgram ?? forRun ?? "";
}

const inTable = [...page.matchAll(/^\| \[`(.+?)`\]/gm)].map(([, code]) => code);

describe("docs/guards.md", () => {
  it("has a row and an example for each code", () => {
    const headings = [...page.matchAll(/^### `(.+?)`$/gm)].map(([, code]) => code);
    expect(headings).toEqual(inTable);
    expect(headings).toEqual(guardExamples.map(({ code }) => code));
  });

  it("knows every code that a resource accepts", () => {
    const accepted = codeProblem("none of them")?.allowed?.replace("the codes are ", "").split("; ") ?? [];
    const heads = (codes: readonly string[]) => new Set(codes.map((code) => code.split(/[:,]/)[0]));
    expect(heads(accepted)).toEqual(heads(guardExamples.map(({ code }) => code)));
  });

  it.each(guardExamples)("quotes the refusal that $code lifts, and what to write", async ({ code, mode, set }) => {
    const stage = await stageOn(mode);
    const { run, values } = await set(stage);
    const refusal = await stage.refusal(() => run([]));
    const asDocumented = Object.entries(values).reduce(
      (text, [shown, real]) => text.replaceAll(String(real), shown),
      refusal,
    );
    const section = sectionOf(code);
    expect(blockOf(section, "text")).toBe(asDocumented);

    const written = writtenIn(blockOf(section, "ts|sh"));
    expect(written).toMatch(new RegExp(`^${code.replace(/<.*>/, ".+")}$`));
    const real = Object.entries(values).reduce(
      (text, [shown, value]) => text.replaceAll(shown, String(value)),
      written,
    );
    await run([real]);
  });
});
