import { fingerprint } from "./content";
import { nameIn, type ResourceKind, type Values } from "./kind";
import { type Planned, Plans } from "./plans";
import type { MadeAlone } from "./twinMeanwhile";

/** What `check` learns about a resource and the engine hands to no later verb. */
export interface Hints {
  readonly urn?: string;
  /** The resource option `retainOnDelete`. */
  readonly retained: boolean;
  /** The inputs of the state are the same: whatever else differs, the program asks for no change. */
  readonly unchanged?: boolean;
  /** The program declares `adopt`, though the resource exists already. */
  readonly adopt?: unknown;
}

/** What this run knows of one object. */
export interface ObjectNotes {
  /** URN of the resource of the program that adopts it. */
  adopter?: string;
  /** URN of the resource of the program that manages it. */
  manager?: string;
  /** A refresh has read it, and no diff has come since. */
  wasRead?: boolean;
  /** This run stopped managing it, so it is no twin of its replacement. */
  isReleased?: boolean;
  /** A create was refused because of it. */
  isTwin?: boolean;
  /** The resource that adopts it has it now. */
  isTakenOver?: boolean;
}

/**
 * What one process of a run remembers between calls. Nothing here is needed for correctness across processes: every
 * guard that counts is repeated against the service before something is sent.
 *
 * Hints are keyed by the content of the inputs. The engine hands `check` the URN and the options of a resource, and
 * hands `diff`, `create` and `update` nothing but the id and the values: only the values themselves lead from one to
 * the other. A hidden input that carried the URN would be simpler, and would be stored: every state written before it
 * would show an update of every resource on the next run, and a person could not tell it from a real change. Two
 * cases follow from the key. Two resources of equal content cannot be told apart by it, so such a hint names no
 * resource and claims nothing (see `remember`): warnings then stand under the stack, and guards fall back on the
 * URN that the state has recorded. And a `diff` whose inputs no `check` of this process has seen is taken for the one
 * by which a refresh compares what it has read (see `isDiffOfRefresh`): the engine does not tell which one it asks for.
 */
export class RunMemory {
  private readonly hints = new Map<string, Hints>();
  private readonly objects = new Map<string, ObjectNotes>();
  readonly plans = new Plans();
  /** Users that objects of this stack belong to. */
  readonly owners = new Set<string>();
  /** What this run has created where no other machine could know of it. */
  readonly madeAlone = new Map<ResourceKind, MadeAlone>();
  /** The kinds, in the plural, of objects that this run has met and that the service neither lists nor reads. */
  readonly unseen = new Set<string>();

  /** Of any resource: its beginning names the stack. */
  urn: string | undefined;

  remember(content: string, hints: Hints): void {
    this.urn ??= hints.urn;
    const before = this.hints.get(content);
    // Two resources of one content cannot be told apart by it: no URN is better than that of another resource.
    const isShared = before !== undefined && before.urn !== hints.urn;
    const shared = { urn: undefined, unchanged: false, retained: hints.retained || before?.retained === true };
    this.hints.set(content, isShared ? { ...hints, ...shared } : hints);
  }

  hintsFor(inputs: Values): Hints {
    return this.hints.get(fingerprint(inputs)) ?? { retained: false };
  }

  /** To be read and written by whatever learns something of the object. */
  object(kind: ResourceKind, id: string): ObjectNotes {
    const key = `${kind.name} ${id}`;
    const notes = this.objects.get(key) ?? {};
    this.objects.set(key, notes);
    return notes;
  }

  /**
   * A refresh asks for a diff of what it has just read against the inputs of the state, which no check has seen in
   * this process.
   */
  isDiffOfRefresh(kind: ResourceKind, id: string, news: Values): boolean {
    const notes = this.object(kind, id);
    if (notes.wasRead !== true) return false;
    notes.wasRead = false;
    return !this.hints.has(fingerprint(news));
  }

  /**
   * The create that this object's delete makes room for. An alias gives a resource another URN than the state has
   * recorded: the same name at the service tells as much.
   */
  plannedFor(kind: ResourceKind, id: string, urn: string | undefined, name: unknown): Planned | undefined {
    const { manager, adopter } = this.object(kind, id);
    const exact = this.plans.of(manager, urn);
    // Under another name of the resource it is a replacement only where nobody else has the object.
    const isElsewhere = (manager !== undefined && manager !== urn) || adopter !== undefined;
    if (exact !== undefined || isElsewhere) return exact;
    return this.plans.find((one) => one.kind === kind.name && nameIn(kind, one.inputs) === name);
  }

  /** `urn` adopts or manages this object from now on. Answers another resource of the program that does so already. */
  claim(role: "adopter" | "manager", kind: ResourceKind, id: string, urn: string | undefined): string | undefined {
    const notes = this.object(kind, id);
    const other = [notes.adopter, notes.manager].find((each) => each !== undefined && each !== urn);
    if (urn !== undefined) notes[role] ??= urn;
    return other;
  }
}

/** What the guards of one kind remember of a run, made when it is first asked for. */
export class Slot<T> {
  private readonly kept = new WeakMap<RunMemory, T>();

  constructor(private readonly make: () => T) {}

  of(memory: RunMemory): T {
    const kept = this.kept.get(memory) ?? this.make();
    this.kept.set(memory, kept);
    return kept;
  }
}
