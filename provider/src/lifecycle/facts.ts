import type { Answer, Finding, KnownCreation } from "../api/objects";
import type { ServiceKind } from "../api/serviceKind";
import { isSameName } from "../api/texts";
import { type Declarer, declarerOf } from "./about";
import { isCreatedAfter } from "./creationTime";
import type { Values } from "./declared";
import type { ObjectNotes } from "./memory";
import { type FoundAfter, hasLeft } from "./record";

/** Where a fact comes from. */
export type Source = "service" | "run" | "person" | "state" | "records";

/**
 * A fact, or why it is unknown. `unreadable`: the service has the operation, but its response does not contain it.
 * `unshown`: neither an operation of the service nor anything else shows it.
 */
export type Known<T> = { readonly value: T; readonly source: Source } | "unreadable" | "unshown";

/** The value, if it is known. */
export function knownValue<T>(known: Known<T>): T | undefined {
  return typeof known === "string" ? undefined : known.value;
}

/** True if it contacts people, or if the service could show it but does not. */
export function mayRunNow({ running }: Pick<ObjectFacts, "running">): boolean {
  return running === "unreadable" || knownValue(running) === true;
}

/** The first known fact. The arguments are in order of precedence. */
function firstKnown<T>(...all: readonly (Known<T> | undefined)[]): Known<T> {
  for (const each of all) if (typeof each === "object") return each;
  return all.includes("unreadable") ? "unreadable" : "unshown";
}

/** What this run knows about an object from the program, the state, and its own requests. */
export interface InRun {
  readonly id: string;
  /** The program or the state declares that it contacts people. */
  readonly isDeclared?: boolean;
  readonly targets?: readonly string[];
  /** True if only the state has its targets, so that what the service shows of them is more recent. */
  readonly isOnlyStated?: boolean;
  /** True if a program has said its targets, or an export has inferred them. */
  readonly mayHaveMore?: boolean;
  /** True if its targets are taken from the program that adopted it, and the service does not show them. */
  readonly areConcluded?: boolean;
  /** True if only the program shows it, which adopts it in this run. */
  readonly isOnlyDeclared?: boolean;
  /** True if it has contacted people. */
  readonly hasRun?: boolean;
  /** The resource of which a person has confirmed that it is off, according to the state. */
  readonly saidOffBy?: string;
  /** Other targets whose people it, or the objects that it replaces, have contacted. */
  readonly ranOn?: readonly string[];
  /** True if it has the name of the object that a run creates, changes or adopts. */
  readonly sameName?: boolean;
  /** True if the state of this stack contains it. */
  readonly isOfStack?: boolean;
}

/** The data about one object from all sources. */
export interface Sources {
  readonly id: string;
  readonly recorded?: KnownCreation;
  readonly inRun?: readonly InRun[];
  /** The object in the listing. */
  readonly listed?: Answer;
  /** True if the service can list this kind and the listing is complete. */
  readonly isWhole: boolean;
  /** The result of reading the object by id. */
  readonly found?: Finding;
  readonly notes?: ObjectNotes;
  /** The targets that, according to the service, this object uses. */
  readonly usedTargets?: Iterable<string>;
  /**
   * The targets on which the service showed it before an object of this stack hid it there, and after how many updates of its
   * targets.
   */
  readonly seenTargets?: ReadonlyMap<string, FoundAfter>;
  /** The targets whose people are in it, of an object that nothing else shows. */
  readonly peopleTargets?: Iterable<string>;
  /** The targets of lost creates that may have made this object. */
  readonly lostTargets?: readonly (readonly string[] | undefined)[];
}

/** The merged facts about one object. */
export interface ObjectFacts {
  readonly id: string;
  readonly recorded: KnownCreation | undefined;
  readonly listed: Answer | undefined;
  readonly found: Finding | undefined;
  /** What this run has done with the object, and which resource of the program manages it. */
  readonly notes: ObjectNotes;
  /** False if a complete listing does not contain it. */
  readonly isListed: boolean;
  /** Whether it contacts people now. */
  readonly running: Known<boolean>;
  /** Whether it has ever contacted people. */
  readonly hasRun: Known<boolean>;
  /** True if the service itself shows that it contacts people, which no acknowledgement can override. */
  readonly isShownRunning: boolean;
  /** True if no listing shows whether it contacts people, and it has not been read by id yet. */
  readonly canAsk: boolean;
  /** The targets that it is known to use. */
  readonly targets: ReadonlySet<string>;
  /** The targets that the service itself shows it uses. */
  readonly shownTargets: ReadonlySet<string>;
  /** Those that it showed before an object of this stack hid them, if nothing newer is known. */
  readonly seenTargets: readonly string[];
  /** True if only the people of its targets show that it is or was there. */
  readonly isOnlyOfPeople: boolean;
  /** False if it may use further targets. */
  readonly areAllTargets: boolean;
  /** True if its targets are taken from the program that adopted it, so that it may use more. */
  readonly areConcluded: boolean;
  /** True if the state of this stack has its targets. */
  readonly areStated: boolean;
  /** True if the service returns its targets, which then include those attached in the app. */
  readonly areServed: boolean;
  /** The targets since it, or an object that it replaces, first ran, including those it has given up, as far as recorded. */
  readonly ranOn: ReadonlySet<string>;
  /** True if it has the subject's name, or if the same resource created it with an earlier name. */
  readonly isNamesake: boolean;
  /** True if this stack created or manages it. */
  readonly isOwnStack: boolean;
}

/** The object that a run creates, changes or adopts. */
export interface Subject {
  readonly kind: Pick<ServiceKind, "roles"> & {
    readonly roles: { readonly running?: string; readonly targets?: { readonly property: string } };
  };
  readonly name: unknown;
  readonly declarer: Declarer;
}

/** Merges the data about one object. The only place that decides which source takes precedence. */
export function factsOf({ kind, name, declarer }: Subject, sources: Sources): ObjectFacts {
  const { id, recorded, listed, found, isWhole, notes = {} } = sources;
  const inRun = (sources.inRun ?? []).filter((each) => each.isOnlyDeclared !== true || listed === undefined);
  const { roles } = kind;
  const shownIn = (answer: Answer | undefined): Known<boolean> | undefined => {
    if (roles.running === undefined || answer === undefined) return undefined;
    const value = answer[roles.running];
    return value === undefined ? "unreadable" : { value: value !== false, source: "service" };
  };
  const byId = found?.status === "found" ? found.answer : undefined;
  const ofRun = (holds: (each: InRun) => boolean | undefined, value: boolean, source: Source) =>
    inRun.some((each) => holds(each) === true) ? { value, source } : undefined;
  const started = notes.startedOn === undefined ? undefined : ({ value: true, source: "run" } as const);
  const isGone = found?.status === "gone";
  // The state comes from the last run of this stack on any machine; the records of this one may be older, unless another
  // resource has adopted it since.
  const isOlderThan = (urn: string | undefined) =>
    (recorded?.stack === undefined || recorded.stack === declarer.stack) &&
    (recorded?.adopted !== true || recorded.resource === declarerOf(urn).resource);
  const shown = firstKnown(shownIn(byId), shownIn(listed));
  const running = firstKnown<boolean>(
    isGone ? { value: false, source: "service" } : undefined,
    shownIn(byId),
    // The listing may be older than the start of the object.
    started,
    shownIn(listed),
    notes.isOff === true ? { value: false, source: "run" } : undefined,
    ofRun(({ isDeclared }) => isDeclared, true, "state"),
    notes.wasOff === true && isOlderThan(notes.formerOf) ? { value: false, source: "state" } : undefined,
    ofRun(({ saidOffBy }) => saidOffBy !== undefined && isOlderThan(saidOffBy), false, "state"),
    recorded?.running === undefined ? undefined : { value: recorded.running, source: "records" },
    // A target refers to it, but nothing shows whether it is running.
    sources.usedTargets === undefined ? undefined : "unreadable",
  );
  const hasRun = firstKnown<boolean>(
    knownValue(running) === true || running === "unreadable" ? { value: true, source: "service" } : undefined,
    started,
    ofRun(({ isDeclared, hasRun: ran }) => isDeclared === true || ran === true, true, "state"),
    recorded?.ran === true || recorded?.running === true ? { value: true, source: "records" } : undefined,
  );
  const served = servedIds(roles.targets === undefined ? undefined : (listed ?? byId)?.[roles.targets.property]);
  const shownTargets = allOf([served, sources.usedTargets]);
  const told = [recorded?.targets, notes.startedOn];
  for (const its of inRun) {
    if (its.isOnlyStated !== true || (served.length === 0 && its.mayHaveMore !== true)) told.push(its.targets);
  }
  if (served.length > 0) told.push(served);
  const isTold = told.some((each) => each !== undefined);
  const known = isTold ? told : (sources.lostTargets ?? []);
  const stated = inRun.map(({ targets }) => targets);
  // What the service shows is more recent.
  const inState = served.length > 0 ? [] : stated;
  const areConcluded = served.length === 0 && inRun.some((each) => each.areConcluded === true);
  // The state has those that runs have taken from it. Others may have been attached in the app.
  const seen = served.length > 0 ? [] : [...(sources.seenTargets ?? [])];
  const seenTargets = seen
    .filter(([target, foundAfter]) => !hasLeft(notes, target, foundAfter))
    .map(([target]) => target);
  const isListed = !isWhole || listed !== undefined;
  return {
    ...{ id, recorded, listed, found, notes, running, hasRun, isListed },
    isShownRunning: !isGone && knownValue(shown) === true,
    canAsk: found === undefined && (listed === undefined || shownIn(listed) === "unreadable"),
    targets: allOf([...known, ...inState, seenTargets, shownTargets, sources.peopleTargets]),
    shownTargets,
    seenTargets,
    isOnlyOfPeople: sources.peopleTargets !== undefined,
    areAllTargets: known.some((each) => each !== undefined),
    areConcluded,
    areStated: inRun.some(({ targets, mayHaveMore }) => targets !== undefined && mayHaveMore !== true) && !areConcluded,
    areServed: served.length > 0,
    ranOn: allOf([recorded?.ranOn, ...inRun.map(({ ranOn }) => ranOn)]),
    isNamesake:
      recorded?.sameName === true ||
      (recorded?.resource !== undefined && recorded.resource === declarer.resource) ||
      inRun.some(({ sameName }) => sameName === true) ||
      [listed, byId].some((answer) => answer !== undefined && isSameName(answer[roles.name], name)),
    isOwnStack:
      (recorded?.stack !== undefined && recorded.stack === declarer.stack) ||
      inRun.some(({ isDeclared, isOfStack }) => isDeclared === true || isOfStack === true),
  };
}

function allOf(all: readonly (Iterable<string> | undefined)[]): ReadonlySet<string> {
  const set = new Set<string>();
  for (const each of all) if (each !== undefined) for (const id of each) set.add(id);
  return set;
}

/** What is known of targets apart from the objects that use them. */
export interface FreeTargets {
  /** By target, the objects that use it, if these are all. `unread`: nothing has requested it. */
  readonly usersOf?: ReadonlyMap<string, ReadonlySet<string>> | "unread";
  /** Those that have had no other objects from their creation until the one that they name was attached. */
  readonly knownSince?: ReadonlySet<string>;
  /** The service's answers about targets that this run has created. */
  readonly newTargets?: ReadonlyMap<string, Values>;
}

/** True if all objects on the target are known, and it is not one of them. */
export function isNoUserOf({ id }: Pick<ObjectFacts, "id">, target: string, { usersOf }: FreeTargets): boolean {
  return usersOf !== undefined && usersOf !== "unread" && usersOf.get(target)?.has(id) === false;
}

/** True if it has never used the target, because this run has created it after the object. */
export function hasNeverUsed(
  { listed }: Pick<ObjectFacts, "listed">,
  target: string,
  { newTargets }: FreeTargets,
): boolean {
  const made = newTargets?.get(target);
  return made !== undefined && listed !== undefined && isCreatedAfter(made, listed);
}

/**
 * True if it uses other targets than these, as far as the state or runs have recorded that or the service shows it. A target
 * names only the object that has been attached to it last, so it may hide this one, unless it names none.
 */
export function isElsewhere(
  known: Pick<ObjectFacts, "id" | "recorded" | "targets" | "shownTargets" | "areStated" | "areServed" | "listed">,
  declared: unknown,
  free: FreeTargets,
): boolean {
  const { recorded, shownTargets, areServed } = known;
  const wanted = textsOf(declared);
  if (!Array.isArray(declared) || wanted.some((target) => shownTargets.has(target))) return false;
  if (known.areStated && areOtherTargets([...known.targets], declared)) return true;
  const isRecorded = recorded?.sameName === true && recorded.adopted !== true;
  if (isRecorded && areOtherTargets(recorded.targets, declared)) return true;
  if (isRecorded && recorded.targets !== undefined && recorded.targets.length > 0) return false;
  const isFree = (target: string) => isNoUserOf(known, target, free) || hasNeverUsed(known, target, free);
  const areFree = wanted.length > 0 && wanted.every(isFree);
  return (shownTargets.size > 0 && areServed) || areFree;
}

/** True if both are known and disjoint. */
export function areOtherTargets(recorded: readonly string[] | undefined, declared: unknown): boolean {
  if (recorded === undefined || recorded.length === 0 || !Array.isArray(declared)) return false;
  return recorded.every((target) => !declared.map(String).includes(target));
}

/** Ids as strings; empty if they are unknown. */
export function textsOf(ids: unknown): string[] {
  return Array.isArray(ids) ? ids.map(String) : [];
}

/** The ids in a response; empty if it does not contain them. */
export function servedIds(ids: unknown): string[] {
  return textsOf(ids).filter((id) => /^\d+$/.test(id));
}

/**
 * By target, the object that this field shows on it; null if it shows that there is none. Empty if no target has the field,
 * because then the service may not show it at all.
 */
export function shownOn(targets: readonly Answer[], field: string): ReadonlyMap<string, string | null> {
  const isShown = targets.some((target) => servedIds([target[field]]).length > 0);
  return new Map(isShown ? targets.map((target) => [target.id, servedIds([target[field]])[0] ?? null]) : []);
}
