import { nameDigest } from "../api/coordination/creations";
import { lastOrder } from "./findings";
import { lastShown, mostNamesakes, type OwnersState, ownOf, shownOf } from "./ownersState";
import { type FoundThere, hasLeft, isNotShown, type Replaced } from "./record";
import type { Stated } from "./stated";
import { type Held, replacedAs } from "./statedObjects";

type Adoptable = NonNullable<OwnersState["adoptable"]>[number];

interface Former {
  readonly urn: string;
  readonly its: Adoptable & { readonly id: string };
  /** Of one that had run, all on which any of the resource had. */
  readonly targets: readonly string[];
}

type Named = Pick<Stated, "urn" | "id" | "name" | "targets">;

/** The objects of one owner. Indexed, because a program may declare thousands of resources. */
export interface OwnedObjects extends Pick<OwnersState, "origin" | "actingUserId" | "shown"> {
  readonly byKey: ReadonlyMap<string, readonly Stated[]>;
  readonly byUrn: ReadonlyMap<string, Pick<OwnersState, "own">>;
  readonly sent: OwnersState["sent"];
  /** The last number of a finding on each of these targets. */
  readonly lastFound: (targets: readonly string[]) => Pick<OwnersState, "lastFound">;
  /** For a resource, by its URN and targets. */
  readonly sentOfFound: (urn: string, targets: readonly string[]) => Pick<OwnersState, "sentOfFound">;
  /** By URN, what passes to the next resource of the object. */
  readonly passedOn: ReadonlyMap<string, Adoptable>;
  /** By the id of a former version, what passes with it, and the resource. */
  readonly formers: ReadonlyMap<string, readonly Former[]>;
  /** By the digest of the name, with those that their resources have replaced. */
  readonly named: ReadonlyMap<string, readonly Named[]>;
  /** By id, the targets on which these objects have found another one. */
  readonly foundOn: ReadonlyMap<string, readonly string[]>;
}

export const keyOfUrn = (urn: string) => `urn ${urn}`;
export const keyOfId = (id: string) => `id ${id}`;
export const keyOfName = (digest: string) => `name ${digest}`;

export function byOwner(held: readonly Held[]): OwnedObjects[] {
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
    for (const [target, { ids, after }] of own.flatMap((each) => Object.entries(each.stated?.foundOn ?? {}))) {
      const there = ids.filter((id) => !hasLeft(byId.get(id) ?? {}, target, after?.[id]));
      for (const id of there) foundOn.set(id, [...(foundOn.get(id) ?? []), target]);
    }
    const stated = own.flatMap((each) => each.stated ?? []);
    for (const each of stated) {
      const { urn, id, name } = each;
      const keys = [
        keyOfUrn(urn),
        ...(id === undefined ? [] : [keyOfId(id)]),
        ...(name === undefined ? [] : [keyOfName(name)]),
      ];
      for (const key of keys) byKey.set(key, [...(byKey.get(key) ?? []), each]);
    }
    const named = new Map<string, Named[]>();
    const isPresent = ({ id = "" }: Named) => byId.has(id);
    const before = own.flatMap(replacedAs).filter((each) => !isPresent(each));
    const ran = own.flatMap(ranBefore).filter((each) => !isPresent(each));
    for (const each of [...stated, ...before, ...ran]) {
      if (each.name !== undefined) named.set(each.name, [...(named.get(each.name) ?? []), each]);
    }
    const findings = new Map<string, FoundThere[]>();
    for (const { foundOn: its = {} } of [...stated, ...before]) {
      for (const [target, found] of Object.entries(its)) {
        const all = findings.get(target) ?? [];
        all.push(found);
        findings.set(target, all);
      }
    }
    const lastFound = (targets: readonly string[]) => {
      const its = targets.flatMap((target) => {
        const there = findings.get(target);
        if (there === undefined) return [];
        const areNumbered = there.every(({ order }) => order !== undefined);
        return [[target, areNumbered ? lastOrder(there) : null] as const];
      });
      return its.length === 0 ? {} : { lastFound: Object.fromEntries(its) };
    };
    const byUrn = new Map(own.flatMap(({ urn, its, record }) => ownOf(urn, its, record)));
    const passedOn = new Map(own.flatMap(passedOnOf));
    const counts = own
      .toSorted((one, other) => Number(mayContact(other)) - Number(mayContact(one)))
      .flatMap(({ record: { id, sent } }) => (id === undefined || sent === undefined ? [] : [[id, sent.count]]));
    const sent = counts.length === 0 ? undefined : Object.fromEntries(counts.slice(0, mostNamesakes));
    const sentOfFound = (urn: string, targets: readonly string[]) => {
      const own = Object.values(passedOn.get(urn)?.foundOn ?? {}).flatMap(({ ids }) => ids);
      const there = targets.flatMap((target) => findings.get(target) ?? []);
      const found = new Set([...own, ...there.flatMap(({ ids }) => ids)]);
      const its = [...found].flatMap((id) => {
        const last = byId.get(id)?.sent;
        return last === undefined ? [] : [[id, last] as const];
      });
      return its.length === 0 ? {} : { sentOfFound: Object.fromEntries(its.slice(0, mostNamesakes)) };
    };
    const formers = new Map<string, Former[]>();
    for (const each of own.flatMap(formersOf)) {
      formers.set(each.its.id, [...(formers.get(each.its.id) ?? []), each]);
    }
    const shown = lastShown(own.flatMap(({ record }) => shownOf(record) ?? []));
    return {
      origin,
      actingUserId,
      shown,
      byKey,
      byUrn,
      sent,
      sentOfFound,
      passedOn,
      formers,
      foundOn,
      named,
      lastFound,
    };
  });
}

function mayContact({ stated }: Held): boolean {
  return stated !== undefined && stated.is !== "resting";
}

/** The entry by URN. */
function passedOnOf({ urn, record, stated }: Held): [string, Adoptable][] {
  const { id, foundOn, sent, sharedFor, replaced, saidOff } = record;
  return stated === undefined ? [] : [[urn, { id, foundOn, sent, sharedFor, replaced, is: stated.is, saidOff }]];
}

/** Those that it has replaced and that had run, on the targets on which any of them had: the service does not show them. */
function ranBefore({ urn, its, record, stated }: Held): Named[] {
  const { replaced = {}, ranOn = [] } = record;
  const targets = [...ranOn, ...(stated?.targets ?? []).map(String)];
  if (!isNotShown(record) || targets.length === 0 || typeof its.name !== "string") return [];
  const name = nameDigest(its.name);
  return Object.entries(replaced).flatMap(([id, each]) =>
    typeof each === "string" ? [{ urn, id, name, targets }] : [],
  );
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
