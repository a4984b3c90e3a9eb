import { defaultDelay } from "../../resources/campaign/stepSchema";
import { templateVariables } from "../../resources/campaign/templateVariables";
import { isOnlyAdopted, startsSending } from "../findings/campaigns";
import { place } from "../findings/sentences";
import { isPlain } from "../input/values";
import type { ReviewedCampaign, ReviewedStep } from "../model";

/** A campaign's readable text and its place. */
export interface CampaignText {
  readonly campaign: ReviewedCampaign;
  readonly step: ReviewedStep;
  readonly field: string;
  readonly text: string;
  /** `steps[2].message` */
  readonly path: string;
  /** True if the text is new or changed, or if it reaches people for the first time. */
  readonly isNew: boolean;
}

/** The texts that people receive after the change. */
export function textsOfCampaign(campaign: ReviewedCampaign): CampaignText[] {
  if (campaign.change === "deleted") return [];
  return campaign.steps.flatMap((step) =>
    step.texts.flatMap(({ field, before, after }) => {
      if (after === undefined || !isPlain(after)) return [];
      const isChanged = campaign.change === "updated" && (step.change === "added" || before !== after);
      const isNew = isChanged || bringsAll(campaign);
      return [{ campaign, step, field, text: after, path: place(step, field), isNew }];
    }),
  );
}

/** True if all texts of a campaign are new to its people. An adoption alone changes no texts. */
export function bringsAll(campaign: ReviewedCampaign): boolean {
  if (isOnlyAdopted(campaign)) return false;
  return campaign.change === "created" || campaign.change === "replaced" || startsSending(campaign);
}

const known: ReadonlySet<string> = new Set(templateVariables);
/** Matches a word in square brackets, or in braces such as `{{firstName}}`, which is a variable in other services. */
const bracketed = /\[([^[\]\n]{1,40})\]|\{\{?([^{}\n]{1,40})\}?\}/g;

/** Distinct words that look like variables but are unknown to the service, so that people would see them literally. */
export function unknownVariables({ field, text }: Pick<CampaignText, "field" | "text">): string[] {
  const unknown = [...text.matchAll(bracketed)].filter(([, name]) => {
    // The service replaces variables in messages and subjects, but not in notes.
    const isFilledIn = name !== undefined && known.has(name) && field !== "note";
    return !isFilledIn;
  });
  return [...new Set(unknown.map(([tag]) => tag).filter((tag) => /\p{L}/u.test(tag)))];
}

/** Splits the steps at unknown delays, and counts the days of each part from its first step. */
export function runsOf({ steps }: ReviewedCampaign) {
  const runs: { steps: ReviewedStep[]; days: number[] }[] = [];
  let before: ReviewedStep | undefined;
  let formerDay: number | undefined;
  for (const step of steps) {
    const delay = step.number === 1 ? 0 : delayOf(step, before, formerDay);
    if (step.change !== "added") formerDay = step.dayBefore ?? step.day;
    if (step.change === "removed") continue;
    const run = runs.at(-1);
    if (run === undefined || delay === undefined) runs.push({ steps: [step], days: [0] });
    else {
      run.steps.push(step);
      run.days.push((run.days.at(-1) ?? 0) + delay);
    }
    before = step;
  }
  return runs;
}

/** The days since the previous step. Undefined if unknown. */
function delayOf(
  step: ReviewedStep,
  before: ReviewedStep | undefined,
  formerDay: number | undefined,
): number | undefined {
  if (step.day !== undefined && before?.day !== undefined) return step.day - before.day;
  const changed = step.properties.find(({ name }) => name === "delayAfterLastStep");
  if (changed !== undefined) return numberOf(changed.after ?? String(defaultDelay));
  if (step.change === "added") return defaultDelay;
  // Use the distance from the previous step in the former order.
  return step.dayBefore === undefined || formerDay === undefined ? undefined : step.dayBefore - formerDay;
}

function numberOf(text: string): number | undefined {
  return /^\d{1,6}$/.test(text) ? Number(text) : undefined;
}
