import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { actionlintVersion, findActionlint } from "../../tools/actionlint.mjs";
import { runProgram } from "../../tools/pulumi/program.mjs";
import { repository } from "../../tools/repository.mjs";
import { temporaryFolder } from "../support/folders";
import { workflowFiles } from "../support/workflows/workflow";

let linter = "";
// Builds it first where it is not in the user's cache: half a minute at most.
beforeAll(async () => {
  const found = await findActionlint();
  if (found.path === undefined) throw new Error(found.reason);
  linter = found.path;
}, 180_000);

/** Without the linters for scripts, which not every machine has. */
const lint = async (files: readonly string[]) => {
  const { output } = await runProgram(linter, ["-oneline", "-no-color", "-shellcheck=", "-pyflakes=", ...files]);
  return output.trim().split("\n").filter(Boolean);
};

describe("actionlint", () => {
  it("finds nothing in the workflows of this repository", async () => {
    const files = workflowFiles();
    expect(files.length).toBeGreaterThan(2);
    expect(await lint(files)).toEqual([]);
  });

  it("finds what is wrong in one", async () => {
    const file = join(temporaryFolder(), "wrong.yml");
    const job = "  one:\n    runs-on: ubuntu-24.04\n    steps:\n      - run: echo\n        if: github.evnt == 'push'\n";
    writeFileSync(file, `on: push\njobs:\n${job}`);
    expect(await lint([file])).toEqual([expect.stringContaining('property "evnt" is not defined')]);
  });

  it("is the version that its module requires", async () => {
    const module = readFileSync(join(repository, "tools", "actionlint", "go.mod"), "utf8");
    expect(module).toContain(`github.com/rhysd/actionlint v${actionlintVersion} `);
    expect((await runProgram(linter, ["-version"])).output.split("\n")[0]).toBe(`v${actionlintVersion}`);
  });

  it("is missing without Go, and one line gives the reason", async () => {
    const cache = temporaryFolder();
    const found = await findActionlint({ environment: { PATH: cache }, cache });
    expect(found).toEqual({
      path: undefined,
      reason: `actionlint ${actionlintVersion} could not be built: Go is not on the PATH (1.25.11 or newer could build it)`,
    });
    expect(existsSync(join(cache, `actionlint-${actionlintVersion}-${process.platform}-${process.arch}`))).toBe(false);
  });
});
