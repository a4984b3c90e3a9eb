import { defaultDelay } from "../../resources/campaign/stepSchema";
import type { ReviewedCampaign, ReviewedStep } from "../model";

/** Steps of which the days between them are known. */
export interface Run {
  readonly steps: readonly ReviewedStep[];
  /** Of each, counted from the first of them. */
  readonly days: readonly number[];
}

/** The steps after the change, in runs that end where a delay is not known. */
export function runsOf({ steps }: ReviewedCampaign): Run[] {
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

/** The days since the step before. Undefined if they are not known. */
function delayOf(
  step: ReviewedStep,
  before: ReviewedStep | undefined,
  formerDay: number | undefined,
): number | undefined {
  if (step.day !== undefined && before?.day !== undefined) return step.day - before.day;
  const changed = step.properties.find(({ name }) => name === "delayAfterLastStep");
  if (changed !== undefined) return numberOf(changed.after ?? String(defaultDelay));
  if (step.change === "added") return defaultDelay;
  // The former days still tell how far the step is from the one before it in the former order.
  return step.dayBefore === undefined || formerDay === undefined ? undefined : step.dayBefore - formerDay;
}

function numberOf(text: string): number | undefined {
  return /^\d{1,6}$/.test(text) ? Number(text) : undefined;
}
