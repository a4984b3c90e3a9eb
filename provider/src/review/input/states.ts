import { z } from "zod";
import { sameValue } from "../../kind/comparing";
import { kinds } from "../../kinds";
import { Refusal } from "../../lifecycle/refusal";
import { type Input, notUnderstoodRefusal, readDocuments } from "./document";
import type { Plan } from "./plan";
import { type EngineStep, kindOf, namedProvider, plannedResources, type Side, sideSchema } from "./resources";
import { stackOf } from "./runs";
import { comparable, holdsEncrypted } from "./values";

/** The output of `pulumi stack export`. */
const stateSchema = z.looseObject({
  deployment: z.looseObject({
    resources: z
      .array(
        z.looseObject({
          ...{ urn: z.string(), type: z.string(), custom: z.boolean().nullish() },
          /** True for a replaced object that was not deleted yet. */
          delete: z.boolean().nullish(),
        }),
      )
      .nullish(),
  }),
});

export function isState(document: Readonly<Record<string, unknown>>): boolean {
  return Object.hasOwn(document, "deployment");
}

/** The differences between two states of a stack. */
export function planOfStates(before: Input, after: Input): Plan {
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
    const sides = [old.get(urn), next.get(urn)] as const;
    const [left, right] = withUndeclared(...sides);
    return { operation: operationOf(...sides), urn, type: (right ?? left)?.type ?? "", old: left, new: right };
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
      ? [encrypted]
      : [],
  };
}

const encrypted =
  "Secret values are encrypted again by each export, so that a change of one cannot be seen. Export with --show-secrets to see that it changed.";

function operationOf(old: Side | undefined, next: Side | undefined): string {
  if (old === undefined) return "create";
  if (next === undefined) return "delete";
  if (old.id !== next.id) return "replace";
  const compared = ({ inputs, provider, retainOnDelete, deletedWith }: Side) => [
    ...[comparable(inputs), namedProvider(provider), retainOnDelete, deletedWith],
  ];
  // Compare the outputs as after a refresh.
  return sameValue(compared(old), compared(next)) ? "refresh" : "update";
}

/** Adds to both sides the values that differ and that the program does not declare. */
function withUndeclared(old: Side | undefined, next: Side | undefined): [Side | undefined, Side | undefined] {
  const kind = kindOf(next?.type ?? "");
  if (kind === undefined || old === undefined || next === undefined) return [old, next];
  const isUndeclared = (name: string) => old.inputs?.[name] === undefined && next.inputs?.[name] === undefined;
  const differing = kinds[kind].properties.filter(
    (name) => isUndeclared(name) && !sameValue(old.outputs?.[name], next.outputs?.[name]),
  );
  const served = ({ inputs, outputs, ...side }: Side): Side => ({
    ...side,
    inputs: { ...inputs, ...Object.fromEntries(differing.map((name) => [name, outputs?.[name]])) },
    outputs,
  });
  return [served(old), served(next)];
}

function stateOf(input: Input): Map<string, Side> {
  const documents = readDocuments(input);
  const [document] = documents;
  const { data } = stateSchema.safeParse(document);
  if (documents.length !== 1 || data === undefined) {
    throw notUnderstoodRefusal(input.source, "is not a state: make one with `pulumi stack export --file FILE`");
  }
  const custom = (data.deployment.resources ?? []).filter((each) => each.custom === true && each.delete !== true);
  return new Map(
    custom.flatMap((each) => sideSchema.parse(each) ?? []).map((side, index) => [custom[index]?.urn ?? "", side]),
  );
}
