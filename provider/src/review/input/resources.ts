import { z } from "zod";
import { sameValue } from "../../kind/comparing";
import { type Kind, kinds } from "../../kinds";
import { nameOf } from "../../lifecycle/about";
import type { Values } from "../../lifecycle/kind";
import type { ChangeWord } from "../model";
import type { PlannedResource } from "./plan";
import { hiddenInBoth, plainValues } from "./values";

/** URNs of the resources that each property takes its value from. */
export type Dependencies = Readonly<Record<string, readonly string[]>>;

/** One side of a step: the resource before or after it. */
export interface Side {
  readonly type?: string;
  readonly id?: string;
  readonly inputs?: Values;
  readonly outputs?: Values;
  readonly dependencies?: Dependencies;
}

const values = z.record(z.string(), z.unknown()).nullish();

/** A resource as the CLI prints it. The CLI leaves out what is empty. */
export const sideSchema = z
  .looseObject({
    ...{ type: z.string().nullish(), id: z.string().nullish(), inputs: values, outputs: values },
    propertyDependencies: z.record(z.string(), z.array(z.string()).nullable()).nullish(),
  })
  .nullish()
  .transform((given): Side | undefined => {
    if (given === null || given === undefined) return undefined;
    const dependencies = Object.entries(given.propertyDependencies ?? {}).map(([name, urns]) => [name, urns ?? []]);
    return {
      type: given.type ?? undefined,
      id: given.id || undefined,
      inputs: given.inputs ?? undefined,
      outputs: given.outputs ?? undefined,
      dependencies: Object.fromEntries(dependencies),
    };
  });

/** One step of the engine. An operation on one resource can take several. */
export interface EngineStep {
  readonly operation: string;
  readonly urn: string;
  readonly type: string;
  readonly old?: Side;
  readonly new?: Side;
}

const typePrefix = "pulumi-nodejs:dynamic/outreach:";

/** The kind of a resource by its type; undefined for a resource of another package. */
export function kindOf(type: string): Kind | undefined {
  if (!type.startsWith(typePrefix)) return undefined;
  const name = type.slice(typePrefix.length);
  return isKind(name) ? name : undefined;
}

function isKind(name: string): name is Kind {
  return Object.hasOwn(kinds, name);
}

/** The stack itself and providers are no objects that a change is about. */
export function isOfTheEngine(type: string): boolean {
  return type === "pulumi:pulumi:Stack" || type.startsWith("pulumi:providers:");
}

const operations: Readonly<Record<string, ChangeWord>> = {
  same: "unchanged",
  read: "unchanged",
  refresh: "unchanged",
  create: "created",
  import: "created",
  update: "updated",
  replace: "replaced",
  "create-replacement": "replaced",
  "delete-replaced": "replaced",
  "import-replacement": "replaced",
  "read-replacement": "replaced",
  delete: "deleted",
  discard: "deleted",
  "discard-replaced": "replaced",
  "remove-pending-replace": "replaced",
};

/** What happens to each resource. Steps about the same one are put together. */
export function plannedResources(steps: readonly EngineStep[]): PlannedResource[] {
  const byUrn = new Map<string, EngineStep[]>();
  for (const step of steps) byUrn.set(step.urn, [...(byUrn.get(step.urn) ?? []), step]);
  return [...byUrn.values()].flatMap((own) => {
    const [first] = own;
    return first === undefined || isOfTheEngine(first.type) ? [] : [plannedResource(first, own)];
  });
}

function plannedResource({ urn, type }: EngineStep, steps: readonly EngineStep[]): PlannedResource {
  const [old, next] = [lastSide(steps, "old"), lastSide(steps, "new")];
  const unknownOperation = steps.find(({ operation }) => operations[operation] === undefined)?.operation;
  const [before, after] = hiddenInBoth(plainValues(old?.inputs), plainValues(next?.inputs));
  const [beforeOutputs, afterOutputs] = hiddenInBoth(plainValues(old?.outputs), plainValues(next?.outputs));
  const values = {
    before: valuesOf(before),
    beforeOutputs: valuesOf(beforeOutputs),
    after: valuesOf(after),
    afterOutputs: valuesOf(afterOutputs),
  };
  const change = changeOf(steps, values);
  const [id, idBefore] = [next?.id ?? old?.id, old?.id];
  const dependencies = next?.dependencies;
  return {
    urn,
    type,
    resource: nameOf(urn),
    kind: kindOf(type),
    id,
    idBefore,
    change,
    unknownOperation,
    dependencies,
    ...values,
  };
}

function changeOf(
  steps: readonly EngineStep[],
  {
    before,
    after,
    beforeOutputs,
    afterOutputs,
  }: Pick<PlannedResource, "before" | "after" | "beforeOutputs" | "afterOutputs">,
): ChangeWord {
  const changes = new Set(steps.map(({ operation }) => operations[operation] ?? "updated"));
  if (changes.has("replaced") || (changes.has("created") && changes.has("deleted"))) return "replaced";
  const found = (["deleted", "created", "updated"] as const).find((change) => changes.has(change));
  if (found !== undefined) return found;
  const isRefreshed = steps.some(({ operation }) => operation === "refresh");
  if (!isRefreshed || after === undefined) return "unchanged";
  // The engine calls a resource unchanged if only a value changed that the program does not declare.
  const isSame = sameValue(before, after) && beforeOutputs?.active === afterOutputs?.active;
  return isSame ? "unchanged" : "updated";
}

function lastSide(steps: readonly EngineStep[], side: "old" | "new"): Side | undefined {
  return steps.map((step) => step[side]).findLast((each) => each !== undefined);
}

function valuesOf(value: unknown): Values | undefined {
  return value === undefined ? undefined : Object.fromEntries(Object.entries(value ?? {}));
}
