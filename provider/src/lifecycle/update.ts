import type { Account, Answer } from "../api/account";
import { ServiceError } from "../api/errors";
import { causeOf, command, declarerOf, describe } from "./about";
import { acknowledgements, howToAcknowledge } from "./acknowledge";
import { assertRules } from "./assertRules";
import { assertSameOwner } from "./belongs";
import { cannotChange, isHeldBack, paths } from "./cannotChange";
import { splitHints } from "./check";
import type { Change, Definition, Values } from "./definition";
import type { ResourceKind, UpdateSituation } from "./irregular";
import { declaredBy, outputsOf, programOnly } from "./outputs";
import { howToSettle } from "./pending";
import { isPendingId, type Recorded, readRecord, seen, writtenRecord } from "./record";
import { PartialFailure, Refusal } from "./refusal";
import type { Run } from "./run";
import { assertSameObject } from "./sameObject";

/** Sends just what changed, after making sure that nobody changed it meanwhile, and compares what came of it. */
export async function update(kind: ResourceKind, run: Run, id: string, rawOlds: Values, rawNews: Values) {
  const { definition } = kind;
  const { inputs: stored } = splitHints(rawOlds);
  const { inputs: news } = splitHints(rawNews);
  const settings = run.settings();
  const about = describe(definition.noun, stored.name, id);
  const acknowledged = acknowledgements(news, settings);
  const known = readRecord(stored, about);
  if (isPendingId(id)) {
    throw new Refusal(
      `${describe(definition.noun, stored.name)}: its creation is still pending (its answer was lost), so it cannot be changed yet.`,
      howToSettle(known, known.pending?.knownBefore !== undefined),
    );
  }
  assertRules(definition, news, settings, acknowledged, String(news.name));
  const account = run.account();
  const owner = await assertSameOwner(known, account, acknowledged, `Updating ${about}`);
  const urn = run.memory.hintsFor(news).urn ?? known.urn;
  const { olds, record } = await decideUnasked(kind, run, { about, id, stored, news, known, acknowledged });
  const all = definition.changes(olds, news);
  const changes = all.filter((change) => !isHeldBack(record, change));
  const situation = { run, about, acknowledged, urn, account, id, olds, news, record, changes };
  assertUpdates(definition, situation);

  const declared = declaredBy(definition, news);
  const said = kind.irregular.afterProgram?.(news, record) ?? record;
  const next: Recorded = { ...said, ...owner, declared, ...(urn === undefined ? {} : { urn }) };
  const heldBack = all.filter((change) => !changes.includes(change));
  const takesAlong = () => takeAlong(definition, situation, known.urn);
  if (changes.length === 0) {
    await takesAlong();
    return updatedOutputs(definition, olds, news, next, heldBack);
  }

  const inTurn = kind.irregular.needsTurn?.(situation) === true;
  const change = async () => {
    await kind.irregular.beforeUpdate?.(situation);
    if (inTurn) await rememberBefore(kind, situation);
    return await send(kind, situation);
  };
  // Nobody may start beside it meanwhile.
  const { before, answer, left, undone, recorded } = inTurn
    ? await account.creating(definition.kind, change)
    : await change();
  const unasked = kind.irregular.unasked?.({
    about: `Updating ${about}`,
    id,
    news,
    before: before && { active: olds.active, ...before },
    answer,
  });
  const refusal = undone.length > 0 ? leftAsBefore(definition, situation, undone) : undefined;
  if (refusal !== undefined && unasked === undefined) throw refusal;
  const after = (record: Recorded) => {
    const outputs = outputsOf(definition, answer, news, next, olds);
    return updatedOutputs(definition, outputs, news, seen(record, answer), [...heldBack, ...left]);
  };
  const outputs = after({ ...next, ...recorded });
  if (kind.irregular.noted !== undefined) {
    const sent = changes.filter((change) => !left.includes(change));
    const notes = { ...kind.irregular.noted(outputs, readRecord(outputs, about), { sent }), ...declarerOf(urn) };
    await account
      .remember(definition.kind, id, outputs.name, notes)
      .catch((error: unknown) => warnNotRecorded(run, about, urn, error));
  }
  await takesAlong();
  if (unasked === undefined) return outputs;
  const lines = [...unasked.lines, ...(refusal === undefined ? [] : [refusal.message])];
  throw new PartialFailure(id, after({ ...next, ...recorded, ...unasked.recorded }), ...lines);
}

/** Of what a stack has adopted, runs have recorded its name, which may be another one by now. */
async function takeAlong(
  { kind }: Definition,
  { run, account, about, id, olds, urn }: UpdateSituation,
  from: string | undefined,
): Promise<void> {
  const [before, after] = [declarerOf(from), declarerOf(urn)];
  if (before.stack === undefined || after.stack === undefined || before.stack === after.stack) return;
  const work = async () => {
    const recorded = await account.recorded(kind, id);
    const isOwn = recorded?.adopted === true && recorded.stack === before.stack;
    if (isOwn) await account.remember(kind, id, olds.name, { ...after, adopted: true });
  };
  await work().catch((error: unknown) => warnNotRecorded(run, about, urn, error));
}

/** The change was made, and the state has to take it. */
function warnNotRecorded(run: Run, about: string, urn: string | undefined, error: unknown): void {
  run.warn(`${about}: changed, and it could not be recorded for other runs (${causeOf(error)}).`, urn);
}

/** What may have taken effect although its answer is lost: both the old and the new lists are recorded. */
async function rememberBefore({ definition, irregular }: ResourceKind, situation: UpdateSituation): Promise<void> {
  const { account, id, olds, news, record, urn } = situation;
  const { running, ...notes } = irregular.noted?.(olds, record) ?? {};
  const targets = [...new Set([notes, irregular.noted?.(news)].flatMap((each) => each?.targets ?? []))];
  // That a state calls it off is older than what runs have recorded.
  const runs = running === true ? { running } : {};
  await account.remember(definition.kind, id, olds.name, { ...notes, ...runs, targets, ...declarerOf(urn) });
}

/** What ran unasked is in order once it is off, or the program says that it shall run. */
async function decideUnasked(
  { definition, irregular }: ResourceKind,
  run: Run,
  state: {
    readonly about: string;
    readonly id: string;
    readonly stored: Values;
    readonly news: Values;
    readonly known: Recorded;
    readonly acknowledged: ReadonlySet<string>;
  },
): Promise<{ readonly olds: Values; readonly record: Recorded }> {
  const { about, id, stored, news, known, acknowledged } = state;
  if (known.unasked !== true) return { olds: stored, record: known };
  const { unasked: _unasked, ...decided } = known;
  const finding = await run.account().find(definition.kind, id, `updating ${about}`, { fresh: true });
  const isOff = finding.status === "found" ? finding.answer.active === false : acknowledged.has(`inactive:${id}`);
  if (isOff && news.active === true) {
    throw new Refusal(
      `Updating ${about}: a run has failed because it was running, and it is off now. Nothing was sent.`,
      "Take active: true back; or switch it on in the app and run `pulumi up` again.",
    );
  }
  if (isOff) return { olds: { ...stored, active: false }, record: decided };
  if (news.active === true) {
    const account = run.account();
    await irregular.beforeAccept?.(
      { run, about, acknowledged, account, inputs: news, declarer: declarerOf(known.urn) },
      id,
    );
    return { olds: stored, record: decided };
  }
  throw new Refusal(
    `Updating ${about}: it is running, although the program did not ask for that. Nothing was sent.`,
    "Switch it off in the app and run `pulumi up` again. Or write active: true to accept that it runs.",
    ...(finding.status === "found"
      ? []
      : [`This service cannot show that it is off: ${howToAcknowledge(`inactive:${id}`)}.`]),
  );
}

function assertUpdates(definition: Definition, { about, changes }: UpdateSituation): void {
  const replacing = changes.filter((change) => change.effect !== "update");
  if (replacing.length === 0) return;
  throw new Refusal(
    `Updating ${about}: ${paths(replacing)} cannot change on an existing ${definition.noun}; nothing was sent.`,
    "Run `pulumi refresh`, then `pulumi preview`: it plans a replacement.",
  );
}

interface Sent {
  /** As it was read right before; undefined where it could not be read. */
  readonly before?: Answer;
  readonly answer: Answer;
  /** Changes that did not happen, which is no error. */
  readonly left: readonly Change[];
  /** Changes that did not happen, although the service has accepted them. */
  readonly undone: readonly Change[];
  readonly recorded?: Partial<Recorded>;
}

async function send({ definition, irregular }: ResourceKind, situation: UpdateSituation): Promise<Sent> {
  const { run, account, id, olds, news, changes, about, urn } = situation;
  const finding = await account.find(definition.kind, id, `updating ${about}`, { fresh: true });
  if (finding.status === "gone") {
    throw new Refusal(
      `Updating ${about}: it is gone at the service, so nothing was sent.`,
      "Run `pulumi up --refresh`: it is then created anew.",
    );
  }
  const unread = finding.status === "unreadable";
  if (unread) run.memory.unseen.add(definition.noun);
  if (unread && irregular.sendsUnread?.(changes, news) !== true)
    throw await changedInPart({ definition, irregular }, situation);
  const before: Answer = finding.status === "found" ? finding.answer : { id };
  assertSameObject(definition, before, { ...situation, outputs: olds }, `Updating ${about}`);
  const shown = definition.observed(before, olds);
  assertUnchanged(definition, shown, olds, changes, about, urn);

  const body = definition.updateBody(changes, olds, news, before);
  // What cannot be sent safely is left out of the body, and must not count as done.
  if (changes.some(({ property }) => !(property in body))) throw cannotChange(definition, situation, changes, "now");
  const answered = await account.update(definition.kind, id, body, `updating ${about}`).catch((error: unknown) => {
    if (!(error instanceof ServiceError) || error.category !== "unknownOperation") throw error;
    // Kept in the state, so that the next preview says it.
    const known = { ...situation.record, unchangeable: true };
    const { message } = cannotChange(definition, situation, changes, "now");
    throw new PartialFailure(id, { ...olds, recorded: writtenRecord(known) }, message);
  });
  // An answer that leaves out what the object itself shows proves nothing.
  const told = answered === undefined ? {} : definition.observed(answered, news);
  const isDecided = irregular.decisive?.every((property) => typeof answered?.[property] === "boolean") !== false;
  const isTold = isDecided && changes.every(({ property }) => property in told || !(property in shown));
  const again = async () => (unread ? { ...news, id } : await readAgain(definition, account, id, about));
  const answer = answered !== undefined && isTold ? answered : await again();
  const observed = definition.observed(answer, news);
  const differing = changes.filter(
    ({ property }) => property in observed && !definition.same(property, news[property], observed[property]),
  );
  const { undone, recorded } = irregular.afterUpdate?.(situation, differing) ?? { undone: differing };
  return { ...(unread ? {} : { before }), answer, left: differing, undone, recorded };
}

function leftAsBefore({ noun }: Definition, { about, urn }: UpdateSituation, undone: readonly Change[]): Refusal {
  return new Refusal(
    `Updating ${about}: the service accepted the change and left ${paths(undone)} as before.`,
    `Run \`pulumi refresh\` to record what it holds now. Only a new ${noun} can have this: ${command("pulumi up --replace", urn)}`,
  );
}

/** What can be changed is changed (a source agent is paused), and the rest refused. */
async function changedInPart({ definition, irregular }: ResourceKind, situation: UpdateSituation): Promise<Refusal> {
  const { account, id, olds, news, changes, about, urn, record } = situation;
  const [first, rest] = irregular.sendsFirst?.(changes, news) ?? [[], changes];
  if (first.length === 0) return cannotChange(definition, situation, changes, "now");
  await account.update(definition.kind, id, definition.updateBody(first, olds, news, { id }), `updating ${about}`);
  const outputs: Record<string, unknown> = { ...olds, recorded: writtenRecord(record) };
  for (const { property } of first) outputs[property] = news[property];
  return new PartialFailure(
    id,
    outputs,
    `Updating ${about}: ${paths(first)} was changed, and this service has no operation that changes ${paths(rest)}.`,
    `Make a new ${definition.noun} in its place: ${command("pulumi up --replace", urn)}. Or take the rest of the change back.`,
  );
}

async function readAgain(definition: Definition, account: Account, id: string, about: string): Promise<Answer> {
  const finding = await account.find(definition.kind, id, `updating ${about}`, { fresh: true });
  if (finding.status === "found") return finding.answer;
  throw new Refusal(
    `Updating ${about}: the change was sent, and the object could not be read back.`,
    "Run `pulumi refresh` to see what the service holds.",
  );
}

/** Refuses where somebody changed what this update would overwrite, or switched the object on or off. */
function assertUnchanged(
  definition: Definition,
  observed: Values,
  olds: Values,
  changes: readonly Change[],
  about: string,
  urn: string | undefined,
): void {
  const looked = new Set(["active", ...changes.map((change) => change.property)]);
  const moved = [...looked].filter(
    (property) =>
      property in observed &&
      olds[property] !== undefined &&
      !definition.same(property, olds[property], observed[property]),
  );
  if (moved.length === 0) return;
  throw new Refusal(
    `Updating ${about}: ${moved.join(", ")} changed outside since the last run, so nothing was sent.`,
    `See what is there now with ${command("pulumi refresh --target", urn)}, then decide and run \`pulumi up\` again.`,
  );
}

/**
 * What the program declares, in its own form, and what is known of the rest. Properties that it does not declare keep
 * the value that the state knows, and so do those whose change did not happen.
 */
function updatedOutputs(
  definition: Definition,
  known: Values,
  news: Values,
  record: Recorded,
  left: readonly Change[],
): Record<string, unknown> {
  const outputs: Record<string, unknown> = { ...known, recorded: writtenRecord(record) };
  const kept = new Set(left.map(({ property }) => property));
  for (const property of definition.properties) {
    if (news[property] !== undefined && !kept.has(property)) outputs[property] = news[property];
  }
  for (const property of programOnly) {
    if (news[property] === undefined) delete outputs[property];
    else outputs[property] = news[property];
  }
  return outputs;
}
