// @ts-check
// The steps of a release, called by .github/workflows/release.yml:
//   node tools/release.mjs check v1.2.3 [--notes FILE]   the tag fits the packages and the changelog; writes its section
//   node tools/release.mjs pack FOLDER                   packs both packages
//   node tools/release.mjs publish FOLDER                publishes the packages there that are not published yet
import { mkdir, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { npmCommand } from "./npm.mjs";
import { problemsOf, publishedFolders, readRelease, sectionOf } from "./release/check.mjs";
import { publishAll } from "./release/publish.mjs";
import { repository } from "./repository.mjs";
import { mustRun, runCommand, StepError } from "./step.mjs";

const usage = "Use: node tools/release.mjs check TAG [--notes FILE] | pack FOLDER | publish FOLDER";

await runCommand(async () => {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { notes: { type: "string" } } });
  const [step, given, ...others] = positionals;
  if (given === undefined || others.length > 0) throw new StepError(usage);
  if (step === "check") await check(given, values.notes);
  else if (step === "pack") await pack(resolve(given));
  else if (step === "publish") await publishAll(resolve(given), { environment: process.env, say });
  else throw new StepError(usage);
  return 0;
});

/**
 * @param {string} tag
 * @param {string | undefined} notes
 */
async function check(tag, notes) {
  const { versions, changelog } = await readRelease(repository);
  const problems = problemsOf(tag, versions, changelog);
  if (problems.length > 0) throw new StepError(`${tag} cannot be released:\n  ${problems.join("\n  ")}`);
  if (notes !== undefined) await writeFile(notes, `${sectionOf(changelog, tag.slice(1))?.text ?? ""}\n`);
  say(`${tag} fits the packages and the changelog`);
}

/** @param {string} folder */
async function pack(folder) {
  await mkdir(folder, { recursive: true });
  const workspaces = publishedFolders.flatMap((name) => ["--workspace", name]);
  const { path, programArguments } = npmCommand(["pack", ...workspaces, "--pack-destination", folder]);
  await mustRun("npm pack", path, programArguments, { folder: repository });
  say(`the packages are in ${folder}`);
}

/** @param {string} text */
function say(text) {
  process.stdout.write(`${text}\n`);
}
