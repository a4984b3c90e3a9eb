import { createHash } from "node:crypto";
import type { Values } from "../lifecycle/kind";
import type { Plan, PlannedResource } from "./input/plan";

/**
 * A hash over the planned changes alone, so that two previews of the same change are equal: which resource, what
 * happens to it, its inputs before and after, and whether a campaign is running. No times, versions or counts. It cannot
 * tell two values of one secret apart.
 */
export function fingerprintOf(plan: Plan): string | undefined {
  if (plan.about !== "planned" || plan.isStopped) return undefined;
  const changes = plan.resources.filter(({ change }) => change !== "unchanged").map(changeOf);
  return hashOf([plan.project, plan.stack, ...changes.sort()]);
}

/** One fingerprint for several stacks; undefined if one of them has none. */
export function combinedFingerprint(fingerprints: readonly (string | undefined)[]): string | undefined {
  const all = fingerprints.filter((each) => each !== undefined);
  if (all.length === 0 || all.length < fingerprints.length) return undefined;
  return all.length === 1 ? all[0] : hashOf([...all].sort());
}

function changeOf({ urn, type, change, unknownOperation, id, before, after, beforeOutputs }: PlannedResource): string {
  const runs = beforeOutputs?.active;
  return JSON.stringify([urn, type, unknownOperation ?? change, id ?? "", ordered(before), ordered(after), runs ?? ""]);
}

function hashOf(parts: readonly string[]): string {
  return `sha256:${createHash("sha256").update(JSON.stringify(parts)).digest("hex")}`;
}

/** The same value with the properties of each object in one order. */
function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== "object" || value === null) return value ?? "";
  const entries: [string, unknown][] = Object.entries(value satisfies object | Values);
  return Object.fromEntries(
    entries.sort(([left], [right]) => (left < right ? -1 : 1)).map(([name, inner]) => [name, ordered(inner)]),
  );
}
