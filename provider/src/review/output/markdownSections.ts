import { clipped } from "../../page/visible";
import { namelessList, peopleWords } from "../findings/sentences";
import type { ReviewedAgent, ReviewedCampaign, ReviewedList, ReviewedStep, TextChange, UsedList } from "../model";
import { diffQuotation, plain, plainLine, quotation } from "./markdownText";
import { campaignState, pausedWords, propertyWords, sampleTitle, seatLines, signalWords, stepNotes } from "./words";

/** How much of each resource is shown. */
export interface Detail {
  /** Characters of one text; 0 leaves texts out. */
  readonly longestText: number;
  readonly samples: boolean;
  readonly unchangedSteps: boolean;
  /** True if only the texts of resources with a danger are shown. */
  readonly dangersAlone?: boolean;
}

type Reviewed = ReviewedCampaign | ReviewedAgent | ReviewedList;

function heading(noun: string, each: Reviewed, state: string, named: boolean): string {
  const { name, nameBefore, resource, stack, id } = each;
  const renamed = nameBefore === undefined ? "" : `, renamed from “${plainLine(nameBefore, 80)}”`;
  const where = named ? ` in ${plainLine(stack, 60)}` : "";
  const its = id === undefined ? "" : `, id ${plainLine(id, 40)}`;
  return `### ${noun} “${plainLine(name ?? resource, 80)}”${where} (${state}${its}${renamed})`;
}

function properties({ properties: all }: Pick<Reviewed, "properties">, { longestText }: Detail): string[] {
  const most = Math.min(Math.max(longestText, 100), 500);
  return all.map((property) => {
    const { name, text } = propertyWords(property);
    return `- ${plain(name)}: ${plainLine(text, most)}`;
  });
}

/** @param starts the campaign starts sending, so that its texts are shown whether they change or not */
export function campaignSection(campaign: ReviewedCampaign, detail: Detail, named: boolean, starts: boolean): string {
  const { lists, steps, change } = campaign;
  if (change === "deleted") return heading("Campaign", campaign, campaignState(campaign), named);
  const isNew = change === "created";
  const facts = [
    ...(lists.length === 0 ? [] : [`- Lists: ${listsWords(lists, isNew)}`]),
    ...seatLines(campaign).map(([label, text]) => `- ${label}: ${plainLine(text, 200)}`),
    ...properties(campaign, detail),
  ];
  const shownSteps = steps.filter((step) => starts || detail.unchangedSteps || step.change !== "same");
  return [
    heading("Campaign", campaign, campaignState(campaign), named),
    facts.join("\n"),
    shownSteps.length === 0 ? "" : timeline(shownSteps, isNew),
    ...shownSteps.flatMap((step) => stepTexts(step, detail, starts)),
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

const mostLists = 30;

/** Those that change come first. */
function listsWords(lists: readonly UsedList[], isNew: boolean): string {
  const ordered = [
    ...lists.filter(({ change }) => change !== "same"),
    ...lists.filter(({ change }) => change === "same"),
  ];
  const shown = ordered.slice(0, mostLists).map((list) => listWords(list, isNew));
  const more = lists.length > mostLists ? [`${lists.length - mostLists} more`] : [];
  return [...shown, ...more].join(", ");
}

const signs = { same: "", added: "added", removed: "removed" } as const;

function listWords(list: UsedList, isNew: boolean): string {
  const { name, id, change, people, states } = list;
  const called = name === undefined ? (id === undefined ? namelessList(list) : `list ${id}`) : `“${name}”`;
  const facts = [
    ...(id === undefined || name === undefined ? [] : [`id ${id}`]),
    ...(people === undefined ? [] : [peopleWords(people, states)]),
    ...(isNew || signs[change] === "" ? [] : [signs[change]]),
  ];
  return plainLine(facts.length === 0 ? called : `${called} (${facts.join(", ")})`, 160);
}

function timeline(steps: readonly ReviewedStep[], isNew: boolean): string {
  const rows = steps.map((step) => {
    const { number, label, day, dayBefore, change } = step;
    const days = day === undefined ? "?" : dayBefore === undefined ? String(day) : `${day} (was ${dayBefore})`;
    const shown = change === "removed" ? "" : days;
    return `| ${shown} | ${number} | ${plainLine(label, 60)} | ${plainLine(stepNotes(step, isNew).join("; "), 300)} |`;
  });
  return ["| Day | Step | What | |", "|---:|---:|---|---|", ...rows].join("\n");
}

function stepTexts(step: ReviewedStep, detail: Detail, starts: boolean): string[] {
  if (detail.longestText === 0 || (step.change === "same" && !starts)) return [];
  return step.texts.flatMap((text) => {
    const title = `**Step ${step.number}, ${text.field}**`;
    return [`${title}\n\n${textBlock(text, detail)}`, ...sample(text, detail)];
  });
}

function textBlock({ before, after, diff }: TextChange, { longestText }: Detail): string {
  const isLong = (before?.length ?? 0) > longestText || (after?.length ?? 0) > longestText;
  if (!isLong && before !== undefined && diff.length > 0) return diffQuotation(diff);
  // A cut diff would show a change that was not made.
  const one = (label: string, text: string | undefined) =>
    text === undefined ? [] : [`${label}:\n\n${quotation(clipped(text, longestText))}`];
  if (before === undefined || before === after) return quotation(clipped(after ?? "", longestText));
  if (after === undefined) return "";
  return [...one("Before", before), ...one("After", after)].join("\n\n");
}

function sample({ sample: text, after }: TextChange, { samples, longestText }: Detail): string[] {
  if (!samples || text === undefined || text === after) return [];
  const body = quotation(clipped(text, longestText));
  return [`<details><summary>${sampleTitle}</summary>\n\n${body}\n\n</details>`];
}

export function agentSection(agent: ReviewedAgent, detail: Detail, named: boolean): string {
  const { targeting, signals, list, type } = agent;
  const runs = pausedWords(agent);
  const most = detail.longestText === 0 ? 5 : 50;
  const values = (all: readonly string[]) => {
    const shown = all.slice(0, most).map((value) => `“${plainLine(value, 100)}”`);
    return `${shown.join(", ")}${all.length > most ? ` and ${all.length - most} more` : ""}`;
  };
  const change = (label: string, added: readonly string[], removed: readonly string[]) => [
    ...(added.length === 0 ? [] : [`- ${plain(label)}: ${agent.change === "created" ? "" : "added "}${values(added)}`]),
    ...(removed.length === 0 ? [] : [`- ${plain(label)}: removed ${values(removed)}`]),
  ];
  if (agent.change === "deleted") return heading("Source agent", agent, "deleted", named);
  const facts = [
    ...(list === undefined ? [] : [`- Fills the list: ${listWords(list, agent.change === "created")}`]),
    ...(type === undefined || agent.change !== "created" ? [] : [`- Type: ${plainLine(type, 60)}`]),
    ...(runs === undefined ? [] : [`- ${runs}`]),
    ...targeting.flatMap(({ label, added, removed, restricts }) => [
      ...change(label, added, removed),
      ...(!restricts.after && agent.change === "updated" ? [`- ${plain(label)}: no longer restricted`] : []),
    ]),
    ...change("signals", signals.added.map(signalWords), signals.removed.map(signalWords)),
    ...properties(agent, detail),
  ];
  return [heading("Source agent", agent, agent.change, named), facts.join("\n")]
    .filter((part) => part !== "")
    .join("\n\n");
}

export function listSection(list: ReviewedList, named: boolean): string {
  const people = list.people === undefined ? "" : `, ${list.people} people now`;
  return heading("List", list, `${list.change}${people}`, named);
}
