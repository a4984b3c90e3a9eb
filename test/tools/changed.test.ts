import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { namedTests, selectTests } from "../../tools/tests/changed.mjs";
import { repository } from "../support/project";

const testFiles = readdirSync(`${repository}/test`, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".test.ts"))
  .map((file) => `test/${file.replaceAll("\\", "/")}`);
const select = (...changed: string[]) => selectTests(changed, testFiles);

describe("the tests of a change", () => {
  it("of a rule, a guard and an output of the review need no engine and no browser", () => {
    for (const source of [
      "provider/src/resources/campaign/rules.ts",
      "provider/src/resources/campaign/guards.ts",
      "provider/src/review/output/markdown.ts",
    ]) {
      const { related, others, needsEngine } = select(source);
      expect([related.includes(source), others, needsEngine]).toEqual([true, [], false]);
    }
  });

  it("of what the engine starts are those on the engine as well", () => {
    const { others, needsEngine } = select("provider/src/host/process.ts");
    expect(needsEngine).toBe(true);
    expect(others).toContain("test/acceptance/engine/refusals.test.ts");
    expect(others).toContain("test/host/lifecycle.test.ts");
    expect(others.filter((file) => file.startsWith("test/stories/"))).toEqual([]);
  });

  it("of a file that is read and not imported are named by the table", () => {
    expect(select("docs/guards.md").related).toContain("test/contract/guardExamples.test.ts");
    expect(select("examples/gitops/scripts/apply.sh").others).toContain("test/acceptance/gitopsGithub.test.ts");
    expect(select("examples/gitops/.github/workflows/apply.yml").related).toContain("test/tools/workflows.test.ts");
    expect(select("sandbox/page/app.js").others).toContain("test/browser/views.test.ts");
  });

  it("are the changed tests themselves, a long story included", () => {
    expect(select("test/stories/upgrade.test.ts")).toEqual({
      ...{ related: [], others: ["test/stories/upgrade.test.ts"], needsEngine: true, notes: [] },
    });
    expect(select("test/unit/kind/defineKind.test.ts")).toMatchObject({
      ...{ related: ["test/unit/kind/defineKind.test.ts"], others: [], needsEngine: false },
    });
  });

  it("are none for a text that no test reads", () => {
    expect(select("LICENSE")).toEqual({ related: [], others: [], needsEngine: false, notes: [] });
  });

  it("that the table names exist", () => {
    const missing = namedTests.filter(
      (name) => !testFiles.some((file) => file === `test/${name}` || file.startsWith(`test/${name}/`)),
    );
    expect(missing).toEqual([]);
  });
});
