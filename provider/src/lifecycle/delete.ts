import { command, declarerOf, describe, letGo, resourceName } from "./about";
import { acknowledgements } from "./acknowledge";
import { adopt } from "./adopt";
import { assertSameOwner } from "./belongs";
import { splitHints } from "./check";
import { createSituation } from "./createSituation";
import type { DeleteSituation } from "./guards";
import { nameIn, type ResourceKind, type Values } from "./kind";
import { adoptStillSet, isLeftOver } from "./leftOver";
import { settleLost } from "./lost";
import { inputsOf } from "./outputs";
import { ifAbsent, isSaidAbsent } from "./pending";
import { isPendingId, readRecord } from "./record";
import { Refusal } from "./refusal";
import type { Run } from "./run";
import { assertSameObject, findToDelete } from "./sameObject";
import { settlePending } from "./settle";
import { guardTwins, listingBeforeCreate } from "./twinGuard";

/** Deletes the object where the service can, lets go of it where it cannot, and refuses where it still runs. */
export async function remove(kind: ResourceKind, run: Run, id: string, rawOutputs: Values): Promise<void> {
  const { inputs: outputs } = splitHints(rawOutputs);
  const about = describe(kind.noun, nameIn(kind, outputs), id);
  const record = readRecord(outputs, about);
  const replacement = run.memory.plannedFor(kind, id, record.urn, nameIn(kind, outputs))?.inputs;
  // The program speaks for what comes; where nothing comes, the state holds its last word.
  const acknowledged = acknowledgements(replacement ?? outputs, run.settings());
  const account = run.account();
  await assertSameOwner(record, account, acknowledged, `Deleting ${about}`);
  const situation: DeleteSituation = {
    kind,
    run,
    about,
    acknowledged,
    account,
    id,
    outputs,
    record,
    urn: record.urn,
    replacement,
  };
  if (isPendingId(id)) return await removePending(situation);

  if (replacement === undefined && isTakenOver(situation)) return;
  if (run.memory.object(kind, id).isTwin === true) {
    throw new Refusal(
      `Deleting ${about}: in this run another resource was not created because this one exists, and may be meant to take it over. Nothing was sent.`,
      "Settle that first, then run this again.",
    );
  }
  await removeObject(situation);
  // What is deleted without anything planned in its place is a twin like any other of what comes after all.
  if (replacement !== undefined) run.memory.object(kind, id).isReleased = true;
}

function isTakenOver({ kind, run, about, id, urn }: DeleteSituation): boolean {
  const { manager, adopter, isTakenOver } = run.memory.object(kind, id);
  const isManaged = manager !== undefined && manager !== urn;
  if (!isManaged && adopter === undefined) return false;
  if (!isManaged && isTakenOver !== true) {
    throw new Refusal(
      `Deleting ${about}: ${resourceName(adopter)} of this program adopts it, and has not done so in this run. Nothing was sent.`,
      "Settle that first, then run this again.",
    );
  }
  run.warn(
    `${about}: another resource of this program has taken it over; it leaves the state under its old name.`,
    urn,
  );
  return true;
}

async function removeObject(situation: DeleteSituation): Promise<void> {
  const { kind, account, id, outputs, urn, replacement } = situation;
  const found = await (kind.guards.beforeDelete ?? assertStated)(situation);
  if (await isOfAnotherStack(situation)) return;
  if (replacement !== undefined) await guardReplacement(situation, replacement);
  if (found !== "gone") await removeAtService(situation);
  const notes = { ...kind.guards.notedOfReleased?.(situation), ...declarerOf(urn), released: true };
  await account.records.remember(kind.name, id, nameIn(kind, outputs), notes);
}

/** What the id of the state names is about to be deleted for good: it must be what the state means. */
async function assertStated(situation: DeleteSituation): Promise<"exists" | "gone"> {
  const { kind, about } = situation;
  if (kind.operations.delete === undefined) return "exists";
  const finding = await findToDelete(situation);
  if (finding?.status === "found") assertSameObject(kind, finding.answer, situation, `Deleting ${about}`);
  return finding?.status === "gone" ? "gone" : "exists";
}

/** Deletes the object if the service can, and lets go of it if it cannot. */
async function removeAtService(situation: DeleteSituation): Promise<void> {
  const { kind, run, account, id, about, urn } = situation;
  if (kind.operations.delete === undefined) {
    run.warn(
      `${about}: the service has no operation that deletes a ${kind.noun}. It leaves the state and stays in the account.`,
      urn,
    );
    return;
  }
  const outcome = await account.remove(kind.name, id, `deleting ${about}`);
  if (outcome === "deleted") return kind.guards.afterDelete?.(situation);
  run.warn(`${about}: the service says that it was gone already. If nobody has deleted it, look in the app.`, urn);
}

/** Another stack has adopted it and has not let go of it: what this one deletes would be missing there. */
async function isOfAnotherStack(situation: DeleteSituation): Promise<boolean> {
  const { kind, run, about, account, id, urn, replacement } = situation;
  const { noun } = kind;
  const known = await account.records.one(kind.name, id);
  if (known?.adopted !== true || known.released === true || known.stack === declarerOf(urn).stack) return false;
  const takeBack = `To manage it in this stack again: ${command("pulumi state delete", urn)}, then adopt: ${id} and \`pulumi up\``;
  if (replacement !== undefined) {
    throw new Refusal(
      `Deleting ${about}: another stack has taken this ${noun} over since, and another one is to take its place. Nothing was sent.`,
      `Remove the resource here. ${takeBack}, and then this.`,
    );
  }
  run.warn(
    `${about}: another stack has taken this ${noun} over since: it leaves the state of this one and stays as it is. ${takeBack}.`,
    urn,
  );
  return true;
}

/**
 * Every guard of the create that follows, before the old object is touched: `diff` may have been skipped, and what
 * is deleted cannot be brought back.
 */
async function guardReplacement(situation: DeleteSituation, replacement: Values): Promise<void> {
  const { kind, run, about, id } = situation;
  if (isLeftOver(replacement.adopt, id)) throw adoptStillSet(`Deleting ${about}`, "another is to take its place");
  if (replacement.adopt !== undefined) return await assertAdoptable(situation, replacement);
  const coming = createSituation(kind, run, replacement, { id });
  const listing = await listingBeforeCreate(coming, `replacing ${about}`);
  await guardTwins(coming, listing, id);
  await kind.guards.beforeCreate?.(coming);
}

/** What cannot be taken over must not cost what is here. */
async function assertAdoptable({ kind, run, id }: DeleteSituation, replacement: Values) {
  const coming = createSituation(kind, run, replacement, { id });
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
    if (replacement === undefined) return isTakenOver(found) ? undefined : await removeObject(found);
    if (String(replacement.adopt) === id) return;
    throw new Refusal(
      `${about}: its creation did take effect: it is id ${id}.`,
      `Run \`pulumi up --refresh\`, which takes it, or write adopt: ${id}.`,
    );
  }
  if (typeof replacement?.adopt === "number") return await assertAdoptable(situation, replacement);
  if (isSaidAbsent(record, acknowledged)) {
    // Nothing of that name is missing for the create that may follow.
    await settleLost(kind, account, inputs, record, "refused");
    return gone('"twin:none" is acknowledged: its pending creation did not take effect');
  }
  const runs = kind.guards.noted?.(inputs).running === true ? " If it took effect, it is running." : "";
  throw new Refusal(
    `Deleting ${about}: its creation is still pending, and ${lost.why}.${runs}`,
    `Look in the app. ${ifAbsent(record)}`,
    `If it is there: ${letGo(record.urn)}.`,
  );
}
