import type { Answer, Finding, KnownCreation } from "../api/objects";
import type { ServiceKind } from "../api/serviceKind";
import { isSameName } from "../api/texts";
import type { Declarer } from "./about";
import type { ObjectNotes } from "./memory";

/** Where a fact comes from. */
export type Source = "service" | "run" | "person" | "state" | "records";

/**
 * A fact, or why it is not known. `unreadable`: the service has the operation, and its answer does not show it.
 * `unshown`: the service has no operation that would show it, and nothing else does.
 */
export type Known<T> = { readonly value: T; readonly source: Source } | "unreadable" | "unshown";

/** The value, if it is known. */
export function knownValue<T>(known: Known<T>): T | undefined {
  return typeof known === "string" ? undefined : known.value;
}

/** True if it contacts people, or if the service does not say although it could. */
export function mayRunNow({ running }: Pick<ObjectFacts, "running">): boolean {
  return running === "unreadable" || knownValue(running) === true;
}

/** The first of these that is known. The order of the arguments is the order of precedence. */
function firstKnown<T>(...all: readonly (Known<T> | undefined)[]): Known<T> {
  const known = all.find((each) => each !== undefined && typeof each !== "string");
  return known ?? (all.includes("unreadable") ? "unreadable" : "unshown");
}

/** What this run knows of an object from the program, the state, and what it has sent and read itself. */
export interface InRun {
  readonly id: string;
  /** The program or the state declares that it contacts people. */
  readonly isDeclared?: boolean;
  readonly targets?: readonly string[];
}

/** Everything that any source holds of one object. */
export interface Sources {
  readonly id: string;
  readonly recorded?: KnownCreation;
  readonly inRun?: readonly InRun[];
  /** As the listing holds it. */
  readonly listed?: Answer;
  /** The service has a listing of this kind, and it leaves nothing out. */
  readonly isWhole: boolean;
  /** As asked for by its id. */
  readonly found?: Finding;
  readonly notes?: ObjectNotes;
  /** The targets that the service shows to be used by this object. */
  readonly usedTargets?: readonly string[];
  /** The targets of creates without an answer that this object may have come from. */
  readonly lostTargets?: readonly (readonly string[] | undefined)[];
}

/** What is known of one object, from all sources. */
export interface ObjectFacts {
  readonly id: string;
  readonly recorded: KnownCreation | undefined;
  readonly listed: Answer | undefined;
  readonly found: Finding | undefined;
  /** What this run has done with it, and which resource of the program manages it. */
  readonly notes: ObjectNotes;
  /** False if a complete listing does not hold it. */
  readonly isListed: boolean;
  /** Whether it contacts people now. */
  readonly running: Known<boolean>;
  /** Whether it contacted people at some time. */
  readonly hasRun: Known<boolean>;
  /** True if the service itself shows that it contacts people: nobody's word counts against that. */
  readonly isShownRunning: boolean;
  /** True if no listing shows whether it contacts people, and nobody has asked for it by its id yet. */
  readonly canAsk: boolean;
  /** The targets that it is known to use. */
  readonly targets: ReadonlySet<string>;
  /** False if it may use more than these. */
  readonly areAllTargets: boolean;
  /** True if the service shows its targets, which then include those attached in the app. */
  readonly areServed: boolean;
  /** The targets that it is recorded to have had since it first ran, also those that it has given up. */
  readonly ranOn: ReadonlySet<string>;
  /** True if it has the name of the object in question, or the same resource has created it under an earlier one. */
  readonly isNamesake: boolean;
  /** True if this stack has created it or manages it. */
  readonly isOwnStack: boolean;
}

/** The object in question: the one that a run creates, changes or adopts. */
export interface Subject {
  readonly kind: Pick<ServiceKind, "roles"> & {
    readonly roles: { readonly running?: string; readonly targets?: { readonly property: string } };
  };
  readonly name: unknown;
  readonly declarer: Declarer;
}

/** Merges what the sources hold of one object: the only place that decides which of them counts. */
export function factsOf({ kind, name, declarer }: Subject, sources: Sources): ObjectFacts {
  const { id, recorded, inRun = [], listed, found, isWhole, notes = {} } = sources;
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
  const shown = firstKnown(shownIn(byId), shownIn(listed));
  const running = firstKnown<boolean>(
    isGone ? { value: false, source: "service" } : undefined,
    shownIn(byId),
    // The listing may be older than the start.
    started,
    shownIn(listed),
    notes.isOff === true ? { value: false, source: "run" } : undefined,
    ofRun(({ isDeclared }) => isDeclared, true, "state"),
    recorded?.running === undefined ? undefined : { value: recorded.running, source: "records" },
    // A target names it, and nothing tells whether it runs.
    sources.usedTargets === undefined ? undefined : "unreadable",
  );
  const hasRun = firstKnown<boolean>(
    knownValue(running) === true || running === "unreadable" ? { value: true, source: "service" } : undefined,
    started,
    ofRun(({ isDeclared }) => isDeclared, true, "state"),
    recorded?.ran === true || recorded?.running === true ? { value: true, source: "records" } : undefined,
  );
  const served = servedIds(roles.targets === undefined ? undefined : (listed ?? byId)?.[roles.targets.property]);
  const told = [
    recorded?.targets,
    notes.startedOn,
    ...inRun.map(({ targets }) => targets),
    ...(served.length > 0 ? [served] : []),
  ];
  const isTold = told.some((each) => each !== undefined);
  const known = isTold ? told : (sources.lostTargets ?? []);
  const isListed = !isWhole || listed !== undefined;
  return {
    ...{ id, recorded, listed, found, notes, running, hasRun, isListed },
    isShownRunning: !isGone && knownValue(shown) === true,
    canAsk: found === undefined && (listed === undefined || shownIn(listed) === "unreadable"),
    targets: new Set([...known.flatMap((each) => each ?? []), ...(sources.usedTargets ?? [])]),
    areAllTargets: known.some((each) => each !== undefined),
    areServed: served.length > 0,
    ranOn: new Set(recorded?.ranOn ?? []),
    isNamesake:
      recorded?.sameName === true ||
      (recorded?.resource !== undefined && recorded.resource === declarer.resource) ||
      [listed, byId].some((answer) => answer !== undefined && isSameName(answer[roles.name], name)),
    isOwnStack:
      (recorded?.stack !== undefined && recorded.stack === declarer.stack) ||
      inRun.some(({ isDeclared }) => isDeclared === true),
  };
}

/** Ids as texts; none if they are not known. */
export function textsOf(ids: unknown): string[] {
  return Array.isArray(ids) ? ids.map(String) : [];
}

/** The ids in an answer; none if the answer does not show them. */
export function servedIds(ids: unknown): string[] {
  return textsOf(ids).filter((id) => /^\d+$/.test(id));
}
