import { nameOf } from "../../lifecycle/about";
import { grouped } from "../../text/groups";
import { counted, inCurlyQuotes } from "../../text/words";
import type { Finding, Review } from "../model";
import { findingGroups, type MergedFinding } from "./findingGroups";
import { changedSections, isPinned, lineOf, ofLevel } from "./layout";
import { type Detail, folded, markdownSection } from "./markdownSections";
import { inlineCode, plain, plainLine } from "./markdownText";
import { graph } from "./mermaid";
import { findingsHeading, stacksWords, type Words, wordsOf } from "./words";

/** Maximum length of a comment on a pull request. */
export const longestComment = 65_536;

/** Levels of detail for a comment's sections, from all details to one line each. */
const details: readonly Detail[] = [
  { longestText: 4_000, samples: true, unchangedSteps: true },
  { longestText: 2_000, samples: false, unchangedSteps: true },
  { longestText: 2_000, samples: false, unchangedSteps: false, dangersAlone: true },
  { longestText: 300, samples: false, unchangedSteps: false },
  { longestText: 0, samples: false, unchangedSteps: false },
];
const everything: Detail = { longestText: Number.POSITIVE_INFINITY, samples: true, unchangedSteps: true };
const least: Detail = { longestText: 0, samples: false, unchangedSteps: false };

/**
 * Formats a review as Markdown. To fit a limit, details are shortened first, then whole campaigns and agents are omitted.
 * Dangers are never omitted: those that do not fit as sentences are listed by name.
 */
export function reviewMarkdown(review: Review, limit = Number.POSITIVE_INFINITY): string {
  const all = { sentences: Number.POSITIVE_INFINITY, names: Number.POSITIVE_INFINITY };
  const parts = partsOf(review);
  if (limit === Number.POSITIVE_INFINITY) return withSections(parts, everything, limit, all)?.text ?? "";
  for (const detail of details) {
    const made = withSections(parts, detail, limit, all);
    if (made?.isWhole === true) return made.text;
  }
  const fits = (shown: Shown) => withSections(parts, least, limit, shown)?.text;
  return (
    fits(all) ??
    // As many sentences as fit together with the names of all others, or otherwise as many names as fit.
    largest(500, (sentences) => fits({ sentences, names: Number.POSITIVE_INFINITY })) ??
    largest(5_000, (names) => fits({ sentences: 0, names })) ??
    joined([parts.title, "This review has no room here. The full one has everything."]).slice(0, limit)
  );
}

/** The result of `make` for the largest number for which it is defined. Undefined if it is undefined for 0. */
function largest(most: number, make: (count: number) => string | undefined): string | undefined {
  let found = make(0);
  if (found === undefined) return undefined;
  for (let [low, high] = [0, most]; low < high; ) {
    const middle = Math.ceil((low + high) / 2);
    const made = make(middle);
    found = made ?? found;
    [low, high] = made === undefined ? [low, middle - 1] : [middle, high];
  }
  return found;
}

/** How many findings of each code are shown as sentences, and how many others by name. */
interface Shown {
  readonly sentences: number;
  readonly names: number;
}

/** The parts of a review that do not depend on the level of detail, each made once. */
function partsOf(review: Review) {
  const { findings, fingerprint, stacks } = review;
  const words = wordsOf(review);
  return {
    title: `## ${plain(words.title)}`,
    head: [headLines(words), stopped(words)],
    findings: [findingPart(review, "danger"), findingPart(review, "notice")],
    graph: graph(review),
    sections: changedSections(review),
    endangered: new Set(ofLevel(findings, "danger").flatMap(({ urn }) => urn ?? [])),
    named: stacks.length > 1,
    after: [
      ...words.blocks.map(({ heading, items, isFolded }) => {
        const body = firstItems(items, mostItems, (text) => `- ${message(text, 400)}`).join("\n");
        return isFolded ? folded(plain(heading), body) : `### ${heading}\n\n${body}`;
      }),
      `${words.unchanged}${fingerprint === undefined ? "" : ` Fingerprint: \`${fingerprint}\``}`,
    ],
  };
}

/** The text with as many sections as fit; undefined if it is too long even without sections. */
function withSections(
  { title, head, findings, graph: drawn, sections, endangered, named, after }: ReturnType<typeof partsOf>,
  detail: Detail,
  limit: number,
  shown: Shown,
): { readonly text: string; readonly isWhole: boolean } | undefined {
  const isShort = detail !== everything && detail !== details[0];
  const short = "_This review is shortened to fit a comment. The full one has all details._";
  const before = [title, ...head, ...findings.map((part) => findingLines(part, shown)), isShort ? short : drawn];
  const note = (left: number) => `_${counted(left, "more change")} in the full review._`;
  let room = limit - joined([...before, note(sections.length), ...after]).length;
  if (room < 0) return undefined;
  const texts: string[] = [];
  for (const section of sections) {
    const { noun, resource } = section;
    const isLeast = detail.dangersAlone === true && noun === "Campaign" && !endangered.has(resource.urn);
    const text = markdownSection(section, isLeast ? least : detail, named);
    room -= text.length + separator.length;
    if (room < 0) break;
    texts.push(text);
  }
  const left = sections.length - texts.length;
  return { text: joined([...before, ...texts, ...(left > 0 ? [note(left)] : []), ...after]), isWhole: left === 0 };
}

const separator = "\n\n";

function joined(parts: readonly string[]): string {
  return `${parts.filter((part) => part !== "").join(separator)}\n`;
}

const mostStacks = 30;
const mostErrors = 10;
/** How many findings of a code are always shown. */
const mostPinned = 10;
const mostItems = 15;

/** The first items and the number of the others. */
function firstItems<Item>(items: readonly Item[], most: number, write: (item: Item) => string, more = "- "): string[] {
  const left = items.length - most;
  const rest = left > 0 ? [`${more}${left} more, which the page and \`--json\` show`] : [];
  return [...items.slice(0, most).map(write), ...rest];
}

function headLines({ origin, stacks }: Words): string {
  const lines = firstItems(
    stacks,
    mostStacks,
    ({ name, words }) => `**${plainLine(name, 120)}**: ${plainLine(words, 500)}`,
    "",
  );
  return [...(origin === undefined ? [] : [plainLine(origin)]), ...lines].join("  \n");
}

function stopped({ stops }: Words): string {
  let room = mostErrors;
  const parts = stops.slice(0, mostStacks).map(({ name, words, errors }) => {
    const write = ({ resource, text }: (typeof errors)[number]) =>
      `> - ${resource === undefined ? "" : `**${plainLine(resource, 60)}**: `}${message(text, 1_000)}`;
    const lines = firstItems(errors, room, write, "> - ");
    room -= Math.min(room, errors.length);
    return ["> [!CAUTION]", `> ${words} (${plainLine(name, 60)}).`, ...lines].join("\n");
  });
  return parts.join("\n\n");
}

/** Formats a message with several lines as one list item. */
function message(text: string, most: number): string {
  const shown = plain(text.slice(0, most));
  // Do not cut an entity.
  const cut = shown.length > most ? `${shown.slice(0, most).replace(/&[#\w]*$/, "")}…` : shown;
  return `${cut}${text.length > most && shown.length <= most ? "…" : ""}`.split("\n").join("<br>");
}

/** Formats the findings of one level. Returns a function, because finding what fits formats them repeatedly. */
function findingPart(review: Review, level: Finding["level"]) {
  const named = review.stacks.length > 1;
  const groups = findingGroups(review, level).map(({ about, rows }) => ({
    // If a resource has several findings, its name is printed above them.
    head: about && `- **${about.noun} ${inCurlyQuotes(plainLine(about.name, 80))}**`,
    rows: rows.map((row) => ({
      code: row.finding.code,
      sentence: findingLine(row, named, review.origin?.files),
      name: plainLine(nameOf(row.finding.urn), 40),
    })),
  }));
  return { heading: findingsHeading(review, level), groups, rows: groups.flatMap(({ rows }) => rows) };
}

function findingLine({ finding, stacks }: MergedFinding, named: boolean, files: string | undefined): string {
  const { text, path, source } = finding;
  const place = path === undefined ? "" : ` ${inlineCode(path)}`;
  const where = source === undefined ? place : `${place} (${sourceLink(source, files)})`;
  return `- ${named ? `**${plainLine(stacksWords(stacks), 400)}**: ` : ""}${plain(text)}${where}`;
}

/** A link to the line on the forge. */
function sourceLink(source: string, files: string | undefined): string {
  const shown = plainLine(source, 120);
  const found = lineOf({ source });
  if (files === undefined || found === undefined) return shown;
  const path = found.file.split("/").map(encodedPart).join("/");
  return `[${shown}](${files}/${path}#L${found.line})`;
}

/** Encodes a part of an address in Markdown, including brackets, which would end it. */
const encodedPart = (part: string) =>
  encodeURIComponent(part.replace(/\p{Cs}/gu, "")).replace(
    /[()'!*~]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );

function findingLines({ heading, groups, rows }: ReturnType<typeof findingPart>, shown: Shown): string {
  if (rows.length === 0) return "";
  if (shown.sentences >= rows.length) {
    const lines = groups.flatMap(({ head, rows: own }) =>
      head === undefined ? own.map(({ sentence }) => sentence) : [head, ...own.map(({ sentence }) => `  ${sentence}`)],
    );
    return [`### ${heading}`, "", ...lines].join("\n");
  }
  const lines = [...grouped(rows, ({ code }) => code)].flatMap(([code, own]) => {
    const most = isPinned(code) ? Math.max(shown.sentences, mostPinned) : shown.sentences;
    const sentences = own.slice(0, most).map(({ sentence }) => sentence);
    const others = own.slice(most).map(({ name }) => name);
    if (others.length === 0) return sentences;
    // Findings that do not fit as sentences are shown by their resources' names.
    const more = others.length > shown.names ? [`${others.length - shown.names} others`] : [];
    const names = [...others.slice(0, shown.names), ...more].join(", ");
    return [...sentences, `- \`${plain(code)}\`, ${others.length} more: ${names}`];
  });
  return [`### ${heading}`, "", ...lines].join("\n");
}
