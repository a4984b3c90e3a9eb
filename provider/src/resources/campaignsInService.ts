import type { Account } from "../api/account";

/** A campaign that works on a list, as far as the service tells. */
export interface ListUse {
  readonly listId: string;
  readonly campaignId: string;
  readonly active: boolean;
}

/**
 * Which campaigns use these lists: by a list's own `campaignId` (the latest one attached) and, where the service
 * serves them, by a campaign's `listIds`. Empty where the service lists neither.
 */
export async function campaignsUsing(account: Account, listIds: readonly string[], about: string): Promise<ListUse[]> {
  const campaigns = await account.listing("Campaign", about);
  const lists = await account.listing("List", about);
  const active = new Map((campaigns?.answers ?? []).map((campaign) => [campaign.id, campaign.active === true]));
  const uses = new Map<string, ListUse>();
  const note = (listId: string, campaignId: string) =>
    uses.set(`${listId} ${campaignId}`, { listId, campaignId, active: active.get(campaignId) === true });
  for (const list of lists?.answers ?? []) {
    if (listIds.includes(list.id) && isId(list.campaignId)) note(list.id, String(list.campaignId));
  }
  for (const campaign of campaigns?.answers ?? []) {
    if (!Array.isArray(campaign.listIds)) continue;
    for (const listId of campaign.listIds.map(String)) if (listIds.includes(listId)) note(listId, campaign.id);
  }
  return [...uses.values()];
}

function isId(value: unknown): boolean {
  return typeof value === "number" || typeof value === "string";
}
