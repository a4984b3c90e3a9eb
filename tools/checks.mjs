// @ts-check
import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { stopwatch } from "./pulumi/duration.mjs";
import { runProgram } from "./pulumi/program.mjs";
import { repository } from "./repository.mjs";

const typescript = join(repository, "node_modules", "typescript", "bin", "tsc");
const biome = join(repository, "node_modules", "@biomejs", "biome", "bin", "biome");

/**
 * Lint, format and the types of what `tsc --build` does not compile.
 * @returns {Promise<number>} how many of them failed
 */
export async function runChecks() {
  const checks = [{ name: "lint", programArguments: [biome, "check", "--error-on-warnings", "."] }];
  const examples = (await readdir(join(repository, "examples"))).map((name) => `examples/${name}`);
  for (const folder of ["tools", "test", "sandbox/page", ...examples]) {
    if (!existsSync(join(repository, folder, "tsconfig.json"))) continue;
    checks.push({ name: `types of ${folder}/`, programArguments: [typescript, "--noEmit", "-p", folder] });
  }
  let failed = 0;
  for (const { name, programArguments } of checks) {
    const taken = stopwatch();
    const { code, output, errorOutput } = await runProgram(process.execPath, programArguments, { folder: repository });
    process.stdout.write(code === 0 ? `${name}: fine (${taken()})\n` : `${output}${errorOutput}\n${name}: failed\n`);
    if (code !== 0) failed += 1;
  }
  return failed;
}
