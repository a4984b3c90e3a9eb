import * as pulumi from "@pulumi/pulumi";
import { isRecord } from "../api/json";
import { resourceMark } from "../kind/misplaced";
import type { DeclaredKind, Values } from "../lifecycle/declared";
import { describeProblems, problemLine } from "../lifecycle/problem";
import { acknowledgedForThisRun } from "./settings";

/** What explicit providers of this program acknowledge; undefined once one does it in a value that is not known yet. */
let acknowledgedByProviders: Set<string> | undefined = new Set();

/** Remembers what holds for the resources of an explicit provider, whichever they are. */
export function noteAcknowledged(codes: unknown): void {
  if (codes === undefined) return;
  const isKnown = Array.isArray(codes) && codes.every((code) => typeof code === "string");
  if (!isKnown) acknowledgedByProviders = undefined;
  else for (const code of codes) acknowledgedByProviders?.add(code);
}

/**
 * Says what is wrong with plain values at once for all resources, since the engine stops at the first one whose check
 * fails. No gate: check is told what was said here, and fails.
 */
export function reportProblems({ noun, problems }: DeclaredKind, name: string, args: Values): string[] {
  // What cannot be ruled out to be acknowledged is left to check, which knows the resource's own settings.
  if (acknowledgedByProviders === undefined) return [];
  const stackConfig = pulumi.runtime.getConfig("outreach:acknowledge");
  const acknowledged = new Set([...acknowledgedForThisRun(stackConfig), ...acknowledgedByProviders]);
  const found = problems(args, { acknowledged, launch: "allow" });
  // Without a resource: the engine drops a message at one whose registration fails.
  if (found.length > 0) pulumi.log.error(describeProblems(noun, name, found));
  return found.map(problemLine);
}

/** Deeper than any argument, so that a value that holds itself ends. */
const deepest = 6;

/** The arguments with a mark in place of each resource, late values included: check would be handed its id. */
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
  // It stays a promise: an Output would be unknown as a whole where one value inside it is.
  if (value instanceof Promise) return value.then((known: unknown) => without(known, depth));
  if (Array.isArray(value)) return value.map((item: unknown) => without(item, depth + 1));
  return isPlain(value) ? entriesWithout(value, depth) : value;
}

/** True for what a program writes out, and for no object of a class: those are carried as they are. */
function isPlain(value: unknown): value is Values {
  if (!isRecord(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
