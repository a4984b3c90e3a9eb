import type { Answer, KnownCreation } from "../api/objects";
import type { Settings } from "../api/settings";
import type { Outcome } from "./decision";
import { areOtherTargets, isElsewhere, mayRunNow, type ObjectFacts, textsOf } from "./facts";
import { isItsName, nameIn, type Other, runningIn, targetsIn, type Values } from "./kind";
import { isNamed, isOfOtherStack, isSaidLost } from "./lost";
import { type AccountFacts, mayBeNamed } from "./observe";
import { ofOwner } from "./ownersState";
import { isFormerVersion, isReplaced } from "./replaced";
import type { CreateSituation } from "./situation";
import { isTwin } from "./twins";

/** The facts for deciding on a create. */
export interface CreateFacts<V = Values> {
  readonly situation: CreateSituation<V>;
  readonly account: AccountFacts;
  /** The acting user. */
  readonly actingUserId: string;
  /** True if the service showed objects of this kind before, and shows none now. */
  readonly isHidden?: boolean;
  /** Facts about other kinds, by name, as far as rules have requested them. */
  readonly kinds: { get(kind: string): AccountFacts | undefined };
}

/** True if a create with these inputs may adopt an equal object. The account of a rehearsal contains nothing to adopt. */
export function mayAdoptTwin({ adopt: ofRun, isRehearsal }: Settings, { adopt }: Values): boolean {
  return isRehearsal !== true && (adopt === "twin" || (adopt === undefined && ofRun === "twin"));
}

/** A listed object and the response that describes it. */
export interface Listed {
  readonly id: string;
  readonly answer: Answer;
  readonly recorded: KnownCreation | undefined;
  /** The targets that the service itself shows it uses, unless one is the new object's. */
  readonly shownElsewhere: readonly string[];
}

/** True if the new object is compared with this one: another object of this user that is not being replaced. */
function isOther(facts: CreateFacts, { id, notes, listed }: ObjectFacts): boolean {
  return id !== facts.situation.instead && notes.isReleased !== true && isOwned(facts, listed);
}

function isOwned({ actingUserId }: CreateFacts, answer: Answer | undefined): boolean {
  return answer?.userId === undefined || String(answer.userId) === actingUserId;
}

export function listedNamesakes(facts: CreateFacts): Listed[] {
  const { kind, inputs } = facts.situation;
  const name = nameIn(kind, inputs);
  const declared = textsOf(targetsIn(kind, inputs));
  return [...facts.account.objects.values()].flatMap((each) => {
    const { id, listed: answer, shownTargets } = each;
    const shownElsewhere = declared.some((target) => shownTargets.has(target)) ? [] : [...shownTargets];
    const recorded = each.recorded?.sameName === true ? each.recorded : undefined;
    const isNamed = answer !== undefined && mayBeNamed(nameIn(kind, answer), name);
    return isNamed && isOther(facts, each) ? [{ id, answer, recorded, shownElsewhere }] : [];
  });
}

/** Objects that contact, or may contact, the people of the new object's targets. */
export function* runningBeside(facts: CreateFacts): Generator<Outcome<never>, readonly Other[]> {
  const { kind, inputs, instead, acknowledged } = facts.situation;
  if (runningIn(kind, inputs) !== true) return [];
  const declared = textsOf(targetsIn(kind, inputs));
  const others: Other[] = [];
  for (const each of facts.account.objects.values()) {
    const { id, targets } = each;
    if (id === instead || !declared.some((target) => targets.has(target))) continue;
    if (each.canAsk) yield { look: { ask: "object", kind, id } };
    const isSaidOff = acknowledged.has(`inactive:${id}`) && !each.isShownRunning;
    if (mayRunNow(each) && !isSaidOff) others.push({ id, running: true, targets: [...targets] });
  }
  return others;
}

/** Listed objects equal to the new one, unless they certainly use other targets: the response may not contain any. */
export function* twinsOf(facts: CreateFacts): Generator<Outcome<never>, readonly Listed[]> {
  const { kind } = facts.situation;
  const twins = equalsOf(facts).filter(({ id }) => !isUsedElsewhere(facts, id));
  if (twins.length > 0 && facts.account.usersOf === "unread") yield { look: { ask: "targets", kind } };
  return twins;
}

/** True if this object uses other targets than the new one. */
export function isUsedElsewhere(facts: CreateFacts, id: string): boolean {
  const { account, situation } = facts;
  const known = account.objects.get(id);
  if (known === undefined) return false;
  const declared = targetsIn(situation.kind, situation.inputs);
  const isShownHere = textsOf(declared).some((target) => known.shownTargets.has(target));
  return isElsewhere(known, declared, account) || (!isShownHere && isOnOtherTargets(facts, known));
}

function equalsOf(facts: CreateFacts): readonly Listed[] {
  const { kind, run, inputs } = facts.situation;
  const { companies } = run.memory.hintsFor(kind, inputs);
  const equals =
    equalsIn.get(facts) ?? listedNamesakes(facts).filter(({ answer }) => isTwin(kind, answer, inputs, companies));
  equalsIn.set(facts, equals);
  return equals;
}

/** Cached because several rows use them, and comparing every property takes long. */
const equalsIn = new WeakMap<CreateFacts, readonly Listed[]>();

export function* unexpectedTwins(facts: CreateFacts): Generator<Outcome<never>, readonly Listed[]> {
  return (yield* twinsOf(facts)).filter(({ id }) => !isMeantBeside(facts.situation, id));
}

/** True if the listing contains it with a name, so that it was compared with the new one. */
export function isComparable(facts: CreateFacts, answer: Answer): boolean {
  return isOwned(facts, answer) && typeof nameIn(facts.situation.kind, answer) === "string";
}

export function recordedNamesakes({ account }: CreateFacts): (ObjectFacts & { readonly recorded: KnownCreation })[] {
  const isOne = (each: ObjectFacts): each is ObjectFacts & { readonly recorded: KnownCreation } =>
    each.recorded?.sameName === true;
  return [...account.objects.values()].filter(isOne);
}

/** An object that runs have recorded with the new one's name. */
export interface Namesake extends KnownCreation {
  readonly id: string;
  /** True if another resource of this program manages or will adopt it. */
  readonly isManaged: boolean;
  /** True if according to the records it is the same object: the kind has only a name, or they have a target in common. */
  readonly isTwin: boolean;
}

/** True if the program replaces this object, has replaced it, or asks for another one beside it. */
export function isMeantBeside(situation: CreateSituation, id: string): boolean {
  return id === situation.instead || isReplaced(situation, id) || situation.acknowledged.has(`twin:${id}`);
}

export function* namesakesOf(facts: CreateFacts): Generator<Outcome<never>, Namesake[]> {
  const { kind, run, urn, inputs } = facts.situation;
  const { companies } = run.memory.hintsFor(kind, inputs);
  const namesakes: Namesake[] = [];
  for (const { id, recorded, notes, found } of recordedNamesakes(facts)) {
    if (recorded.own && notes.declared === undefined) continue;
    // A released object has been deleted if the service can delete it.
    const isGone = recorded.released === true && kind.operations.delete !== undefined;
    if (isGone || isMeantBeside(facts.situation, id)) continue;
    // The object managed by this resource is the one being replaced.
    if (notes.isReleased === true || (urn !== undefined && notes.manager === urn)) continue;
    if (recorded.own) {
      // Of this run's objects, only an equal one is declared twice.
      const isDeclaredTwice = isTwin(kind, { ...notes.declared, id }, inputs, companies);
      if (isDeclaredTwice) namesakes.push({ ...recorded, id, isManaged: true, isTwin: true });
      continue;
    }
    const isManaged = notes.manager !== undefined || notes.adopter !== undefined;
    // A service that cannot list objects may still be able to read one.
    if (found === undefined) yield { look: { ask: "object", kind, id } };
    else if (found.status === "found") {
      namesakes.push({ ...recorded, id, isManaged, isTwin: isTwin(kind, found.answer, inputs, companies) });
    } else if (found.status === "unreadable" && !isFormerVersion(facts.situation, recorded)) {
      const stated = run.memory.comparedWith(kind, notes.manager, inputs);
      const isSame =
        stated?.id === id
          ? isTwin(kind, { ...stated.outputs, id }, inputs)
          : isSameAsRecorded(facts.situation, recorded);
      namesakes.push({ ...recorded, id, isManaged, isTwin: isSame });
    }
  }
  return namesakes;
}

/** Objects in the state that equal the new one and whose resources the program still declares, as far as compared by now. */
export function* equalsInProgram({ kind, run, urn, inputs }: CreateSituation): Generator<Declared> {
  const { companies } = run.memory.hintsFor(kind, inputs);
  for (const id of run.memory.idsOf(kind)) {
    const { manager } = run.memory.object(kind, id);
    if (manager === undefined || manager === urn) continue;
    const stated = run.memory.comparedWith(kind, manager, inputs);
    if (stated?.id !== id || !mayBeNamed(nameIn(kind, stated.outputs), nameIn(kind, inputs))) continue;
    if (isTwin(kind, { ...stated.outputs, id }, inputs, companies)) yield { id, urn: manager };
  }
}

/** An object and its resource. */
interface Declared {
  readonly id: string;
  readonly urn: string;
}

/** Records contain a name and targets. For a kind with other properties and no targets, that is not enough. */
function isSameAsRecorded({ kind, inputs }: CreateSituation, { targets }: KnownCreation): boolean {
  if (kind.roles.targets === undefined) return isItsName(kind);
  const declared = targetsIn(kind, inputs);
  if (targets === undefined || !Array.isArray(declared)) return true;
  return declared.some((target) => targets.includes(String(target)));
}

/** True unless the object is running or belongs to another stack: those are adopted only by id. */
export function isAdoptable(situation: CreateSituation, each: Namesake): boolean {
  const { kind, inputs, acknowledged } = situation;
  if (each.released !== true && isOfOtherStack(each, situation.declarer) && inputs.adopt !== "twin") return false;
  if (kind.roles.targets !== undefined && !each.isTwin) return false;
  return each.running !== true || acknowledged.has(`inactive:${each.id}`);
}

/**
 * The lost creates of this stack, unless the listing is complete; if the service cannot list objects, also those of other
 * stacks that may have made the same object.
 */
export function lostCreates(facts: CreateFacts): KnownCreation[] {
  const { situation, account } = facts;
  const { kind, run, instead, declarer } = situation;
  const ofName = account.lost.filter(({ sameName }) => sameName);
  const isHidden = account.listing === undefined;
  const lost = ofName.filter(
    (each) => !isOfOtherStack(each, declarer) || (isHidden && isSameAsRecorded(situation, each)),
  );
  if (account.listing?.whole !== true) return lost;
  // An object listed without a name may be the lost one.
  const isNameless = (answer: Answer) =>
    typeof nameIn(kind, answer) !== "string" &&
    answer.id !== instead &&
    run.memory.object(kind, answer.id).isReleased !== true &&
    isOwned(facts, answer);
  return account.listing.answers.some(isNameless) ? lost : [];
}

export function unsaidOf(facts: CreateFacts): KnownCreation[] {
  const { situation } = facts;
  const lost = lostCreates(facts);
  // A create of another stack is acknowledged only by its own code.
  const isSaid = (each: KnownCreation) =>
    isOfOtherStack(each, situation.declarer)
      ? isNamed(each, situation.acknowledged)
      : isSaidLost(each, situation.acknowledged);
  return lost.every(isSaid) ? [] : lost;
}

/** True if this stack has created the object and has not released it since. */
export function isHeldHere({ own, stack, released }: KnownCreation, { declarer }: CreateSituation): boolean {
  return !own && stack !== undefined && stack === declarer.stack && released !== true;
}

/**
 * True if, according to the state, another resource has the object, on other targets than the new one's. Its diff may come
 * later in this run, or not at all.
 */
export function isOnOtherTargets({ situation, actingUserId }: CreateFacts, { id, recorded }: ObjectFacts): boolean {
  const { kind, run, inputs } = situation;
  const declared = targetsIn(kind, inputs);
  const { inState } = run.memory.hintsFor(kind, inputs);
  const its = ofOwner(inState, run.settings(), actingUserId);
  const stated = its.flatMap(({ namesakes = [] }) => namesakes).find((each) => each.id === id);
  if (!areOtherTargets(stated?.targets, declared)) return false;
  const { targets = [] } = recorded ?? {};
  return targets.length === 0 || areOtherTargets(targets, declared);
}

/** True if, according to the records, this resource sent the create. */
export function isOfResource({ resource }: KnownCreation, { declarer }: CreateSituation): boolean {
  return resource === undefined || resource === declarer.resource;
}
