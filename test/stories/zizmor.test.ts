import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { runProgram } from "../../tools/pulumi/program.mjs";
import { repository } from "../../tools/repository.mjs";
import { findZizmor } from "../../tools/zizmor.mjs";
import { temporaryFolder } from "../support/folders";
import { workflowFiles } from "../support/workflows/workflow";

/** Accepted findings, each with its reason: `audit: file`. */
const accepted: Readonly<Record<string, string>> = {};

const findings = z.array(
  z.looseObject({
    ident: z.string(),
    locations: z.array(
      z.looseObject({
        symbolic: z.looseObject({
          key: z.looseObject({ Local: z.looseObject({ verbatim_path: z.string() }) }),
        }),
      }),
    ),
  }),
);

let linter = "";
beforeAll(async () => {
  const found = await findZizmor();
  if (found.path === undefined) throw new Error(found.reason);
  linter = found.path;
}, 180_000);

/** Findings of medium severity and above, with the strictest persona and without requests to GitHub. */
async function lint(folder: string, files: readonly string[]): Promise<string[]> {
  const { code, output, errorOutput } = await runProgram(
    linter,
    [
      ...["--offline", "--no-progress", "--no-config", "--no-ignores", "--no-exit-codes", "--strict-collection"],
      ...["--persona", "auditor", "--min-severity", "medium", "--format", "json-v1", ...files],
    ],
    { folder },
  );
  if (code !== 0) throw new Error(errorOutput);
  return findings.parse(JSON.parse(output)).map(({ ident, locations }) => {
    const [first] = locations;
    return `${ident}: ${relative(folder, first?.symbolic.key.Local.verbatim_path ?? "").replaceAll("\\", "/")}`;
  });
}

describe("zizmor", () => {
  it("finds nothing of medium severity in this repository's workflows and Dependabot settings", async () => {
    const files = workflowFiles();
    expect(files.length).toBeGreaterThan(6);
    const found = await lint(repository, [...files, join(repository, ".github", "dependabot.yml")]);
    expect([...new Set(found)].sort()).toEqual(Object.keys(accepted).sort());
  });

  it("finds the problems of a workflow", async () => {
    const folder = temporaryFolder();
    const file = join(folder, ".github", "workflows", "wrong.yml");
    mkdirSync(dirname(file), { recursive: true });
    const run = "run: echo ${" + "{ github.event.pull_request.title }}";
    writeFileSync(
      file,
      `on: pull_request_target\njobs:\n  one:\n    runs-on: ubuntu-24.04\n    steps:\n      - ${run}\n`,
    );
    const found = await lint(folder, [file]);
    expect(found).toContain("template-injection: .github/workflows/wrong.yml");
    expect(found).toContain("dangerous-triggers: .github/workflows/wrong.yml");
  });

  it("is unavailable without Python, and one line gives the reason", async () => {
    const cache = temporaryFolder();
    expect(await findZizmor({ environment: { PATH: cache }, cache })).toEqual({
      path: undefined,
      reason: expect.stringMatching(/^zizmor \d+\.\d+\.\d+ could not be installed: Python is not on the PATH$/),
    });
  });
});
