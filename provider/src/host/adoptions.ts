import { setTimeout as pause } from "node:timers/promises";
import type * as pulumi from "@pulumi/pulumi";
import { type Adoption, adoptionIn } from "../lifecycle/adoptedBeside";
import type { DeclaredKind, Values } from "../lifecycle/declared";
import { addressKeyOf, providerOf } from "./besideProviders";
import { OfRun } from "./programRun";
import { settledValue } from "./settled";

/**
 * How long a resource waits for values of adoptions that are not known yet. They are not awaited, because they may depend on the
 * resource itself.
 */
const patience = 2000;

/** A resource that adopts an object. Its values are resolved once, because thousands of other resources may ask for them. */
class Adopter {
  readonly address: string;
  private readonly values = new Map<string, unknown>();
  private urn: string | undefined;
  private known: Adoption | undefined;
  /** Resolves once all values are known. */
  readonly whole: Promise<unknown>;

  constructor(
    private readonly kind: DeclaredKind,
    /** Identifies the resource. */
    readonly args: Values,
    urn: string | Promise<string>,
    provider: pulumi.ProviderResource | undefined,
  ) {
    this.address = addressKeyOf(provider);
    const { running = "", targets = "" } = kind.reaches ?? {};
    const keys = ["adopt", "name", running, targets].filter((key) => args[key] !== undefined);
    const located = Promise.resolve(urn).then((its) => {
      this.urn = its;
    });
    this.whole = Promise.all([located, ...keys.map((key) => this.resolve(key, args[key]))]);
  }

  private async resolve(key: string, value: unknown): Promise<void> {
    // An error in a value fails the resource itself.
    const settled = (its: unknown) => settledValue(its).catch(() => undefined);
    if (!Array.isArray(value)) return void this.values.set(key, await settled(value));
    const items: unknown[] = value.map(() => undefined);
    this.values.set(key, items);
    const all = value.map(async (item: unknown, index) => {
      items[index] = await settled(item);
    });
    await Promise.all(all);
  }

  /** What it adopts, as far as that is known by now. */
  get adoption(): Adoption | undefined {
    if (this.known !== undefined) return this.known;
    const adoption = adoptionIn(this.kind, Object.fromEntries(this.values), this.urn);
    if (adoption?.areAllTargets === true && adoption.urn !== undefined) this.known = adoption;
    return adoption;
  }
}

/** By kind. */
const adopters = new OfRun(() => new Map<string, Adopter[]>());

function adoptersOf({ name }: DeclaredKind): Adopter[] {
  const ofKind = adopters.value.get(name) ?? [];
  adopters.value.set(name, ofKind);
  return ofKind;
}

/** Notes a resource that adopts an object, for the resources that may start in the same run. */
export function noteAdopter(
  kind: DeclaredKind,
  args: Values,
  urn: string | Promise<string>,
  options: pulumi.CustomResourceOptions | undefined,
): void {
  if (args.adopt === undefined || kind.reaches === undefined) return;
  adoptersOf(kind).push(new Adopter(kind, args, urn, providerOf(kind, options)));
}

/**
 * What the other resources of this kind adopt at the same address, as far as the program has declared them by now.
 *
 * @param own the arguments of the resource that asks
 */
export async function adoptionsBeside(
  kind: DeclaredKind,
  own: Values,
  provider: pulumi.ProviderResource | undefined,
): Promise<readonly Adoption[]> {
  // By then the program has usually declared most of the others.
  await pause(0);
  const address = addressKeyOf(provider);
  const others = adoptersOf(kind).filter((each) => each.args !== own && each.address === address);
  const open = others.filter(({ adoption }) => adoption?.areAllTargets !== true);
  if (open.length > 0) await Promise.race([Promise.all(open.map(({ whole }) => whole)), pause(patience)]);
  return others.flatMap(({ adoption }) => adoption ?? []);
}
