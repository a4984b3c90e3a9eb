// @ts-check
import { findAct } from "../act.mjs";
import { findActionlint } from "../actionlint.mjs";
import { findBrowser } from "../browser.mjs";
import { findOnPath } from "../pulumi/program.mjs";
import { browserSuites, leftVariable } from "../suites.mjs";
import { findZizmor } from "../zizmor.mjs";

/**
 * Skips the workflow test if there is no linter, and says so.
 * @param {{ mayBuild: boolean }} options building it takes half a minute
 */
export async function lookForActionlint(options) {
  const actionlint = await findActionlint(options);
  if (actionlint.path !== undefined) return;
  process.env.OUTREACH_TEST_ACTIONLINT = "none";
  process.stdout.write(`The workflows are not linted: ${actionlint.reason}.\n`);
}

/** The browser suites, or none if there is no browser, and says so. */
export async function suitesOfBrowser() {
  const browser = await findBrowser();
  if (browser.path !== undefined) return browserSuites;
  process.stdout.write(`The tests in a browser are skipped: ${browser.reason}.\n`);
  return [];
}

/** Skips the stories in which other programs run the workflows, if these programs are not available, and says so. */
export async function lookForRunners() {
  /** @type {string[]} */
  const left = [];
  const act = await findAct();
  if (act.path === undefined) {
    left.push("stories/gitopsAct.test.ts");
    process.stdout.write(`The workflows are run only by our own runner: ${act.reason}.\n`);
  }
  const [rsync] = await findOnPath("rsync", process.env);
  if (rsync === undefined) {
    left.push("stories/gitopsGitlabLocal.test.ts");
    process.stdout.write("The pipeline for GitLab is run only by our own runner: gitlab-ci-local needs rsync.\n");
  }
  const zizmor = await findZizmor();
  if (zizmor.path === undefined) {
    left.push("stories/zizmor.test.ts");
    process.stdout.write(`The workflows are not checked for security: ${zizmor.reason}.\n`);
  }
  if (left.length > 0) process.env[leftVariable] = left.join();
}
