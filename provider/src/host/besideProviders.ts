import { setImmediate as nextTurn } from "node:timers/promises";
import * as pulumi from "@pulumi/pulumi";
import { acknowledgements } from "../lifecycle/acknowledge";
import type { DeclaredKind, Values } from "../lifecycle/declared";
import { assertApart, type Comparable, managedTwice } from "./apart";
import { environmentVariable, variableOf } from "./environment";
import { settingsOfProvider } from "./explicitProvider";
import { settingsSource } from "./programAccount";
import { resolveSettings } from "./settings";
import { settledOutput, settledValue } from "./settled";
import { typeToken } from "./token";

// Each provider of a program is a process of its own, whose checks see the resources of that provider alone. The
// program sees all of them.

/** A resource of the program, as its class registers it. */
export interface Declared {
  readonly kind: DeclaredKind;
  readonly name: string;
  readonly args: Values;
  readonly provider: pulumi.ProviderResource | undefined;
  readonly resource: pulumi.CustomResource;
}

/** A resource and its URN as soon as that is known. */
interface Located {
  readonly kind: string;
  readonly provider: Declared["provider"];
  urn?: string;
}

/** The same once the engine has answered. */
interface Settled extends Declared, Comparable {}

/** What one run of a program has declared: with the Automation API, a process runs several. */
class Program {
  readonly located: Located[] = [];
  readonly unsettled: Declared[] = [];
  readonly settled: Settled[] = [];
  readonly providers = new Set<Declared["provider"]>();
  /** The resource that adopts an object, by address, kind and id. */
  readonly adopters = new Map<string, Pick<Declared, "name" | "provider">>();
}

const programs = new WeakMap<object, Program>();

function programOfRun(): Program {
  const run: object = pulumi.runtime.getMonitor() ?? programs;
  const known = programs.get(run) ?? new Program();
  programs.set(run, known);
  return known;
}

/**
 * Throws if another resource of the program adopts the same object under another provider. Arguments that are not plain
 * are left to the preview.
 */
export function assertAdoptedOnce(
  kind: DeclaredKind,
  name: string,
  { adopt }: Values,
  options: pulumi.CustomResourceOptions | undefined,
): void {
  if (!/^\d+$/.test(String(adopt))) return;
  const provider = options?.provider ?? options?.parent?.getProvider(typeToken(kind.name));
  const { adopters } = programOfRun();
  const key = `${addressOf(provider)} ${kind.name} ${Number(adopt)}`;
  const other = adopters.get(key);
  if (other === undefined) adopters.set(key, { name, provider });
  else if (other.provider !== provider) throw managedTwice(kind, name, adopt, other.name);
}

/** The address that a provider names, or the run. Two Outputs that may hold the same one count as two addresses. */
function addressOf(provider: Declared["provider"]): string {
  const own = settingsOfProvider(provider)?.address;
  if (own === undefined) {
    return environmentVariable(variableOf("baseUrl")) ?? pulumi.runtime.getConfig("outreach:baseUrl") ?? "";
  }
  return typeof own === "string" ? own : `of ${provider === undefined ? "" : settingsOfProvider(provider)?.name}`;
}

/**
 * URNs of the other resources of this kind, for a resource that may adopt: what one of them manages must not be adopted. A
 * provider sees neither those of other providers nor those that a run leaves out (`--target`). Undefined if there are none.
 * Those that the program declares later, or whose parent is not made yet, are not among them: a resource must not wait for
 * one that may wait for it.
 */
export async function urnsBeside(
  kind: DeclaredKind,
  urn: string | Promise<string>,
  args: Values,
  options: pulumi.CustomResourceOptions | undefined,
): Promise<string[] | undefined> {
  const { located, providers } = programOfRun();
  const provider = options?.provider ?? options?.parent?.getProvider(typeToken(kind.name));
  providers.add(provider);
  const own: Located = { kind: kind.name, provider };
  located.push(own);
  if (typeof urn === "string") own.urn = urn;
  else void urn.then((known) => Object.assign(own, { urn: known }));
  if (args.adopt === undefined && !setsAdopt(provider)) return undefined;
  // The program declares most of the others before it waits for anything.
  await nextTurn();
  const others = located.filter((each) => each.kind === own.kind && each !== own);
  const urns = others.flatMap((other) => (other.urn === undefined ? [] : [other.urn]));
  return urns.length === 0 ? undefined : urns;
}

/** True if the setting `adopt` is there, whatever it holds: the value of a provider may not be known yet. */
function setsAdopt(provider: Declared["provider"]): boolean {
  const isOfRun = environmentVariable(variableOf("adopt")) ?? pulumi.runtime.getConfig("outreach:adopt");
  return isOfRun !== undefined || settingsOfProvider(provider)?.explicit.has("adopt") === true;
}

/**
 * Fails a preview, once everything is known, if the resource and one of another provider would end as one object, as
 * twins, or as two running ones on the same targets. In an update, the guards of each create and adoption decide.
 */
export function compareWithOtherProviders(declared: Declared): void {
  if (!pulumi.runtime.isDryRun()) return;
  const program = programOfRun();
  program.providers.add(declared.provider);
  program.unsettled.push(declared);
  // Most programs have one provider: nothing is to be compared.
  if (program.providers.size < 2) return;
  for (const each of program.unsettled.splice(0)) void settleAndCompare(program, each);
}

async function settleAndCompare(program: Program, declared: Declared): Promise<void> {
  const done = pulumi.runtime.rpcKeepAlive();
  try {
    // An error of a value fails the resource itself.
    const settled = await settle(declared).catch(() => undefined);
    if (settled === undefined) return;
    for (const other of program.settled) {
      if (other.kind === settled.kind && other.provider !== settled.provider) assertApart(settled, other);
    }
    program.settled.push(settled);
  } finally {
    // The SDK reports an error of this function in the next turn.
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
  return { ...declared, inputs: canonical, settings, ...acknowledgements(canonical, settings), id: id?.value };
}
