import { npmCommand } from "../../tools/npm.mjs";
import { mustRun } from "../../tools/step.mjs";

export { cachedPackage, npm } from "../../tools/cachedPackage.mjs";

/** Packs a package of this checkout as it would be published; returns npm's output. */
export async function npmPack(folder: string, given: readonly string[]): Promise<string> {
  const { path, programArguments } = npmCommand(["pack", ...given]);
  return await mustRun("npm pack", path, programArguments, { folder });
}
