// @ts-check
import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { compiler } from "./compile.mjs";
import { stopwatch } from "./pulumi/duration.mjs";
import { runProgram } from "./pulumi/program.mjs";
import { repository } from "./repository.mjs";

const biome = join(repository, "node_modules", "@biomejs", "biome", "bin", "biome");

/**
 * Lint, format and type checks for everything that `tsc --build` does not compile.
 * @returns {Promise<number>} how many of them failed
 */
export async function runChecks() {
  const examples = (await readdir(join(repository, "examples"))).map((name) => `examples/${name}`);
  // The longest one first.
  const folders = ["test", "tools", "sandbox/page", ...examples].filter((folder) =>
    existsSync(join(repository, folder, "tsconfig.json")),
  );
  const checks = [
    ...folders.map((folder) => ({
      name: `types of ${folder}/`,
      programArguments: [compiler, "--noEmit", "-p", folder],
    })),
    { name: "lint", programArguments: [biome, "check", "--error-on-warnings", "."] },
  ];
  let failed = 0;
  // Each of them uses about one core.
  const next = async () => {
    for (let check = checks.shift(); check !== undefined; check = checks.shift()) {
      if (!(await passes(check))) failed += 1;
    }
  };
  await Promise.all([next(), next()]);
  return failed;
}

/**
 * Runs a check and prints the result.
 * @param {{ name: string, programArguments: string[] }} check
 */
async function passes({ name, programArguments }) {
  const taken = stopwatch();
  const { code, output, errorOutput } = await runProgram(process.execPath, programArguments, { folder: repository });
  process.stdout.write(code === 0 ? `${name}: fine (${taken()})\n` : `${output}${errorOutput}\n${name}: failed\n`);
  return code === 0;
}
