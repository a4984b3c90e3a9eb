import { declarerOf } from "../../lifecycle/about";
import { addedTargets } from "../../lifecycle/changes";
import type { Outcome, Rule } from "../../lifecycle/decision";
import { mayRunNow } from "../../lifecycle/facts";
import type { SendFacts } from "../../lifecycle/sendTable";
import { attachedAgain, perhapsRemoved } from "./changeTable";
import { mayRun } from "./running";
import type { StartFacts } from "./startFacts";
import { startTable } from "./startTable";
import type { CampaignValues } from "./values";

type Sending = Iterable<Outcome<never>>;

/** Rows right before a running campaign gets a list. */
export const sendRules: readonly Rule<SendFacts<CampaignValues>>[] = [
  ...startTable
    .filter(({ atCreate }) => atCreate !== true)
    .map(({ name, decide }) => ({
      name,
      decide: (facts: SendFacts<CampaignValues>) => whenStarting(facts, decide),
    })),
  { name: "attached-again", decide: refuseAttachingAgain },
];

/** Applies the rules for starts to changes that attach lists to a running campaign. */
function* whenStarting(
  { situation, found, kinds }: SendFacts<CampaignValues>,
  decide: Rule<StartFacts>["decide"],
): Iterable<Outcome<never>> {
  const { kind, olds, news, id, record, urn } = situation;
  const listIds = addedTargets(kind, olds, news, record);
  if (listIds.length === 0) return;
  if (!mayRun(olds, record)) {
    // Unless the service shows it as off: the state may be out of date.
    if (found === undefined) return yield { look: { ask: "itself", kind, id } };
    if (found.status !== "found" || found.answer.active === false) return;
  }
  const campaigns = kinds.get(kind.name);
  if (campaigns === undefined) return yield { look: { ask: "all", kind } };
  const starting = { ...situation, inputs: news, declarer: declarerOf(urn) };
  yield* decide({ situation: starting, campaigns, listIds, ownId: id });
}

/** Refuses if an earlier change without an outcome may have removed a list whose people have been contacted. */
function* refuseAttachingAgain({ situation, kinds }: SendFacts<CampaignValues>): Sending {
  const { kind, id, acknowledged } = situation;
  const listIds = perhapsRemoved(situation);
  if (listIds.length === 0 || acknowledged.has("restart")) return;
  const campaigns = kinds.get(kind.name);
  if (campaigns === undefined) return yield { look: { ask: "all", kind } };
  const own = campaigns.objects.get(id);
  if (own !== undefined && !mayRunNow(own)) return;
  const attached = listIds.filter((listId) => own?.shownTargets.has(listId) !== true);
  if (attached.length > 0) yield { refuse: () => attachedAgain(situation, attached) };
}
