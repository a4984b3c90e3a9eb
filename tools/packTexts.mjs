// @ts-check
// Before `npm pack`: the package carries the README and the licence of the whole project. A link to another file of the
// project would lead nowhere on a page of the package: it becomes an address of the repository that package.json names.
import { copyFile, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { repository } from "./repository.mjs";

const manifest = JSON.parse(await readFile(join(process.cwd(), "package.json"), "utf8"));
const address = manifest.repository.url.replace(/^git\+|\.git$/g, "");
const raw = address.replace("https://github.com/", "https://raw.githubusercontent.com/");
const readme = await readFile(join(repository, "README.md"), "utf8");
const whole = readme.replace(/(!?)(\[[^\]]*\])\((?!\w+:|#)(?:\.\/)?/g, (_link, image, text) =>
  // The address of a file in the repository is that of a page about it, which shows no image.
  image === "" ? `${text}(${address}/blob/main/` : `!${text}(${raw}/main/`,
);
await writeFile(join(process.cwd(), "README.md"), whole);
await copyFile(join(repository, "LICENSE"), join(process.cwd(), "LICENSE"));
