// @ts-check
import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** The folders of the packages that a release publishes. All have the same version. */
export const publishedFolders = ["sandbox", "provider"];

/**
 * The lines of one version's section of the changelog, and the date in its heading: `## 1.2.3, 2026-03-01`.
 * @param {string} changelog
 * @param {string} version
 * @returns {{ date: string | undefined, text: string } | undefined} the date is undefined if the heading has none
 */
export function sectionOf(changelog, version) {
  const sections = changelog.split(/^## /m).slice(1);
  for (const section of sections) {
    const [heading = "", ...lines] = section.split("\n");
    const [named, rest = ""] = heading.split(/,(.*)/s);
    if (named?.trim() !== version) continue;
    const date = /^\d{4}-\d{2}-\d{2}$/.exec(rest.trim())?.[0];
    return { date: date !== undefined && isDay(date) ? date : undefined, text: lines.join("\n").trim() };
  }
  return undefined;
}

/**
 * The problems that block a tag's release, one sentence each.
 * @param {string} tag
 * @param {{ [package: string]: string }} versions by the name of the package
 * @param {string} changelog
 * @returns {string[]}
 */
export function problemsOf(tag, versions, changelog) {
  const version = /^v(\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?)$/.exec(tag)?.[1];
  if (version === undefined) return [`the tag ${JSON.stringify(tag)} is not of the form v1.2.3`];
  const problems = Object.entries(versions).flatMap(([name, found]) =>
    found === version ? [] : [`${name}/package.json has version ${found}, the tag is ${tag}`],
  );
  const section = sectionOf(changelog, version);
  if (section === undefined) problems.push(`CHANGELOG.md has no section "## ${version}, YYYY-MM-DD"`);
  else if (section.date === undefined) problems.push(`the section ${version} of CHANGELOG.md has no date: YYYY-MM-DD`);
  else if (section.text === "") problems.push(`the section ${version} of CHANGELOG.md is empty`);
  return problems;
}

/**
 * Reads the input of `problemsOf`.
 * @param {string} repository
 * @returns {Promise<{ versions: { [folder: string]: string }, changelog: string }>}
 */
export async function readRelease(repository) {
  /** @type {{ [folder: string]: string }} */
  const versions = {};
  for (const folder of publishedFolders) {
    versions[folder] = JSON.parse(await readFile(join(repository, folder, "package.json"), "utf8")).version;
  }
  return { versions, changelog: await readFile(join(repository, "CHANGELOG.md"), "utf8") };
}

/** @param {string} text */
function isDay(text) {
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}
