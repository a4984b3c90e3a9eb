import { ServiceError } from "../api/errors";
import type { CreationNotes } from "../api/objects";
import { declarerOf, describe } from "./about";
import { acknowledgements } from "./acknowledge";
import { decideAdopt } from "./adopt";
import { assertSameOwner } from "./belongs";
import { splitHints } from "./check";
import { createSituation, decideCreate } from "./decideCreate";
import { conclude, type Decision, type Observed, printWarnings } from "./decision";
import { type DeleteFacts, deleteTable, type Leave, runningNow } from "./deleteTable";
import { knownValue } from "./facts";
import { nameIn, type Values } from "./kind";
import { settleLost } from "./lost";
import { moveRecord } from "./managed";
import { otherOwnerOf } from "./otherOwner";
import { inputsOf } from "./outputs";
import { type KindWithPolicy, type WithPolicy, waitForTurn } from "./policy";
import { isPendingId, readRecord } from "./record";
import { recordFormers } from "./recordFormers";
import { contentOf } from "./replaced";
import { holdWarnings, type Run } from "./run";
import { settlePending } from "./settle";
import { noteSettled, settleInRecords } from "./settled";
import type { CreateSituation, DeleteSituation } from "./situation";
import { orPerhapsDeleted } from "./unsettled";

/** Deletes the object if the service can, otherwise stops managing it. Refuses if it still runs. */
export async function remove(kind: KindWithPolicy, run: Run, id: string, rawOutputs: Values): Promise<void> {
  const { inputs: outputs } = splitHints(rawOutputs);
  const about = describe(kind.noun, nameIn(kind, outputs), id);
  const record = readRecord(outputs, about);
  run.memory.noteSecrets(kind, outputs, record);
  noteSettled(run.memory, kind, record.settled);
  const urn = run.memory.urnOf(kind, id, record);
  const planned = run.memory.plannedFor(kind, id, urn, nameIn(kind, outputs));
  const replacement = planned?.inputs;
  // In a replacement the program's codes apply, otherwise the state's.
  const codes = acknowledgements(kind, replacement ?? outputs, run.settings(), {
    held: outputs,
    isPending: record.pending !== undefined,
    ...(replacement === undefined ? {} : { used: run.memory.hintsFor(kind, replacement).used }),
  });
  run.memory.note(kind, id, { isAsked: true });
  // Use the recorded name, because other stacks' records contain the stack's name of that time.
  const parts = { kind, run, about, ...codes, account: run.account(), id, outputs, record, replacement };
  await release({ ...parts, urn: record.urn ?? urn });
  // No diff compares the objects of a forced replacement.
  if (planned !== undefined) run.memory.noteForced({ id, outputs }, planned);
}

/**
 * Decides on a replacement's delete before its create, if the engine has not requested the delete first, as with
 * `retainOnDelete`, with `deleteBeforeReplace: false` set by a transformation, or after a replacement that has failed.
 */
export async function guardSkippedDelete(coming: WithPolicy<CreateSituation>): Promise<void> {
  const { kind, run, acknowledged, spent, account, inputs, urn } = coming;
  const standing = run.memory.standing(kind, urn, inputs);
  if (standing === undefined || (!kind.deletesFirst && !isPendingId(standing.id))) return;
  const { id, outputs } = standing;
  // A run that was interrupted after the delete continues with the create. An object that stays may run by now.
  const canDelete = kind.operations.delete !== undefined;
  if (canDelete && (await account.records.one(kind.name, id))?.released === true) return;
  const about = describe(kind.noun, nameIn(kind, outputs), id);
  const record = readRecord(outputs, about);
  run.memory.noteSecrets(kind, outputs, record);
  const parts = { kind, run, about, acknowledged, spent, account, id, outputs, record, replacement: inputs };
  await release({ ...parts, urn: record.urn ?? urn, isSkipped: true });
}

async function release(asked: WithPolicy<DeleteSituation>): Promise<void> {
  const { kind, run, account, record, outputs, replacement } = asked;
  await assertSameOwner(record, account, asked.acknowledged, `Deleting ${asked.about}`);
  await settleInRecords({ ...asked, inputs: outputs });
  const held = holdWarnings(run);
  const { decision, facts } = await decideDelete({ ...asked, run: held.run });
  const { id, about, urn } = facts.situation;
  const leave = decision.act?.leave;
  if (replacement !== undefined && (leave === undefined || leave === "adopt")) {
    await decideReplacement({ ...facts.situation, kind }, replacement);
  }
  held.print();

  if (leave === "saidAbsent") await settleLost(kind, account, inputsOf(outputs, record), record, "refused");
  await recordFormers(facts.situation);
  if (leave !== undefined) return;
  const its = await notesOf(facts);
  if (kind.operations.delete !== undefined && facts.found?.status !== "gone") {
    const isShown = facts.found?.status === "found";
    const outcome = await account.remove(kind.name, id, `deleting ${about}`).catch((error: unknown) => {
      throw orPerhapsDeleted(facts.situation, isShown, error);
    });
    if (outcome === "deleted") printWarnings(decision, asked, true);
    else
      run.warn(
        `${about}: the service answered that it was already gone. If nobody has deleted it, look in the app.`,
        urn,
      );
  }

  await moveRecord(facts.situation);
  const content = contentOf(kind, inputsOf(outputs, record));
  const released = { ...its, ...declarerOf(urn), released: true, content };
  await account.records.remember(kind.name, id, nameIn(kind, outputs), released);
  // In a planned replacement, the old object does not count as a twin of the new one. Without a plan it does.
  if (replacement !== undefined) run.memory.note(kind, id, { isReleased: true });
}

/**
 * What later runs need to know about it: another machine may have created it, and somebody may have started it in the app.
 * Only the checks of this run show whether it still runs.
 */
async function notesOf({ situation, found, logs }: DeleteFacts): Promise<CreationNotes> {
  const { kind, run, account, about, id, outputs, record } = situation;
  const { running: _running, ...its } = kind.notes?.(outputs, record) ?? {};
  if (run.memory.object(kind, id).isOff !== true) return its;
  const off = { ...its, running: false };
  if (found?.status !== "unreadable" || its.ran === true || kind.looks === undefined) return off;
  const log = logs.get(id);
  const hasRun = log === undefined ? await kind.looks.hasRun(account, `deleting ${about}`, id) : log === "entries";
  return hasRun === true ? { ...off, ran: true } : off;
}

export interface Decided {
  readonly decision: Decision<Leave>;
  readonly facts: DeleteFacts;
}

/** Collects the facts about the object and decides whether it may leave the state. Prints warnings and throws refusals. */
export async function decideDelete(asked: WithPolicy<DeleteSituation>): Promise<Decided> {
  const { kind, run } = asked;
  const seen = observe(asked);
  try {
    const decision = await conclude(deleteTable(kind), seen, asked);
    return { decision, facts: seen.facts() };
  } finally {
    const facts = seen.facts();
    // Note this even after a refusal, because the run's other creates may depend on it.
    if (knownValue(runningNow(facts)) === false) run.memory.note(kind, facts.situation.id, { isOff: true });
  }
}

/**
 * Decides on the replacement's create before the old object is deleted, because `diff` may have been skipped and a delete
 * cannot be undone.
 */
async function decideReplacement(situation: WithPolicy<DeleteSituation>, replacement: Values): Promise<void> {
  const { kind, run, about } = situation;
  const coming = createSituation(kind, run, replacement, situation);
  if (replacement.adopt !== undefined) return void (await decideAdopt(coming, String(replacement.adopt), "id"));
  await waitForTurn(coming);
  await decideCreate(coming, `replacing ${about}`);
}

/** Facts about an object in the state, as far as the rules have requested them. */
function observe(asked: DeleteSituation): Observed<DeleteFacts> {
  const { kind, run, account, outputs, record } = asked;
  const notes = (id: string) => run.memory.object(kind, id);
  let facts: DeleteFacts = { situation: asked, inState: asked.about, notes: notes(asked.id), logs: new Map() };
  return {
    facts: () => facts,
    async look(question) {
      const { id, about } = facts.situation;
      switch (question.ask) {
        case "creation": {
          const lost = await settlePending({ ...asked, inputs: inputsOf(outputs, record) }, record);
          facts = { ...facts, lost };
          if (lost.status !== "found") return;
          const its = lost.answer.id;
          const found = { ...asked, id: its, about: describe(kind.noun, nameIn(kind, outputs), its) };
          const ownedBy = otherOwnerOf(lost.answer, record);
          facts = { ...facts, situation: { ...found, record: { ...record, ownedBy } }, notes: notes(its) };
          return;
        }
        case "itself": {
          // All deletes share a listing, but objects may have been switched on since.
          const isFresh = kind.roles.running !== undefined;
          const finding = account.find(kind.name, id, `deleting ${about}`, isFresh ? { fresh: true } : undefined);
          const found = await finding.catch((error: unknown) => {
            const isUnlisted = error instanceof ServiceError && error.category === "unknownOperation";
            // The delete itself will show whether the object exists.
            if (isUnlisted && kind.operations.delete !== undefined) return { status: "unreadable" } as const;
            throw error;
          });
          if (found.status === "unreadable" && isFresh) run.memory.unseen.add(kind.plural);
          facts = { ...facts, found };
          return;
        }
        case "record":
          // Another process may just have adopted it.
          facts = { ...facts, recorded: (await account.records.one(kind.name, id, { fresh: true })) ?? {} };
          return;
        case "kept":
          facts = { ...facts, isKept: await account.records.isKept(kind.name, id) };
          return;
        case "log": {
          const has = await kind.looks?.hasRun(account, `deleting ${about}`, question.id);
          const log = has === undefined ? "unreadable" : has ? "entries" : "none";
          facts = { ...facts, logs: new Map([...facts.logs, [question.id, log]]) };
        }
      }
    },
  };
}
