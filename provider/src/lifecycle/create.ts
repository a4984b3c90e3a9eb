import { signOf } from "../api/coordination/digest";
import type { Answer, Listing } from "../api/objects";
import { sharedForNow, sharedNow } from "./acknowledge";
import { adopt } from "./adopt";
import { takeIn } from "./answerTable";
import { assertNoOtherOwner, type Owner, ownerAs } from "./belongs";
import { splitHints } from "./check";
import { ownCodes } from "./codes";
import { companiesRecorded } from "./companiesDeclared";
import { createSituation, decideCreate } from "./decideCreate";
import { guardSkippedDelete } from "./delete";
import { textsOf } from "./facts";
import { warnAboutOld } from "./failedReplacement";
import { firstLook, firstOutputs, newRecord } from "./firstState";
import { allFound, type Found, foundOn, withShared } from "./foundOn";
import { nameIn, targetsIn, type Values } from "./kind";
import { type Created, outputsOf, secretIn } from "./outputs";
import { howToSettle } from "./pending";
import { type KindWithPolicy, waitForTurn } from "./policy";
import { allRanOn, asRecorded } from "./ranOn";
import { ranOnBefore } from "./ranOnBefore";
import { newPendingId, type Recorded, readRecord } from "./record";
import { PartialFailure, PendingCreate, Refusal } from "./refusal";
import { replacedBy } from "./replaced";
import type { Run } from "./run";
import { fewLooks, findLost, whatExisted } from "./settle";
import { settledBy } from "./settled";
import type { CreateSituation } from "./situation";
import { assertNoTwinMeanwhile, noteForLater } from "./twinMeanwhile";
import { differences } from "./twins";
import { type Part, say } from "./wayOut";
import { adoptOne, inApp } from "./ways";

/** Creates the object, or adopts the one that the program names. Never creates a duplicate. */
export async function create(kind: KindWithPolicy, run: Run, rawInputs: Values): Promise<Created> {
  const { inputs } = splitHints(rawInputs);
  try {
    return await decideAndCreate(kind, run, inputs);
  } catch (error) {
    warnAboutOld(kind, run, inputs, error);
    throw error;
  }
}

async function decideAndCreate(kind: KindWithPolicy, run: Run, inputs: Values): Promise<Created> {
  run.memory.plans.begin(kind.name, inputs);
  const situation = createSituation(kind, run, inputs);
  const { account, about } = situation;
  await guardSkippedDelete(situation);
  const hints = run.memory.hintsFor(kind, inputs);
  const { replaced, ...ran } = await ranOnBefore(situation);
  const record: Recorded = {
    ...newRecord(kind, inputs, await ownerOf(situation), situation.urn),
    ...secretIn(hints),
    ...companiesRecorded(hints),
    ...sharedForNow(kind, inputs, run.memory.comparedWith(kind, situation.urn, inputs)?.outputs),
    ...ran,
  };

  const targets = textsOf(targetsIn(kind, inputs));
  let onTargets: Found = {};
  const finish = (answer: Answer, recorded: Partial<Recorded>): Created => {
    run.memory.plans.fulfil(kind.name, inputs);
    run.memory.note(kind, answer.id, { declared: inputs });
    const its = {
      ...record,
      ...recorded,
      ...replacedBy({ ...recorded.replaced, ...replaced }, answer.id),
      ...allFound(record, onTargets, recorded),
      ...asRecorded(allRanOn(record, recorded)),
      ...settledBy(situation, record, recorded, answer.id),
      // A code that the object's former resource had counts for the targets of that time.
      ...(recorded.sharedFor === undefined ? {} : { sharedFor: { ...record.sharedFor, ...recorded.sharedFor } }),
    };
    return { id: answer.id, outputs: firstOutputs(kind, answer, inputs, its) };
  };
  const made = async (answered: Answer, before: Listing | undefined): Promise<Created> => {
    const { answer, unseen } = await firstLook(situation, answered, before !== undefined);
    const shown = { ...situation, attempt: `Creating ${about}`, owner: record, news: inputs, answer, isNew: true };
    const { recorded, accepted, problems } = takeIn(shown, kind.policy.answerRules);
    warnAboutOtherValues(situation, answer, accepted);
    const created = finish(answer, { ...recorded, ...(unseen ? { unseen } : {}) });
    run.memory.note(kind, answer.id, { made: answer, ...onTargets, attachedTo: targets });
    if (problems.length === 0) return created;
    const { id, outputs } = created;
    // The records still contain the declared values. The object is saved in the state even if updating the records fails.
    const notes = { ...kind.notes?.(outputs, readRecord(outputs, about)), ...situation.declarer };
    await account.records.remember(kind.name, id, nameIn(kind, inputs), notes).catch(() => {});
    throw new PartialFailure(id, outputs, ...problems);
  };
  if (inputs.adopt !== undefined && inputs.adopt !== "twin") {
    return await adopt(situation, String(inputs.adopt), "id", finish);
  }
  await waitForTurn(situation);
  return await account.creating(kind.name, async () => {
    const { decision, listing: before } = await decideCreate(situation, `creating ${about}`);
    if (decision.act !== undefined) {
      return await adopt(situation, decision.act.adopt, "twin", finish);
    }
    // Without a shared database, creates by other machines are only visible in the account.
    const watched = kind.notes?.(inputs).running === true && !account.amongMachines;
    const isSaidBefore = situation.acknowledged.has("twin:none") || situation.spent?.has("twin:none") === true;
    const saidAbsent = isSaidBefore ? { saidAbsent: true } : {};
    const noted = { ...kind.notes?.(inputs), ...saidAbsent, ...situation.declarer };
    const body = kind.createBody(inputs);
    const isManaged = (id: string) => {
      const { manager, adopter } = run.memory.object(kind, id);
      return manager !== undefined || adopter !== undefined;
    };
    onTargets = withShared(await foundOn(situation, targets, undefined), sharedNow(situation), situation.sharedOn);
    const from = account.serviceTime();
    const creation = await account.create(kind.name, body, `creating ${about}`, noted, isManaged);
    if (creation.status === "created") {
      const created = await made(creation.answer, before);
      if (watched) await assertNoTwinMeanwhile(situation, before, created);
      else if (!account.amongMachines) noteForLater(situation, before, created.id);
      return created;
    }

    const cause = causeOf(creation);
    const sending = { from, until: account.serviceTime() };
    const existed = whatExisted(before);
    const pauses = creation.status === "doubtful" ? fewLooks : undefined;
    const found = await findLost({ ...situation, sending }, existed, pauses);
    if (found.status === "found") {
      run.warn(
        `${about}: the answer to its creation was lost (${cause}); the one new ${kind.noun} that equals it, id ${found.answer.id}, was adopted.`,
        situation.urn,
      );
      const created = await made(found.answer, before);
      if (watched) await assertNoTwinMeanwhile(situation, before, created);
      return created;
    }
    // The next run lists the account again. If it cannot, only the state shows that the object may exist.
    if (creation.status === "doubtful" && existed !== undefined) {
      run.memory.perhapsMade.add(kind.name);
      throw new Refusal(
        say`${creation.error.message}; it may have been created nevertheless: ${inApp("look", [], "look in the app")} before you remove it from the program`,
      );
    }
    run.memory.plans.fulfil(kind.name, inputs);
    // Measure from now, not from the start of the call, because the request may have waited long before it was sent.
    const since = run.now().toISOString();
    const known = existed && { knownBefore: [...existed.listed], unlistedBefore: [...existed.unlisted] };
    const sent = { from: isoOf(sending.from), until: isoOf(sending.until) };
    const mayCountAgain = kind.notes?.(inputs).running === true && situation.counted?.has("restart") !== true;
    const restartUsed = ownCodes(inputs).includes("restart") && !mayCountAgain ? { restartUsed: true } : {};
    const pending = { since, sent, ...known, ...saidAbsent, ...restartUsed, sign: signOf(creation) };
    throw new PendingCreate(
      newPendingId(run.random()),
      outputsOf(kind, undefined, inputs, {
        ...record,
        ...replacedBy(replaced),
        ...allFound(record, onTargets),
        ...settledBy(situation, record, {}),
        pending,
      }),
      creation.status === "doubtful"
        ? `${creation.error.message}; it may have been created nevertheless, and ${found.why}.`
        : say`Creating ${about}: the answer was lost (${cause}), and ${found.why}.`,
      say`It is recorded as pending, so nothing is sent twice. ${howToSettle({ ...record, pending }, before !== undefined)}`,
    );
  });
}

const isoOf = (time: number) => new Date(time).toISOString();

function causeOf({ cause, existing }: { readonly cause: string; readonly existing?: string }): Part {
  return existing === undefined ? cause : say`${cause}; if you mean that one: ${adoptOne([existing])}`;
}

async function ownerOf({ run, account, about }: CreateSituation): Promise<Owner> {
  const { id } = await account.actingUser();
  assertNoOtherOwner(run.memory.owners, id, `Creating ${about}`);
  return ownerAs(id, run.settings());
}

function warnAboutOtherValues(
  { kind, run, about, inputs, urn }: CreateSituation,
  answer: Answer,
  accepted: readonly string[],
): void {
  const others = differences(kind, answer, inputs).filter((property) => !accepted.includes(property));
  if (others.length === 0) return;
  run.warn(
    `${about}: created (id ${answer.id}), but the service holds other values than declared for ${others.join(", ")}: check it in the app.`,
    urn,
  );
}
