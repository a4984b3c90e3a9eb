import { safeText } from "../api/redact";
import { nearest } from "../kind/nearest";
import { environmentVariable, variableOf } from "./environment";
import { isSettingName, type SettingName, secretSettings, settingNames } from "./settings";

/** This package's namespace in a stack's config, and names that users confuse with it. */
const ownNamespace = "outreach";
const ownOrSimilarNamespaces = [ownNamespace, "pulumi-outreach"];

/** Variables of this package that are not settings. A name that ends in `_` is a prefix. */
const otherVariables = ["LOG", "CACHE_FOLDER", "REHEARSAL", "REHEARSAL_KEY", "RELEASES", "TEST_", "CHAOS_", "BENCH_"];

/** A shorter common prefix counts as coincidence. */
const shortestCommonPrefix = 5;

/** Keys of a stack's config that look like settings of this package but are not. */
export interface KeyReading {
  /** A sentence for each key that is almost a setting: what was probably meant, and how to correct it. */
  readonly misspelt: string[];
  /** All other keys in the namespace `outreach:`. */
  readonly unknown: string[];
}

/** Checks the keys (`namespace:name`) of a stack's config. The project's own namespace belongs to the project. */
export function readKeys(keys: Iterable<string>, project: string): KeyReading {
  const misspelt: string[] = [];
  const unknown: string[] = [];
  const all = new Set(keys);
  const isSet = (setting: SettingName) =>
    all.has(`${ownNamespace}:${setting}`) || environmentVariable(variableOf(setting)) !== undefined;
  for (const key of all) {
    const [namespace = "", name = ""] = key.split(/:(.*)/s);
    const isOwn = namespace === ownNamespace;
    if (isOwn ? isSettingName(name) : namespace === project || nearest(namespace, ownOrSimilarNamespaces) === undefined)
      continue;
    // A project named `outreach` may use its own names in this namespace.
    const meant = nearestSetting(name) ?? (project === ownNamespace ? undefined : settingWithPrefix(name));
    // If the setting itself is present, a merely similar namespace belongs to another package.
    if (meant !== undefined && !isOwn && !ownOrSimilarNamespaces.includes(namespace) && isSet(meant)) continue;
    if (meant !== undefined) misspelt.push(misspeltKey(key, meant));
    else if (isOwn && project !== ownNamespace) unknown.push(printable(key));
  }
  return { misspelt, unknown };
}

function misspeltKey(key: string, meant: SettingName): string {
  const shown = printable(key);
  const secret = secretSettings.includes(meant) ? "--secret " : "";
  return `${shown} in the stack's config is not a setting of pulumi-outreach; did you mean ${ownNamespace}:${meant}?\n\`pulumi config rm ${shown}\`, then \`pulumi config set ${secret}${ownNamespace}:${meant} …\``;
}

/** One sentence for all keys that have no effect. */
export function describeUnknown(keys: readonly string[]): string[] {
  if (keys.length === 0) return [];
  const are =
    keys.length === 1 ? "is not a setting of pulumi-outreach and has" : "are not settings of pulumi-outreach and have";
  return [`${keys.join(", ")} in the stack's config ${are} no effect. The settings are ${allSettings}.`];
}

/**
 * A sentence for each setting in the project's namespace, as written by `pulumi config set launch never`. Only for
 * settings that are set nowhere else and whose absence does harm (acting for the wrong user, starting a campaign).
 */
export function settingsOfTheProject(config: Readonly<Record<string, string>>, project: string): string[] {
  const silent: readonly SettingName[] =
    project === ownNamespace ? [] : ["impersonateUserId", "impersonateEmail", "launch"];
  const missed = silent.filter((setting) => {
    const value = config[`${project}:${setting}`];
    const isMeant = setting === "launch" ? value === "never" : value !== undefined;
    return isMeant && (config[`${ownNamespace}:${setting}`] ?? environmentVariable(variableOf(setting))) === undefined;
  });
  return missed.map(
    (setting) =>
      `${project}:${setting} in the stack's config belongs to the project, and pulumi-outreach does not read it. If it is meant for pulumi-outreach: \`pulumi config set ${ownNamespace}:${setting} …\``,
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

/** A sentence for each provider argument that is not a setting. */
export function argumentNameProblems(names: Iterable<string>): string[] {
  return [...names].flatMap((name) => {
    if (isSettingName(name)) return [];
    const meant = nearestSetting(name) ?? settingWithPrefix(name);
    const instead = meant === undefined ? ` (it has ${allSettings})` : `; did you mean ${meant}?`;
    return [`${printable(name)} is not an argument of a Provider${instead}`];
  });
}

/** All settings except the one for tests. */
const allSettings = settingNames.filter((name) => name !== "rateWindowSeconds").join(", ");

function nearestSetting(word: string): SettingName | undefined {
  const meant = nearest(word, settingNames);
  return meant !== undefined && isSettingName(meant) ? meant : undefined;
}

/** The setting that starts with this word, or that this word starts with: `impersonate`, `launchMode`. */
function settingWithPrefix(word: string): SettingName | undefined {
  const wanted = lettersOf(word);
  return settingNames.find((setting) => {
    const known = lettersOf(setting);
    const shorter = Math.min(wanted.length, known.length);
    return shorter >= shortestCommonPrefix && wanted.slice(0, shorter) === known.slice(0, shorter);
  });
}

function lettersOf(word: string): string {
  return word.toLowerCase().replace(/[^a-z]/g, "");
}

/** Makes a name safe to print, because a name from a file may contain anything. */
function printable(name: string): string {
  return safeText(name, 80);
}
