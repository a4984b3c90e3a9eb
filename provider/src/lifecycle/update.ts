import { causeOf, declarerOf, describe } from "./about";
import { acknowledgements } from "./acknowledge";
import { assertRules } from "./assertRules";
import { assertSameOwner } from "./belongs";
import { isHeldBack, paths } from "./cannotChange";
import { splitHints } from "./check";
import type { UpdateSituation } from "./guards";
import { unlessRefused } from "./heldWarnings";
import { type Change, nameIn, programOnly, type ResourceKind, runningIn, runningPart, type Values } from "./kind";
import { moveRecord, withUrn } from "./managed";
import { assertNotOfOther, ofOtherOwner, otherOwnerOf } from "./otherOwner";
import { declaredBy, outputsOf, secretIn } from "./outputs";
import { howToSettle } from "./pending";
import { isPendingId, type Recorded, readRecord, seen, writtenRecord } from "./record";
import { PartialFailure, Refusal } from "./refusal";
import type { Run } from "./run";
import { saysOff } from "./saidOff";
import { send } from "./send";
import { decideUnasked } from "./unasked";
import { inTurn, say } from "./wayOut";
import { command, commandLine } from "./ways";

/** Sends only what changed, after checking that the object was not changed elsewhere, and compares the answer. */
export function update(kind: ResourceKind, run: Run, id: string, rawOlds: Values, rawNews: Values) {
  return run.memory.updates.begin(kind, id, sendUpdate(kind, run, id, rawOlds, rawNews));
}

async function sendUpdate(kind: ResourceKind, run: Run, id: string, rawOlds: Values, rawNews: Values) {
  const { inputs: stored } = splitHints(rawOlds);
  const { inputs: news } = splitHints(rawNews);
  const settings = run.settings();
  const about = describe(kind.noun, nameIn(kind, stored), id);
  const { acknowledged, spent } = acknowledgements(news, settings, stored);
  const known = readRecord(stored, about);
  run.memory.noteSecrets(kind, stored, known);
  if (isPendingId(id)) {
    throw new Refusal(
      `${describe(kind.noun, nameIn(kind, stored))}: its creation is still pending (its answer was lost), so it cannot be changed yet.`,
      howToSettle(known, known.pending?.knownBefore !== undefined),
    );
  }
  assertRules(kind, news, settings, acknowledged, String(nameIn(kind, news)));
  const account = run.account();
  const owner = await assertSameOwner(known, account, acknowledged, `Updating ${about}`);
  const urn = run.memory.hintsFor(kind, news).urn ?? known.urn;
  assertNotOfOther({ kind, about, urn, id, record: known }, "Updating");
  const decided = await decideUnasked({ kind, run, about, acknowledged, spent, id, stored, news, known });
  const { record } = decided;
  const isSaidOff = saysOff(kind, { id, olds: decided.olds, news, record, acknowledged });
  const olds = isSaidOff ? { ...decided.olds, ...runningPart(kind, false) } : decided.olds;
  const all = kind.changes(olds, news);
  const changes = all.filter((change) => !isHeldBack(kind, record, change));
  const situation = { kind, run, about, acknowledged, spent, urn, account, id, olds, news, record, changes };
  assertUpdates(situation);

  const declared = declaredBy(kind, news);
  const said = kind.guards.afterProgram?.(news, record) ?? record;
  const { secret: _secret, ...plainly } = said;
  const next = withUrn({ ...plainly, ...secretIn(run.memory.hintsFor(kind, news)), ...owner, declared }, urn);
  const heldBack = all.filter((change) => !changes.includes(change));
  const takesAlong = () =>
    moveRecord({ kind, account, id, outputs: olds, record: next, urn }).catch((error: unknown) =>
      warnNotRecorded(run, about, urn, error),
    );
  if (changes.length === 0) {
    await takesAlong();
    if (isSaidOff) {
      const notes = { ...kind.guards.noted?.(olds, next), ...declarerOf(urn) };
      await account.records.remember(kind.name, id, nameIn(kind, olds), notes);
      run.warn(`${about}: recorded as off because "inactive:${id}" is acknowledged; nothing was sent.`, urn);
    }
    return updatedOutputs(kind, olds, news, next, heldBack);
  }

  const inTurn = kind.guards.needsTurn?.(situation) === true;
  const change = () =>
    unlessRefused(run, async (held) => {
      const found = await kind.guards.beforeUpdate?.({ ...situation, run: held });
      if (inTurn) await rememberBefore(situation);
      return await send({ ...situation, run: held }, inTurn, found);
    });
  if (inTurn) await kind.guards.beforeTurn?.({ kind, run, id, olds, inputs: news });
  // No other object of this kind may be started at the same time.
  const { before, answer, left, undone, recorded } = inTurn
    ? await account.creating(kind.name, change)
    : await change();
  const unasked = kind.guards.unasked?.({
    about: `Updating ${about}`,
    id,
    news,
    before: before && { ...runningPart(kind, runningIn(kind, olds)), ...before },
    answer,
  });
  const refusal = undone.length > 0 ? leftAsBefore(situation, undone) : undefined;
  const other = otherOwnerOf(answer, owner);
  if (refusal !== undefined && unasked === undefined && other === undefined) throw refusal;
  const after = (record: Recorded) => {
    const outputs = outputsOf(kind, answer, news, next, olds);
    return updatedOutputs(kind, outputs, news, seen(kind, record, answer), [...heldBack, ...left]);
  };
  const sent = changes.filter((change) => !left.includes(change));
  const outputs = after({ ...next, ...recorded, ...stillConcluded(record, sent) });
  if (kind.guards.noted !== undefined) {
    const notes = { ...kind.guards.noted(outputs, readRecord(outputs, about), { sent }), ...declarerOf(urn) };
    await account.records
      .remember(kind.name, id, nameIn(kind, outputs), notes)
      .catch((error: unknown) => warnNotRecorded(run, about, urn, error));
  }
  await takesAlong();
  if (unasked === undefined && other === undefined) return outputs;
  const runs = runningIn(kind, outputs) === true;
  const lines = [
    ...(other === undefined ? [] : ofOtherOwner(situation, `Updating ${about}`, { id, owner: other, runs }, owner)),
    ...(unasked?.lines ?? []),
    ...(refusal === undefined ? [] : [refusal.advice]),
  ];
  const ownedBy = other === undefined ? {} : { ownedBy: other };
  throw new PartialFailure(id, after({ ...next, ...recorded, ...unasked?.recorded, ...ownedBy }), ...lines);
}

/** What an export concluded and no change has set. */
function stillConcluded({ concluded }: Recorded, sent: readonly Change[]): Partial<Recorded> {
  if (concluded === undefined) return {};
  const set = new Set(sent.map(({ property }) => property));
  return { concluded: concluded.filter((property) => !set.has(property)) };
}

/** A warning and not an error: the change was made, so the state has to record it. */
function warnNotRecorded(run: Run, about: string, urn: string | undefined, error: unknown): void {
  run.warn(`${about}: changed, but this could not be recorded for other runs (${causeOf(error)}).`, urn);
}

/** Records both the old and the new targets before the change: its answer may be lost. */
async function rememberBefore({ kind, account, id, olds, news, record, urn }: UpdateSituation): Promise<void> {
  const { running, ...notes } = kind.guards.noted?.(olds, record) ?? {};
  const targets = [...new Set([notes, kind.guards.noted?.(news)].flatMap((each) => each?.targets ?? []))];
  // If the state holds that it is off, that may be older than what other runs have recorded.
  const runs = running === true ? { running } : {};
  await account.records.remember(kind.name, id, nameIn(kind, olds), { ...notes, ...runs, targets, ...declarerOf(urn) });
}

function leftAsBefore({ kind, about, urn }: UpdateSituation, undone: readonly Change[]): Refusal {
  return new Refusal(
    `Updating ${about}: the service accepted the change and left ${paths(undone)} as before.`,
    say`Run ${commandLine("pulumi refresh")} to record what it holds now. Only a new ${kind.noun} can have the declared value: ${command("pulumi up --replace", urn)}`,
  );
}

function assertUpdates({ kind, about, changes }: UpdateSituation): void {
  const replacing = changes.filter((change) => change.effect !== "update");
  if (replacing.length === 0) return;
  throw new Refusal(
    `Updating ${about}: ${paths(replacing)} cannot change on an existing ${kind.noun}; nothing was sent.`,
    inTurn`Run ${commandLine("pulumi refresh")}, then ${commandLine("pulumi preview")}: it plans a replacement.`,
  );
}

/**
 * The declared properties in the program's own form, and the known values of the others. Properties that are not
 * declared keep the value of the state, and so do those whose change did not happen.
 */
function updatedOutputs(
  kind: ResourceKind,
  known: Values,
  news: Values,
  record: Recorded,
  left: readonly Change[],
): Record<string, unknown> {
  const outputs: Record<string, unknown> = { ...known, recorded: writtenRecord(record) };
  const unchanged = new Set(left.map(({ property }) => property));
  for (const property of kind.properties) {
    if (news[property] !== undefined && !unchanged.has(property)) outputs[property] = news[property];
  }
  for (const property of programOnly) {
    if (news[property] === undefined) delete outputs[property];
    else outputs[property] = news[property];
  }
  return outputs;
}
