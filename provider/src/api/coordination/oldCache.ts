import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Clock } from "../clock";

const untouched = 14 * 24 * 3_600_000;

/** Files by which earlier releases coordinated: ignored, and removed when no such release has used them for long. */
export function removeOldCache(cacheFolder: string, clock: Clock): void {
  const folder = join(cacheFolder, "limits");
  try {
    const names = ["", ...readdirSync(folder, { recursive: true, encoding: "utf8" })];
    const last = Math.max(...names.map((name) => statSync(join(folder, name)).mtimeMs));
    if (clock.wallTime() - last > untouched) rmSync(folder, { recursive: true, force: true });
  } catch {
    // Mostly there is none; and what cannot be removed disturbs nobody.
  }
}
