import { z } from "zod";
import { attachLists } from "../changes/campaignLists.js";
import { contactResponse, listResponse } from "../responses.js";
import { readRequestBody } from "../rules/body.js";
import { listing } from "../rules/paging.js";
import { idOf, type Route, type Service } from "../service.js";
import { ownCampaign, ownList } from "./own.js";

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
        const wanted = readRequestBody(service, createListSchema, body);
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
      handle: ({ actor, query }) =>
        listing("lists", store.lists.by("user", actor.id), query, (list) => listResponse(service, list)),
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
