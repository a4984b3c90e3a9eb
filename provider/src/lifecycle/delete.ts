import { declarerOf, describe, resourceName } from "./about";
import { acknowledgements } from "./acknowledge";
import { adopt } from "./adopt";
import { assertSameOwner } from "./belongs";
import { splitHints } from "./check";
import { createSituation } from "./createSituation";
import { decideCreate } from "./decideCreate";
import type { CreateSituation, DeleteSituation } from "./guards";
import { holdWarnings } from "./heldWarnings";
import { nameIn, type ResourceKind, type Values } from "./kind";
import { adoptStillSet, isLeftOver } from "./leftOver";
import { settleLost } from "./lost";
import { isOfAdopter, moveRecord } from "./managed";
import { assertNotOfOther, otherOwnerOf } from "./otherOwner";
import { inputsOf } from "./outputs";
import { ifAbsent, isSaidAbsent } from "./pending";
import { isPendingId, readRecord } from "./record";
import { Refusal } from "./refusal";
import type { Run } from "./run";
import { assertSameObject, findToDelete } from "./sameObject";
import { settlePending } from "./settle";
import { inTurn, say, way } from "./wayOut";
import { adoptOne, command, commandLine, letGo, undeclare } from "./ways";

/** Deletes the object if the service can, otherwise stops managing it. Refuses if it still runs. */
export async function remove(kind: ResourceKind, run: Run, id: string, rawOutputs: Values): Promise<void> {
  const { inputs: outputs } = splitHints(rawOutputs);
  const about = describe(kind.noun, nameIn(kind, outputs), id);
  const record = readRecord(outputs, about);
  run.memory.noteSecrets(kind, outputs, record);
  const urn = run.memory.urnOf(kind, id, record);
  const replacement = run.memory.plannedFor(kind, id, urn, nameIn(kind, outputs))?.inputs;
  // In a replacement the program's codes count, otherwise the last ones that the state holds.
  const codes = acknowledgements(replacement ?? outputs, run.settings(), outputs);
  const account = run.account();
  run.memory.note(kind, id, { isAsked: true });
  // As recorded: what other stacks know of this object names the stack as it was called then.
  const recordedUrn = record.urn ?? urn;
  const parts = { kind, run, about, ...codes, account, id, outputs, record, replacement };
  await release({ ...parts, urn: recordedUrn });
}

async function release(situation: DeleteSituation): Promise<void> {
  const { kind, run, about, acknowledged, account, id, record, replacement } = situation;
  await assertSameOwner(record, account, acknowledged, `Deleting ${about}`);
  if (isPendingId(id)) return await removePending(situation);
  assertNotOfOther(situation, "Deleting");

  if (replacement === undefined && isTakenOver(situation)) return;
  if (run.memory.object(kind, id).isTwin === true) {
    throw new Refusal(
      `Deleting ${about}: another resource was not created in this run because this object exists, and may be meant to adopt it. Nothing was sent.`,
      settleOther,
    );
  }
  await removeObject(situation);
  // The old object of a planned replacement is no twin of the new one. Without a plan, it counts as one.
  if (replacement !== undefined) run.memory.note(kind, id, { isReleased: true });
}

/**
 * Before a create in place of an object that the engine has not asked to delete, as with `retainOnDelete` or
 * `deleteBeforeReplace: false` that a transformation has set: runs the guards of that delete.
 */
export async function guardSkippedDelete(coming: CreateSituation): Promise<void> {
  const { kind, run, acknowledged, spent, account, inputs, urn } = coming;
  const standing = kind.deletesFirst ? run.memory.standing(kind, urn, inputs) : undefined;
  if (standing === undefined) return;
  const { id, outputs } = standing;
  // A run that was cut off after the delete continues with the create.
  if ((await account.records.one(kind.name, id))?.released === true) return;
  const about = describe(kind.noun, nameIn(kind, outputs), id);
  const record = readRecord(outputs, about);
  const parts = { kind, run, about, acknowledged, spent, account, id, outputs, record, replacement: inputs };
  await release({ ...parts, urn: record.urn ?? urn, isSkipped: true });
}

const settleOther = way("Resolve that first, then run this again.", { do: "settleOther", where: "here" });

function isTakenOver({ kind, run, about, id, urn }: DeleteSituation): boolean {
  const { manager, adopter, isTakenOver } = run.memory.object(kind, id);
  const isManaged = manager !== undefined && manager !== urn;
  if (!isManaged && adopter === undefined) return false;
  if (!isManaged && isTakenOver !== true) {
    throw new Refusal(
      `Deleting ${about}: ${resourceName(adopter)} of this program is to adopt it, and has not done so in this run. Nothing was sent.`,
      settleOther,
    );
  }
  run.warn(`${about}: another resource of this program has adopted it; it leaves the state under its old name.`, urn);
  return true;
}

async function removeObject(asked: DeleteSituation): Promise<void> {
  const held = holdWarnings(asked.run);
  const situation = { ...asked, run: held.run };
  const { kind, about, account, id, outputs, urn, replacement } = situation;
  // Said first: what a campaign asks before it is replaced would be in vain.
  if (replacement !== undefined && isLeftOver(replacement.adopt, id))
    throw adoptStillSet(`Deleting ${about}`, "this run replaces it");
  const found = await (kind.guards.beforeDelete ?? assertStated)(situation);
  if (await isOfAdopter(situation)) return held.print();
  await assertNotKept(situation);
  if (replacement !== undefined) await guardReplacement(situation, replacement);
  held.print();
  if (found !== "gone") await removeAtService(asked);
  await moveRecord(situation);
  const notes = { ...kind.guards.notedOfReleased?.(situation), ...declarerOf(urn), released: true };
  await account.records.remember(kind.name, id, nameIn(kind, outputs), notes);
}

/** Refuses a delete, which cannot be undone, if the id of the state names another object than the state describes. */
async function assertStated(situation: DeleteSituation): Promise<"exists" | "gone"> {
  const { kind, about } = situation;
  if (kind.operations.delete === undefined) return "exists";
  const finding = await findToDelete(situation);
  if (finding?.status === "found") assertSameObject(kind, finding.answer, situation, `Deleting ${about}`);
  return finding?.status === "gone" ? "gone" : "exists";
}

/** Deletes the object if the service can, otherwise warns that it stays in the account. */
async function removeAtService(situation: DeleteSituation): Promise<void> {
  const { kind, run, account, id, about, urn, isSkipped } = situation;
  if (kind.operations.delete === undefined) {
    run.warn(
      `${about}: the service has no operation that deletes a ${kind.noun}. It leaves the state; ${kind.remains} in the account.`,
      urn,
    );
    return;
  }
  if (isSkipped === true) {
    throw new Refusal(
      `Replacing ${about}: the engine did not ask for its delete (retainOnDelete or deleteBeforeReplace: false, which a transformation may set): two could run side by side. Nothing was sent.`,
      say`${undeclare("retainOnDelete", "Remove that option")}. To keep it, or if the engine counts it as deleted by now: ${inTurn`${command("pulumi state delete", urn)}, then ${adoptOne([id])}`}.`,
    );
  }
  const outcome = await account.remove(kind.name, id, `deleting ${about}`);
  if (outcome === "deleted") return kind.guards.afterDelete?.(situation);
  run.warn(`${about}: the service answered that it was already gone. If nobody has deleted it, look in the app.`, urn);
}

/** Refuses if another process of this run of the engine has not created or adopted something because of this object. */
async function assertNotKept({ kind, account, about, id }: DeleteSituation): Promise<void> {
  if (!(await account.records.isKept(kind.name, id))) return;
  throw new Refusal(
    `Deleting ${about}: a resource under another provider was not created or has not adopted it in this run, and may be meant to. Nothing was sent.`,
    settleOther,
  );
}

/**
 * Runs every guard of the create that follows before the old object is touched: `diff` may have been skipped, and a
 * delete cannot be undone.
 */
async function guardReplacement(situation: DeleteSituation, replacement: Values): Promise<void> {
  const { kind, run, about } = situation;
  if (replacement.adopt !== undefined) return await assertAdoptable(situation, replacement);
  const coming = createSituation(kind, run, replacement, situation);
  await kind.guards.beforeTurn?.(coming);
  await decideCreate(coming, `replacing ${about}`);
}

/** Refuses if the object that the replacement adopts cannot be adopted, so that the old one is not lost for nothing. */
async function assertAdoptable(situation: DeleteSituation, replacement: Values) {
  const coming = createSituation(situation.kind, situation.run, replacement, situation);
  await adopt(coming, String(replacement.adopt), "id");
}

/** Looks for the object first; `pending-…` is never sent. */
async function removePending(situation: DeleteSituation): Promise<void> {
  const { kind, run, about, account, outputs, record, replacement, acknowledged } = situation;
  const inputs = inputsOf(outputs, record);
  const lost = await settlePending({ kind, run, account, inputs, about }, record);
  const gone = (why: string) => {
    if (replacement === undefined) run.warn(`${about}: ${why}, so it leaves the state.`, record.urn);
  };
  if (lost.status === "absent") return gone("its pending creation did not take effect");
  if (lost.status === "found") {
    const { id } = lost.answer;
    const found = { ...situation, id, about: describe(kind.noun, nameIn(kind, outputs), id) };
    const ownedBy = otherOwnerOf(lost.answer, record);
    assertNotOfOther({ ...found, record: { ...record, ownedBy } }, "Deleting");
    if (replacement === undefined) return isTakenOver(found) ? undefined : await removeObject(found);
    if (String(replacement.adopt) === id) return;
    throw new Refusal(
      `${about}: its creation did take effect: it is id ${id}.`,
      say`Run ${commandLine("pulumi up --refresh")}, which adopts it, or write ${adoptOne([id])}.`,
    );
  }
  if (typeof replacement?.adopt === "number") return await assertAdoptable(situation, replacement);
  if (isSaidAbsent(record, acknowledged)) {
    // Otherwise the create that may follow would be refused because of this lost one.
    await settleLost(kind, account, inputs, record, "refused");
    return gone('its pending creation is treated as without effect because "twin:none" is acknowledged');
  }
  const runs = kind.guards.noted?.(inputs).running === true ? " If it took effect, it is running." : "";
  throw new Refusal(
    `Deleting ${about}: its creation is still pending, and ${lost.why}.${runs}`,
    say`Look in the app. ${ifAbsent(record)}`,
    say`If it is there: ${letGo(record.urn)}.`,
  );
}
