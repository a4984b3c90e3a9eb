// @ts-check
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { bundleOne } from "../../../tools/bundle.mjs";
import { repository, stateFolder } from "../../../tools/repository.mjs";

const provider = join(repository, "provider", "src");

/**
 * The exports of these provider sources, to measure its parts.
 * @param {...string} names paths below provider/src, without the extension
 */
export async function sources(...names) {
  // In the repository, where the packages that are not bundled can be resolved.
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
