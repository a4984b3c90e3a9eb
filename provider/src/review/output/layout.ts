import { present } from "../../text/groups";
import { approvalText } from "../approval";
import type {
  ChangeWord,
  DiffPart,
  Finding,
  PropertyChange,
  Review,
  ReviewedAgent,
  ReviewedCampaign,
  ReviewedList,
  ReviewedSignal,
  ReviewedStep,
  TextChange,
  UsedList,
  YesNo,
} from "../model";

/**
 * The content of a review for all outputs: terminal, Markdown and page. Values are unescaped; each output escapes foreign
 * strings itself.
 */

/** A fact about a resource. */
export type Fact = {
  readonly label: string;
  /** `page`: other outputs show it in the resource's heading. `words`: the page shows it in the heading or beside it. */
  readonly only?: "page" | "words";
} & (
  | { readonly kind: "lists"; readonly lists: readonly UsedList[] }
  /** A value before and after the change. A property's label is its name in the program. */
  | ({ readonly kind: "value" | "property" } & Omit<PropertyChange, "name">)
  | { readonly kind: "set"; readonly before: readonly string[]; readonly after: readonly string[] }
  | Criteria
  | { readonly kind: "answer"; readonly answer: YesNo | number }
  /** The label without a value. */
  | { readonly kind: "sentence" }
);

/** An agent's criteria, with added and removed values. */
export interface Criteria {
  readonly kind: "signals" | "targeting";
  readonly added: readonly Criterion[];
  readonly removed: readonly Criterion[];
  readonly unchanged: number;
  /** True if all values of this criterion were removed. */
  readonly isOpened: boolean;
}
export type Criterion = string | ReviewedSignal;

/** True for new and removed objects, whose parts are not marked as added or removed. */
export function isWhole({ change }: { readonly change: ChangeWord }): boolean {
  return change === "created" || change === "deleted";
}

export const propertyFacts = (properties: readonly PropertyChange[]): readonly Fact[] =>
  properties.map(({ name, ...values }) => ({ kind: "property", label: name, ...values }));

/** A text's change: a diff by words, or both whole texts if there is no readable diff. */
export type Wording =
  | { readonly kind: "difference"; readonly parts: readonly DiffPart[] }
  | {
      readonly kind: "texts";
      readonly texts: readonly { readonly label?: "Before" | "After"; readonly text: string }[];
    };

/** @param longest maximum length of a diff, because a truncated one would show a change that was not made */
export function wordingOf({ before, after, diff }: TextChange, longest = Number.POSITIVE_INFINITY): Wording {
  const isLong = (before?.length ?? 0) > longest || (after?.length ?? 0) > longest;
  if (before === undefined || (before === after && (isLong || diff.length === 0)))
    return { kind: "texts", texts: [{ text: after ?? "" }] };
  if (!isLong && diff.length > 0) return { kind: "difference", parts: diff };
  const texts = [{ label: "Before", text: before } as const];
  return { kind: "texts", texts: after === undefined ? texts : [...texts, { label: "After", text: after }] };
}

/** A review's section about one resource. */
export type Section = {
  /** Its change in a few words. */
  readonly state: readonly string[];
  readonly facts: readonly Fact[];
  /** In order, for a resource that has steps. */
  readonly steps?: readonly ReviewedStep[];
  /** True for a campaign that starts sending, so that reviewers must read all of its texts. */
  readonly starts: boolean;
} & (
  | { readonly noun: "Campaign"; readonly resource: ReviewedCampaign }
  | { readonly noun: "Source agent"; readonly resource: ReviewedAgent }
  | { readonly noun: "List"; readonly resource: ReviewedList }
);

/** A review's section that is not about a resource: a heading and items. */
export interface Block {
  readonly heading: string;
  readonly items: readonly string[];
  /** True if it is collapsed at first. */
  readonly isFolded: boolean;
}

const pinned: ReadonlySet<string> = new Set(["changed-outside", "content:unknown-variable"]);

/** True for a finding that is never collapsed or omitted. */
export const isPinned = (code: string): boolean => pinned.has(code);

/** The line that approves a plan; `none` if the plan cannot be approved. */
export function approvalOf(review: Review): string | "none" | undefined {
  const text = approvalText(review);
  if (review.about !== "planned" || review.verdict !== "needs-approval" || text === undefined) return undefined;
  return review.findings.some(({ uncovered }) => uncovered === true) ? "none" : `approve ${text}`;
}

export interface Stop {
  readonly stack: Review["stacks"][number];
  readonly errors: Review["stacks"][number]["diagnostics"];
}

/** The stacks whose preview or update ended early, with the errors. */
export function stopsOf({ stacks }: Review): readonly Stop[] {
  return stacks
    .filter(({ status }) => status === "stopped")
    .map((stack) => ({ stack, errors: stack.diagnostics.filter(({ severity }) => severity === "error") }));
}

export function ofLevel(findings: readonly Finding[], level: Finding["level"]): Finding[] {
  return findings.filter((finding) => finding.level === level);
}

/** The number of a finding's step, from 1: `steps[2].message` is in step 3. */
export function stepOf({ path }: Pick<Finding, "path">): number | undefined {
  const index = /^steps\[(\d{1,6})\]/.exec(path ?? "")?.[1];
  return index === undefined ? undefined : Number(index) + 1;
}

/** The file and line of a finding: `index.ts:27`. */
export function lineOf({
  source,
}: Pick<Finding, "source">): { readonly file: string; readonly line: number } | undefined {
  const [, file, line] = /^(.+):(\d+)$/.exec(source ?? "") ?? [];
  return file === undefined ? undefined : { file, line: Number(line) };
}

/** The URNs of campaigns that start sending. */
export function startingCampaigns({ findings }: Pick<Review, "findings">): ReadonlySet<string> {
  return new Set(findings.flatMap(({ code, urn }) => (code === "starts-sending" ? (urn ?? []) : [])));
}

/** The sections of all resources that a review explains. For the outputs, a new kind is only added here. */
export function sectionsOf(review: Review): readonly Section[] {
  const starting = startingCampaigns(review);
  return [
    ...review.campaigns.map((campaign) => campaignSection(campaign, starting.has(campaign.urn))),
    ...review.agents.map(agentSection),
    ...review.lists.map(listSection),
  ];
}

/** Omits unchanged campaigns, which the review contains only because they run. */
export function changedSections(review: Review): readonly Section[] {
  return sectionsOf(review).filter(
    ({ noun, resource, starts }) => noun !== "Campaign" || resource.change !== "unchanged" || starts,
  );
}

const sending: Readonly<Record<YesNo, string>> = { yes: "sending", no: "not sending", unknown: "may be sending" };

const answer = (label: string, given: YesNo | number): Fact => ({ kind: "answer", label, answer: given, only: "page" });

function campaignSection(resource: ReviewedCampaign, starts: boolean): Section {
  const { change, running, runs, everRan, lists, linkedinSeat, emailSeats, properties, steps } = resource;
  const hasSeat = linkedinSeat.before !== undefined || linkedinSeat.after !== undefined;
  const hasEmail = emailSeats.before.length + emailSeats.after.length > 0;
  return {
    ...{ noun: "Campaign", resource, steps, starts },
    state: change === "deleted" ? ["leaves the program"] : [change, sending[runs]],
    facts: present<Fact>([
      { kind: "lists", label: "Lists", lists },
      hasSeat && { kind: "value", label: "LinkedIn seat", ...linkedinSeat },
      hasEmail && { kind: "set", label: "E-mail seats", ...namedSeats(emailSeats) },
      ...propertyFacts(properties),
      answer("Sends now", change === "created" ? "no" : running),
      change !== "deleted" && answer("Sends afterwards", runs),
      change !== "created" && answer("Has ever sent", everRan),
    ]),
  };
}

/** `3 (robin@example.com)`, with the address if it was read. */
function namedSeats({ before, after, addresses }: ReviewedCampaign["emailSeats"]) {
  const named = (id: string) => (addresses?.[id] === undefined ? id : `${id} (${addresses[id]})`);
  return { before: before.map(named), after: after.map(named) };
}

function agentSection(resource: ReviewedAgent): Section {
  const { change, list, type, paused, targeting, signals, properties } = resource;
  const runs = pausedWords(resource);
  const before = change === "created" ? undefined : looks(paused.before);
  const after = change === "deleted" ? undefined : looks(paused.after);
  return {
    ...{ noun: "Source agent", resource, state: [change], starts: false },
    facts: present<Fact>([
      list !== undefined && { kind: "lists", label: "Fills the list", lists: [list] },
      type !== undefined && change === "created" && { kind: "value", label: "Type", after: type, only: "words" },
      runs !== undefined && { kind: "sentence", label: runs, only: "words" },
      { kind: "value", label: "Looks for people", only: "page", before, after },
      ...targeting.map(({ label, added, removed, restricts }): Fact => {
        const isOpened = !restricts.after && !isWhole(resource);
        return { kind: "targeting", label, added, removed, unchanged: 0, isOpened };
      }),
      { kind: "signals", label: "signals", ...signals, isOpened: false },
      ...propertyFacts(properties),
    ]),
  };
}

/** How the agent's runs change; undefined if they do not. */
function pausedWords({ change, paused: { before, after } }: ReviewedAgent): string | undefined {
  if (change !== "updated" || before === after) return undefined;
  if (after === "unknown") return "Whether it is paused is known only after the update";
  return after === "yes" ? "Is paused" : "Is started again";
}

const looks = (paused: YesNo) => (paused === "unknown" ? "not known" : paused === "yes" ? "no, it is paused" : "yes");

function listSection(resource: ReviewedList): Section {
  const { change, people } = resource;
  return {
    ...{ noun: "List", resource, starts: false },
    state: [change, ...(people === undefined ? [] : [`${people} people now`])],
    facts: people === undefined ? [] : [answer("People", people)],
  };
}

/** Phrases for each kind of review. */
interface About {
  /** The beginning of outputs other than the page. */
  readonly subject: string;
  /** The operation of the Pulumi CLI. */
  readonly run: "preview" | "update";
  /** The page's heading. */
  readonly heading: string;
  /** Between the heading and the stack's name. */
  readonly preposition: string;
  readonly lead: string;
  /** The verdict without dangers. */
  readonly fine: { readonly heading: string; readonly text: string };
  /** The verdict with dangers. Their number follows the heading. */
  readonly dangerous: { readonly heading: string; readonly text: string };
}

export const abouts: Readonly<Record<Review["about"], About>> = {
  planned: {
    ...{ subject: "Outreach review", run: "preview" },
    heading: "Planned change",
    preposition: "of",
    lead: "Nothing has been done yet. This is what an update would do.",
    fine: { heading: "Nothing needs a person's approval", text: "Nothing in this change is dangerous." },
    dangerous: { heading: "Needs a person's approval", text: "Approve only if each of them is wanted." },
  },
  done: {
    ...{ subject: "What was done", run: "update" },
    heading: "What was done",
    preposition: "in",
    lead: "These changes have been made.",
    fine: { heading: "Nothing dangerous was done", text: "No part of it needed a person's approval." },
    dangerous: { heading: "Carried out", text: "Check that each of them was approved." },
  },
  compared: {
    ...{ subject: "What changed between two states", run: "update" },
    heading: "What differs",
    preposition: "in",
    lead: "A comparison of two states.",
    fine: { heading: "Nothing needs a person's approval", text: "No difference between the two states is dangerous." },
    dangerous: { heading: "Needs a person's approval", text: "Approve only if each of them is wanted." },
  },
  drift: {
    ...{ subject: "Changes outside of the program", run: "preview" },
    heading: "Drift",
    preposition: "of",
    lead: "What was changed outside the program.",
    fine: { heading: "No dangerous drift", text: "Nothing dangerous was changed outside the program." },
    dangerous: { heading: "Needs a person's attention", text: "Somebody changed this outside the program." },
  },
};
