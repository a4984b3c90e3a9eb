// @ts-check
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { runProgram, withPathFolders } from "../pulumi/program.mjs";
import { repository } from "../repository.mjs";
import { mustRun, StepError } from "../step.mjs";

export const stackName = "local";

/**
 * The full-cycle stack on a file backend, separate from the user's other Pulumi data.
 * @typedef {object} Stack
 * @property {import("../pulumi/findPulumi.mjs").PulumiCli} cli
 * @property {string} folder contains the backend, the stack's settings and Pulumi's home
 * @property {string} configFile
 */

/**
 * @param {import("../pulumi/findPulumi.mjs").PulumiCli} cli
 * @param {string} folder
 * @returns {Stack}
 */
export function describeStack(cli, folder) {
  return { cli, folder, configFile: join(folder, `Pulumi.${stackName}.yaml`) };
}

/**
 * The settings for using the stack by hand.
 * @param {Stack} stack
 * @returns {{ [name: string]: string }}
 */
export function stackEnvironment({ folder }) {
  return {
    PULUMI_BACKEND_URL: pathToFileURL(join(folder, "backend")).href,
    PULUMI_CONFIG_PASSPHRASE: "local",
    PULUMI_HOME: join(folder, "home"),
    PULUMI_SKIP_UPDATE_CHECK: "true",
    PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
  };
}

/**
 * Creates the stack if it is missing.
 * @param {Stack} stack
 */
export async function makeStack(stack) {
  if (existsSync(stack.configFile)) return;
  await mkdir(join(stack.folder, "backend"), { recursive: true });
  const project = await readFile(join(repository, "Pulumi.yaml"), "utf8");
  const name = /^name:\s*(\S+)/m.exec(project)?.[1];
  if (!name) throw new StepError("The root Pulumi.yaml names no project.");
  // `stack init` writes the stack's settings beside the project file: beside this one, so that the checkout stays clean.
  await writeFile(join(stack.folder, "Pulumi.yaml"), `name: ${name}\nruntime: nodejs\n`);
  const { code, output, errorOutput } = await runProgram(
    stack.cli.path,
    ["stack", "init", stackName, "--non-interactive"],
    {
      folder: stack.folder,
      environment: environmentFor(stack, {}),
    },
  );
  if (code !== 0 && !errorOutput.includes("already exists")) {
    throw new StepError(`pulumi stack init failed:\n${output}${errorOutput}`.trimEnd());
  }
}

/**
 * Runs `pulumi up`, `preview` or `destroy` in the foreground. A request to stop lets Pulumi finish its current
 * operations.
 * @param {Stack} stack
 * @param {readonly string[]} given
 * @param {{ [name: string]: string }} settings of the provider
 * @returns {Promise<number>} its exit code
 */
export async function runStack(stack, given, settings) {
  const child = spawn(stack.cli.path, [...given, "--stack", stackName, "--config-file", stack.configFile], {
    cwd: repository,
    env: environmentFor(stack, settings),
    stdio: [process.stdin.isTTY ? "inherit" : "ignore", "inherit", "inherit"],
  });
  // Ctrl-C in a terminal reaches Pulumi directly.
  const ignore = () => {};
  const interrupt = () => {
    child.kill("SIGINT");
  };
  process.on("SIGINT", ignore);
  process.on("SIGTERM", interrupt);
  process.on("SIGHUP", interrupt);
  try {
    return await new Promise((resolve, reject) => {
      child.once("error", (error) => reject(new StepError(`pulumi could not be started: ${error.message}`)));
      child.once("exit", (code) => resolve(code ?? 1));
    });
  } finally {
    process.off("SIGINT", ignore);
    process.off("SIGTERM", interrupt);
    process.off("SIGHUP", interrupt);
  }
}

/**
 * True if the latest `up` found everything as declared.
 * @param {Stack} stack
 */
export async function changedNothing(stack) {
  const text = await mustRun(
    "pulumi stack history",
    stack.cli.path,
    ["stack", "history", "--stack", stackName, "--json", "--page-size", "1"],
    { folder: stack.folder, environment: environmentFor(stack, {}) },
  );
  /** @type {{ resourceChanges?: { [operation: string]: number } }[]} */
  const [latest] = JSON.parse(text);
  return Object.entries(latest?.resourceChanges ?? {}).every(([operation, n]) => operation === "same" || n === 0);
}

/**
 * Settings for other stacks and accounts in the user's environment are removed.
 * @param {Stack} stack
 * @param {{ [name: string]: string }} settings
 */
function environmentFor(stack, settings) {
  const inherited = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(OUTREACH|PULUMI)_/i.test(name) || name === "OUTREACH_CACHE_FOLDER",
    ),
  );
  // The CLI's folder first, for its language host; then the Node.js that the packages were installed with.
  return {
    ...withPathFolders(inherited, [stack.cli.folder, dirname(process.execPath)]),
    NO_PROXY: [process.env.NO_PROXY ?? process.env.no_proxy, "127.0.0.1"].filter(Boolean).join(","),
    ...stackEnvironment(stack),
    ...settings,
  };
}
