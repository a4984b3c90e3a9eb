import { z } from "zod";
import type { Campaign, SentTexts, StepType } from "../../objects/campaign.js";
import { countPeople, type People } from "../../page/people.js";
import { textsFor } from "../../planner/template.js";
import type { Service } from "../../service.js";
import { reading } from "../operation.js";
import { existing } from "../stored.js";
import { none, numberInQuery } from "./inputs.js";

/** The progress of a campaign. */
export interface Progress {
  campaignId: number;
  /** Contacts by state; `connected`: excluded as first-degree connections. */
  people: People & { connected: number };
}

/** One step of a campaign as one contact receives it. */
export interface StepTexts {
  stepNumber: number;
  type: StepType;
  texts: SentTexts;
}

export const progressOperations = {
  /** How many contacts of each campaign are in which state. */
  progress: reading(none, ({ service }): Progress[] =>
    service.store.campaigns.all().map((campaign) => ({
      campaignId: campaign.id,
      people: { ...countPeople(service, campaign), connected: countConnected(service, campaign) },
    })),
  ),
  /** Every text of a campaign as one contact would receive it. */
  texts: reading(
    z.strictObject({ campaignId: numberInQuery, contactId: numberInQuery }),
    ({ service }, { campaignId, contactId }): StepTexts[] => {
      const campaign = existing(service.store.campaigns, "Campaign", campaignId);
      const contact = existing(service.store.contacts, "Contact", contactId);
      return campaign.steps.map((step) => ({
        stepNumber: step.stepNumber,
        type: step.type,
        texts: textsFor(service, campaign, contact, step),
      }));
    },
  ),
};

/** The lists' contacts that this campaign excluded. Another campaign with the same list may have added them. */
function countConnected({ store }: Service, campaign: Campaign): number {
  if (!campaign.excludeFirstDegreeFromCampaigns) return 0;
  const enrolled = new Set(store.enrolments.by("campaign", campaign.id).map(({ contactId }) => contactId));
  const contacts = campaign.listIds.flatMap((listId) => store.contacts.by("list", listId));
  return contacts.filter(
    ({ id, state, connectionDegree }) => connectionDegree === 1 && state !== null && !enrolled.has(id),
  ).length;
}
