import { isRecord } from "../api/json";
import type { Values } from "../lifecycle/kind";
import { modeOf } from "../resources/campaign/stepForm";
import { defaultDelay, stepFields } from "../resources/campaign/stepSchema";
import { isPlain } from "./input/values";
import { stepLabel } from "./labels";
import type { ReviewedStep, TextChange } from "./model";
import { sampleOf } from "./sample";
import { propertyChanges, shown, textOf } from "./values";
import { aligned, wordDiff } from "./wordDiff";

/** The field of a step that cannot be shown, in the place of its texts. */
const wholeStep = "step";

/** Fields that people read. */
const textFields = ["subject", "message", "note", wholeStep];
const shownElsewhere: ReadonlySet<string> = new Set(["type", "messageMode", ...textFields]);

/** The steps of a campaign before and after, put side by side. */
export function reviewedSteps(before: unknown, after: unknown): ReviewedStep[] {
  const [olds, news] = [stepsOf(before), stepsOf(after)];
  const [oldDays, newDays] = [daysOf(olds), daysOf(news)];
  const typeOf = (step: Values) => textOf(step.type) ?? "";
  return aligned(olds.map(typeOf), news.map(typeOf)).map(({ before: left, after: right }) => {
    const old = left === undefined ? undefined : olds[left];
    const next = right === undefined ? undefined : news[right];
    return reviewedStep({
      old,
      next,
      number: (right ?? left ?? 0) + 1,
      day: right === undefined ? undefined : newDays[right],
      dayBefore: left === undefined ? undefined : oldDays[left],
    });
  });
}

/** Also steps that are secret or not known yet: one that is left out would be a step that nobody has approved. */
function stepsOf(value: unknown): Values[] {
  return Array.isArray(value) ? value.map((step) => (isRecord(step) ? step : { [wholeStep]: shown(step) ?? "" })) : [];
}

/** The earliest day of each step since the contact entered; undefined from the first delay on that is not known. */
function daysOf(steps: readonly Values[]): (number | undefined)[] {
  let day: number | undefined = 0;
  return steps.map((step, index) => {
    const delay = delayOf(step);
    // The first step has none before it that it could wait for.
    if (index > 0) day = day === undefined || typeof delay !== "number" ? undefined : day + delay;
    return day;
  });
}

const delayOf = (step: Values | undefined): unknown => step?.delayAfterLastStep ?? defaultDelay;

interface Pair {
  readonly old?: Values;
  readonly next?: Values;
  readonly number: number;
  readonly day?: number;
  readonly dayBefore?: number;
}

function reviewedStep({ old, next, number, day, dayBefore }: Pair): ReviewedStep {
  const type = textOf((next ?? old)?.type) ?? "";
  const label = type === "" ? "Step that cannot be shown" : stepLabel(type);
  // A delay before the first step counts for nothing that is documented, so it is shown if it is not the usual one.
  const isUsual = (old === undefined || next === undefined) && number === 1 && delayOf(next ?? old) === defaultDelay;
  const fields = (stepFields.get(type) ?? []).filter(
    (field) => !shownElsewhere.has(field) && !(isUsual && field === "delayAfterLastStep"),
  );
  const texts = textFields.flatMap((field) => textChange(field, old?.[field], next?.[field]));
  const properties = propertyChanges(old, next, fields);
  const [modeBefore, mode] = [modeIn(old), modeIn(next)];
  const isChanged =
    properties.length > 0 ||
    mode !== modeBefore ||
    texts.some(({ before, after }) => before !== after || !isPlain(after));
  return {
    number,
    change: old === undefined ? "added" : next === undefined ? "removed" : isChanged ? "changed" : "same",
    ...{ type, label },
    ...(day === undefined ? {} : { day }),
    ...(dayBefore === undefined || dayBefore === day ? {} : { dayBefore }),
    ...(mode === undefined ? {} : { mode }),
    ...(modeBefore === undefined || modeBefore === mode ? {} : { modeBefore }),
    texts,
    properties,
  };
}

function modeIn(step: Values | undefined): string | undefined {
  if (step === undefined || !(stepFields.get(step.type) ?? []).includes("messageMode")) return undefined;
  return shown(modeOf(step));
}

function textChange(field: string, old: unknown, next: unknown): TextChange[] {
  const [before, after] = [shown(old), shown(next)];
  if (before === undefined && after === undefined) return [];
  const isReadable = [before, after].every((text) => text === undefined || isPlain(text));
  return [
    {
      field,
      ...(before === undefined ? {} : { before }),
      ...(after === undefined ? {} : { after }),
      diff: isReadable ? wordDiff(before ?? "", after ?? "") : [],
      // The service fills in variables in messages and subjects, not in notes.
      ...(after === undefined || !isReadable ? {} : { sample: field === "note" ? after : sampleOf(after) }),
    },
  ];
}
