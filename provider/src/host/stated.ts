import * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import type { DeclaredKind, Values } from "../lifecycle/declared";
import { type Stated, statedOf } from "../lifecycle/stated";
import { typeToken } from "./token";

const answer = z.object({
  outputs: z.record(z.string(), z.object({ type: z.string(), outputs: z.record(z.string(), z.unknown()) })),
});

interface State {
  readonly urns: ReadonlySet<string>;
  readonly stated: readonly Stated[];
}

/** By kind, for each run: with the Automation API, one process runs a program many times. */
const states = new WeakMap<object, Map<string, Promise<State>>>();

/**
 * What the state holds of other objects, for a new one that may contact people: see `statedOf`. Undefined if this one
 * contacts nobody. Read from the engine once a run. Without an answer the provider decides without it, as it does for
 * every service that shows its objects.
 */
export function statedFor(
  kind: DeclaredKind,
  args: Values,
  urn: string | Promise<string>,
): Promise<readonly Stated[]> | undefined {
  const { reaches } = kind;
  const monitor = pulumi.runtime.getMonitor();
  if (reaches === undefined || monitor === undefined) return undefined;
  if (args[reaches.running] === undefined || args[reaches.running] === false) return undefined;
  const ofRun = states.get(monitor) ?? new Map<string, Promise<State>>();
  const reading = ofRun.get(kind.name) ?? readState(kind).catch(() => ({ urns: new Set<string>(), stated: [] }));
  states.set(monitor, ofRun.set(kind.name, reading));
  return Promise.all([reading, urn]).then(([{ urns, stated }, its]) => (urns.has(its) ? [] : stated));
}

async function readState(kind: DeclaredKind): Promise<State> {
  const stackName = `${pulumi.getOrganization()}/${pulumi.getProject()}/${pulumi.getStack()}`;
  const read: unknown = await pulumi.runtime.invoke("pulumi:pulumi:readStackResourceOutputs", { stackName });
  const token = typeToken(kind.name);
  const ofKind = Object.entries(answer.parse(read).outputs).filter(([, { type }]) => type === token);
  const outputs = new Map(ofKind.map(([urn, its]) => [urn, its.outputs]));
  return { urns: new Set(outputs.keys()), stated: statedOf(kind, outputs) };
}
