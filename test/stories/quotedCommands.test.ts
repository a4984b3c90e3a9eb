import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { type Sandbox, startSandbox } from "../../sandbox/src/index";
import { expectSuccess, projectOf, runIn, settingsFor } from "../support/acceptance";
import { freePort } from "../support/freePort";
import { type Outcome, Project, repository } from "../support/project";
import { type Quoted, quoted, replayedByStories } from "../support/quotedCommands";

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.close());

/** Replaces ids and durations, which differ each time. */
const withoutChance = (text: string) =>
  text
    .replace(/\(\d+(\.\d+)?s\)/g, "(…s)")
    .replace(/"\d{5,}"/g, '"…"')
    .replace(/\b(id[ =])\d+/g, "$1…");

const replayed: Quoted[] = [];

/** The engine prints more lines than a page quotes. The output must contain the quoted lines, in order. */
function expectQuoted(page: string, command: string, { code, text }: Outcome): void {
  expect(code, text).toBe(0);
  const block = quoted(page, command);
  replayed.push(block);
  const wanted = withoutChance(block.output).split("\n");
  const lines = withoutChance(text)
    .split("\n")
    .map((line) => line.trimEnd());
  let from = 0;
  const found = wanted.filter((line) => {
    const at = lines.indexOf(line, from);
    if (at >= 0) from = at + 1;
    return at >= 0;
  });
  expect(found, text).toEqual(wanted);
}

function change(file: string, from: string, to: string): void {
  const text = readFileSync(file, "utf8");
  expect(text).toContain(from);
  writeFileSync(file, text.replace(from, to));
}

const diff = ["preview", "--diff", "--non-interactive"];

it("docs/getting-started.md quotes the first preview, the first up and a change", async () => {
  const page = "docs/getting-started.md";
  const around = new Project({});
  const folder = join(around.scratch, "outreach");
  mkdirSync(folder);
  const project = new Project({ folder });
  onTestFinished(() => {
    project.remove();
    around.remove();
  });
  const run = (...words: string[]) => runIn(project, process.execPath, words);
  expectSuccess(await run(join(repository, "provider", "bin", "pulumi-outreach.js"), "init"));
  change(join(folder, "Pulumi.local.yaml"), "8787", String(await freePort()));
  expectQuoted(page, "node local.mjs preview", await run("local.mjs", "preview"));
  expectQuoted(page, "node local.mjs up", await run("local.mjs", "up", "--yes"));
  change(join(folder, "index.ts"), "may I show you how?", "shall I show you how?");
  expectQuoted(page, "node local.mjs preview --diff", await run("local.mjs", "preview", "--diff"));
});

describe("a change of a program", () => {
  async function changed(files: Readonly<Record<string, string>>, made: (project: Project) => void): Promise<Outcome> {
    const project = projectOf([["examples/full-cycle", "."]], settingsFor(sandbox), "dev");
    onTestFinished(() => project.remove());
    change(join(project.folder, "Pulumi.yaml"), "name: outreach-full-cycle\n", "name: outreach\n");
    for (const [name, text] of Object.entries(files)) writeFileSync(join(project.folder, name), text);
    await project.init();
    expectSuccess(await project.up());
    made(project);
    return await project.run([...diff, "-s", project.stack]);
  }

  it("matches the example in README.md", async () => {
    const [, program = ""] = /```ts\n(.*?)```/s.exec(readFileSync(join(repository, "README.md"), "utf8")) ?? [];
    const outcome = await changed({ "index.ts": program }, ({ folder }) =>
      change(join(folder, "index.ts"), "May I", "Shall I"),
    );
    expectQuoted("README.md", "pulumi preview --diff", outcome);
  });

  it("matches the example in docs/people.md", async () => {
    const program = `import * as outreach from "pulumi-outreach";
const leads = new outreach.List("fintech", { name: "Fintech leads" });
new outreach.SourceAgent("fintech", {
  name: "Fintech finder", listId: leads.id, ignoredCompanies: ["Acme"],
  variables: [
    outreach.signal.hiring(), outreach.signal.recentlyChangedJob(),
    outreach.signal.technology("stripe"), outreach.signal.recentFundingEvent(),
  ],
});
`;
    const files = { "index.ts": program, "outreach.do-not-contact": "Vuurtoren Works\n" };
    const outcome = await changed(files, ({ folder }) =>
      change(join(folder, "outreach.do-not-contact"), "Works\n", "Works\nZeppelin Freight\n"),
    );
    expectQuoted("docs/people.md", "pulumi preview --diff", outcome);
  });
});

it("every quoted command that is assigned to these stories is replayed", () => {
  expect(new Set(replayed)).toEqual(new Set(replayedByStories));
});
