import type { Account } from "../api/account";
import { operations } from "../api/operation";
import type { Contact, ContactFilter, ContactsAnswer } from "./answers";
import { contactShape } from "./contactShape";
import { type Items, itemsFrom, objectFrom, type ServedId } from "./served";

export type { ContactFilter, ContactsAnswer } from "./answers";

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

/** The new contacts of one page. */
interface Progress {
  readonly found: readonly Contact[];
  /** How many contacts match, if the service says so. */
  readonly total: number | undefined;
}

/** How a reading of pages has ended. */
interface End {
  /** How many contacts match, if the service says so. */
  readonly total?: number;
  /** True if the service has shown that these are all. */
  readonly isComplete: boolean;
}

/** New contacts of each page; a page is asked for when the one before is used up. */
async function* pages(account: Account, filter: ContactFilter, most: number): AsyncGenerator<Progress, End, undefined> {
  const seen = new Set<ServedId>();
  let total: number | undefined;
  for (let number = 1; number <= mostPages; number++) {
    const page = await readContactPage(account, filter, number, Math.min(perPage, most));
    total = page.total ?? total;
    const left = most - seen.size;
    const found = page.items.filter(({ id }) => !seen.has(id) && seen.add(id));
    yield { found: found.slice(0, left), total };
    const isAll = total !== undefined && seen.size >= total;
    // Without a total, only the number of pages or an empty page shows that nothing follows.
    const isEnd = page.totalPages !== undefined ? number >= page.totalPages : page.items.length === 0;
    if (found.length > left) return { total, isComplete: false };
    if (isAll || isEnd) return { total, isComplete: isAll || total === undefined };
    // A page without anything new: the service ignores the parameter.
    if (found.length === left || found.length === 0) break;
  }
  return { total, isComplete: false };
}

/**
 * The contacts that match, page by page: a page is asked for when its first contact is needed. A contact that moves to
 * a later page during the reading comes once.
 */
export async function* contacts(
  account: Account,
  filter: ContactFilter = {},
  most = Infinity,
): AsyncGenerator<Contact, void, undefined> {
  for await (const page of pages(account, filter, most)) yield* page.found;
}

/**
 * At most `most` of the contacts that match: one request for each 100 of them. Throws a ServiceError or a Refusal.
 *
 * @param onPage called after each page, with how many were read and how many match in all
 */
export async function readContacts(
  account: Account,
  filter: ContactFilter,
  most: number,
  onPage?: (read: number, total: number | undefined) => void,
): Promise<ContactsAnswer> {
  const found: Contact[] = [];
  const reading = pages(account, filter, most);
  for (;;) {
    const next = await reading.next();
    if (next.done === true) return { contacts: found, ...next.value };
    found.push(...next.value.found);
    onPage?.(found.length, next.value.total);
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
