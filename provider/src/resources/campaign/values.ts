import type { ValuesOf } from "../../kind/defineKind";
import type { CampaignArgs } from "./args";

/** The values of a campaign, by name. */
export type CampaignValues = ValuesOf<
  CampaignArgs,
  | "userId"
  | "createdAt"
  | "excludeFirstDegreeFromCampaigns"
  | "isManual"
  | "skipInvitationAfterDays"
  | "tone"
  | "goal"
  | "splitMessages"
>;
