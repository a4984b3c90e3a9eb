import type { Answer, Kind, KnownCreation, Listing } from "../api/account";
import { declarerOf, describe, resourceName } from "./about";
import { acknowledgements, howToAcknowledge } from "./acknowledge";
import { adopt } from "./adopt";
import { assertRules } from "./assertRules";
import { assertNoOtherOwner } from "./belongs";
import { splitHints } from "./check";
import type { Definition, Values } from "./definition";
import type { CreateSituation, ResourceKind } from "./irregular";
import { lostOf, lostOfResource } from "./lost";
import { declaredBy, outputsOf } from "./outputs";
import { howToSettle } from "./pending";
import { newPendingId, type Recorded, readRecord, recordVersion, seen } from "./record";
import { PartialFailure, PendingCreate, Refusal } from "./refusal";
import type { Run } from "./run";
import { fewLooks, findLost, whatExisted } from "./settle";
import { areOtherLists, guardTwins, listingBeforeCreate } from "./twinGuard";
import { assertNoTwinMeanwhile, noteForLater } from "./twinMeanwhile";
import { differences } from "./twins";

export interface Created {
  readonly id: string;
  readonly outputs: Record<string, unknown>;
}

/** Makes the object, or takes over the one that the program names; never two, never one that exists already. */
export async function create(kind: ResourceKind, run: Run, rawInputs: Values): Promise<Created> {
  const { definition, irregular } = kind;
  const { inputs } = splitHints(rawInputs);
  const situation = createSituation(definition, run, inputs);
  const { account, about } = situation;
  const record = { ...(await newRecord(definition, situation)), ...irregular.atSend?.(inputs) };

  const finish = (answer: Answer, recorded: Partial<Recorded>): Created => {
    run.memory.fulfil(inputs);
    const complete = seen({ ...record, ...recorded }, { active: inputs.active, ...answer });
    return { id: answer.id, outputs: outputsOf(definition, answer, inputs, complete) };
  };
  const made = async (answered: Answer, before: Listing | undefined): Promise<Created> => {
    const { answer, unseen } = await firstLook(kind, situation, answered, before !== undefined);
    const unasked = irregular.unasked?.({ about: `Creating ${about}`, id: answer.id, news: inputs, answer });
    const more = { ...irregular.afterCreate?.(situation, answer), ...(unseen ? { unseen } : {}) };
    warnAboutOtherValues(definition, situation, answer, more);
    if (unasked === undefined) return finish(answer, more);
    const { id, outputs } = finish(answer, { ...more, ...unasked.recorded });
    // Other runs have been told what was asked for. Whatever goes wrong with it, the object has to be recorded.
    const notes = { ...irregular.noted?.(outputs, readRecord(outputs, about)), ...situation.declarer };
    await account.remember(definition.kind, id, inputs.name, notes).catch(() => {});
    throw new PartialFailure(id, outputs, ...unasked.lines);
  };
  const takeOver = async (id: string, by: "id" | "twin"): Promise<Created> => {
    // Whoever switches it on, or has it on, must not find another one at work on its lists.
    if (inputs.active === true) await irregular.beforeAccept?.(situation, id);
    const { answer: shown, unseen } = await adopt(definition, situation, id, by);
    const isOnWord = irregular.decisive?.includes("active") === true && shown.active === undefined;
    const before = await recordedOf(definition.kind, situation, id);
    if (isOnWord && inputs.active === false) assertSaidOff(situation, id, before);
    if (shown.listIds === undefined) assertSameLists(situation, id, before);
    // What nobody can look at counts as running, whatever the program leaves out.
    const answer = isOnWord && inputs.active !== false ? { ...shown, active: true } : shown;
    const recorded = {
      ...irregular.afterAdopt?.(situation, answer, unseen),
      ...(unseen ? { unseen } : {}),
      ...(before.known?.ran === true ? { everActive: true } : {}),
    };
    // Nothing is sent, so that a person may look at it afterwards.
    if (inputs.active === undefined && answer.active === true) await warnAboutLists(kind, situation, id);
    const created = finish(answer, recorded);
    run.memory.forgetTwin(definition.kind, id);
    run.memory.noteTakenOver(definition.kind, id);
    await rememberAdopted(kind, situation, created, before);
    return created;
  };

  if (inputs.adopt !== undefined && inputs.adopt !== "twin") return await takeOver(String(inputs.adopt), "id");
  return await account.creating(definition.kind, async () => {
    // What begins to send is looked for now: a person may have done the same since the run began.
    const sends = irregular.noted?.(inputs).running === true;
    const before = await listingBeforeCreate(definition, situation, `creating ${about}`, sends);
    // Nobody else knows of this create: what other machines do meanwhile shows in the account alone.
    const watched = sends && !account.amongMachines;
    const twin = await guardTwins(definition, situation, before);
    if (twin !== undefined) {
      assertNotManaged(definition, situation, twin);
      return await takeOver(twin, "twin");
    }
    await irregular.beforeCreate?.(situation);
    const saidAbsent = situation.acknowledged.has("twin:none") ? { saidAbsent: true } : {};
    const noted = { ...irregular.noted?.(inputs), ...saidAbsent, ...situation.declarer };
    const body = definition.createBody(inputs);
    const isManaged = (id: string) =>
      run.memory.managerOf(definition.kind, id) !== undefined ||
      run.memory.adopterOf(definition.kind, id) !== undefined;
    const creation = await account.create(definition.kind, body, `creating ${about}`, noted, isManaged);
    if (creation.status === "created") {
      const created = await made(creation.answer, before);
      if (watched) await assertNoTwinMeanwhile(kind, situation, before, created);
      else if (!account.amongMachines) noteForLater(definition, situation, before, created.id);
      return created;
    }

    const existed = whatExisted(before);
    const pauses = creation.status === "doubtful" ? fewLooks : undefined;
    const found = await findLost(definition, run, account, inputs, existed, about, pauses);
    if (found.status === "found") {
      run.warn(
        `${about}: the answer to its creation was lost (${creation.cause}); the one new ${definition.noun} that equals it, id ${found.answer.id}, was taken.`,
        situation.urn,
      );
      const created = await made(found.answer, before);
      if (watched) await assertNoTwinMeanwhile(kind, situation, before, created);
      return created;
    }
    if (creation.status === "doubtful") {
      throw new Refusal(
        `${creation.error.message}; it may have been made all the same: look in the app before you drop it from the program`,
      );
    }
    run.memory.fulfil(inputs);
    // From now on: the request was on its way up to this moment, however long it had waited before it was sent.
    const since = run.now().toISOString();
    const known = existed && { knownBefore: [...existed.listed], unlistedBefore: [...existed.unlisted] };
    const pending = { since, ...known, ...saidAbsent };
    throw new PendingCreate(
      newPendingId(run.random()),
      outputsOf(definition, undefined, inputs, { ...record, pending }),
      `Creating ${about}: the answer was lost (${creation.cause}), and ${found.why}.`,
      `It is recorded as pending, nothing is sent twice. ${howToSettle({ ...record, pending }, before !== undefined)}`,
    );
  });
}

/**
 * What the service shows of the new object. Where its answer leaves out what decides whether people are reached, or
 * nothing is known yet of what this service can read, the object is read once.
 */
export async function firstLook(
  { definition, irregular }: ResourceKind,
  { run, account, about, urn }: Pick<CreateSituation, "run" | "account" | "about" | "urn">,
  answer: Answer,
  isListed: boolean,
): Promise<{ readonly answer: Answer; readonly unseen: boolean }> {
  const untold = irregular.decisive?.filter((property) => typeof answer[property] !== "boolean") ?? [];
  if (isListed && untold.length === 0) return { answer, unseen: false };
  // Whatever goes wrong with it, the object exists and has to be recorded.
  const finding = await account.find(definition.kind, answer.id, `reading ${about}`, { fresh: true }).catch(() => {});
  const shown = finding?.status === "found" ? { ...answer, ...finding.answer } : answer;
  const hidden = untold.filter((property) => typeof shown[property] !== "boolean");
  if (hidden.length > 0) {
    run.warn(
      `${about}: created (id ${answer.id}), and the service does not show ${hidden.join(", ")}: look in the app.`,
      urn,
    );
  }
  return { answer: shown, unseen: finding?.status === "unreadable" };
}

/** What runs have recorded of one object, whatever it was called then, and what was lost under the name of the new one. */
async function recordedOf(
  kind: Kind,
  { account, inputs, declarer }: CreateSituation,
  id: string,
): Promise<RecordedBefore> {
  const all = await account.creations(kind, inputs.name, "all");
  const ownNames = all.filter(({ sameName }) => sameName);
  return {
    known: all.find((each) => each.id === id),
    lost: lostOf(ownNames, declarer),
    ofResource: lostOfResource(all, declarer, inputs),
  };
}

interface RecordedBefore {
  readonly known: KnownCreation | undefined;
  /** What this stack has lost under the name. */
  readonly lost: readonly KnownCreation[];
  /** What was lost of this very resource. */
  readonly ofResource: readonly KnownCreation[];
}

/** What would be refused with active: true is said of a running one that is taken over without it. */
async function warnAboutLists({ irregular }: ResourceKind, situation: CreateSituation, id: string): Promise<void> {
  await irregular.beforeAccept?.(situation, id).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
    situation.run.warn(error.message.replace(" Nothing was sent.", ""), situation.urn);
  });
}

/** The program says that it is off, and runs have recorded that it runs: that takes a person's word. */
function assertSaidOff({ about, acknowledged }: CreateSituation, id: string, { known, lost }: RecordedBefore): void {
  const mayRun = [known, ...lost].some((each) => each?.running === true);
  if (!mayRun || acknowledged.has(`inactive:${id}`)) return;
  throw new Refusal(
    `Adopting ${about}: runs have recorded that id ${id} is active, and the program says active: false.`,
    `Look in the app, switch it off there if it runs, then say so: ${howToAcknowledge(`inactive:${id}`)}. Or leave active out.`,
  );
}

/** The service does not tell the lists, and what was recorded of them has nothing to do with what the program says. */
function assertSameLists({ about, inputs }: CreateSituation, id: string, before: RecordedBefore): void {
  const recorded = recordedLists(before);
  if (!areOtherLists(recorded, inputs.listIds)) return;
  throw new Refusal(
    `Adopting ${about}: runs have recorded that id ${id} works on list ${recorded.join(", ")}, and the program says only list ${[inputs.listIds].flat().join(", ")}; this service does not tell. Nothing was written.`,
    "Write the recorded list into listIds as well and adopt; where the service can change lists, take out afterwards what is wrong.",
  );
}

/** What was lost under the name may be what is taken over now: it was sent with lists of its own. */
function recordedLists({ known, lost }: RecordedBefore): string[] {
  return [...new Set([known, ...lost].flatMap((each) => each?.targets ?? []))];
}

/** Says whose it was, and tells later runs that it is this stack's from now on. */
async function rememberAdopted(
  { definition: { kind, noun }, irregular }: ResourceKind,
  situation: CreateSituation,
  { id, outputs }: Created,
  before: RecordedBefore,
): Promise<void> {
  const { known, ofResource } = before;
  const { run, about, account, inputs, urn, declarer } = situation;
  if (known?.stack !== undefined && declarer.stack !== undefined && known.stack !== declarer.stack) {
    run.warn(`${about}: another stack has created ${noun} ${id}. Only one stack should manage it.`, urn);
  }
  // What is known to have been made is not what was lost.
  if (known === undefined) await account.settle(ofResource, { id });
  const notes = irregular.noted?.(outputs, readRecord(outputs, about));
  const others = recordedLists(before).filter((listId) => notes?.targets?.includes(listId) !== true);
  if (others.length > 0 && notes !== undefined) {
    run.warn(
      `${about}: runs have recorded that it works on list ${others.join(", ")} as well, which the program does not say.`,
      urn,
    );
  }
  // What was recorded is not forgotten on the program's word.
  const targets = notes?.targets && [...notes.targets, ...others];
  await account.remember(kind, id, inputs.name, { ...notes, ...(targets && { targets }), ...declarer, adopted: true });
}

/** One object is managed once; and the delete of whatever managed it before must know that it was taken over. */
function assertNotManaged({ kind, noun }: Definition, { run, about, urn }: CreateSituation, id: string): void {
  const other = run.memory.adopts(kind, id, urn ?? about);
  if (other === undefined) return;
  throw new Refusal(
    `Adopting ${about}: ${noun} ${id} is already managed by ${resourceName(other)} of this program; one object can be managed once.`,
    "Make the two differ, or remove one of them.",
  );
}

/** What a create, and a delete that makes room for one, may look at. Also where late values meet the rules. */
export function createSituation(
  definition: Definition,
  run: Run,
  inputs: Values,
  instead?: { readonly id: string },
): CreateSituation {
  const settings = run.settings();
  const acknowledged = acknowledgements(inputs, settings);
  assertRules(definition, inputs, settings, acknowledged, String(inputs.name));
  const about = describe(definition.noun, inputs.name);
  const { urn } = run.memory.hintsFor(inputs);
  return {
    run,
    about,
    acknowledged,
    urn,
    account: run.account(),
    inputs,
    declarer: declarerOf(urn, run.memory.urn),
    instead: instead?.id,
  };
}

async function newRecord(definition: Definition, { run, account, about, inputs, urn }: CreateSituation) {
  const { id } = await account.actingUser();
  assertNoOtherOwner(run.memory.owners, id, `Creating ${about}`);
  const record: Recorded = {
    version: recordVersion,
    origin: run.settings().origin,
    actingUserId: id,
    declared: declaredBy(definition, inputs),
    ...(urn === undefined ? {} : { urn }),
  };
  return record;
}

function warnAboutOtherValues(
  definition: Definition,
  { run, about, inputs, urn }: CreateSituation,
  answer: Answer,
  recorded: Partial<Recorded>,
): void {
  const others = differences(definition, answer, inputs).filter(
    (property) => !(property === "paused" && recorded.pausedByLimit),
  );
  if (others.length === 0) return;
  run.warn(
    `${about}: created (id ${answer.id}), but the service has other values than asked for in ${others.join(", ")}: look at it in the app.`,
    urn,
  );
}
