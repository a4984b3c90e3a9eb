import { z } from "zod";
import { attachLists, detachFromList } from "../../changes/campaignLists.js";
import { type Campaign, goals, messageModes, tones } from "../../objects/campaign.js";
import { changing } from "../operation.js";
import { edit, existing } from "../stored.js";
import { id } from "./inputs.js";

const editedCampaign = z.strictObject({
  campaignId: id,
  name: z.string().min(1).optional(),
  language: z.string().optional(),
  tone: z.enum(tones).optional(),
  goal: z.enum(goals).optional(),
  skipInvitationAfterDays: z.int().positive().optional(),
  listIds: z.array(id).optional(),
  /** New contents by step number. */
  steps: z
    .array(
      z.strictObject({
        stepNumber: z.int().positive(),
        message: z.string().optional(),
        subject: z.string().optional(),
        note: z.string().optional(),
        messageMode: z.enum(messageModes).optional(),
        delayAfterLastStep: z.int().positive().optional(),
      }),
    )
    .optional(),
});

/** Changes of campaigns that a person makes in the app. */
export const campaignOperations = {
  /** Switches a campaign on or off. */
  setActive: changing(
    z.strictObject({ campaignId: id, active: z.boolean() }),
    ({ store, clock }, { campaignId, active }): Campaign =>
      edit(store.campaigns, "Campaign", campaignId, (campaign) => ({ ...campaign, active, updatedAt: clock.iso() })),
  ),
  /** Changes any fields of a campaign. */
  editCampaign: changing(editedCampaign, (service, { campaignId, steps, listIds, ...fields }): Campaign => {
    const campaign = existing(service.store.campaigns, "Campaign", campaignId);
    const edited = {
      ...campaign,
      ...fields,
      steps: campaign.steps.map((step) => ({
        ...step,
        ...steps?.find((editedStep) => editedStep.stepNumber === step.stepNumber),
      })),
      updatedAt: service.clock.iso(),
    };
    return attachLists(service, edited, listIds ?? campaign.listIds);
  }),
  /** Deletes a campaign with its logs. */
  deleteCampaign: changing(z.strictObject({ campaignId: id }), (service, { campaignId }): { deleted: true } => {
    const { store } = service;
    const campaign = existing(store.campaigns, "Campaign", campaignId);
    for (const log of store.campaignLogs.by("campaign", campaign.id)) store.campaignLogs.delete(log.id);
    for (const enrolment of store.enrolments.by("campaign", campaign.id)) store.enrolments.delete(enrolment.id);
    for (const listId of campaign.listIds) detachFromList(service, listId, campaign);
    store.campaigns.delete(campaign.id);
    return { deleted: true };
  }),
};
