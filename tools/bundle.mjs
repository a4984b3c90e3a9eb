// @ts-check
import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join, sep } from "node:path";
import { stateFolder } from "./repository.mjs";
import { StepError } from "./step.mjs";

/** Packages that stay outside: the program's folder provides them, or they load only when they are needed. */
const external = [/^node:/, /^@pulumi\//, "libsql", "pg", "undici"];

/**
 * Bundles the entries of a package into its dist, together with what they use of packages that are no dependencies of it.
 * Each run loads the package in two processes, and separate files with all of zod take three times as long to load. The
 * command, if there is one, is bundled apart, so that a program that imports the package loads nothing of it.
 * @param {string} folder of a package whose manifest exports `./dist/<entry>.js` for each `src/<entry>.ts`, and whose
 * command is `src/cli.ts`
 * @returns {Promise<string[]>} paths of the files that were made
 */
export async function bundle(folder) {
  const { exports, bin } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  const entries = Object.values(exports).flatMap((entry) => /^\.\/dist\/(.+)\.js$/.exec(entry.default)?.[1] ?? []);
  /** @param {readonly string[]} names */
  const sources = (names) => Object.fromEntries(names.map((name) => [name, join(folder, "src", `${name}.ts`)]));
  const files = await Promise.all([bundled(sources(entries), true), bin ? bundled(sources(["cli"]), false) : []]);
  const licences = await licencesOf(files.flat().flatMap(({ packages }) => packages));
  return Promise.all(
    [...files.flat(), ...licences].map(async ({ name, text }) => {
      const path = join(folder, "dist", name);
      await writeChanged(path, text);
      return path;
    }),
  );
}

/**
 * The licence texts that the bundles must carry along.
 * @param {readonly string[]} packages folders of packages, also repeated
 */
async function licencesOf(packages) {
  return Promise.all(
    [...new Set(packages)].map(async (folder) => {
      const name = folder.slice(folder.lastIndexOf("node_modules") + "node_modules/".length).replaceAll(sep, "-");
      const all = await readdir(folder);
      const file = all.find((each) => /^licen[cs]e(\.\w+)?$/i.test(each));
      if (file === undefined) throw new StepError(`bundling: ${folder} has no licence text to pass on`);
      // Of what the package was itself bundled from.
      const notices = all.filter((each) => /^third-party-notices(\.\w+)?$/i.test(each));
      const texts = await Promise.all([file, ...notices].map((each) => readFile(join(folder, each), "utf8")));
      return { name: `${name}.LICENSE.txt`, text: texts.join("\n") };
    }),
  );
}

/**
 * Bundles one source with all that it imports into a module, for scripts that look inside the package.
 * @param {string} source
 * @param {string} file
 */
export async function bundleOne(source, file) {
  for (const { name, text } of await bundled({ entry: source }, true)) {
    if (name === "entry.js") await writeFile(file, text);
  }
}

/**
 * @param {Record<string, string>} input
 * @param {boolean} isSplit whether the entries share a file; otherwise what is imported late is in the file as well, and
 * evaluated late, and there is no source map: the command prints no stacks
 * @returns {Promise<{ name: string, text: string, packages: string[] }[]>} the code, its source maps, and the folders of
 * the packages in it
 */
async function bundled(input, isSplit) {
  // Not at the top: this file is loaded before the packages are installed.
  const { build } = await import("rolldown");
  const sharedByAll = ["shared", ...Object.keys(input).sort()].join("~");
  const { output } = await build({
    input,
    platform: "node",
    external,
    write: false,
    output: {
      ...{ format: "cjs", strict: true, sourcemap: isSplit },
      chunkFileNames: ({ name }) => `${name === sharedByAll ? "shared" : name.replaceAll("~", "-")}.js`,
      // A file for each group of entries and late imports that share something, so that each loads what it needs alone.
      codeSplitting: isSplit && { groups: [{ name: "shared", minShareCount: 2, entriesAware: true }] },
    },
    onLog: (_level, { message }) => {
      throw new StepError(`bundling: ${message}`);
    },
  });
  return output.map((file) => ({
    name: file.fileName,
    text: file.type === "chunk" ? file.code : String(file.source),
    packages: file.type === "chunk" ? file.moduleIds.flatMap(packageOf) : [],
  }));
}

/**
 * @param {string} file
 * @returns {string[]} the folder of the package that it belongs to, if it is an installed one
 */
function packageOf(file) {
  return /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(file)?.slice(0, 1) ?? [];
}

/**
 * Leaves a file as it is if its text did not change, and replaces it as a whole: running programs may be loading it.
 * @param {string} path
 * @param {string} text
 */
async function writeChanged(path, text) {
  const old = await readFile(path, "utf8").catch(() => undefined);
  if (old === text) return;
  const unfinished = join(stateFolder, "bundling", randomUUID());
  for (const folder of [dirname(path), dirname(unfinished)]) await mkdir(folder, { recursive: true });
  await writeFile(unfinished, text);
  await rename(unfinished, path);
}
