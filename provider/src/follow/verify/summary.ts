import { type Entry, type SeenCampaign, stepsOf } from "./entries";
import type { VerifiedCampaign } from "./model";
import { skipReasons, stepShares } from "./skips";

/** Summarises one campaign, since the requested time and before. */
export function campaignDocument(campaign: SeenCampaign, since: number, now: number): VerifiedCampaign {
  const { id, name, member, declared, served, isGone, entries, readFrom } = campaign;
  const active = isGone ? false : served?.active;
  return {
    ...{ id: id === "" ? undefined : id, name, member, resource: declared?.resource, active },
    steps: entries && stepDocuments(campaign, entries, since),
    skipped: skippedDocuments(campaign, since, now),
    isPart: readFrom !== undefined,
  };
}

function skippedDocuments(campaign: SeenCampaign, since: number, now: number): VerifiedCampaign["skipped"] {
  const shares = stepShares(campaign, since, now);
  return skipReasons(campaign.entries ?? [], since).map((skipped) => {
    const share = shares.find(({ step }) => step === skipped.step);
    if (share === undefined) return skipped;
    return { ...skipped, of: share.since.of, before: { people: share.before.count, of: share.before.of } };
  });
}

function stepDocuments(campaign: SeenCampaign, entries: readonly Entry[], since: number): VerifiedCampaign["steps"] {
  const types = stepsOf(campaign);
  const numbers = new Set(entries.flatMap(({ step }) => step ?? []));
  return [...numbers]
    .sort((left, right) => left - right)
    .map((number) => {
      const own = entries.filter(({ step }) => step === number);
      const type = types?.[number - 1]?.type ?? own.find((entry) => entry.type !== undefined)?.type;
      return {
        ...{ number, type },
        ...countsOf(own.filter(({ at }) => at >= since)),
        before: countsOf(own.filter(({ at }) => at < since)),
      };
    });
}

function countsOf(entries: readonly Entry[]) {
  const count = (wanted: Entry["what"]) => entries.filter(({ what }) => what === wanted).length;
  return { sent: count("sent"), skipped: count("skipped"), answered: count("answered") };
}
