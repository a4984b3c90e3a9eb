import type { User } from "../objects/account.js";
import type { Contact } from "../objects/contact.js";
import { organizationOf, type Service } from "../service.js";
import { profileKey, type Store } from "../store/store.js";

/** The contact of this user with this profile: a user has at most one. */
export function contactWithProfile(store: Store, userId: number, profileUrl: string): Contact | undefined {
  return store.contacts.by("profile", profileKey(userId, profileUrl))[0];
}

/** Whether the blocklist of the owner's organization names the company. */
export function isBlocked(service: Service, owner: User, company: string | null): boolean {
  return company !== null && isNamed(organizationOf(service, owner).blocklist, company);
}

/** Whether a list of company names contains this one, ignoring case and spaces. */
export function isNamed(names: readonly string[], company: string): boolean {
  if (names.length === 0) return false;
  const wanted = comparable(company);
  return names.some((name) => comparable(name) === wanted);
}

function comparable(name: string): string {
  return name.trim().replace(/\s+/g, " ").toLowerCase();
}

/** Inside a transaction: changes a contact and sends the event to its user's webhook. */
export function changeContact(service: Service, contact: Contact, change: Partial<Contact>): Contact {
  return putContact(service, { ...contact, ...change, updatedAt: service.clock.iso() }, "updated");
}

function putContact(service: Service, contact: Contact, event: "created" | "updated"): Contact {
  const kept = service.store.contacts.put(contact);
  service.onContact(kept, event);
  return kept;
}

export type NewContact = Partial<Omit<Contact, "id" | "userId" | "createdAt" | "updatedAt">> &
  Pick<Contact, "firstName" | "lastName">;

/** Inside a transaction: adds a contact and sends the event to its user's webhook. */
export function addContact(service: Service, owner: User, contact: NewContact): Contact {
  const now = service.clock.iso();
  return putContact(
    service,
    {
      id: service.store.nextId(),
      userId: owner.id,
      agentId: null,
      listId: null,
      email: null,
      phone: null,
      company: null,
      companySize: null,
      companyUrl: null,
      website: null,
      industry: null,
      jobTitle: null,
      positionDates: null,
      location: null,
      profileUrl: null,
      profileId: null,
      profileBaseline: null,
      linkedinIdentifier: null,
      picture: null,
      openToWork: false,
      note: null,
      user_note: null,
      intent: null,
      intent_type: null,
      intent_keyword: null,
      intent_scoring: null,
      scoring: null,
      total_scoring: null,
      score_reasoning: null,
      fit: "unknown",
      state: null,
      unsubscribed: false,
      bounced: false,
      blocked: false,
      redListed: false,
      emailEnriched: false,
      phoneEnriched: false,
      hasStartedCampaign: false,
      personalizedMessages: [],
      connectionDegree: 2,
      readyForCampaign: typeof contact.listId === "number",
      createdAt: now,
      updatedAt: now,
      ...contact,
    },
    "created",
  );
}
