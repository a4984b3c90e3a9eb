import type { Answer } from "../api/objects";
import { safeText } from "../api/redact";
import { declarerOf, describe } from "./about";
import { acknowledgements } from "./acknowledge";
import { takeIn } from "./answerTable";
import { assertSameOwner, type Owner } from "./belongs";
import { splitHints } from "./check";
import { confirmsOff, isOfItsRun, ownCodes } from "./codes";
import { foretell } from "./decision";
import { servedIds } from "./facts";
import { firstLook } from "./firstState";
import { hiddenFrom, isOutage } from "./hidden";
import { nameIn, runningIn, runningPart, targetsIn, type Values } from "./kind";
import { settleLost } from "./lost";
import { assertNotOfOther, otherOwnerOf } from "./otherOwner";
import { inputsOf, outputsOf, seen, withId } from "./outputs";
import { howToSettle, ifAbsent, isSaidAbsent } from "./pending";
import type { KindWithPolicy, WithPolicy } from "./policy";
import { runsOrRan, withGivenUp } from "./ranOn";
import { isPendingId, type Recorded, readRecord, writtenRecord } from "./record";
import { recordFormers } from "./recordFormers";
import { Refusal } from "./refusal";
import type { Run } from "./run";
import { assertSameObject } from "./sameObject";
import { settlePending } from "./settle";
import type { ReadSituation } from "./situation";
import { settled } from "./unsettled";
import { inTurn, say, way } from "./wayOut";
import { adoptFound, letGo } from "./ways";

/** The program runs only after a refresh, so its declarations have no effect during the refresh. */
const withoutRefresh = way("`pulumi up` without --refresh", { do: "run", command: "pulumi up" });

/** The result of a refresh. */
export interface ReadBack {
  readonly id: string;
  readonly outputs: Record<string, unknown>;
  /** Undefined if nothing could be read, so that the state's inputs stay unchanged. */
  readonly inputs?: Record<string, unknown>;
}

/** Reads the object for a refresh; undefined if it is proven not to exist. Without proof it stays in the state. */
export async function read(
  kind: KindWithPolicy,
  run: Run,
  id: string,
  rawOutputs: Values,
): Promise<ReadBack | undefined> {
  const { inputs: olds } = splitHints(rawOutputs);
  const name = nameIn(kind, olds);
  const about = describe(kind.noun, name, id);
  const record = readRecord(olds, about);
  run.memory.noteSecrets(kind, olds, record);
  const { acknowledged } = acknowledgements(kind, olds, run.settings(), { held: olds });
  const account = run.account();
  const owner = await assertSameOwner(record, account, acknowledged, `Reading ${about}`);
  const situation = { kind, run, about, acknowledged, urn: record.urn, account, id, outputs: olds, record };
  if (isPendingId(id)) return await readPending({ ...situation, about: describe(kind.noun, name) });

  const finding = await account.find(kind.name, id, `reading ${about}`);
  const isOwn = finding.status === "found" && otherOwnerOf(finding.answer, owner) === undefined;
  if (!isOwn) assertNotOfOther(situation, "Reading");
  if (finding.status === "gone") {
    assertNotMoved(record, owner, about);
    const hasRun = runsOrRan(kind, olds, record) || record.ranOn !== undefined;
    const gone = { ...situation, record: { ...record, ...owner } };
    if (hasRun) return await keepGone(gone, "it, or one that it replaced, has written to people", startsAgain);
    // Without it, codes that the program has kept would count as new.
    if (kind.reaches !== undefined && ownCodes(olds).some(isOfItsRun))
      return await keepGone(gone, "its codes (acknowledge) have counted and do not count again", mayStartAgain);
    const before = kind.reaches === undefined ? "" : ` ${mayStartAgain}.`;
    run.warn(`${about}: it no longer exists at the service, so it leaves the state.${before}`, record.urn);
    const notes = { ...kind.notes?.(olds, record), running: false };
    await account.records.remember(kind.name, id, name, { ...notes, ...declarerOf(record.urn), released: true });
    await recordFormers(situation);
    run.memory.note(kind, id, { hasLeft: true });
    return undefined;
  }
  run.memory.noteRead(kind, id);
  if (finding.status === "unreadable") {
    run.memory.unseen.add(kind.plural);
    if (record.gone === true) return { id, outputs: olds };
    const since = hiddenFrom(run, record);
    if (isOutage(run, since.hiddenSince)) run.memory.stoppedShowing.add(kind.name);
    const unseen = withId(kind, { ...record, ...owner, ...since, unseen: true }, id);
    const outputs = { ...olds, recorded: writtenRecord(unseen) };
    await lookAround({ ...situation, outputs, record: unseen });
    return { id, outputs };
  }

  assertSameObject(kind, finding.answer, situation, `Reading ${about}`);
  const declared = inputsOf(olds, record);
  // A refresh shows a pause by the limit like any other change. The next update then tries to resume again.
  const {
    pausedByLimit,
    unseen: _,
    hiddenSince: _hiddenSince,
    id: known,
    unchangeable: _unchangeable,
    ownedBy: _ownedBy,
    gone: _gone,
    mayUse,
    ...shown
  } = settled(record, shownIn(kind.observed(finding.answer, olds)));
  const held =
    pausedByLimit !== undefined && !record.declared.includes(kind.roles.paused ?? "") ? { pausedByLimit } : {};
  // Without an id that an earlier release did not record: a refresh would show it as a change.
  const its = kind.reaches === undefined || known === undefined ? {} : { id: known };
  const areShown = servedIds(targetsIn(kind, finding.answer)).length > 0;
  const more = areShown || mayUse === undefined ? {} : { mayUse };
  const next = seen(kind, { ...shown, ...held, ...owner, ...its, ...more }, finding.answer);
  const after = { outputs: outputsOf(kind, finding.answer, declared, next, olds), record: next };
  const { outputs, record: kept } = withGivenUp(kind, { outputs: olds, record }, after, areShown);
  warnIfSwitched(situation, outputs);
  await lookAround({ ...situation, outputs, record: kept }, finding.answer);
  return { id, outputs, inputs: inputsOf(outputs, kept) };
}

/** As changes with an outcome. */
function shownIn(observed: Values): { readonly property: string }[] {
  return Object.keys(observed).map((property) => ({ property }));
}

const startsAgain = 'An active one is created only if "restart" is acknowledged';
const mayStartAgain =
  "If somebody has started it in the app, an active one in its place contacts the same people again from step 1";

/**
 * Keeps an object that has contacted people in the state, although it no longer exists. Otherwise the next run, perhaps on
 * a machine without records, would take the program's declaration for a new one and contact them again.
 */
async function keepGone(situation: WithPolicy<ReadSituation>, why: string, then: string): Promise<ReadBack> {
  const { kind, run, about, account, id, outputs: olds, record } = situation;
  run.memory.noteRead(kind, id);
  if (record.gone !== true) {
    run.warn(
      `${about}: it no longer exists at the service. It stays in the state, because ${why}: the next \`pulumi up\` creates it again. ${then}. To give it up, remove it from the program.`,
      record.urn,
      "gone-outside",
    );
  }
  const { unseen: _unseen, unasked: _unasked, ...known } = record;
  const kept = { ...known, ...(runsOrRan(kind, olds, record) ? { everActive: true } : {}), gone: true };
  const outputs = { ...olds, ...runningPart(kind, false), recorded: writtenRecord(kept) };
  const notes = { ...kind.notes?.(outputs, kept), running: false, ...declarerOf(record.urn) };
  await account.records.remember(kind.name, id, nameIn(kind, olds), notes);
  return { id, outputs, inputs: inputsOf(outputs, kept) };
}

/** Warns about a switch that the engine does not show, because the program does not declare whether the object runs. */
function warnIfSwitched({ kind, run, about, outputs: olds, urn }: ReadSituation, outputs: Values): void {
  const [before, now] = [runningIn(kind, olds), runningIn(kind, outputs)];
  if (typeof before !== "boolean" || typeof now !== "boolean" || before === now) return;
  const switched = now ? "switched on" : "switched off";
  run.warn(
    `${about}: it was ${switched} outside the program since the last run; it ${now ? "is running" : "writes to nobody"} now.`,
    urn,
    "changed-outside",
  );
}

/** Notes facts about an object in the state for the guards of this run and of later ones. */
async function lookAround(situation: WithPolicy<ReadSituation>, answer?: Answer): Promise<void> {
  const { kind, account, id, outputs, record, urn } = situation;
  foretell(kind.policy.readRules ?? [], situation, situation);
  const notes = { ...kind.notes?.(outputs, record, { answer }), ...declarerOf(urn) };
  // Without a response, the state may be older than the records of other runs.
  await account.records.remember(kind.name, id, nameIn(kind, outputs), notes, { unlessKnown: record.unseen === true });
}

/** If `moved:` is acknowledged for an object, its absence at the new address only proves that it did not move. */
function assertNotMoved(record: Recorded, owner: Owner, about: string): void {
  if (record.origin === owner.origin && record.actingUserId === owner.actingUserId) return;
  throw new Refusal(
    `Reading ${about}: user ${owner.actingUserId} has no such object at ${owner.origin}, so it has not moved there. It stays in the state.`,
    say`If you know that it is gone: ${letGo(record.urn)}.`,
  );
}

async function readPending(situation: WithPolicy<ReadSituation>): Promise<ReadBack | undefined> {
  const { kind, run, account, about, acknowledged, id: pendingId, outputs: olds, record } = situation;
  const declared = inputsOf(olds, record);
  const lost = await settlePending({ kind, run, account, inputs: declared, about }, record);
  const isSaid = lost.status === "unclear" && isSaidAbsent(record, acknowledged);
  if (isSaid) await settleLost(kind, account, declared, record, "refused");
  if (lost.status === "absent" || isSaid) {
    const { ranOn, replaced, pending } = record;
    // Only the state knows whose people it has contacted, which objects are its former versions, and what its codes were added for.
    const hasCodes = ownCodes(olds).some((code) => isOfItsRun(code) && !confirmsOff(code));
    const isKept = ranOn !== undefined || (kind.reaches !== undefined && (replaced !== undefined || hasCodes));
    const only = ranOn !== undefined ? ', and an active one only if "restart" is acknowledged' : "";
    run.warn(
      `${about}: its pending creation did not take effect; the next \`pulumi up\` creates it${only}.`,
      record.urn,
    );
    if (pending === undefined || !isKept) return undefined;
    run.memory.noteRead(kind, pendingId);
    const kept = writtenRecord({ ...record, pending: { ...pending, isAbsent: true } });
    return { id: pendingId, outputs: { ...olds, recorded: kept } };
  }
  if (lost.status === "unclear") {
    const problem = `${about}: its creation is still pending, and ${lost.why}.`;
    if (lost.canBeLooked !== false) {
      throw new Refusal(
        problem,
        say`Look in the app. If it is there: ${inTurn`write ${adoptFound} on the resource and run ${withoutRefresh}`}.`,
        say`${ifAbsent(record)} The program's adopt and acknowledge count only without --refresh.`,
      );
    }
    // Only `adopt` or `acknowledge` in the program can settle it, and the program runs after the refresh.
    run.warn(`${problem} ${howToSettle(record, false)}`, record.urn);
    run.memory.noteRead(kind, pendingId);
    return { id: pendingId, outputs: olds };
  }
  const { pending: _settled, ...settled } = record;
  const { id, createdAt } = lost.answer;
  run.memory.noteRead(kind, id);
  const made = createdAt === undefined || createdAt === null ? "" : `, created ${safeText(String(createdAt), 40)}`;
  run.warn(
    `${about}: the answer to its creation was lost; the one new ${kind.noun} that equals it, id ${id}${made}, was adopted. If somebody else has made it: ${letGo(record.urn)}.`,
    record.urn,
    "adopted",
  );
  const { answer } = await firstLook(situation, lost.answer, true);
  // As after a create with a response: it may run unexpectedly.
  const shown = { kind, run, about, attempt: about, urn: record.urn, owner: record, news: declared, answer };
  const { recorded, problems } = takeIn({ ...shown, isNew: true }, kind.policy.answerRules);
  for (const line of problems) run.warn(String(line), record.urn);
  const next = withId(kind, seen(kind, { ...settled, ...recorded, takenOver: true }, answer), id);
  const outputs = outputsOf(kind, answer, declared, next);
  return { id, outputs, inputs: inputsOf(outputs, next) };
}
