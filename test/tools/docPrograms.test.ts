import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { compiler } from "../../tools/compile.mjs";
import { runProgram } from "../../tools/pulumi/program.mjs";
import { repository } from "../../tools/repository.mjs";
import { temporaryFolder } from "../support/folders";

/** Parts of the package's own sources, and two-file programs that testingExample.test.ts runs. */
const elsewhere = ["CONTRIBUTING.md", "docs/testing.md"];

/** Names that a page declares in an earlier block or in its text. A block may declare such a name itself. */
const declared = `
import type * as all from "pulumi-outreach";
declare global {
  const outreach: typeof all;
  namespace outreach { type Step = all.Step; }
  const leads: all.List;
  const shared: all.ListAnswer;
  const steps: all.Step[];
  const fintechQ1: all.CampaignArgs;
  const finder: all.SourceAgentArgs;
  const sandbox: import("pulumi-outreach-sandbox").Sandbox;
  const testing: typeof import("pulumi-outreach/testing");
  const declared: typeof testing.declared;
  const setMocks: typeof testing.setMocks;
  const expect: typeof import("vitest").expect;
  const rawBody: string;
  const headers: Record<string, string>;
  const secret: string;
  function save(contact: unknown): Promise<void>;
}
`;

interface Block {
  /** Page and line. */
  readonly place: string;
  readonly text: string;
}

const below = (folder: string) =>
  readdirSync(join(repository, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".md") && !/node_modules|dist/.test(path))
    .map((path) => join(folder, path));
const pages = ["README.md", "sandbox/README.md", ...below("docs"), ...below("examples"), ...below("provider/skill")];

function blocksOf(page: string): Block[] {
  const text = readFileSync(join(repository, page), "utf8");
  return [...text.matchAll(/^```ts\n(.*?)^```$/gms)].map(({ index, 1: block = "" }) => ({
    place: `${page}:${text.slice(0, index).split("\n").length}`,
    text: block,
  }));
}

/** The compiler's errors for each invalid block. */
async function refused(blocks: readonly Block[]): Promise<string[]> {
  const folder = temporaryFolder();
  symlinkSync(join(repository, "node_modules"), join(folder, "node_modules"), "junction");
  const options = { strict: true, noEmit: true, skipLibCheck: true, target: "es2022", types: ["node"] };
  const modules = { module: "esnext", moduleResolution: "bundler", moduleDetection: "force" };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: { ...options, ...modules } }));
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  writeFileSync(join(folder, "declared.d.ts"), declared);
  for (const [index, { text }] of blocks.entries()) {
    mkdirSync(join(folder, `${index}`));
    writeFileSync(join(folder, `${index}`, "index.ts"), text);
  }
  const { output } = await runProgram(process.execPath, [compiler, "--pretty", "false"], { folder });
  return output
    .split("\n")
    .filter((line) => line.includes("error TS"))
    .map((line) => line.replace(/^(\d+)[\\/]index\.ts/, (_, index) => blocks[Number(index)]?.place ?? index));
}

describe("the programs in the guides", () => {
  const blocks = pages.filter((page) => !elsewhere.includes(page)).flatMap(blocksOf);

  it("compile", { timeout: 120_000 }, async () => {
    expect(blocks.length).toBeGreaterThan(20);
    expect(await refused(blocks)).toEqual([]);
  });

  it("fail with an unknown argument", { timeout: 120_000 }, async () => {
    const [wrong] = await refused([{ place: "a page:7", text: 'new outreach.List("a", { nmae: "A" });\n' }]);
    expect(wrong).toMatch(/^a page:7\(1,\d+\): error TS\d+: .*nmae/);
  });
});
