import { z } from "zod";
import type { Account } from "../api/account";
import { contactPages, contactsPerPage } from "../api/contactPages";
import { operations } from "../api/operation";
import { type ContactCampaigns, campaignsOf } from "../resources/contactFields";
import type { Contact, ContactFilter, ContactsAnswer } from "./answers";
import { contactIn, contactShape } from "./contactShape";
import { askItems, type Items, objectFrom, type ServedId, servedId, unreadable } from "./served";

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

/** One page of contacts. Throws a ServiceError or a Refusal. */
export async function readContactPage(
  account: Account,
  filter: ContactFilter,
  page: number,
  limit = contactsPerPage,
): Promise<Items<Contact>> {
  const query: Record<string, string> = { page: String(page), limit: String(limit) };
  for (const [name, parameter] of Object.entries(parameters)) {
    const value = filter[name as keyof ContactFilter];
    if (value !== undefined) query[parameter] = String(value);
  }
  return await askItems(account, operations.listContacts, "", contactShape, { query });
}

/** New contacts of each page. */
function pages(account: Account, filter: ContactFilter, most: number) {
  return contactPages(
    (page, limit) => readContactPage(account, filter, page, limit),
    ({ id }) => String(id),
    most,
  );
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
  const end = await readContactPages(account, filter, most, (page, total) => {
    found.push(...page);
    onPage?.(found.length, total);
  });
  return { contacts: found, ...end };
}

/** The same for contacts that need not all be kept: hands over the new ones of each page. */
export async function readContactPages(
  account: Account,
  filter: ContactFilter,
  most: number,
  onPage: (found: readonly Contact[], total: number | undefined) => void,
): Promise<Omit<ContactsAnswer, "contacts">> {
  const reading = pages(account, filter, most);
  for (;;) {
    const next = await reading.next();
    if (next.done === true) return next.value;
    onPage(next.value.found, next.value.total);
  }
}

/** How many contacts match, if the service says so. Costs one request. */
export async function countContacts(account: Account, filter: ContactFilter = {}): Promise<number | undefined> {
  return (await readContactPage(account, filter, 1, 1)).total;
}

/** One contact. Throws a ServiceError if there is none. */
export async function readContact(account: Account, id: ServedId): Promise<Contact> {
  return (await readContactCampaigns(account, id)).contact;
}

/** One contact and the campaigns that it is in; `campaigns` is undefined if the service does not show them. */
export async function readContactCampaigns(
  account: Account,
  id: ServedId,
): Promise<{ readonly contact: Contact; readonly campaigns: ContactCampaigns | undefined }> {
  const answer = await account.ask(operations.readContact, `contact ${id}`, { id: String(id) });
  const served = objectFrom(operations.readContact, answer, z.looseObject({ id: servedId }), String(id));
  const contact = contactIn(served);
  if (contact === undefined) throw unreadable(operations.readContact, "not readable", String(id));
  return { contact, campaigns: campaignsOf(served) };
}
