// @ts-check
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { bundleOne } from "../../../tools/bundle.mjs";
import { repository, stateFolder } from "../../../tools/repository.mjs";

const provider = join(repository, "provider", "src");

/**
 * What these sources of the provider export, for measurements of its parts.
 * @param {...string} names paths below provider/src, without the extension
 */
export async function sources(...names) {
  // Below the repository, where the packages are found that the bundle leaves outside.
  const folder = mkdtempSync(join(stateFolder, "bench-"));
  try {
    const [entry, file] = [join(folder, "entry.ts"), join(folder, "entry.js")];
    writeFileSync(entry, names.map((name) => `export * from ${JSON.stringify(join(provider, name))};\n`).join(""));
    await bundleOne(entry, file);
    return createRequire(import.meta.url)(file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
