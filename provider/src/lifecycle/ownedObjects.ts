import { nameDigest } from "../api/coordination/creations";
import { grouped, groupedPairs } from "../text/groups";
import type { Values } from "./declared";
import { lastOrder } from "./findings";
import { besideOwn, lastShown, mostNamesakes, type OwnersState, shownOf } from "./ownersState";
import { type FoundThere, hasLeft, isNotShown, type Recorded, type Replaced } from "./record";
import type { Stated } from "./stated";
import { type Held, ranBefore, replacedAs, settledTargets } from "./statedObjects";

type Adoptable = NonNullable<OwnersState["adoptable"]>[number];

interface Former {
  readonly urn: string;
  readonly its: Adoptable & { readonly id: string };
  /** Of one that had run, all on which any of the resource had. */
  readonly targets: readonly string[];
}

type Named = Pick<Stated, "urn" | "id" | "name" | "targets">;

/** One whose object matters, because it contacts people or may have done so. */
interface HeldStated extends Held {
  readonly stated: Stated;
}

/** A resource, as the program declares it, for which the state is read. */
export interface Reader {
  readonly urn: string;
  /** The digest of its name; undefined if that is not known. */
  readonly name: string | undefined;
  /** The id that it adopts. */
  readonly adopt: string | undefined;
  readonly targets: readonly string[];
  /** True if its object may contact people. */
  readonly starts: boolean;
  /** True if the state does not have it. */
  readonly isNew: boolean;
  /** The resources that the program declares, as far as it has by now: this one continues none of them. */
  readonly declared: ReadonlySet<string>;
}

/** The objects of one owner in the state. Indexed, because a program may declare thousands of resources. */
export class OwnedObjects {
  private readonly owner: Pick<OwnersState, "origin" | "actingUserId" | "shown">;
  private readonly byUrn: ReadonlyMap<string, Held>;
  private readonly byId: ReadonlyMap<string | undefined, readonly HeldStated[]>;
  /** By the digest of the name. */
  private readonly byName: ReadonlyMap<string | undefined, readonly HeldStated[]>;
  /** Also those that do not matter themselves. */
  private readonly records: ReadonlyMap<string | undefined, Recorded>;
  /** By the id of a former version. */
  private readonly formers: ReadonlyMap<string, readonly Former[]>;
  /** By the digest of the name, with those that their resources have replaced. */
  private readonly named: ReadonlyMap<string | undefined, readonly Named[]>;
  /** By target, what objects have found there, also those that their resources have replaced. */
  private readonly findings: ReadonlyMap<string, readonly FoundThere[]>;
  /** By id, the targets on which others have found it. */
  private readonly foundOn: ReadonlyMap<string, readonly string[]>;
  private readonly sent: OwnersState["sent"];

  constructor(held: readonly [Held, ...Held[]]) {
    const [{ record: first }] = held;
    const { origin, actingUserId } = first;
    this.owner = { origin, actingUserId, shown: lastShown(held.flatMap(({ record }) => shownOf(record) ?? [])) };
    const all = held.flatMap(statedOf);
    this.byUrn = new Map(held.map((each) => [each.urn, each]));
    this.byId = grouped(all, ({ stated }) => stated.id);
    this.byName = grouped(all, ({ stated }) => stated.name);
    this.records = new Map(held.map(({ record }) => [record.id, record]));
    this.formers = grouped(held.flatMap(formersOf), ({ its }) => its.id);
    const isGone = ({ id }: Named) => !this.records.has(id);
    const present = all.map(({ stated }) => stated);
    const replaced = held.flatMap(replacedAs).filter(isGone);
    this.named = grouped<Named, string | undefined>(
      [...present, ...replaced, ...held.flatMap(namedBefore).filter(isGone)],
      ({ name }) => name,
    );
    this.findings = groupedPairs([...present, ...replaced].flatMap(({ foundOn = {} }) => Object.entries(foundOn)));
    this.foundOn = groupedPairs(present.flatMap(({ foundOn = {} }) => Object.entries(foundOn).flatMap(this.thereOf)));
    this.sent = countsOf(held);
  }

  /** The objects that a finding still has on its target, each with that target. */
  private readonly thereOf = ([target, { ids, after }]: [string, FoundThere]) =>
    ids.filter((id) => !hasLeft(this.records.get(id) ?? {}, target, after?.[id])).map((id) => [id, target] as const);

  /** What a resource has to know. Without an alias, it may continue another one under its name or id. */
  for({ urn, name, adopt, targets, starts, isNew, declared }: Reader): OwnersState | undefined {
    const isOther = (each: Pick<Held, "urn">) => each.urn !== urn;
    const own = this.statedBy(urn);
    const ofId = adopt === undefined ? [] : (this.byId.get(adopt) ?? []).filter(isOther);
    const left = isNew && name !== undefined ? (this.byName.get(name) ?? []) : [];
    const others = [...new Set([...ofId, ...left.filter((each) => !declared.has(each.urn))])];
    const formers = adopt === undefined ? [] : (this.formers.get(adopt) ?? []).filter(isOther);
    const successors = formers.flatMap((each) => this.statedBy(each.urn));
    const contacted = [...own, ...others, ...successors].flatMap(({ stated }) => settledTargets(stated));
    const mayBeIt = [...ofId, ...others.filter(({ stated }) => stated.is === "pending")];
    const ofOthers = [...mayBeIt.map(({ stated }) => stated), ...formers].flatMap((each) => each.targets.map(String));
    const found = adopt === undefined ? [] : (this.foundOn.get(adopt) ?? []);
    const adoptable = [...others.slice(0, mostNamesakes).map(passedOnBy), ...formers.map(({ its }) => its)];
    const held = this.byUrn.get(urn);
    const known = {
      ...(contacted.length === 0 ? {} : { contacted: [...new Set(contacted)].sort() }),
      ...(ofOthers.length + found.length === 0 ? {} : { targets: [...new Set([...ofOthers, ...found])] }),
      ...(adoptable.length === 0 ? {} : { adoptable }),
      // For a draft, only updates of the objects that it has found itself matter.
      ...(this.sent === undefined ? {} : { sent: this.sent, ...this.sentOfFound(own, starts ? targets : []) }),
      ...this.lastFound(targets),
      ...(held === undefined ? {} : ownOf(held)),
      ...besideOwn(urn, name === undefined ? [] : (this.named.get(name) ?? [])),
    };
    return this.owner.shown === undefined && Object.keys(known).length === 0 ? undefined : { ...this.owner, ...known };
  }

  private statedBy(urn: string): readonly HeldStated[] {
    const held = this.byUrn.get(urn);
    return held === undefined ? [] : statedOf(held);
  }

  /** The last number of a finding on each of these targets; null if one has none. */
  private lastFound(targets: readonly string[]): Pick<OwnersState, "lastFound"> {
    const its = targets.flatMap((target) => {
      const there = this.findings.get(target);
      if (there === undefined) return [];
      const areNumbered = there.every(({ order }) => order !== undefined);
      return [[target, areNumbered ? lastOrder(there) : null] as const];
    });
    return its.length === 0 ? {} : { lastFound: Object.fromEntries(its) };
  }

  private sentOfFound(own: readonly HeldStated[], targets: readonly string[]): Pick<OwnersState, "sentOfFound"> {
    const byItself = own.flatMap(({ record }) => Object.values(record.foundOn ?? {}));
    const there = targets.flatMap((target) => this.findings.get(target) ?? []);
    const found = new Set([...byItself, ...there].flatMap(({ ids }) => ids));
    const its = [...found].flatMap((id) => {
      const sent = this.records.get(id)?.sent;
      return sent === undefined ? [] : [[id, sent] as const];
    });
    return its.length === 0 ? {} : { sentOfFound: Object.fromEntries(its.slice(0, mostNamesakes)) };
  }
}

function statedOf(held: Held): HeldStated[] {
  const { stated } = held;
  return stated === undefined ? [] : [{ ...held, stated }];
}

/** By id, how often updates have sent the targets of objects. Those that may contact people come first. */
function countsOf(held: readonly Held[]): OwnersState["sent"] {
  const mayContact = ({ stated }: Held) => stated !== undefined && stated.is !== "resting";
  const counts = held
    .toSorted((one, other) => Number(mayContact(other)) - Number(mayContact(one)))
    .flatMap(({ record: { id, sent } }) => (id === undefined || sent === undefined ? [] : [[id, sent.count]]));
  return counts.length === 0 ? undefined : Object.fromEntries(counts.slice(0, mostNamesakes));
}

function ownOf({ its, record: { id } }: Held): Pick<OwnersState, "own"> {
  return id === undefined ? {} : { own: { id, outputs: plainOutputs(its) } };
}

/** Without the engine's properties, such as the text that names the provider. */
export function plainOutputs(its: Values): Values {
  return Object.fromEntries(Object.entries(its).filter(([key]) => !key.startsWith("__")));
}

/** What passes to the next resource of the object. */
function passedOnBy({ record, stated }: HeldStated): Adoptable {
  const { id, foundOn, sent, sharedFor, replaced, saidOff } = record;
  return { id, foundOn, sent, sharedFor, replaced, is: stated.is, saidOff };
}

/** Those that it has replaced and that had run, on the targets on which any of them had: the service does not show them. */
function namedBefore({ urn, its, record, stated }: Held): Named[] {
  const { ids, targets } = ranBefore({ record, stated });
  if (!isNotShown(record) || targets.length === 0 || typeof its.name !== "string") return [];
  const name = nameDigest(its.name);
  return ids.map((id) => ({ urn, id, name, targets }));
}

/** A resource's former versions: another one may adopt one of them, as after a renaming and a revert at once. */
function formersOf({ urn, record: { replaced = {}, ranOn = [] } }: Held): Former[] {
  return Object.entries(replaced).map(([id, its]) => {
    const others = Object.fromEntries(Object.entries(replaced).filter(([each]) => each !== id));
    const targets = typeof its === "string" ? ranOn : its.targets;
    return { urn, its: { ...formerAs(id, its), replaced: others }, targets };
  });
}

/** What is known of a former version. One that had run was off when it was replaced, as the service showed or a person said. */
export function formerAs(id: string, its: Replaced): Former["its"] {
  return { id, ...(typeof its === "string" ? { is: "off", saidOff: true } : { foundOn: its.foundOn }) };
}
