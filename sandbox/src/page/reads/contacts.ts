import { z } from "zod";
import type { ControlParts } from "../../control/operation.js";
import { numberInQuery } from "../../control/operations/inputs.js";
import type { Contact } from "../../objects/contact.js";
import { fullName } from "../../responses.js";
import { contactMatcher } from "../../routes/contactSearch.js";
import type { Service } from "../../service.js";
import { type ContactStatus, contactStatuses, type Named, named, statusIn, statusOf } from "../people.js";

export const contactsFilter = z.strictObject({
  user: numberInQuery.optional(),
  search: z.string().optional(),
  list: numberInQuery.optional(),
  agent: numberInQuery.optional(),
  campaign: numberInQuery.optional(),
  state: z.enum(contactStatuses).optional(),
  /** The rows from this one on, counted from 0. */
  from: numberInQuery.pipe(z.int().nonnegative()).default(0),
  rows: numberInQuery.pipe(z.int().min(0).max(500)).default(100),
});

/** A contact in the table. */
export interface ContactRow {
  id: number;
  name: string;
  jobTitle: string | null;
  company: string | null;
  list: Named | null;
  agent: Named | null;
  signal: string | null;
  status: ContactStatus;
  score: number | null;
}

/** A part of the table. */
export interface ContactPage {
  /** All contacts that match. */
  total: number;
  from: number;
  rows: ContactRow[];
}

/** Contacts that match a filter, newest first. */
export function showContacts({ service }: ControlParts, filter: z.output<typeof contactsFilter>): ContactPage {
  const { store } = service;
  const campaign = filter.campaign === undefined ? undefined : store.campaigns.get(filter.campaign);
  const status = (contact: Contact) => (campaign ? statusIn(service, contact, campaign) : statusOf(service, contact));
  const search = filter.search?.trim();
  const matches = contactMatcher({ search: search === "" ? undefined : search, agent: filter.agent });
  const found = candidates(service, filter).filter((contact) => {
    if (filter.user !== undefined && contact.userId !== filter.user) return false;
    if (filter.list !== undefined && contact.listId !== filter.list) return false;
    if (!matches(contact)) return false;
    if (campaign === undefined && filter.state === undefined) return true;
    const its = status(contact);
    return its !== undefined && (filter.state === undefined || its === filter.state);
  });
  // Newest first, without turning a copy of all of them around.
  const end = Math.max(0, found.length - filter.from);
  const page = found.slice(Math.max(0, end - filter.rows), end).reverse();
  return {
    total: found.length,
    from: filter.from,
    rows: page.map((contact) => ({
      id: contact.id,
      name: fullName(contact),
      jobTitle: contact.jobTitle,
      company: contact.company,
      list: named(store.lists, contact.listId),
      agent: named(store.agents, contact.agentId),
      signal: contact.intent_type,
      status: status(contact) ?? "idle",
      score: contact.total_scoring,
    })),
  };
}

/** The smallest group of contacts that the store can look up and that holds all that match. */
function candidates({ store }: Service, filter: z.output<typeof contactsFilter>): Contact[] {
  if (filter.list !== undefined) return store.contacts.by("list", filter.list);
  if (filter.agent !== undefined) return store.contacts.by("agent", filter.agent);
  if (filter.user !== undefined) return store.contacts.by("user", filter.user);
  return store.contacts.all();
}
