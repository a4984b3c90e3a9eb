import { ServiceError } from "../api/errors";
import type { Answer, Finding } from "../api/objects";
import { cannotChange, paths } from "./cannotChange";
import type { UpdateSituation } from "./guards";
import { type Change, decisiveOf, type Values } from "./kind";
import { type Recorded, writtenRecord } from "./record";
import { PartialFailure, Refusal } from "./refusal";
import { assertSameObject } from "./sameObject";
import { say } from "./wayOut";
import { command, commandLine, revert } from "./ways";

/** The result of sending an update. */
export interface Sent {
  /** The object as read right before the update; undefined if it could not be read. */
  readonly before?: Answer;
  readonly answer: Answer;
  /** Changes that did not happen, whether or not that is an error. */
  readonly left: readonly Change[];
  /** Changes that the service accepted and that did not happen, which is an error. */
  readonly undone: readonly Change[];
  readonly recorded?: Partial<Recorded>;
}

/**
 * Sends the changes, if the object has not changed since the last run, and compares the answer with them.
 *
 * @param found the object as just read, if a guard has read it
 */
export async function send(situation: UpdateSituation, inTurn: boolean, found?: Finding): Promise<Sent> {
  const { kind, run, account, id, olds, news, changes, about } = situation;
  const finding = found ?? (await account.find(kind.name, id, `updating ${about}`, { fresh: true }));
  if (finding.status === "gone") {
    throw new Refusal(
      `Updating ${about}: it no longer exists at the service, so nothing was sent.`,
      say`Run ${commandLine("pulumi up --refresh")}, which creates it again.`,
    );
  }
  const unread = finding.status === "unreadable";
  if (unread) run.memory.unseen.add(kind.plural);
  if (unread && kind.guards.sendsUnread?.(changes, news) !== true) throw await changedInPart(situation);
  const before: Answer = finding.status === "found" ? finding.answer : { id };
  assertSameObject(kind, before, { ...situation, outputs: olds }, `Updating ${about}`);
  const shown = kind.observed(before, olds);
  assertUnchanged(situation, shown);

  const body = kind.updateBody(changes, olds, news, before);
  // The body leaves out a change that cannot be sent safely: that change must not count as done.
  if (changes.some(({ property }) => !(property in body))) throw cannotChange(situation, changes);
  const answered = await account.update(kind.name, id, body, `updating ${about}`, inTurn).catch((error: unknown) => {
    if (!(error instanceof ServiceError) || error.category !== "unknownOperation") throw error;
    // Recorded in the state, so that the next preview refuses such a change.
    const known = { ...situation.record, unchangeable: true };
    const { advice } = cannotChange(situation, changes);
    throw new PartialFailure(id, { ...olds, recorded: writtenRecord(known) }, advice);
  });
  // An answer that leaves out a property that a read returns does not prove that the property changed.
  const told = answered === undefined ? {} : kind.observed(answered, news);
  const isDecided = decisiveOf(kind).every((property) => typeof answered?.[property] === "boolean");
  const isTold = isDecided && changes.every(({ property }) => property in told || !(property in shown));
  const again = async () => (unread ? { ...news, id } : await readAgain(situation));
  const answer = answered !== undefined && isTold ? answered : await again();
  const observed = kind.observed(answer, news);
  const differing = changes.filter(
    ({ property }) => property in observed && !kind.same(property, news[property], observed[property]),
  );
  const { undone, recorded } = kind.guards.afterUpdate?.(situation, differing) ?? { undone: differing };
  return { ...(unread ? {} : { before }), answer, left: differing, undone, recorded };
}

/** Sends the changes that the service has an operation for (such as a pause), and refuses the rest. */
async function changedInPart(situation: UpdateSituation): Promise<Refusal> {
  const { kind, account, id, olds, news, changes, about, urn, record } = situation;
  const [first, rest] = kind.guards.sendsFirst?.(changes, news) ?? [[], changes];
  if (first.length === 0) return cannotChange(situation, changes);
  await account.update(kind.name, id, kind.updateBody(first, olds, news, { id }), `updating ${about}`);
  const outputs: Record<string, unknown> = { ...olds, recorded: writtenRecord(record) };
  for (const { property } of first) outputs[property] = news[property];
  return new PartialFailure(
    id,
    outputs,
    `Updating ${about}: ${paths(first)} was changed, and this service has no operation that changes ${paths(rest)}.`,
    say`Create a new ${kind.noun} instead: ${command("pulumi up --replace", urn)}. Or ${revert("revert the rest of the change")}.`,
  );
}

async function readAgain({ kind, account, id, about }: UpdateSituation): Promise<Answer> {
  const finding = await account.find(kind.name, id, `updating ${about}`, { fresh: true });
  if (finding.status === "found") return finding.answer;
  throw new Refusal(
    `Updating ${about}: the change was sent, but the object could not be read back.`,
    say`Run ${commandLine("pulumi refresh")} to see what the service holds.`,
  );
}

/** Refuses if a property that this update would overwrite was changed elsewhere, or the object switched on or off. */
function assertUnchanged({ kind, olds, changes, about, urn }: UpdateSituation, observed: Values): void {
  const looked = new Set([kind.roles.running ?? "", ...changes.map((change) => change.property)]);
  const moved = [...looked].filter(
    (property) =>
      property in observed && olds[property] !== undefined && !kind.same(property, olds[property], observed[property]),
  );
  if (moved.length === 0) return;
  throw new Refusal(
    `Updating ${about}: ${moved.join(", ")} changed outside the program since the last run, so nothing was sent.`,
    say`See the present values with ${command("pulumi refresh --target", urn)}, then decide and run \`pulumi up\` again.`,
  );
}
