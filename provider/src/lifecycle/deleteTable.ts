import type { CreationNotes, Finding } from "../api/objects";
import { declarerOf, resourceName } from "./about";
import { type Outcome, type Rule, refused } from "./decision";
import type { Known } from "./facts";
import { runningIn, type Values } from "./kind";
import { adoptStillSet, isLeftOver } from "./leftOver";
import { isOwn } from "./managed";
import type { ObjectNotes } from "./memory";
import { refusedOfOther } from "./otherOwner";
import { inputsOf } from "./outputs";
import { ifAbsent, isSaidAbsent } from "./pending";
import { isPendingId } from "./record";
import { anotherObject, isAnother } from "./sameObject";
import type { Lost } from "./settle";
import type { DeleteSituation } from "./situation";
import { inTurn, say, way } from "./wayOut";
import { adoptOne, command, commandLine, letGo, undeclare } from "./ways";

/** What a delete is decided on. What is undefined is not known yet: a rule that needs it asks. */
export interface DeleteFacts<V = Values> {
  readonly situation: DeleteSituation<V>;
  /** The object as the state names it: by its pending id if its create was not answered. */
  readonly inState: string;
  /** What this run knows of the object. */
  readonly notes: ObjectNotes;
  /** What came of its create, if that was not answered. */
  readonly lost?: Lost;
  /** As the service shows it by itself. */
  readonly found?: Finding;
  /** What runs have recorded of it by now, in whichever process. */
  readonly recorded?: CreationNotes;
  /** Another process of this run of the engine keeps it from being deleted. */
  readonly isKept?: boolean;
  /** Whether it has contacted anybody. */
  readonly log?: "entries" | "none" | "unreadable";
}

/** The object leaves the state, and nothing is sent. Without this act, it is deleted if the service can do that. */
export interface Leave {
  /** `adopt`: only if the program's `adopt` can take its place. `saidAbsent`: its lost create then counts as refused. */
  readonly leave: "asItIs" | "adopt" | "saidAbsent";
}

/** Whether it contacts people now. A person's word counts where the service does not show it. */
export function runningNow({ situation: { kind, id, acknowledged }, found }: DeleteFacts): Known<boolean> {
  if (found === undefined || kind.roles.running === undefined) return "unshown";
  const shown = found.status === "found" ? runningIn(kind, found.answer) : undefined;
  if (found.status === "gone") return { value: false, source: "service" };
  if (shown !== undefined) return { value: shown !== false, source: "service" };
  if (acknowledged.has(`inactive:${id}`)) return { value: false, source: "person" };
  return found.status === "found" ? "unreadable" : "unshown";
}

type Deleting = Iterable<Outcome<Leave>>;

/** Whether the object exists, whose it is, and whether it is the one that the state describes. */
export const ofObject: readonly Rule<DeleteFacts, Leave>[] = [
  { name: "pending", decide: leavePending },
  { name: "other-owner", decide: refuseOfOther },
  { name: "took-effect", decide: refuseLateReplacement },
  { name: "taken-over", decide: leaveTakenOver },
  { name: "twin-of-run", decide: refuseTwin },
  { name: "adopt-set", decide: refuseLeftOver },
  { name: "another-object", decide: refuseAnother },
];

/** Who else holds it, and what the service and the engine can do. */
export const ofHolders: readonly Rule<DeleteFacts, Leave>[] = [
  { name: "adopted-elsewhere", decide: leaveAdopted },
  { name: "kept", decide: refuseKept },
  { name: "not-asked", decide: refuseNotAsked },
  { name: "stays", decide: warnThatItStays },
];

/** Whether an object of this kind may leave the state, and how. The table of creates follows if another one replaces it. */
export function deleteTable({
  policy,
}: {
  readonly policy: { readonly deleteRules?: readonly Rule<DeleteFacts>[] };
}): readonly Rule<DeleteFacts, Leave>[] {
  return [...ofObject, ...(policy.deleteRules ?? []), ...ofHolders];
}

/** Of a create whose answer was lost: the object may exist. `pending-…` is never sent. */
function* leavePending({ situation, lost }: DeleteFacts): Deleting {
  const { kind, about, outputs, record, replacement, acknowledged, id } = situation;
  if (lost === undefined) {
    if (isPendingId(id)) yield { look: { ask: "creation", kind, id } };
    return;
  }
  if (lost.status === "found") return;
  const isAbsent = lost.status === "absent";
  if (!isAbsent && typeof replacement?.adopt === "number") yield { act: { leave: "adopt" } };
  if (isAbsent || isSaidAbsent(record, acknowledged)) {
    const why = isAbsent
      ? "its pending creation did not take effect"
      : 'its pending creation is treated as without effect because "twin:none" is acknowledged';
    if (replacement === undefined) yield { warn: `${about}: ${why}, so it leaves the state.` };
    yield { act: { leave: isAbsent ? "asItIs" : "saidAbsent" } };
    return;
  }
  const runs = kind.notes?.(inputsOf(outputs, record)).running === true;
  yield refused(
    `Deleting ${about}: its creation is still pending, and ${lost.why}.${runs ? " If it took effect, it is running." : ""}`,
    say`Look in the app. ${ifAbsent(record)}`,
    say`If it is there: ${letGo(record.urn)}.`,
  );
}

function* refuseOfOther({ situation }: DeleteFacts): Deleting {
  const { ownedBy } = situation.record;
  if (ownedBy !== undefined) yield { refuse: () => refusedOfOther(situation, ownedBy, "Deleting") };
}

/** The lost create has made the object that this run would replace, and no run has recorded it as managed. */
function* refuseLateReplacement({ situation: { id, replacement }, inState, lost }: DeleteFacts): Deleting {
  if (lost === undefined || replacement === undefined) return;
  if (String(replacement.adopt) === id) yield { act: { leave: "asItIs" } };
  yield refused(
    `${inState}: its creation did take effect: it is id ${id}.`,
    say`Run ${commandLine("pulumi up --refresh")}, which adopts it, or write ${adoptOne([id])}.`,
  );
}

const settleOther = way("Resolve that first, then run this again.", { do: "settleOther", where: "here" });

/** Another resource of the program manages it by now, or is to adopt it. */
function* leaveTakenOver({ situation, notes }: DeleteFacts): Deleting {
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
  // Of a replacement, the manager is the resource itself under another name, and records tell what was adopted.
  if (replacement !== undefined || (!isManaged && adopter === undefined)) return;
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

/** Comes before what a kind asks before it is replaced, which would be in vain. */
function* refuseLeftOver({ situation: { about, id, replacement } }: DeleteFacts): Deleting {
  if (replacement === undefined || !isLeftOver(replacement.adopt, id)) return;
  yield { refuse: () => adoptStillSet(`Deleting ${about}`, "this run replaces it") };
}

/** The id of the state names another object than the state describes. What is only let go of may be any. */
function* refuseAnother({ situation, found }: DeleteFacts): Deleting {
  const { kind, about, id } = situation;
  if (kind.operations.delete === undefined && kind.roles.running === undefined) return;
  if (found === undefined) yield { look: { ask: "itself", kind, id } };
  if (found?.status !== "found" || !isAnother(found.answer, situation)) return;
  yield { refuse: () => anotherObject(kind, found.answer, situation, `Deleting ${about}`) };
}

/** Another resource has adopted it since, so that a delete here would remove it there as well. */
function* leaveAdopted({ situation, recorded }: DeleteFacts): Deleting {
  const { kind, about, id, urn, replacement } = situation;
  const { noun } = kind;
  if (recorded === undefined) return yield { look: { ask: "record", kind, id } };
  if (recorded.adopted !== true || recorded.released === true || isOwn(recorded, situation)) return;
  const isHere = recorded.stack === declarerOf(urn).stack;
  if (replacement !== undefined) {
    const again = inTurn`${command("pulumi state delete", urn)}, then ${adoptOne([id])} and \`pulumi up\`, and then make this change again`;
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

/** Another process of this run of the engine has not created or adopted something because of this object. */
function* refuseKept({ situation: { kind, about, id }, isKept }: DeleteFacts): Deleting {
  if (isKept === undefined) yield { look: { ask: "kept", kind, id } };
  if (isKept !== true) return;
  yield refused(
    `Deleting ${about}: a resource under another provider was not created or has not adopted it in this run, and may be meant to. Nothing was sent.`,
    settleOther,
  );
}

function* refuseNotAsked({ situation, found }: DeleteFacts): Deleting {
  const { kind, about, id, urn, isSkipped } = situation;
  if (isSkipped !== true || kind.operations.delete === undefined || found?.status === "gone") return;
  yield refused(
    `Replacing ${about}: the engine did not ask for its delete (retainOnDelete or deleteBeforeReplace: false, which a transformation may set): two could run side by side. Nothing was sent.`,
    say`${undeclare("retainOnDelete", "Remove that option")}. To keep it, or if the engine counts it as deleted by now: ${inTurn`${command("pulumi state delete", urn)}, then ${adoptOne([id])}`}.`,
  );
}

function* warnThatItStays({ situation: { kind, about }, found }: DeleteFacts): Deleting {
  if (kind.operations.delete !== undefined || found?.status === "gone") return;
  yield {
    warn: `${about}: the service has no operation that deletes a ${kind.noun}. It leaves the state; ${kind.remains} in the account.`,
  };
}
