import { z } from "zod";
import type { LeadList, User } from "../objects.js";
import { contactResponse, listResponse } from "../responses.js";
import { readBody } from "../rules/body.js";
import { idOf, type Route, type Service } from "../service.js";
import { notFound } from "../serviceError.js";
import { attachLists, ownCampaign } from "./campaign.js";

const createListSchema = z.strictObject({
  name: z.string().trim().min(1).max(255),
  campaignId: z.int().nullable().optional(),
});

export function listRoutes(service: Service): Route[] {
  const { store, clock } = service;
  return [
    {
      method: "POST",
      path: "/v1/list",
      source: "specification",
      status: 201,
      handle({ actor, body }) {
        const wanted = readBody(createListSchema, body, service.behaviour.ignoreUnknownFields);
        const campaign = typeof wanted.campaignId === "number" ? ownCampaign(service, actor, wanted.campaignId) : null;
        const now = clock.iso();
        const list = store.lists.put({
          id: store.nextId(),
          userId: actor.id,
          name: wanted.name,
          campaignId: null,
          createdAt: now,
          updatedAt: now,
        });
        if (campaign) attachLists(service, campaign, [...campaign.listIds, list.id]);
        return listResponse(service, store.lists.get(list.id) ?? list);
      },
    },
    {
      method: "GET",
      path: "/v1/list",
      source: "description",
      handle: ({ actor }) => store.lists.by("user", actor.id).map((list) => listResponse(service, list)),
    },
    {
      method: "GET",
      path: "/v1/list/:id",
      source: "description",
      handle(call) {
        const list = ownList(service, call.actor, idOf(call));
        const contacts = store.contacts.by("list", list.id).map((contact) => contactResponse(service, contact));
        return { ...listResponse(service, list), contacts };
      },
    },
  ];
}

export function ownList(service: Service, actor: User, id: number): LeadList {
  const list = service.store.lists.get(id);
  if (list?.userId !== actor.id) throw notFound(`List with ID ${id} not found`);
  return list;
}
