import type { Account } from "../api/account";
import { ServiceError } from "../api/errors";
import type { Answer, Finding, KnownCreation, Listing, ListingOptions } from "../api/objects";
import { isSameName } from "../api/texts";
import type { Question } from "./decision";
import { factsOf, type InRun, type ObjectFacts, type Sources, type Subject, servedIds } from "./facts";
import { nameIn, type ResourceKind } from "./kind";
import type { Suppressed, Users } from "./looks";
import type { ObjectNotes, RunMemory } from "./memory";

/** What is known of the objects of one kind in the account of the acting user. */
export interface AccountFacts {
  readonly kind: ResourceKind;
  /** Undefined if the service does not list such objects. */
  readonly listing: Listing | undefined;
  readonly objects: ReadonlyMap<string, ObjectFacts>;
  /** Creates of which nothing shows whether they took effect. */
  readonly lost: readonly KnownCreation[];
  /** By target: the objects that contact its people, as far as asked. */
  readonly users: ReadonlyMap<string, Users>;
  /** By target: who of its people is not to be contacted, as far as asked. */
  readonly suppressed: ReadonlyMap<string, Suppressed>;
  /** By id: whether the object has contacted anybody, as far as asked. `undefined`: that cannot be read. */
  readonly logs: ReadonlyMap<string, boolean | undefined>;
}

/** Whose objects are looked at, and on behalf of which one. */
export interface Looking {
  readonly account: Account;
  readonly memory: RunMemory;
  /** `creating campaign "Fintech Q1"`. */
  readonly about: string;
  readonly name: unknown;
  readonly declarer: Subject["declarer"];
  /** `namesakes`: only objects of this name, which is enough for an object that contacts nobody. */
  readonly which: "all" | "namesakes";
  readonly listing?: ListingOptions;
  readonly targets?: ListingOptions;
}

/** What is known of the account, kind by kind, as far as the rules have asked. */
export class View {
  private readonly kinds = new Map<string, Observation>();

  constructor(private readonly looking: Looking) {}

  /** @param more how the objects of this kind are looked at, if otherwise than the others */
  async see(kind: ResourceKind, more: Partial<Looking> = {}): Promise<void> {
    this.kinds.set(kind.name, await Observation.begin(kind, { ...this.looking, ...more }));
  }

  /** By the name of the kind. Undefined if nobody has asked for its objects. */
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
    // It may have begun long ago: what other processes have made since then counts as well.
    const unlessMade = { kind: question.kind.name };
    const all = { which: "all", name: undefined, declarer: {} } as const;
    await this.see(question.kind, { ...all, listing: { unlessMade }, targets: { unlessMade } });
  }
}

/** Finds out what any source knows of the objects of one kind. Asks for a single object only if a rule needs it. */
class Observation {
  private readonly found = new Map<string, Finding>();
  private readonly users = new Map<string, Users>();
  private readonly suppressed = new Map<string, Suppressed>();
  private readonly logs = new Map<string, boolean | undefined>();
  private known: ReturnType<Observation["gathered"]> | undefined;
  /** In a large account, merging anew for each question would take long. */
  private readonly merged = new Map<string, ObjectFacts>();

  private constructor(
    private readonly kind: ResourceKind,
    private readonly looking: Looking,
    readonly listing: Listing | undefined,
    private readonly recorded: readonly KnownCreation[],
    private readonly targets: Listing | undefined,
  ) {}

  static async begin(kind: ResourceKind, looking: Looking): Promise<Observation> {
    const { account, about, name, which } = looking;
    const listing = await account.listing(kind.name, about, looking.listing);
    const recorded = await account.records.known(kind.name, name, which === "all" ? "all" : "sameName");
    const shown = which === "all" ? kind.looks?.targetsShow : undefined;
    const targets = shown && (await account.listing(shown.kind, about, looking.targets));
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
    const inRun = which === "all" ? byId(kind.looks?.inRun(memory) ?? []) : new Map<string, InRun[]>();
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
    return { kind, listing, sources, lost, users, suppressed, logs };
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
    }
  }

  private usedTargets(): ReadonlyMap<string, string[]> {
    const used = new Map<string, string[]>();
    const field = this.kind.looks?.targetsShow.field ?? "";
    for (const target of this.targets?.answers ?? []) {
      for (const id of servedIds([target[field]])) used.set(id, [...(used.get(id) ?? []), target.id]);
    }
    return used;
  }
}

/**
 * What runs have recorded of each object. There may be two records of one, as of a create that was lost and settled: each
 * of them counts, whichever comes first.
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
  // The one that says more about who manages the object.
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
 * A service that reads none by its id, or that has not proven that it does, tells nothing of the object: then what else is
 * known of it counts. An error would leave no way to go on.
 */
function unreadable(error: unknown): Finding {
  const tellsNothing =
    error instanceof ServiceError && (error.category === "unknownOperation" || error.category === "notFound");
  if (!tellsNothing) throw error;
  return { status: "unreadable" };
}

/** True if this run knows of it whether it contacts people. */
function isTouched({ isOff, startedOn }: ObjectNotes): boolean {
  return isOff === true || startedOn !== undefined;
}

const nobody: Users = { ids: new Set(), areAll: false };

function byId(all: Iterable<InRun>): Map<string, InRun[]> {
  const map = new Map<string, InRun[]>();
  for (const each of all) map.set(each.id, [...(map.get(each.id) ?? []), each]);
  return map;
}

/** A create of a killed run has no recorded id, so its object is recognized by the name. */
function targetsOfLost(lost: readonly KnownCreation[], answer: Answer | undefined, kind: ResourceKind) {
  const name = answer && nameIn(kind, answer);
  return typeof name === "string" ? lost.filter((each) => each.isNamed(name)).map(({ targets }) => targets) : [];
}

/** True if it is listed under this name. */
export function mayBeNamed(served: unknown, name: unknown): boolean {
  if (typeof served !== "string") return false;
  return typeof name !== "string" || isSameName(served, name);
}
