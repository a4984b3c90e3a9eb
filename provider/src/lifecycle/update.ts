import { causeOf, declarerOf } from "./about";
import { sharedAdded, sharedForNow, sharedNow } from "./acknowledge";
import { decideAdopt } from "./adopt";
import { takeIn } from "./answerTable";
import { otherActor, ownerAs } from "./belongs";
import { addedTargets, changesOf, changing, isHeldBack, paths, saysOff, withChanges } from "./changes";
import { type ChangeFacts, changeTable, isFoundOff } from "./changeTable";
import { brokenRules, splitHints } from "./check";
import { companiesRecorded } from "./companiesDeclared";
import { conclude, type Observed } from "./decision";
import { textsOf } from "./facts";
import { foundOn, noteSentOfFound, withFound, withShared } from "./foundOn";
import {
  type Change,
  nameIn,
  programOnly,
  type ResourceKind,
  runningIn,
  runningPart,
  targetsIn,
  type Values,
} from "./kind";
import { moveRecord, withUrn } from "./managed";
import { declaredBy, outputsOf, secretIn, seen, withId } from "./outputs";
import { type KindWithPolicy, waitForTurn } from "./policy";
import { withGivenUp } from "./ranOn";
import { type Recorded, readRecord, writtenRecord } from "./record";
import { recordFormers } from "./recordFormers";
import { PartialFailure, Refusal } from "./refusal";
import type { Run } from "./run";
import { send } from "./send";
import type { ChangeSituation, UpdateSituation } from "./situation";
import { takenOff } from "./takenOff";
import { settled, unsettledFailure, withoutUnsentPause } from "./unsettled";
import { inTurn, say } from "./wayOut";
import { command, commandLine } from "./ways";

/** Sends only changed properties, after checking that the object was not changed elsewhere, and checks the response. */
export function update(kind: KindWithPolicy, run: Run, id: string, rawOlds: Values, rawNews: Values) {
  return run.memory.updates.begin(kind, id, sendUpdate(kind, run, id, rawOlds, rawNews));
}

async function sendUpdate(kind: KindWithPolicy, run: Run, id: string, rawOlds: Values, rawNews: Values) {
  const { inputs: stored } = splitHints(rawOlds);
  const { inputs: news } = splitHints(rawNews);
  const asked = await decideUpdate(kind, run, id, stored, news);
  const { situation, owner, heldBack, isSaidOff } = asked;
  const { account, about, urn, olds, record, changes } = situation;

  const declared = declaredBy(kind, news);
  const { secret: _secret, companies: _companies, sharedFor: _sharedFor, ...plainly } = record;
  const hints = run.memory.hintsFor(kind, news);
  const kept = {
    ...plainly,
    ...secretIn(hints),
    ...companiesRecorded(hints),
    ...sharedForNow(kind, news, stored),
    ...owner,
    declared,
  };
  const shared = sharedNow(situation, stored);
  // A code of the run is meant for those whose targets the run sends.
  const next = withId(kind, withUrn(withShared(kept, sharedAdded(news, stored)), urn), id);
  const takesAlong = () =>
    moveRecord({ kind, account, id, outputs: olds, record: next, urn }).catch((error: unknown) =>
      warnNotRecorded(run, about, urn, error),
    );
  if (changes.length === 0) {
    await takesAlong();
    if (isSaidOff) {
      const notes = { ...kind.notes?.(olds, next), ...declarerOf(urn) };
      await account.records.remember(kind.name, id, nameIn(kind, olds), notes);
      await recordFormers({ ...situation, outputs: olds });
      run.warn(`${about}: recorded as off because "inactive:${id}" is acknowledged; nothing was sent.`, urn);
    }
    return updatedOutputs(kind, olds, news, isSaidOff ? { ...next, saidOff: true } : next, heldBack);
  }

  const added = addedTargets(kind, olds, news, record);
  const isAttaching = added.length > 0;
  // A change of the targets sends all of them.
  const areTargetsSent = changes.some(({ property }) => property === kind.roles.targets?.property);
  const sentTargets = areTargetsSent ? textsOf(targetsIn(kind, news)) : [];
  if (isAttaching) await waitForTurn({ kind, run, id, olds, inputs: news });
  // No other object of this kind may start at the same time.
  const change = async () => {
    const taken = areTargetsSent ? await takenOff(situation) : { attached: [], record, hasLog: false };
    const onTargets = withShared(await foundOn({ ...situation, inputs: news }, sentTargets, id), shared);
    const sending = { ...situation, record: taken.record, found: onTargets, attached: taken.attached };
    return { taken, onTargets, ...(await send(sending, isAttaching)) };
  };
  const changed = await (isAttaching ? account.creating(kind.name, change) : change());
  const { taken, onTargets, before, answer, left } = changed;
  const shown = {
    ...{ kind, run, about, urn, owner, news, answer: { ...answer, id }, left, isNew: false },
    attempt: `Updating ${about}`,
    before: before && { ...runningPart(kind, runningIn(kind, olds)), ...before },
  };
  const { recorded, accepted, problems } = takeIn(shown, kind.policy.answerRules);
  const undone = left.filter(({ property }) => !accepted.includes(property));
  const refusal = undone.length > 0 ? leftAsBefore(situation, undone) : undefined;
  const sent = changes.filter((change) => !left.includes(change));
  if (refusal !== undefined && problems.length === 0) {
    const attempted = { ...situation, record: taken.record, found: onTargets };
    throw sent.length === 0 ? refusal : unsettledFailure(attempted, sent, refusal.advice);
  }
  // Somebody may have started it in the app although no read has shown that. An unreadable log counts for what it gives up.
  const launched = taken.hasLog === true ? { everActive: true } : {};
  const found = withFound(kind, { ...next, ...launched }, onTargets, { news, areSent: areTargetsSent });
  if (areTargetsSent) {
    // What it has found on targets that it gives up counts for others that this run attaches to them.
    const foundOn = { ...run.memory.object(kind, id).foundOn, ...onTargets.foundOn };
    run.memory.note(kind, id, { foundOn, sent: found.sent, attachedTo: sentTargets });
  }
  const known = settled({ ...found, ...recorded, ...stillConcluded(kind, record, sent) }, changes);
  const its = outputsOf(kind, answer, news, next, olds);
  const after = seen(kind, known, answer);
  const ran = taken.hasLog === false ? {} : { everActive: true };
  const { outputs } = withGivenUp(
    kind,
    { outputs: olds, record: { ...taken.record, ...ran } },
    { outputs: updatedOutputs(kind, its, news, after, [...heldBack, ...left]), record: after },
  );
  if (kind.notes !== undefined) {
    const notes = { ...kind.notes(outputs, readRecord(outputs, about), { sent }), ...declarerOf(urn) };
    await account.records
      .remember(kind.name, id, nameIn(kind, outputs), notes)
      .catch((error: unknown) => warnNotRecorded(run, about, urn, error));
  }
  await takesAlong();
  if (problems.length === 0) return outputs;
  throw new PartialFailure(id, outputs, ...problems, ...(refusal === undefined ? [] : [refusal.advice]));
}

/** Decides on the change before it waits for its turn. */
export async function decideUpdate(kind: KindWithPolicy, run: Run, id: string, stored: Values, news: Values) {
  const seen = observe(kind, run, id, stored, news);
  const account = run.account();
  const decision = await conclude(changeTable(kind, "update"), seen, { ...seen.facts().situation, account });
  const facts = seen.facts();
  const { situation } = facts;
  const { about, acknowledged, spent, sharedOn, record: known, urn } = situation;
  if (decision.act?.replace !== undefined) throw refusedReplacement(situation, decision.act.replace);
  const { unasked, ...decided } = known;
  const isOff = unasked === true && isFoundOff(facts);
  if (unasked === true && !isOff) {
    const parts = { kind, run, about, acknowledged, spent, sharedOn, account, inputs: news };
    const { acceptRules } = kind.policy;
    if (acceptRules) await decideAdopt({ ...parts, declarer: declarerOf(known.urn) }, id, "id", acceptRules);
  }
  const isSaidOff = saysOff(situation);
  const held = isOff || isSaidOff ? { ...stored, ...runningPart(kind, false) } : stored;
  const { olds, record } = withoutUnsentPause({ kind, olds: held, news, record: unasked === true ? decided : known });
  const heldBack = situation.changes.filter((change) => isHeldBack(kind, record, change));
  const changes = situation.changes.filter((change) => !heldBack.includes(change));
  const owner = ownerAs((await account.actingUser()).id, run.settings());
  return { situation: { ...situation, kind, urn, account, olds, record, changes }, owner, heldBack, isSaidOff };
}

/** Facts about an object in the state and its change, as far as the rows have requested them. */
function observe(kind: KindWithPolicy, run: Run, id: string, olds: Values, news: Values): Observed<ChangeFacts> {
  const { compared, hints } = changing(kind, run, id, olds, news);
  const { about, acknowledged, record } = compared;
  const broken = brokenRules(kind, news, run.settings(), acknowledged, String(nameIn(kind, news)));
  const situation = withChanges(compared, changesOf(compared));
  let facts: ChangeFacts = { situation, attempt: `Updating ${about}`, hints, broken };
  return {
    facts: () => facts,
    async look({ ask }) {
      const account = run.account();
      if (ask === "actor") {
        const { id: as } = await account.actingUser();
        // If the object has moved, the records of the old address or user now apply to the new one.
        const isOwn = otherActor(record, as, acknowledged, about) === undefined;
        if (isOwn) await account.records.inherit(record.origin, record.actingUserId);
        await noteSentOfFound({ kind, run, account, inputs: news });
        facts = { ...facts, actor: { as } };
      } else {
        facts = { ...facts, found: await account.find(kind.name, id, `updating ${about}`, { fresh: true }) };
      }
    },
  };
}

/** Properties that an export inferred and no change has set since, and targets that the object may use until then. */
function stillConcluded(
  { reaches }: ResourceKind,
  { concluded, mayUse }: Recorded,
  sent: readonly Change[],
): Partial<Recorded> {
  const set = new Set(sent.map(({ property }) => property));
  return {
    ...(concluded === undefined ? {} : { concluded: concluded.filter((property) => !set.has(property)) }),
    ...(mayUse !== undefined && reaches !== undefined && set.has(reaches.targets) ? { mayUse: undefined } : {}),
  };
}

/** Warns instead of failing, because the change was made and the state must record it. */
function warnNotRecorded(run: Run, about: string, urn: string | undefined, error: unknown): void {
  run.warn(`${about}: changed, but this could not be recorded for other runs (${causeOf(error)}).`, urn);
}

function leftAsBefore({ kind, about, urn }: UpdateSituation, undone: readonly Change[]): Refusal {
  return new Refusal(
    `Updating ${about}: the service accepted the change and left ${paths(undone)} as before.`,
    say`Run ${commandLine("pulumi refresh")} to record what it holds now. Only a new ${kind.noun} can have the declared value: ${command("pulumi up --replace", urn)}`,
  );
}

function refusedReplacement({ kind, about, changes }: ChangeSituation, properties: readonly string[]): Refusal {
  const replacing = paths(
    changes.filter((change) => properties.includes(change.property) && change.effect !== "update"),
  );
  return new Refusal(
    `Updating ${about}: ${replacing} cannot change on an existing ${kind.noun}; nothing was sent.`,
    inTurn`Run ${commandLine("pulumi refresh")}, then ${commandLine("pulumi preview")}: it plans a replacement.`,
  );
}

/**
 * The declared properties in the program's form, and the known values of the others. Undeclared properties and those whose
 * change was not made keep the state's value.
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
