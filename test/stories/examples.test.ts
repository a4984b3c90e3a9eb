import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Sandbox, startSandbox } from "../../sandbox/src/index";
import { expectSuccess, projectOf, settingsFor, shortUrn } from "../support/acceptance";
import type { Outcome, Project } from "../support/project";

/** Users copy examples: each must succeed without a warning. */
function expectNothingToMend(outcome: Outcome): void {
  expectSuccess(outcome);
  expect(outcome.text).not.toContain("warning:");
}

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

  it("sends the contents of the files", async () => {
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
