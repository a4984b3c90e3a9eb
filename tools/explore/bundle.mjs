// @ts-check
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { repository } from "../repository.mjs";
import { StepError } from "../step.mjs";

/**
 * One place in the provider's source, and its replacement.
 * @typedef {{ readonly file: string, readonly text: string, readonly without: string }} Cut
 */

const source = join(repository, "provider", "src");
const entry = join(repository, "test", "explore", "bundled.ts");
/** Packages that the bundles resolve from here, like the repository. */
const folder = join(repository, "node_modules", ".cache", "explore");

/**
 * Bundles the explorer with the code that it explores, and returns the path. With cuts, a protection is removed from
 * the code: each text must be in its file exactly once, so that no cut outlives its code.
 * @param {string} name of the bundle
 * @param {readonly Cut[]} [cuts]
 * @returns {Promise<string>}
 */
export async function bundleExplorer(name, cuts = []) {
  const { build } = await import("rolldown");
  const left = new Set(cuts);
  const { output } = await build({
    input: entry,
    platform: "node",
    external: [/^node:/, /^@pulumi\//, "libsql", "pg", "undici"],
    // For the parts that are CommonJS in the package.
    transform: { define: { __filename: "import.meta.filename" } },
    write: false,
    output: { format: "esm", codeSplitting: false },
    plugins: [
      {
        name: "cut",
        /**
         * @param {string} code
         * @param {string} id
         */
        transform(code, id) {
          const here = cuts.filter(({ file }) => id === join(source, file));
          for (const cut of here) left.delete(cut);
          return here.length === 0 ? undefined : here.reduce(without, code);
        },
      },
    ],
    onLog: (level, { message }) => {
      if (level === "warn") throw new StepError(`bundling the explorer: ${message}`);
    },
  });
  for (const { file } of left) throw new StepError(`bundling the explorer: nothing loads ${file}`);
  await mkdir(folder, { recursive: true });
  const file = join(folder, `${name.replaceAll(/\W+/g, "-")}-${process.pid}.mjs`);
  await writeFile(file, output[0].code);
  return file;
}

/**
 * @param {string} code
 * @param {Cut} cut
 * @returns {string}
 */
export function without(code, { file, text, without }) {
  const parts = code.split(text);
  if (parts.length !== 2) {
    throw new StepError(
      `${file} contains ${JSON.stringify(text)} ${parts.length - 1} times, and must contain it once.`,
    );
  }
  return parts.join(without);
}

/**
 * @param {string} file
 * @returns {Promise<import("./jobs.mjs").Bundle>}
 */
export async function loadBundle(file) {
  return await import(pathToFileURL(file).href);
}
