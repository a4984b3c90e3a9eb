import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { repository } from "./project";

/** A Markdown file of the package's skill. */
export interface SkillFile {
  /** Relative to the skill's folder: `SKILL.md`, `references/changes.md`. */
  readonly path: string;
  readonly text: string;
}

export const skillFolder = join(repository, "provider", "skill");

/** All files of the skill. */
export function skillFiles(): SkillFile[] {
  const paths = readdirSync(skillFolder, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".md"));
  return paths.sort().map((path) => ({
    path: path.replaceAll("\\", "/"),
    text: readFileSync(join(skillFolder, path), "utf8"),
  }));
}

/** Code in a text: the text in backticks, and each line of blocks in languages other than TypeScript. */
export function codeIn(text: string): string[] {
  const blocks = [...text.matchAll(/^```(\w*)\n(.*?)^```/gms)];
  const lines = blocks.filter(([, language]) => language !== "ts").flatMap(([, , block = ""]) => block.split("\n"));
  const inline = [...text.replace(/^```.*?^```/gms, "").matchAll(/`([^`\n]+)`/g)].map(([, code = ""]) => code);
  return [...lines.filter((line) => line !== ""), ...inline];
}

/** The TypeScript blocks in a text. */
export function programsIn(text: string): string[] {
  return [...text.matchAll(/^```ts\n(.*?)^```/gms)].map(([, program = ""]) => program);
}

/** The targets of a text's links, without web addresses. */
export function linksIn(text: string): string[] {
  const prose = text.replace(/^```.*?^```/gms, "").replace(/`[^`\n]*`/g, "");
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, to = ""]) => (/^\w+:/.test(to) ? [] : [to]));
}
