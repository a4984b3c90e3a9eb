// @ts-check
// Prints, for a comment, why a command failed: reads its output from standard input.
//   reason.mjs TITLE
// Without colour codes, and without the job's secrets: GitHub and GitLab mask them only in logs.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const secrets = [
  ...["OUTREACH_API_KEY", "PULUMI_ACCESS_TOKEN", "PULUMI_CONFIG_PASSPHRASE", "PULUMI_BACKEND_URL", "GITLAB_TOKEN"],
];
const longest = 4_000;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are removed
const colours = /\u001b\[[0-9;?]*[ -/]*[@-~]|<\{%[^%]*%\}>/g;

/**
 * @param {string} title
 * @param {string} printed
 * @param {Readonly<Record<string, string | undefined>>} environment
 */
export function reasonFor(title, printed, environment) {
  let text = printed.replace(colours, "").replace(/\r/g, "").trim();
  for (const name of secrets) {
    const value = environment[name] ?? "";
    // A shorter value is not a secret, and removing it would damage words.
    if (value.length >= 4) text = text.replaceAll(value, `[${name}]`);
  }
  const hint = hintFor(text, environment);
  if (text === "") return `**${title}.** The command printed nothing; see the log.\n`;
  // The reason is at the end.
  const characters = Array.from(text);
  const shown = characters.length > longest ? `…${characters.slice(-longest).join("")}` : text;
  const fence = "`".repeat(Math.max(3, ...(shown.match(/`+/g) ?? []).map(({ length }) => length + 1)));
  return `**${title}.**\n\n${fence}text\n${shown}\n${fence}\n${hint === undefined ? "" : `\n${hint}\n`}`;
}

/**
 * A secret that is not set reaches a job as an empty text, and the CLI speaks of a wrong one, or only of Pulumi Cloud.
 * @param {string} text
 * @param {Readonly<Record<string, string | undefined>>} environment
 */
function hintFor(text, environment) {
  const isSet = (/** @type {string} */ name) => (environment[name] ?? "") !== "";
  if (/\bpassphrase\b/.test(text) && !isSet("PULUMI_CONFIG_PASSPHRASE")) {
    return "PULUMI_CONFIG_PASSPHRASE is not set for the environment of this job.";
  }
  if (text.includes("PULUMI_ACCESS_TOKEN must be set") && !isSet("PULUMI_BACKEND_URL")) {
    return "Neither PULUMI_ACCESS_TOKEN nor PULUMI_BACKEND_URL is set for the environment of this job.";
  }
  return undefined;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  process.stdout.write(reasonFor(process.argv[2] ?? "It failed", readFileSync(0, "utf8"), process.env));
}
