import { diffArrays, diffWordsWithSpace } from "diff";
import { isRecord } from "../api/json";
import type { Values } from "../lifecycle/kind";
import { modeOf } from "../resources/campaign/stepForm";
import { defaultDelay, stepFields } from "../resources/campaign/stepSchema";
import { isPlain, propertyChanges, shown, textOf } from "./input/values";
import { stepLabel } from "./labels";
import type { DiffPart, ReviewedStep, TextChange } from "./model";
import { sampleOf } from "./sample";

/** The field of a step that cannot be shown, in the place of its texts. */
const wholeStep = "step";

/** Fields that people read. */
const textFields = ["subject", "message", "note", wholeStep];
const shownElsewhere: ReadonlySet<string> = new Set(["type", "messageMode", ...textFields]);

/** A step, and the earliest day on which it happens: undefined from the first delay on that is not known. */
interface DatedStep {
  readonly step: Values;
  readonly day?: number;
}

/** The steps of a campaign before and after, put side by side. */
export function reviewedSteps(before: unknown, after: unknown): ReviewedStep[] {
  const [olds, news] = [datedSteps(before), datedSteps(after)];
  const typeOf = ({ step }: DatedStep) => textOf(step.type) ?? "";
  return aligned(olds.map(typeOf), news.map(typeOf)).map(({ before: left = -1, after: right = -1 }) =>
    // A step that is removed has its former position.
    reviewedStep((right < 0 ? left : right) + 1, olds[left], news[right]),
  );
}

/** Also steps that are secret or not known yet: one that is left out would be a step that nobody has approved. */
function datedSteps(value: unknown): DatedStep[] {
  if (!Array.isArray(value)) return [];
  let day: number | undefined = 0;
  return value.map((given, index) => {
    const step: Values = isRecord(given) ? given : { [wholeStep]: shown(given) ?? "" };
    const delay = delayOf(step);
    // The first step has none before it that it could wait for.
    if (index > 0) day = day === undefined || typeof delay !== "number" ? undefined : day + delay;
    return { step, day };
  });
}

const delayOf = (step: Values | undefined): unknown => step?.delayAfterLastStep ?? defaultDelay;

function reviewedStep(number: number, before: DatedStep | undefined, after: DatedStep | undefined): ReviewedStep {
  const [old, next] = [before?.step, after?.step];
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
    ...{ type, label, day: after?.day, mode, texts, properties },
    dayBefore: before?.day === after?.day ? undefined : before?.day,
    modeBefore: modeBefore === mode ? undefined : modeBefore,
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
      ...{ field, before, after },
      diff: isReadable ? wordDiff(before ?? "", after ?? "") : [],
      // The service fills in variables in messages and subjects, not in notes.
      sample: isReadable && after !== undefined && field !== "note" ? sampleOf(after) : isReadable ? after : undefined,
    },
  ];
}

/** Two texts that differ in more words are shown as a whole: nobody reads such a diff, and it takes seconds to make. */
const mostEdits = 400;

/** What changed from one text to the other, word by word. The parts that are not added make up the former text. */
export function wordDiff(before: string, after: string): DiffPart[] {
  if (before === after) return before === "" ? [] : [{ kind: "same", text: before }];
  const changes = diffWordsWithSpace(before, after, { maxEditLength: mostEdits });
  if (changes === undefined) return [...whole("removed", before), ...whole("added", after)];
  return changes.map(({ added, removed, value }) => ({
    kind: added ? "added" : removed ? "removed" : "same",
    text: value,
  }));
}

function whole(kind: DiffPart["kind"], text: string): DiffPart[] {
  return text === "" ? [] : [{ kind, text }];
}

/** Positions in the former and the later list of elements that belong together; undefined where one has no partner. */
export function aligned(
  before: readonly string[],
  after: readonly string[],
): { readonly before?: number; readonly after?: number }[] {
  const pairs: { before?: number; after?: number }[] = [];
  let [left, right] = [0, 0];
  for (const { count, added, removed } of diffArrays([...before], [...after])) {
    for (let index = 0; index < (count ?? 0); index++) {
      if (added) pairs.push({ after: right++ });
      else if (removed) pairs.push({ before: left++ });
      else pairs.push({ before: left++, after: right++ });
    }
  }
  return pairs;
}
