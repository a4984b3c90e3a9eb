import type { Account } from "../api/account";
import { ServiceError } from "../api/errors";
import type { Answer, Finding, KnownCreation, Listing, ListingOptions } from "../api/objects";
import { isSameName } from "../api/texts";
import type { Question } from "./decision";
import { factsOf, type InRun, type ObjectFacts, type Sources, type Subject, servedIds } from "./facts";
import { nameIn, type ResourceKind } from "./kind";
import type { Suppressed, Users } from "./looks";
import type { ObjectNotes, RunMemory } from "./memory";

/** Facts about one kind's objects in the acting user's account. */
export interface AccountFacts {
  readonly kind: ResourceKind;
  /** Undefined if the service cannot list such objects. */
  readonly listing: Listing | undefined;
  readonly objects: ReadonlyMap<string, ObjectFacts>;
  /** Creates for which nothing shows whether they took effect. */
  readonly lost: readonly KnownCreation[];
  /** By target: the objects that contact its people, as far as requested. */
  readonly users: ReadonlyMap<string, Users>;
  /** Targets that name no object, so that none uses them. `unread`: nothing has requested it. Undefined: nothing shows it. */
  readonly unusedTargets?: ReadonlySet<string> | "unread";
  /** By target: its people who must not be contacted, as far as requested. */
  readonly suppressed: ReadonlyMap<string, Suppressed>;
  /** By id: whether the object has contacted anybody, as far as requested; undefined if unknown. */
  readonly logs: ReadonlyMap<string, boolean | undefined>;
}

/** Parameters for observing objects on behalf of one object. */
export interface Looking {
  readonly account: Account;
  readonly memory: RunMemory;
  /** `creating campaign "Fintech Q1"`. */
  readonly about: string;
  readonly name: unknown;
  readonly declarer: Subject["declarer"];
  /** `namesakes`: only objects with this name, which is enough for an object that contacts nobody. */
  readonly which: "all" | "namesakes";
  readonly listing?: ListingOptions;
  readonly targets?: ListingOptions;
}

/** Facts about the account by kind, as far as the rules have requested them. */
export class View {
  private readonly kinds = new Map<string, Observation>();

  constructor(private readonly looking: Looking) {}

  /** @param more parameters for objects of this kind that differ from the others */
  async see(kind: ResourceKind, more: Partial<Looking> = {}): Promise<void> {
    this.kinds.set(kind.name, await Observation.begin(kind, { ...this.looking, ...more }));
  }

  /** Facts by kind name. Undefined if nothing has requested them. */
  get(kind: string): AccountFacts | undefined {
    return this.kinds.get(kind)?.facts();
  }

  of(kind: ResourceKind): AccountFacts {
    const seen = this.kinds.get(kind.name);
    if (seen === undefined) throw new Error(`nobody has looked at any ${kind.noun}`);
    return seen.facts();
  }

  async look(question: Question): Promise<void> {
    const seen = this.kinds.get(question.kind.name);
    if (question.ask !== "all" && seen !== undefined) return await seen.look(question);
    // The listing may have been read long ago, so include what other processes have made since.
    const unlessMade = { kind: question.kind.name };
    const all = { which: "all", name: undefined, declarer: {} } as const;
    await this.see(question.kind, { ...all, listing: { unlessMade }, targets: { unlessMade } });
  }
}

/** Collects data about one kind's objects from all sources. Reads a single object only if a rule needs it. */
class Observation {
  private readonly found = new Map<string, Finding>();
  private readonly users = new Map<string, Users>();
  private readonly suppressed = new Map<string, Suppressed>();
  private readonly logs = new Map<string, boolean | undefined>();
  private known: ReturnType<Observation["gathered"]> | undefined;
  /** Cached because in a large account merging again for each question would take long. */
  private readonly merged = new Map<string, ObjectFacts>();

  private constructor(
    private readonly kind: ResourceKind,
    private readonly looking: Looking,
    readonly listing: Listing | undefined,
    private readonly recorded: readonly KnownCreation[],
    private targets: Listing | "unread" | undefined,
  ) {}

  static async begin(kind: ResourceKind, looking: Looking): Promise<Observation> {
    const { account, about, name, which } = looking;
    const listing = await account.listing(kind.name, about, looking.listing);
    const recorded = await account.records.known(kind.name, name, which === "all" ? "all" : "sameName");
    const shown = kind.looks?.targetsShow;
    const isWanted = which === "all" || shown === undefined;
    const targets = isWanted ? shown && (await account.listing(shown.kind, about, looking.targets)) : "unread";
    return new Observation(kind, looking, listing, recorded, targets);
  }

  facts(): AccountFacts {
    this.known ??= this.gathered();
    return { ...this.known, objects: this.objects(this.known.sources) };
  }

  private objects(sources: ReadonlyMap<string, Sources>): ReadonlyMap<string, ObjectFacts> {
    const { name, declarer } = this.looking;
    const subject = { kind: this.kind, name, declarer };
    for (const [id, known] of sources) {
      if (!this.merged.has(id)) this.merged.set(id, factsOf(subject, { ...known, found: this.found.get(id) }));
    }
    return this.merged;
  }

  private gathered() {
    const { kind, listing, users, suppressed, logs } = this;
    const { memory, name, declarer, which } = this.looking;
    const isWhole = listing?.whole === true;
    const created = recordsById(this.recorded, declarer);
    const lost = this.recorded.filter(({ id }) => id === undefined);
    const inRun = which === "all" ? byId(kind.looks?.inRun(memory, name) ?? []) : new Map<string, InRun[]>();
    const touched = which === "all" ? [...memory.idsOf(kind)].filter((id) => isTouched(memory.object(kind, id))) : [];
    const used = this.usedTargets();
    const listed = new Map<string, Answer>();
    for (const answer of listing?.answers ?? []) {
      // Comparing the names first keeps this fast in a large account.
      const isOf = which === "all" || created.has(answer.id) || mayBeNamed(nameIn(kind, answer), name);
      if (isOf) listed.set(answer.id, answer);
    }
    const sources = new Map<string, Sources>();
    for (const id of new Set([...created.keys(), ...inRun.keys(), ...touched, ...listed.keys(), ...used.keys()])) {
      const answer = listed.get(id);
      sources.set(id, {
        ...{ id, isWhole, recorded: created.get(id), inRun: inRun.get(id), listed: answer },
        ...{
          notes: memory.object(kind, id),
          usedTargets: used.get(id),
          lostTargets: targetsOfLost(lost, answer, kind),
        },
      });
    }
    return { kind, listing, sources, lost, users, suppressed, logs, unusedTargets: this.unusedTargets() };
  }

  async look(question: Question): Promise<void> {
    const { kind } = this;
    const { account, about } = this.looking;
    switch (question.ask) {
      case "object":
        this.found.set(
          question.id,
          await account.find(kind.name, question.id, about, { fresh: true }).catch(unreadable),
        );
        this.merged.delete(question.id);
        return;
      case "users":
        this.users.set(question.of, (await kind.looks?.users(account, about, question.of)) ?? nobody);
        return;
      case "suppressed": {
        const found = await kind.looks?.suppressed(account, about, question.of, question.file);
        this.suppressed.set(question.of, found ?? { problem: "nothing can tell it" });
        return;
      }
      case "log":
        this.logs.set(question.id, await kind.looks?.hasRun(account, about, question.id));
        return;
      case "targets":
        this.targets = kind.looks && (await account.listing(kind.looks.targetsShow.kind, about, this.looking.targets));
        this.known = undefined;
        this.merged.clear();
    }
  }

  private unusedTargets(): AccountFacts["unusedTargets"] {
    if (this.targets === undefined || this.targets === "unread") return this.targets;
    const field = this.kind.looks?.targetsShow.field ?? "";
    const unused = this.targets.answers.filter((target) => (target[field] ?? null) === null);
    return new Set(unused.map(({ id }) => id));
  }

  private usedTargets(): ReadonlyMap<string, string[]> {
    const used = new Map<string, string[]>();
    const field = this.kind.looks?.targetsShow.field ?? "";
    const { targets } = this;
    for (const target of targets === undefined || targets === "unread" ? [] : targets.answers) {
      for (const id of servedIds([target[field]])) used.set(id, [...(used.get(id) ?? []), target.id]);
    }
    return used;
  }
}

/**
 * The records by object. An object may have two records, for example of a create that was lost and then settled; both
 * count, regardless of order.
 */
function recordsById(all: readonly KnownCreation[], declarer: Subject["declarer"]): Map<string, KnownCreation> {
  const records = new Map<string, KnownCreation>();
  for (const each of all) {
    if (each.id === undefined) continue;
    const other = records.get(each.id);
    records.set(each.id, other === undefined ? each : bothRecords(other, each, declarer));
  }
  return records;
}

function bothRecords(one: KnownCreation, other: KnownCreation, declarer: Subject["declarer"]): KnownCreation {
  const isHeldHere = ({ stack, released }: KnownCreation) => stack === declarer.stack && released !== true;
  // The record with more information about the object's manager.
  const held = [one, other].find(isHeldHere) ?? [one, other].find(({ released }) => released !== true) ?? one;
  const resource = [one, other].find((each) => each.resource === declarer.resource)?.resource ?? held.resource;
  return {
    ...held,
    resource,
    own: one.own && other.own,
    sameName: one.sameName || other.sameName,
    running: other.running === true ? true : (one.running ?? other.running),
    ran: one.ran === true || other.ran === true || undefined,
    targets: eitherIds(one.targets, other.targets),
    ranOn: eitherIds(one.ranOn, other.ranOn),
    isNamed: (name) => one.isNamed(name) || other.isNamed(name),
  };
}

function eitherIds(one: readonly string[] | undefined, other: readonly string[] | undefined) {
  return one === undefined || other === undefined ? (one ?? other) : [...new Set([...one, ...other])];
}

/**
 * If the service cannot read objects by id, or has not proven that it can, the response says nothing about the object, so
 * other data is used. Throwing an error would leave the user without a way to continue.
 */
export function unreadable(error: unknown): Finding {
  const tellsNothing =
    error instanceof ServiceError && (error.category === "unknownOperation" || error.category === "notFound");
  if (!tellsNothing) throw error;
  return { status: "unreadable" };
}

/** True if this run itself knows whether it contacts people. */
function isTouched({ isOff, startedOn }: ObjectNotes): boolean {
  return isOff === true || startedOn !== undefined;
}

const nobody: Users = { ids: new Set(), areAll: false };

function byId(all: Iterable<InRun>): Map<string, InRun[]> {
  const map = new Map<string, InRun[]>();
  for (const each of all) map.set(each.id, [...(map.get(each.id) ?? []), each]);
  return map;
}

/** A create of a killed run has no recorded id, so its object is recognised by name. */
function targetsOfLost(lost: readonly KnownCreation[], answer: Answer | undefined, kind: ResourceKind) {
  const name = answer && nameIn(kind, answer);
  return typeof name === "string" ? lost.filter((each) => each.isNamed(name)).map(({ targets }) => targets) : [];
}

/** True if it may be listed with this name. */
export function mayBeNamed(served: unknown, name: unknown): boolean {
  if (typeof served !== "string") return false;
  return typeof name !== "string" || isSameName(served, name);
}
