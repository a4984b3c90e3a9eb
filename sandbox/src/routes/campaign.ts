import { z } from "zod";
import { attachLists } from "../changes/campaignLists.js";
import type { Campaign } from "../objects/campaign.js";
import { withoutVariables } from "../planner/template.js";
import { campaignResponse } from "../responses.js";
import { readRequestBody } from "../rules/body.js";
import { seatProblems } from "../rules/campaignSeats.js";
import { checkSteps, isConnectionRequest, type NoteRules, patchSteps } from "../rules/campaignSteps.js";
import { listing } from "../rules/paging.js";
import { idOf, type Route, type Service } from "../service.js";
import { badRequest } from "../serviceError.js";
import { ownCampaign, ownList } from "./own.js";

const listIds = z.array(z.int()).min(1);

const createCampaignSchema = z.strictObject({
  name: z.string().trim().min(1).max(255),
  active: z.boolean().default(true),
  language: z
    .string()
    .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, "must be a locale tag")
    .nullable()
    .default(null),
  listIds,
  steps: z.unknown().optional(),
  linkedinSeatId: z.int().nullable().default(null),
  emailSeatIds: z.array(z.int()).default([]),
});

const patchCampaignSchema = z
  .strictObject({
    name: z.string().trim().min(1).max(255),
    listIds,
    steps: z.array(z.unknown()),
  })
  .partial();

const patchWithTextIdsSchema = patchCampaignSchema.extend({
  listIds: z.array(z.string().regex(/^\d+$/, "must be a number string").transform(Number)).min(1).optional(),
});

/** Days until an unaccepted invitation is given up. */
const SKIP_INVITATION_AFTER_DAYS = 21;

export function campaignRoutes(service: Service): Route[] {
  const { store, clock } = service;
  return [
    {
      method: "POST",
      path: "/v1/campaign",
      source: "specification",
      status: 201,
      handle({ actor, body }) {
        const wanted = readRequestBody(service, createCampaignSchema, body);
        const seat = wanted.linkedinSeatId === null ? undefined : store.linkedinSeats.get(wanted.linkedinSeatId);
        const premium = seat?.organizationId === actor.organizationId && seat.premium;
        const { steps, problems } = checkSteps(wanted.steps, noteRules(service, premium));
        // Which seats are needed depends on the steps, so seats are checked only if the steps are valid.
        const all = problems.length > 0 ? problems : seatProblems(store, actor, steps, wanted);
        if (all.length > 0) throw badRequest(all);
        const lists = [...new Set(wanted.listIds)];
        for (const id of lists) ownList(service, actor, id);
        const now = clock.iso();
        const campaign: Campaign = {
          id: store.nextId(),
          userId: actor.id,
          name: wanted.name,
          active: wanted.active,
          excludeFirstDegreeFromCampaigns: steps.some(isConnectionRequest),
          splitMessages: false,
          isManual: false,
          steps,
          skipInvitationAfterDays: SKIP_INVITATION_AFTER_DAYS,
          language: wanted.language,
          tone: "professional",
          goal: "conversations",
          linkedinSeatId: wanted.linkedinSeatId,
          listIds: [],
          emailSeatIds: [...new Set(wanted.emailSeatIds)],
          createdAt: now,
          updatedAt: now,
        };
        return campaignResponse(service, attachLists(service, campaign, lists));
      },
    },
    {
      method: "GET",
      path: "/v1/campaign",
      source: "description",
      handle({ actor, query }) {
        const activeOnly = query.activeOnly === "true";
        const found = store.campaigns.by("user", actor.id).filter((campaign) => campaign.active || !activeOnly);
        return listing("campaigns", found, query, (campaign) => campaignResponse(service, campaign));
      },
    },
    {
      method: "GET",
      path: "/v1/campaign/:id",
      source: "description",
      handle: (call) => campaignResponse(service, ownCampaign(service, call.actor, idOf(call))),
    },
    {
      method: "PATCH",
      path: "/v1/campaign/:id",
      source: "description",
      handle(call) {
        const campaign = ownCampaign(service, call.actor, idOf(call));
        const schema = service.behaviour.patchListIdsAsText ? patchWithTextIdsSchema : patchCampaignSchema;
        const wanted = readRequestBody<z.output<typeof patchCampaignSchema>>(service, schema, call.body);
        const changed: Campaign = { ...campaign, name: wanted.name ?? campaign.name, updatedAt: clock.iso() };
        if (wanted.steps !== undefined) {
          const premium = store.linkedinSeats.get(campaign.linkedinSeatId ?? 0)?.premium ?? false;
          const { steps, problems } = patchSteps(
            campaign.steps,
            wanted.steps,
            noteRules(service, premium),
            service.behaviour.subjectIsPatched,
          );
          if (problems.length > 0) throw badRequest(problems);
          changed.steps = steps;
        }
        const lists = wanted.listIds === undefined ? campaign.listIds : [...new Set(wanted.listIds)];
        for (const id of lists) {
          // One of the campaign's current lists may have been deleted in the app.
          if (!campaign.listIds.includes(id)) ownList(service, call.actor, id);
        }
        return campaignResponse(service, attachLists(service, changed, lists));
      },
    },
    {
      method: "GET",
      path: "/v1/campaign/:id/logs",
      source: "specification",
      handle(call) {
        const campaign = ownCampaign(service, call.actor, idOf(call));
        return store.campaignLogs
          .by("campaign", campaign.id)
          .reverse()
          .map(({ code: _code, texts: _texts, ...served }) => served);
      },
    },
  ];
}

/** With the option to fill in notes, a note is measured without its variables, the shortest form that it can get. */
function noteRules({ behaviour }: Service, premiumSeat: boolean): NoteRules {
  return { premiumSeat, counted: behaviour.fillNotes ? withoutVariables : (note) => note };
}
