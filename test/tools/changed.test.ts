import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { namedTests, selectTests } from "../../tools/testRun/changed.mjs";
import { repository } from "../support/project";

const testFiles = readdirSync(`${repository}/test`, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".test.ts"))
  .map((file) => `test/${file.replaceAll("\\", "/")}`);
const select = (...changed: string[]) => selectTests(changed, testFiles);

describe("the tests for a change", () => {
  it("in a rule, a guard and a review output need no engine and no browser", () => {
    for (const source of [
      "provider/src/resources/campaign/rules.ts",
      "provider/src/resources/campaign/policy.ts",
      "provider/src/review/output/markdown.ts",
    ]) {
      const { related, others, needsEngine } = select(source);
      expect([related.includes(source), others, needsEngine]).toEqual([true, [], false]);
    }
  });

  it("in code that the engine starts include those on the engine", () => {
    const { others, needsEngine } = select("provider/src/host/process.ts");
    expect(needsEngine).toBe(true);
    expect(others).toContain("test/acceptance/engine/refusals.test.ts");
    expect(others).toContain("test/host/lifecycle.test.ts");
    expect(others.filter((file) => file.startsWith("test/stories/"))).toEqual([]);
  });

  it("in a test helper are all that import it, including those with the engine", () => {
    for (const helper of ["test/support/prepared.ts", "test/support/workflows/gitlabTeam.ts", "test/chaos/judge.ts"]) {
      expect(select(helper)).toMatchObject({ others: [helper], needsEngine: true, hasStory: false });
    }
  });

  it.each([
    ["docs/following.md", "contract/cli/quotedCommands.test.ts"],
    ["docs/guards.md", "contract/guardExamples.test.ts"],
    ["docs/spec-only.md", "contract/rows/rows.test.ts"],
    ["README.md", "unit/cli/commandLine.test.ts"],
    ["CHANGELOG.md", "tools/releaseCheck.test.ts"],
    ["examples/gitops/.github/workflows/apply.yml", "tools/workflows.test.ts"],
    ["examples/gitops/scripts/apply.sh", "acceptance/gitopsGithub.test.ts"],
    ["examples/gitops/messages/1-opening.txt", "acceptance/examples.test.ts"],
    ["examples/full-cycle/index.ts", "acceptance/commands.test.ts"],
    ["examples/full-cycle/index.ts", "acceptance/init.test.ts"],
    ["examples/gitops/scripts/apply.sh", "unit/cli/init.test.ts"],
    ["provider/src/cli/init/local.mjs", "acceptance/init.test.ts"],
    ["examples/testing/markets.ts", "tools/testingExample.test.ts"],
    ["docs/testing.md", "tools/testingExample.test.ts"],
    ["provider/src/testing/added.ts", "tools/testingExample.test.ts"],
    ["examples/webhook/receiver.mjs", "acceptance/webhookExample.test.ts"],
    ["provider/src/webhook/verify.ts", "acceptance/webhookExample.test.ts"],
    ["provider/src/page/contexts.ts", "browser/reviewViews.test.ts"],
    ["provider/src/review/output/page/card.ts", "browser/reviewViews.test.ts"],
    ["sandbox/page/app.js", "browser/views.test.ts"],
    ["sandbox/src/page/server.ts", "browser/views.test.ts"],
    ["sandbox/src/control/operations/people.ts", "contract/cli/contacts.test.ts"],
    ["sandbox/bin/pulumi-outreach-sandbox.js", "sandbox/command.test.ts"],
    ["test/fixtures/state-1.json", "contract/state/golden.test.ts"],
    ["test/types/rules.ts", "unit/resources/argumentTypes.test.ts"],
    ["tools/release.mjs", "tools/release.test.ts"],
    ["typedoc.json", "tools/documentation.test.ts"],
  ])("in %s, which no test imports, are named by the table", (path, test) => {
    const { related, others } = select(path);
    expect([...related, ...others]).toContain(`test/${test}`);
  });

  it("in a decision are those that kill its mutants, and the skipped ones are printed", () => {
    const { left, notes } = select("provider/src/resources/campaign/startTable.ts");
    expect(left).toContain("unit/review");
    expect(left).not.toContain("contract/rows");
    expect(notes.join("\n")).toContain(`${left.join(", ")}: npm run test:quick`);
    // With another changed file, or a changed test in such a folder, these run.
    expect(select("provider/src/resources/campaign/startTable.ts", "provider/src/kinds.ts").left).not.toContain(
      "unit/review",
    );
    const beside = select("provider/src/lifecycle/send.ts", "test/unit/review/everyday.test.ts");
    expect(beside.left).not.toContain("unit/review");
    expect(beside.left).toContain("unit/export");
  });

  it("skip tests that run programs for half a minute, unless the table or the change names them", () => {
    const slow = "tools/agentTasks.test.ts";
    const review = select("provider/src/review/output/text.ts");
    expect(review.left).toEqual([slow]);
    expect(review.notes.join("\n")).toContain(`${slow}: npm run test:quick`);
    for (const changed of ["examples/agent-tasks/tasks.mjs", "provider/src/testing.ts", `test/${slow}`]) {
      expect(select(changed).left).toEqual([]);
      expect(select(changed).related).toContain(`test/${slow}`);
    }
  });

  it("are the changed tests themselves, including a long story", () => {
    expect(select("test/stories/upgrade.test.ts")).toMatchObject({
      ...{ others: ["test/stories/upgrade.test.ts"], needsEngine: true, hasStory: true },
    });
    expect(select("test/unit/kind/defineKind.test.ts")).toMatchObject({ others: [], needsEngine: false });
    expect(select("test/unit/kind/defineKind.test.ts").related).toContain("test/unit/kind/defineKind.test.ts");
    expect(select("test/browser/refresh.test.ts")).toMatchObject({ needsEngine: true });
  });

  it("in code that prevents duplicate messages include its mutants, as a note", () => {
    const { notes } = select("provider/src/lifecycle/settle.ts", "provider/src/resources/campaign/policy.ts");
    expect(notes).toContain("mutants: npm run mutants -- lifecycle/settle resources/campaign/policy");
  });

  it("are none for a text that no test reads", () => {
    expect(select("LICENSE")).toMatchObject({ related: [], others: [], needsEngine: false });
  });

  it("in the table exist", () => {
    const { left } = select("provider/src/lifecycle/send.ts");
    const missing = [...namedTests, ...left].filter(
      (name) => !testFiles.some((file) => file === `test/${name}` || file.startsWith(`test/${name}/`)),
    );
    expect(missing).toEqual([]);
  });
});
