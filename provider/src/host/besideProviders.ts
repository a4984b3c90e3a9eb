import { setImmediate as nextTurn } from "node:timers/promises";
import * as pulumi from "@pulumi/pulumi";
import type { Settings } from "../api/settings";
import { describe } from "../lifecycle/about";
import { acknowledgements } from "../lifecycle/acknowledge";
import { madeContent } from "../lifecycle/content";
import type { DeclaredKind, Values } from "../lifecycle/declared";
import { environmentVariable, variableOf } from "./environment";
import { settingsOfProvider } from "./explicitProvider";
import { settingsSource } from "./programAccount";
import { resolveSettings } from "./settings";
import { settledOutput, settledValue } from "./settled";
import { typeToken } from "./token";

// Each provider of a program is a process of its own, whose checks see the resources of that provider alone. The
// program sees all of them.

/** A resource of the program, as its class registers it. */
interface Declared {
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
interface Settled extends Declared {
  readonly inputs: Values;
  readonly settings: Settings;
  readonly acknowledged: ReadonlySet<string>;
  /** Undefined if this run is to create it. */
  readonly id: unknown;
}

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
 * URNs of the resources of this kind under other providers, for a resource that may adopt: what one of them manages must
 * not be adopted. Undefined if there are none. Those that the program declares later, or whose parent is not made yet,
 * are not among them: a resource must not wait for one that may wait for it.
 */
export async function urnsUnderOtherProviders(
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
  const others = located.filter((each) => each.kind === own.kind && each.provider !== provider);
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
  return {
    ...declared,
    inputs: canonical,
    settings,
    acknowledged: acknowledgements(canonical, settings),
    id: id?.value,
  };
}

function assertApart(one: Settled, other: Settled): void {
  const { kind, settings, inputs } = one;
  if (settings.origin !== other.settings.origin) return;
  if (one.id !== undefined && String(one.id) === String(other.id)) throw heldTwice(one, other);
  for (const [adopter, manager] of [
    [one, other],
    [other, one],
  ] as const) {
    const { adopt } = adopter.inputs;
    const managed = manager.id ?? manager.inputs.adopt;
    if (typeof adopt === "number" && String(managed) === String(adopt)) {
      throw managedTwice(kind, adopter.name, adopt, manager.name);
    }
  }
  // What exists has been allowed before.
  if (one.id !== undefined && other.id !== undefined) return;
  const [fresh, standing] = one.id === undefined ? [one, other] : [other, one];
  const isSaid = (...heads: readonly string[]) =>
    [one, other].some(({ acknowledged }) =>
      [...acknowledged].some((code) => heads.some((head) => code.startsWith(`${head}:`))),
    );
  const sameUser = userOf(settings) === userOf(other.settings);
  if (sameUser && madeContent(inputs) === madeContent(other.inputs) && !isSaid("twin")) throw equals(fresh, standing);
  if (sharesTargets(one, other) && !isSaid("shared-list", "inactive")) throw shares(fresh, standing);
}

/** Whom requests with these settings act for. Two keys of one user differ here: only the service tells. */
function userOf({ apiKey, impersonateUserId, impersonateEmail }: Settings): string {
  if (impersonateUserId !== undefined) return `user ${impersonateUserId}`;
  return impersonateEmail === undefined ? `key ${apiKey}` : `member ${impersonateEmail.trim().toLowerCase()}`;
}

function sharesTargets(one: Settled, other: Settled): boolean {
  const { running, targets } = one.kind.roles;
  if (running === undefined || targets === undefined) return false;
  if (one.inputs[running] !== true || other.inputs[running] !== true) return false;
  const [its, others] = [one, other].map(({ inputs }) => {
    const ids = inputs[targets.property];
    return new Set(Array.isArray(ids) ? ids.map((id) => JSON.stringify(id)) : []);
  });
  return [...(its ?? [])].some((id) => others?.has(id) === true);
}

function refusal(...lines: readonly string[]): pulumi.RunError {
  const error = new pulumi.RunError(lines.join("\n"));
  error.stack = "";
  return error;
}

function managedTwice({ noun }: DeclaredKind, name: string, id: unknown, other: string): pulumi.RunError {
  return refusal(
    `${describe(noun, name)}: ${noun} ${String(id)} is already managed by ${other} of this program, under another provider, and an object can be managed only once.`,
    `Remove adopt: ${String(id)} from one of the two, or correct the id.`,
  );
}

/** The state holds one object in two resources. A delete of the one that has adopted it would delete it for the other. */
function heldTwice({ kind: { noun }, name, id }: Settled, other: Settled): pulumi.RunError {
  return refusal(
    `${describe(noun, name)}: the state holds ${noun} ${String(id)} for ${other.name} of this program as well, under another provider, and an object can be managed only once.`,
    `Stop managing it in one of the two: \`pulumi state delete <its urn>\` first, and then remove that resource from the program. Without the first step, its delete may reach the object.`,
  );
}

function equals({ kind, name }: Settled, other: Settled): pulumi.RunError {
  return refusal(
    `${describe(kind.noun, name)}: it equals ${other.name} of this program, which another provider creates for the same user, in every property, so creating it would look like creating that one twice.`,
    `Make them differ, or remove one. If both are wanted: bring up ${other.name} alone, then write acknowledge: ["twin:<its id>"] on this one.`,
  );
}

function shares({ kind, name }: Settled, other: Settled): pulumi.RunError {
  return refusal(
    `${describe(kind.noun, name)}: ${other.name} of this program, under another provider, is active on the same ${kind.roles.targets?.noun}: the same people would be written to twice.`,
    `Use another ${kind.roles.targets?.noun}, or leave one of the two inactive. Or bring up ${other.name} alone first: then ${name} can acknowledge its id (shared-list:<its id>).`,
  );
}
