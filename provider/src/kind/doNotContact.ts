import { companyForm, domainForm, emailForm, profileForm } from "../api/normal";
import { safeText } from "../api/redact";
import { doNotContactName } from "../lifecycle/companies";
import { Refusal } from "../lifecycle/refusal";
import { controls } from "../text/characters";
import { counted } from "../text/words";

/** The types of entries in `outreach.do-not-contact`. */
export const entryTypes = ["domain", "company", "profile", "e-mail", "hash"] as const;
export type EntryType = (typeof entryTypes)[number];

/** One line: a person or company that must not be contacted. */
export interface Entry {
  /** From 1. */
  readonly line: number;
  readonly type: EntryType;
  /** In normal form. For a company, `name` is the name as written. */
  readonly value: string;
  readonly name?: string;
}

/** An invalid line. Its content is not included, because it may be personal data. */
export interface LineProblem {
  readonly line: number;
  readonly text: string;
}

export interface DoNotContact {
  readonly entries: readonly Entry[];
  readonly problems: readonly LineProblem[];
}

/** Longer lines are not written by people, and every review reads the file. */
const longestLine = 2_000;

/** Characters that people do not type, or that indicate a file that is not UTF-8. */
const unreadable = new RegExp(String.raw`[${controls}\ufffd]`, "u");

/** Prefixes that set an entry's type, for names that look like another type. */
const typeByPrefix = new Map<string, EntryType>([
  ["domain", "domain"],
  ["company", "company"],
  ["profile", "profile"],
  ["email", "e-mail"],
  ["e-mail", "e-mail"],
  ["mailto", "e-mail"],
  ["sha256", "hash"],
]);

const expectedForms: Readonly<Record<EntryType, string>> = {
  domain: "a domain has a dot and no path, such as example.com",
  company: "a company needs a name",
  profile: "the address of a profile has a host and a path, such as https://network.example.com/in/ada-byron",
  "e-mail": "an e-mail address has a name, one @ and a domain, such as ada@example.com",
  hash: "the SHA-256 of an e-mail address has 64 hexadecimal digits",
};

/**
 * Parses `outreach.do-not-contact`, which has one entry per line. `#` starts a comment at the start of a line or after
 * whitespace. An entry is an e-mail address if it contains `@`, a hash if it consists of 64 hexadecimal digits, a profile
 * if it has a host and a path, a domain if it is one word with a dot, and otherwise a company name. The prefixes
 * `company:`, `domain:`, `profile:`, `email:` and `sha256:` set the type explicitly.
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

/** The entry, or the problem with the line. */
function entryIn(content: string): Found | string {
  if (content.length > longestLine) return `the line is longer than ${longestLine} characters`;
  if (unreadable.test(content)) return "the line contains a control character, or is not UTF-8";
  const labelled = /^([a-z][a-z\d-]*)\s*:(?!\/\/)\s*(.*)$/i.exec(content);
  const word = labelled?.[1]?.toLowerCase() ?? "";
  const type = typeByPrefix.get(word);
  if (labelled !== null && type === undefined) {
    return `the word before the colon is not one of ${[...typeByPrefix.keys()].filter((each) => each !== "mailto").join(", ")}; a company whose name has a colon is written as company: NAME`;
  }
  const value = type === undefined ? content : (labelled?.[2] ?? "");
  return entryOf(type ?? typeOf(value), value);
}

function typeOf(value: string): EntryType {
  if (/^@\S+$/.test(value)) return "domain";
  if (value.includes("@") && !value.includes("://")) return "e-mail";
  // Almost the right number of hexadecimal digits is a damaged hash, not a company.
  if (/^[\da-f]{40,}$/i.test(value)) return "hash";
  if (/^https?:\/\//i.test(value)) return profileForm(value) === undefined ? "domain" : "profile";
  if (!/\s/.test(value) && value.includes(".")) return value.includes("/") ? "profile" : "domain";
  return "company";
}

function entryOf(type: EntryType, value: string): Found | string {
  const form = normalForms[type](value);
  if (form === undefined) return expectedForms[type];
  return type === "company" ? { type, value: form, name: value.replace(/\s+/g, " ").trim() } : { type, value: form };
}

const normalForms: Readonly<Record<EntryType, (value: string) => string | undefined>> = {
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

/** Maximum number of lines in an error message. */
const mostProblems = 20;

/**
 * The entries. Throws a Refusal that lists every invalid line: skipping one could mean contacting someone who must not be.
 *
 * @param source where the text comes from
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

/** The company names without duplicates, sorted so that reordering lines causes no update. */
export function companiesIn(entries: readonly Entry[]): string[] {
  const named = new Map<string, string>();
  for (const { type, value, name = value } of entries) {
    if (type === "company" && !named.has(value)) named.set(value, name);
  }
  return [...named].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, name]) => name);
}
