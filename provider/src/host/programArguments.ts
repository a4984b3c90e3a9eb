import * as pulumi from "@pulumi/pulumi";
import { isRecord } from "../api/json";
import { resourceMark } from "../kind/misplaced";
import type { DeclaredKind, Values } from "../lifecycle/declared";
import { describeProblems, type Problem, problemLine } from "../lifecycle/problem";
import { programError } from "./programError";
import { acknowledgedForThisRun } from "./settings";
import { programUnderTest } from "./underTest";

/**
 * What the explicit providers of a program acknowledge. Undefined for one of their values that is not known yet. For each
 * run: with the Automation API and in tests, one process runs several programs.
 */
const acknowledgedByProviders = new WeakMap<object, Set<string | undefined>>();

function acknowledgedInRun(): Set<string | undefined> {
  const run: object = pulumi.runtime.getMonitor() ?? acknowledgedByProviders;
  const known = acknowledgedByProviders.get(run) ?? new Set<string | undefined>();
  acknowledgedByProviders.set(run, known);
  return known;
}

/** Remembers the codes of an explicit provider. Its constructor does not know which resources will use it. */
export function noteAcknowledged(codes: unknown): void {
  if (codes === undefined) return;
  const isKnown = Array.isArray(codes) && codes.every((code) => typeof code === "string");
  for (const code of isKnown ? codes : [undefined]) acknowledgedInRun().add(code);
}

/** The broken rules in the values that are known, but for those that may be acknowledged by a value that is not. */
export function brokenRules({ problems }: DeclaredKind, args: Values): Problem[] {
  const ofProviders = [...acknowledgedInRun()];
  // What cannot be ruled out to be acknowledged is left to check, which knows the resource's own settings.
  if (ofProviders.includes(undefined)) return [];
  const stackConfig = pulumi.runtime.getConfig("outreach:acknowledge");
  const codes = [...acknowledgedForThisRun(stackConfig), ...ofProviders];
  const acknowledged = new Set(codes.flatMap((code) => code ?? []));
  return problems(args, { acknowledged, launch: "allow" });
}

/**
 * Reports the problems in plain values for all resources at once, because the engine stops at the first resource whose
 * check fails. The check is told what was reported here, and fails. In a unit test there is no check, and the first broken
 * resource throws.
 */
export function reportProblems(kind: DeclaredKind, name: string, args: Values): string[] {
  const found = brokenRules(kind, args);
  if (found.length === 0) return [];
  const text = describeProblems(kind.noun, name, found);
  if (programUnderTest() !== undefined) throw programError(text);
  // Under the stack: the engine drops the messages of a resource whose registration fails.
  pulumi.log.error(text);
  return found.map(problemLine);
}

/**
 * The names of the arguments that are secret, also in a part, or by the option `additionalSecretOutputs`. Undefined if none
 * is: the engine marks them for the state alone, and passes them to the provider in plain text.
 */
export function secretArguments(
  args: Values,
  { additionalSecretOutputs }: pulumi.CustomResourceOptions,
): Promise<string[] | undefined> | undefined {
  const hidden = (additionalSecretOutputs ?? []).filter((name) => args[name] !== undefined);
  const late = Object.entries(args).filter(([name, value]) => isLate(value) && !hidden.includes(name));
  if (late.length === 0) return hidden.length === 0 ? undefined : Promise.resolve(hidden);
  return Promise.all(
    late.map(async ([name, value]) => {
      // The argument itself reports an error of its value.
      const isSecret = await pulumi.isSecret(pulumi.output(value)).catch(() => true);
      return isSecret ? [name] : [];
    }),
  )
    .then((found) => [...hidden, ...found.flat()])
    .then((names) => (names.length === 0 ? undefined : names));
}

/** True if the SDK has to wait for the value, or for a part of it. */
export function isLate(value: unknown, depth = 0): boolean {
  if (depth > deepest) return false;
  if (pulumi.Output.isInstance<unknown>(value) || value instanceof Promise) return true;
  if (Array.isArray(value)) return value.some((item: unknown) => isLate(item, depth + 1));
  return isPlain(value) && Object.values(value).some((item) => isLate(item, depth + 1));
}

/** Deeper than any argument, so that the walk through a value that contains itself ends. */
const deepest = 6;

/** Replaces each resource in the arguments by a mark, also inside Outputs. The check would only see its id. */
export function withoutResources(args: Values): Record<string, unknown> {
  return entriesWithout(args, 0);
}

function entriesWithout(values: Values, depth: number): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, without(value, depth + 1)]));
}

function without(value: unknown, depth: number): unknown {
  if (depth > deepest) return value;
  if (pulumi.Resource.isInstance(value)) return resourceMark;
  if (pulumi.Output.isInstance<unknown>(value)) return value.apply((known) => without(known, depth));
  // It stays a promise: an Output is unknown as a whole if one value inside it is.
  if (value instanceof Promise) return value.then((known: unknown) => without(known, depth));
  if (Array.isArray(value)) return value.map((item: unknown) => without(item, depth + 1));
  return isPlain(value) ? entriesWithout(value, depth) : value;
}

/** True for object literals. Instances of classes stay as they are. */
function isPlain(value: unknown): value is Values {
  if (!isRecord(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
