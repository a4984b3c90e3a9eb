import { command, declarerOf, describe, letGo, resourceName } from "./about";
import { acknowledgements } from "./acknowledge";
import { adopt } from "./adopt";
import { assertSameOwner } from "./belongs";
import { splitHints } from "./check";
import { createSituation } from "./create";
import type { Values } from "./definition";
import { adoptStillSet, isLeftOver } from "./diff";
import type { DeleteSituation, ResourceKind } from "./irregular";
import { settleLost } from "./lost";
import { inputsOf } from "./outputs";
import { ifAbsent, isSaidAbsent } from "./pending";
import { isPendingId, readRecord } from "./record";
import { Refusal } from "./refusal";
import type { Run } from "./run";
import { settlePending } from "./settle";
import { guardTwins, listingBeforeCreate } from "./twinGuard";

/** Deletes the object where the service can, lets go of it where it cannot, and refuses where it still runs. */
export async function remove(kind: ResourceKind, run: Run, id: string, rawOutputs: Values): Promise<void> {
  const { definition } = kind;
  const { inputs: outputs } = splitHints(rawOutputs);
  const about = describe(definition.noun, outputs.name, id);
  const record = readRecord(outputs, about);
  const replacement = run.memory.plannedFor(definition.kind, id, record.urn, outputs.name)?.inputs;
  // The program speaks for what comes; where nothing comes, the state holds its last word.
  const acknowledged = acknowledgements(replacement ?? outputs, run.settings());
  const account = run.account();
  await assertSameOwner(record, account, acknowledged, `Deleting ${about}`);
  const situation: DeleteSituation = {
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
  if (isPendingId(id)) return await removePending(kind, situation);

  if (replacement === undefined && isTakenOver(kind, situation)) return;
  if (run.memory.isTwin(definition.kind, id)) {
    throw new Refusal(
      `Deleting ${about}: in this run another resource was not created because this one exists, and may be meant to take it over. Nothing was sent.`,
      "Settle that first, then run this again.",
    );
  }
  await removeObject(kind, situation);
  // What is deleted without anything planned in its place is a twin like any other of what comes after all.
  if (replacement !== undefined) run.memory.noteReleased(definition.kind, id);
}

function isTakenOver({ definition }: ResourceKind, { run, about, id, urn }: DeleteSituation): boolean {
  const manager = run.memory.managerOf(definition.kind, id);
  const isManaged = manager !== undefined && manager !== urn;
  const adopter = run.memory.adopterOf(definition.kind, id);
  if (!isManaged && adopter === undefined) return false;
  if (!isManaged && !run.memory.wasTakenOver(definition.kind, id)) {
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

async function removeObject(kind: ResourceKind, situation: DeleteSituation): Promise<void> {
  const { replacement } = situation;
  const found = await kind.irregular.beforeDelete?.(situation);
  if (await isOfAnotherStack(kind, situation)) return;
  if (replacement !== undefined) await guardReplacement(kind, situation, replacement);
  if (found !== "gone") await kind.irregular.remove(situation);
  const { account, id, outputs, urn } = situation;
  const notes = { ...kind.irregular.notedOfReleased?.(situation), ...declarerOf(urn), released: true };
  await account.remember(kind.definition.kind, id, outputs.name, notes);
}

/** Another stack has adopted it and has not let go of it: what this one deletes would be missing there. */
async function isOfAnotherStack(
  { definition: { kind, noun } }: ResourceKind,
  { run, about, account, id, urn, replacement }: DeleteSituation,
): Promise<boolean> {
  const known = await account.recorded(kind, id);
  if (known?.adopted !== true || known.released === true || known.stack === declarerOf(urn).stack) return false;
  const takeBack = `If it is this stack's all the same: ${command("pulumi state delete", urn)}, then adopt: ${id} and \`pulumi up\``;
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
async function guardReplacement(kind: ResourceKind, situation: DeleteSituation, replacement: Values): Promise<void> {
  const { definition, irregular } = kind;
  const { run, about, id } = situation;
  if (isLeftOver(replacement.adopt, id)) throw adoptStillSet(`Deleting ${about}`, "another is to take its place");
  if (replacement.adopt !== undefined) return await assertAdoptable(kind, situation, replacement);
  const coming = createSituation(definition, run, replacement, { id });
  const listing = await listingBeforeCreate(definition, coming, `replacing ${about}`);
  await guardTwins(definition, coming, listing, id);
  await irregular.beforeCreate?.(coming);
}

/** What cannot be taken over must not cost what is here. */
async function assertAdoptable({ definition }: ResourceKind, { run, id }: DeleteSituation, replacement: Values) {
  const coming = createSituation(definition, run, replacement, { id });
  await adopt(definition, coming, String(replacement.adopt), "id");
}

/** Looks for the object first; `pending-…` is never sent. */
async function removePending(kind: ResourceKind, situation: DeleteSituation): Promise<void> {
  const { run, about, account, outputs, record, replacement, acknowledged } = situation;
  const inputs = inputsOf(outputs, record);
  const lost = await settlePending(kind.definition, run, account, inputs, record, about);
  const gone = (why: string) => {
    if (replacement === undefined) run.warn(`${about}: ${why}, so it leaves the state.`, record.urn);
  };
  if (lost.status === "absent") return gone("its pending creation did not take effect");
  if (lost.status === "found") {
    const { id } = lost.answer;
    const found = { ...situation, id, about: describe(kind.definition.noun, outputs.name, id) };
    if (replacement === undefined) return isTakenOver(kind, found) ? undefined : await removeObject(kind, found);
    if (String(replacement.adopt) === id) return;
    throw new Refusal(
      `${about}: its creation did take effect: it is id ${id}.`,
      `Run \`pulumi up --refresh\`, which takes it, or write adopt: ${id}.`,
    );
  }
  if (typeof replacement?.adopt === "number") return await assertAdoptable(kind, situation, replacement);
  if (isSaidAbsent(record, acknowledged)) {
    // Nothing of that name is missing for the create that may follow.
    await settleLost(kind.definition, account, inputs, record, "refused");
    return gone('"twin:none" is acknowledged: its pending creation did not take effect');
  }
  const runs = kind.irregular.noted?.(inputs).running === true ? " If it took effect, it is running." : "";
  throw new Refusal(
    `Deleting ${about}: its creation is still pending, and ${lost.why}.${runs}`,
    `Look in the app. ${ifAbsent(record)}`,
    `If it is there: ${letGo(record.urn)}.`,
  );
}
