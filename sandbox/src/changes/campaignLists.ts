import type { Campaign } from "../objects/campaign.js";
import type { Service } from "../service.js";

/** Inside a transaction: stores the campaign with these lists. A list names the campaign attached to it last. */
export function attachLists(service: Service, campaign: Campaign, lists: number[]): Campaign {
  const { store, clock } = service;
  const before = campaign.listIds;
  const kept = store.campaigns.put({ ...campaign, listIds: lists });
  for (const id of lists) {
    const list = store.lists.get(id);
    if (list && !before.includes(id)) {
      store.lists.put({ ...list, campaignId: campaign.id, updatedAt: clock.iso() });
    }
  }
  for (const id of before) {
    if (!lists.includes(id)) detachFromList(service, id, campaign);
  }
  return kept;
}

/** Inside a transaction: a list that named this campaign names the newest other campaign that uses it instead. */
export function detachFromList(service: Service, listId: number, former: Campaign): void {
  const { store, clock } = service;
  const list = store.lists.get(listId);
  if (list?.campaignId !== former.id) return;
  const others = store.campaigns
    .by("user", former.userId)
    .filter((other) => other.id !== former.id && other.listIds.includes(listId));
  store.lists.put({ ...list, campaignId: others.at(-1)?.id ?? null, updatedAt: clock.iso() });
}
