import * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import { nameOf } from "../lifecycle/about";
import { type Adopted, adoptedOn } from "../lifecycle/adoptedBeside";
import type { Owner } from "../lifecycle/belongs";
import type { DeclaredKind, Values } from "../lifecycle/declared";
import type { OwnersState } from "../lifecycle/ownersState";
import { type Stated, wantedFor } from "../lifecycle/stated";
import { StatedKind } from "../lifecycle/statedKind";
import { ownersOf } from "../lifecycle/statedOwners";
import { asStateHint, type StateHint } from "../lifecycle/stateHint";
import { adoptionsBeside } from "./adoptions";
import { declaredUrns } from "./besideProviders";
import { checkVariable } from "./checked";
import { environmentVariable } from "./environment";
import { OfRun } from "./programRun";
import { settledValue } from "./settled";
import { providerType, typeToken } from "./token";
import { programUnderTest } from "./underTest";

const stateResponse = z.object({
  outputs: z.record(z.string(), z.object({ type: z.string(), outputs: z.record(z.string(), z.unknown()) })),
});

/** The engine function that reads a stack's state. */
export const readStateToken = "pulumi:pulumi:readStackResourceOutputs";

/** The state as the engine returned it in a run, with data derived from it. */
class StateOfRun {
  /** By kind name. Cached because a program may declare thousands of resources. */
  private readonly kinds = new Map<string, StatedKind>();
  /** The owners of all objects of this package. */
  readonly owners: readonly Owner[];
  private readonly providers: readonly string[];

  constructor(private readonly resources: z.infer<typeof stateResponse>["outputs"]) {
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
   * True if all objects belong to this provider. The engine does not return each object's provider, but the state also
   * lists the providers.
   */
  isUnder(provider: string | undefined): boolean {
    // The engine's default provider has no parent.
    const isDefault = (urn: string) => urn.split("::")[2] === providerType && /^default(_[^:]*)?$/.test(nameOf(urn));
    const isThis = (urn: string) => (provider === undefined ? isDefault(urn) : urn === provider);
    return this.providers.length > 0 && this.providers.every(isThis);
  }
}

const readings = new OfRun(() => readState().catch(() => undefined));

/** Read from the engine once per run. Undefined if the engine does not respond or there is none. */
async function stateOfRun(): Promise<StateOfRun | undefined> {
  return pulumi.runtime.getMonitor() === undefined ? undefined : await readings.value;
}

/** What the class passes on of the state, as a hint. Undefined if that is nothing. */
export async function stateFor(
  kind: DeclaredKind,
  args: Values,
  urn: string | Promise<string>,
  provider: Promise<pulumi.ProviderResource | undefined>,
): Promise<pulumi.Input<string> | undefined> {
  const [stated, owners, inState, named, used] = await Promise.all([
    statedFor(kind, args, urn),
    ownersUnder(provider),
    inStateFor(kind, args, urn),
    namedFor(kind, args, urn),
    usedCodes(kind, args, urn),
  ]);
  const hint = asStateHint({ stated, owners, inState, ...named, used });
  // The values of objects may be secret, and the engine has removed the marks.
  const hasValues = named.lost !== undefined || inState?.some(({ own }) => own !== undefined) === true;
  const isSecret = hint !== undefined && hasValues;
  return isSecret ? pulumi.secret(hint) : hint;
}

/**
 * The other objects in the state that contact people, for an object that may start to contact people or adds some. Needed
 * because the engine does not pass a provider the objects that the program no longer declares. Undefined if this object
 * reaches nobody; `unread` if the engine does not respond.
 */
async function statedFor(
  kind: DeclaredKind,
  args: Values,
  urn: string | Promise<string>,
): Promise<readonly Stated[] | "unread" | undefined> {
  const wanted = wantedFor(kind, args);
  if (wanted === undefined || pulumi.runtime.getMonitor() === undefined) return undefined;
  const state = (await stateOfRun())?.kind(wanted.kind);
  if (state === undefined) return "unread";
  // An error in a target fails the resource itself.
  if (state.isEmpty) return [];
  const known = await settledValue(wanted.targets).catch(() => []);
  const name = await settledValue(wanted.name).catch(() => undefined);
  return state.others(await urn, known, { ...wanted, name });
}

/** False in unit tests and `pulumi-outreach check`, which change nothing. */
function hasState(): boolean {
  return programUnderTest() === undefined && environmentVariable(checkVariable) === undefined;
}

/** The outputs of a resource in the state. Undefined if it is missing; `unread` if the engine does not respond. */
export async function outputsInState(urn: string): Promise<Values | "unread" | undefined> {
  if (!hasState()) return undefined;
  const state = await stateOfRun();
  return state === undefined ? "unread" : state.outputs(urn);
}

/**
 * The owners of this provider's objects in the state. Needed because a create may come before every diff, or alone with
 * `--target`, so that its process has seen no other object. Undefined if they cannot be determined.
 */
async function ownersUnder(
  provider: Promise<pulumi.ProviderResource | undefined>,
): Promise<readonly Owner[] | undefined> {
  const state = await stateOfRun();
  if (state === undefined || state.owners.length === 0) return undefined;
  return state.isUnder(await urnOf(await provider)) ? state.owners : undefined;
}

async function urnOf(provider: pulumi.ProviderResource | undefined): Promise<string | undefined> {
  if (provider === undefined) return undefined;
  return await new Promise((resolve) => {
    provider.urn.apply(resolve);
  });
}

/** Objects in the state with the same name that belong to other resources, and creates that may have made one. */
async function namedFor(
  kind: DeclaredKind,
  args: Values,
  urn: string | Promise<string>,
): Promise<Pick<StateHint, "namesakes" | "lost" | "settled">> {
  const state = (await stateOfRun())?.kind(kind);
  // An error in the name fails the resource itself.
  const name = state === undefined ? undefined : await settledValue(args.name).catch(() => undefined);
  const namesakes = state?.namesakes(await urn, name) ?? [];
  return { ...(namesakes.length === 0 ? {} : { namesakes }), ...state?.lostBeside(await urn, name) };
}

/** What the state shows of this resource and of its kind, by owner. Undefined for a kind that contacts nobody. */
async function inStateFor(
  kind: DeclaredKind,
  args: Values,
  urn: string | Promise<string>,
): Promise<readonly OwnersState[] | undefined> {
  const { reaches } = kind;
  const state = reaches === undefined ? undefined : await stateOfRun();
  if (reaches === undefined || state === undefined) return undefined;
  const its = await settledArgs(args, ["name", "adopt", reaches.running, reaches.targets]);
  return state.kind(kind).inState(await urn, its, declaredUrns(kind));
}

/** Undefined for those that an error prevents, because that fails the resource itself. */
async function settledArgs(args: Values, keys: readonly string[]): Promise<Values> {
  const settled = async (key: string) => [key, await settledValue(args[key]).catch(() => undefined)] as const;
  return Object.fromEntries(await Promise.all(keys.map(settled)));
}

/**
 * The objects on the same targets that other resources take over in this run, for an object that may start to contact people
 * or adds some. Undefined if there are none.
 */
export async function adoptedFor(
  kind: DeclaredKind,
  args: Values,
  provider: Promise<pulumi.ProviderResource | undefined>,
): Promise<readonly Adopted[] | undefined> {
  const wanted = wantedFor(kind, args);
  if (wanted === undefined || wanted.mayRun === false || !hasState()) return undefined;
  // An error in a target fails the resource itself.
  const targets = await settledValue(wanted.targets).catch(() => []);
  const others = await adoptionsBeside(wanted.kind, args, await provider);
  if (others.length === 0) return undefined;
  const state = (await stateOfRun())?.kind(wanted.kind);
  const declared = declaredUrns(wanted.kind);
  const near = adoptedOn(
    state === undefined ? others : others.flatMap((each) => state.beyond(each, declared) ?? []),
    targets,
  );
  return near.length === 0 ? undefined : near;
}

/** The codes that have counted for other resources. Undefined if there are none. */
async function usedCodes(
  kind: DeclaredKind,
  args: Values,
  urn: string | Promise<string>,
): Promise<readonly string[] | undefined> {
  const state = (await stateOfRun())?.kind(kind);
  if (state === undefined || state.isWithoutUsedCodes) return undefined;
  const its = await settledArgs(args, [
    "acknowledge",
    "name",
    ...(kind.reaches === undefined ? [] : [kind.reaches.targets]),
  ]);
  const used = state.usedCodes(await urn, its, declaredUrns(kind));
  return used.length === 0 ? undefined : used;
}

async function readState(): Promise<StateOfRun> {
  const stackName = `${pulumi.getOrganization()}/${pulumi.getProject()}/${pulumi.getStack()}`;
  const read: unknown = await pulumi.runtime.invoke(readStateToken, { stackName });
  return new StateOfRun(stateResponse.parse(read).outputs);
}
