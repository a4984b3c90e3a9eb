import type {
  ChangeWord,
  Finding,
  PropertyChange,
  Review,
  ReviewedAgent,
  ReviewedCampaign,
  ReviewedSignal,
  ReviewedStack,
  ReviewedStep,
  YesNo,
} from "../model";

/** Words that every output uses. */

export function title({ about, verdict, findings }: Review): string {
  const dangers = findings.filter(({ level }) => level === "danger").length;
  const subject = {
    planned: "Outreach review",
    done: "What was done",
    compared: "What changed between two states",
    drift: "Changes outside of the program",
  }[about];
  if (verdict === "failed") {
    const stopped = about === "planned" || about === "drift" ? "the preview stopped early" : "the update failed";
    return `${subject}: ${stopped}`;
  }
  if (about === "drift")
    return findings.length === 0 ? `${subject}: none` : `${subject}: ${counted(findings.length, "finding")}`;
  if (about === "done") return subject;
  return dangers === 0 ? `${subject}: nothing needs approval` : `${subject}: needs a person's approval`;
}

export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** `2 created, 1 updated`; what does not happen is left out. */
export function countsWords({ counts }: ReviewedStack): string {
  const words: ChangeWord[] = ["created", "updated", "replaced", "deleted"];
  const parts = words.flatMap((word) => ((counts[word] ?? 0) > 0 ? [`${counts[word]} ${word}`] : []));
  return parts.length === 0 ? "no change" : parts.join(", ");
}

/** `stack project/name`, for every stack of a review. */
export function stackName({ project, stack }: Pick<ReviewedStack, "project" | "stack">): string {
  return project === "" ? stack || "unknown stack" : `${project}/${stack}`;
}

const sendingWords: Readonly<Record<YesNo, string>> = { yes: "sending", no: "not sending", unknown: "may be sending" };

/** The lines of a change that are worth showing: of a new step, the day says what its delay would. */
function stepProperties({ change, number, properties }: ReviewedStep): readonly PropertyChange[] {
  const isTold = (name: string) => name === "delayAfterLastStep" && number > 1;
  return change === "added" ? properties.filter(({ name }) => !isTold(name)) : properties;
}

/** What becomes of the agent's runs; undefined if that does not change. */
export function pausedWords({ change, paused: { before, after } }: ReviewedAgent): string | undefined {
  if (change !== "updated" || before === after) return undefined;
  if (after === "unknown") return "Whether it is paused is known only after the update";
  return after === "yes" ? "Is paused" : "Is started again";
}

/** Warnings of the provider and the engine, each once. */
export function warningsOf({ stacks }: Review): string[] {
  const warnings = stacks.flatMap(({ diagnostics }) => diagnostics.filter(({ severity }) => severity === "warning"));
  return [...new Set(warnings.map(({ text }) => text))];
}

/** `updated, sending`; `created, not sending`. */
export function campaignState({ change, runs }: ReviewedCampaign): string {
  return change === "deleted" ? "leaves the program" : `${change}, ${sendingWords[runs]}`;
}

export function propertyWords({ name, before, after }: PropertyChange): { name: string; text: string } {
  if (before === undefined) return { name, text: after ?? "" };
  return { name, text: after === undefined ? `${before} → (none)` : `${before} → ${after}` };
}

/** From which seats a campaign sends, before and after: a label and a text for each kind of seat. */
export function seatLines({ linkedinSeat, emailSeats }: ReviewedCampaign): (readonly [label: string, text: string])[] {
  const [before, after] = [emailSeats.before.join(", ") || undefined, emailSeats.after.join(", ") || undefined];
  const all: [label: string, change: PropertyChange][] = [
    ["LinkedIn seat", { name: "", ...linkedinSeat }],
    ["E-mail seats", { name: "", before, after }],
  ];
  return all.flatMap(([label, change]) => {
    if (change.before === undefined && change.after === undefined) return [];
    return [[label, change.before === change.after ? (change.after ?? "") : propertyWords(change).text] as const];
  });
}

/** `company is hiring`, `posts about a keyword: "banking"`. */
export function signalWords({ label, value, seat }: ReviewedSignal): string {
  const through = seat === undefined ? "" : ` (through LinkedIn seat ${seat})`;
  // Signals that look for nothing in particular have the value `true`.
  return `${value === "true" ? label : `${label}: ${value}`}${through}`;
}

/** What it means that a run stopped. */
export function stoppedWords({ about }: Review): string {
  return about === "done" ? "The update ended early" : "The preview stopped early: the rest was not computed";
}

/** What else is worth saying about a step: what happens to it, who writes its text, its other fields. */
export function stepNotes(step: ReviewedStep, isNew: boolean): string[] {
  const { change, mode, modeBefore } = step;
  return [
    ...(change === "same" || isNew ? [] : [change]),
    ...(mode === "ai" ? ["written by the AI"] : []),
    ...(modeBefore === "ai" ? ["no longer written by the AI"] : []),
    ...stepProperties(step).map((property) => {
      const { name, text } = propertyWords(property);
      return `${name}: ${text}`;
    }),
  ];
}

export const sampleTitle = "As one contact would get it (Robin Example of Example Works)";

/** Campaigns that start sending, by their URNs. All of their texts are read before that, changed or not. */
export function startingCampaigns({ findings }: Pick<Review, "findings">): ReadonlySet<string> {
  return new Set(findings.flatMap(({ code, urn }) => (code === "starts-sending" ? (urn ?? []) : [])));
}

export function unchangedWords(unchanged: number): string {
  return `Unchanged: ${counted(unchanged, "resource")}.`;
}

/** One finding of one or more stacks. */
export interface MergedFinding {
  readonly finding: Finding;
  readonly stacks: readonly string[];
}

/** The findings with equal ones of several stacks put together: members who share a program have the same ones. */
export function merged(findings: readonly Finding[]): MergedFinding[] {
  const rows = new Map<string, { readonly finding: Finding; readonly stacks: string[] }>();
  for (const finding of findings) {
    const { level, code, text, path, source, stack } = finding;
    const key = JSON.stringify([level, code, text, path, source]);
    const row = rows.get(key);
    if (row === undefined) rows.set(key, { finding, stacks: [stack] });
    else if (!row.stacks.includes(stack)) row.stacks.push(stack);
    // Two resources of one stack may have the same names.
    else rows.set(JSON.stringify([key, rows.size]), { finding, stacks: [stack] });
  }
  return [...rows.values()];
}

const mostStacksNamed = 6;

/** `member-101, member-102 and 3 more` */
export function stacksWords(stacks: readonly string[]): string {
  const more = stacks.length - mostStacksNamed;
  const shown = stacks.slice(0, mostStacksNamed).join(", ");
  return more > 0 ? `${shown} and ${more} more` : shown;
}
