import type { Answer, Finding, KnownCreation } from "../api/objects";
import { isNoUserOf, servedIds, textsOf } from "./facts";
import { runningUnlessShown } from "./firstState";
import { runningIn, targetsIn, type Values } from "./kind";
import type { AccountFacts } from "./observe";
import { ofOwner } from "./ownersState";
import { isPendingId, mayRunAs, readRecord } from "./record";
import type { CreateSituation } from "./situation";
import { targetsInState } from "./targetsInState";

/** The facts for deciding on an adoption. */
export interface AdoptFacts<V = Values> {
  readonly situation: CreateSituation<V>;
  readonly id: string;
  /** How the object was found: by the id in the program, or as the only equal object. */
  readonly by: "id" | "twin";
  readonly actingUserId: string;
  /** The program's other resource that manages or adopts it. */
  readonly other?: string;
  /** The records of earlier runs about it. */
  readonly known?: KnownCreation;
  /** This stack's creates with this name whose outcome is unknown: one of them may have made the object. */
  readonly lost: readonly KnownCreation[];
  /** The object as read by id; undefined until a rule requests it. */
  readonly found?: Finding;
  /** The objects of each kind, as far as rules have requested them. */
  readonly kinds: { get(kind: string): AccountFacts | undefined };
}

/** The object as the state will record it: as running if that is unknown and the program does not declare it as off. */
export function adopted({ situation: { kind, inputs }, id, found }: AdoptFacts): Answer {
  return runningUnlessShown(kind, shownOf({ id, found }), inputs);
}

export function mayRunOnceAdopted(facts: AdoptFacts): boolean {
  const running = runningIn(facts.situation.kind, adopted(facts));
  return running !== undefined && running !== false;
}

/**
 * The targets that runs and the state have, including those of lost creates, because the adopted object may be one of these,
 * and those that the service shows, or showed before one of this stack hid them. `by`: who knows them, to begin a clause.
 */
export function knownTargets(facts: AdoptFacts) {
  const { situation, id, known, lost, kinds } = facts;
  const { kind } = situation;
  const recorded = [known, ...lost].flatMap((each) => each?.targets ?? []);
  const its = kinds.get(kind.name)?.objects.get(id);
  const shown = [...new Set([...(its?.shownTargets ?? []), ...(its?.seenTargets ?? [])])];
  const isShownOnly = recorded.every((target) => shown.includes(target));
  const told = new Set([...recorded, ...shown]);
  const stated = targetsInState(facts, shownOf(facts)).filter((target) => !told.has(target));
  const by = isShownOnly ? "the service shows" : shown.length > 0 ? "runs and the service show" : "runs have recorded";
  if (stated.length === 0) return { all: [...told], by };
  const others = [...(isShownOnly ? [] : ["runs"]), ...(shown.length > 0 ? ["the service"] : [])];
  const byState = others.length === 0 ? "the state shows" : `${others.join(", ")} and the state show`;
  return { all: [...told, ...stated], by: byState };
}

/** The targets of the program that certainly do not name it, and that nothing hides it on. */
export function freeTargets(facts: AdoptFacts): string[] {
  const { kind, inputs } = facts.situation;
  const its = facts.kinds.get(kind.name);
  return its === undefined ? [] : textsOf(targetsIn(kind, inputs)).filter((target) => isNoUserOf(facts, target, its));
}

/** The property with its targets, if the service does not return it: they are the program's then, and it may use others. */
export function targetsTaken(facts: AdoptFacts): string | undefined {
  const { kind } = facts.situation;
  const areServed = servedIds(targetsIn(kind, shownOf(facts))).length > 0;
  return kind.reaches === undefined || areServed ? undefined : kind.reaches.targets;
}

/** The response, if it can be read. */
export function shownOf({ id, found }: Pick<AdoptFacts, "id" | "found">): Answer {
  return found?.status === "found" ? found.answer : { id };
}

/**
 * True if the program declares the object as off, the records or the state show that it runs or may run, and the service
 * shows neither: a person has to confirm that it is off.
 */
export function isTakenAsOff(facts: AdoptFacts): boolean {
  const { situation, id, known, lost } = facts;
  const { kind, inputs, replaced } = situation;
  if (runningIn(kind, shownOf(facts)) !== undefined || runningIn(kind, inputs) !== false) return false;
  if (known?.running === true) return true;
  const { own, others } = inState(facts);
  if (runsInState(facts)) return true;
  // What a resource had replaced before is not what a lost create made.
  const isFormer = [{ replaced }, ...others].some((each) => each.replaced?.[id] !== undefined);
  if (isFormer || others.some((each) => each.id === id)) return false;
  const isPendingStart = own !== undefined && isPendingId(own.id) && runningIn(kind, own.outputs) === true;
  return (
    isPendingStart ||
    others.some((each) => each.id === undefined && each.is === "pending") ||
    lost.some(({ running }) => running === true)
  );
}

/**
 * True if the program declares the object as off, the service does not show whether it is, and nothing but its log shows
 * whether it has run.
 */
export function mayBeLaunched(facts: AdoptFacts): boolean {
  const { situation, id, known, found } = facts;
  const { kind, inputs, replaced } = situation;
  if (kind.looks === undefined || found === undefined || runningIn(kind, inputs) !== false) return false;
  if (runningIn(kind, shownOf(facts)) !== undefined) return false;
  const { own, others } = inState(facts);
  const isKnown = known?.ran === true || known?.running === true || isTakenAsOff(facts);
  const ranInState = others.some((each) => each.id === id && each.is !== "resting");
  const ranBefore = [{ replaced }, ...others].some((each) => typeof each.replaced?.[id] === "string");
  const hasRun = own?.id === id && readRecord(own.outputs, situation.about).everActive === true;
  return !isKnown && !ranInState && !ranBefore && !hasRun;
}

/** True if its log shows that it has run, or cannot be read. */
export function wasLaunched(facts: AdoptFacts): boolean {
  const logs = facts.kinds.get(facts.situation.kind.name)?.logs;
  return mayBeLaunched(facts) && logs?.has(facts.id) === true && logs.get(facts.id) !== false;
}

/**
 * True if the state has the object as running: under another resource, also if it is a former version as well, or as the
 * resource's own present one, as after a failed replacement.
 */
export function runsInState(facts: AdoptFacts): boolean {
  const { situation, id } = facts;
  const { own, others } = inState(facts);
  if (others.some((each) => each.id === id && each.is === "running")) return true;
  if (own?.id !== id) return false;
  return mayRunAs(runningIn(situation.kind, own.outputs), readRecord(own.outputs, situation.about));
}

/** True if the state knows something that passes to a resource of another name, and that `pulumi state delete` drops. */
export function hasHistory(facts: AdoptFacts): boolean {
  const { kind, replaced } = facts.situation;
  // Without its name in the program, an object that the service can delete is deleted.
  if (kind.operations.delete !== undefined) return false;
  const { others, contacted } = inState(facts);
  const formers = [{ replaced }, ...others].flatMap((each) => Object.keys(each.replaced ?? {}));
  return formers.length > 0 || contacted.length > 0;
}

/** What the state has for the resource itself, what of other resources it may adopt, and the targets that they have contacted. */
function inState({ situation, actingUserId }: AdoptFacts) {
  const { kind, run, urn, inputs } = situation;
  const all = ofOwner(run.memory.hintsFor(kind, inputs).inState, run.settings(), actingUserId);
  return {
    own: run.memory.comparedWith(kind, urn, inputs),
    others: all.flatMap(({ adoptable = [] }) => adoptable),
    contacted: all.flatMap(({ contacted = [] }) => contacted),
  };
}
