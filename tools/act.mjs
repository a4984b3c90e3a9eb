// @ts-check
import { findGoTool } from "./goTool.mjs";

/** The version that `act/go.mod` requires; a test holds the two together. */
export const actVersion = "0.2.89";

/**
 * A third-party interpreter of GitHub Actions workflows.
 * @param {import("./goTool.mjs").FindOptions} [options]
 */
export async function findAct(options) {
  return await findGoTool({ name: "act", version: actVersion, package: "github.com/nektos/act" }, options);
}
