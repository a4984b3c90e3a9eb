import { isOnlyAdopted, startsSending } from "../findings/campaigns";
import { place } from "../findings/sentences";
import { isPlain } from "../input/values";
import type { ReviewedCampaign, ReviewedStep } from "../model";

/** A text of a campaign that can be read, and where it stands. */
export interface CampaignText {
  readonly campaign: ReviewedCampaign;
  readonly step: ReviewedStep;
  readonly field: string;
  readonly text: string;
  /** `steps[2].message` */
  readonly path: string;
  /** True if this change brings it, or brings it to people for the first time. */
  readonly isNew: boolean;
}

/** The texts that people get after the change. */
export function textsOfCampaign(campaign: ReviewedCampaign): CampaignText[] {
  if (campaign.change === "deleted") return [];
  return campaign.steps.flatMap((step) =>
    step.texts.flatMap(({ field, before, after }) => {
      if (after === undefined || !isPlain(after)) return [];
      const isChanged = campaign.change === "updated" && (step.change === "added" || before !== after);
      const isNew = isChanged || bringsAll(campaign);
      return [{ campaign, step, field, text: after, path: place(step, field), isNew }];
    }),
  );
}

/** True if all texts of a campaign are new to the people who get them. Nothing is written to one that is only adopted. */
export function bringsAll(campaign: ReviewedCampaign): boolean {
  if (isOnlyAdopted(campaign)) return false;
  return campaign.change === "created" || campaign.change === "replaced" || startsSending(campaign);
}
