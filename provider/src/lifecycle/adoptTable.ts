import type { Answer, Finding, KnownCreation } from "../api/objects";
import { declarerOf, describe, nameOf, resourceName } from "./about";
import { howToConfirm } from "./acknowledge";
import { differsByFile, doNotContactName } from "./companies";
import { type Outcome, type Rule, refused } from "./decision";
import { areOtherTargets, servedIds, textsOf } from "./facts";
import { runningUnlessShown } from "./firstState";
import { nameIn, pausedIn, runningIn, targetsIn, type Values } from "./kind";
import type { AccountFacts } from "./observe";
import { otherOwnerOf } from "./otherOwner";
import { isPendingId } from "./record";
import { Refusal } from "./refusal";
import type { CreateSituation, Situation } from "./situation";
import { targetsInState } from "./targetsInState";
import { differences, notCarried } from "./twins";
import { inTurn, say, way } from "./wayOut";
import { adoptOne, another, command, declare, inApp, undeclare } from "./ways";

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

type Adopting = Iterable<Outcome<never>>;

/** Rows that check whether this resource may adopt it. Rows about objects that would run beside it follow. */
export const ofProgram: readonly Rule<AdoptFacts>[] = [{ name: "managed", decide: refuseManaged }];

/** Rows that compare it with the program and with the records of earlier runs. */
export const ofAdopted: readonly Rule<AdoptFacts>[] = [
  { name: "managed-beside", decide: refuseManagedBeside },
  { name: "replaced", decide: refuseReplaced },
  { name: "as-it-is", decide: takeAsItIs },
  { name: "undeclared", decide: refuseUndeclared },
  { name: "recorded-running", decide: refuseRecordedRunning },
  { name: "recorded-targets", decide: refuseKnownTargets },
  { name: "runs", decide: warnThatItRuns },
  { name: "other-stack", decide: warnAboutStack },
  { name: "more-targets", decide: warnAboutTargets },
];

/** The rows for adoptions, which write nothing to the object. */
export function adoptTable({
  policy,
}: {
  readonly policy: { readonly acceptRules?: readonly Rule<AdoptFacts>[] };
}): readonly Rule<AdoptFacts>[] {
  return [...ofProgram, ...(policy.acceptRules ?? []), ...ofAdopted];
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

/** The property with its targets, if the service does not return it: they are the program's then, and it may use others. */
export function targetsTaken(facts: AdoptFacts): string | undefined {
  const { kind } = facts.situation;
  const areServed = servedIds(targetsIn(kind, shownOf(facts))).length > 0;
  return kind.reaches === undefined || areServed ? undefined : kind.reaches.targets;
}

function shownOf({ id, found }: Pick<AdoptFacts, "id" | "found">): Answer {
  return found?.status === "found" ? found.answer : { id };
}

function* refuseManaged({ situation: { kind, about }, id, other }: AdoptFacts): Adopting {
  if (other === undefined) return;
  yield refused(
    `Adopting ${about}: ${kind.noun} ${id} is already managed by ${resourceName(other)} of this program; an object can be managed only once.`,
    say`${way("Make the two differ", { do: "differ", from: nameOf(other) })}, or ${way("remove one of them", { do: "undeclareResource" })}.`,
  );
}

/** According to the records, another resource of this program manages it: with another provider, or not part of this run. */
function* refuseManagedBeside({ situation, id, known }: AdoptFacts): Adopting {
  const { kind, run, about, inputs, declarer } = situation;
  if (known?.resource === undefined || known.released === true || known.stack !== declarer.stack) return;
  const { beside = [] } = run.memory.hintsFor(kind, inputs);
  const manager = beside.find((urn) => declarerOf(urn).resource === known.resource);
  if (manager === undefined) return;
  // In this run, that resource already manages another object.
  const its = run.memory.comparedWith(kind, manager, inputs);
  if (its !== undefined && its.id !== id) return;
  yield refused(
    `Adopting ${about}: ${kind.noun} ${id} is already managed by ${resourceName(manager)} of this program (under another provider, or not a target of this run); an object can be managed only once. Nothing was written.`,
    say`${undeclare("adopt", "Remove adopt")}, or ${way(`remove ${resourceName(manager)} from the program and adopt in the same run`, { do: "undeclareResource", resource: nameOf(manager) })}.`,
  );
}

/** Refuses an object that this resource has replaced, if the service can delete it and does not show whether it has. */
function* refuseReplaced({ situation, id, found }: AdoptFacts): Adopting {
  const { kind, about, replaced } = situation;
  if (replaced?.[id] === undefined || kind.operations.delete === undefined) return;
  if (found === undefined) yield { look: { ask: "itself", kind, id } };
  if (found?.status !== "unreadable") return;
  yield refused(
    `Adopting ${about}: this resource has replaced ${kind.noun} ${id} before, which deleted it. Nothing was sent.`,
    say`${undeclare("adopt", "Remove adopt")}.`,
  );
}

/** Refuses differences. A twin may differ in whether it runs, because that can only be changed in the app. */
function* takeAsItIs({ situation, id, by, found, actingUserId }: AdoptFacts): Adopting {
  const { kind, inputs, urn } = situation;
  const about = describe(kind.noun, nameIn(kind, inputs), id);
  if (found === undefined) return yield { look: { ask: "itself", kind, id } };
  if (found.status === "gone") {
    return yield refused(
      `Adopting ${about}: the acting user has no ${kind.noun} with this id.`,
      say`${another("adopt", "Correct the id")}, or ${undeclare("adopt", "remove adopt")} to create a new one.`,
    );
  }
  if (found.status === "unreadable") {
    if (pausedIn(kind, inputs) === true) {
      const property = String(kind.roles.paused);
      yield {
        warn: `${about}: this service does not show ${property}, so it may run: run \`pulumi up\` again, which sends ${property}: true.`,
        reach: "adopted",
      };
    }
    return yield {
      warn: `${about}: adopted as the program declares it, because this service has no operation that reads a ${kind.noun}. If the id is wrong: ${command("pulumi state delete", urn)}, correct it, and run \`pulumi up\`.`,
      reach: "adopted",
    };
  }
  const { answer } = found;
  const owner = otherOwnerOf(answer, { actingUserId });
  if (owner !== undefined) {
    yield refused(
      `Adopting ${about}: it belongs to user ${owner}, and this run acts as user ${actingUserId}.`,
      say`${way("Set outreach:impersonateUserId to its owner", { do: "set", setting: "user", value: owner })}, or ${another("adopt", "correct the id")}.`,
    );
  }
  const all = differences(kind, answer, inputs);
  const differing = by === "twin" ? all.filter((property) => property !== kind.roles.running) : all;
  const unseen = notCarried(kind, answer, inputs);
  const notCompared =
    unseen.length === 0 ? "" : ` Not compared, because the service does not return them: ${unseen.join(", ")}.`;
  const { companies = [] } = situation.run.memory.hintsFor(kind, inputs);
  const isByFile = (property: string) => differsByFile(kind, property, answer, inputs, companies);
  if (differing.length > 0 && differing.every(isByFile)) {
    yield refused(
      `Adopting ${about}: it is equal apart from the companies that ${doNotContactName} adds to ${differing.join(", ")}; nothing was written.`,
      say`Write ${adoptOne([id])} to take it over as it is: the next update adds them.`,
    );
  }
  if (differing.length > 0) {
    yield refused(
      `Adopting ${about}: it differs from the program in ${differing.join(", ")}; nothing was written.${notCompared}`,
      way(
        "Declare these properties with the values that the service holds (or remove those that need not be declared), adopt, and change them afterwards.",
        { do: "declareHeld", properties: differing, id },
      ),
    );
  }
  // After an interrupted create, the engine keeps a record of it until --clear-pending-creates.
  const killed =
    by === "twin"
      ? " If a run that was killed created it: `pulumi refresh --clear-pending-creates` clears the engine's record of that create."
      : "";
  yield { warn: `${about}: taken over as it is; nothing was written.${notCompared}${killed}`, reach: "adopted" };
  if (all.length === 0) return;
  yield {
    warn: `${about}: it is inactive, and the program declares ${kind.roles.running}: true. Switch it on in the app, then run \`pulumi up --refresh\`.`,
  };
}

function* refuseUndeclared({ situation: { kind, about, inputs }, id, found }: AdoptFacts): Adopting {
  const { running } = kind.roles;
  if (found?.status === "found" || running === undefined || runningIn(kind, inputs) !== undefined) return;
  yield { refuse: () => mustDeclare({ kind, about }, id, running) };
}

/** Refuses to adopt an object if neither the service nor the program shows whether it runs. */
export function mustDeclare({ kind, about }: Pick<Situation, "kind" | "about">, id: string, running: string): Refusal {
  return new Refusal(
    `Adopting ${about} (id ${id}): this service does not show whether it runs, and the program does not declare ${running}. Nothing was sent.`,
    say`Look in the app: declare ${declare(running, true)} if the ${kind.noun} runs, ${declare(running, false)} if it is off.`,
  );
}

/**
 * True if the program declares the object as off, the records or the state show that it runs or may run, and the service
 * shows neither: a person has to confirm that it is off.
 */
export function isTakenAsOff(facts: AdoptFacts): boolean {
  const { situation, id, known, lost } = facts;
  const { kind, run, urn, inputs, replaced } = situation;
  if (runningIn(kind, shownOf(facts)) !== undefined || runningIn(kind, inputs) !== false) return false;
  if (known?.running === true) return true;
  // What the resource had replaced before is not what a lost create made.
  if (replaced?.[id] !== undefined) return false;
  const present = run.memory.comparedWith(kind, urn, inputs);
  const isPendingStart = present !== undefined && isPendingId(present.id) && runningIn(kind, present.outputs) === true;
  return isPendingStart || lost.some(({ running }) => running === true);
}

/** Refuses if the program declares the object as off and the records show that it runs. */
function* refuseRecordedRunning(facts: AdoptFacts): Adopting {
  const { situation, id } = facts;
  const { kind, about, acknowledged } = situation;
  const property = String(kind.roles.running);
  if (!isTakenAsOff(facts) || acknowledged.has(`inactive:${id}`)) return;
  yield refused(
    `Adopting ${about}: runs have recorded that id ${id} is active, and the program declares ${property}: false.`,
    say`Look in the app, ${inTurn`${inApp("switchOff", [id], "switch it off there if it runs")}, then confirm it: ${howToConfirm(situation, `inactive:${id}`)}`}.${facts.found?.status === "found" ? say` Or ${undeclare(property, `leave ${property} out`)}.` : ""}`,
  );
}

/** Refuses if the object does not contain its targets, and the known ones are all different from the program's. */
function* refuseKnownTargets(facts: AdoptFacts): Adopting {
  const { situation, kinds } = facts;
  const { kind, about, inputs } = situation;
  const { targets } = kind.roles;
  if (targets === undefined || targetsIn(kind, shownOf(facts)) !== undefined) return;
  // The targets may name it.
  if (kind.looks !== undefined && kinds.get(kind.name) === undefined) return yield { look: { ask: "all", kind } };
  const [known, declared] = [knownTargets(facts), targetsIn(kind, inputs)];
  if (!areOtherTargets(known.all, declared)) return;
  yield refused(
    `Adopting ${about}: ${known.by} that id ${facts.id} uses ${targets.noun} ${known.all.join(", ")}, and the program declares only ${targets.noun} ${[declared].flat().join(", ")}; this service does not show whether that is right. Nothing was written.`,
    way(
      `If it is the right ${kind.noun}: add ${targets.noun} ${known.all.join(", ")} to ${targets.property} and adopt; if the service can change ${targets.property}, remove afterwards what is wrong.`,
      { do: "declareAlso", property: targets.property, values: known.all },
    ),
  );
}

function* warnThatItRuns(facts: AdoptFacts): Adopting {
  const { kind, about } = facts.situation;
  const { running, targets } = kind.roles;
  if (!mayRunOnceAdopted(facts)) return;
  const runs =
    facts.found?.status === "found"
      ? "it is running"
      : `this service does not show whether it runs, so it counts as running (declare ${running}: false if it is off)`;
  const isShown = targets === undefined || targetsIn(kind, shownOf(facts)) !== undefined;
  const taken = isShown ? "" : `; its ${targets.noun}s are taken from the program`;
  yield { warn: `${about} (id ${facts.id}): ${runs}${taken}.`, reach: "adopted" };
}

function* warnAboutStack({ situation: { kind, about, declarer }, id, known }: AdoptFacts): Adopting {
  if (known?.stack === undefined || declarer.stack === undefined || known.stack === declarer.stack) return;
  yield {
    warn: `${about}: another stack has created ${kind.noun} ${id}. Only one stack should manage it.`,
    reach: "adopted",
  };
}

function* warnAboutTargets(facts: AdoptFacts): Adopting {
  const { kind, about, inputs } = facts.situation;
  const { all, by } = knownTargets(facts);
  const others = all.filter((target) => !textsOf(targetsIn(kind, inputs)).includes(target));
  if (others.length === 0 || kind.notes === undefined) return;
  yield {
    warn: `${about}: ${by} that it also uses ${kind.roles.targets?.noun} ${others.join(", ")}, which the program does not declare.`,
    reach: "adopted",
  };
}
