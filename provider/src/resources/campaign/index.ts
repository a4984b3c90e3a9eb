import type { CustomResourceOptions, Output, Unwrap } from "@pulumi/pulumi";
import { eachOf } from "../../host/component";
import { OutreachResource, typeToken } from "../../host/resource";
import type { CampaignArgs } from "./args";
import { campaignKind } from "./kind";
import type { Step } from "./step";
import { withStatedMode } from "./stepForm";

/**
 * A campaign: the steps that the people of its lists go through, one after the other.
 *
 * It is created inactive unless `active: true` is declared. Texts change in place; anything else about its steps
 * needs a new campaign, which is refused where people could be written to twice. The service cannot delete one: a
 * deleted resource leaves the state while the campaign stays in the account, inactive. (Specification: Campaign.)
 */
export class Campaign extends OutreachResource {
  /** The type token of this class, as it stands in URNs and states. */
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
   * Declares a campaign.
   *
   * @param name Unique name of the resource in the program.
   * @param args What to declare. Every broken rule is reported before anything is sent.
   * @param options Options of the resource, as for every Pulumi resource.
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
