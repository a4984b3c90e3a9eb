import { z } from "zod";
import { sameValue } from "../../kind/comparing";
import { Refusal } from "../../lifecycle/refusal";
import { stackOf } from "./digest";
import { notUnderstood } from "./failure";
import type { Plan } from "./plan";
import { type EngineStep, plannedResources, type Side, sideSchema } from "./resources";
import { comparableValues, holdsEncrypted } from "./values";

/** The output of `pulumi stack export`. */
const stateSchema = z.looseObject({
  deployment: z.looseObject({
    resources: z
      .array(
        z.looseObject({
          ...{ urn: z.string(), type: z.string(), custom: z.boolean().nullish() },
          /** True for the rest of a replacement. */
          delete: z.boolean().nullish(),
        }),
      )
      .nullish(),
  }),
});

export function isState(document: Readonly<Record<string, unknown>>): boolean {
  return Object.hasOwn(document, "deployment");
}

/** A state and where it comes from. */
export interface StateInput {
  readonly source: string;
  readonly documents: readonly Readonly<Record<string, unknown>>[];
}

/** What changed from one state of a stack to another one. */
export function planOfStates(before: StateInput, after: StateInput): Plan {
  const [old, next] = [stateOf(before), stateOf(after)];
  const [oldStack, nextStack] = [stackOf([...old.keys()]), stackOf([...next.keys()])];
  const isOther = oldStack.project !== nextStack.project || oldStack.stack !== nextStack.stack;
  if (isOther && old.size > 0 && next.size > 0) {
    throw new Refusal(
      `${before.source} is a state of ${oldStack.project}/${oldStack.stack}, and ${after.source} one of ${nextStack.project}/${nextStack.stack}.`,
      "Compare two states of one stack.",
    );
  }
  const steps = [...new Set([...old.keys(), ...next.keys()])].map((urn): EngineStep => {
    const [left, right] = [old.get(urn), next.get(urn)];
    return { operation: operationOf(left, right), urn, type: (right ?? left)?.type ?? "", old: left, new: right };
  });
  const resources = plannedResources(steps);
  return {
    about: "compared",
    ...(next.size > 0 ? nextStack : oldStack),
    resources,
    diagnostics: [],
    isStopped: false,
    areUnchangedShown: true,
    unchanged: resources.filter(({ change }) => change === "unchanged").length,
    settings: {},
    refreshed: [],
    leftOut: steps.some(({ old: left, new: right }) => holdsEncrypted(left?.inputs) && holdsEncrypted(right?.inputs))
      ? [
          "Secret values are encrypted anew by each export, so that a change of one cannot be seen. Export with --show-secrets to see that it changed.",
        ]
      : [],
  };
}

function operationOf(old: Side | undefined, next: Side | undefined): string {
  if (old === undefined) return "create";
  if (next === undefined) return "delete";
  if (old.id !== next.id) return "replace";
  const isSame = sameValue(comparableValues(old.inputs), comparableValues(next.inputs));
  return isSame && old.outputs?.active === next.outputs?.active ? "same" : "update";
}

function stateOf({ source, documents }: StateInput): Map<string, Side> {
  const [document] = documents;
  const { data } = stateSchema.safeParse(document);
  if (documents.length !== 1 || data === undefined) {
    throw notUnderstood(source, "is no state: make one with `pulumi stack export --file FILE`");
  }
  const custom = (data.deployment.resources ?? []).filter((each) => each.custom === true && each.delete !== true);
  return new Map(
    custom.flatMap((each) => sideSchema.parse(each) ?? []).map((side, index) => [custom[index]?.urn ?? "", side]),
  );
}
