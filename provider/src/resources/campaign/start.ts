import { ids } from "../../lifecycle/about";
import { textsOf } from "../../lifecycle/facts";
import type { Shown } from "../../lifecycle/kind";
import type { Meanwhile } from "../../lifecycle/policy";
import type { CreateSituation as AnyCreateSituation } from "../../lifecycle/situation";
import type { CampaignValues } from "./values";

type CreateSituation = AnyCreateSituation<CampaignValues>;

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
