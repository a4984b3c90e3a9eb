import { reads } from "../../api/operation";

/** Operations for a campaign, in addition to those of every kind. */
export const campaignOperations = {
  logs: reads("/v1/campaign/{id}/logs", "S", "read the campaign's log"),
  queue: reads("/v1/campaign/{id}/queue", "S", "read the campaign's queue"),
  emailQueue: reads("/v1/campaign/{id}/email-queue", "S", "read the campaign's e-mail queue"),
} as const;
