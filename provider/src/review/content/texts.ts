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
  /** True if this change brings it. */
  readonly isNew: boolean;
}

/** The texts that people get after the change. */
export function textsOfCampaign(campaign: ReviewedCampaign): CampaignText[] {
  if (campaign.change === "deleted") return [];
  const isNewCampaign = campaign.change === "created" || campaign.change === "replaced";
  return campaign.steps.flatMap((step) =>
    step.texts.flatMap(({ field, before, after }) => {
      if (after === undefined || !isPlain(after)) return [];
      const isNew = isNewCampaign || (campaign.change === "updated" && (step.change === "added" || before !== after));
      return [{ campaign, step, field, text: after, path: place(step, field), isNew }];
    }),
  );
}
