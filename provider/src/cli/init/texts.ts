/// <reference path="./rawText.d.ts" />
import ignored from "../../../../examples/full-cycle/.gitignore?raw";
import program from "../../../../examples/full-cycle/index.ts?raw";
import project from "../../../../examples/full-cycle/Pulumi.yaml?raw";
import manifest from "../../../../examples/full-cycle/package.json?raw";
import compiler from "../../../../examples/full-cycle/tsconfig.json?raw";
import applyWorkflow from "../../../../examples/gitops/.github/workflows/apply.yml?raw";
import approvalWorkflow from "../../../../examples/gitops/.github/workflows/approval.yml?raw";
import driftWorkflow from "../../../../examples/gitops/.github/workflows/drift.yml?raw";
import reviewWorkflow from "../../../../examples/gitops/.github/workflows/review.yml?raw";
import verifyWorkflow from "../../../../examples/gitops/.github/workflows/verify.yml?raw";
import ignoredOfWorkflows from "../../../../examples/gitops/.gitignore?raw";
import gitlabPipeline from "../../../../examples/gitops/.gitlab-ci.yml?raw";
import reviewDemands from "../../../../examples/gitops/outreach.review.yaml?raw";
import applyScript from "../../../../examples/gitops/scripts/apply.sh?raw";
import approval from "../../../../examples/gitops/scripts/approval.mjs?raw";
import commonScript from "../../../../examples/gitops/scripts/common.sh?raw";
import driftScript from "../../../../examples/gitops/scripts/drift.sh?raw";
import forge from "../../../../examples/gitops/scripts/forge.mjs?raw";
import github from "../../../../examples/gitops/scripts/github.mjs?raw";
import githubApprovals from "../../../../examples/gitops/scripts/githubApprovals.mjs?raw";
import githubService from "../../../../examples/gitops/scripts/githubService.mjs?raw";
import gitlab from "../../../../examples/gitops/scripts/gitlab.mjs?raw";
import gitlabApprovals from "../../../../examples/gitops/scripts/gitlabApprovals.mjs?raw";
import gitlabService from "../../../../examples/gitops/scripts/gitlabService.mjs?raw";
import installPulumi from "../../../../examples/gitops/scripts/installPulumi.mjs?raw";
import interrupted from "../../../../examples/gitops/scripts/interrupted.mjs?raw";
import leftBehind from "../../../../examples/gitops/scripts/leftBehind.mjs?raw";
import opinions from "../../../../examples/gitops/scripts/opinions.mjs?raw";
import reason from "../../../../examples/gitops/scripts/reason.mjs?raw";
import reviewScript from "../../../../examples/gitops/scripts/review.sh?raw";
import usedApprovals from "../../../../examples/gitops/scripts/usedApprovals.mjs?raw";
import verifyScript from "../../../../examples/gitops/scripts/verify.sh?raw";
import local from "./local.mjs?raw";

/** The platform that runs a project's workflows. */
export type Forge = "github" | "gitlab";

/** The files of the example that a new project starts from. */
export const start = { ignored, program, manifest, project, compiler } as const;

/** The script that runs Pulumi against the local service. */
export const localScript = local;

/** Lines of .gitignore for files that workflows leave behind. */
export const ignoredByWorkflows = ignoredOfWorkflows;

const both = [
  ["outreach.review.yaml", reviewDemands],
  ["scripts/apply.sh", applyScript],
  ["scripts/approval.mjs", approval],
  ["scripts/common.sh", commonScript],
  ["scripts/drift.sh", driftScript],
  ["scripts/forge.mjs", forge],
  ["scripts/installPulumi.mjs", installPulumi],
  ["scripts/interrupted.mjs", interrupted],
  ["scripts/leftBehind.mjs", leftBehind],
  ["scripts/opinions.mjs", opinions],
  ["scripts/reason.mjs", reason],
  ["scripts/review.sh", reviewScript],
  ["scripts/usedApprovals.mjs", usedApprovals],
  ["scripts/verify.sh", verifyScript],
] as const;

/** The example's workflows for a forge and the scripts they run, by path. */
export const workflowFiles: Readonly<Record<Forge, ReadonlyMap<string, string>>> = {
  github: new Map([
    [".github/workflows/apply.yml", applyWorkflow],
    [".github/workflows/approval.yml", approvalWorkflow],
    [".github/workflows/drift.yml", driftWorkflow],
    [".github/workflows/review.yml", reviewWorkflow],
    [".github/workflows/verify.yml", verifyWorkflow],
    ["scripts/github.mjs", github],
    ["scripts/githubApprovals.mjs", githubApprovals],
    ["scripts/githubService.mjs", githubService],
    ...both,
  ]),
  gitlab: new Map([
    [".gitlab-ci.yml", gitlabPipeline],
    ["scripts/gitlab.mjs", gitlab],
    ["scripts/gitlabApprovals.mjs", gitlabApprovals],
    ["scripts/gitlabService.mjs", gitlabService],
    ...both,
  ]),
};
