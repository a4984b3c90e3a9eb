import { saysOff } from "../../lifecycle/changes";
import type { ChangeFacts as AnyChangeFacts } from "../../lifecycle/changeTable";
import type { Outcome } from "../../lifecycle/decision";
import { hasRunOnAny } from "../../lifecycle/ranOn";
import type { AbsentSituation, ChangeSituation as AnyChangeSituation } from "../../lifecycle/situation";
import { knownIds } from "./reach";
import { attachedAgain, followsOne, isOfActive, mayRun, restart } from "./running";
import type { CampaignValues } from "./values";

type ChangeFacts = AnyChangeFacts<CampaignValues>;
type ChangeSituation = AnyChangeSituation<CampaignValues>;
type Changing = Iterable<Outcome<never>>;

/** People who start again: a refusal, or with `restart` a warning, because the code may have come back with a revert. */
type Again = Pick<Extract<Outcome<never>, { refuse: unknown }>, "refuse"> & {
  readonly onPurpose: Extract<Outcome<never>, { warn: string }>;
};

/** Refuses a change after which people would start again at step 1, unless `restart` is acknowledged. */
export function* refuseRestart(facts: ChangeFacts): Changing {
  const isAcknowledged = facts.situation.acknowledged.has("restart");
  for (const { refuse, onPurpose } of startingAgain(facts)) {
    if (isAcknowledged) return yield onPurpose;
    yield { refuse };
  }
}

function* startingAgain({ situation, hints }: ChangeFacts): Iterable<Again> {
  const { olds, news, record, replacing, changes } = situation;
  const before = knownIds(olds.listIds);
  const attached = knownIds(news.listIds).filter((listId) => !before.includes(listId));
  const again = goesOn(situation) ? attached.filter((listId) => hasRunOnAny(record, [listId])) : [];
  if (again.length > 0) {
    const warn = onPurpose(situation, `the people of list ${again.join(", ")} start`);
    yield { refuse: () => attachedAgain(situation, again), onPurpose: { warn, reach: "new-people" } };
  }
  if (!replacing || news.active !== true || typeof hints.adopt === "number") return;
  if (record.everActive !== true) {
    if (!hasRunOnAny(record, news.listIds)) return;
    yield ofReplaced(situation, followsOne, record.gone === true ? "gone" : "stays");
  }
  if (record.gone === true) yield ofReplaced(situation, "it has run, and no longer exists", "gone");
  const old = changes.every(isOfActive) && record.unseen !== true ? "canResume" : "stays";
  yield ofReplaced(situation, "it was active before", old);
}

/** The same for a create after one whose outcome is known now: no object. */
export function* refuseRestartOfAbsent(situation: AbsentSituation<CampaignValues>): Changing {
  const { record, replacement, acknowledged } = situation;
  if (replacement.active !== true || !hasRunOnAny(record, replacement.listIds)) return;
  const { refuse, onPurpose } = ofReplaced(situation, followsOne, "stays");
  yield acknowledged.has("restart") ? onPurpose : { refuse };
}

function ofReplaced(situation: Parameters<typeof restart>[0], why: string, old: Parameters<typeof restart>[2]): Again {
  const warn = onPurpose(situation, "its people start");
  return { refuse: () => restart(situation, why, old), onPurpose: { warn, reach: "starts-sending" } };
}

function onPurpose({ about }: Pick<ChangeSituation, "about">, who: string): string {
  return `${about}: because "restart" is acknowledged, ${who} again at step 1.`;
}

/** True for a campaign that is or may be running, is not replaced, and is not confirmed as off. */
export function goesOn(situation: ChangeSituation): boolean {
  return mayRun(situation.olds, situation.record) && !situation.replacing && !saysOff(situation);
}
