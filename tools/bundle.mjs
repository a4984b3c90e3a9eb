// @ts-check
import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, stat, utimes, writeFile } from "node:fs/promises";
import { dirname, join, sep } from "node:path";
import { rolledUp } from "./declarations.mjs";
import { condensed } from "./notices.mjs";
import { repository, stateFolder } from "./repository.mjs";
import { StepError } from "./step.mjs";

/** The tool that rolls up a package's declarations. */
const rollingUp = ["declarations.mjs", "bundle.mjs"].map((name) => join(repository, "tools", name));

/** Packages that stay outside: the program's folder provides them, or they are loaded only on demand. */
const external = [/^node:/, /^@pulumi\//, "pg"];

/**
 * Bundles the entries of a package into its dist, together with the code that they use from packages that are not its
 * dependencies. Each run loads the package in two processes, and separate files with all of zod take three times as
 * long to load. If there are several entries, the command is bundled separately, so that a program that imports one
 * loads none of the command; so is an ES module beside a CommonJS one.
 * @param {string} folder of a package whose manifest exports `./dist/<entry>.js`, perhaps `./dist/<entry>.mjs`, and their
 * declarations, for each `src/<entry>.ts`, and whose command is `src/cli.ts`
 * @param {string} declarations folder with the declarations that the compiler has written
 * @returns {Promise<string[]>} paths of the created files
 */
export async function bundle(folder, declarations) {
  const manifest = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  const outside = [
    ...external,
    ...Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies }).map((name) => packageAndParts(name)),
  ];
  const files = [...new Set(namesIn(manifest.exports))];
  /** @param {RegExp} ending */
  const entries = (ending) => files.flatMap((file) => ending.exec(file)?.[1] ?? []);
  /** @param {readonly string[]} names */
  const sources = (names) => Object.fromEntries(names.map((name) => [name, join(folder, "src", `${name}.ts`)]));
  const common = { format: /** @type {const} */ ("cjs"), external: outside };
  const commands = manifest.bin ? ["cli"] : [];
  const modules = entries(/^\.\/dist\/(.+)\.js$/);
  // With a single entry, the command shares nearly all of its code.
  const isApart = modules.length > 1;
  const made = await Promise.all([
    bundled(sources([...modules, ...(isApart ? [] : commands)]), { ...common, isSplit: true }),
    isApart ? bundled(sources(commands), { ...common, isMinified: true, prefix: "command-" }) : [],
    ...entries(/^\.\/dist\/(.+)\.mjs$/).map((name) => bundled(sources([name]), { format: "es", external: outside })),
  ]);
  const licences = await licencesOf(made.flat().flatMap(({ packages }) => packages));
  const paths = await Promise.all(
    [...made.flat(), ...licences].map(async ({ name, text }) => {
      const path = join(folder, "dist", name);
      await writeChanged(path, text);
      return path;
    }),
  );
  const typed = files.flatMap((file) => /^\.\/(dist\/(.+)\.d\.m?ts)$/.exec(file)?.slice(1, 3) ?? []);
  for (let at = 0; at < typed.length; at += 2) {
    const path = join(folder, typed[at] ?? "");
    await rollUp(join(declarations, `${typed[at + 1]}.d.ts`), path);
    paths.push(path);
  }
  return paths;
}

/**
 * The strings in a manifest's value.
 * @param {unknown} value
 * @returns {string[]}
 */
function namesIn(value) {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(namesIn) : [];
}

/** @param {string} name */
function packageAndParts(name) {
  return new RegExp(`^${name.replaceAll(".", "\\.")}(/|$)`);
}

/**
 * Writes an entry's rolled-up declaration, unless it is newer than all of the compiler's output.
 * @param {string} declaration of the entry, as written by the compiler
 * @param {string} path
 */
async function rollUp(declaration, path) {
  const folder = dirname(declaration);
  const names = await readdir(folder, { recursive: true });
  const inputs = names.filter((name) => name.endsWith(".d.ts")).map((name) => join(folder, name));
  const times = await Promise.all([...inputs, ...rollingUp].map(async (file) => (await stat(file)).mtimeMs));
  const written = await stat(path).catch(() => undefined);
  if (written !== undefined && written.mtimeMs > Math.max(...times)) return;
  await writeChanged(path, await rolledUp(declaration));
  const now = new Date();
  await utimes(path, now, now);
}

/**
 * The licence texts that the bundles must include.
 * @param {readonly string[]} packages folders of packages, may contain duplicates
 */
async function licencesOf(packages) {
  return Promise.all(
    [...new Set(packages)].map(async (folder) => {
      const name = folder.slice(folder.lastIndexOf("node_modules") + "node_modules/".length).replaceAll(sep, "-");
      const all = await readdir(folder);
      const file = all.find((each) => /^licen[cs]e([.-]\w+)*$/i.test(each));
      if (file === undefined) return { name: `${name}.LICENSE.txt`, text: await statedLicence(folder) };
      // The licences of packages that are bundled in this package.
      const notices = all.filter((each) => /^third-party-notices(\.\w+)?$/i.test(each));
      const texts = await Promise.all([file, ...notices].map((each) => readFile(join(folder, each), "utf8")));
      return { name: `${name}.LICENSE.txt`, text: condensed(texts.join("\n")) };
    }),
  );
}

/**
 * The licence note for a package without a licence text.
 * @param {string} folder
 */
async function statedLicence(folder) {
  const { name, license, author } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  if (typeof license !== "string") throw new StepError(`bundling: ${folder} has no licence to pass on`);
  const by = typeof author === "string" ? author : (author?.name ?? `the authors of ${name}`);
  return `${name}, by ${by}. The package carries no licence text; its manifest names the licence ${license}.\n`;
}

/**
 * Bundles one source and all its imports into a module, for scripts that use the package's internals.
 * @param {string} source
 * @param {string} file
 */
export async function bundleOne(source, file) {
  const options = { format: /** @type {const} */ ("cjs"), external: [...external, "libsql", "undici"] };
  const [entry, ...others] = await bundled({ entry: source }, options);
  if (entry === undefined || others.length > 0) throw new StepError(`bundling: ${source} became several files`);
  await writeFile(file, entry.text);
}

/**
 * @param {Record<string, string>} input
 * @param {{ format: "cjs" | "es", external: (RegExp | string)[], isSplit?: boolean, isMinified?: boolean, prefix?: string }} options
 * `isSplit`: the entries share files. `isMinified`: for code that prints no stack traces. `prefix`: of the files for
 * lazy imports; without it and without shared files, lazy imports are in the same file, and evaluated late
 * @returns {Promise<{ name: string, text: string, packages: string[] }[]>} the code, and the folders of the packages in it
 */
async function bundled(input, { format, external: outside, isSplit = false, isMinified = false, prefix }) {
  // Not at the top: this file is loaded before the packages are installed.
  const [{ build }, { minify }] = await Promise.all([import("rolldown"), import("rolldown/utils")]);
  const sharedNames = new Map([
    [["shared", ...Object.keys(input).sort()].join("~"), "shared"],
    // The bundler's helpers for packages that are not ES modules, if several entries import one.
    ["rolldown-runtime", "shared-interop"],
  ]);
  const groups = [
    { name: "libraries", test: /[\\/]node_modules[\\/]/, priority: 1, entriesAware: true },
    { name: "shared", minShareCount: 2, entriesAware: true },
  ];
  const ending = format === "es" && !isSplit ? "mjs" : "js";
  const { output } = await build({
    input,
    platform: "node",
    external: outside,
    write: false,
    plugins: [rawTexts],
    output: {
      ...{
        format,
        strict: true,
        minify: isMinified && { compress: true, mangle: { keepNames: true } },
        entryFileNames: `[name].${ending}`,
      },
      chunkFileNames: ({ name }) => `${prefix ?? ""}${sharedNames.get(name) ?? name.replaceAll("~", "-")}.${ending}`,
      // One file for each group of entries and lazy imports that share code, so that each loads only what it needs.
      codeSplitting: isSplit ? { groups } : prefix !== undefined,
    },
    onLog: (_level, { message }) => {
      throw new StepError(`bundling: ${message}`);
    },
  });
  return Promise.all(
    output.map(async (file) => {
      const text = file.type === "chunk" ? file.code : String(file.source);
      const packages = file.type === "chunk" ? file.moduleIds.flatMap(packageOf) : [];
      const isOfOthers = file.fileName.startsWith("libraries");
      return { name: file.fileName, text: isOfOthers ? (await minify(file.fileName, text)).code : text, packages };
    }),
  );
}

/**
 * @param {string} file
 * @returns {string[]} the folder of its package, if that is an installed one
 */
function packageOf(file) {
  return /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(file)?.slice(0, 1) ?? [];
}

/** `import text from "./file?raw"` imports the file's content, as in the tests. */
const rawTexts = {
  name: "raw texts",
  /**
   * @param {string} source
   * @param {string} [importer]
   */
  resolveId(source, importer) {
    return source.endsWith("?raw") && importer ? join(dirname(importer), source) : undefined;
  },
  /** @param {string} id */
  async load(id) {
    if (!id.endsWith("?raw")) return undefined;
    const text = await readFile(id.slice(0, -"?raw".length), "utf8");
    return { code: `export default ${JSON.stringify(text)};`, moduleType: /** @type {const} */ ("js") };
  },
};

/**
 * Keeps a file if its content did not change, and otherwise replaces it atomically: running programs may be loading it.
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
