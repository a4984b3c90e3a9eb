import * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import { nameOf } from "../lifecycle/about";
import type { Owner } from "../lifecycle/belongs";
import type { DeclaredKind, Values } from "../lifecycle/declared";
import type { StatedNamesake } from "../lifecycle/namesakes";
import { ownersOf, type Stated, StatedKind } from "../lifecycle/stated";
import { checkVariable } from "./checked";
import { environmentVariable } from "./environment";
import { settledValue } from "./settled";
import { providerType, typeToken } from "./token";
import { programUnderTest } from "./underTest";

const answer = z.object({
  outputs: z.record(z.string(), z.object({ type: z.string(), outputs: z.record(z.string(), z.unknown()) })),
});

/** The function of the engine that reads the state of a stack. */
export const readStateToken = "pulumi:pulumi:readStackResourceOutputs";

/** What the engine has answered in a run, and what follows from it. */
class StateOfRun {
  /** By name, and made once: a program may declare thousands. */
  private readonly kinds = new Map<string, StatedKind>();
  /** Of all objects of this package. */
  readonly owners: readonly Owner[];
  private readonly providers: readonly string[];

  constructor(private readonly resources: z.infer<typeof answer>["outputs"]) {
    const ofPackage = Object.values(resources).filter(({ type }) => type.startsWith(typeToken("")));
    this.owners = ownersOf(ofPackage.map(({ outputs }) => outputs));
    this.providers = Object.keys(resources).filter((urn) => resources[urn]?.type === providerType);
  }

  kind(kind: DeclaredKind): StatedKind {
    const known = this.kinds.get(kind.name);
    if (known !== undefined) return known;
    const token = typeToken(kind.name);
    const ofKind = Object.entries(this.resources).filter(([, { type }]) => type === token);
    const stated = new StatedKind(kind, new Map(ofKind.map(([urn, its]) => [urn, its.outputs])));
    this.kinds.set(kind.name, stated);
    return stated;
  }

  /** The outputs of a resource. */
  outputs(urn: string): Values | undefined {
    return this.resources[urn]?.outputs;
  }

  /**
   * True if all objects are under this provider. The engine does not answer under which provider each one is, but the
   * state holds the providers as well.
   */
  isUnder(provider: string | undefined): boolean {
    // That of the engine has no parent.
    const isDefault = (urn: string) => urn.split("::")[2] === providerType && /^default(_[^:]*)?$/.test(nameOf(urn));
    const isThis = (urn: string) => (provider === undefined ? isDefault(urn) : urn === provider);
    return this.providers.length > 0 && this.providers.every(isThis);
  }
}

/** For each run: with the Automation API, one process runs a program many times. */
const states = new WeakMap<object, Promise<StateOfRun | undefined>>();

/** Read from the engine once a run. Undefined if the engine does not answer, or if there is none. */
async function stateOfRun(monitor: object | undefined): Promise<StateOfRun | undefined> {
  if (monitor === undefined) return undefined;
  const reading = states.get(monitor) ?? readState().catch(() => undefined);
  states.set(monitor, reading);
  return await reading;
}

/**
 * What the state holds of other objects, for one that may start to contact people. The engine does not pass a provider
 * those that the program no longer declares. Undefined if this one contacts nobody; `unread` if the engine does not
 * answer.
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
  const reading = stateOfRun(monitor).then((state) => state?.kind(kind));
  return othersOf(reading, urn, args[reaches.targets]);
}

/** What the state holds of a resource, undefined if nothing; `unread` if the engine does not answer. */
export async function outputsInState(urn: string): Promise<Values | "unread" | undefined> {
  // Neither a test nor a check of a program has a state.
  if (programUnderTest() !== undefined || environmentVariable(checkVariable) !== undefined) return undefined;
  const state = await stateOfRun(pulumi.runtime.getMonitor());
  return state === undefined ? "unread" : state.outputs(urn);
}

/**
 * The owners of what the state holds under this provider. A create may come before every diff, or alone with
 * `--target`, so that its process has seen no other object. Undefined if the state does not tell.
 */
export async function ownersUnder(
  provider: Promise<pulumi.ProviderResource | undefined>,
): Promise<readonly Owner[] | undefined> {
  const state = await stateOfRun(pulumi.runtime.getMonitor());
  if (state === undefined || state.owners.length === 0) return undefined;
  return state.isUnder(await urnOf(await provider)) ? state.owners : undefined;
}

async function urnOf(provider: pulumi.ProviderResource | undefined): Promise<string | undefined> {
  if (provider === undefined) return undefined;
  return await new Promise((resolve) => {
    provider.urn.apply(resolve);
  });
}

/** What the state holds of the same name under another resource. Undefined if that is nothing. */
export async function namesakesFor(
  kind: DeclaredKind,
  args: Values,
  urn: string | Promise<string>,
): Promise<readonly StatedNamesake[] | undefined> {
  const state = await stateOfRun(pulumi.runtime.getMonitor());
  // An error of the name fails the resource itself.
  const name = state === undefined ? undefined : await settledValue(args.name).catch(() => undefined);
  const found = state?.kind(kind).namesakes(await urn, name) ?? [];
  return found.length === 0 ? undefined : found;
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

async function readState(): Promise<StateOfRun> {
  const stackName = `${pulumi.getOrganization()}/${pulumi.getProject()}/${pulumi.getStack()}`;
  const read: unknown = await pulumi.runtime.invoke(readStateToken, { stackName });
  return new StateOfRun(answer.parse(read).outputs);
}
