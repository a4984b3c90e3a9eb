import type { ServiceKind } from "../api/serviceKind";
import { isSameName } from "../api/texts";
import { nameOf } from "./about";
import { contentWithoutAdopt, fingerprint } from "./content";
import type { Values } from "./declared";
import type { StatedNamesake } from "./namesakes";
import { type Planned, Plans } from "./plans";
import type { Recorded } from "./record";
import { Secrets } from "./secrets";
import { Updates } from "./updates";

/** What `check` learns about a resource and the engine does not pass to later calls. */
export interface Hints {
  readonly urn?: string;
  /** The resource option `retainOnDelete`. */
  readonly retained: boolean;
  /** The properties that the program marks as secret. */
  readonly secret?: readonly string[];
  /** URNs of the program's other resources of this kind, if this one may adopt what they manage. */
  readonly beside?: readonly string[];
  /** What the state holds of the same name under another resource, and the service does not show. */
  readonly namesakes?: readonly StatedNamesake[];
  /** The inputs equal those of the state: the program asks for no change. */
  readonly unchanged?: boolean;
  /** The names of companies in the inputs that are from `outreach.do-not-contact`. Undefined without such a file. */
  readonly companies?: readonly string[];
  /** The path of `outreach.do-not-contact`, if there is one. */
  readonly doNotContact?: string;
  /** The value of `adopt` in the program, although the resource exists already. */
  readonly adopt?: unknown;
}

/** What this run knows about one object. */
export interface ObjectNotes {
  /** URN of the resource of the program that adopts it. */
  readonly adopter?: string;
  /** URN of the resource of the program that manages it. */
  readonly manager?: string;
  /** A refresh has read it, and no diff has come since. */
  readonly wasRead?: boolean;
  /** This run stopped managing it, so it is no twin of its replacement. */
  readonly isReleased?: boolean;
  /** A create was refused because of it. */
  readonly isTwin?: boolean;
  /** The engine has asked this run to delete it. */
  readonly isAsked?: boolean;
  /** Its adopter has adopted it in this run. */
  readonly isTakenOver?: boolean;
  /** This run has started it, or adopted it as running: with these targets. */
  readonly startedOn?: readonly string[];
  /** It contacts nobody, as this run has read or as is acknowledged. */
  readonly isOff?: boolean;
}

/** An object of the state that a diff of this run has compared with the program. */
export interface Compared {
  readonly id: string;
  readonly outputs: Values;
}

/**
 * What one process of a run remembers between calls. Nothing here is needed for correctness across processes: every
 * guard that counts is repeated against the service before something is sent.
 *
 * Hints are keyed by the kind and the content of the inputs. `check` knows the URN and the options of a resource; `diff`, `create`
 * and `update` receive only the id and the values, so only the values connect these calls. A hidden input with the URN
 * would be simpler, but the state would store it: the next run over an older state would show an update of every
 * resource, which a user could not tell from a real change. Two cases follow from the key:
 *
 * - Two resources of equal content share one hint, which therefore names no URN (see `remember`). Warnings are then
 *   printed under the stack, and guards use the URN that the state has recorded.
 * - A `diff` whose inputs no `check` of this process has seen counts as the diff of a refresh (see `isDiffOfRefresh`):
 *   the engine does not state which diff it asks for.
 */
export class RunMemory {
  private readonly hints = new Map<string, Hints>();
  private readonly objects = new Map<string, ObjectNotes>();
  private readonly compared = new Map<string, Compared>();
  readonly plans = new Plans();
  readonly updates = new Updates();
  /** By URN: what the state held of resources whose objects a refresh of this run has found to be gone. */
  private readonly gone = new Map<string, Values>();
  /** What no text may contain. */
  readonly secrets = new Secrets();
  /** Ids of the users that own objects of this stack. */
  readonly owners = new Set<string>();
  /** The kinds, in the plural, of which this run has used objects that the service neither lists nor reads. */
  readonly unseen = new Set<string>();

  /** The kinds of which the state holds objects that the service does not show. */
  readonly unshown = new Set<ServiceKind>();

  /** The URN that `check` has seen last: its beginning names the stack. */
  urn: string | undefined;

  remember(kind: ServiceKind, inputs: Values, hints: Hints): void {
    this.urn = hints.urn ?? this.urn;
    const key = keyOf(kind, fingerprint(inputs));
    const before = this.hints.get(key);
    // With two resources of equal content, no URN is better than that of the wrong resource.
    const isShared = before !== undefined && before.urn !== hints.urn;
    const shared = { urn: undefined, unchanged: false, retained: hints.retained || before?.retained === true };
    this.hints.set(key, isShared ? { ...hints, ...shared } : hints);
  }

  /** Notes what an object of the state holds that its program has marked as secret. */
  noteSecrets({ words }: { readonly words: ReadonlySet<string> }, outputs: Values, { secret, urn }: Recorded): void {
    if (secret !== undefined) this.secrets.add(outputs, secret, urn, words);
  }

  hintsFor(kind: ServiceKind, inputs: Values): Hints {
    return this.hints.get(keyOf(kind, fingerprint(inputs))) ?? { retained: false };
  }

  /** Ids of the objects of this kind on which there are notes. */
  *idsOf({ name }: ServiceKind): Iterable<string> {
    for (const key of this.objects.keys()) if (key.startsWith(`${name} `)) yield key.slice(name.length + 1);
  }

  /** The notes on this object. */
  object(kind: ServiceKind, id: string): ObjectNotes {
    return this.objects.get(keyOf(kind, id)) ?? {};
  }

  /**
   * Notes an object that a diff compares with these inputs. Without a URN, only the content of a planned replacement
   * tells which object it replaces.
   */
  noteCompared(
    kind: ServiceKind,
    compared: Compared,
    { urn }: Pick<Hints, "urn">,
    news: Values,
    replacing: boolean,
  ): void {
    if (urn !== undefined || replacing) this.compared.set(urn ?? keyOf(kind, contentWithoutAdopt(news)), compared);
  }

  /** The object of the state that a diff of this run has compared with this resource. */
  comparedWith(kind: ServiceKind, urn: string | undefined, inputs: Values): Compared | undefined {
    return this.compared.get(urn ?? keyOf(kind, contentWithoutAdopt(inputs)));
  }

  /** The object that a create of this resource replaces, if this run has not been asked to delete it. */
  standing(kind: ServiceKind, urn: string | undefined, inputs: Values): Compared | undefined {
    const compared = this.comparedWith(kind, urn, inputs);
    return compared === undefined || this.object(kind, compared.id).isAsked === true ? undefined : compared;
  }

  noteGone(urn: string | undefined, outputs: Values): void {
    if (urn !== undefined) this.gone.set(urn, outputs);
  }

  /** What the state held of this resource, if its object is gone since. */
  goneOf(urn: string | undefined): Values | undefined {
    return urn === undefined ? undefined : this.gone.get(urn);
  }

  /** Adds to the notes on this object. */
  note(kind: ServiceKind, id: string, notes: ObjectNotes): void {
    this.objects.set(keyOf(kind, id), { ...this.object(kind, id), ...notes });
  }

  /**
   * True for the diff by which a refresh compares what it has just read with the inputs of the state: no check of this
   * process has seen those inputs.
   */
  isDiffOfRefresh(kind: ServiceKind, id: string, news: Values): boolean {
    if (this.object(kind, id).wasRead !== true) return false;
    this.note(kind, id, { wasRead: false });
    return !this.hints.has(keyOf(kind, fingerprint(news)));
  }

  /**
   * The URN of the resource that manages this object. The state may have recorded it before its stack was renamed, and an
   * import file cannot name it: then it is that of the resource of the same name.
   */
  urnOf(kind: ServiceKind, id: string, { urn, exportedAs }: Pick<Recorded, "urn" | "exportedAs">): string | undefined {
    const { manager } = this.object(kind, id);
    if (urn !== undefined && (manager === urn || this.plans.of(urn) !== undefined)) return urn;
    const isSame = (other: string) =>
      urn === undefined ? nameOf(other) === exportedAs : inStack(other) === inStack(urn);
    if (manager !== undefined && isSame(manager)) return manager;
    return this.plans.find((one) => one.kind === kind.name && isSame(one.urn))?.urn ?? urn;
  }

  /**
   * The create that replaces this object after its delete. If an alias gives the resource another URN than the state
   * has recorded, the object's name connects the two.
   */
  plannedFor(kind: ServiceKind, id: string, urn: string | undefined, name: unknown): Planned | undefined {
    const { manager, adopter } = this.object(kind, id);
    const exact = this.plans.of(manager, urn);
    // With another URN it is a replacement only if no other resource manages or adopts the object.
    const isElsewhere = (manager !== undefined && manager !== urn) || adopter !== undefined;
    if (exact !== undefined || isElsewhere) return exact;
    return this.plans.find((one) => one.kind === kind.name && isSameName(one.inputs[kind.roles.name], name));
  }

  /** Another resource of the program that adopts or manages this object already. */
  otherClaim(kind: ServiceKind, id: string, urn: string | undefined): string | undefined {
    const { adopter, manager } = this.object(kind, id);
    return [adopter, manager].find((each) => each !== undefined && each !== urn);
  }

  /** Notes that `urn` adopts or manages this object. Returns another resource of the program that does so already. */
  claim(role: "adopter" | "manager", kind: ServiceKind, id: string, urn: string | undefined): string | undefined {
    const other = this.otherClaim(kind, id, urn);
    if (urn !== undefined && this.object(kind, id)[role] === undefined) this.note(kind, id, { [role]: urn });
    return other;
  }
}

/** A URN without the names of its stack and its project. */
function inStack(urn: string): string {
  return urn.split("::").slice(2).join("::");
}

/** Objects of two kinds may have the same id, and resources of two kinds the same inputs. */
function keyOf({ name }: ServiceKind, of: string): string {
  return `${name} ${of}`;
}

/** What the guards of one kind remember during a run, created on first use. */
export class Slot<T> {
  private readonly values = new WeakMap<RunMemory, T>();

  constructor(private readonly make: () => T) {}

  of(memory: RunMemory): T {
    const value = this.values.get(memory) ?? this.make();
    this.values.set(memory, value);
    return value;
  }
}
