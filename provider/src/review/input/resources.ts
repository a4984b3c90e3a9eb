import { z } from "zod";
import { stringOrUndefined } from "../../api/json";
import { isKind } from "../../everyKind";
import { providerText, providerType } from "../../host/token";
import { sameValue } from "../../kind/comparing";
import { type Kind, kinds } from "../../kinds";
import { nameOf } from "../../lifecycle/about";
import type { Values } from "../../lifecycle/kind";
import { grouped } from "../../text/groups";
import type { ChangeWord } from "../model";
import type { Dependencies, PlannedResource } from "./plan";
import { sourceOf, stackTraceSchema } from "./source";
import { plainValues } from "./values";

const text = z
  .string()
  .nullish()
  .transform((given) => given || undefined);
const flag = z
  .boolean()
  .nullish()
  .transform((given) => given ?? undefined);
const values = z
  .record(z.string(), z.unknown())
  .nullish()
  .transform((given) => given ?? undefined);

/** A resource before or after a step, as printed by the CLI, which omits empty values. */
export const sideSchema = z
  .object({
    ...{ urn: text, type: text, id: text, inputs: values, outputs: values, provider: text, retainOnDelete: flag },
    ...{ deletedWith: text, modified: text, stackTrace: stackTraceSchema },
    /** True for an object that the program only reads, so that the engine neither changes nor deletes it. */
    external: flag,
    propertyDependencies: z.record(z.string(), z.array(z.string()).nullable()).nullish(),
  })
  .nullish()
  .transform((given) => {
    if (given === null || given === undefined) return undefined;
    const { propertyDependencies, stackTrace, ...side } = given;
    const own = Object.entries(propertyDependencies ?? {}).map(([name, urns]) => [name, urns ?? []] as const);
    const dependencies: Dependencies = Object.fromEntries(own);
    return { ...side, dependencies, source: sourceOf(stackTrace) };
  });
export type Side = Partial<NonNullable<z.infer<typeof sideSchema>>>;

/** One step of the engine. An operation on one resource can take several. */
export interface EngineStep {
  readonly operation: string;
  readonly urn: string;
  readonly type: string;
  readonly old?: Side;
  readonly new?: Side;
}

const typePrefix = "pulumi-nodejs:dynamic/outreach:";

/** The kind of a resource's type; undefined for another package's type. */
export function kindOf(type: string): Kind | undefined {
  if (!type.startsWith(typePrefix)) return undefined;
  const name = type.slice(typePrefix.length);
  return isKind(name) ? name : undefined;
}

/** The kind of a URN's resource. The URN also contains the types of the parents. */
export function kindOfUrn(urn: string): Kind | undefined {
  return kindOf(urn.split("::")[2]?.split("$").at(-1) ?? "");
}

export const stackType = "pulumi:pulumi:Stack";

/** True for the stack itself and for default providers, which reviews ignore. */
export function isOfTheEngine({ type, urn, old, new: next }: EngineStep): boolean {
  if (type === stackType) return true;
  // A declared provider may have such a name, but then it has settings.
  return type.startsWith("pulumi:providers:") && isNamedByEngine(urn) && ![old, next].some(hasOwnSettings);
}

/** True for `default`, and for `default_1_2_3` if the package has a version, without a parent. */
const isNamedByEngine = (urn: string) =>
  urn.split("::")[2]?.includes("$") === false && /^default(?:_\d+_\d+_\d+.*)?$/.test(nameOf(urn));

/** True if no program can have declared the provider, because the engine refuses a second provider with the same URN. */
const isMadeByEngine = (urn: string) =>
  isNamedByEngine(urn) && (nameOf(urn) === "default" || urn.split("::")[2] !== providerType);

const hasOwnSettings = (side: Side | undefined) =>
  Object.keys(side?.inputs ?? {}).some((name) => name.startsWith("outreach:"));

const operations: ReadonlyMap<string, ChangeWord> = new Map([
  ...["same", "read", "refresh"].map((name) => [name, "unchanged"] as const),
  ...["create", "import"].map((name) => [name, "created"] as const),
  ...["delete", "discard"].map((name) => [name, "deleted"] as const),
  ...["replace", "create-replacement", "import-replacement"].map((name) => [name, "replaced"] as const),
  ...["read-replacement", "delete-replaced"].map((name) => [name, "replaced"] as const),
  ...["discard-replaced", "remove-pending-replace"].map((name) => [name, "replaced"] as const),
  ["update", "updated"],
]);

/** The change of each resource. Several steps for one resource are merged. */
export function plannedResources(steps: readonly EngineStep[]): PlannedResource[] {
  const byUrn = grouped(steps, ({ urn }) => urn);
  const shown = new Map([...byUrn].map(([urn, own]) => [urn, !own.every(isOfTheEngine)]));
  return [...byUrn].flatMap(([urn, own]) => (shown.get(urn) === true ? [plannedResource(urn, own, shown)] : []));
}

function plannedResource(
  urn: string,
  all: readonly [EngineStep, ...EngineStep[]],
  shown: ReadonlyMap<string, boolean>,
): PlannedResource {
  const [{ type }] = all;
  const steps = withoutRests(all);
  const [old, given] = [lastSide(steps, "old"), lastSide(steps, "new")];
  const isLetGo = old !== undefined && old.external !== true && given?.external === true;
  const next = isLetGo ? undefined : given;
  const isOnlyRead = (next ?? old)?.external === true;
  const unknownOperation = steps.find(({ operation }) => !operations.has(operation))?.operation;
  // An object that the program only reads is not managed by this package, so it may have any values.
  const kind = isOnlyRead ? undefined : kindOf(type);
  const isOwn = kind !== undefined;
  const code = (next ?? old)?.inputs?.__provider;
  const [before, after] = plainValues(old?.inputs, next?.inputs, isOwn);
  const [beforeOutputs, afterOutputs] = plainValues(old?.outputs, next?.outputs, isOwn);
  const sides = { before, beforeOutputs, after, afterOutputs };
  const change = isLetGo ? "deleted" : changeOf(steps, sides, kind);
  const isAskedToDelete = steps.some(({ operation }) => /delete|replace/.test(operation));
  return {
    typeBefore: old?.type === type ? undefined : old?.type,
    ...{ urn, urnBefore: old?.urn, type, resource: nameOf(urn), kind, change, unknownOperation },
    ...{ id: next?.id ?? old?.id, idBefore: old?.id, dependencies: next?.dependencies },
    provider: explicitProvider((next ?? old)?.provider, shown),
    isRetained: (old ?? next)?.retainOnDelete === true || (isLetGo && !isAskedToDelete),
    isLetGo,
    isRetainedAfter: next?.retainOnDelete === true,
    deletedWith: { before: old?.deletedWith, after: next?.deletedWith },
    modifiedBefore: old?.modified,
    hasOtherCode: isOwn ? code !== undefined && code !== providerText(kind) : !isOnlyRead && ownCodes.has(code),
    code: isOwn ? stringOrUndefined(code) : undefined,
    // The declaration of a removed resource no longer exists.
    source: next?.source,
    ...sides,
    before: change === "updated" ? withServed(sides) : before,
  };
}

/** The string with which the engine's host loads the code of each kind. */
const ownCodes: ReadonlySet<unknown> = new Set(Object.keys(kinds).map(providerText));

/** Removes deletes of objects that an earlier run replaced, which are not replacements of this run. */
function withoutRests(steps: readonly EngineStep[]): readonly EngineStep[] {
  const isReplaced = steps.some(({ operation }) => /^(create-replacement|replace|import-replacement)$/.test(operation));
  const rests = steps.filter(({ operation }) => /^(delete-replaced|discard-replaced)$/.test(operation));
  return isReplaced || rests.length === steps.length ? steps : steps.filter((step) => !rests.includes(step));
}

/**
 * The URN of a provider that the program declares or may declare. Its id is omitted, because it differs for each process.
 *
 * @param shown for each URN in the steps, whether the program declares the resource
 */
function explicitProvider(reference: string | undefined, shown: ReadonlyMap<string, boolean>): string | undefined {
  const urn = urnIn(reference);
  const isOfProgram = urn === undefined ? undefined : shown.get(urn);
  return isOfProgram === undefined ? namedProvider(reference) : isOfProgram ? urn : undefined;
}

/** The same, determined only from its name. */
export function namedProvider(reference: string | undefined): string | undefined {
  const urn = urnIn(reference);
  return urn === undefined || isMadeByEngine(urn) ? undefined : urn;
}

const urnIn = (reference: string | undefined) => reference?.slice(0, reference.lastIndexOf("::"));

/** The former inputs, with the object's current values for newly declared properties. */
function withServed({ before, beforeOutputs, after }: Sides): Values | undefined {
  const added = Object.keys(after ?? {}).filter((name) => before?.[name] === undefined);
  const served = added.filter((name) => beforeOutputs?.[name] !== undefined);
  return { ...before, ...Object.fromEntries(served.map((name) => [name, beforeOutputs?.[name]])) };
}

type Sides = Pick<PlannedResource, "before" | "after" | "beforeOutputs" | "afterOutputs">;

function changeOf(
  steps: readonly EngineStep[],
  { before, after, beforeOutputs, afterOutputs }: Sides,
  kind: Kind | undefined,
): ChangeWord {
  const changes = new Set(steps.map(({ operation }) => operations.get(operation) ?? "updated"));
  if (changes.has("replaced") || (changes.has("created") && changes.has("deleted"))) return "replaced";
  const found = (["deleted", "created", "updated"] as const).find((change) => changes.has(change));
  if (found !== undefined) return found;
  const isRefreshed = steps.some(({ operation }) => operation === "refresh");
  if (!isRefreshed || after === undefined) return "unchanged";
  // The engine reports a resource as unchanged if only undeclared values changed.
  const shown = kind === undefined ? [] : kinds[kind].outputs;
  const isSame =
    sameValue(before, after) && shown.every((name) => sameValue(beforeOutputs?.[name], afterOutputs?.[name]));
  return isSame ? "unchanged" : "updated";
}

function lastSide(steps: readonly EngineStep[], side: "old" | "new"): Side | undefined {
  return steps.map((step) => step[side]).findLast((each) => each !== undefined);
}
