import { nearest } from "../../kind/nearest";

/** The variables that the service fills in for each contact. Service specification: Campaign step. */
export const templateVariables = [
  "FirstName",
  "LastName",
  "Company",
  "JobTitle",
  "SenderFirstName",
  "SenderName",
  "SenderFullName",
  "SenderCompany",
] as const;

const known: ReadonlySet<string> = new Set(templateVariables);
const longestTag = 40;

export interface TagReading {
  /** Tags that are almost a variable, each with that variable. */
  readonly nearMisses: ReadonlyMap<string, string>;
  /** Number of brackets that are neither a variable nor almost one. */
  readonly others: number;
}

/** Cached because the rules and then the warnings read the same text. The limit is enough for one campaign. */
const readings = new Map<string, TagReading>();
const mostReadings = 100;

/** Reads the brackets of a text. */
export function readTags(text: string): TagReading {
  const before = readings.get(text);
  if (before !== undefined) return before;
  const reading = readAnew(text);
  if (readings.size === mostReadings) readings.clear();
  readings.set(text, reading);
  return reading;
}

function readAnew(text: string): TagReading {
  const nearMisses = new Map<string, string>();
  let others = 0;
  for (const rest of text.split("[").slice(1)) {
    const name = rest.slice(0, Math.max(0, rest.indexOf("]")));
    if (known.has(name) || name === "" || name.length > longestTag || name.includes("\n")) continue;
    const meant = nearMisses.get(name) ?? nearest(name, templateVariables);
    if (meant === undefined) others++;
    else nearMisses.set(name, meant);
  }
  return { nearMisses, others };
}

/** True if the text contains a variable in braces, such as `{{firstName}}`, which the service would send as written. */
export function hasBraces(text: string): boolean {
  if (!text.includes("{")) return false;
  for (const [, name = ""] of text.matchAll(/\{([^{}\n]{1,40})\}/g)) {
    if (nearest(name, templateVariables) !== undefined) return true;
  }
  return false;
}
