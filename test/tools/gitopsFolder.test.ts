import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeFolder } from "../../examples/gitops/scripts/approval.mjs";
import { temporaryFolder } from "../support/folders";
import { inJobOnGitHub, onGitLab, runModule, startGitHub, startGitLab } from "./forges";

const plan = `sha256:${"0123456789abcdef".repeat(4)}`;
const commit = "a".repeat(40);
/** What a commit can hold in a folder of this name, to pass for what the job writes into it. */
const forged = {
  ...{ approved: `${plan}\n`, alone: "yes\n", commit: "0\n", "done.md": "Done\n" },
  ...{ "pull-request": "1\n", "merge-request": "1\n" },
};

async function approved(script: string, folder: string, environment: Readonly<Record<string, string>>) {
  const { code, text } = await runModule(script, ["approved", folder], environment);
  return { code, log: text, files: readdirSync(folder) };
}

function forgedFolder(isLink: boolean): string {
  const parent = temporaryFolder();
  const [folder, target] = [join(parent, "applied"), join(parent, isLink ? "elsewhere" : "applied")];
  mkdirSync(target);
  for (const [name, content] of Object.entries(forged)) writeFileSync(join(target, name), content);
  if (isLink) symlinkSync(target, folder);
  return folder;
}

describe.each([
  ["holds a folder of the name that the job writes to", false],
  ["holds a link of that name", true],
])("a commit that %s, with an approval in it", (_, isLink) => {
  it("is not approved by that on GitHub", async () => {
    const github = await startGitHub();
    github.main = commit;
    github.otherRuns.push({ id: 8, path: ".github/workflows/apply.yml" });
    const permissions = { actions: "read", contents: "read", "pull-requests": "read" } as const;
    const { code, log, files } = await approved("github.mjs", forgedFolder(isLink), {
      ...inJobOnGitHub(github),
      ...{ GITHUB_REF_NAME: "main", GITHUB_RUN_ATTEMPT: "1", GITHUB_SHA: commit },
      GITHUB_TOKEN: github.tokenFor(permissions),
    });
    expect({ code, files }, log).toEqual({ code: 0, files: ["commit"] });
  });

  it("is not approved by that on GitLab", async () => {
    const gitlab = await startGitLab();
    gitlab.main = commit;
    gitlab.jobs.push({ id: 78, name: "drift", pipeline: 6, isRunning: true });
    const { code, log, files } = await approved("gitlab.mjs", forgedFolder(isLink), {
      ...{ STACK: "production", ...onGitLab(gitlab) },
      ...{ CI_COMMIT_BRANCH: "main", CI_COMMIT_SHA: commit, CI_JOB_ID: "77", CI_JOB_NAME: "apply" },
    });
    expect({ code, files }, log).toEqual({ code: 0, files: ["commit"] });
  });
});

describe("the folder of a job is new and empty", () => {
  it("if the path does not exist yet", () => {
    const folder = join(temporaryFolder(), "below", "review");
    makeFolder(folder);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("if it holds files and folders", () => {
    const folder = join(temporaryFolder(), "review");
    mkdirSync(join(folder, "nested"), { recursive: true });
    writeFileSync(join(folder, "nested", "approved"), "yes\n");
    makeFolder(folder);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("if it is a link, whose target keeps its files", () => {
    const parent = temporaryFolder();
    const [folder, target] = [join(parent, "applied"), join(parent, "elsewhere")];
    mkdirSync(target);
    writeFileSync(join(target, "approved"), "yes\n");
    symlinkSync(target, folder);
    makeFolder(folder);
    expect([readdirSync(folder), readdirSync(target)]).toEqual([[], ["approved"]]);
  });
});
