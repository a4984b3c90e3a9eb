// @ts-check
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { npmCommand } from "../npm.mjs";
import { runProgram } from "../pulumi/program.mjs";
import { mustRun, StepError } from "../step.mjs";

/**
 * Publishes the packed packages in a folder. Packages that the registry already has are skipped, so that a release that
 * failed half way can be repeated.
 * @param {string} folder
 * @param {{
 *   environment: import("../pulumi/program.mjs").Environment,
 *   provenance?: boolean,
 *   say: (text: string) => void,
 * }} options the environment may contain the registry's token, `NODE_AUTH_TOKEN`
 */
export async function publishAll(folder, { environment, provenance = true, say }) {
  const archives = (await readdir(folder)).filter((file) => file.endsWith(".tgz")).sort();
  if (archives.length === 0) throw new StepError(`There is no packed package in ${folder}.`);
  const settings = await mkdtemp(join(tmpdir(), "outreach-release-"));
  try {
    const withToken = await tokenFor(settings, environment);
    for (const archive of archives) {
      const path = join(folder, archive);
      const { name, version } = await manifestOf(path, environment);
      if (await isPublished(name, version, withToken)) {
        say(`${name} ${version} is published already`);
        continue;
      }
      const given = ["publish", path, "--access", "public", ...(provenance ? ["--provenance"] : [])];
      await npm(given, withToken);
      say(`${name} ${version} is published`);
    }
  } finally {
    await rm(settings, { recursive: true, force: true });
  }
}

/**
 * npm accepts a token only for a registry's address. The file names the variable, and npm reads its value: the token is
 * in no file and on no command line.
 * @param {string} folder
 * @param {import("../pulumi/program.mjs").Environment} environment
 */
async function tokenFor(folder, environment) {
  if (!environment.NODE_AUTH_TOKEN) return environment;
  const registry = new URL((await npm(["config", "get", "registry"], environment)).trim());
  const file = join(folder, "npmrc");
  const path = registry.pathname.endsWith("/") ? registry.pathname : `${registry.pathname}/`;
  await writeFile(file, `//${registry.host}${path}:_authToken=\${NODE_AUTH_TOKEN}\n`);
  return { ...environment, NPM_CONFIG_USERCONFIG: file, npm_config_userconfig: file };
}

/**
 * @param {string} archive
 * @param {import("../pulumi/program.mjs").Environment} environment
 * @returns {Promise<{ name: string, version: string }>}
 */
async function manifestOf(archive, environment) {
  const text = await mustRun("tar", "tar", ["-xzOf", archive, "package/package.json"], { environment });
  const { name, version } = JSON.parse(text);
  return { name, version };
}

/**
 * @param {string} name
 * @param {string} version
 * @param {import("../pulumi/program.mjs").Environment} environment
 */
async function isPublished(name, version, environment) {
  const { path, programArguments } = npmCommand(["view", `${name}@${version}`, "version", "--json"]);
  const { code, output, errorOutput } = await runProgram(path, programArguments, { environment });
  if (code === 0) return output.trim() === JSON.stringify(version);
  // A package that has never been published.
  if (`${output}${errorOutput}`.includes("E404")) return false;
  throw new StepError(`npm view ${name}@${version} failed:\n${errorOutput}`.trimEnd());
}

/**
 * @param {readonly string[]} given
 * @param {import("../pulumi/program.mjs").Environment} environment
 */
async function npm(given, environment) {
  const { path, programArguments } = npmCommand(given);
  return await mustRun(`npm ${given[0]}`, path, programArguments, { environment });
}
