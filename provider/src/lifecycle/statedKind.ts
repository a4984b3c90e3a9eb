import { nameDigest } from "../api/coordination/creations";
import { ownCodes } from "./codes";
import type { DeclaredKind, Values } from "./declared";
import type { StatedNamesake } from "./namesakes";
import { besideOwn, lastShown, mostNamesakes, type OwnersState, ownOf, shownOf } from "./ownersState";
import { hasLeft, isConcluded, isNotShown, isOnlyConcluded, mayRunAs, type Recorded } from "./record";
import { mayHaveContacted, mayRunAsStated, type Stated, statedTargets, type Wanted } from "./stated";
import { recordOf } from "./statedOwners";

/** A kind's objects in a stack's state. */
export class StatedKind {
  private readonly urns: ReadonlySet<string>;
  private readonly all: readonly Stated[];
  private readonly runningUrns: ReadonlySet<string>;
  private readonly running: readonly Stated[];
  private readonly concluded: readonly Stated[];
  private readonly owners: readonly OwnedObjects[];
  /** `undefined`: objects with unknown targets. */
  private readonly byTarget = new Map<string | undefined, Stated[]>();
  private readonly lastByTarget = new Map<string, readonly Stated[]>();
  /** By the digest of the name. */
  private readonly byName = new Map<string, Stated[]>();
  /** By the digest of the name, those that the service does not show. */
  private readonly unseen = new Map<string, StatedNamesake[]>();

  /** @param outputs the outputs of the kind's resources by URN */
  constructor({ reaches }: DeclaredKind, outputs: ReadonlyMap<string, Values>) {
    this.urns = new Set(outputs.keys());
    const held = [...outputs].flatMap(([urn, its]) => {
      const record = recordOf(its);
      const stated = record === undefined || reaches === undefined ? undefined : statedAs(reaches, urn, its, record);
      return record === undefined ? [] : [{ urn, its, record, stated }];
    });
    const present = new Set(held.flatMap(({ record }) => record.id ?? []));
    const before = reaches === undefined ? [] : held.flatMap(replacedAs).filter(({ id = "" }) => !present.has(id));
    this.all = [...held.flatMap(({ stated }) => stated ?? []), ...before];
    this.owners = byOwner(held);
    for (const { urn, its, record } of held) {
      if (record.unseen !== true || record.id === undefined || typeof its.name !== "string") continue;
      const { id, origin, actingUserId, actor } = record;
      const key = nameDigest(its.name);
      this.unseen.set(key, [...(this.unseen.get(key) ?? []), { urn, id, origin, actingUserId, actor }]);
    }
    const running = this.all.filter(mayRunAsStated);
    this.runningUrns = new Set(running.map(({ urn }) => urn));
    // The service itself shows the others.
    this.running = running.filter(({ isShown }) => isShown !== true);
    this.concluded = this.running.filter(({ areConcluded }) => areConcluded === true);
    for (const each of this.all) {
      const { name } = each;
      if (name !== undefined) {
        const named = this.byName.get(name) ?? [];
        named.push(each);
        this.byName.set(name, named);
      }
      const keys = each.targets.length === 0 ? [undefined] : [...each.targets.map(String), ...(each.ranOn ?? [])];
      for (const key of new Set(keys)) {
        const its = this.byTarget.get(key) ?? [];
        its.push(each);
        this.byTarget.set(key, its);
      }
    }
  }

  /** True if there are none, or if this kind contacts nobody. */
  get isEmpty(): boolean {
    return this.all.length === 0;
  }

  /**
   * The other objects that matter for an object that may start: those that may share a target with it, and those of its name,
   * so that their targets are known. For a new object also all running ones, because a target may have been attached in the
   * app. For an existing one, of which there may be thousands, only those whose targets are certainly not all known. For a
   * new one that does not start, only those that the service shows: it may hide them on a target, or be taken for one of its
   * name. For an existing one that does not start, only the last ones on its targets.
   *
   * @param targets its known targets
   */
  others(
    urn: string,
    targets: unknown,
    { feeds, mayRun, name }: Omit<Wanted, "kind" | "targets"> = { feeds: false, mayRun: true },
  ): Stated[] {
    const starts = mayRun ?? this.runningUrns.has(urn);
    const known = Array.isArray(targets) ? targets : [targets];
    if (!feeds && !starts && this.urns.has(urn)) return this.lastOn(urn, known);
    const keys = [undefined, ...known.filter((id) => typeof id === "number" || typeof id === "string").map(String)];
    const near = keys.flatMap((key) => this.byTarget.get(key) ?? []);
    if (feeds) return [...new Set(near)];
    const running = this.urns.has(urn) ? this.concluded.slice(0, mostNamesakes) : this.running;
    const named = typeof name === "string" ? (this.byName.get(nameDigest(name)) ?? []) : [];
    const others = new Set([...near, ...(starts ? running : []), ...named.slice(0, mostNamesakes)]);
    return [...others].filter(
      (each) => (each.urn !== urn || each.isReplaced === true) && (starts || each.isShown === true),
    );
  }

  /**
   * Those that the service shows on these targets and that no other one has found there: such an object hides the others, and
   * knows them. Few, because each draft gets them, and there may be many on one target.
   */
  private lastOn(urn: string, targets: readonly unknown[]): Stated[] {
    const last = targets.map(String).flatMap((target) => {
      const known = this.lastByTarget.get(target) ?? lastAmong(this.byTarget.get(target) ?? [], target);
      this.lastByTarget.set(target, known);
      return known;
    });
    return [...new Set(last)].filter((each) => each.urn !== urn || each.isReplaced === true);
  }

  /** What the state shows of this resource and of its kind, by owner. */
  inState(urn: string, { name, adopt }: Values): OwnersState[] {
    const byName = typeof name === "string" ? [keyOfName(nameDigest(name))] : [];
    // Without an alias, a resource may continue another one under its name or id.
    const keys = this.urns.has(urn) ? [keyOfUrn(urn)] : [keyOfId(String(adopt)), ...byName];
    return this.owners.flatMap(({ origin, actingUserId, shown, byKey, byUrn, passedOn, foundOn, named }) => {
      const its = (those: readonly string[]) => those.flatMap((key) => byKey.get(key) ?? []);
      const stated = its(keys);
      const contacted = [...new Set(stated.flatMap(settledTargets))].sort();
      const others = its([keyOfId(String(adopt)), ...(this.urns.has(urn) ? [] : byName)]).filter(
        (each) => each.urn !== urn,
      );
      const adoptable = [...new Set(others)].slice(0, mostNamesakes).flatMap(({ urn }) => passedOn.get(urn) ?? []);
      const adopted = [...its([keyOfId(String(adopt))]), ...stated.filter(({ is }) => is === "pending")];
      const ofOthers = adopted.flatMap((each) => (each.urn === urn ? [] : each.targets.map(String)));
      const targets = [...new Set([...ofOthers, ...(foundOn.get(String(adopt)) ?? [])])];
      const all = {
        ...(contacted.length === 0 ? {} : { contacted }),
        ...(targets.length === 0 ? {} : { targets }),
        ...(adoptable.length === 0 ? {} : { adoptable }),
        ...byUrn.get(urn),
        ...besideOwn(urn, typeof name === "string" ? (named.get(nameDigest(name)) ?? []) : []),
      };
      return shown === undefined && Object.keys(all).length === 0 ? [] : [{ origin, actingUserId, shown, ...all }];
    });
  }

  /** The objects with this name, for an object that is not in the state yet. */
  namesakes(urn: string, name: unknown): readonly StatedNamesake[] {
    return typeof name !== "string" || this.urns.has(urn) ? [] : (this.unseen.get(nameDigest(name)) ?? []);
  }
}

function lastAmong(all: readonly Stated[], target: string): Stated[] {
  const found = new Set(all.flatMap(({ foundOn }) => foundOn?.[target]?.ids ?? []));
  return all.filter(
    ({ id = "", isShown, foundOn }) => isShown === true && foundOn?.[target] !== undefined && !found.has(id),
  );
}

/** An object in the state with its outputs and its record. */
interface Held {
  readonly urn: string;
  readonly its: Values;
  readonly record: Recorded;
  readonly stated: Stated | undefined;
}

type Adoptable = NonNullable<OwnersState["adoptable"]>[number];

/** The objects of one owner. Indexed, because a program may declare thousands of resources. */
interface OwnedObjects extends Pick<OwnersState, "origin" | "actingUserId" | "shown"> {
  readonly byKey: ReadonlyMap<string, readonly Stated[]>;
  readonly byUrn: ReadonlyMap<string, Pick<OwnersState, "own">>;
  /** By URN, what passes to the next resource of the object. */
  readonly passedOn: ReadonlyMap<string, Adoptable>;
  /** By the digest of the name, with those that their resources have replaced. */
  readonly named: ReadonlyMap<string, readonly Stated[]>;
  /** By id, the targets on which these objects have found another one. */
  readonly foundOn: ReadonlyMap<string, readonly string[]>;
}

const keyOfUrn = (urn: string) => `urn ${urn}`;
const keyOfId = (id: string) => `id ${id}`;
const keyOfName = (digest: string) => `name ${digest}`;

function byOwner(held: readonly Held[]): OwnedObjects[] {
  const owners = new Map<string, Held[]>();
  for (const each of held) {
    const key = JSON.stringify([each.record.origin, each.record.actingUserId]);
    const own = owners.get(key) ?? [];
    own.push(each);
    owners.set(key, own);
  }
  return [...owners.values()].flatMap((own) => {
    const [first] = own;
    if (first === undefined) return [];
    const { origin, actingUserId } = first.record;
    const byKey = new Map<string, Stated[]>();
    const foundOn = new Map<string, string[]>();
    const byId = new Map(own.flatMap(({ record }) => (record.id === undefined ? [] : [[record.id, record]])));
    for (const [target, { ids }] of own.flatMap((each) => Object.entries(each.stated?.foundOn ?? {}))) {
      const left = ids.filter((id) => !hasLeft(byId.get(id) ?? {}, target));
      for (const id of left) foundOn.set(id, [...(foundOn.get(id) ?? []), target]);
    }
    for (const stated of own.flatMap((each) => each.stated ?? [])) {
      const { urn, id, name } = stated;
      const keys = [
        keyOfUrn(urn),
        ...(id === undefined ? [] : [keyOfId(id)]),
        ...(name === undefined ? [] : [keyOfName(name)]),
      ];
      for (const key of keys) byKey.set(key, [...(byKey.get(key) ?? []), stated]);
    }
    const named = new Map<string, Stated[]>();
    const before = own.flatMap(replacedAs).filter(({ id = "" }) => !byId.has(id));
    for (const each of [...own.flatMap(({ stated }) => stated ?? []), ...before]) {
      if (each.name !== undefined) named.set(each.name, [...(named.get(each.name) ?? []), each]);
    }
    const byUrn = new Map(own.flatMap(({ urn, its, record }) => ownOf(urn, its, record)));
    const passedOn = new Map(own.flatMap(({ urn, record }) => passedOnOf(urn, record)));
    const shown = lastShown(own.flatMap(({ record }) => shownOf(record) ?? []));
    return { origin, actingUserId, shown, byKey, byUrn, passedOn, foundOn, named };
  });
}

/** The entry by URN. */
function passedOnOf(urn: string, { id, foundOn, sentTargets, replaced }: Recorded): [string, Adoptable][] {
  if (foundOn === undefined && sentTargets === undefined && replaced === undefined) return [];
  return [[urn, { id, foundOn, sentTargets, replaced }]];
}

/** The targets whose people it has or may have contacted. A create without a response is settled before it is replaced. */
function settledTargets(each: Stated): string[] {
  return mayHaveContacted(each.is === "pending" ? { ...each, is: "resting" } : each);
}

function statedAs(
  { running, targets }: NonNullable<DeclaredKind["reaches"]>,
  urn: string,
  outputs: Values,
  record: Recorded,
): Stated | undefined {
  // A create that certainly had no effect contacts nobody.
  const isAbsent = record.pending?.isAbsent === true;
  const pending = isAbsent ? undefined : record.pending;
  const isUnseen = isNotShown(record);
  const isOff = record.everActive === true ? "off" : "resting";
  const is = !isAbsent && mayRunAs(outputs[running], record) ? (pending === undefined ? "running" : "pending") : isOff;
  // Somebody may have started what a pending create has made.
  if (isUnseen && is === "resting" && record.id === undefined && pending === undefined) return undefined;
  const name = typeof outputs.name === "string" ? nameDigest(outputs.name) : undefined;
  const own = statedTargets.parse(outputs[targets]);
  const its = own.length === 0 ? [] : [...own, ...(record.mayUse ?? [])];
  // A change without an outcome may have added some.
  const added =
    is === "resting"
      ? []
      : (record.unsettled?.[targets] ?? []).flatMap((ids) => (Array.isArray(ids) ? ids.map(String) : []));
  const ranOn = [...new Set([...(record.ranOn ?? []), ...added])];
  const more = {
    ...(isUnseen ? {} : { isShown: true }),
    ...(record.saidOff === true ? { saidOff: true } : {}),
    ...(isOnlyConcluded(targets, record) ? { areConcluded: true } : {}),
    ...(isConcluded(targets, record) ? { mayHaveMore: true } : {}),
    ...(ranOn.length === 0 ? {} : { ranOn }),
    ...(record.foundOn === undefined ? {} : { foundOn: record.foundOn }),
    ...(record.sentTargets === undefined ? {} : { sentTargets: record.sentTargets }),
    ...(ownCodes(outputs).includes("restart") ? { restarts: true } : {}),
    ...sharedBy(outputs),
  };
  return { urn, id: record.id, name, targets: its, is, ...more };
}

/** The objects that it has replaced, if they had not run. Their own names may be older than this one. */
function replacedAs({ urn, its, record }: Pick<Held, "urn" | "its" | "record">): Stated[] {
  const name = typeof its.name === "string" ? nameDigest(its.name) : undefined;
  const shown = isNotShown(record) ? {} : { isShown: true };
  return Object.entries(record.replaced ?? {}).flatMap(([id, replaced]): Stated[] => {
    // One that has run was on some of the lists that the state keeps. On a service that shows it, it counts as such.
    if (typeof replaced === "string") {
      const ran: Stated = { urn, id, name, targets: [...(record.ranOn ?? [])], is: "off", isReplaced: true };
      return isNotShown(record) || ran.targets.length === 0 ? [] : [{ ...ran, ...shown }];
    }
    const { targets, foundOn } = replaced;
    const its = { targets: [...targets], ...(foundOn === undefined ? {} : { foundOn }) };
    return [{ urn, id, name, ...its, is: "resting", isReplaced: true, ...shown }];
  });
}

function sharedBy(outputs: Values): Pick<Stated, "shares"> {
  const shares = ownCodes(outputs).flatMap((code) => (code.startsWith(sharing) ? [code.slice(sharing.length)] : []));
  return shares.length === 0 ? {} : { shares };
}

const sharing = "shared-list:";
