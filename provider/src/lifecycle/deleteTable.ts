import type { CreationNotes, Finding } from "../api/objects";
import { declarerOf, resourceName } from "./about";
import { mayAdoptTwin } from "./createFacts";
import { type Outcome, type Rule, refused } from "./decision";
import type { Known } from "./facts";
import { runningIn, type Values } from "./kind";
import { adoptStillSet, isLeftOver } from "./leftOver";
import { isOwn } from "./managed";
import type { ObjectNotes } from "./memory";
import { refusedOfOther } from "./otherOwner";
import { inputsOf } from "./outputs";
import { ifAbsent, isSaidAbsent } from "./pending";
import { isPendingId, isReplacedId } from "./record";
import { isSameAgain, refusedSameAgain } from "./sameAgain";
import { anotherObject, isAnother } from "./sameObject";
import type { Lost } from "./settle";
import { settledAs } from "./settled";
import type { AbsentSituation, DeleteSituation } from "./situation";
import { type Advice, inTurn, say, way } from "./wayOut";
import { adoptFound, adoptOne, command, commandLine, howToKeepOld, letGo, undeclare } from "./ways";

/** The facts for deciding on a delete. Undefined facts are unknown; a rule that needs one requests it. */
export interface DeleteFacts<V = Values> {
  readonly situation: DeleteSituation<V>;
  /** The object's id in the state: a pending id if its create got no response. */
  readonly inState: string;
  /** This run's notes about the object. */
  readonly notes: ObjectNotes;
  /** The outcome of its create, if that got no response. */
  readonly lost?: Lost;
  /** The object as read by id. */
  readonly found?: Finding;
  /** The current records about it, from any process. */
  readonly recorded?: CreationNotes;
  /** True if another process of this engine run prevents its delete. */
  readonly isKept?: boolean;
  /** By id, whether it, or an object that its resource has replaced, has contacted anybody, as far as requested. */
  readonly logs: ReadonlyMap<string, "entries" | "none" | "unreadable">;
}

/** Removes the object from the state without a request. Without this act, it is deleted if the service supports that. */
export interface Leave {
  /** `adopt`: only if the program's `adopt` can replace it. `saidAbsent`: its lost create then counts as refused. */
  readonly leave: "asItIs" | "adopt" | "saidAbsent";
}

/** Whether it contacts people now. An acknowledgement counts if the service does not show it. */
export function runningNow({ situation: { kind, id, acknowledged }, found }: DeleteFacts): Known<boolean> {
  if (found === undefined || kind.roles.running === undefined) return "unshown";
  const shown = found.status === "found" ? runningIn(kind, found.answer) : undefined;
  if (found.status === "gone") return { value: false, source: "service" };
  if (shown !== undefined) return { value: shown !== false, source: "service" };
  if (acknowledged.has(`inactive:${id}`)) return { value: false, source: "person" };
  return found.status === "found" ? "unreadable" : "unshown";
}

type Deleting = Iterable<Outcome<Leave>>;

interface PolicyOfDelete {
  readonly deleteRules?: readonly Rule<DeleteFacts>[];
  readonly leaveRules?: readonly Rule<DeleteFacts>[];
  readonly absentRules?: readonly Rule<AbsentSituation>[];
}

/** Rows about the object's existence, owner and identity. */
export const ofObject = (policy: PolicyOfDelete = {}): readonly Rule<DeleteFacts, Leave>[] => [
  { name: "pending", decide: (facts) => leavePending(facts, policy) },
  { name: "other-owner", decide: refuseOfOther },
  { name: "took-effect", decide: refuseLateReplacement },
  { name: "taken-over", decide: (facts) => leaveTakenOver(facts, policy) },
  { name: "twin-of-run", decide: refuseTwin },
  { name: "adopt-set", decide: refuseLeftOver },
  { name: "another-object", decide: refuseAnother },
  { name: "same-again", decide: refuseSameAgain },
];

/** Rows about other resources and processes, and about the operations of service and engine. */
export const ofHolders: readonly Rule<DeleteFacts, Leave>[] = [
  { name: "adopted-elsewhere", decide: leaveAdopted },
  { name: "kept", decide: refuseKept },
  { name: "not-asked", decide: refuseNotAsked },
  { name: "stays", decide: warnThatItStays },
];

/** The rows that decide whether and how an object leaves the state. In a replacement, the table of creates follows. */
export function deleteTable({ policy }: { readonly policy: PolicyOfDelete }): readonly Rule<DeleteFacts, Leave>[] {
  return [...ofObject(policy), ...(policy.deleteRules ?? []), ...(policy.leaveRules ?? []), ...ofHolders];
}

/** Handles a lost create, whose object may exist. `pending-…` is never sent. */
function* leavePending(facts: DeleteFacts, { absentRules = [], leaveRules = [] }: PolicyOfDelete): Deleting {
  const { situation, lost } = facts;
  const { kind, run, about, outputs, record, replacement, acknowledged, id } = situation;
  if (lost === undefined) {
    if (isPendingId(id)) yield { look: { ask: "creation", kind, id } };
    return;
  }
  if (lost.status === "found") return;
  const isAbsent = lost.status === "absent";
  const adopted = replacement?.adopt;
  // What the resource had replaced before is not what the lost create made.
  if (!isAbsent && typeof adopted === "number" && !isReplacedId(record, adopted)) yield { act: { leave: "adopt" } };
  // Declared again, it needs its own answer.
  const settled = replacement === undefined ? settledAs(run.memory, kind, record) : undefined;
  if (settled !== undefined && settled !== "") {
    for (const { decide } of leaveRules) yield* decide(facts);
    yield {
      warn: `${about}: another resource has adopted what its pending creation has made (id ${settled}), so it leaves the state.`,
    };
    yield { act: { leave: "asItIs" } };
  }
  const isSaid = isSaidAbsent(record, acknowledged) || settled === "";
  if (isAbsent || isSaid) {
    const why = isAbsent
      ? "its pending creation did not take effect"
      : 'its pending creation is treated as without effect because "twin:none" is acknowledged';
    if (replacement === undefined) {
      for (const { decide } of leaveRules) yield* decide(facts);
      yield { warn: `${about}: ${why}, so it leaves the state.` };
    }
    // Here too: a forced replacement has no diff, and the diff does not look for the object.
    else
      for (const { decide } of absentRules)
        yield* refusalsOf(decide({ ...situation, about: `Deleting ${about}`, replacement }));
    yield { act: { leave: isAbsent ? "asItIs" : "saidAbsent" } };
    return;
  }
  const runs = kind.notes?.(inputsOf(outputs, record)).running === true;
  yield refused(
    `Deleting ${about}: its creation is still pending, and ${lost.why}.${runs ? " If it took effect, it is running." : ""}`,
    say`Look in the app. ${ifAbsent(record)}`,
    say`If it is there: ${replacement === undefined ? howToLeave(situation) : adoptFound}.`,
  );
}

/** Without its id, a start on its targets could not name one that may contact people, and would be refused as long as it is lost. */
function howToLeave({ kind, record }: DeleteSituation): Advice {
  if (kind.roles.running === undefined) return letGo(record.urn);
  const first = inTurn`declare it once more with ${adoptFound} and run ${commandLine("pulumi up")}, so that its id is known; then ${letGo(record.urn)}`;
  return say`${first}. If another resource has adopted it: only ${command("pulumi state delete", record.urn)}`;
}

/** The diff has printed the warnings. */
function* refusalsOf(outcomes: Iterable<Outcome<never>>): Deleting {
  for (const outcome of outcomes) if ("refuse" in outcome) yield outcome;
}

function* refuseOfOther({ situation }: DeleteFacts): Deleting {
  const { ownedBy } = situation.record;
  if (ownedBy !== undefined) yield { refuse: () => refusedOfOther(situation, ownedBy, "Deleting") };
}

/** Refuses if the lost create made the object to be replaced, and no record shows it as managed. */
function* refuseLateReplacement({ situation, inState, lost }: DeleteFacts): Deleting {
  const { id, replacement, isSkipped } = situation;
  if (lost === undefined || replacement === undefined) return;
  if (String(replacement.adopt) === id) yield { act: { leave: "asItIs" } };
  yield refused(
    `${inState}: its creation did take effect: it is id ${id}.`,
    // The engine does not refresh it any more if an earlier replacement has failed.
    isSkipped === true
      ? say`To take it over: ${adoptOne([id])}.`
      : say`Run ${commandLine("pulumi up --refresh")}, which adopts it, or write ${adoptOne([id])}.`,
  );
}

const settleOther = way("Resolve that first, then run this again.", { do: "settleOther", where: "here" });

/** Only removes it from the state if another resource of the program manages or will adopt it. */
function* leaveTakenOver(facts: DeleteFacts, { leaveRules = [] }: PolicyOfDelete): Deleting {
  const { situation, notes } = facts;
  const { about, urn, replacement } = situation;
  const { manager, adopter, isTakenOver } = notes;
  const isManaged = manager !== undefined && manager !== urn;
  const isToBeAdopted = adopter !== undefined && adopter !== urn && adopter !== manager && isTakenOver !== true;
  if (isToBeAdopted && (replacement !== undefined || !isManaged)) {
    yield refused(
      `Deleting ${about}: ${resourceName(adopter)} of this program is to adopt it, and has not done so in this run. Nothing was sent.`,
      settleOther,
    );
  }
  // In a replacement, the manager is the resource itself with another name, and the records show adoptions.
  if (replacement !== undefined || (!isManaged && adopter === undefined)) return;
  for (const { decide } of leaveRules) yield* decide(facts);
  yield { warn: `${about}: another resource of this program has adopted it; it leaves the state under its old name.` };
  yield { act: { leave: "asItIs" } };
}

function* refuseTwin({ situation: { about }, notes }: DeleteFacts): Deleting {
  if (notes.isTwin !== true) return;
  yield refused(
    `Deleting ${about}: another resource was not created in this run because this object exists, and may be meant to adopt it. Nothing was sent.`,
    settleOther,
  );
}

/** Precedes the kind's rules for replacements, which would request acknowledgements in vain. */
function* refuseLeftOver({ situation }: DeleteFacts): Deleting {
  const { kind, about, id, replacement, isSkipped } = situation;
  if (replacement === undefined || !isLeftOver(replacement.adopt, id)) return;
  // No change replaces it, or the diff would have refused `adopt`: an object that still exists is to be kept.
  const stays = isSkipped === true && kind.operations.delete === undefined;
  if (stays && String(replacement.adopt) === id) yield { act: { leave: "asItIs" } };
  yield { refuse: () => adoptStillSet(`Deleting ${about}`, "this run replaces it") };
}

/** Refuses if the id in the state now belongs to a different object, unless the object is only removed from the state. */
function* refuseAnother({ situation, found }: DeleteFacts): Deleting {
  const { kind, about, id } = situation;
  if (kind.operations.delete === undefined && kind.roles.running === undefined) return;
  if (found === undefined) yield { look: { ask: "itself", kind, id } };
  if (found?.status !== "found" || !isAnother(found.answer, situation)) return;
  yield { refuse: () => anotherObject(kind, found.answer, situation, `Deleting ${about}`) };
}

/** Precedes the kind's rules, which would offer to create the same object again. */
function* refuseSameAgain({ situation, found }: DeleteFacts): Deleting {
  const { kind, run, id, replacement, acknowledged } = situation;
  if (replacement === undefined || acknowledged.has(`twin:${id}`) || !isSameAgain(situation, found)) return;
  if (found === undefined) yield { look: { ask: "itself", kind, id } };
  // If the service does not show an object that may run, a rule of its kind asks a person first.
  const isAsked = acknowledged.has(`inactive:${id}`);
  if (found?.status !== "found" && kind.roles.running !== undefined && !isAsked) return;
  const isRunning = found?.status === "found" && runningIn(kind, found.answer) === true;
  // The create takes it over.
  if (!isRunning && mayAdoptTwin(run.settings(), replacement)) yield { act: { leave: "asItIs" } };
  yield { refuse: () => refusedSameAgain(situation, isRunning) };
}

/** Only removes it from the state if another resource has adopted it, which a delete would affect. */
function* leaveAdopted({ situation, recorded }: DeleteFacts): Deleting {
  const { kind, about, id, urn, replacement } = situation;
  const { noun } = kind;
  if (recorded === undefined) return yield { look: { ask: "record", kind, id } };
  if (recorded.adopted !== true || recorded.released === true || isOwn(recorded, situation)) return;
  const isHere = recorded.stack === declarerOf(urn).stack;
  if (replacement !== undefined) {
    const again = inTurn`${howToKeepOld(situation)} and \`pulumi up\`, and then make this change again`;
    yield refused(
      `Deleting ${about}: ${isHere ? `runs have recorded that another resource of this stack has adopted this ${noun}` : `another stack has adopted this ${noun} since`}, and this run would replace it. Nothing was sent.`,
      isHere
        ? say`${way("Remove this resource", { do: "undeclareResource" })}, or, if no other one manages the ${noun} by now: ${again}.`
        : say`${way("Remove the resource here", { do: "undeclareResource" })}. To manage it in this stack again: ${again}.`,
    );
  }
  yield {
    warn: isHere
      ? `${about}: another resource of this stack has adopted it, as far as runs have recorded: it leaves the state under this name and stays as it is. If none manages it any more: adopt: ${id}, or remove it in the app.`
      : `${about}: another stack has adopted this ${noun} since: it leaves the state of this stack and stays as it is. To manage it in this stack again: adopt: ${id} and \`pulumi up\`.`,
  };
  yield { act: { leave: "asItIs" } };
}

/** Refuses if another process of this engine run has refused a create or an adoption because of this object. */
function* refuseKept({ situation: { kind, about, id }, isKept }: DeleteFacts): Deleting {
  if (isKept === undefined) yield { look: { ask: "kept", kind, id } };
  if (isKept !== true) return;
  yield refused(
    `Deleting ${about}: a resource under another provider was not created or has not adopted it in this run, and may be meant to. Nothing was sent.`,
    settleOther,
  );
}

function* refuseNotAsked({ situation, found }: DeleteFacts): Deleting {
  const { kind, about, urn, isSkipped } = situation;
  if (isSkipped !== true || kind.operations.delete === undefined || found?.status === "gone") return;
  const deleted = say` If it is not in the app, because an earlier run has deleted it: only ${command("pulumi state delete", urn)}.`;
  yield refused(
    `Replacing ${about}: the engine did not ask for its delete (retainOnDelete or deleteBeforeReplace: false, which a transformation may set): two could run side by side. Nothing was sent.`,
    say`${undeclare("retainOnDelete", "Remove that option")}. To keep it: ${howToKeepOld(situation)}.${found?.status === "found" ? "" : deleted}`,
  );
}

function* warnThatItStays({ situation: { kind, about }, found }: DeleteFacts): Deleting {
  if (kind.operations.delete !== undefined || found?.status === "gone") return;
  yield {
    warn: `${about}: the service has no operation that deletes a ${kind.noun}. It leaves the state; ${kind.remains} in the account.`,
  };
}
