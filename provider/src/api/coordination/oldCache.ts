import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Clock } from "../clock";

/** Files not used for this many milliseconds are assumed to be abandoned. */
const abandonedAfter = 14 * 24 * 3_600_000;

/** Removes the coordination files of earlier releases once they have not been used for two weeks. */
export function removeOldCache(cacheFolder: string, clock: Clock): void {
  const folder = join(cacheFolder, "limits");
  try {
    const names = ["", ...readdirSync(folder, { recursive: true, encoding: "utf8" })];
    const last = Math.max(...names.map((name) => statSync(join(folder, name)).mtimeMs));
    if (clock.wallTime() - last > abandonedAfter) rmSync(folder, { recursive: true, force: true });
  } catch {
    // Usually there are none. Files that cannot be removed do no harm.
  }
}
