import { ids } from "../../lifecycle/about";
import type { Outcome, Rule } from "../../lifecycle/decision";
import { textsOf } from "../../lifecycle/facts";
import type { Shown } from "../../lifecycle/kind";
import type { Meanwhile, MeanwhileFacts } from "../../lifecycle/policy";
import type { CampaignValues } from "./values";

export const meanwhileRules: readonly Rule<MeanwhileFacts<CampaignValues>, Meanwhile>[] = [
  { name: "started-meanwhile", decide: findStarted },
];

/** Finds campaigns that another machine started at the same time and that use or may use the same list. */
function* findStarted(facts: MeanwhileFacts<CampaignValues>): Iterable<Outcome<Meanwhile>> {
  const { others, targets } = facts;
  const { kind, about, acknowledged, inputs } = facts.situation;
  const started = others.filter((other) => other.active !== false && !acknowledged.has(`shared-list:${other.id}`));
  if (started.length === 0) return;
  if (targets === undefined) return yield { look: { ask: "targets", kind } };
  const own = textsOf(inputs.listIds);
  const latest = new Set(
    (targets === "unread" ? [] : targets.answers)
      .filter((list) => own.includes(list.id))
      .map((list) => String(list.campaignId)),
  );
  const isOnOwn = (other: Shown<CampaignValues>) =>
    latest.has(other.id) || textsOf(other.listIds).some((listId) => own.includes(listId));
  const shared = started.filter(isOnOwn).map(({ id }) => id);
  if (shared.length > 0) {
    const problem = `another run started one on the same list at the same time: ${ids(shared)}`;
    return yield { act: { problem, ids: shared } };
  }
  const unsure = started.filter(({ listIds }) => listIds === undefined).map(({ id }) => id);
  if (unsure.length === 0) return;
  yield {
    warn: `${about}: another run started a campaign at the same time (${ids(unsure)}), perhaps on the same list: look in the app.`,
    reach: "starts-sending",
  };
}
