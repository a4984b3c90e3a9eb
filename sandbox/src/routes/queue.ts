import { queueEntries } from "../planner/queue.js";
import { isEmailOnly } from "../rules/campaignSeats.js";
import { idOf, type Route, type Service } from "../service.js";
import { badRequest } from "../serviceError.js";
import { ownCampaign } from "./own.js";

export function queueRoutes(service: Service): Route[] {
  return [
    {
      method: "GET",
      path: "/v1/campaign/:id/queue",
      source: "specification",
      handle(call) {
        const campaign = ownCampaign(service, call.actor, idOf(call));
        if (isEmailOnly(campaign.steps)) {
          throw badRequest("This campaign is email-only: use GET /v1/campaign/{id}/email-queue");
        }
        return queueEntries(service, campaign);
      },
    },
    {
      method: "GET",
      path: "/v1/campaign/:id/email-queue",
      source: "specification",
      handle(call) {
        const campaign = ownCampaign(service, call.actor, idOf(call));
        if (!isEmailOnly(campaign.steps)) {
          throw badRequest("This campaign is not email-only: use GET /v1/campaign/{id}/queue");
        }
        return queueEntries(service, campaign);
      },
    },
  ];
}
