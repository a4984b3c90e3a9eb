import { ServiceError } from "../api/errors";
import type { Answer } from "../api/objects";
import { declarerOf } from "./about";
import { cannotChange, paths } from "./changes";
import { conclude, type Observed } from "./decision";
import { type Change, decisiveOf, nameIn } from "./kind";
import { View } from "./observe";
import type { WithPolicy } from "./policy";
import { writtenRecord } from "./record";
import { PartialFailure, type Refusal } from "./refusal";
import { answerIn, ofAnswer, type SendFacts } from "./sendTable";
import type { UpdateSituation } from "./situation";
import { orUnsettled, settled, unconfirmed, unsettledFailure, withSent } from "./unsettled";
import { say } from "./wayOut";
import { command, commandLine, revert } from "./ways";

/** Facts right before a change is sent, as far as the rows have requested them. */
export function observeSend(situation: UpdateSituation): Observed<SendFacts> {
  const { kind, run, account, about, id, news, urn } = situation;
  const view = new View({ account, memory: run.memory, about, name: undefined, declarer: {}, which: "all" });
  let facts: SendFacts = { situation, isFoundOutdated: false, kinds: view };
  return {
    facts: () => facts,
    async look(question) {
      const { ask } = question;
      if (ask === "itself") {
        const found = await account.find(kind.name, id, `updating ${about}`, { fresh: true });
        if (found.status === "unreadable") run.memory.unseen.add(kind.plural);
        facts = { ...facts, found, isFoundOutdated: false };
        return;
      }
      if (ask === "all" && question.kind === kind) {
        const targets = `${kind.roles.targets?.noun ?? kind.noun}s`;
        const parts = {
          about: `checking the ${targets} of ${about}`,
          name: nameIn(kind, news),
          declarer: declarerOf(urn),
        };
        // An object may have been started since the run began.
        await view.see(kind, { ...parts, listing: { fresh: true }, targets: { fresh: true } });
      } else await view.look(question);
      facts = { ...facts, isFoundOutdated: true };
    },
  };
}

/** The result of sending an update. */
export interface Sent {
  /** The object as read right before the update; undefined if it could not be read. */
  readonly before?: Answer;
  readonly answer: Answer;
  /** Changes that the service accepted but did not make. */
  readonly left: readonly Change[];
}

/** Decides, sends the changes, and checks the response. `inTurn`: no other object of the kind can start meanwhile. */
export async function send(situation: WithPolicy<UpdateSituation>, inTurn: boolean): Promise<Sent> {
  const seen = observeSend(situation);
  const { act } = await conclude([...(situation.kind.policy.sendRules ?? []), ...ofAnswer], seen, situation);
  const { found } = seen.facts();
  if (inTurn) await rememberBefore(situation);
  if (act !== undefined) throw await sendPart(situation, act.only);
  const { kind, account, id, olds, news, changes, about } = situation;
  const unread = found?.status !== "found";
  const before = answerIn(situation, found);
  const shown = kind.observed(before, olds);
  const body = kind.updateBody(changes, olds, news, before);
  const answered = await account.update(kind.name, id, body, `updating ${about}`, inTurn).catch((error: unknown) => {
    if (!(error instanceof ServiceError) || error.mayHaveTakenEffect || error.category !== "unknownOperation") {
      throw orUnsettled(situation, changes, error);
    }
    // Record it in the state, so that the next preview refuses such a change.
    const known = { ...situation.record, unchangeable: true };
    const { advice } = cannotChange(situation, changes);
    throw new PartialFailure(id, { ...olds, recorded: writtenRecord(known) }, advice);
  });
  // If the response omits a property that a read returns, it does not prove a change of that property.
  const told = answered === undefined ? {} : kind.observed(answered, news);
  const isDecided = decisiveOf(kind).every((property) => typeof answered?.[property] === "boolean");
  const isTold = isDecided && changes.every(({ property }) => property in told || !(property in shown));
  const again = async () => (unread ? { ...news, id } : await readAgain(situation));
  const answer = answered !== undefined && isTold ? answered : await again();
  const observed = kind.observed(answer, news);
  const left = changes.filter(
    ({ property }) => property in observed && !kind.same(property, news[property], observed[property]),
  );
  return { ...(unread ? {} : { before }), answer, left };
}

/** Sends the changes for which the service has an operation (such as a pause), and refuses the rest. */
async function sendPart(situation: UpdateSituation, first: readonly Change[]): Promise<Refusal> {
  const { kind, account, id, olds, news, changes, about, urn, record } = situation;
  const rest = changes.filter((change) => !first.includes(change));
  const body = kind.updateBody(first, olds, news, { id });
  await account.update(kind.name, id, body, `updating ${about}`).catch((error: unknown) => {
    throw orUnsettled(situation, first, error);
  });
  const outputs: Record<string, unknown> = {
    ...olds,
    recorded: writtenRecord(withSent(kind, settled(record, first), first)),
  };
  for (const { property } of first) outputs[property] = news[property];
  return new PartialFailure(
    id,
    outputs,
    `Updating ${about}: ${paths(first)} was changed, and this service has no operation that changes ${paths(rest)}.`,
    say`Create a new ${kind.noun} instead: ${command("pulumi up --replace", urn)}. Or ${revert("revert the rest of the change")}.`,
  );
}

async function readAgain(situation: UpdateSituation): Promise<Answer> {
  const { kind, account, id, about, changes } = situation;
  const finding = await account.find(kind.name, id, `updating ${about}`, { fresh: true }).catch((error: unknown) => {
    throw error instanceof ServiceError ? unconfirmed(situation, changes, error) : error;
  });
  if (finding.status === "found") return finding.answer;
  throw unsettledFailure(
    situation,
    changes,
    `Updating ${about}: the change was sent, but the object could not be read back.`,
    say`Run ${commandLine("pulumi refresh")} to see what the service holds.`,
  );
}

/** Records both the old and the new targets before the change, because its response may be lost. */
async function rememberBefore({ kind, account, id, olds, news, record, urn }: UpdateSituation): Promise<void> {
  const { running, ...notes } = kind.notes?.(olds, record) ?? {};
  const targets = [...new Set([notes, kind.notes?.(news)].flatMap((each) => each?.targets ?? []))];
  // If it is off in the state, that may be older than the records of other runs.
  const runs = running === true ? { running } : {};
  await account.records.remember(kind.name, id, nameIn(kind, olds), { ...notes, ...runs, targets, ...declarerOf(urn) });
}
