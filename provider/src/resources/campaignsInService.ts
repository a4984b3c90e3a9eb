import type { Account } from "../api/account";
import type { RunMemory } from "../lifecycle/memory";

/** An active campaign that works on a list, as far as the service tells. */
export interface ListUse {
  readonly listId: string;
  readonly campaignId: string;
}

/**
 * Which active campaigns work on these lists: by a list's own `campaignId` (the one attached last), by a campaign's
 * `listIds` where the service serves them, and by what this run has started itself.
 */
export async function activeUses(
  { account, memory }: { readonly account: Account; readonly memory: RunMemory },
  listIds: readonly string[],
  about: string,
): Promise<ListUse[]> {
  // A campaign that another process has started since works on lists, too.
  const options = { unlessMade: { kind: "Campaign" } } as const;
  const campaigns = (await account.listing("Campaign", about, options))?.answers ?? [];
  const lists = (await account.listing("List", about, options))?.answers ?? [];
  const wanted = new Set(listIds);
  const started = new Set(memory.started.keys());
  const active = new Set([...campaigns.filter((campaign) => campaign.active === true).map(({ id }) => id), ...started]);
  const pairs = [
    ...lists.map((list) => [list.id, String(list.campaignId)] as const),
    ...campaigns.flatMap(({ id, listIds }) => textsOf(listIds).map((listId) => [listId, id] as const)),
    ...[...memory.started].flatMap(([id, started]) => started.map((listId) => [listId, id] as const)),
  ];
  const uses = new Map<string, ListUse>();
  for (const [listId, campaignId] of pairs) {
    if (wanted.has(listId) && active.has(campaignId)) uses.set(`${listId} ${campaignId}`, { listId, campaignId });
  }
  return [...uses.values()];
}

/** Ids as texts; none where they are not known. */
export function textsOf(ids: unknown): string[] {
  return Array.isArray(ids) ? ids.map(String) : [];
}
