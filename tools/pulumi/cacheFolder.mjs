// @ts-check
import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";

/**
 * The cache for slow downloads and builds, shared by all of the user's checkouts.
 * @param {import("./program.mjs").Environment} environment
 * @param {NodeJS.Platform} [platform]
 */
export function cacheFolder(environment, platform = process.platform) {
  return join(usersCache(environment, platform), "pulumi-outreach");
}

/**
 * @param {import("./program.mjs").Environment} environment
 * @param {NodeJS.Platform} platform
 */
function usersCache(environment, platform) {
  const chosen = environment.XDG_CACHE_HOME;
  if (chosen && isAbsolute(chosen)) return chosen;
  const home = environment.HOME || homedir();
  if (platform === "win32") return environment.LOCALAPPDATA || join(home, "AppData", "Local");
  if (platform === "darwin") return join(home, "Library", "Caches");
  return join(home, ".cache");
}
