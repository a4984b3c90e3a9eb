import { z } from "zod";
import type { Contact, User } from "../objects.js";
import { contactResponse, fullName } from "../responses.js";
import { readBody } from "../rules/body.js";
import { idOf, organizationOf, type Route, type Service } from "../service.js";
import { badRequest, notFound } from "../serviceError.js";
import { profileKey } from "../store.js";
import { ownAgent } from "./agent.js";
import { ownList } from "./list.js";

const text = z.string().nullable();

/** What both a new contact and a change may say. */
const profileFields = {
  email: text,
  company: text,
  companySize: text,
  companyUrl: text,
  website: text,
  industry: text,
  jobTitle: text,
  positionDates: text,
  location: text,
  profileId: text,
  profileBaseline: text,
  linkedinIdentifier: text,
  picture: text,
  intent: text,
};

const name = z.string().trim().min(1).max(255);
const profileUrl = z.url();

const createContactSchema = z
  .strictObject({
    ...profileFields,
    phone: text,
    note: text,
    user_note: text,
    agentId: z.int().nullable(),
    listId: z.int().nullable(),
  })
  .partial()
  .extend({ firstName: name, lastName: name, profileUrl });

const patchContactSchema = z
  .strictObject({
    ...profileFields,
    firstName: name,
    lastName: name,
    profileUrl,
    openToWork: z.boolean(),
    fit: z.enum(["qualified", "unknown", "out-of-scope"]),
    state: z.enum(["finished", "paused", "1stnetwork", "excluded", "answered"]).nullable(),
    personalizedMessages: z.array(z.strictObject({ stepNumber: z.int().positive(), content: z.string() })),
  })
  .partial();

const contactIdsSchema = z.strictObject({ contactIds: z.array(z.int()) });

const pageNumber = z.coerce.number().int().min(1);
const score = z.coerce.number().min(0).max(3);

const contactQuerySchema = z.object({
  page: pageNumber.default(1),
  limit: pageNumber.max(1000).default(20),
  search: z.string().optional(),
  agent: z.coerce.number().int().optional(),
  listId: z.coerce.number().int().optional(),
  dateFrom: z.string().optional(),
  dateTo: z.string().optional(),
  scoreFrom: score.optional(),
  scoreTo: score.optional(),
  intentType: z.string().optional(),
});

type ContactQuery = z.output<typeof contactQuerySchema>;

export function contactRoutes(service: Service): Route[] {
  const { store, clock } = service;
  return [
    {
      method: "GET",
      path: "/v1/contact",
      source: "specification",
      handle({ actor, query }) {
        const wanted = readBody(contactQuerySchema, query, false);
        const matches = matcher(wanted);
        const found = (
          wanted.listId === undefined
            ? store.contacts.by("user", actor.id)
            : store.contacts.by("list", wanted.listId).filter((contact) => contact.userId === actor.id)
        ).filter(matches);
        const start = (wanted.page - 1) * wanted.limit;
        return {
          contacts: found.slice(start, start + wanted.limit).map((contact) => contactResponse(service, contact)),
          total: found.length,
          page: wanted.page,
          limit: wanted.limit,
          totalPages: Math.ceil(found.length / wanted.limit),
        };
      },
    },
    {
      method: "GET",
      path: "/v1/contact/health",
      source: "specification",
      handle: () => ({ status: "ok" }),
    },
    {
      method: "GET",
      path: "/v1/contact/:id",
      source: "specification",
      handle: (call) => contactResponse(service, ownContact(service, call.actor, idOf(call))),
    },
    {
      method: "POST",
      path: "/v1/contact",
      source: "description",
      status: 201,
      handle({ actor, body }) {
        const wanted = readBody(createContactSchema, body, service.behaviour.ignoreUnknownFields);
        if (typeof wanted.listId === "number") ownList(service, actor, wanted.listId);
        if (typeof wanted.agentId === "number") ownAgent(service, actor, wanted.agentId);
        if (store.contacts.by("profile", profileKey(actor.id, wanted.profileUrl)).length > 0) {
          throw badRequest("Contact already exists");
        }
        if (isBlocked(service, actor, wanted.company ?? null)) throw badRequest("Contact is excluded");
        return contactResponse(service, addContact(service, actor, wanted));
      },
    },
    {
      method: "PATCH",
      path: "/v1/contact/:id",
      source: "description",
      handle(call) {
        const contact = ownContact(service, call.actor, idOf(call));
        const wanted = readBody(patchContactSchema, call.body, service.behaviour.ignoreUnknownFields);
        if (wanted.profileUrl !== undefined && wanted.profileUrl !== contact.profileUrl) {
          const [other] = store.contacts.by("profile", profileKey(call.actor.id, wanted.profileUrl));
          if (other) throw badRequest("Another contact has this profileUrl");
        }
        return contactResponse(service, changeContact(service, contact, wanted));
      },
    },
    {
      method: "POST",
      path: "/v1/contact/list/:listId/contacts",
      source: "description",
      status: 200,
      handle(call) {
        const list = ownList(service, call.actor, idOf(call, "listId"));
        const contacts = namedContacts(service, call.actor, call.body);
        for (const contact of contacts) changeContact(service, contact, { listId: list.id, readyForCampaign: true });
        return { success: true, count: contacts.length };
      },
    },
    {
      method: "DELETE",
      path: "/v1/contact/list/:listId/contacts",
      source: "description",
      handle(call) {
        const list = ownList(service, call.actor, idOf(call, "listId"));
        const contacts = namedContacts(service, call.actor, call.body).filter(({ listId }) => listId === list.id);
        for (const contact of contacts) changeContact(service, contact, { listId: null, readyForCampaign: false });
        return { success: true, count: contacts.length };
      },
    },
  ];

  function namedContacts(service: Service, actor: User, body: unknown): Contact[] {
    const { contactIds } = readBody(contactIdsSchema, body, service.behaviour.ignoreUnknownFields);
    return [...new Set(contactIds)].map((id) => ownContact(service, actor, id));
  }

  function ownContact(service: Service, actor: User, id: number): Contact {
    const contact = service.store.contacts.get(id);
    if (contact?.userId !== actor.id) throw notFound(`Contact with ID ${id} not found`);
    return contact;
  }

  function matcher(wanted: ContactQuery): (contact: Contact) => boolean {
    const search = wanted.search?.toLowerCase();
    const from = instant(wanted.dateFrom, "dateFrom", false);
    const to = instant(wanted.dateTo, "dateTo", true);
    return (contact) =>
      (wanted.agent === undefined || contact.agentId === wanted.agent) &&
      (wanted.intentType === undefined || contact.intent_type === wanted.intentType) &&
      (from === undefined || Date.parse(contact.createdAt) >= from) &&
      (to === undefined || Date.parse(contact.createdAt) <= to) &&
      (wanted.scoreFrom === undefined || (contact.total_scoring ?? 0) >= wanted.scoreFrom) &&
      (wanted.scoreTo === undefined || (contact.total_scoring ?? 0) <= wanted.scoreTo) &&
      (search === undefined || searchText(contact).includes(search));
  }

  function instant(date: string | undefined, field: string, endOfDay: boolean): number | undefined {
    if (date === undefined) return undefined;
    const dayOnly = /^\d{4}-\d{2}-\d{2}$/.test(date);
    // A day without a time means all of it.
    const parsed = Date.parse(dayOnly ? `${date}T${endOfDay ? "23:59:59.999" : "00:00:00.000"}Z` : date);
    if (Number.isNaN(parsed)) throw badRequest(`${field} must be a valid date`);
    return parsed;
  }

  function changeContact(service: Service, contact: Contact, change: Partial<Contact>): Contact {
    return putContact(service, { ...contact, ...change, updatedAt: clock.iso() }, "updated");
  }
}

function searchText(contact: Contact): string {
  return [
    contact.firstName,
    contact.lastName,
    fullName(contact),
    contact.email,
    contact.company,
    contact.website,
    contact.location,
    contact.jobTitle,
  ]
    .join("\n")
    .toLowerCase();
}

export function isBlocked(service: Service, owner: User, company: string | null): boolean {
  if (company === null) return false;
  const wanted = company.trim().toLowerCase();
  return organizationOf(service, owner).blocklist.some((name) => name.trim().toLowerCase() === wanted);
}

/** Inside a transaction: keeps a contact and tells whoever wants to know. */
export function putContact(service: Service, contact: Contact, event: "created" | "updated"): Contact {
  const kept = service.store.contacts.put(contact);
  service.onContact(kept, event);
  return kept;
}

export type NewContact = Partial<Omit<Contact, "id" | "userId" | "createdAt" | "updatedAt">> &
  Pick<Contact, "firstName" | "lastName">;

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
      fit: "unknown",
      state: null,
      unsubscribed: false,
      bounced: false,
      blocked: false,
      redListed: false,
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
