import { companyForm, domainForm, emailForm, profileForm } from "../api/normal";
import { safeText } from "../api/redact";
import { doNotContactName } from "../lifecycle/companies";
import { Refusal } from "../lifecycle/refusal";
import { controls } from "../text/characters";
import { counted } from "../text/words";

/** What a line of `outreach.do-not-contact` can name. */
export const entryTypes = ["domain", "company", "profile", "e-mail", "hash"] as const;
export type EntryType = (typeof entryTypes)[number];

/** One line: who is not to be contacted. */
export interface Entry {
  /** From 1. */
  readonly line: number;
  readonly type: EntryType;
  /** In normal form; of a company also its name as written. */
  readonly value: string;
  readonly name?: string;
}

/** A line that names nobody. The text is left out: it may be personal data. */
export interface LineProblem {
  readonly line: number;
  readonly text: string;
}

export interface DoNotContact {
  readonly entries: readonly Entry[];
  readonly problems: readonly LineProblem[];
}

/** Larger files are no lists that people keep, and a review reads them each time. */
const longestLine = 2_000;

/** Nothing that a person types, or a sign that the file is not UTF-8. */
const unreadable = new RegExp(String.raw`[${controls}\ufffd]`, "u");

/** Words before a colon that name what the line is, for names that look like something else. */
const labels = new Map<string, EntryType>([
  ["domain", "domain"],
  ["company", "company"],
  ["profile", "profile"],
  ["email", "e-mail"],
  ["e-mail", "e-mail"],
  ["mailto", "e-mail"],
  ["sha256", "hash"],
]);

const wanted: Readonly<Record<EntryType, string>> = {
  domain: "a domain has a dot and no path, such as example.com",
  company: "a company needs a name",
  profile: "the address of a profile has a host and a path, such as https://network.example.com/in/ada-byron",
  "e-mail": "an e-mail address has a name, one @ and a domain, such as ada@example.com",
  hash: "the SHA-256 of an e-mail address has 64 hexadecimal digits",
};

/**
 * Reads `outreach.do-not-contact`: one entry a line. `#` begins a comment, at the beginning of a line or after a blank. A
 * line is an e-mail address if it contains `@`, a hash if it consists of 64 hexadecimal digits, a profile if it has a host
 * and a path, a domain if it is one word with a dot, and otherwise the name of a company. `company:`, `domain:`,
 * `profile:`, `email:` and `sha256:` in front decide it.
 */
export function parseDoNotContact(text: string): DoNotContact {
  const entries: Entry[] = [];
  const problems: LineProblem[] = [];
  const lines = text.replace(/^\ufeff/, "").split(/\r\n|\r|\n/);
  for (const [index, raw] of lines.entries()) {
    const line = index + 1;
    const content = raw.replace(/(^|\s)#.*$/, "").trim();
    if (content === "") continue;
    const found = entryIn(content);
    if (typeof found === "string") problems.push({ line, text: found });
    else entries.push({ line, ...found });
  }
  return { entries, problems };
}

type Found = Omit<Entry, "line">;

/** The entry, or what is wrong with the line. */
function entryIn(content: string): Found | string {
  if (content.length > longestLine) return `the line is longer than ${longestLine} characters`;
  if (unreadable.test(content)) return "the line contains a control character, or is not UTF-8";
  const labelled = /^([a-z][a-z\d-]*)\s*:(?!\/\/)\s*(.*)$/i.exec(content);
  const word = labelled?.[1]?.toLowerCase() ?? "";
  const type = labels.get(word);
  if (labelled !== null && type === undefined) {
    return `the word before the colon is none of ${[...labels.keys()].filter((each) => each !== "mailto").join(", ")}; a company whose name has a colon is written as company: NAME`;
  }
  const value = type === undefined ? content : (labelled?.[2] ?? "");
  return entryOf(type ?? typeOf(value), value);
}

function typeOf(value: string): EntryType {
  if (/^@\S+$/.test(value)) return "domain";
  if (value.includes("@") && !value.includes("://")) return "e-mail";
  // Hexadecimal digits of nearly the right number are a hash that lost some, and no company.
  if (/^[\da-f]{40,}$/i.test(value)) return "hash";
  if (/^https?:\/\//i.test(value)) return profileForm(value) === undefined ? "domain" : "profile";
  if (!/\s/.test(value) && value.includes(".")) return value.includes("/") ? "profile" : "domain";
  return "company";
}

function entryOf(type: EntryType, value: string): Found | string {
  const form = forms[type](value);
  if (form === undefined) return wanted[type];
  return type === "company" ? { type, value: form, name: value.replace(/\s+/g, " ").trim() } : { type, value: form };
}

const forms: Readonly<Record<EntryType, (value: string) => string | undefined>> = {
  domain: (value) =>
    domainForm(
      value
        .replace(/^https?:\/\//i, "")
        .replace(/\/$/, "")
        .replace(/^(@|\*\.)/, "")
        .replace(/^www\./i, ""),
    ),
  company: companyForm,
  profile: profileForm,
  "e-mail": emailForm,
  hash: (value) => (/^[\da-f]{64}$/i.test(value) ? value.toLowerCase() : undefined),
};

/** Lines of an error message. */
const mostProblems = 20;

/**
 * The entries, or a Refusal that lists every line that names nobody: a line that is passed over would be somebody who is
 * written to.
 *
 * @param source what the text is from
 */
export function entriesIn(text: string, source = doNotContactName): readonly Entry[] {
  const { entries, problems } = parseDoNotContact(text);
  if (problems.length === 0) return entries;
  const shown = problems.slice(0, mostProblems).map((each) => `line ${each.line}: ${each.text}`);
  const more = problems.length > mostProblems ? [`and ${problems.length - mostProblems} more lines`] : [];
  throw new Refusal(
    `could not read ${safeText(source, 200)}: ${counted(problems.length, "line names", "lines name")} nobody.`,
    ...shown,
    ...more,
  );
}

/** The names of the companies, each once and in an order that lines may change without an update. */
export function companiesIn(entries: readonly Entry[]): string[] {
  const named = new Map<string, string>();
  for (const { type, value, name = value } of entries) {
    if (type === "company" && !named.has(value)) named.set(value, name);
  }
  return [...named].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, name]) => name);
}
