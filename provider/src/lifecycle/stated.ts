import { z } from "zod";
import { nameDigest } from "../api/coordination/creations";
import { ownCodes } from "./codes";
import type { DeclaredKind, Values } from "./declared";
import type { StatedNamesake } from "./namesakes";
import { besideOwn, lastShown, type OwnersState, ownOf, shownOf } from "./ownersState";
import { foundSchema, isNotShown, isOnlyConcluded, mayRunAs, type Recorded } from "./record";
import { recordOf } from "./statedOwners";

const statedSchema = z.object({
  urn: z.string(),
  /** Undefined if its create got no response, or if an earlier release wrote the state. */
  id: z.string().optional(),
  /** A digest, because its name may be a secret. */
  name: z.string().optional(),
  /** Empty if unknown. */
  targets: z.array(z.union([z.number(), z.string()])),
  /** Other targets whose people it, or the objects that it replaces, have contacted. */
  ranOn: z.array(z.string()).optional(),
  /** By target, the objects that it hides. */
  foundOn: z.record(z.string(), foundSchema).optional(),
  /**
   * According to the state. `pending`: its create got no response, so it may run. `off`: it ran earlier and is off now.
   * `resting`: it has never run; it may have been switched on in the app since.
   */
  is: z.enum(["running", "pending", "off", "resting"]),
  /** True if the service showed it at the last read. Before a start it does so again, but perhaps not its targets. */
  isShown: z.boolean().optional(),
  /** True if a person has confirmed that it is off, because the service does not show that. */
  saidOff: z.boolean().optional(),
  /** True if its resource has replaced it. It had not run then, and stays in the account. */
  isReplaced: z.boolean().optional(),
  /** True if its targets are taken from the program that adopted it. */
  areConcluded: z.boolean().optional(),
  /** True if its resource declares `restart`, which counts once. */
  restarts: z.boolean().optional(),
  /** The objects with which its resource declares to share a target. */
  shares: z.array(z.string()).optional(),
});

const statedObjects = z.array(statedSchema);

/** An object of a kind that contacts people, as the state describes it. */
export type Stated = z.infer<typeof statedSchema>;

/** Which stated objects matter for a resource. */
export interface Wanted {
  readonly kind: DeclaredKind;
  /** The targets in the program, or the only one. */
  readonly targets: unknown;
  /** True if it contacts nobody itself, but adds people to the target. */
  readonly feeds: boolean;
}

/** The stated objects that matter for a create with these arguments. Undefined if the create reaches nobody. */
export function wantedFor(kind: DeclaredKind, args: Values): Wanted | undefined {
  const { reaches, feeds } = kind;
  if (reaches !== undefined) {
    const mayRun = args[reaches.running] !== undefined && args[reaches.running] !== false;
    return mayRun ? { kind, targets: args[reaches.targets], feeds: false } : undefined;
  }
  if (feeds === undefined || args[feeds.unless] === true) return undefined;
  return { kind: feeds.kind, targets: args[feeds.target], feeds: true };
}

/** A kind's objects in a stack's state. */
export class StatedKind {
  private readonly urns: ReadonlySet<string>;
  private readonly all: readonly Stated[];
  private readonly owners: readonly OwnedObjects[];
  /** `undefined`: objects with unknown targets. */
  private readonly byTarget = new Map<string | undefined, Stated[]>();

  /** By the digest of the name. */
  private readonly byName = new Map<string, StatedNamesake[]>();

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
      this.byName.set(key, [...(this.byName.get(key) ?? []), { urn, id, origin, actingUserId, actor }]);
    }
    for (const each of this.all) {
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
   * The other objects that matter for an object that may start: those that may share a target with it. For a new object also
   * all running ones, because a target may have been attached in the app. Usually there are few new objects, but thousands
   * of existing ones.
   *
   * @param targets its known targets
   */
  others(urn: string, targets: unknown, { feeds }: Pick<Wanted, "feeds"> = { feeds: false }): Stated[] {
    const known = Array.isArray(targets) ? targets : [targets];
    const keys = [undefined, ...known.filter((id) => typeof id === "number" || typeof id === "string").map(String)];
    const near = keys.flatMap((key) => this.byTarget.get(key) ?? []);
    if (feeds) return [...new Set(near)];
    // The service itself shows the others.
    const running = this.urns.has(urn) ? [] : this.all.filter((each) => mayRunAsStated(each) && each.isShown !== true);
    return [...new Set([...near, ...running])].filter((each) => each.urn !== urn || each.isReplaced === true);
  }

  /** What the state shows of this resource and of its kind, by owner. */
  inState(urn: string, { name, adopt }: Values): OwnersState[] {
    const byName = typeof name === "string" ? [keyOfName(nameDigest(name))] : [];
    // Without an alias, a resource may continue another one under its name or id.
    const keys = this.urns.has(urn) ? [keyOfUrn(urn)] : [keyOfId(String(adopt)), ...byName];
    return this.owners.flatMap(({ origin, actingUserId, shown, byKey, byUrn }) => {
      const its = (those: readonly string[]) => those.flatMap((key) => byKey.get(key) ?? []);
      const stated = its(keys);
      const contacted = [...new Set(stated.flatMap(settledTargets))].sort();
      const adopted = [...its([keyOfId(String(adopt))]), ...stated.filter(({ is }) => is === "pending")];
      const targets = [...new Set(adopted.flatMap((each) => (each.urn === urn ? [] : each.targets.map(String))))];
      const all = {
        ...(contacted.length === 0 ? {} : { contacted }),
        ...(targets.length === 0 ? {} : { targets }),
        ...byUrn.get(urn),
        ...besideOwn(urn, its(byName)),
      };
      return shown === undefined && Object.keys(all).length === 0 ? [] : [{ origin, actingUserId, shown, ...all }];
    });
  }

  /** The objects with this name, for an object that is not in the state yet. */
  namesakes(urn: string, name: unknown): readonly StatedNamesake[] {
    return typeof name !== "string" || this.urns.has(urn) ? [] : (this.byName.get(nameDigest(name)) ?? []);
  }
}

/** An object in the state with its outputs and its record. */
interface Held {
  readonly urn: string;
  readonly its: Values;
  readonly record: Recorded;
  readonly stated: Stated | undefined;
}

/** The objects of one owner. Indexed, because a program may declare thousands of resources. */
interface OwnedObjects extends Pick<OwnersState, "origin" | "actingUserId" | "shown"> {
  readonly byKey: ReadonlyMap<string, readonly Stated[]>;
  readonly byUrn: ReadonlyMap<string, Pick<OwnersState, "own">>;
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
    for (const stated of own.flatMap((each) => each.stated ?? [])) {
      const { urn, id, name } = stated;
      const keys = [
        keyOfUrn(urn),
        ...(id === undefined ? [] : [keyOfId(id)]),
        ...(name === undefined ? [] : [keyOfName(name)]),
      ];
      for (const key of keys) byKey.set(key, [...(byKey.get(key) ?? []), stated]);
    }
    const byUrn = new Map(own.flatMap(({ urn, its, record }) => ownOf(urn, its, record)));
    return { origin, actingUserId, shown: lastShown(own.flatMap(({ record }) => shownOf(record) ?? [])), byKey, byUrn };
  });
}

/** The same as below. A create without a response is settled before it is replaced. */
function settledTargets(each: Stated): string[] {
  return mayHaveContacted(each.is === "pending" ? { ...each, is: "resting" } : each);
}

/** The targets whose people it, or the objects that it replaces, have or may have contacted. */
export function mayHaveContacted({ is, targets, ranOn = [] }: Stated): string[] {
  return [...new Set([...(is === "resting" ? [] : targets.map(String)), ...ranOn])].sort();
}

/** True if it runs or may run according to the state. */
export function mayRunAsStated({ is }: Pick<Stated, "is">): boolean {
  return is === "running" || is === "pending";
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
  if (isUnseen && is === "resting" && record.id === undefined) return undefined;
  const name = typeof outputs.name === "string" ? nameDigest(outputs.name) : undefined;
  const own = statedSchema.shape.targets.catch([]).parse(outputs[targets]);
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
    ...(ranOn.length === 0 ? {} : { ranOn }),
    ...(record.foundOn === undefined ? {} : { foundOn: record.foundOn }),
    ...(ownCodes(outputs).includes("restart") ? { restarts: true } : {}),
    ...sharedBy(outputs),
  };
  return { urn, id: record.id, name, targets: its, is, ...more };
}

/** The objects that it has replaced, if they had not run. Their own names may be older than this one. */
function replacedAs({ urn, its, record }: Pick<Held, "urn" | "its" | "record">): Stated[] {
  const name = typeof its.name === "string" ? nameDigest(its.name) : undefined;
  const shown = isNotShown(record) ? {} : { isShown: true };
  return Object.entries(record.replaced ?? {}).flatMap(([id, replaced]) => {
    if (typeof replaced === "string") return [];
    const { targets, foundOn } = replaced;
    const its = { targets: [...targets], ...(foundOn === undefined ? {} : { foundOn }) };
    return [{ urn, id, name, ...its, is: "resting" as const, isReplaced: true, ...shown }];
  });
}

function sharedBy(outputs: Values): Pick<Stated, "shares"> {
  const shares = ownCodes(outputs).flatMap((code) => (code.startsWith(sharing) ? [code.slice(sharing.length)] : []));
  return shares.length === 0 ? {} : { shares };
}

const sharing = "shared-list:";

/** The codes that count once, and that another resource with an object of this name declares in the state. */
export function codesUsed(stated: readonly Stated[] | "unread", name: unknown): readonly string[] {
  if (stated === "unread" || typeof name !== "string") return [];
  const digest = nameDigest(name);
  return stated.some((each) => each.name === digest && each.restarts === true) ? ["restart"] : [];
}

/** Reads the objects from the hint of the class; `unread` if the class could not read the state. */
export function statedIn(hint: unknown): readonly Stated[] | "unread" {
  return statedObjects.safeParse(hint).data ?? "unread";
}

/** Omits the object that this create replaces, which an alias may have given a different URN from the state's. */
export function withoutReplaced(
  stated: readonly Stated[] | "unread",
  replaced: { readonly id: string; readonly outputs: Values } | undefined,
): readonly Stated[] | "unread" {
  if (stated === "unread" || replaced === undefined) return stated;
  const urn = recordOf(replaced.outputs)?.urn;
  return stated.filter((each) => each.id !== replaced.id && (each.urn !== urn || each.isReplaced === true));
}
