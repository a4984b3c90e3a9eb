import { isRecord } from "../../api/json";
import { plainText } from "../../api/texts";
import { type Comparison, changeOf, sameServedText, sameText, sameValue } from "../../kind/comparing";
import type { Field } from "../../kind/fields";
import { list } from "../../kind/schema";
import type { Change, Effect } from "../../lifecycle/kind";
import { containsUnknown, isOpen } from "../../lifecycle/unknown";
import { defaultDelay, defaultNumberOfPosts, stepFields, stepSchema, stepWords } from "./stepSchema";

/** The fields of a step that the service can change in an existing campaign; changing others needs a new campaign. */
const changedInPlace: ReadonlySet<string> = new Set(["messageMode", "message", "subject"]);
const allFields = [...new Set([...stepFields.values()].flat())];

/** The mode of a step, also if it is omitted: a step with its own text is never written by the AI. */
export function modeOf(step: Readonly<Record<string, unknown>>): unknown {
  return step.messageMode ?? (step.message === undefined && step.subject === undefined ? "ai" : "same");
}

/**
 * Sets the mode `same` if the program gives the step a text, even one that turns out to be undefined: that must be an error
 * instead of a text by the AI. Done here because undefined values do not reach `check`.
 */
export function withStatedMode(step: unknown): unknown {
  if (!isRecord(step) || step.messageMode !== undefined) return step;
  const isStated = "message" in step || "subject" in step;
  return isStated && stepFields.get(step.type)?.includes("messageMode") ? { ...step, messageMode: "same" } : step;
}

const defaults: Readonly<Record<string, unknown>> = {
  delayAfterLastStep: defaultDelay,
  numberOfPosts: defaultNumberOfPosts,
};

/** The normal form of a step, without `stepNumber` and any other field that steps of this type do not have. */
export function canonicalStep(step: unknown): unknown {
  if (isOpen(step) || !isRecord(step)) return step;
  const canonical: Record<string, unknown> = {};
  const fields = stepFields.get(step.type);
  for (const field of fields ?? allFields) {
    let value: unknown = step[field] ?? undefined;
    if (value === undefined && fields) value = field === "messageMode" ? modeOf(step) : defaults[field];
    if (value !== undefined) canonical[field] = typeof value === "string" ? plainText(value) : value;
  }
  return canonical;
}

/**
 * A served step in the program's form. Missing fields are taken from the declared step at the same position if it has the
 * same type. Texts written by the AI are dropped, because a program cannot declare them.
 */
function servedStep(served: Readonly<Record<string, unknown>>, declared: unknown): unknown {
  const twin = isRecord(declared) && declared.type === served.type ? declared : {};
  const step: Record<string, unknown> = {};
  for (const field of stepFields.get(served.type) ?? []) {
    const own = twin[field];
    const value = served[field] ?? own;
    if (value !== undefined) step[field] = sameServedText(value, own) ? own : value;
  }
  const mode = served.messageMode ?? twin.messageMode;
  if (mode === "ai") {
    delete step.message;
    delete step.subject;
  }
  const canonical = canonicalStep(step);
  return sameValue(canonical, canonicalStep(twin)) ? declared : canonical;
}

/** Sorts served steps by number, which the service assigns in the order of the program. */
function inOrder(steps: readonly Readonly<Record<string, unknown>>[]) {
  const numbers = steps.map((step) => step.stepNumber);
  const distinct = new Set(numbers.filter((number) => typeof number === "number"));
  if (distinct.size !== steps.length) return steps;
  return [...steps].sort((left, right) => Number(left.stepNumber) - Number(right.stepNumber));
}

function servedSteps(value: unknown, declared: unknown): unknown {
  if (!Array.isArray(value)) return undefined;
  const steps = value.filter((step) => isRecord(step) && typeof step.type === "string");
  if (steps.length !== value.length) return undefined;
  const before = Array.isArray(declared) ? declared : [];
  const normal = inOrder(steps).map((step, index) => servedStep(step, before[index]));
  return normal.length === before.length && normal.every((step, index) => step === before[index]) ? declared : normal;
}

function stepChanges(path: string, olds: unknown, news: unknown, same: Comparison): Change[] {
  const property = "steps";
  if (!isRecord(olds) || !isRecord(news)) {
    return changeOf({ property, path, effect: "replace" }, olds, news, sameValue);
  }
  const ofType = changeOf({ property, path: `${path}.type`, effect: "replace" }, olds.type, news.type, sameValue);
  if (ofType.length > 0) return ofType;
  return (stepFields.get(news.type) ?? allFields).flatMap((field) => {
    const effect: Effect = changedInPlace.has(field) ? "update" : "replace";
    return changeOf({ property, path: `${path}.${field}`, effect }, olds[field], news[field], same);
  });
}

function stepsChanges(property: string, olds: unknown, news: unknown, same: Comparison = sameText): Change[] {
  if (!Array.isArray(olds) || !Array.isArray(news)) {
    return changeOf({ property, path: property, effect: "replace" }, olds, news, sameValue);
  }
  const changes = news
    .slice(0, olds.length)
    .flatMap((step, index) => stepChanges(`${property}[${index}]`, olds[index], step, same));
  if (olds.length !== news.length) changes.unshift({ property, path: property, effect: "replace" });
  return changes;
}

/** The steps of a campaign. Their order matters, and most fields cannot change once the campaign exists. */
export const stepsField = {
  schema: list(stepSchema, { what: "a list of steps", some: "step" }),
  source: "S",
  words: stepWords,
  // A response without steps cannot distinguish two campaigns with the same name.
  identifies: true,
  canonical: (value) => (Array.isArray(value) ? value.map(canonicalStep) : value),
  served: servedSteps,
  same: (left, right) =>
    left !== undefined &&
    right !== undefined &&
    !containsUnknown(left) &&
    !containsUnknown(right) &&
    stepsChanges("steps", left, right, sameServedText).length === 0 &&
    stepsChanges("steps", right, left, sameServedText).length === 0,
  changes: (property, olds, news) => stepsChanges(property, olds, news),
} satisfies Field;
