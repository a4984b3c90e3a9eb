import type { Listing } from "../api/objects";
import { declarerOf, describe } from "./about";
import { acknowledgements } from "./acknowledge";
import { assertRules } from "./check";
import { type Adopt, createTable } from "./createTable";
import { conclude, type Decision } from "./decision";
import { textsOf } from "./facts";
import { noteFoundOn, noteSentOfFound } from "./foundOn";
import { isOutage } from "./hidden";
import { nameIn, targetsIn, type Values } from "./kind";
import { type Compared, heldBy } from "./memory";
import { unreadable, View } from "./observe";
import type { KindWithPolicy, WithPolicy } from "./policy";
import { ownState } from "./ranOn";
import { readRecord } from "./record";
import { replacedWith } from "./replaced";
import type { Run } from "./run";
import { settleInRecords } from "./settled";
import type { CreateSituation } from "./situation";

export interface Decided {
  readonly decision: Decision<Adopt>;
  /** The objects that existed before. Undefined if the service does not list any. */
  readonly listing: Listing | undefined;
}

/**
 * Reads the account and decides whether to create the object, or which object to adopt instead. Prints warnings and throws
 * refusals.
 *
 * @param attempt `creating campaign "Fintech Q1"`
 */
export async function decideCreate(situation: WithPolicy<CreateSituation>, attempt: string): Promise<Decided> {
  const { kind, run, account, inputs, declarer } = situation;
  await settleInRecords(situation);
  const sends = kind.notes?.(inputs).running === true;
  const name = nameIn(kind, inputs);
  const which = sends ? "all" : "namesakes";
  const view = new View({ account, memory: run.memory, about: attempt, name, declarer, which });
  // Before a create that starts to send, list again: somebody may have created an equal object since the run began.
  const unlessMade = { kind: kind.name, ...(sends ? {} : { name }) };
  const haveMoved = sends && kind.looks?.haveMoved(run, textsOf(targetsIn(kind, inputs))) === true;
  const isFresh = (sends && situation.instead === undefined) || run.memory.perhapsMade.has(kind.name);
  await view.see(kind, {
    listing: isFresh ? { fresh: true } : { unlessMade },
    targets: haveMoved ? { fresh: true } : { unlessMade: { kind: kind.name } },
  });
  const { id: actingUserId } = await account.actingUser();
  await noteSentOfFound(situation);
  const { listing } = view.of(kind);
  const isHidden = listing === undefined && (await hasStoppedShowing(situation, attempt));
  const facts = () => ({ situation, account: view.of(kind), kinds: view, actingUserId, isHidden });
  const table = [...createTable, ...(kind.policy.createRules ?? [])];
  if (listing === undefined) run.memory.unseen.add(kind.plural);
  const decision = await conclude(table, { facts, look: (question) => view.look(question) }, situation);
  return { decision, listing };
}

/** True if the service does not show an object any more that it showed before, as during an outage. */
async function hasStoppedShowing({ kind, run, account, inputs }: CreateSituation, attempt: string): Promise<boolean> {
  const { stoppedShowing } = run.memory;
  if (stoppedShowing.has(kind.name)) return true;
  const { shown } = (await ownState({ kind, run, account, inputs })) ?? {};
  if (shown === undefined) return false;
  if (shown.hiddenSince !== undefined) return isOutage(run, shown.hiddenSince);
  const found = await account.find(kind.name, shown.id, attempt, { fresh: true }).catch(unreadable);
  if (found.status === "unreadable") stoppedShowing.add(kind.name);
  return found.status === "unreadable";
}

/** The situation of a create, also before a replacement's delete. Applies the rules to values unknown to the preview. */
export function createSituation(
  kind: KindWithPolicy,
  run: Run,
  inputs: Values,
  instead?: Compared,
): WithPolicy<CreateSituation> {
  const settings = run.settings();
  const { urn, used } = run.memory.hintsFor(kind, inputs);
  const replaced = instead ?? run.memory.comparedWith(kind, urn, inputs);
  if (replaced !== undefined) noteFoundOn(run.memory, kind, replaced.id, readRecord(replaced.outputs, kind.noun));
  const codes = acknowledgements(kind, inputs, settings, { ...heldBy(replaced), used });
  assertRules(kind, inputs, settings, codes.acknowledged, String(nameIn(kind, inputs)));
  const about = describe(kind.noun, nameIn(kind, inputs));
  return {
    kind,
    run,
    about,
    ...codes,
    urn,
    account: run.account(),
    inputs,
    declarer: declarerOf(urn, run.memory.urn),
    instead: instead?.id,
    ...(replaced === undefined ? {} : { replaced: replacedWith(kind, replaced) }),
  };
}
