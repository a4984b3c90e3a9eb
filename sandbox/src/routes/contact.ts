import { addContact, changeContact, contactWithProfile, isBlocked } from "../changes/contact.js";
import type { User } from "../objects/account.js";
import type { Contact } from "../objects/contact.js";
import { contactResponse } from "../responses.js";
import { readQuery, readRequestBody } from "../rules/body.js";
import {
  contactIdsSchema,
  contactQuerySchema,
  createContactSchema,
  patchContactSchema,
} from "../rules/contactFields.js";
import { pageOf } from "../rules/paging.js";
import { idOf, type Route, type Service } from "../service.js";
import { badRequest } from "../serviceError.js";
import { contactMatcher } from "./contactSearch.js";
import { ownAgent, ownContact, ownList } from "./own.js";

export function contactRoutes(service: Service): Route[] {
  const { store } = service;
  return [
    {
      method: "GET",
      path: "/v1/contact",
      source: "specification",
      handle({ actor, query }) {
        const wanted = readQuery(contactQuerySchema, query);
        const matches = contactMatcher(wanted);
        const found = (
          wanted.listId === undefined
            ? store.contacts.by("user", actor.id)
            : store.contacts.by("list", wanted.listId).filter((contact) => contact.userId === actor.id)
        ).filter(matches);
        return pageOf("contacts", found, wanted, (contact) => contactResponse(service, contact));
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
        const wanted = readRequestBody(service, createContactSchema, body);
        if (typeof wanted.listId === "number") ownList(service, actor, wanted.listId);
        if (typeof wanted.agentId === "number") ownAgent(service, actor, wanted.agentId);
        if (contactWithProfile(store, actor.id, wanted.profileUrl)) throw badRequest("Contact already exists");
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
        const wanted = readRequestBody(service, patchContactSchema, call.body);
        if (wanted.profileUrl !== undefined) {
          const holder = contactWithProfile(store, call.actor.id, wanted.profileUrl);
          if (holder && holder.id !== contact.id) throw badRequest("Another contact has this profileUrl");
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
}

function namedContacts(service: Service, actor: User, body: unknown): Contact[] {
  const { contactIds } = readRequestBody(service, contactIdsSchema, body);
  return [...new Set(contactIds)].map((id) => ownContact(service, actor, id));
}
