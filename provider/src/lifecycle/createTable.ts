import { ids, resourceName } from "./about";
import { idleCodes, isIdleOf } from "./acknowledge";
import {
  type CreateFacts,
  equalsInProgram,
  isAdoptable,
  isComparable,
  isHeldHere,
  isMeantBeside,
  isOfResource,
  isOnOtherTargets,
  isUsedElsewhere,
  listedNamesakes,
  lostCreates,
  mayAdoptTwin,
  namesakesOf,
  recordedNamesakes,
  runningBeside,
  twinsOf,
  unexpectedTwins,
  unsaidOf,
} from "./createFacts";
import {
  hiddenNow,
  noTwinKnown,
  notOne,
  recordedTwins,
  refusedHeld,
  refusedLost,
  replacedTwins,
  statedLost,
  statedTwins,
  twinRefusal,
} from "./createRefusals";
import type { Outcome, Rule } from "./decision";
import type { ObjectFacts } from "./facts";
import { isItsName, runningIn } from "./kind";
import { isNamed, isOfOtherStack } from "./lost";
import { lostBeside } from "./lostBeside";
import type { StatedNamesake } from "./namesakes";
import { isSaidAbsent } from "./pending";
import { replacedEquals } from "./replaced";

/** Adopts this object instead of creating a new one. */
export interface Adopt {
  readonly adopt: string;
}

/** Rows that compare a create with the account's objects. */
export const createTable: readonly Rule<CreateFacts, Adopt>[] = [
  { name: "hidden", decide: refuseHidden },
  { name: "partial-listing", decide: warnAboutPart },
  { name: "adopt-twin", decide: adoptTwin },
  { name: "twin", decide: refuseTwins },
  { name: "held", decide: refuseHeld },
  { name: "lost", decide: refuseLost },
  { name: "recorded-twin", decide: refuseRecordedTwins },
  { name: "stated-twin", decide: refuseStatedTwins },
  { name: "stated-lost", decide: refuseStatedLost },
  { name: "replaced-twin", decide: refuseReplacedTwins },
  { name: "namesake", decide: warnAboutNamesakes },
];

/** Without the listing, neither equal objects nor running ones would be known. */
function* refuseHidden({ situation, isHidden }: CreateFacts): Iterable<Outcome<Adopt>> {
  if (isHidden) yield { refuse: () => hiddenNow(situation) };
}

function* warnAboutPart({ situation: { kind }, account: { listing } }: CreateFacts): Iterable<Outcome<Adopt>> {
  if (listing === undefined || listing.whole) return;
  yield {
    warn: `the service lists only some of the ${kind.plural}: if this run is killed during a create, it may not find the new object again, and an equal ${kind.noun} that is not listed is not noticed`,
    underStack: true,
  };
}

/** Adopts the only equal object, if the program or the run requests that and the object certainly contacts nobody. */
function* adoptTwin(facts: CreateFacts): Iterable<Outcome<Adopt>> {
  const { situation, account } = facts;
  const { kind, run, inputs } = situation;
  if (!mayAdoptTwin(run.settings(), inputs)) return;
  if (account.listing === undefined) {
    const [only, ...others] = (yield* namesakesOf(facts)).filter(({ isManaged }) => !isManaged);
    if (only !== undefined && others.length === 0 && isAdoptable(situation, only)) yield { act: { adopt: only.id } };
    return;
  }
  const twins = yield* unexpectedTwins(facts);
  const [only] = twins;
  if (only === undefined || twins.length > 1) return;
  const isForeign = inputs.adopt !== "twin" && isOfOtherStack(only.recorded, situation.declarer);
  const mayRun = kind.roles.running !== undefined && runningIn(kind, only.answer) !== false;
  if (!mayRun && !isForeign) yield { act: { adopt: only.id } };
}

function* refuseTwins(facts: CreateFacts): Iterable<Outcome<Adopt>> {
  const twins = yield* unexpectedTwins(facts);
  if (twins.length === 0) return;
  const all = twins.map(({ id }) => id);
  const running = yield* runningBeside(facts);
  yield { refuse: () => twinRefusal(facts.situation, twins, running), keep: all };
}

/** Refuses if this stack created an object with this name that may exist without a resource, as after a killed run. */
function* refuseHeld(facts: CreateFacts): Iterable<Outcome<Adopt>> {
  const { situation } = facts;
  const held: ObjectFacts[] = [];
  for (const each of recordedNamesakes(facts)) {
    const { id, recorded, notes, listed, found } = each;
    if (!isHeldHere(recorded, situation)) continue;
    const isSeen = listed !== undefined && isComparable(facts, listed);
    const isExplained = isSeen || isMeantBeside(situation, id) || isOnOtherTargets(facts, each);
    if (isExplained || notes.isReleased === true || notes.manager !== undefined) continue;
    // The object may exist although it is missing in the listing, so it is read by id.
    if (found === undefined) yield { look: { ask: "object", kind: situation.kind, id } };
    else if (found.status !== "gone") held.push(each);
  }
  if (held.length === 0) return;
  const twins = facts.account.listing === undefined ? (yield* namesakesOf(facts)).filter(({ isTwin }) => isTwin) : [];
  const lost = unsaidOf(facts);
  const all = held.map(({ id }) => id);
  const running = yield* runningBeside(facts);
  // If a resource manages it with its old name, that resource must not delete it in this run.
  yield { refuse: () => refusedHeld(situation, held, lost, twins, running), keep: all };
}

/** Refuses if this stack has creates with this name whose outcome is unknown. */
function* refuseLost(facts: CreateFacts): Iterable<Outcome<Adopt>> {
  const { situation } = facts;
  const lost = lostCreates(facts);
  if (lost.length === 0) return;
  const unsaid = unsaidOf(facts);
  if (unsaid.length > 0) yield { refuse: () => refusedLost(situation, unsaid) };
  yield { warn: `${situation.about}: treated as absent because "twin:none" is acknowledged, and created.` };
  yield { settle: lost.filter((each) => isOfResource(each, situation) || isNamed(each, situation.acknowledged)) };
}

/** Refuses twins in the records, which are the only source for a kind that the service does not list. */
function* refuseRecordedTwins(facts: CreateFacts): Iterable<Outcome<Adopt>> {
  const { situation, account } = facts;
  if (account.listing !== undefined) return;
  const { run, inputs, acknowledged, about, kind } = situation;
  const asked = mayAdoptTwin(run.settings(), inputs);
  const namesakes = yield* namesakesOf(facts);
  const twins = namesakes.filter(({ isTwin }) => isTwin);
  if (twins.length > 0) {
    const all = twins.map(({ id }) => id);
    const running = yield* runningBeside(facts);
    yield { refuse: () => recordedTwins(situation, twins, running), keep: all };
  }
  if (asked && namesakes.length > 0) yield { refuse: () => notOne(situation, namesakes) };
  if (asked && !acknowledged.has("twin:none")) yield { refuse: () => noTwinKnown(situation) };
  if (namesakes.length === 0) return;
  yield {
    warn: `${about}: runs have recorded another ${kind.noun} of this name (${ids(namesakes.map(({ id }) => id))}), which this service does not show; this one is created beside it.`,
  };
}

/** Refuses twins in the state without a record on this machine, as after a rename without an alias. */
function* refuseStatedTwins(facts: CreateFacts): Iterable<Outcome<Adopt>> {
  const { situation, account, actingUserId } = facts;
  const { kind, run, inputs, acknowledged, instead } = situation;
  if (account.listing !== undefined) return;
  const isOpen = (id: string) =>
    id !== instead &&
    !acknowledged.has(`twin:${id}`) &&
    run.memory.object(kind, id).isReleased !== true &&
    account.objects.get(id)?.recorded === undefined;
  const isOwned = ({ origin, actingUserId: owner }: StatedNamesake) =>
    origin === run.settings().origin && owner === actingUserId;
  const { namesakes = [] } = run.memory.hintsFor(kind, inputs);
  const named = isItsName(kind) ? namesakes.filter(isOwned) : [...equalsInProgram(situation)];
  const twins = named.filter(({ id }) => isOpen(id));
  const [first] = twins;
  if (first === undefined) return;
  const running = yield* runningBeside(facts);
  yield { refuse: () => statedTwins(situation, twins, first, running), keep: twins.map(({ id }) => id) };
}

/** Refuses what, according to the state, another resource's create without a response may have made. */
function* refuseStatedLost({ situation, account, actingUserId }: CreateFacts): Iterable<Outcome<Adopt>> {
  const { about, acknowledged } = situation;
  if (account.listing?.whole === true) return;
  const lost = lostBeside(situation, actingUserId);
  if (lost.length === 0) return;
  const unsaid = lost.filter(({ record }) => !isSaidAbsent(record, acknowledged));
  if (unsaid.length > 0) yield { refuse: () => statedLost(situation, unsaid) };
  const owners = lost.map(({ urn }) => resourceName(urn)).join(", ");
  yield {
    warn: `${about}: created, because it is acknowledged that the pending creation for ${owners} had no effect.`,
  };
}

/** Refuses twins that, according to the state, this resource has replaced, and that the service cannot have deleted. */
function* refuseReplacedTwins(facts: CreateFacts): Iterable<Outcome<Adopt>> {
  const { situation, account } = facts;
  const { kind, run, instead, acknowledged } = situation;
  if (account.listing !== undefined || kind.operations.delete !== undefined) return;
  const isOld = (id: string) => id === instead || run.memory.object(kind, id).isReleased === true;
  const twins = replacedEquals(situation).filter((id) => !isOld(id) && !acknowledged.has(`twin:${id}`));
  if (twins.length === 0) return;
  const running = yield* runningBeside(facts);
  yield { refuse: () => replacedTwins(situation, twins, running), keep: twins };
}

function* warnAboutNamesakes(facts: CreateFacts): Iterable<Outcome<Adopt>> {
  const { situation, account } = facts;
  if (account.listing === undefined) return;
  const { kind, about, inputs } = situation;
  const twins = yield* twinsOf(facts);
  const namesakes = listedNamesakes(facts);
  const isOld = (value: string) =>
    value === situation.instead || situation.run.memory.object(kind, value).isReleased === true;
  // A kind's own row may have needed the code for one with other content.
  const isNamedOrNone = (value: string) =>
    value.startsWith("none") || isOld(value) || namesakes.some(({ id }) => id === value);
  for (const warn of idleCodes(situation, inputs, isIdleOf("twin", isNamedOrNone))) yield { warn };
  const others = namesakes.filter(({ id }) => !twins.some((twin) => twin.id === id)).map(({ id }) => id);
  const elsewhere = others.filter((id) => isUsedElsewhere(facts, id));
  const unlike = others.filter((id) => !elsewhere.includes(id));
  if (unlike.length > 0) {
    yield {
      warn: `${about}: the account holds another ${kind.noun} of this name with other content (${ids(unlike)}); this one is created beside it.`,
    };
  }
  if (elsewhere.length > 0) {
    yield {
      warn: `${about}: the account holds another ${kind.noun} of this name on other ${kind.roles.targets?.noun}s (${ids(elsewhere)}), perhaps of another stack or a killed run; this one is created beside it.`,
    };
  }
}
