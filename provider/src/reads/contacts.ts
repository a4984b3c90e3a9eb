import type { Account } from "../api/account";
import { operations } from "../api/operation";
import { type Contact, contactShape } from "./contactShape";
import { type Items, itemsFrom, objectFrom, type ServedId } from "./served";

/** Which contacts. Service specification: `GET /v1/contact`. */
export interface ContactFilter {
  /** Part of a name, an e-mail address, a company or a job title, as the service searches. */
  readonly search?: string;
  /** Found by this source agent. */
  readonly agentId?: ServedId;
  /** In this list. */
  readonly listId?: ServedId;
  /** Created at this time or later: a date or a time, ISO 8601. */
  readonly dateFrom?: string;
  /** Created at this time or before: a date or a time, ISO 8601. */
  readonly dateTo?: string;
  /** The lowest total score. */
  readonly scoreFrom?: number;
  /** The highest total score. */
  readonly scoreTo?: number;
  /** The type of the signal that found them. */
  readonly intentType?: string;
}

/** The parameter of the service for each filter. */
const parameters = {
  search: "search",
  agentId: "agent",
  listId: "listId",
  dateFrom: "dateFrom",
  dateTo: "dateTo",
  scoreFrom: "scoreFrom",
  scoreTo: "scoreTo",
  intentType: "intentType",
} as const satisfies Record<keyof ContactFilter, string>;

/** Contacts that one request asks for: the service answers with 20 by default. */
const perPage = 100;

/** No account has more pages, and a service that repeats its pages must not keep a run busy without end. */
const mostPages = 10_000;

/** One page of contacts. Throws a ServiceError or a Refusal. */
export async function readContactPage(
  account: Account,
  filter: ContactFilter,
  page: number,
  limit = perPage,
): Promise<Items<Contact>> {
  const query: Record<string, string> = { page: String(page), limit: String(limit) };
  for (const [name, parameter] of Object.entries(parameters)) {
    const value = filter[name as keyof ContactFilter];
    if (value !== undefined) query[parameter] = String(value);
  }
  const answer = await account.ask(operations.listContacts, "", { query });
  return itemsFrom(operations.listContacts, answer, contactShape);
}

/**
 * The contacts that match, page by page: a page is asked for when its first contact is needed. A contact that moves to
 * a later page during the reading comes once.
 */
export async function* contacts(
  account: Account,
  filter: ContactFilter = {},
  most = Infinity,
): AsyncGenerator<Contact> {
  const seen = new Set<ServedId>();
  for (let number = 1; number <= mostPages && seen.size < most; number++) {
    const { items, total, totalPages } = await readContactPage(account, filter, number, Math.min(perPage, most));
    const before = seen.size;
    for (const contact of items) {
      if (seen.has(contact.id) || seen.size >= most) continue;
      seen.add(contact.id);
      yield contact;
    }
    const isLast =
      totalPages !== undefined ? number >= totalPages : total !== undefined ? seen.size >= total : items.length === 0;
    // A page without anything new: the service ignores the parameter.
    if (isLast || seen.size === before) return;
  }
}

/** How many contacts match, if the service says so. Costs one request. */
export async function countContacts(account: Account, filter: ContactFilter = {}): Promise<number | undefined> {
  return (await readContactPage(account, filter, 1, 1)).total;
}

/** One contact. Throws a ServiceError if there is none. */
export async function readContact(account: Account, id: ServedId): Promise<Contact> {
  const answer = await account.ask(operations.readContact, `contact ${id}`, { id: String(id) });
  return objectFrom(operations.readContact, answer, contactShape, String(id));
}
