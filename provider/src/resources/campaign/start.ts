import { ids } from "../../lifecycle/about";
import { conclude, type Rule } from "../../lifecycle/decision";
import { textsOf } from "../../lifecycle/facts";
import type { CreateSituation as AnyCreateSituation, Meanwhile, Shown } from "../../lifecycle/guards";
import { View } from "../../lifecycle/observe";
import type { StartFacts } from "./startFacts";
import type { CampaignValues } from "./values";

type CreateSituation = AnyCreateSituation<CampaignValues>;

/**
 * Applies a table to a campaign that exists, with what the account holds now: somebody may have switched one on. Prints and
 * throws what follows.
 */
export async function guardStart(
  table: readonly Rule<StartFacts>[],
  situation: CreateSituation,
  start: Omit<StartFacts, "situation" | "campaigns">,
): Promise<void> {
  const { kind, run, account, inputs, declarer, about } = situation;
  const parts = { account, memory: run.memory, name: inputs.name, declarer };
  const view = new View({ ...parts, about: `checking the lists of ${about}`, which: "all" });
  await view.see(kind, { listing: { fresh: true }, targets: { fresh: true } });
  const facts = () => ({ situation, campaigns: view.of(kind), ...start });
  await conclude(table, { facts, look: (question) => view.look(question) }, situation);
}

/** The problem if another machine started one on the same list at the same time; warns if that is not certain. */
export async function startedMeanwhile(
  { run, account, about, acknowledged, inputs, urn }: CreateSituation,
  others: readonly Shown<CampaignValues>[],
): Promise<Meanwhile | undefined> {
  const started = others.filter((other) => other.active !== false && !acknowledged.has(`shared-list:${other.id}`));
  if (started.length === 0) return undefined;
  const own = textsOf(inputs.listIds);
  // A failed listing is no error: it only leaves the lists unknown.
  const lists = await account.listing("List", `checking the lists of ${about}`, { fresh: true }).catch(() => undefined);
  const latest = new Set(lists?.answers.filter((list) => own.includes(list.id)).map((list) => String(list.campaignId)));
  const isOnOwn = (other: Shown<CampaignValues>) =>
    latest.has(other.id) || textsOf(other.listIds).some((listId) => own.includes(listId));
  const [shared, unsure] = [started.filter(isOnOwn), started.filter((other) => other.listIds === undefined)];
  if (shared.length > 0) {
    const its = shared.map((other) => other.id);
    return { problem: `another run started one on the same list at the same time: ${ids(its)}`, ids: its };
  }
  if (unsure.length > 0) {
    const which = ids(unsure.map((other) => other.id));
    run.warn(
      `${about}: another run started a campaign at the same time (${which}), perhaps on the same list: look in the app.`,
      urn,
      "starts-sending",
    );
  }
  return undefined;
}
