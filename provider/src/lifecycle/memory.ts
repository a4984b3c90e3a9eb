import type { ServiceKind } from "../api/serviceKind";
import { isSameName } from "../api/texts";
import { isRecordedUrn, nameOf } from "./about";
import { type Adopted, withTargetsOf } from "./adoptedBeside";
import { contentWithoutAdopt, fingerprint } from "./content";
import type { Values } from "./declared";
import type { StatedLost, StatedNamesake } from "./namesakes";
import type { OwnersState } from "./ownersState";
import { type Planned, Plans } from "./plans";
import { isPendingId, type Recorded } from "./record";
import { Secrets } from "./secrets";
import type { Stated } from "./stated";
import { keyOf, Updates } from "./updates";

/** Facts about a resource that `check` receives and that the engine does not pass to later calls. */
export interface Hints {
  readonly urn?: string;
  /** The resource option `retainOnDelete`. */
  readonly retained: boolean;
  /** The properties that the program marks as secret. */
  readonly secret?: readonly string[];
  /** URNs of the program's other resources of this kind, if this one may adopt their objects. */
  readonly beside?: readonly string[];
  /** Objects in the state with the same name and another resource that the service does not show. */
  readonly namesakes?: readonly StatedNamesake[];
  /** Creates without a response of other resources with the same name. */
  readonly lost?: readonly StatedLost[];
  /** Objects in the state that contact people, for a resource that adds people to their targets. */
  readonly stated?: readonly Stated[];
  /** What the state shows of the resource and of its kind, by owner. */
  readonly inState?: readonly OwnersState[];
  /** True if the inputs equal the state's, so that nothing changes. */
  readonly unchanged?: boolean;
  /** The companies in the inputs that come from `outreach.do-not-contact`. Undefined without such a file. */
  readonly companies?: readonly string[];
  /** The path of `outreach.do-not-contact`, if there is one. */
  readonly doNotContact?: string;
  /** Codes that count once and have counted for other resources. */
  readonly used?: readonly string[];
  /** The value of `adopt` in the program for an existing resource. */
  readonly adopt?: unknown;
}

/** This run's notes about an object. */
export interface ObjectNotes {
  /** URN of the program's resource that adopts it. */
  readonly adopter?: string;
  /** URN of the program's resource that manages it. */
  readonly manager?: string;
  /** True if it has left the state in this run's refresh. */
  readonly hasLeft?: boolean;
  /** How many reads of a refresh have been followed by no diff yet. */
  readonly reads?: number;
  /** True if this run stopped managing it, so that it does not count as a twin of its replacement. */
  readonly isReleased?: boolean;
  /** The service's response, if this run has created it. */
  readonly made?: Values;
  /** What the program declares of it, if this run has created or adopted it. */
  readonly declared?: Values;
  /** True if a create was refused because of it. */
  readonly isTwin?: boolean;
  /** True if the engine has requested its delete in this run. */
  readonly isAsked?: boolean;
  /** True if its adopter has adopted it in this run. */
  readonly isTakenOver?: boolean;
  /** The resource in the program that has it as a former version, because it manages a later one. */
  readonly formerOf?: string;
  /** True if that resource has replaced it after it had run: it was off then, as the service showed or a person said. */
  readonly wasOff?: boolean;
  /** Its targets, if this run started it or adopted it as running. */
  readonly startedOn?: readonly string[];
  /** By target, the objects that it hides, as the service showed when it was attached. */
  readonly foundOn?: Recorded["foundOn"];
  /** The last update that has sent its targets. */
  readonly sent?: Recorded["sent"];
  /** The targets to which this run has attached it, which a listing read before does not show. */
  readonly attachedTo?: readonly string[];
  /** True if this run has read, or an acknowledgement states, that it contacts nobody. */
  readonly isOff?: boolean;
}

/** An object in the state that a diff of this run has compared with the program, or that a create replaces without a diff. */
export interface Compared {
  readonly id: string;
  readonly outputs: Values;
}

/** The codes that a replaced object has in the state. */
export function heldBy(replaced: Compared | undefined) {
  return replaced === undefined ? {} : { held: replaced.outputs, isPending: isPendingId(replaced.id) };
}

/**
 * The memory of one process of a run between calls. Correctness across processes does not depend on it: before a request is
 * sent, every important guard is repeated with data from the service.
 *
 * Hints are keyed by the kind and the content of the inputs. `check` knows the URN and the options of a resource; `diff`, `create`
 * and `update` receive only the id and the values, so only the values connect these calls. A hidden input with the URN
 * would be simpler, but the state would store it: the next run with an older state would show an update of every
 * resource, which users could not distinguish from a real change. Two cases follow from the key:
 *
 * - Two resources with equal content share one hint, which therefore has no URN (see `remember`). Warnings are then
 *   printed for the stack, and guards use the URN in the state.
 * - A `diff` with inputs that no `check` of this process has seen counts as the diff of a refresh (see `isDiffOfRefresh`),
 *   because the engine does not pass the purpose of a diff.
 */
export class RunMemory {
  private readonly hints = new Map<string, Hints>();
  /** By kind and id. Decisions go through all notes of a kind. */
  private readonly objects = new Map<string, Map<string, ObjectNotes>>();
  /** By kind and id, what the program declares of objects that other resources adopt in this run. */
  private readonly adopted = new Map<string, Map<string, Adopted>>();
  private readonly compared = new Map<string, Compared>();
  /** By URN, objects that the engine replaces without a diff. */
  private readonly undiffed = new Map<string, Compared>();
  readonly plans = new Plans();
  readonly updates = new Updates();
  /** Secrets, which must not be in any message. */
  readonly secrets = new Secrets();
  /** Ids of the users who own objects of this stack. */
  readonly owners = new Set<string>();
  /** The plural names of kinds with objects in this run that the service can neither list nor read. */
  readonly unseen = new Set<string>();

  /** Names of kinds of which a create was refused that may have taken effect, so that the listing may be too old. */
  readonly perhapsMade = new Set<string>();

  /** Names of kinds of which the service showed an object before, and shows none in this run. */
  readonly stoppedShowing = new Set<string>();

  /** The kinds with objects in the state that the service does not show. */
  readonly unshown = new Set<ServiceKind>();

  /** The URN of the latest `check`, which contains the stack's name. */
  urn: string | undefined;

  remember(kind: ServiceKind, inputs: Values, hints: Hints): void {
    this.urn = hints.urn ?? this.urn;
    const key = keyOf(kind, fingerprint(inputs));
    const before = this.hints.get(key);
    // If two resources have equal content, no URN is better than the wrong one.
    const isShared = before !== undefined && before.urn !== hints.urn;
    const shared = { urn: undefined, unchanged: false, retained: hints.retained || before?.retained === true };
    this.hints.set(key, isShared ? { ...hints, ...shared } : hints);
  }

  /** Notes the values of an object in the state that its program has marked as secret. */
  noteSecrets({ words }: { readonly words: ReadonlySet<string> }, outputs: Values, { secret, urn }: Recorded): void {
    if (secret !== undefined) this.secrets.add(outputs, secret, urn, words);
  }

  hintsFor(kind: ServiceKind, inputs: Values): Hints {
    return this.hints.get(keyOf(kind, fingerprint(inputs))) ?? { retained: false };
  }

  /** Ids of the objects of this kind that have notes. */
  idsOf({ name }: Pick<ServiceKind, "name">): Iterable<string> {
    return this.objects.get(name)?.keys() ?? [];
  }

  /** Notes an object that another resource adopts, on the targets that matter for the one that is checked. */
  noteAdopted({ name }: Pick<ServiceKind, "name">, its: Adopted): void {
    const ofKind = this.adopted.get(name) ?? new Map<string, Adopted>();
    this.adopted.set(name, ofKind.set(its.id, withTargetsOf(ofKind.get(its.id), its)));
  }

  /** The objects of this kind that other resources adopt in this run. */
  adoptedOf({ name }: Pick<ServiceKind, "name">): readonly Adopted[] {
    return [...(this.adopted.get(name)?.values() ?? [])];
  }

  /** The notes about this object. */
  object(kind: Pick<ServiceKind, "name">, id: string): ObjectNotes {
    return this.objects.get(kind.name)?.get(id) ?? {};
  }

  /**
   * Notes an object that a diff compares with these inputs. Without a URN, only the content of a planned replacement shows
   * which object it replaces.
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

  /** Notes the object that this create replaces, unless a diff has compared them. */
  noteForced(replaced: Compared, { urn }: Planned): void {
    if (!this.compared.has(urn)) this.compared.set(urn, replaced);
  }

  /**
   * Notes the object that the state has for a resource whose create the engine checks. If a replacement is forced, the engine
   * requests no diff, and after a failed one no delete either, so that nothing else shows which object it replaces.
   */
  noteUndiffed(kind: ServiceKind, urn: string | undefined, stated: Compared | undefined): void {
    if (urn === undefined || stated === undefined || this.object(kind, stated.id).hasLeft === true) return;
    this.undiffed.set(urn, stated);
  }

  /** The object in the state that a diff of this run has compared with this resource, or that its create replaces. */
  comparedWith(kind: ServiceKind, urn: string | undefined, inputs: Values): Compared | undefined {
    const compared = this.compared.get(urn ?? keyOf(kind, contentWithoutAdopt(inputs)));
    return compared ?? (urn === undefined ? undefined : this.undiffed.get(urn));
  }

  /** The object that a create of this resource replaces, if the engine has not requested its delete in this run. */
  standing(kind: ServiceKind, urn: string | undefined, inputs: Values): Compared | undefined {
    const compared = this.comparedWith(kind, urn, inputs);
    return compared === undefined || this.object(kind, compared.id).isAsked === true ? undefined : compared;
  }

  /** Adds to the notes about this object. */
  note(kind: Pick<ServiceKind, "name">, id: string, notes: ObjectNotes): void {
    const ofKind = this.objects.get(kind.name) ?? new Map<string, ObjectNotes>();
    this.objects.set(kind.name, ofKind.set(id, { ...ofKind.get(id), ...notes }));
  }

  noteRead(kind: ServiceKind, id: string): void {
    this.note(kind, id, { reads: (this.object(kind, id).reads ?? 0) + 1 });
  }

  /**
   * True for the diff with which a refresh compares its result with the state's inputs, which no check of this process has
   * seen.
   */
  isDiffOfRefresh(kind: ServiceKind, id: string, news: Values): boolean {
    const { reads = 0 } = this.object(kind, id);
    if (reads === 0) return false;
    // After a failed run, two resources may have the same object: each has a read and a diff.
    this.note(kind, id, { reads: reads - 1 });
    return !this.hints.has(keyOf(kind, fingerprint(news)));
  }

  /**
   * The URN of the resource that manages this object. If the recorded URN has a former stack's name, or if an import file
   * has no URN, it is the URN of the resource with the same name.
   */
  urnOf(kind: ServiceKind, id: string, record: Pick<Recorded, "urn" | "exportedAs">): string | undefined {
    const { urn } = record;
    const { manager } = this.object(kind, id);
    if (urn !== undefined && (manager === urn || this.plans.of(urn) !== undefined)) return urn;
    if (manager !== undefined && isRecordedUrn(record, manager)) return manager;
    return this.plans.all(kind.name).find((one) => isRecordedUrn(record, one.urn))?.urn ?? urn;
  }

  /**
   * The create that replaces this object after its delete. If an alias gives the resource a different URN from the state's,
   * it is found by the resource's or the object's name. Otherwise it is the only create that is still to come: the engine
   * requests all others before it deletes what the program no longer declares.
   */
  plannedFor(kind: ServiceKind, id: string, urn: string | undefined, name: unknown): Planned | undefined {
    const { manager, adopter } = this.object(kind, id);
    const exact = this.plans.of(manager, urn);
    // With a different URN it is only a replacement if no other resource manages or adopts the object.
    const isElsewhere = (manager !== undefined && manager !== urn) || adopter !== undefined;
    if (exact !== undefined || isElsewhere) return exact;
    const open = this.plans.all(kind.name).filter((one) => (this.compared.get(one.urn)?.id ?? id) === id);
    const isSameResource = (one: Planned) => urn !== undefined && nameOf(one.urn) === nameOf(urn);
    const isSameObject = (one: Planned) => isSameName(one.inputs[kind.roles.name], name);
    const toCome = open.filter((one) => this.plans.isToCome(one));
    return open.find(isSameResource) ?? open.find(isSameObject) ?? (toCome.length === 1 ? toCome[0] : undefined);
  }

  /** Another resource of the program that already adopts or manages this object. */
  otherClaim(kind: ServiceKind, id: string, urn: string | undefined): string | undefined {
    const { adopter, manager } = this.object(kind, id);
    return [adopter, manager].find((each) => each !== undefined && each !== urn);
  }

  /** Notes that `urn` adopts or manages this object. Returns another resource of the program that already does so. */
  claim(role: "adopter" | "manager", kind: ServiceKind, id: string, urn: string | undefined): string | undefined {
    const other = this.otherClaim(kind, id, urn);
    if (urn !== undefined && this.object(kind, id)[role] === undefined) this.note(kind, id, { [role]: urn });
    return other;
  }
}

/** A kind's data for its guards during a run, created on first use. */
export class Slot<T> {
  private readonly values = new WeakMap<RunMemory, T>();

  constructor(private readonly make: () => T) {}

  of(memory: RunMemory): T {
    const value = this.values.get(memory) ?? this.make();
    this.values.set(memory, value);
    return value;
  }
}
