import type { Account } from "../api/account";
import type { Answer, Finding, KnownCreation, Listing, ListingOptions } from "../api/objects";
import { isSameName } from "../api/texts";
import type { Question } from "./decision";
import { factsOf, type InRun, type ObjectFacts, type Subject } from "./facts";
import { nameIn, type ResourceKind } from "./kind";
import type { RunMemory } from "./memory";
import type { Run } from "./run";

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
  /** By id: whether the object has contacted anybody, as far as asked. `undefined`: that cannot be read. */
  readonly logs: ReadonlyMap<string, boolean | undefined>;
}

/** The objects that contact the people of a target. */
export interface Users {
  readonly ids: ReadonlySet<string>;
  /** False if some of these people cannot be read: other objects may contact them. */
  readonly areAll: boolean;
}

/** What a kind adds to what can be found out about its objects. */
export interface Looks {
  /** What this run knows of such objects by itself. */
  inRun(memory: RunMemory): Iterable<InRun>;
  /** The kind whose objects are the targets, and the field in which each shows the object that uses it. */
  readonly targetsShow: { readonly kind: string; readonly field: string };
  /** True if this run has changed what such targets show since they were listed. */
  haveMoved(run: Run, targets: readonly string[]): boolean;
  users(account: Account, about: string, target: string): Promise<Users>;
  /** Whether the object has contacted anybody; undefined if that cannot be read. */
  hasRun(account: Account, about: string, id: string): Promise<boolean | undefined>;
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

  facts(): ReadonlyMap<string, AccountFacts> {
    return new Map([...this.kinds].map(([name, seen]) => [name, seen.facts()]));
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
  private readonly logs = new Map<string, boolean | undefined>();

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
    const { kind } = this;
    const { name, declarer, which } = this.looking;
    const subject = { kind, name, declarer };
    const { listing, users, logs } = this;
    const isWhole = listing?.whole === true;
    const created = new Map(this.recorded.flatMap((each) => (each.id === undefined ? [] : [[each.id, each]])));
    const lost = this.recorded.filter(({ id }) => id === undefined);
    const inRun = which === "all" ? byId(kind.looks?.inRun(this.looking.memory) ?? []) : new Map<string, InRun[]>();
    const used = this.usedTargets();
    const listed = new Map<string, Answer>();
    for (const answer of listing?.answers ?? []) {
      // Comparing the names first keeps this fast in a large account.
      const isOf = which === "all" || created.has(answer.id) || mayBeNamed(nameIn(kind, answer), name);
      if (isOf) listed.set(answer.id, answer);
    }
    const ids = new Set([...created.keys(), ...inRun.keys(), ...listed.keys()]);
    const objects = new Map<string, ObjectFacts>();
    for (const id of ids) {
      const answer = listed.get(id);
      objects.set(
        id,
        factsOf(subject, {
          ...{ id, isWhole, recorded: created.get(id), inRun: inRun.get(id), listed: answer },
          ...{
            found: this.found.get(id),
            notes: this.looking.memory.object(kind, id),
            usedTargets: used.get(id),
            lostTargets: targetsOfLost(lost, answer, kind),
          },
        }),
      );
    }
    return { kind, listing, objects, lost, users, logs };
  }

  async look(question: Question): Promise<void> {
    const { kind } = this;
    const { account, about } = this.looking;
    switch (question.ask) {
      case "all":
        return;
      case "object":
        this.found.set(question.id, await account.find(kind.name, question.id, about, { fresh: true }));
        return;
      case "users":
        this.users.set(question.of, (await kind.looks?.users(account, about, question.of)) ?? nobody);
        return;
      case "log":
        this.logs.set(question.id, await kind.looks?.hasRun(account, about, question.id));
    }
  }

  private usedTargets(): ReadonlyMap<string, string[]> {
    const used = new Map<string, string[]>();
    const field = this.kind.looks?.targetsShow.field;
    for (const target of field === undefined ? [] : (this.targets?.answers ?? [])) {
      const id = String(target[field ?? ""]);
      used.set(id, [...(used.get(id) ?? []), target.id]);
    }
    return used;
  }
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
