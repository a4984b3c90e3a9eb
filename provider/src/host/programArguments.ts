import * as pulumi from "@pulumi/pulumi";
import { isRecord } from "../api/json";
import { resourceMark } from "../kind/misplaced";
import type { DeclaredKind, Values } from "../lifecycle/declared";
import { describeProblems, type Problem, problemLine } from "../lifecycle/problem";
import { programError } from "./programError";
import { OfRun } from "./programRun";
import { acknowledgedForThisRun } from "./settings";
import { programUnderTest } from "./underTest";

/** The acknowledgement codes of a program's explicit providers, with undefined for a value that is not known yet. */
const acknowledgedByProviders = new OfRun(() => new Set<string | undefined>());

/** Remembers the codes of an explicit provider. Its constructor does not know which resources will use it. */
export function noteAcknowledged(codes: unknown): void {
  if (codes === undefined) return;
  const isKnown = Array.isArray(codes) && codes.every((code) => typeof code === "string");
  for (const code of isKnown ? codes : [undefined]) acknowledgedByProviders.value.add(code);
}

/** The problems in known values, without those that an unknown value might acknowledge. */
export function brokenRules({ problems }: DeclaredKind, args: Values): Problem[] {
  const ofProviders = [...acknowledgedByProviders.value];
  // Everything might be acknowledged, so leave it to check, which knows the resource's own settings.
  if (ofProviders.includes(undefined)) return [];
  const stackConfig = pulumi.runtime.getConfig("outreach:acknowledge");
  const codes = [...acknowledgedForThisRun(stackConfig), ...ofProviders];
  const acknowledged = new Set(codes.flatMap((code) => code ?? []));
  return problems(args, { acknowledged, launch: "allow" });
}

/**
 * Reports the problems in plain values of all resources together, because the engine stops at the first resource whose
 * check fails. Returns the reported problems, so that check can fail without repeating them. In a unit test there is no
 * check, so the first broken resource throws.
 */
export function reportProblems(kind: DeclaredKind, name: string, args: Values): string[] {
  const found = brokenRules(kind, args);
  if (found.length === 0) return [];
  const text = describeProblems(kind.noun, name, found);
  if (programUnderTest() !== undefined) throw programError(text);
  // Logged for the stack, because the engine drops the messages of a resource whose registration fails.
  pulumi.log.error(text);
  return found.map(problemLine);
}

/**
 * The names of the arguments that are secret, wholly or in part, or named in the option `additionalSecretOutputs`.
 * Undefined if there are none. Needed because the engine marks secrets only in the state and passes them to the
 * provider in plain text.
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
      // An error in the value is reported by the argument itself.
      const isSecret = await pulumi.isSecret(pulumi.output(value)).catch(() => true);
      return isSecret ? [name] : [];
    }),
  )
    .then((found) => [...hidden, ...found.flat()])
    .then((names) => (names.length === 0 ? undefined : names));
}

/** True if the value or a part of it is an Output or a promise. */
export function isLate(value: unknown, depth = 0): boolean {
  if (depth > mostLevels) return false;
  if (pulumi.Output.isInstance<unknown>(value) || value instanceof Promise) return true;
  if (Array.isArray(value)) return value.some((item: unknown) => isLate(item, depth + 1));
  return isObjectLiteral(value) && Object.values(value).some((item) => isLate(item, depth + 1));
}

/** Deeper than any argument. The limit ends the traversal of cyclic values. */
const mostLevels = 6;

/** Replaces each resource in the arguments, also inside Outputs, by a mark. Otherwise check would only see its id. */
export function withoutResources(args: Values): Record<string, unknown> {
  return entriesWithout(args, 0);
}

function entriesWithout(values: Values, depth: number): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, replaceResources(value, depth + 1)]));
}

function replaceResources(value: unknown, depth: number): unknown {
  if (depth > mostLevels) return value;
  if (pulumi.Resource.isInstance(value)) return resourceMark;
  if (pulumi.Output.isInstance<unknown>(value)) return value.apply((known) => replaceResources(known, depth));
  // Stays a promise, because an Output is unknown as a whole if one value inside it is.
  if (value instanceof Promise) return value.then((known: unknown) => replaceResources(known, depth));
  if (Array.isArray(value)) return value.map((item: unknown) => replaceResources(item, depth + 1));
  return isObjectLiteral(value) ? entriesWithout(value, depth) : value;
}

/** True for object literals. Class instances are left unchanged. */
function isObjectLiteral(value: unknown): value is Values {
  if (!isRecord(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
