// @ts-check
import { chmod, cp } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildProgram, usableGo } from "./go.mjs";
import { programFile } from "./program.mjs";
import { cliVersion } from "./versions.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));

/**
 * Two modules, because the language host is only available in a version whose requirements are much older than the
 * CLI's. It still runs programs for the CLI, but it cannot run policy packs.
 * @type {import("./go.mjs").GoProgram[]}
 */
const programs = [
  {
    name: "pulumi-language-nodejs",
    module: join(here, "language"),
    package: "github.com/pulumi/pulumi/sdk/v3/nodejs/cmd/pulumi-language-nodejs",
    linkerFlags: "-s -w",
  },
  {
    name: "pulumi",
    module: join(here, "cli"),
    package: "github.com/pulumi/pulumi/pkg/v3/cmd/pulumi",
    linkerFlags: `-s -w -X github.com/pulumi/pulumi/sdk/v3/go/common/version.Version=v${cliVersion}`,
  },
];

/**
 * Puts a CLI built with the user's Go into `folder`. Throws an Error with a readable sentence if that fails.
 * @param {string} folder
 * @param {{
 *   environment: import("./program.mjs").Environment,
 *   say: (text: string) => void,
 *   signal?: AbortSignal,
 * }} options
 */
export async function buildWithGo(folder, { environment, say, signal }) {
  const go = await usableGo(environment, signal);
  say(`building the Pulumi CLI ${cliVersion} with Go, once for this user: 2 to 5 minutes on two cores`);
  for (const program of programs) {
    await buildProgram(go, program, join(folder, programFile(program.name)), { environment, say, signal });
  }
  await cp(join(here, "dynamicHost"), folder, { recursive: true });
  await chmod(join(folder, "pulumi-resource-pulumi-nodejs"), 0o755);
}
