import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Clock } from "../clock";

/** Milliseconds after which no earlier release is expected to use the files again. */
const untouched = 14 * 24 * 3_600_000;

/** Removes the files by which earlier releases coordinated, once no such release has used them for two weeks. */
export function removeOldCache(cacheFolder: string, clock: Clock): void {
  const folder = join(cacheFolder, "limits");
  try {
    const names = ["", ...readdirSync(folder, { recursive: true, encoding: "utf8" })];
    const last = Math.max(...names.map((name) => statSync(join(folder, name)).mtimeMs));
    if (clock.wallTime() - last > untouched) rmSync(folder, { recursive: true, force: true });
  } catch {
    // Usually there are none, and files that cannot be removed do no harm.
  }
}
