import { z } from "zod";
import type { ControlParts } from "../../control/operation.js";
import { numberInQuery } from "../../control/operations/inputs.js";
import type { Campaign } from "../../objects/campaign.js";
import type { Contact } from "../../objects/contact.js";
import { fullName } from "../../responses.js";
import { contactMatcher } from "../../routes/contactSearch.js";
import type { Service } from "../../service.js";
import { type ContactStatus, contactStatuses, type Named, named, statusIn, statusOf } from "../people.js";
import { isReason, type Progress, progressOf, type Reason } from "../progress.js";

export const contactSorts = ["newest", "name", "company", "state", "last", "next"] as const;

export const contactsFilter = z.strictObject({
  user: numberInQuery.optional(),
  search: z.string().optional(),
  list: numberInQuery.optional(),
  agent: numberInQuery.optional(),
  campaign: numberInQuery.optional(),
  state: z.enum(contactStatuses).optional(),
  reason: z.custom<Reason>(isReason, "is no reason").optional(),
  sort: z.enum(contactSorts).default("newest"),
  order: z.enum(["up", "down"]).default("up"),
  /** The index of the first row, from 0. */
  from: numberInQuery.pipe(z.int().nonnegative()).default(0),
  rows: numberInQuery.pipe(z.int().min(0).max(500)).default(100),
});
type Filter = z.output<typeof contactsFilter>;

/** A contact in the table, with its progress in its campaign. */
export interface ContactRow extends Progress {
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

/** Contacts that match a filter, newest first or sorted. */
export function showContacts({ service }: ControlParts, filter: Filter): ContactPage {
  const campaign = filter.campaign === undefined ? undefined : service.store.campaigns.get(filter.campaign);
  const found = sorted(service, matching(service, filter, campaign), filter, campaign);
  return {
    total: found.length,
    from: filter.from,
    rows: found.slice(filter.from, filter.from + filter.rows).map((contact) => rowOf(service, contact, campaign)),
  };
}

function rowOf(service: Service, contact: Contact, campaign: Campaign | undefined): ContactRow {
  const { store } = service;
  return {
    id: contact.id,
    name: fullName(contact),
    jobTitle: contact.jobTitle,
    company: contact.company,
    list: named(store.lists, contact.listId),
    agent: named(store.agents, contact.agentId),
    signal: contact.intent_type,
    status: statusFor(service, contact, campaign) ?? "idle",
    score: contact.total_scoring,
    ...progressOf(service, contact, campaign),
  };
}

function matching(service: Service, filter: Filter, campaign: Campaign | undefined): Contact[] {
  const search = filter.search?.trim();
  const matches = contactMatcher({ search: search === "" ? undefined : search, agent: filter.agent });
  return candidates(service, filter).filter((contact) => {
    if (filter.user !== undefined && contact.userId !== filter.user) return false;
    if (filter.list !== undefined && contact.listId !== filter.list) return false;
    if (!matches(contact)) return false;
    if (campaign !== undefined || filter.state !== undefined) {
      const its = statusFor(service, contact, campaign);
      if (its === undefined || (filter.state !== undefined && its !== filter.state)) return false;
    }
    return filter.reason === undefined || progressOf(service, contact, campaign).reason === filter.reason;
  });
}

function statusFor(service: Service, contact: Contact, campaign: Campaign | undefined): ContactStatus | undefined {
  return campaign ? statusIn(service, contact, campaign) : statusOf(service, contact);
}

/** The smallest group of contacts that the store can look up and that contains all matches. */
function candidates({ store }: Service, filter: Filter): Contact[] {
  if (filter.list !== undefined) return store.contacts.by("list", filter.list);
  if (filter.agent !== undefined) return store.contacts.by("agent", filter.agent);
  if (filter.user !== undefined) return store.contacts.by("user", filter.user);
  return store.contacts.all();
}

const collator = new Intl.Collator("en", { sensitivity: "base", numeric: true });

/** Contacts without the value come last in both directions. Among equals, the newest comes first. */
function sorted(
  service: Service,
  contacts: Contact[],
  { sort, order }: Filter,
  campaign: Campaign | undefined,
): Contact[] {
  const newest = [...contacts].reverse();
  if (sort === "newest") return order === "up" ? newest : contacts;
  const keyOf = (contact: Contact): string | null => {
    switch (sort) {
      case "name":
        return fullName(contact);
      case "company":
        return contact.company;
      case "state":
        return statusFor(service, contact, campaign) ?? null;
      case "last":
        return progressOf(service, contact, campaign).last?.at ?? null;
      case "next":
        return progressOf(service, contact, campaign).next?.dueAt ?? null;
    }
  };
  const isText = sort === "name" || sort === "company";
  const compare = (first: string, second: string) =>
    isText ? collator.compare(first, second) : Number(first > second) - Number(first < second);
  const sign = order === "up" ? 1 : -1;
  return newest
    .map((contact) => ({ contact, key: keyOf(contact) }))
    .sort((first, second) => {
      if (first.key === null || second.key === null) return Number(first.key === null) - Number(second.key === null);
      return sign * compare(first.key, second.key);
    })
    .map(({ contact }) => contact);
}
