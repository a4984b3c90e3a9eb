import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";
import { repository } from "../support/project";

const laterModules = join(repository, "tools", "testRun", "laterModules.cjs");
const load = `
  const { createRequire } = require("node:module");
  const ofSdk = createRequire(require.resolve("@pulumi/pulumi"));
  const heavy = /typescript.lib.typescript\\.js$|arborist.lib.index\\.js$/;
  const loaded = () => Object.keys(require.cache).filter((file) => heavy.test(file)).length;`;

function evaluated(script: string): unknown {
  const args = ["--require", laterModules, "--print", `JSON.stringify((() => { ${load} ${script} })())`];
  return JSON.parse(execFileSync(process.execPath, args, { cwd: repository, encoding: "utf8" }));
}

it("the SDK is loaded without the modules that it rarely uses", () => {
  expect(evaluated(`require("@pulumi/pulumi/runtime"); return loaded();`)).toBe(0);
});

it("these modules are complete once the SDK uses them", () => {
  const used = `
    const ts = ofSdk("typescript");
    const before = [ts.version.split(".").length, loaded()];
    const { Arborist } = ofSdk("@npmcli/arborist");
    return [...before, "ScriptTarget" in ts, ts.ScriptTarget.ES5, typeof new Arborist({ path: "." }).loadActual, loaded()];`;
  expect(evaluated(used)).toEqual([3, 0, true, 1, "function", 2]);
});

it("other programs that use these modules load them at once", () => {
  expect(evaluated(`return [typeof require("@npmcli/arborist"), loaded()];`)).toEqual(["function", 1]);
});
