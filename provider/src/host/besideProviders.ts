import { setImmediate as nextTurn } from "node:timers/promises";
import * as pulumi from "@pulumi/pulumi";
import { acknowledgements } from "../lifecycle/acknowledge";
import type { DeclaredKind, Values } from "../lifecycle/declared";
import { assertNoConflict, type Comparable, managedTwiceError } from "./apart";
import { environmentVariable, variableOf } from "./environment";
import { settingsOfProvider } from "./explicitProvider";
import { settingsSource } from "./programAccount";
import { OfRun } from "./programRun";
import { resolveSettings } from "./settings";
import { settledOutput, settledValue } from "./settled";
import { typeToken } from "./token";

// Each provider of a program is a separate process whose checks see only that provider's resources. The program sees
// all of them.

/** A resource of the program as registered by its class. */
export interface Declared {
  readonly kind: DeclaredKind;
  readonly name: string;
  readonly args: Values;
  readonly provider: pulumi.ProviderResource | undefined;
  readonly resource: pulumi.CustomResource;
}

/** A declared resource once the engine has registered it. */
interface Settled extends Declared, Comparable {}

/** The resources declared by one run of a program. */
class Program {
  /** By kind. */
  private readonly urns = new Map<string, Set<string>>();
  readonly unsettled: Declared[] = [];
  readonly settled: Settled[] = [];
  readonly providers = new Set<Declared["provider"]>();
  /** The resource that adopts each object, by address, kind and id. */
  readonly adopters = new Map<string, Pick<Declared, "name" | "provider">>();

  /** Kept as one set, because each of thousands of resources asks for it. */
  urnsOf({ name }: Pick<DeclaredKind, "name">): Set<string> {
    const urns = this.urns.get(name) ?? new Set();
    this.urns.set(name, urns);
    return urns;
  }
}

const programs = new OfRun(() => new Program());

/**
 * Throws if another resource of the program adopts the same object under another provider. Arguments that are Outputs
 * or promises are left to the preview.
 */
export function assertAdoptedOnce(
  kind: DeclaredKind,
  name: string,
  { adopt }: Values,
  options: pulumi.CustomResourceOptions | undefined,
): void {
  if (!/^\d+$/.test(String(adopt))) return;
  const provider = providerOf(kind, options);
  const { adopters } = programs.value;
  const key = `${addressKeyOf(provider)} ${kind.name} ${Number(adopt)}`;
  const other = adopters.get(key);
  if (other === undefined) adopters.set(key, { name, provider });
  else if (other.provider !== provider) throw managedTwiceError(kind, name, adopt, other.name);
}

/** The provider of a resource with these options; undefined if that is the engine's default one. */
export function providerOf(
  kind: Pick<DeclaredKind, "name">,
  options: pulumi.CustomResourceOptions | undefined,
): Declared["provider"] {
  return options?.provider ?? options?.parent?.getProvider(typeToken(kind.name));
}

/**
 * The address configured for a provider, or for the run. Two Outputs count as two addresses, even if they may have the
 * same value.
 */
export function addressKeyOf(provider: Declared["provider"]): string {
  const own = settingsOfProvider(provider)?.address;
  if (own === undefined) {
    return environmentVariable(variableOf("baseUrl")) ?? pulumi.runtime.getConfig("outreach:baseUrl") ?? "";
  }
  return typeof own === "string" ? own : `of ${provider === undefined ? "" : settingsOfProvider(provider)?.name}`;
}

/**
 * URNs of the other resources of this kind, for a resource that may adopt: it must not adopt an object that one of them
 * manages. A provider sees neither resources of other providers nor those skipped by `--target`. Undefined if there are
 * none. Resources declared later, or whose parent has not been created, are missing, because a resource must not wait
 * for one that may wait for it.
 */
export async function otherUrnsOfKind(
  kind: DeclaredKind,
  urn: string | Promise<string>,
  args: Values,
  options: pulumi.CustomResourceOptions | undefined,
): Promise<string[] | undefined> {
  const program = programs.value;
  const provider = providerOf(kind, options);
  program.providers.add(provider);
  let own: string | undefined;
  const locate = (known: string) => {
    own = known;
    program.urnsOf(kind).add(known);
  };
  if (typeof urn === "string") locate(urn);
  else void urn.then(locate);
  if (args.adopt === undefined && !setsAdopt(provider)) return undefined;
  // By then the program has usually declared most of the others.
  await nextTurn();
  const urns = [...program.urnsOf(kind)].filter((each) => each !== own);
  return urns.length === 0 ? undefined : urns;
}

/** The URNs of this kind that the program has declared by now. */
export function declaredUrns(kind: Pick<DeclaredKind, "name">): ReadonlySet<string> {
  return programs.value.urnsOf(kind);
}

/** True if the setting `adopt` is present with any value: a provider's value may not be known yet. */
function setsAdopt(provider: Declared["provider"]): boolean {
  const isOfRun = environmentVariable(variableOf("adopt")) ?? pulumi.runtime.getConfig("outreach:adopt");
  return isOfRun !== undefined || settingsOfProvider(provider)?.explicit.has("adopt") === true;
}

/**
 * Fails a preview, once all values are known, if the resource and one of another provider would manage the same object,
 * become twins, or both run on the same targets. In an update, the guards of each create and adoption decide instead.
 */
export function compareWithOtherProviders(declared: Declared): void {
  if (!pulumi.runtime.isDryRun()) return;
  const program = programs.value;
  program.providers.add(declared.provider);
  program.unsettled.push(declared);
  // Most programs have one provider, so there is nothing to compare.
  if (program.providers.size < 2) return;
  for (const each of program.unsettled.splice(0)) void settleAndCompare(program, each);
}

async function settleAndCompare(program: Program, declared: Declared): Promise<void> {
  const done = pulumi.runtime.rpcKeepAlive();
  try {
    // An error in a value fails the resource itself.
    const settled = await settle(declared).catch(() => undefined);
    if (settled === undefined) return;
    for (const other of program.settled) {
      if (other.kind === settled.kind && other.provider !== settled.provider) assertNoConflict(settled, other);
    }
    program.settled.push(settled);
  } finally {
    // The SDK reports an error of this function in the next event loop turn.
    void nextTurn().then(done);
  }
}

async function settle(declared: Declared): Promise<Settled | undefined> {
  const { kind, args, provider, resource } = declared;
  const source = settingsSource(provider);
  const values = await settledOutput(source.values);
  if (values === undefined) return undefined;
  const given: Readonly<Record<string, string>> = Object.fromEntries(Object.entries(values.value ?? {}));
  const settings = resolveSettings(
    (name) => environmentVariable(variableOf(name)),
    (name) => (provider === undefined ? pulumi.runtime.getConfig(`outreach:${name}`) : given[`outreach:${name}`]),
    source.provider?.explicit ?? new Set(),
  );
  const inputs: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(args)) inputs[name] = await settledValue(value);
  const canonical = kind.canonical(inputs);
  const id = await settledOutput(resource.id);
  return { ...declared, inputs: canonical, settings, ...acknowledgements(kind, canonical, settings), id: id?.value };
}
