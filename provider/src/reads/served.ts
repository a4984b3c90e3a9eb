import { z } from "zod";
import type { Account } from "../api/account";
import type { AskOptions } from "../api/objects";
import { type Operation, pathOf } from "../api/operation";
import { isPartial, type Page } from "../api/page";
import { isServedId } from "../api/servedId";
import { Refusal } from "../lifecycle/refusal";
import type { Shape } from "./shape";

export type { ServedId } from "./answers";

/** An id that is required. */
export const servedId = z.union([z.number().int().nonnegative().safe(), z.string()]).refine(isServedId);

// Optional fields of a response. Most of them are not in the specification, so a field of another type counts as absent
// instead of making the whole response unreadable.
export const text = z.string().optional().catch(undefined);
export const flag = z.boolean().optional().catch(undefined);
export const quantity = z.number().optional().catch(undefined);
export const idField = servedId.optional().catch(undefined);

/** The error for a response that does not match the operation's documentation. */
export function unreadableRefusal(operation: Operation, what: string, id?: string): Refusal {
  return new Refusal(
    `could not ${operation.attempt}: the answer of ${operation.method} ${pathOf(operation, id)} is ${what}.`,
    "Check baseUrl (OUTREACH_BASE_URL).",
  );
}

/**
 * Parses an object in a response without `null`s, which some services wrap in `data`. Throws a Refusal if it does not
 * match.
 */
export function objectFrom<T>(operation: Operation, answer: unknown, shape: Shape<T>, id?: string): T {
  const wrapped = z.looseObject({ data: z.unknown() }).safeParse(answer).data?.data;
  for (const candidate of [answer, wrapped]) {
    const parsed = shape.safeParse(candidate);
    if (parsed.success) return parsed.data;
  }
  throw unreadableRefusal(operation, "not readable", id);
}

/** A page of a listing with parsed items. */
export interface Items<T> extends Page {
  readonly items: readonly T[];
}

/** Reads one page of a listing. Throws a Refusal if the response is not a listing, or if an item is not readable. */
export async function askItems<T>(
  account: Account,
  operation: Operation,
  about: string,
  shape: Shape<T>,
  options: AskOptions = {},
): Promise<Items<T>> {
  const page = await account.askPage(operation, about, options);
  if (page === undefined) throw unreadableRefusal(operation, "not a list", options.id);
  const items = page.items.map((item, index) => {
    const parsed = shape.safeParse(item);
    if (!parsed.success)
      throw unreadableRefusal(operation, `a list whose item ${index + 1} is not readable`, options.id);
    return parsed.data;
  });
  return { ...page, items };
}

/** Reads all items of a listing. Also throws a Refusal if the service indicates that there are more items. */
export async function askAll<T>(
  account: Account,
  operation: Operation,
  about: string,
  shape: Shape<T>,
): Promise<readonly T[]> {
  const page = await askItems(account, operation, about, shape);
  if (!isPartial(page)) return page.items;
  throw new Refusal(
    `could not ${operation.attempt}: the service answered with a part (${page.items.length}${page.total === undefined ? "" : ` of ${page.total}`}).`,
    "Try again later.",
  );
}
