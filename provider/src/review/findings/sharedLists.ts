import type { Finding, Review, ReviewedCampaign, UsedList } from "../model";
import type { Together } from "../together";
import { about, called, calledFrom, capital, enumeration, listsWords } from "./sentences";

/**
 * A campaign that comes to a list, or starts on it, while another one sends to that list, or may: its people get what both
 * send. Only lists that certainly are one count.
 */
export function sharedListFindings(
  when: Review["about"],
  campaigns: readonly ReviewedCampaign[],
  together: Together,
): Finding[] {
  if (when === "drift") return [];
  const users = new Map<string, [ReviewedCampaign, UsedList][]>();
  for (const campaign of together.campaigns) {
    if (campaign.runs === "no") continue;
    for (const list of campaign.lists) {
      const key = keyOf(list);
      if (key === undefined || list.change === "removed") continue;
      const known = users.get(key);
      if (known === undefined) users.set(key, [[campaign, list]]);
      else known.push([campaign, list]);
    }
  }
  const told = new Set<ReviewedCampaign>();
  return campaigns.flatMap((campaign) => {
    const others = new Set<ReviewedCampaign>();
    const shared = campaign.lists.filter((list) => {
      if (campaign.runs === "no" || list.change === "removed" || !comesTo(campaign, list)) return false;
      const beside = (users.get(keyOf(list) ?? "") ?? []).filter(
        ([other, its]) => other !== campaign && !told.has(other) && together.mayBeSame([campaign, list], [other, its]),
      );
      for (const [other] of beside) others.add(other);
      return beside.length > 0;
    });
    if (others.size === 0) return [];
    // Two campaigns that come together are one finding.
    told.add(campaign);
    // One list may be that of hundreds of campaigns: only those that are shown are named.
    const more = others.size > mostNamed ? [`${others.size - mostNamed} more`] : [];
    const named = enumeration([
      ...[...others].slice(0, mostNamed).map((other) => calledFrom(campaign, other)),
      ...more,
    ]);
    const text = `${capital(called("campaign", campaign))} and ${named} use ${listsWords(shared)}: the same people may get what each of them sends.`;
    return [about(campaign, "notice", "shared-list", text, "listIds")];
  });
}

const mostNamed = 5;

const keyOf = ({ id, urn }: UsedList) => (id === undefined ? urn : `list ${id}`);

function comesTo({ change, running, runs }: ReviewedCampaign, list: UsedList): boolean {
  return change === "created" || list.change === "added" || (runs === "yes" && running !== "yes");
}
