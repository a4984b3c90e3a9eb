// @ts-check
import { compileAll } from "./compile.mjs";
import { isInstalled } from "./installed.mjs";
import { npmCommand } from "./npm.mjs";
import { findPulumi } from "./pulumi/findPulumi.mjs";
import { repository } from "./repository.mjs";
import { mustRun, step } from "./step.mjs";

/** @typedef {import("./pulumi/findPulumi.mjs").PulumiCli} PulumiCli */

const origins = {
  path: "found on the PATH",
  cache: "cached",
  release: "from its release archive",
  go: "built with Go",
};

/** Installs missing packages and compiles changed sources. */
export async function prepareWorkspace() {
  await step((what) => what, install);
  await step(
    () => "compiled",
    () => compileAll(),
  );
}

/**
 * Prepares the workspace and, meanwhile, finds or installs the Pulumi CLI.
 * @returns {Promise<PulumiCli>}
 */
export async function prepare() {
  const stop = new AbortController();
  const [workspace, cli] = await Promise.allSettled([
    prepareWorkspace().catch((error) => {
      stop.abort();
      throw error;
    }),
    step(
      (found) => `Pulumi CLI ${found.version}, ${origins[found.how]}`,
      () => findPulumi({ signal: stop.signal }),
    ),
  ]);
  if (workspace.status === "rejected") throw workspace.reason;
  if (cli.status === "rejected") throw cli.reason;
  return cli.value;
}

async function install() {
  if (await isInstalled(repository)) return "packages are installed";
  process.stdout.write("installing packages …\n");
  const { path, programArguments } = npmCommand(["ci", "--include=dev", "--no-audit", "--no-fund"]);
  await mustRun("npm ci", path, programArguments, { folder: repository });
  return "packages installed";
}
