// @ts-check
// Before `npm pack`: the package carries the README and the licence of the whole project.
import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import { repository } from "./repository.mjs";

for (const text of ["README.md", "LICENSE"]) {
  await copyFile(join(repository, text), join(process.cwd(), text));
}
