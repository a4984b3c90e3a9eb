import { diffArrays, diffWordsWithSpace } from "diff";
import { isRecord, stringOrUndefined } from "../api/json";
import type { Values } from "../lifecycle/kind";
import { modeOf } from "../resources/campaign/stepForm";
import { defaultDelay, stepFields } from "../resources/campaign/stepSchema";
import { isPlain, propertyChanges, shown } from "./input/values";
import { stepLabel } from "./labels";
import type { DiffPart, ReviewedStep, TextChange } from "./model";
import { sampleOf } from "./sample";

/** The name of the field that replaces a hidden step's texts. */
const wholeStep = "step";

/** Fields with texts for people. */
const textFields = ["subject", "message", "note", wholeStep];
const shownElsewhere: ReadonlySet<string> = new Set(["type", "messageMode", ...textFields]);

/** A step and its earliest day, which is undefined after the first unknown delay. */
interface DatedStep {
  readonly step: Values;
  readonly day?: number;
}

/** Matches a campaign's steps before and after the change. */
export function reviewedSteps(before: unknown, after: unknown): ReviewedStep[] {
  const [olds, news] = [datedSteps(before), datedSteps(after)];
  const typeOf = ({ step }: DatedStep) => stringOrUndefined(step.type) ?? "";
  return matchedPositions(olds.map(typeOf), news.map(typeOf)).map(({ before: left = -1, after: right = -1 }) =>
    // A removed step has its former position.
    reviewedStep((right < 0 ? left : right) + 1, olds[left], news[right]),
  );
}

/** Includes secret and unknown steps, because nobody could approve an omitted step. */
function datedSteps(value: unknown): DatedStep[] {
  if (!Array.isArray(value)) return [];
  let day: number | undefined = 0;
  return value.map((given, index) => {
    const step: Values = isRecord(given) ? given : { [wholeStep]: shown(given) ?? "" };
    const delay = delayOf(step);
    // There is no step before the first one, so its delay does not count.
    if (index > 0) day = day === undefined || typeof delay !== "number" ? undefined : day + delay;
    return { step, day };
  });
}

const delayOf = (step: Values | undefined): unknown => step?.delayAfterLastStep ?? defaultDelay;

function reviewedStep(number: number, before: DatedStep | undefined, after: DatedStep | undefined): ReviewedStep {
  const [old, next] = [before?.step, after?.step];
  const type = stringOrUndefined((next ?? old)?.type) ?? "";
  const label = type === "" ? "Step that cannot be shown" : stepLabel(type);
  // A delay of the first step has no documented effect, so it is shown unless it is the default.
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
      // The service replaces variables in messages and subjects, but not in notes.
      sample: isReadable && after !== undefined && field !== "note" ? sampleOf(after) : isReadable ? after : undefined,
    },
  ];
}

/** Texts that differ in more words are shown whole, because such a diff is unreadable and takes seconds to compute. */
const mostEdits = 400;

/** A diff by words. The parts that are not added make up the former text. */
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

/** Pairs of positions of matching elements in both arrays; undefined if an element has no match. */
export function matchedPositions(
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
