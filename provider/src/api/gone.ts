import type { Account } from "./account";

/**
 * If more objects than this are missing from a listing, it is not trusted, and requesting each would take too many
 * requests.
 */
const mostChecked = 10;

/**
 * True if a request for each of these objects, which are missing from a listing, proves that all are deleted. A failed
 * request proves nothing.
 */
export async function areGone(
  account: Pick<Account, "find">,
  kind: string,
  ids: Iterable<string>,
  about: string,
): Promise<boolean> {
  const lacking = [...new Set(ids)];
  if (lacking.length > mostChecked) return false;
  for (const id of lacking) {
    const finding = await account.find(kind, id, about, { fresh: true }).catch(() => undefined);
    if (finding?.status !== "gone") return false;
  }
  return true;
}
