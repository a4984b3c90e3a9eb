import type { CustomResourceOptions, Output, Unwrap } from "@pulumi/pulumi";
import { eachOf } from "../../host/component";
import { OutreachResource, typeToken } from "../../host/resource";
import { defineKind, type FieldsOf } from "../../kind/defineKind";
import { flag, id, idSet, tag, text } from "../../kind/fields";
import type { CampaignArgs, CampaignValues } from "./args";
import { guards } from "./guards";
import { campaignProblems } from "./rules";
import type { Step } from "./step";
import { stepsField, withStatedMode } from "./stepForm";
import { campaignWarnings, needsAsIs } from "./warnings";

/** Specification: Limits. */
const mostEmailSeats = 100;

export const campaignFields = {
  name: text({ source: "P", changes: "update", required: true, role: "name", what: "the name of the campaign" }),
  listIds: idSet({
    ...{ source: "S", changes: "update", required: true, targets: "list" },
    ...{ what: "a list of list ids", some: "list" },
  }),
  steps: stepsField,
  linkedinSeatId: id({ source: "S", changes: "replace" }),
  emailSeatIds: idSet({
    ...{ source: "I", changes: "replace" },
    ...{ what: "a list of e-mail seat ids", most: { count: mostEmailSeats, of: "e-mail seats" } },
  }),
  language: tag({ source: "P", changes: "replace" }),
  // The service's own default is not documented, and an active campaign sends: a create always states the flag.
  active: flag({ source: "P", changes: "replace", role: "running", absent: false }),
} satisfies FieldsOf<CampaignArgs>;

export const campaignKind = defineKind<CampaignValues>({
  name: "Campaign",
  noun: "campaign",
  path: "/v1/campaign",
  operations: { list: "P", read: "P", create: "S", update: "P" },
  updateAdvice:
    "correct what the service names. It is not documented whether it takes listIds as numbers or as texts; they were sent as numbers",
  listQuery: { activeOnly: "false" },
  fields: campaignFields,
  readOnly: {
    userId: { source: "P" },
    createdAt: { source: "P" },
    excludeFirstDegreeFromCampaigns: { source: "P" },
    isManual: { source: "P" },
    skipInvitationAfterDays: { source: "P" },
    tone: { source: "P" },
    goal: { source: "P" },
    splitMessages: { source: "I" },
    updatedAt: { source: "P", hidden: true },
  },
  filledIn: ["language", "active"],
  rules: campaignProblems,
  warnings: campaignWarnings,
  needsAsIs,
  guards,
});

/**
 * A campaign: the steps that the people of its lists go through, one after the other.
 *
 * It is created inactive unless `active: true` is declared. Texts change in place; anything else about its steps
 * needs a new campaign, which is refused where people could be written to twice. The service cannot delete one: a
 * deleted resource leaves the state while the campaign stays in the account, inactive. (Specification: Campaign.)
 */
export class Campaign extends OutreachResource {
  static readonly __pulumiType = typeToken("Campaign");

  /** As declared. */
  declare readonly name: Output<string>;
  /** As declared, as numbers. */
  declare readonly listIds: Output<number[]>;
  /** As declared, with every default filled in. */
  declare readonly steps: Output<Unwrap<Step>[]>;
  /** As declared. */
  declare readonly linkedinSeatId: Output<number | undefined>;
  /** As declared, as numbers. */
  declare readonly emailSeatIds: Output<number[] | undefined>;
  /** A locale tag, as declared or as the service chose. */
  declare readonly language: Output<string | undefined>;
  /** Whether it was running when the state was last written. */
  declare readonly active: Output<boolean | undefined>;
  /** The user that owns it. */
  declare readonly userId: Output<number | undefined>;
  /** When the service created it, ISO 8601. */
  declare readonly createdAt: Output<string | undefined>;
  /** Whether people already connected are left out; so by default where there is a connection request. */
  declare readonly excludeFirstDegreeFromCampaigns: Output<boolean | undefined>;
  /** Whether the campaign is manual. */
  declare readonly isManual: Output<boolean | undefined>;
  /** Days after which a pending invitation is skipped and only e-mails are sent. */
  declare readonly skipInvitationAfterDays: Output<number | undefined>;
  /** Tone of what the service writes. */
  declare readonly tone: Output<"professional" | "direct" | "conversational" | undefined>;
  /** What the campaign is after. */
  declare readonly goal: Output<"conversations" | "demos" | undefined>;
  /** Whether a message may be sent as several shorter ones. */
  declare readonly splitMessages: Output<boolean | undefined>;

  /**
   * @param name Unique name of the resource in the program.
   * @param args What to declare. Every broken rule is reported before anything is sent.
   */
  constructor(name: string, args: CampaignArgs, options?: CustomResourceOptions) {
    super(
      campaignKind,
      name,
      { ...args, steps: eachOf(args?.steps, withStatedMode) },
      {
        ...options,
        // A parent's is inherited: then nobody would look whether the old campaign runs, and a delete keeps it anyway.
        retainOnDelete: options?.retainOnDelete ?? false,
      },
    );
  }
}
