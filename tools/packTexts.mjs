// @ts-check
// Before `npm pack`: the package carries the README and the licence of the whole project. A link to another file of the
// project would lead nowhere on a page of the package: it becomes an address of the repository that package.json names.
import { copyFile, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { repository } from "./repository.mjs";

const manifest = JSON.parse(await readFile(join(process.cwd(), "package.json"), "utf8"));
const files = `${manifest.repository.url.replace(/^git\+|\.git$/g, "")}/blob/main/`;
const readme = await readFile(join(repository, "README.md"), "utf8");
await writeFile(join(process.cwd(), "README.md"), readme.replace(/\]\((?!\w+:|#)(?:\.\/)?/g, `](${files}`));
await copyFile(join(repository, "LICENSE"), join(process.cwd(), "LICENSE"));
