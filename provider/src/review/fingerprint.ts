import { createHash } from "node:crypto";
import type { Plan, PlannedResource } from "./input/plan";
import { isHidden } from "./input/values";
import type { Finding } from "./model";

/**
 * A hash of the planned changes, equal for two previews of the same change. It covers each resource and its change, its
 * inputs and options before and after, its provider's settings, whether a campaign is running or an agent paused, the
 * stack's settings, and the dangers with the ids of everything that they reach. It contains no times, versions or counts,
 * except for the last change of a provider with secret settings, because two values of a secret cannot be compared.
 */
export function fingerprintOf(plan: Plan, findings: readonly Finding[]): string | undefined {
  if (plan.about !== "planned" || plan.isStopped) return undefined;
  const settingsOf = settingsOfProviders(plan);
  const changes = plan.resources
    .filter(({ change }) => change !== "unchanged")
    .map((each) => changeOf(each, settingsOf(each.provider)));
  // A change needs a new approval if it now reaches people through a campaign that was switched on meanwhile.
  const dangers = findings
    .filter(({ level }) => level === "danger")
    .map(({ code, urn, path, reaches }) =>
      // A provider's danger depends on its settings, which may be unchanged.
      JSON.stringify(["danger", code, urn ?? null, path ?? null, reaches ?? [], ...settingsOf(urn)]),
    );
  return hashOf([plan.project, plan.stack, JSON.stringify(ordered(plan.settings)), ...[...changes, ...dangers].sort()]);
}

/** A common fingerprint for several stacks; undefined if one of them has no fingerprint. */
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
    // With these options the engine skips a delete that this package might refuse.
    ...[isRetained, isRetainedAfter, deletedWith?.before ?? null, deletedWith?.after ?? null],
    // This package's code is a constant string for each kind. Other packages' code is among the inputs.
    ...(hasOtherCode ? [code ?? null] : []),
    ...[ordered(before), ordered(after), beforeOutputs?.active ?? null, beforeOutputs?.paused ?? null],
    sourcesOf(resource),
    ...settings,
  ]);
}

/**
 * The settings of every provider that the program declares, because they determine the acting user and the guards. Secrets
 * cannot be compared, so the time of the provider's last change represents them.
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

/** The sources of values that a preview cannot know, to distinguish one new list from another. */
function sourcesOf({ after, dependencies }: PlannedResource): unknown {
  const open = Object.keys(after ?? {}).filter((name) => isHidden(after?.[name]));
  return open.sort().map((name) => [name, [...(dependencies?.[name] ?? [])].sort()]);
}

function hashOf(parts: readonly string[]): string {
  return `sha256:${createHash("sha256").update(JSON.stringify(parts)).digest("hex")}`;
}

/** The same value with the properties of each object sorted. */
function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== "object" || value === null) return value ?? null;
  const entries = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  return entries.map(([name, inner]: [string, unknown]) => [name, ordered(inner)]);
}
