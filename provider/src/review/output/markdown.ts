import { nameOf } from "../../lifecycle/about";
import type { Finding, Review } from "../model";
import { agentSection, campaignSection, type Detail, listSection } from "./markdownSections";
import { inlineCode, plain, plainLine } from "./markdownText";
import { graph } from "./mermaid";
import {
  counted,
  countsWords,
  type MergedFinding,
  merged,
  stackName,
  stacksWords,
  startingCampaigns,
  stoppedWords,
  title,
  unchangedWords,
  warningsOf,
} from "./words";

/** A comment on a pull request holds this many characters. */
export const longestComment = 65_536;

/** From everything to a line: what is left out first where a comment has no room. */
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
 * The review as Markdown. With a limit, details are shortened until it fits, then whole campaigns and agents are left
 * out. Dangers are never left out: if they have no room as sentences, the rest of them are named.
 */
export function reviewMarkdown(review: Review, limit = Number.POSITIVE_INFINITY): string {
  const all = { sentences: Number.POSITIVE_INFINITY, names: Number.POSITIVE_INFINITY };
  if (limit === Number.POSITIVE_INFINITY) return withSections(review, everything, limit, all)?.text ?? "";
  for (const detail of details) {
    const made = withSections(review, detail, limit, all);
    if (made?.isWhole === true) return made.text;
  }
  const fits = (shown: Shown) => withSections(review, least, limit, shown)?.text;
  return (
    fits(all) ??
    // As many sentences as there is room for, with the names of all others; without room for those, fewer names.
    largest(500, (sentences) => fits({ sentences, names: Number.POSITIVE_INFINITY })) ??
    largest(5_000, (names) => fits({ sentences: 0, names })) ??
    joined([`## ${plain(title(review))}`, "This review has no room here. The full one has everything."]).slice(0, limit)
  );
}

/** What `make` returns for the largest number that it returns something for, if it does so for 0. */
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

/** How many findings of each code stand as sentences, and how many of the others by name. */
interface Shown {
  readonly sentences: number;
  readonly names: number;
}

/** The text with as many sections as fit; undefined if it does not fit without them. */
function withSections(
  review: Review,
  detail: Detail,
  limit: number,
  shown: Shown,
): { readonly text: string; readonly isWhole: boolean } | undefined {
  const named = review.stacks.length > 1;
  const starting = startingCampaigns(review);
  const endangered = new Set(review.findings.flatMap(({ level, urn }) => (level === "danger" ? (urn ?? []) : [])));
  const shownCampaigns = review.campaigns.filter(({ change, urn }) => change !== "unchanged" || starting.has(urn));
  const count = shownCampaigns.length + review.agents.length + review.lists.length;
  const isShort = detail !== everything && detail !== details[0];
  const before = beforeSections(review, named, isShort, shown);
  const after = afterSections(review);
  const note = (left: number) => `_${counted(left, "more change")} in the full review._`;
  let room = limit - joined([...before, note(count), ...after]).length;
  if (room < 0) return undefined;
  const sections: string[] = [];
  for (const section of sectionsOf({ ...review, campaigns: shownCampaigns }, detail, named, { starting, endangered })) {
    room -= section.length + separator.length;
    if (room < 0) break;
    sections.push(section);
  }
  const left = count - sections.length;
  return { text: joined([...before, ...sections, ...(left > 0 ? [note(left)] : []), ...after]), isWhole: left === 0 };
}

const separator = "\n\n";

function joined(parts: readonly string[]): string {
  return `${parts.filter((part) => part !== "").join(separator)}\n`;
}

/** The resources, by their URNs, that start sending, and that have a danger. */
interface Marked {
  readonly starting: ReadonlySet<string>;
  readonly endangered: ReadonlySet<string>;
}

function* sectionsOf(
  { campaigns, agents, lists }: Pick<Review, "campaigns" | "agents" | "lists">,
  detail: Detail,
  named: boolean,
  { starting, endangered }: Marked,
): Generator<string> {
  for (const each of campaigns) {
    const shown = detail.dangersAlone === true && !endangered.has(each.urn) ? least : detail;
    yield campaignSection(each, shown, named, starting.has(each.urn));
  }
  for (const each of agents) yield agentSection(each, detail, named);
  for (const each of lists) yield listSection(each, named);
}

function beforeSections(review: Review, named: boolean, isShort: boolean, shown: Shown): string[] {
  const all = kept(mergedOf, review.findings, merged);
  const of = (level: Finding["level"]) => all.filter(({ finding }) => finding.level === level);
  const dangers = review.findings.filter(({ level }) => level === "danger").length;
  return [
    `## ${plain(title(review))}`,
    stackLines(review),
    stopped(review),
    findingLines(counted(dangers, "danger"), of("danger"), shown, named),
    findingLines("Worth knowing", of("notice"), shown, named),
    isShort ? "_This review is shortened to fit a comment. The full one has all details._" : "",
    isShort ? "" : graph(review),
  ];
}

function afterSections(review: Review): string[] {
  const { unchanged, fingerprint } = review;
  return [
    others(review),
    leftBehind(review),
    warnings(review),
    leftOut(review),
    `${unchangedWords(unchanged)}${fingerprint === undefined ? "" : ` Fingerprint: \`${fingerprint}\``}`,
  ];
}

const mostStacks = 30;
const mostErrors = 10;

function stackLines({ stacks }: Review): string {
  const lines = stacks
    .slice(0, mostStacks)
    .map((stack) => `**${plainLine(stackName(stack), 120)}**: ${countsWords(stack)}`);
  const more = stacks.length > mostStacks ? [`${stacks.length - mostStacks} more stacks`] : [];
  return [...lines, ...more].join("  \n");
}

function stopped(review: Review): string {
  const all = review.stacks.filter(({ status }) => status === "stopped");
  let room = mostErrors;
  return all
    .slice(0, mostStacks)
    .map((stack) => {
      const errors = stack.diagnostics.filter(({ severity }) => severity === "error");
      const lines = errors.slice(0, room).map(({ resource, text }) => {
        const where = resource === undefined ? "" : `**${plainLine(resource, 60)}**: `;
        return `> - ${where}${message(text, 1_000)}`;
      });
      room -= lines.length;
      const more = errors.length > lines.length ? [`> - ${errors.length - lines.length} more`] : [];
      return [
        "> [!CAUTION]",
        `> ${stoppedWords(review)} (${plainLine(stackName(stack), 60)}).`,
        ...lines,
        ...more,
      ].join("\n");
    })
    .join("\n\n");
}

/** A message of several lines as one item of a list. */
function message(text: string, most: number): string {
  const shown = plain(text.slice(0, most));
  // Not in the middle of an entity.
  const cut = shown.length > most ? `${shown.slice(0, most).replace(/&[#\w]*$/, "")}…` : shown;
  return `${cut}${text.length > most && shown.length <= most ? "…" : ""}`.split("\n").join("<br>");
}

/** Looking for as much as fits writes the same finding again and again. */
const sentences = new WeakMap<MergedFinding, string>();
const shortNames = new WeakMap<MergedFinding, string>();
const mergedOf = new WeakMap<Review["findings"], readonly MergedFinding[]>();

function kept<Key extends object, Made>(texts: WeakMap<Key, Made>, finding: Key, write: (finding: Key) => Made): Made {
  const known = texts.get(finding);
  if (known !== undefined) return known;
  const text = write(finding);
  texts.set(finding, text);
  return text;
}

function findingLines(heading: string, findings: readonly MergedFinding[], shown: Shown, named: boolean): string {
  if (findings.length === 0) return "";
  const line = (merged: MergedFinding) =>
    kept(sentences, merged, ({ finding: { text, path, source }, stacks }) => {
      const place = path === undefined ? "" : ` ${inlineCode(path)}`;
      const where = source === undefined ? place : `${place} (${plainLine(source, 120)})`;
      return `- ${named ? `**${plainLine(stacksWords(stacks), 400)}**: ` : ""}${plain(text)}${where}`;
    });
  const byCode = new Map<string, MergedFinding[]>();
  for (const merged of findings) {
    const { code } = merged.finding;
    const own = byCode.get(code);
    if (own === undefined) byCode.set(code, [merged]);
    else own.push(merged);
  }
  const isWhole = shown.sentences >= findings.length;
  const lines = isWhole
    ? findings.map(line)
    : [...byCode].flatMap(([code, own]) => [
        ...own.slice(0, shown.sentences).map(line),
        ...rest(code, own.slice(shown.sentences), shown.names),
      ]);
  return [`### ${heading}`, "", ...lines].join("\n");
}

/** Findings of one code that have no room as sentences: the names of their resources. */
function rest(code: string, findings: readonly MergedFinding[], most: number): string[] {
  if (findings.length === 0) return [];
  const names = findings
    .slice(0, most)
    .map((finding) => kept(shortNames, finding, ({ finding: { urn } }) => plainLine(nameOf(urn), 40)));
  const more = findings.length > names.length ? [`${findings.length - names.length} others`] : [];
  return [`- \`${plain(code)}\`, ${findings.length} more: ${[...names, ...more].join(", ")}`];
}

const mostOthers = 20;

function others({ others: all }: Review): string {
  if (all.length === 0) return "";
  const lines = all.slice(0, mostOthers).map(({ type, change, count, names }) => {
    const shown = plainLine(names.join(", "), 200);
    return `- ${plainLine(type, 120)}: ${count} ${change} (${shown}${count > names.length ? ", …" : ""})`;
  });
  const total = all.reduce((sum, { count }) => sum + count, 0);
  const more = all.length > mostOthers ? [`- ${all.length - mostOthers} more types`] : [];
  const head = `<details><summary>${counted(total, "change")} to other resources, which this review does not explain</summary>`;
  return [head, "", ...lines, ...more, "", "</details>"].join("\n");
}

const mostLeftBehind = 20;

function leftBehind({ leftBehind: all }: Review): string {
  if (all.length === 0) return "";
  const lines = all.slice(0, mostLeftBehind).map(({ noun, name, id, text }) => {
    const called = name === undefined ? noun : `${noun} “${plainLine(name, 80)}”`;
    return `- ${called}${id === undefined ? "" : ` (id ${plainLine(id, 40)})`}: ${plain(text)}`;
  });
  const more = all.length > mostLeftBehind ? [`- ${all.length - mostLeftBehind} more`] : [];
  return ["### What stays in the account", "", ...lines, ...more].join("\n");
}

const mostWarnings = 10;

function warnings(review: Review): string {
  const all = warningsOf(review);
  if (all.length === 0) return "";
  const lines = all.slice(0, mostWarnings).map((text) => `- ${message(text, 400)}`);
  const more = all.length > mostWarnings ? [`- ${all.length - mostWarnings} more`] : [];
  return [
    `<details><summary>${counted(all.length, "warning")} of the run</summary>`,
    "",
    ...lines,
    ...more,
    "",
    "</details>",
  ].join("\n");
}

const mostLeftOut = 15;

function leftOut({ leftOut: all }: Review): string {
  if (all.length === 0) return "";
  const lines = all.slice(0, mostLeftOut).map((fact) => `- ${message(fact, 400)}`);
  const more =
    all.length > mostLeftOut ? [`- ${all.length - mostLeftOut} more, which the page and \`--json\` show`] : [];
  return ["### What this review could not know", "", ...lines, ...more].join("\n");
}
