import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Sandbox, startSandbox } from "../../sandbox/src/index";
import { expectSuccess, projectOf, settingsFor, shortUrn } from "../support/acceptance";
import { type Outcome, type Project, repository } from "../support/project";

const examples = join(repository, "examples");
/** Each with the test that runs it, on the real engine if it is a program of Pulumi. */
const programs = {
  "adopt-existing": "export.test.ts",
  "full-cycle": "fullCycle.test.ts",
  gitops: "examples.test.ts",
  "per-member": "perMember.test.ts",
};
const tested = { ...programs, webhook: "webhookExample.test.ts" };

/** An example is copied: it succeeds, and this package warns about nothing in it. */
function expectNothingToMend(outcome: Outcome): void {
  expectSuccess(outcome);
  expect(outcome.text).not.toContain("warning:");
}

describe("the examples", () => {
  it("are all run by a test", () => {
    const folders = readdirSync(examples, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    expect(folders.map(({ name }) => name).sort()).toEqual(Object.keys(tested).sort());
    for (const [example, test] of Object.entries(tested)) {
      const text = readFileSync(join(repository, "test", "acceptance", test), "utf8");
      expect(text).toContain(`"examples/${example}"`);
    }
  });

  it.each(Object.keys(programs))("%s depends on the package directly, as the engine's host needs it", (example) => {
    const manifest: unknown = JSON.parse(readFileSync(join(examples, example, "package.json"), "utf8"));
    expect(manifest).toMatchObject({
      private: true,
      dependencies: { "@pulumi/pulumi": expect.any(String), "pulumi-outreach": expect.any(String) },
    });
  });
});

describe("texts in files, reviewed in pull requests", () => {
  let sandbox: Sandbox;
  let project: Project;
  beforeAll(async () => {
    sandbox = await startSandbox();
    project = projectOf([["examples/gitops", "."]], settingsFor(sandbox));
    await project.init();
  });
  afterAll(async () => {
    await sandbox.close();
    project.remove();
  });

  it("sends what the files hold", async () => {
    expectNothingToMend(await project.up());
    const { campaigns } = await sandbox.objects();
    const sent = campaigns[0]?.steps.flatMap(({ message }) => message ?? []);
    expect(sent).toEqual(
      ["1-opening.txt", "2-follow-up.txt"].map((file) => readFileSync(message(file), "utf8").trim()),
    );
  });

  it("names the one message whose file changed", async () => {
    writeFileSync(message("2-follow-up.txt"), `${readFileSync(message("2-follow-up.txt"), "utf8").trim()} Really?\n`);
    const preview = await project.preview();
    expectSuccess(preview);
    const changed = preview.steps.filter(({ op }) => op !== "same");
    expect(changed.map(({ urn, op }) => [shortUrn(urn), op])).toEqual([["Campaign::agencies", "update"]]);
    expect(changed.flatMap(({ detailedDiff }) => Object.keys(detailedDiff ?? {}))).toEqual(["steps[2].message"]);
  });

  const message = (file: string) => join(project.folder, "messages", file);
});
