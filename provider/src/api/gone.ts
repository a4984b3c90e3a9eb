import type { Account } from "./account";

/** A listing that lacks more objects than these is not trusted, and asking for each would take many requests. */
const mostGone = 10;

/**
 * True if each of these objects, which a listing lacks, is proven to be deleted, by a request of its own. A failure proves
 * nothing.
 */
export async function areGone(
  account: Pick<Account, "find">,
  kind: string,
  ids: Iterable<string>,
  about: string,
): Promise<boolean> {
  const lacking = [...new Set(ids)];
  if (lacking.length > mostGone) return false;
  for (const id of lacking) {
    const finding = await account.find(kind, id, about, { fresh: true }).catch(() => undefined);
    if (finding?.status !== "gone") return false;
  }
  return true;
}
