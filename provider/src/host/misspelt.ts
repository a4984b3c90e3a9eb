import { safeText } from "../api/redact";
import { nearest } from "../kind/nearest";
import { environmentVariable, variableOf } from "./environment";
import { isSettingName, type SettingName, secretSettings, settingNames } from "./settings";

/** The namespace of this package in a stack's config, and the names that users mistake for it. */
const own = "outreach";
const takenForIt = [own, "pulumi-outreach"];

/** Variables of this package that are no settings. A name that ends in `_` is a prefix. */
const otherVariables = ["LOG", "CACHE_FOLDER", "REHEARSAL", "REHEARSAL_KEY", "RELEASES", "TEST_", "CHAOS_", "BENCH_"];

/** Fewer equal letters at the beginning are a coincidence. */
const shortestBeginning = 5;

/** Keys of a stack's config that look like settings of this package and are none. */
export interface KeyReading {
  /** For each name that is almost a setting: what was meant, and how to correct it. */
  readonly misspelt: string[];
  /** The other names in the namespace `outreach:`. */
  readonly unknown: string[];
}

/** Reads the keys of a stack's config, `namespace:name`. The namespace of the project belongs to the project. */
export function readKeys(keys: Iterable<string>, project: string): KeyReading {
  const misspelt: string[] = [];
  const unknown: string[] = [];
  const all = new Set(keys);
  const isSet = (setting: SettingName) =>
    all.has(`${own}:${setting}`) || environmentVariable(variableOf(setting)) !== undefined;
  for (const key of all) {
    const [namespace = "", name = ""] = key.split(/:(.*)/s);
    const isOwn = namespace === own;
    if (isOwn ? isSettingName(name) : namespace === project || nearest(namespace, takenForIt) === undefined) continue;
    // A project called `outreach` may use names of its own in this namespace.
    const meant = nearestSetting(name) ?? (project === own ? undefined : begun(name));
    // Beside the setting itself, a namespace that is only similar belongs to another package.
    if (meant !== undefined && !isOwn && !takenForIt.includes(namespace) && isSet(meant)) continue;
    if (meant !== undefined) misspelt.push(misspeltKey(key, meant));
    else if (isOwn && project !== own) unknown.push(printable(key));
  }
  return { misspelt, unknown };
}

function misspeltKey(key: string, meant: SettingName): string {
  const shown = printable(key);
  const secret = secretSettings.includes(meant) ? "--secret " : "";
  return `${shown} in the stack's config is not a setting of pulumi-outreach; did you mean ${own}:${meant}?\n\`pulumi config rm ${shown}\`, then \`pulumi config set ${secret}${own}:${meant} …\``;
}

/** One sentence for all names without an effect. */
export function describeUnknown(keys: readonly string[]): string[] {
  if (keys.length === 0) return [];
  const are =
    keys.length === 1 ? "is not a setting of pulumi-outreach and has" : "are not settings of pulumi-outreach and have";
  return [`${keys.join(", ")} in the stack's config ${are} no effect. The settings are ${allSettings}.`];
}

/**
 * A sentence for each setting in the namespace of the project, as `pulumi config set launch never` writes it. Only for
 * settings whose absence does harm (acting for the wrong user, starting a campaign), and if they are set nowhere else.
 */
export function settingsOfTheProject(config: Readonly<Record<string, string>>, project: string): string[] {
  const silent: readonly SettingName[] = project === own ? [] : ["impersonateUserId", "impersonateEmail", "launch"];
  const missed = silent.filter((setting) => {
    const value = config[`${project}:${setting}`];
    const isMeant = setting === "launch" ? value === "never" : value !== undefined;
    return isMeant && (config[`${own}:${setting}`] ?? environmentVariable(variableOf(setting))) === undefined;
  });
  return missed.map(
    (setting) =>
      `${project}:${setting} in the stack's config belongs to the project, and pulumi-outreach does not read it. If it is meant for pulumi-outreach: \`pulumi config set ${own}:${setting} …\``,
  );
}

/** A sentence for each environment variable that is almost a setting. */
export function misspeltVariables(names: Iterable<string>): string[] {
  const sentences: string[] = [];
  for (const name of names) {
    const [, word] = /^OUTREACH_(.+)$/s.exec(name) ?? [];
    if (word === undefined || settingNames.some((setting) => variableOf(setting) === name)) continue;
    if (otherVariables.some((other) => (other.endsWith("_") ? word.startsWith(other) : word === other))) continue;
    const meant = nearestSetting(word);
    if (meant === undefined) continue;
    sentences.push(
      `${printable(name)} in the environment is not a setting of pulumi-outreach and has no effect; did you mean ${variableOf(meant)}?`,
    );
  }
  return sentences;
}

/** A sentence for each argument of a provider that is no setting. */
export function argumentNameProblems(names: Iterable<string>): string[] {
  return [...names].flatMap((name) => {
    if (isSettingName(name)) return [];
    const meant = nearestSetting(name) ?? begun(name);
    const instead = meant === undefined ? ` (it has ${allSettings})` : `; did you mean ${meant}?`;
    return [`${printable(name)} is not an argument of a Provider${instead}`];
  });
}

/** All settings but the one for tests. */
const allSettings = settingNames.filter((name) => name !== "rateWindowSeconds").join(", ");

function nearestSetting(word: string): SettingName | undefined {
  const meant = nearest(word, settingNames);
  return meant !== undefined && isSettingName(meant) ? meant : undefined;
}

/** The setting that begins with this word, or the other way round: `impersonate`, `launchMode`. */
function begun(word: string): SettingName | undefined {
  const wanted = lettersOf(word);
  return settingNames.find((setting) => {
    const known = lettersOf(setting);
    const shorter = Math.min(wanted.length, known.length);
    return shorter >= shortestBeginning && wanted.slice(0, shorter) === known.slice(0, shorter);
  });
}

function lettersOf(word: string): string {
  return word.toLowerCase().replace(/[^a-z]/g, "");
}

/** A name from a file may contain anything, so it is made safe to print. */
function printable(name: string): string {
  return safeText(name, 80);
}
