// @ts-check
import { join } from "node:path";
import { repository } from "./repository.mjs";
import { StepError } from "./step.mjs";

/**
 * Rolls the declarations of an entry, and of all that it uses, up into one text without imports of other own files.
 * @param {string} file the declaration of the entry, as the compiler has written it
 * @returns {Promise<string>}
 */
export async function rolledUp(file) {
  // Not at the top: this file is loaded before the packages are installed.
  const { generateDtsBundle } = await import("dts-bundle-generator");
  const entry = { filePath: file, output: { exportReferencedTypes: false, noBanner: true, sortNodes: true } };
  const [text] = generateDtsBundle([entry], { preferredConfigPath: join(repository, "tsconfig.base.json") });
  if (text === undefined) throw new StepError(`There are no declarations of ${file}.`);
  return text;
}
