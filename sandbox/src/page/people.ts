import type { User } from "../objects/account.js";
import type { Campaign, Enrolment } from "../objects/campaign.js";
import type { Contact } from "../objects/contact.js";
import { isPresent, isRunning } from "../planner/running.js";
import { awaitsIntake } from "../planner/waiting.js";
import { fullName } from "../responses.js";
import type { Service } from "../service.js";

/** An object that the page links to. */
export interface Named {
  id: number;
  name: string;
}

export const campaignStates = ["waiting", "running", "answered", "finished", "skipped", "excluded"] as const;
/** The progress of a contact in one campaign. `waiting`: in a list of the campaign, not enrolled yet. */
export type CampaignState = (typeof campaignStates)[number];
export type People = Record<CampaignState, number>;

export const contactStatuses = [...campaignStates, "connected", "paused", "idle"] as const;
/**
 * The state of a contact across all campaigns. `connected`: excluded as a direct connection; `idle`: in no campaign.
 */
export type ContactStatus = (typeof contactStatuses)[number];

interface NamedObjects {
  get(id: number): Named | undefined;
}

/** The object with an id; only the id if it no longer exists. */
export function named(objects: NamedObjects, id: number): Named;
export function named(objects: NamedObjects, id: number | null): Named | null;
export function named(objects: NamedObjects, id: number | null): Named | null {
  if (id === null) return null;
  return { id, name: objects.get(id)?.name ?? String(id) };
}

/** Who owns an object. If the owner has left the organization, the object does nothing, even if it is switched on. */
export interface Owner extends Named {
  hasLeft: boolean;
}

export function ownerOf(service: Service, userId: number): Owner {
  return { id: userId, name: nameOfUser(service, userId), hasLeft: !isPresent(service, userId) };
}

export function nameOfUser({ store }: Service, userId: number): string {
  const user: User | undefined = store.users.get(userId);
  return user ? fullName(user) : String(userId);
}

export function nameOfContact({ store }: Service, contactId: number): string {
  const contact = store.contacts.get(contactId);
  return contact ? fullName(contact) : String(contactId);
}

/** How many contacts of a campaign are in each state. */
export function countPeople({ store }: Service, campaign: Campaign): People {
  const people: People = { waiting: 0, running: 0, answered: 0, finished: 0, skipped: 0, excluded: 0 };
  const enrolled = new Set<number>();
  for (const enrolment of store.enrolments.by("campaign", campaign.id)) {
    enrolled.add(enrolment.contactId);
    people[enrolment.status] += 1;
  }
  for (const listId of campaign.listIds) {
    for (const contact of store.contacts.by("list", listId)) {
      if (!enrolled.has(contact.id) && awaitsIntake(campaign, contact)) people.waiting += 1;
    }
  }
  return people;
}

export function statusOf(service: Service, contact: Contact): ContactStatus {
  const { state } = contact;
  if (state === "answered" || state === "excluded" || state === "paused") return state;
  const enrolments = service.store.enrolments.by("contact", contact.id);
  const newest = enrolments.find(({ status }) => status === "running") ?? enrolments.at(-1);
  if (newest) return newest.status;
  if (state === "1stnetwork") return "connected";
  if (state === "finished") return "finished";
  return awaited(service, contact)?.active ? "waiting" : "idle";
}

/** The same in one campaign; `undefined` if the contact is not part of it. */
export function statusIn(service: Service, contact: Contact, campaign: Campaign): ContactStatus | undefined {
  const enrolment = enrolmentIn(service, contact, campaign.id);
  if (enrolment) return enrolment.status;
  if (contact.listId === null || !campaign.listIds.includes(contact.listId)) return undefined;
  if (awaitsIntake(campaign, contact)) return "waiting";
  if (contact.state === "1stnetwork") return "connected";
  // The others have left another campaign: this one will not enrol them.
  return contact.state === "paused" ? "paused" : undefined;
}

function enrolmentIn({ store }: Service, contact: Contact, campaignId: number): Enrolment | undefined {
  return store.enrolments.by("contact", contact.id).find((enrolment) => enrolment.campaignId === campaignId);
}

/**
 * The campaign for which a contact without a campaign waits: among the campaigns that use its list, a running one,
 * otherwise the newest.
 */
export function awaited(service: Service, contact: Contact): Campaign | undefined {
  const { listId } = contact;
  if (listId === null) return undefined;
  const its = service.store.campaigns
    .all()
    .filter((campaign) => campaign.listIds.includes(listId) && awaitsIntake(campaign, contact));
  return its.findLast((campaign) => isRunning(service, campaign)) ?? its.findLast(({ active }) => active) ?? its.at(-1);
}
