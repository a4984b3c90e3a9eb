// @ts-check
// Before `npm pack`: copies the project's README and licence into the package, and, if its manifest lists them, the
// guides and llms.txt. A link to a file outside the package would be broken: it becomes an address in the repository
// from package.json.
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join, posix } from "node:path";
import { repository } from "./repository.mjs";

const folder = process.cwd();
const manifest = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
const address = manifest.repository.url.replace(/^git\+|\.git$/g, "");
const raw = address.replace("https://github.com/", "https://raw.githubusercontent.com/");
const own = `${manifest.repository.directory}/`;

/** The files to copy, by path in the repository, with slashes. Without images, which would be most of the package. */
const copied = new Set(["README.md", "LICENSE"]);
if (manifest.files.includes("llms.txt")) copied.add("llms.txt");
if (manifest.files.includes("docs")) {
  await rm(join(folder, "docs"), { recursive: true, force: true });
  const names = await readdir(join(repository, "docs"), { recursive: true });
  for (const name of names.map((each) => each.replaceAll("\\", "/"))) {
    if (/\.(md|json)$/.test(name)) copied.add(`docs/${name}`);
  }
}

for (const path of copied) {
  const target = join(folder, path);
  await mkdir(dirname(target), { recursive: true });
  if (path === "LICENSE") await copyFile(join(repository, path), target);
  else await writeFile(target, packedText(await readFile(join(repository, path), "utf8"), path));
}

/**
 * @param {string} text
 * @param {string} path of the file in the repository
 */
function packedText(text, path) {
  // Only programs read the schemas: without indentation, a schema takes half the space.
  return path.endsWith(".json") ? JSON.stringify(JSON.parse(text)) : withLinks(text, path);
}

/**
 * @param {string} text
 * @param {string} path of the file in the repository
 */
function withLinks(text, path) {
  return text.replace(/(!?)(\[[^\]]*\])\((?!\w+:|#)([^)#\s]+)/g, (_link, image, name, to) => {
    const from = posix.join(posix.dirname(path), to);
    const inside = insideOf(path, from);
    if (inside !== undefined) return `${image}${name}(${inside}`;
    // A file's address in the repository leads to a page about it, which does not work as an image.
    return image === "" ? `${name}(${address}/blob/main/${from}` : `!${name}(${raw}/main/${from}`;
  });
}

/**
 * The link to a file of the repository in the package; undefined if it is missing. The README is also shown on the
 * package's page, where links must be absolute.
 * @param {string} path
 * @param {string} to
 */
function insideOf(path, to) {
  if (path === "README.md") return undefined;
  const isPacked =
    copied.has(to) || manifest.files.some((/** @type {string} */ name) => to.startsWith(`${own}${name}/`));
  if (!isPacked) return undefined;
  return posix.relative(posix.dirname(path), to.startsWith(own) ? to.slice(own.length) : to);
}
