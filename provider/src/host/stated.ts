import * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import type { DeclaredKind, Values } from "../lifecycle/declared";
import { type Stated, StatedKind } from "../lifecycle/stated";
import { settledValue } from "./settled";
import { typeToken } from "./token";

const answer = z.object({
  outputs: z.record(z.string(), z.object({ type: z.string(), outputs: z.record(z.string(), z.unknown()) })),
});

/** By kind, for each run: with the Automation API, one process runs a program many times. */
const states = new WeakMap<object, Map<string, Promise<StatedKind | undefined>>>();

/**
 * What the state holds of other objects, for one that may start to contact people. The engine does not pass a provider
 * those that the program no longer declares. Undefined if this one contacts nobody; `unread` if the engine does not
 * answer. Read from the engine once a run.
 */
export function statedFor(
  kind: DeclaredKind,
  args: Values,
  urn: string | Promise<string>,
): Promise<readonly Stated[] | "unread"> | undefined {
  const { reaches } = kind;
  const monitor = pulumi.runtime.getMonitor();
  if (reaches === undefined || monitor === undefined) return undefined;
  if (args[reaches.running] === undefined || args[reaches.running] === false) return undefined;
  const ofRun = states.get(monitor) ?? new Map<string, Promise<StatedKind | undefined>>();
  const reading = ofRun.get(kind.name) ?? readState(kind).catch(() => undefined);
  states.set(monitor, ofRun.set(kind.name, reading));
  return othersOf(reading, urn, args[reaches.targets]);
}

async function othersOf(
  reading: Promise<StatedKind | undefined>,
  urn: string | Promise<string>,
  targets: unknown,
): Promise<readonly Stated[] | "unread"> {
  const state = await reading;
  if (state === undefined) return "unread";
  // An error of a target fails the resource itself.
  const known = state.isEmpty ? [] : await settledValue(targets).catch(() => []);
  return state.others(await urn, known);
}

async function readState(kind: DeclaredKind): Promise<StatedKind> {
  const stackName = `${pulumi.getOrganization()}/${pulumi.getProject()}/${pulumi.getStack()}`;
  const read: unknown = await pulumi.runtime.invoke("pulumi:pulumi:readStackResourceOutputs", { stackName });
  const token = typeToken(kind.name);
  const ofKind = Object.entries(answer.parse(read).outputs).filter(([, { type }]) => type === token);
  return new StatedKind(kind, new Map(ofKind.map(([urn, its]) => [urn, its.outputs])));
}
