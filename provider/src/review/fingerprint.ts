import { createHash } from "node:crypto";
import type { Plan, PlannedResource } from "./input/plan";
import { isHidden } from "./input/values";
import type { Finding } from "./model";

/**
 * A hash over the planned changes alone, so that two previews of the same change are equal: which resource, what
 * happens to it, its inputs and options before and after, the settings of its provider, whether a campaign is running or an
 * agent paused, the stack's settings, and the dangers with the ids of whom they reach. No times, versions or counts, but for
 * the time at which a provider with secret settings has last changed: it cannot tell two values of one secret apart.
 */
export function fingerprintOf(plan: Plan, findings: readonly Finding[]): string | undefined {
  if (plan.about !== "planned" || plan.isStopped) return undefined;
  const settingsOf = settingsOfProviders(plan);
  const changes = plan.resources
    .filter(({ change }) => change !== "unchanged")
    .map((each) => changeOf(each, settingsOf(each.provider)));
  // The same change is another one if it reaches people by now, through a campaign that was switched on meanwhile.
  const dangers = findings
    .filter(({ level }) => level === "danger")
    .map(({ code, urn, path, reaches }) =>
      // What a danger of a provider names is in its settings, which need not change.
      JSON.stringify(["danger", code, urn ?? null, path ?? null, reaches ?? [], ...settingsOf(urn)]),
    );
  return hashOf([plan.project, plan.stack, JSON.stringify(ordered(plan.settings)), ...[...changes, ...dangers].sort()]);
}

/** One fingerprint for several stacks; undefined if one of them has none. */
export function combinedFingerprint(fingerprints: readonly (string | undefined)[]): string | undefined {
  const all = fingerprints.filter((each) => each !== undefined);
  if (all.length === 0 || all.length < fingerprints.length) return undefined;
  return all.length === 1 ? all[0] : hashOf([...all].sort());
}

function changeOf(resource: PlannedResource, settings: readonly unknown[]): string {
  const { urn, type, typeBefore, change, unknownOperation, id, before, after, beforeOutputs, provider } = resource;
  const { isRetained, isRetainedAfter = false, deletedWith, hasOtherCode = false, code } = resource;
  return JSON.stringify([
    ...[urn, type, typeBefore ?? null, unknownOperation ?? change, id ?? null, provider ?? null],
    // By these options the engine skips a delete, whatever that would refuse.
    ...[isRetained, isRetainedAfter, deletedWith?.before ?? null, deletedWith?.after ?? null],
    // The code of this package is one text for each kind. Of other packages it is among the inputs.
    ...(hasOtherCode ? [code ?? null] : []),
    ...[ordered(before), ordered(after), beforeOutputs?.active ?? null, beforeOutputs?.paused ?? null],
    sourcesOf(resource),
    ...settings,
  ]);
}

/**
 * The settings of each provider that the program declares, whether it changes or not: they decide who acts, and which
 * guards hold. Secrets cannot be compared, but a provider that has changed meanwhile may have another one.
 */
function settingsOfProviders({ resources }: Plan): (provider: string | undefined) => readonly unknown[] {
  const providers = resources.filter(({ type }) => type.startsWith("pulumi:providers:"));
  const settings = new Map(
    providers.map(({ urn, change, before, after, modifiedBefore }) => {
      const given = after ?? before;
      const isMarked = change === "unchanged" && isHidden(given);
      return [urn, [ordered(given), isMarked ? (modifiedBefore ?? null) : null]];
    }),
  );
  return (provider) => settings.get(provider ?? "") ?? [];
}

/** Where values come from that a preview cannot know: a new list is not another new list. */
function sourcesOf({ after, dependencies }: PlannedResource): unknown {
  const open = Object.keys(after ?? {}).filter((name) => isHidden(after?.[name]));
  return open.sort().map((name) => [name, [...(dependencies?.[name] ?? [])].sort()]);
}

function hashOf(parts: readonly string[]): string {
  return `sha256:${createHash("sha256").update(JSON.stringify(parts)).digest("hex")}`;
}

/** The same value with the properties of each object in one order. */
function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== "object" || value === null) return value ?? null;
  const entries = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  return entries.map(([name, inner]: [string, unknown]) => [name, ordered(inner)]);
}
