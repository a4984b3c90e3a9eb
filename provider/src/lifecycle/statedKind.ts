import { nameDigest } from "../api/coordination/creations";
import { grouped, groupedPairs } from "../text/groups";
import type { Adoption } from "./adoptedBeside";
import { confirmsOff, ownCodes } from "./codes";
import type { DeclaredKind, Values } from "./declared";
import { textsOf } from "./facts";
import { latestFirst } from "./findings";
import type { StatedLost, StatedNamesake } from "./namesakes";
import { OwnedObjects, plainOutputs } from "./ownedObjects";
import { mostNamesakes, type OwnersState } from "./ownersState";
import { signOfPending } from "./pending";
import { isNotShown, type Recorded } from "./record";
import { mayRunAsStated, type Stated, type Wanted } from "./stated";
import { type Held, ranBefore, replacedAs, statedAs } from "./statedObjects";
import { recordOf } from "./statedOwners";
import type { StateHint } from "./stateHint";

/** A kind's objects in a stack's state. */
export class StatedKind {
  private readonly reaches: DeclaredKind["reaches"];
  private readonly urns: ReadonlySet<string>;
  /** By id, the resources of an object. */
  private readonly managers: ReadonlyMap<string, readonly string[]>;
  private readonly byId: ReadonlyMap<string | undefined, readonly Stated[]>;
  /** By the id of one that its resource has replaced after it had run, where any of that resource has. */
  private readonly ranBefore: ReadonlyMap<string, readonly (readonly string[])[]>;
  private readonly all: readonly Stated[];
  private readonly runningUrns: ReadonlySet<string>;
  private readonly running: readonly Stated[];
  private readonly concluded: readonly Stated[];
  private readonly owners: readonly OwnedObjects[];
  /** `undefined`: objects with unknown targets. */
  private readonly byTarget: ReadonlyMap<string | undefined, readonly Stated[]>;
  private readonly lastByTarget = new Map<string, readonly Stated[]>();
  /** By the digest of the name. */
  private readonly byName: ReadonlyMap<string | undefined, readonly Stated[]>;
  /** The codes that say of an object that it is off. */
  private readonly confirming: readonly string[];
  /** By code, the resources that declare it. */
  private readonly declaring: ReadonlyMap<string, readonly Held[]>;
  /** By the digest of the name, those that the service does not show. */
  private readonly unseen: ReadonlyMap<string, readonly StatedNamesake[]>;
  /** By the digest of the name, the creates without a response. */
  private readonly lost: ReadonlyMap<string, readonly StatedLost[]>;
  private readonly settled: Recorded["settled"];

  /** @param outputs the outputs of the kind's resources by URN */
  constructor({ reaches }: DeclaredKind, outputs: ReadonlyMap<string, Values>) {
    this.reaches = reaches;
    this.urns = new Set(outputs.keys());
    const held = [...outputs].flatMap(([urn, its]) => {
      const record = recordOf(its);
      const stated = record === undefined || reaches === undefined ? undefined : statedAs(reaches, urn, its, record);
      return record === undefined ? [] : [{ urn, its, record, stated }];
    });
    const present = new Set(held.flatMap(({ record }) => record.id ?? []));
    const before = reaches === undefined ? [] : held.flatMap(replacedAs).filter(({ id = "" }) => !present.has(id));
    this.all = [...held.flatMap(({ stated }) => stated ?? []), ...before];
    this.managers = groupedPairs(
      held.flatMap(({ urn, its, record }) => idsOf(its, record).map((id) => [id, urn] as const)),
    );
    this.byId = grouped(this.all, ({ id }) => id);
    const ran = held.map(ranBefore);
    this.ranBefore = groupedPairs(ran.flatMap(({ ids, targets }) => ids.map((id) => [id, targets] as const)));
    const byOwner = grouped(held, ({ record: { origin, actingUserId } }) => JSON.stringify([origin, actingUserId]));
    this.owners = [...byOwner.values()].map((each) => new OwnedObjects(each));
    this.declaring = groupedPairs(held.flatMap((each) => ownCodes(each.its).map((code) => [code, each] as const)));
    this.confirming = [...this.declaring.keys()].filter(confirmsOff);
    this.unseen = groupedPairs(held.flatMap(unseenOf));
    this.lost = groupedPairs(held.flatMap(lostOf));
    const settled = held.flatMap(settledOf).slice(-mostNamesakes);
    this.settled = settled.length === 0 ? undefined : Object.fromEntries(settled);
    const running = this.all.filter(mayRunAsStated);
    this.runningUrns = new Set(running.map(({ urn }) => urn));
    // The service itself shows the others.
    this.running = running.filter(({ isShown }) => isShown !== true);
    this.concluded = this.running.filter(({ areConcluded }) => areConcluded === true);
    this.byName = grouped(this.all, ({ name }) => name);
    this.byTarget = groupedPairs(this.all.flatMap((each) => nearTo(each).map((target) => [target, each] as const)));
  }

  /**
   * What the state does not have of an object that the program adopts: its other targets. Undefined if a resource of the
   * program has it already.
   *
   * @param declared the resources that the program declares, as far as it has by now
   */
  beyond(adoption: Adoption, declared: ReadonlySet<string>): Adoption | undefined {
    const { id, targets } = adoption;
    const managers = (this.managers.get(id) ?? []).filter((urn) => declared.has(urn));
    // The state has it as off or as a draft, and does not know better, unless the adopter itself has it.
    const isOwn = adoption.urn === undefined || managers.includes(adoption.urn);
    if (managers.length > 0 && (isOwn || adoption.runs !== true)) return undefined;
    if (adoption.runs === true) return adoption;
    const whereItRan = this.ranBefore.get(id);
    const known = new Set([
      ...(this.byId.get(id) ?? []).flatMap((each) => each.targets.map(String)),
      ...(whereItRan ?? []).flat(),
    ]);
    const others = targets.filter((target) => !known.has(target));
    // Its log would show what was known when it was replaced.
    return { ...adoption, targets: others, areAllTargets: adoption.areAllTargets || whereItRan !== undefined };
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

  /**
   * What the state shows of this resource and of its kind, by owner.
   *
   * @param declared the resources that the program declares, as far as it has by now: this one continues none of them
   */
  inState(urn: string, args: Values, declared: ReadonlySet<string> = new Set()): OwnersState[] {
    const { name, adopt } = args;
    const { running = "", targets = "" } = this.reaches ?? {};
    const reader = {
      urn,
      name: typeof name === "string" ? nameDigest(name) : undefined,
      adopt: adopt === undefined ? undefined : String(adopt),
      targets: textsOf(args[targets]),
      starts: args[running] === undefined ? this.runningUrns.has(urn) : args[running] !== false,
      isNew: !this.urns.has(urn),
      declared,
    };
    return this.owners.flatMap((each) => each.for(reader) ?? []);
  }

  /** True if no resource has a code that has counted and does not count for another one. */
  get isWithoutUsedCodes(): boolean {
    return this.confirming.length === 0 && !this.declaring.has("restart");
  }

  /**
   * The codes that have counted for other resources, first those that this one declares: it may be one of the others under a
   * new name, or a copy of one. `restart` is about people, so it has counted for an object of this name that may use one of
   * the targets, and whose resource has left the program.
   */
  usedCodes(urn: string, args: Values, declared: ReadonlySet<string> = new Set()): readonly string[] {
    const name = typeof args.name === "string" ? nameDigest(args.name) : undefined;
    const targets = textsOf(args[this.reaches?.targets ?? ""]);
    // For a create that had no effect it counts again, unless it had counted before.
    const hasNoEffect = ({ pending }: Recorded) => pending?.isAbsent === true && pending.restartUsed !== true;
    const isContinued = ({ urn: other, stated, record }: Held) =>
      name !== undefined &&
      !hasNoEffect(record) &&
      stated?.name === name &&
      !declared.has(other) &&
      nearTo(stated).some((target) => target === undefined || targets.includes(target));
    const isUsed = (code: string) => {
      const others = (this.declaring.get(code) ?? []).filter((each) => each.urn !== urn);
      if (confirmsOff(code)) return others.length > 0;
      return code === "restart" && !this.urns.has(urn) && others.some(isContinued);
    };
    const own = ownCodes(args).filter(isUsed);
    const more: string[] = [];
    for (const code of this.confirming) {
      if (more.length === mostNamesakes) break;
      if (!own.includes(code) && isUsed(code)) more.push(code);
    }
    return [...own, ...more];
  }

  /** The objects with this name, for an object that is not in the state yet. */
  namesakes(urn: string, name: unknown): readonly StatedNamesake[] {
    return typeof name !== "string" || this.urns.has(urn) ? [] : (this.unseen.get(nameDigest(name)) ?? []);
  }

  /** The creates without a response that may have made an object with this name for another resource, and those settled. */
  lostBeside(urn: string, name: unknown): Pick<StateHint, "lost" | "settled"> {
    const named = typeof name === "string" ? (this.lost.get(nameDigest(name)) ?? []) : [];
    const lost = named.filter((each) => each.urn !== urn).slice(0, mostNamesakes);
    return { ...(lost.length === 0 ? {} : { lost }), ...(this.settled === undefined ? {} : { settled: this.settled }) };
  }
}

/** The entry by the digest of the name, of an object that the service does not show. */
function unseenOf({ its, urn, record }: Held): [string, StatedNamesake][] {
  const { id, origin, actingUserId, actor, unseen } = record;
  if (unseen !== true || id === undefined || typeof its.name !== "string") return [];
  return [[nameDigest(its.name), { urn, id, origin, actingUserId, actor }]];
}

/** The entry by the digest of the name, of a create without a response that only a person can settle. */
function lostOf({ its, urn, record }: Held): [string, StatedLost][] {
  const { pending } = record;
  if (pending === undefined || pending.isAbsent === true || !isNotShown(record)) return [];
  return typeof its.name === "string" ? [[nameDigest(its.name), { urn, outputs: plainOutputs(its) }]] : [];
}

/** The creates without a response that are settled, which the records of other machines may still have as lost. */
function settledOf({ record: { settled = {}, pending } }: Held): [string, string][] {
  const all = Object.entries(settled);
  return pending?.isAbsent === true ? [...all, [signOfPending(pending), ""]] : all;
}

/** States of earlier releases have no id of an object that contacts nobody, but that of an adoption. */
function idsOf({ adopt }: Values, { id, pending }: Recorded): string[] {
  if (id !== undefined) return [id];
  return pending === undefined && adopt !== undefined ? [String(adopt)] : [];
}

/** The targets on which it may matter; `undefined` if its own are not known. */
function nearTo({ targets, ranOn = [], foundOn = {} }: Stated): (string | undefined)[] {
  const near = [...targets.map(String), ...ranOn, ...Object.keys(foundOn)];
  return targets.length === 0 ? [undefined] : [...new Set(near)];
}

/**
 * Few, so that all others are known through them: whoever has looked last knows those before it. Those without a number come
 * last, and the hint says that there are some.
 */
function lastAmong(all: readonly Stated[], target: string): Stated[] {
  const shown = all.flatMap((each) => {
    const there = each.foundOn?.[target];
    return each.isShown === true && each.id !== undefined && there !== undefined ? [{ each, there, id: each.id }] : [];
  });
  const found = new Set(shown.flatMap(({ there }) => there.ids));
  const numbered = shown.filter(({ there }) => there.order !== undefined);
  const others = shown.filter(({ there }) => there.order === undefined);
  const latest = [
    ...numbered.toSorted((one, other) => latestFirst(one.there, other.there)),
    ...others.filter(({ id }) => !found.has(id)),
    ...others,
  ];
  const byId = new Map(latest.map(({ id, there }) => [id, there]));
  const known = new Set<string>();
  const last: Stated[] = [];
  for (const { each, id: first } of latest) {
    if (known.has(first)) continue;
    last.push(each);
    const next = [first];
    for (let id = next.pop(); id !== undefined; id = next.pop()) {
      if (known.has(id)) continue;
      known.add(id);
      next.push(...(byId.get(id)?.ids ?? []));
    }
  }
  return last;
}
