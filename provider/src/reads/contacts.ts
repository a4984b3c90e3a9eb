import { z } from "zod";
import type { Account } from "../api/account";
import { contactPages, contactsPerPage } from "../api/contactPages";
import { operations } from "../api/operation";
import { type ContactCampaigns, campaignsOf } from "../resources/contactFields";
import type { Contact, ContactFilter, ContactsAnswer } from "./answers";
import { contactIn, contactShape } from "./contactShape";
import { askItems, type Items, objectFrom, type ServedId, servedId, unreadableRefusal } from "./served";

export type { ContactFilter, ContactsAnswer } from "./answers";

/** The service's query parameter for each filter. */
const queryParameters = {
  search: "search",
  agentId: "agent",
  listId: "listId",
  dateFrom: "dateFrom",
  dateTo: "dateTo",
  scoreFrom: "scoreFrom",
  scoreTo: "scoreTo",
  intentType: "intentType",
} as const satisfies Record<keyof ContactFilter, string>;

/** One page of contacts. Throws a ServiceError or a Refusal. */
export async function readContactPage(
  account: Account,
  filter: ContactFilter,
  page: number,
  limit = contactsPerPage,
): Promise<Items<Contact>> {
  const query: Record<string, string> = { page: String(page), limit: String(limit) };
  for (const [name, parameter] of Object.entries(queryParameters)) {
    const value = filter[name as keyof ContactFilter];
    if (value !== undefined) query[parameter] = String(value);
  }
  return await askItems(account, operations.listContacts, "", contactShape, { query });
}

/** Yields the new contacts of each page. */
function newContactsOfPages(account: Account, filter: ContactFilter, most: number) {
  return contactPages(
    (page, limit) => readContactPage(account, filter, page, limit),
    ({ id }) => String(id),
    most,
  );
}

/**
 * Yields the matching contacts. Each page is requested when its first contact is needed. A contact that moves to a later
 * page meanwhile is returned once.
 */
export async function* iterateMatching(
  account: Account,
  filter: ContactFilter = {},
  most = Infinity,
): AsyncGenerator<Contact, void, undefined> {
  for await (const page of newContactsOfPages(account, filter, most)) yield* page.found;
}

/**
 * Reads at most `most` matching contacts, with one request per 100. Throws a ServiceError or a Refusal.
 *
 * @param onPage called after each page with the number read so far and the total number of matches
 */
export async function readContacts(
  account: Account,
  filter: ContactFilter,
  most: number,
  onPage?: (read: number, total: number | undefined) => void,
): Promise<ContactsAnswer> {
  const found: Contact[] = [];
  const end = await readContactPages(account, filter, most, (page, total) => {
    found.push(...page);
    onPage?.(found.length, total);
  });
  return { contacts: found, ...end };
}

/** Like `readContacts`, but passes each page's new contacts to a callback instead of keeping them all. */
export async function readContactPages(
  account: Account,
  filter: ContactFilter,
  most: number,
  onPage: (found: readonly Contact[], total: number | undefined) => void,
): Promise<Omit<ContactsAnswer, "contacts">> {
  const reading = newContactsOfPages(account, filter, most);
  for (;;) {
    const next = await reading.next();
    if (next.done === true) return next.value;
    onPage(next.value.found, next.value.total);
  }
}

/** How many contacts match, if the service reports it. Costs one request. */
export async function countContacts(account: Account, filter: ContactFilter = {}): Promise<number | undefined> {
  return (await readContactPage(account, filter, 1, 1)).total;
}

/** One contact. Throws a ServiceError if there is none. */
export async function readContact(account: Account, id: ServedId): Promise<Contact> {
  return (await readContactCampaigns(account, id)).contact;
}

/** One contact and its campaigns; `campaigns` is undefined if the service does not return them. */
export async function readContactCampaigns(
  account: Account,
  id: ServedId,
): Promise<{ readonly contact: Contact; readonly campaigns: ContactCampaigns | undefined }> {
  const answer = await account.ask(operations.readContact, `contact ${id}`, { id: String(id) });
  const served = objectFrom(operations.readContact, answer, z.looseObject({ id: servedId }), String(id));
  const contact = contactIn(served);
  if (contact === undefined) throw unreadableRefusal(operations.readContact, "not readable", String(id));
  return { contact, campaigns: campaignsOf(served) };
}
