// @ts-check
import { pathToFileURL } from "node:url";
import { findGoTool } from "./goTool.mjs";

/** The version that `actionlint/go.mod` requires; a test holds the two together. */
export const actionlintVersion = "1.7.12";

/**
 * The linter of GitHub Actions workflows.
 * @param {import("./goTool.mjs").FindOptions} [options]
 */
export async function findActionlint(options) {
  const tool = {
    name: "actionlint",
    version: actionlintVersion,
    package: "github.com/rhysd/actionlint/cmd/actionlint",
  };
  return await findGoTool(tool, options);
}

// `node tools/actionlint.mjs`: builds it, so that `npm test` lints the workflows.
if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const built = await findActionlint();
  process.stdout.write(built.path === undefined ? `${built.reason}\n` : `${built.path}\n`);
  process.exitCode = built.path === undefined ? 1 : 0;
}
