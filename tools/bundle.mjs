// @ts-check
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { repository } from "./repository.mjs";
import { StepError } from "./step.mjs";

/** Packages that stay outside: the program's folder provides them, or they load only when they are needed. */
const external = [/^node:/, /^@pulumi\//, "libsql", "pg", "undici"];

/**
 * Bundles the entries of a package into its dist, together with the parts of zod that they use. Each run loads the
 * package in two processes, and separate files with all of zod take three times as long to load.
 * @param {string} folder of a package whose manifest exports `./dist/<entry>.js` for each `src/<entry>.ts`
 * @returns {Promise<string[]>} paths of the files that were made
 */
export async function bundle(folder) {
  const { exports } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  const entries = Object.values(exports).flatMap((entry) => /^\.\/dist\/(.+)\.js$/.exec(entry.default)?.[1] ?? []);
  const sources = Object.fromEntries(entries.map((entry) => [entry, join(folder, "src", `${entry}.ts`)]));
  const licence = {
    name: "zod.LICENSE.txt",
    text: await readFile(join(repository, "node_modules/zod/LICENSE"), "utf8"),
  };
  return Promise.all(
    [...(await bundled(sources)), licence].map(async ({ name, text }) => {
      const path = join(folder, "dist", name);
      await writeChanged(path, text);
      return path;
    }),
  );
}

/**
 * Bundles one source with all that it imports into a module, for scripts that look inside the package.
 * @param {string} source
 * @param {string} file
 */
export async function bundleOne(source, file) {
  for (const { name, text } of await bundled({ entry: source })) {
    if (name === "entry.js") await writeChanged(file, text);
  }
}

/**
 * @param {Record<string, string>} input
 * @returns {Promise<{ name: string, text: string }[]>} the code and its source maps
 */
async function bundled(input) {
  // Not at the top: this file is loaded before the packages are installed.
  const { build } = await import("rolldown");
  const { output } = await build({
    input,
    platform: "node",
    external,
    write: false,
    output: {
      ...{ format: "cjs", strict: true, sourcemap: true, chunkFileNames: "[name].js" },
      codeSplitting: { groups: [{ name: "shared", minShareCount: 2 }] },
    },
    onLog: (_level, { message }) => {
      throw new StepError(`bundling: ${message}`);
    },
  });
  return output.map((file) => ({
    name: file.fileName,
    text: file.type === "chunk" ? file.code : String(file.source),
  }));
}

/**
 * Leaves a file as it is if its text did not change, because running programs may be loading it.
 * @param {string} path
 * @param {string} text
 */
async function writeChanged(path, text) {
  const old = await readFile(path, "utf8").catch(() => undefined);
  if (old === text) return;
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}
