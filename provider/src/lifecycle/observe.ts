import type { Account } from "../api/account";
import { type Category, ServiceError } from "../api/errors";
import type { Answer, Finding, KnownCreation, Listing, ListingOptions } from "../api/objects";
import { isSameName } from "../api/texts";
import { grouped } from "../text/groups";
import type { Question } from "./decision";
import { type FreeTargets, factsOf, type InRun, type ObjectFacts, type Sources, type Subject, shownOn } from "./facts";
import { type Findings, findingsByTarget, hiddenIn, wholeFinding } from "./findings";
import { nameIn, type ResourceKind } from "./kind";
import type { Suppressed, Users } from "./looks";
import type { ObjectNotes, RunMemory } from "./memory";
import { recordsById } from "./recordsById";

/** Facts about one kind's objects in the acting user's account. */
export interface AccountFacts extends FreeTargets {
  readonly kind: ResourceKind;
  /** Undefined if the service cannot list such objects. */
  readonly listing: Listing | undefined;
  readonly objects: ReadonlyMap<string, ObjectFacts>;
  /** Creates for which nothing shows whether they took effect. */
  readonly lost: readonly KnownCreation[];
  /** By target: the objects that contact its people, as far as requested. */
  readonly users: ReadonlyMap<string, Users>;
  /** By target, the object that the service shows on it; null if it shows that there is none. */
  readonly shownOn?: ReadonlyMap<string, string | null>;
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
  /** Cached because in a large account merging again for each question would take long. */
  private known: ReturnType<Observation["gathered"]> | undefined;

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
    return this.known;
  }

  private gathered() {
    const { kind, listing, users, suppressed, logs } = this;
    const { memory, name, declarer, which } = this.looking;
    const isWhole = listing?.whole === true;
    const created = recordsById(this.recorded, declarer);
    const lost = this.recorded.filter(({ id }) => id === undefined);
    const touched = which === "all" ? [...memory.idsOf(kind)].filter((id) => isTouched(memory.object(kind, id))) : [];
    const shown = this.shownOn();
    const findings = findingsByTarget(memory, kind);
    const { last, ...whole } = this.whollyKnown(shown, findings);
    const used = byObject([...shown].flatMap(([target, named]) => (named === null ? [] : [[named, target]])));
    const seen = which === "all" ? hiddenIn(findings, shown, last) : undefined;
    const listed = new Map<string, Answer>();
    for (const answer of listing?.answers ?? []) {
      // Comparing the names first keeps this fast in a large account.
      const isOf = which === "all" || created.has(answer.id) || mayBeNamed(nameIn(kind, answer), name);
      if (isOf) listed.set(answer.id, answer);
    }
    const isAnyNamed = listed.size > 0 || created.size > 0;
    const inRun =
      which === "all" || isAnyNamed
        ? grouped([...(kind.looks?.inRun(memory, name) ?? [])], ({ id }) => id)
        : new Map<string, InRun[]>();
    const sources = new Map<string, Sources>();
    for (const id of new Set([
      ...created.keys(),
      ...(which === "all" ? inRun.keys() : []),
      ...touched,
      ...listed.keys(),
      ...used.keys(),
      ...(seen?.keys() ?? []),
    ])) {
      const answer = listed.get(id);
      sources.set(id, {
        ...{ id, isWhole, recorded: created.get(id), inRun: inRun.get(id), listed: answer, found: this.found.get(id) },
        notes: memory.object(kind, id),
        usedTargets: used.get(id),
        seenTargets: seen?.get(id),
        lostTargets: targetsOfLost(lost, answer, kind),
      });
    }
    const ofPeople = which === "all" ? this.onlyOfPeople((id) => sources.has(id)) : [];
    for (const [id, targets] of ofPeople) {
      sources.set(id, {
        id,
        isWhole,
        found: this.found.get(id),
        notes: memory.object(kind, id),
        peopleTargets: targets,
      });
    }
    const free = { shownOn: shown, ...whole, newTargets: this.newTargets() };
    const objects = new Map<string, ObjectFacts>();
    const subject = { kind, name, declarer };
    for (const [id, known] of sources) objects.set(id, factsOf(subject, known));
    return { kind, subject, listing, sources, objects, lost, users, suppressed, logs, ...free };
  }

  async look(question: Question): Promise<void> {
    const { kind } = this;
    const { account, about } = this.looking;
    switch (question.ask) {
      case "object": {
        const { id } = question;
        // People or a target may name one that the service refuses to return, such as a colleague's: no code could end that.
        const isRecorded = this.recorded.some((each) => each.id === id);
        const also = isRecorded ? [] : (["refused", "forbidden"] as const);
        const answer = account.find(kind.name, id, about, { fresh: true });
        const found = await answer.catch((error: unknown) => unreadable(error, also));
        this.found.set(id, found);
        const known = this.known?.sources.get(id);
        if (known !== undefined) this.known?.objects.set(id, factsOf(this.known.subject, { ...known, found }));
        return;
      }
      case "users":
        this.users.set(question.of, (await kind.looks?.users(account, about, question.of)) ?? nobody);
        this.known = undefined;
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
    }
  }

  /** Objects that only the people of targets show: a removed resource's, or that of another machine. Of many, the latest. */
  private onlyOfPeople(isKnown: (id: string) => boolean) {
    const pairs = [...this.users].flatMap(([target, { ids }]) => [...ids].map((id) => [id, target] as const));
    const found = [...byObject(pairs.filter(([id]) => !isKnown(id)))];
    return found.sort(([one], [other]) => Number(other) - Number(one)).slice(0, mostOfPeople);
  }

  private shownOn(): NonNullable<AccountFacts["shownOn"]> {
    const { targets, kind } = this;
    return targets === undefined || targets === "unread" || kind.looks === undefined
      ? new Map()
      : shownOn(targets.answers, kind.looks.targetsShow.field);
  }

  /**
   * The objects on each target, if they are all known: it names none, or what an object of this stack has found there last
   * is everything. `last`: that object.
   */
  private whollyKnown(
    shown: ReadonlyMap<string, string | null>,
    findings: Findings,
  ): Pick<FreeTargets, "usersOf" | "knownSince"> & { readonly last?: ReadonlyMap<string, string> } {
    if (this.targets === undefined) return {};
    if (this.targets === "unread") return { usersOf: "unread" };
    const usersOf = new Map<string, ReadonlySet<string>>();
    const knownSince = new Set<string>();
    const last = new Map<string, string>();
    for (const [target, named] of shown) {
      if (named === null) {
        usersOf.set(target, new Set());
        continue;
      }
      const whole = wholeFinding(findings.get(target) ?? [], named);
      if (whole === undefined) continue;
      const { by, found, isThere } = whole;
      last.set(target, by);
      usersOf.set(target, new Set([named, ...(isThere ? [by] : []), ...found.ids]));
      if (found.all === "created") knownSince.add(target);
    }
    return { usersOf, knownSince, last };
  }

  private newTargets(): AccountFacts["newTargets"] {
    const { memory } = this.looking;
    const made = new Map<string, Answer>();
    if (this.kind.looks === undefined) return made;
    const shows = { name: this.kind.looks.targetsShow.kind };
    for (const id of memory.idsOf(shows)) {
      const answer = memory.object(shows, id).made;
      if (answer !== undefined) made.set(id, { ...answer, id });
    }
    return made;
  }
}

/** The targets of each object, once each, because many objects on one target may have found the same one. */
function byObject(pairs: Iterable<readonly [string, string]>): ReadonlyMap<string, ReadonlySet<string>> {
  const all = new Map<string, Set<string>>();
  for (const [id, target] of pairs) {
    const targets = all.get(id) ?? new Set();
    all.set(id, targets.add(target));
  }
  return all;
}

/**
 * If the service cannot read objects by id, or has not proven that it can, the response says nothing about the object, so
 * other data is used. Throwing an error would leave the user without a way to continue.
 */
export function unreadable(error: unknown, also: readonly Category[] = []): Finding {
  const categories: readonly Category[] = ["unknownOperation", "notFound", ...also];
  if (!(error instanceof ServiceError && categories.includes(error.category))) throw error;
  return { status: "unreadable" };
}

/** True if this run itself knows whether it contacts people. */
function isTouched({ isOff, startedOn }: ObjectNotes): boolean {
  return isOff === true || startedOn !== undefined;
}

/** Each is read by its id, if the service can do that. */
const mostOfPeople = 50;

const nobody: Users = { ids: new Set(), areAll: false };

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
