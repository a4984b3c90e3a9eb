// @ts-check
import { findAct } from "../act.mjs";
import { findActionlint } from "../actionlint.mjs";
import { findBrowser } from "../browser.mjs";
import { findOnPath } from "../pulumi/program.mjs";
import { browserSuites, leftVariable } from "../suites.mjs";
import { findZizmor } from "../zizmor.mjs";

/**
 * Leaves out the test of the workflows where there is no linter, and says so.
 * @param {{ mayBuild: boolean }} options building it takes half a minute
 */
export async function lookForActionlint(options) {
  const actionlint = await findActionlint(options);
  if (actionlint.path !== undefined) return;
  process.env.OUTREACH_TEST_ACTIONLINT = "none";
  process.stdout.write(`The workflows are not linted: ${actionlint.reason}.\n`);
}

/** The suites in a browser, or none where there is no browser, which it says. */
export async function suitesOfBrowser() {
  const browser = await findBrowser();
  if (browser.path !== undefined) return browserSuites;
  process.stdout.write(`The tests in a browser are left out: ${browser.reason}.\n`);
  return [];
}

/** Leaves out the stories of what other programs make of the workflows, where these are not to be had, and says so. */
export async function lookForRunners() {
  /** @type {string[]} */
  const left = [];
  const act = await findAct();
  if (act.path === undefined) {
    left.push("stories/gitopsAct.test.ts");
    process.stdout.write(`The workflows are run by our own runner alone: ${act.reason}.\n`);
  }
  const [rsync] = await findOnPath("rsync", process.env);
  if (rsync === undefined) {
    left.push("stories/gitopsGitlabLocal.test.ts");
    process.stdout.write("The pipeline for GitLab is run by our own runner alone: gitlab-ci-local needs rsync.\n");
  }
  const zizmor = await findZizmor();
  if (zizmor.path === undefined) {
    left.push("stories/zizmor.test.ts");
    process.stdout.write(`The workflows are not checked for security: ${zizmor.reason}.\n`);
  }
  if (left.length > 0) process.env[leftVariable] = left.join();
}
