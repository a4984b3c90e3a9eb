// @ts-check

/** The CLI that is downloaded or built. `cli/go.mod` requires the same version; a test holds the two together. */
export const cliVersion = "3.259.0";

/** The oldest CLI with which the provider was tested. */
export const oldestUsable = "3.250.0";

/** The oldest Go that the CLI's modules accept, from `cli/go.mod`. */
export const oldestGo = "1.25.11";

/**
 * True if `version` (`v3.259.0`, `3.260.0-alpha.1`) is `oldest` or newer within the same major version: another
 * major version may be another program altogether.
 * @param {string} version
 * @param {string} oldest
 */
export function isRecentEnough(version, oldest) {
  const [major, minor, patch] = numbers(version);
  const [oldestMajor, oldestMinor, oldestPatch] = numbers(oldest);
  if (major !== oldestMajor) return false;
  return minor > oldestMinor || (minor === oldestMinor && patch >= oldestPatch);
}

/**
 * @param {string} version
 * @returns {[number, number, number]} NaN for missing parts, which compares as false
 */
function numbers(version) {
  const found = /^v?(\d+)\.(\d+)(?:\.(\d+))?/.exec(version.trim());
  if (!found) return [Number.NaN, Number.NaN, Number.NaN];
  return [Number(found[1]), Number(found[2]), Number(found[3] ?? 0)];
}
