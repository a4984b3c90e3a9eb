import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { z } from "zod";
import { runProgram } from "../../tools/pulumi/program.mjs";
import { mustRun } from "../../tools/step.mjs";
import { temporaryFolder } from "../support/folders";
import { repository } from "../support/project";
import { serve } from "./fakes";

const report = z.object({
  testResults: z.array(
    z.object({
      message: z.string(),
      assertionResults: z.array(
        z.object({ title: z.string(), status: z.string(), failureMessages: z.array(z.string()).default([]) }),
      ),
    }),
  ),
});

/** A copy of the example with this package installed, not linked, and with the checkout's other packages. */
function copied(): string {
  const folder = join(temporaryFolder(), "testing");
  const installed = join(folder, "node_modules");
  cpSync(join(repository, "examples", "testing"), folder, {
    recursive: true,
    filter: (source) => !source.includes("node_modules"),
  });
  const own = join(installed, "pulumi-outreach");
  mkdirSync(own, { recursive: true });
  for (const part of ["package.json", "dist"]) {
    cpSync(join(repository, "provider", part), join(own, part), { recursive: true });
  }
  for (const name of readdirSync(join(repository, "node_modules"))) {
    if (/^(\.|pulumi-outreach|example-)/.test(name)) continue;
    symlinkSync(join(repository, "node_modules", name), join(installed, name), "junction");
  }
  return folder;
}

/** Runs the example's tests like `npm test`, in an environment that could reach an account. */
async function testsOf(folder: string, baseUrl: string) {
  const vitest = join(folder, "node_modules", "vitest", "vitest.mjs");
  const file = join(folder, "report.json");
  const { code, output, errorOutput } = await runProgram(
    process.execPath,
    [vitest, "run", "--reporter=json", `--outputFile=${file}`],
    { folder, environment: { ...process.env, OUTREACH_API_KEY: "the_key", OUTREACH_BASE_URL: baseUrl } },
  );
  const { testResults } = report.parse(JSON.parse(readFileSync(file, "utf8")));
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  return { code, text: `${output}${errorOutput}${testResults.map(({ message }) => message).join("")}`, tests };
}

it("examples/testing passes its tests, and sends nothing", async () => {
  const requests: unknown[] = [];
  const address = await serve((request, response) => {
    requests.push(request.url);
    response.writeHead(500).end();
  });
  const { code, text, tests } = await testsOf(copied(), address);
  expect(tests.filter(({ status }) => status !== "passed")).toEqual([]);
  expect(tests.length).toBeGreaterThan(5);
  expect(code, text).toBe(0);
  expect(requests).toEqual([]);
});

it("examples/testing detects a campaign that starts, a text by the AI, and a seat that two markets share", async () => {
  const folder = copied();
  const edit = (name: string, old: string, text: string) => {
    const before = readFileSync(join(folder, name), "utf8");
    expect(before).toContain(old);
    writeFileSync(join(folder, name), before.replace(old, text));
  };
  edit("index.ts", "language: market.language,", "language: market.language, active: true,");
  edit("index.ts", "outreach.step.message({ message: market.opening })", "outreach.step.message()");
  edit("markets.ts", "linkedinSeatId: 11", "linkedinSeatId: 7");
  const { code, tests } = await testsOf(folder, "http://127.0.0.1:9");
  expect(code).toBe(1);
  expect(tests.filter(({ status }) => status === "failed").map(({ title }) => title)).toEqual([
    "starts no campaign by itself: a person does so in the app",
    "sends from a seat that no other market uses",
    "writes every text itself, in two sentences at most, and to a person",
    "fails in a market whose text breaks a rule of the service",
  ]);
});

it("docs/testing.md shows a program and tests that pass, and compile against the package", async () => {
  const folder = copied();
  for (const name of ["index.ts", "markets.ts", "program.test.ts"]) rmSync(join(folder, name));
  const guide = readFileSync(join(repository, "docs", "testing.md"), "utf8");
  const files = [...guide.matchAll(/^```ts\n\/\/ (\S+)\n(.*?)^```/gms)].map(([, name = "", text = ""]) => ({
    name,
    text,
  }));
  expect(files.map(({ name }) => name)).toEqual(["index.ts", "index.test.ts"]);
  for (const { name, text } of files) writeFileSync(join(folder, name), text);
  const { code, text, tests } = await testsOf(folder, "http://127.0.0.1:9");
  expect(tests.map(({ status }) => status)).toEqual(["passed", "passed", "passed"]);
  expect(code, text).toBe(0);
  await compiled(folder, ["-p", folder]);
});

it("the entry's declarations need no package that a user does not have, and match those of the main entry", async () => {
  const folder = copied();
  writeFileSync(
    join(folder, "entries.ts"),
    `import type { Campaign, List, ListAnswer } from "pulumi-outreach";
     import { declared, type FunctionAnswers } from "pulumi-outreach/testing";
     export const campaign = async (): Promise<Campaign> => (await declared("Campaign", "fintech")).resource;
     export const lists = async (): Promise<List[]> => (await declared("List")).map(({ resource }) => resource);
     export const answers = (all: ListAnswer[]): FunctionAnswers => ({ getLists: all });
    `,
  );
  for (const name of ["zod", "vitest", "undici"]) rmSync(join(folder, "node_modules", name));
  await compiled(folder, ["--strict", "--module", "node16", "--target", "es2022", "--types", "node", "entries.ts"]);
});

async function compiled(folder: string, given: readonly string[]): Promise<void> {
  const compiler = join(folder, "node_modules", "typescript", "bin", "tsc");
  await mustRun("tsc", process.execPath, [compiler, "--noEmit", ...given], { folder });
}
