import { hash } from "node:crypto";
import type { Kind } from "../api/account";
import type { Values } from "./definition";
import type { MadeAlone } from "./twinMeanwhile";
import { isRecord } from "./validate";

/** What `check` learns about a resource and the engine hands to no later verb. */
export interface Hints {
  readonly urn?: string;
  /** The resource option `retainOnDelete`. */
  readonly retained: boolean;
  /** The inputs of the state say the same: whatever else differs, the program asks for no change. */
  readonly unchanged?: boolean;
  /** The program says `adopt`, though the resource exists already. */
  readonly adopt?: unknown;
}

/** A campaign of the stack that runs or may run, or that this run will start. Only lists whose ids are known. */
export interface CampaignInView {
  readonly urn: string;
  readonly name: string;
  /** Undefined while it does not exist, or nobody knows its id. */
  readonly id?: string;
  /** Its creation was sent in an earlier run, and the answer was lost. */
  readonly pending?: boolean;
  readonly listIds: readonly number[];
  /** Those among them that this run attaches: all of a campaign that it starts. */
  readonly attached: readonly number[];
  readonly acknowledged: ReadonlySet<string>;
}

/** A source agent of the program that begins, in this run, to fill a list. */
export interface AgentInView {
  readonly urn: string;
  readonly name: string;
  readonly listIds: readonly number[];
}

/** Resources of a program by the lists that they have to do with: a program may hold thousands. */
class ByList<T extends { readonly urn: string; readonly listIds: readonly number[] }> {
  private readonly all = new Map<string, T>();
  private readonly urns = new Map<number, Set<string>>();

  note(one: T): void {
    this.all.set(one.urn, one);
    for (const listId of one.listIds) {
      const urns = this.urns.get(listId) ?? new Set();
      this.urns.set(listId, urns.add(one.urn));
    }
  }

  get every(): Iterable<T> {
    return this.all.values();
  }

  /** Without duplicates, those that have to do with any of these lists. */
  on(listIds: readonly number[]): T[] {
    const urns = new Set(listIds.flatMap((listId) => [...(this.urns.get(listId) ?? [])]));
    const found = [...urns].map((urn) => this.all.get(urn));
    return found
      .filter((one) => one?.listIds.some((listId) => listIds.includes(listId)))
      .filter((one) => one !== undefined);
  }
}

/** A create that is still to come in this run. */
export interface Planned {
  readonly kind: Kind;
  readonly urn: string;
  readonly inputs: Values;
  readonly content: string;
}

/** Names inputs by their content: the host passes the same objects with their keys in any order. */
export function fingerprint(inputs: Values): string {
  return hash("sha1", told(inputs), "base64");
}

/** Each text with its length, so that nothing in it needs escaping: most inputs are long texts. */
function told(value: unknown): string {
  if (typeof value === "string") return `${value.length}:${value}`;
  if (Array.isArray(value)) return `[${value.map(told).join()}]`;
  if (!isRecord(value)) return String(value);
  let fields = "";
  for (const key of Object.keys(value).sort()) {
    if (value[key] !== undefined) fields += `${told(key)}=${told(value[key])},`;
  }
  return `{${fields}}`;
}

/** It stays in the state for as long as a resource exists, and not beyond. */
const withoutAdopt = ({ adopt, ...inputs }: Values): Values => inputs;

/** What is made does not depend on what a person has seen. */
const contentOf = ({ acknowledge, ...inputs }: Values): string => fingerprint(inputs);

const keyOf = (kind: Kind, id: string) => `${kind} ${id}`;

/**
 * What one process of a run remembers between calls. Nothing here is needed for correctness across processes: every
 * guard that counts is repeated against the service before something is sent.
 */
export class RunMemory {
  private readonly hints = new Map<string, Hints>();
  private readonly justRead = new Set<string>();
  private readonly planned = new Map<string, Planned>();
  private readonly plannedContents = new Map<string, string>();
  private readonly adopting = new Map<string, string>();
  private readonly managed = new Map<string, string>();
  private readonly released = new Set<string>();
  private readonly twins = new Set<string>();
  private readonly takenOver = new Set<string>();
  private readonly renames = new Map<string, { id: string; name: string }>();
  /** Users that objects of this stack belong to. */
  readonly owners = new Set<string>();
  readonly campaigns = new ByList<CampaignInView>();
  readonly agents = new ByList<AgentInView>();
  /** What this run has created where no other machine could know of it, by kind. */
  readonly madeAlone = new Map<Kind, MadeAlone>();
  /** Campaigns that this run has started, or taken over as running, with their lists. */
  readonly started = new Map<string, readonly string[]>();
  /** Campaigns that this run has found, or was told, to be off. */
  readonly stopped = new Set<string>();
  /** Nouns of the kinds with whose objects this run has had to do, and which the service neither lists nor reads. */
  readonly unseen = new Set<string>();

  /** Of any resource: its beginning names the stack. */
  urn: string | undefined;

  remember(content: string, hints: Hints): void {
    this.urn ??= hints.urn;
    const before = this.hints.get(content);
    // Two resources of one content cannot be told apart by it: better no URN than another's.
    const alike = before !== undefined && before.urn !== hints.urn;
    this.hints.set(
      content,
      alike
        ? { ...hints, urn: undefined, unchanged: false, retained: hints.retained || before.retained }
        : { ...hints },
    );
  }

  hintsFor(inputs: Values): Hints {
    return this.hints.get(fingerprint(inputs)) ?? { retained: false };
  }

  noteRead(kind: Kind, id: string): void {
    this.justRead.add(keyOf(kind, id));
  }

  /**
   * A refresh asks for a diff of what it has just read against the inputs of the state, which no check has seen in
   * this process.
   */
  isDiffOfRefresh(kind: Kind, id: string, news: Values): boolean {
    if (!this.justRead.delete(keyOf(kind, id))) return false;
    return this.hints.size === 0 || !this.hints.has(fingerprint(news));
  }

  /** A create of this resource is coming. Answers another resource of the program whose create is the same. */
  plan(kind: Kind, urn: string, inputs: Values): string | undefined {
    const content = contentOf(inputs);
    const key = `${kind} ${content}`;
    const same = this.plannedContents.get(key);
    if (same === undefined) this.plannedContents.set(key, urn);
    this.planned.set(urn, { kind, urn, inputs, content });
    return same === urn ? undefined : same;
  }

  /** The create of these inputs has come: from here on, the account shows what it holds. */
  fulfil(inputs: Values): void {
    const content = contentOf(inputs);
    for (const [urn, planned] of this.planned) {
      if (planned.content !== content) continue;
      this.planned.delete(urn);
      this.plannedContents.delete(`${planned.kind} ${content}`);
    }
  }

  /**
   * The create that this object's delete makes room for. An alias gives a resource another URN than the state has
   * recorded: the same name at the service tells as much.
   */
  plannedFor(kind: Kind, id: string, urn: string | undefined, name: unknown): Planned | undefined {
    const manager = this.managerOf(kind, id);
    const exact = [manager, urn].flatMap((each) => this.planned.get(each ?? "") ?? [])[0];
    // Under another name of the resource it is a replacement only where nobody else has the object.
    const isElsewhere = (manager !== undefined && manager !== urn) || this.adopterOf(kind, id) !== undefined;
    if (exact !== undefined || isElsewhere) return exact;
    return [...this.planned.values()].find((one) => one.kind === kind && one.inputs.name === name);
  }

  /** The other resource of the program that adopts or manages this object. */
  adopts(kind: Kind, id: string, urn: string): string | undefined {
    const key = keyOf(kind, id);
    const other = [this.adopting.get(key), this.managed.get(key)].find((each) => each !== undefined && each !== urn);
    if (!this.adopting.has(key)) this.adopting.set(key, urn);
    return other;
  }

  /** The other resource of the program that adopts or manages this object, which `urn` manages. */
  manages(kind: Kind, id: string, urn: string | undefined): string | undefined {
    const key = keyOf(kind, id);
    const other = [this.adopting.get(key), this.managed.get(key)].find((each) => each !== undefined && each !== urn);
    if (urn !== undefined && !this.managed.has(key)) this.managed.set(key, urn);
    return other;
  }

  /** The resource of the program that manages this object, as far as this run has seen it. */
  managerOf(kind: Kind, id: string): string | undefined {
    return this.managed.get(keyOf(kind, id));
  }

  /** A create was refused because of this object. */
  noteTwin(kind: Kind, id: string): void {
    this.twins.add(keyOf(kind, id));
  }

  /** It was taken over after all. */
  forgetTwin(kind: Kind, id: string): void {
    this.twins.delete(keyOf(kind, id));
  }

  isTwin(kind: Kind, id: string): boolean {
    return this.twins.has(keyOf(kind, id));
  }

  adopterOf(kind: Kind, id: string): string | undefined {
    return this.adopting.get(keyOf(kind, id));
  }

  /** The resource that adopts it has it now. */
  noteTakenOver(kind: Kind, id: string): void {
    this.takenOver.add(keyOf(kind, id));
  }

  wasTakenOver(kind: Kind, id: string): boolean {
    return this.takenOver.has(keyOf(kind, id));
  }

  /** This run stopped managing the object, so it is no twin of what takes its place. */
  noteReleased(kind: Kind, id: string): void {
    this.released.add(keyOf(kind, id));
  }

  wasReleased(kind: Kind, id: string): boolean {
    return this.released.has(keyOf(kind, id));
  }

  noteRename(inputs: Values, old: { id: string; name: string }): void {
    this.renames.set(fingerprint(withoutAdopt(inputs)), old);
  }

  renameOf(inputs: Values): { id: string; name: string } | undefined {
    return this.renames.get(fingerprint(withoutAdopt(inputs)));
  }

  /** Ids of the lists that a new one takes the place of in this run. */
  replacedLists(): string[] {
    return [...this.renames.values()].map(({ id }) => id);
  }
}
