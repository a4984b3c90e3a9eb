import type { Finding, Review } from "../model";
import { agentSection, campaignSection, type Detail, listSection } from "./markdownSections";
import { plain, plainLine } from "./markdownText";
import { graph } from "./mermaid";
import { clipped } from "./visible";
import { counted, countsWords, stackName, title, unchangedWords, warningsOf } from "./words";

/** A comment on a pull request holds this many characters. */
export const longestComment = 65_536;

/** From everything to a count: what is left out first where a comment has no room. */
const details: readonly Detail[] = [
  { longestText: 4_000, samples: true, unchangedSteps: true, sections: Number.POSITIVE_INFINITY },
  { longestText: 2_000, samples: false, unchangedSteps: true, sections: Number.POSITIVE_INFINITY },
  { longestText: 300, samples: false, unchangedSteps: false, sections: Number.POSITIVE_INFINITY },
  { longestText: 0, samples: false, unchangedSteps: false, sections: Number.POSITIVE_INFINITY },
  { longestText: 0, samples: false, unchangedSteps: false, sections: 40 },
  { longestText: 0, samples: false, unchangedSteps: false, sections: 0 },
];
const everything: Detail = {
  ...{ longestText: Number.POSITIVE_INFINITY, samples: true, unchangedSteps: true },
  sections: Number.POSITIVE_INFINITY,
};

/**
 * The review as Markdown. With a limit, details are shortened until it fits, then whole campaigns and agents, then what
 * is no danger. Dangers are never left out: if they alone have no room, they are put together by what they are about.
 */
export function reviewMarkdown(review: Review, limit = Number.POSITIVE_INFINITY): string {
  if (limit === Number.POSITIVE_INFINITY) return markdown(review, everything, { limit });
  for (const detail of details) {
    const text = markdown(review, detail, { limit });
    if (text.length <= limit) return text;
  }
  const least = details.at(-1) ?? everything;
  for (const findings of [20, 5, 1]) {
    const text = markdown(review, least, { limit, findings });
    if (text.length <= limit) return text;
  }
  return markdown(review, least, { limit, findings: 0 }).slice(0, limit);
}

interface Room {
  readonly limit: number;
  /** Put findings of one code together, and name this many of them. Default: each by itself. */
  readonly findings?: number;
}

function markdown(review: Review, detail: Detail, room: Room): string {
  const { campaigns, agents, lists, stacks } = review;
  const named = stacks.length > 1;
  const sections = [
    ...campaigns.filter(({ change }) => change !== "unchanged").map((each) => campaignSection(each, detail, named)),
    ...agents.map((each) => agentSection(each, detail, named)),
    ...lists.map((each) => listSection(each, named)),
  ];
  const shown = sections.slice(0, detail.sections);
  const isShort = detail.longestText < Number.POSITIVE_INFINITY && detail !== details[0];
  const parts = [
    `## ${plain(title(review))}`,
    stackLines(review),
    stopped(review),
    findingLines(
      "Dangers",
      review.findings.filter(({ level }) => level === "danger"),
      room,
      named,
    ),
    findingLines(
      "Worth knowing",
      review.findings.filter(({ level }) => level === "notice"),
      room,
      named,
    ),
    isShort ? "_This review is shortened to fit a comment. The full one is attached to the run as a file._" : "",
    detail.sections === Number.POSITIVE_INFINITY ? graph(review) : "",
    ...shown,
    sections.length > shown.length
      ? `_${counted(sections.length - shown.length, "more change")} in the full review._`
      : "",
    others(review),
    leftBehind(review, detail),
    warnings(review),
    leftOut(review),
    `${unchangedWords(review.unchanged)}${review.fingerprint === undefined ? "" : ` Fingerprint: \`${review.fingerprint}\``}`,
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

const mostStacks = 50;

function stackLines({ stacks }: Review): string {
  const lines = stacks
    .slice(0, mostStacks)
    .map((stack) => `**${plainLine(stackName(stack), 120)}**: ${countsWords(stack)}`);
  const more = stacks.length > mostStacks ? [`${stacks.length - mostStacks} more stacks`] : [];
  return [...lines, ...more].join("  \n");
}

function stopped({ stacks, about }: Review): string {
  return stacks
    .filter(({ status }) => status === "stopped")
    .slice(0, mostStacks)
    .map((stack) => {
      const errors = stack.diagnostics.filter(({ severity }) => severity === "error");
      const what = about === "done" ? "The update ended early" : "The preview stopped early: the rest was not computed";
      const lines = errors.slice(0, 20).map(({ resource, text }) => {
        const where = resource === undefined ? "" : `**${plainLine(resource, 100)}**: `;
        return `> - ${where}${clipped(plain(text), 1_500).split("\n").join("<br>")}`;
      });
      return ["> [!CAUTION]", `> ${what} (${plainLine(stackName(stack), 120)}).`, ...lines].join("\n");
    })
    .join("\n\n");
}

function findingLines(heading: string, findings: readonly Finding[], room: Room, named: boolean): string {
  if (findings.length === 0) return "";
  const line = ({ text, path, stack }: Finding) => {
    const where = path === undefined ? "" : ` \`${path}\``;
    return `- ${named ? `**${plainLine(stack, 60)}**: ` : ""}${plain(text)}${where}`;
  };
  const lines = room.findings === undefined ? findings.map(line) : together(findings, room.findings, line);
  return [`### ${heading === "Dangers" ? counted(findings.length, "danger") : heading}`, "", ...lines].join("\n");
}

/** A line for each code: its first findings, and how many there are. */
function together(findings: readonly Finding[], most: number, line: (finding: Finding) => string): string[] {
  const byCode = new Map<string, Finding[]>();
  for (const finding of findings) byCode.set(finding.code, [...(byCode.get(finding.code) ?? []), finding]);
  return [...byCode].flatMap(([code, own]) => [
    ...own.slice(0, most).map(line),
    ...(own.length > most ? [`- ${own.length - most} more of the kind \`${plain(code)}\``] : []),
  ]);
}

function others({ others: all }: Review): string {
  if (all.length === 0) return "";
  const lines = all.slice(0, 50).map(({ type, change, count, names }) => {
    const shown = names.map((name) => plainLine(name, 60)).join(", ");
    return `- ${plainLine(type, 120)}: ${count} ${change} (${shown}${count > names.length ? ", …" : ""})`;
  });
  const total = all.reduce((sum, { count }) => sum + count, 0);
  const more = all.length > 50 ? [`- ${all.length - 50} more types`] : [];
  const head = `<details><summary>${counted(total, "change")} to resources of other packages, which this review does not explain</summary>`;
  return [head, "", ...lines, ...more, "", "</details>"].join("\n");
}

function leftBehind({ leftBehind: all }: Review, { sections }: Detail): string {
  if (all.length === 0) return "";
  const most = sections === 0 ? 10 : 100;
  const lines = all.slice(0, most).map(({ noun, name, id, text }) => {
    const called = name === undefined ? noun : `${noun} “${plainLine(name, 80)}”`;
    return `- ${called}${id === undefined ? "" : ` (id ${plainLine(id, 40)})`}: ${plain(text)}`;
  });
  const more = all.length > most ? [`- ${all.length - most} more`] : [];
  return ["### What stays in the account", "", ...lines, ...more].join("\n");
}

function warnings(review: Review): string {
  const all = warningsOf(review);
  if (all.length === 0) return "";
  const lines = all.slice(0, 20).map((text) => `- ${clipped(plain(text), 500).split("\n").join("<br>")}`);
  const more = all.length > 20 ? [`- ${all.length - 20} more`] : [];
  return [
    `<details><summary>${counted(all.length, "warning")} of the run</summary>`,
    "",
    ...lines,
    ...more,
    "",
    "</details>",
  ].join("\n");
}

function leftOut({ leftOut: all }: Review): string {
  if (all.length === 0) return "";
  return ["### What this review could not know", "", ...all.slice(0, 20).map((fact) => `- ${plain(fact)}`)].join("\n");
}
