import type { CustomResourceOptions, Output, Unwrap } from "@pulumi/pulumi";
import { eachOf } from "../../host/component";
import { isOfType, noGet, OutreachResource, type readOrAdopt } from "../../host/resource";
import { typeToken } from "../../host/token";
import type { CampaignArgs } from "./args";
import { campaignKind } from "./kind";
import type { Step } from "./step";
import { withStatedMode } from "./stepForm";

/**
 * A campaign: the steps that the people of its lists go through, one after the other.
 *
 * It is created inactive unless `active: true` is declared. Texts change in place; anything else about its steps
 * needs a new campaign, which is refused where people could be written to twice. The service cannot delete one: a
 * deleted resource leaves the state while the campaign stays in the account, inactive. Service specification: Campaign.
 */
export class Campaign extends OutreachResource {
  /** The type of the resource in URNs and states. */
  static readonly __pulumiType = typeToken("Campaign");

  /** True for a resource of this class, also one of another copy of this package. */
  static override isInstance(value: unknown): value is Campaign {
    return isOfType(value, Campaign.__pulumiType);
  }

  /**
   * Does not exist for resources of a dynamic provider.
   *
   * @deprecated To read a campaign that the program does not own, `getCampaignOutput({ id })`. To manage it, the argument `adopt: <id>`.
   */
  static get(..._instead: (typeof readOrAdopt)[]): never {
    throw noGet("Campaign", "getCampaignOutput");
  }

  /** The name, as declared. */
  declare readonly name: Output<string>;
  /** Ids of the lists, as declared, as numbers. */
  declare readonly listIds: Output<number[]>;
  /** The steps, as declared, with every default filled in. */
  declare readonly steps: Output<Unwrap<Step>[]>;
  /** Id of the LinkedIn seat that sends, as declared. */
  declare readonly linkedinSeatId: Output<number | undefined>;
  /** Ids of the e-mail seats that send, as declared, as numbers. */
  declare readonly emailSeatIds: Output<number[] | undefined>;
  /** Language of the texts that the service writes: a locale tag, as declared or as chosen by the service. */
  declare readonly language: Output<string | undefined>;
  /** Whether the campaign was running when the state was last written. Service specification: Campaign. */
  declare readonly active: Output<boolean>;
  /** Id of the user that owns the campaign. Service specification: Campaign. */
  declare readonly userId: Output<number>;
  /** When the service created the campaign, ISO 8601. Service specification: Campaign. */
  declare readonly createdAt: Output<string>;
  /**
   * Whether people who are already connected are excluded. Default: true if a step is a connection request. Service
   * specification: Campaign.
   */
  declare readonly excludeFirstDegreeFromCampaigns: Output<boolean>;
  /** Whether the campaign is manual. Service specification: Campaign. */
  declare readonly isManual: Output<boolean>;
  /** Days after which a pending invitation is skipped, so that only e-mails are sent. Service specification: Campaign. */
  declare readonly skipInvitationAfterDays: Output<number | undefined>;
  /** Tone of the texts that the service writes. Service specification: Campaign. */
  declare readonly tone: Output<"professional" | "direct" | "conversational" | undefined>;
  /** The goal of the campaign. Service specification: Campaign. */
  declare readonly goal: Output<"conversations" | "demos" | undefined>;
  /** Whether a message may be sent as several shorter ones. Service specification: Campaign. */
  declare readonly splitMessages: Output<boolean | undefined>;

  /**
   * A campaign: the steps that the people of its lists go through, one after the other.
   *
   * It is created inactive unless `active: true` is declared. Texts change in place; anything else about its steps
   * needs a new campaign, which is refused where people could be written to twice. The service cannot delete one: a
   * deleted resource leaves the state while the campaign stays in the account, inactive. Service specification:
   * Campaign.
   *
   * @param name Unique name of the resource in the program.
   * @param args What to declare. Every broken rule is reported before anything is sent.
   * @param options As for any Pulumi resource, but for `import` and `id`: the argument `adopt` takes over what exists.
   * `retainOnDelete` is not inherited from a parent.
   */
  constructor(name: string, args: CampaignArgs, options?: CustomResourceOptions) {
    super(
      campaignKind,
      name,
      { ...args, steps: eachOf(args?.steps, withStatedMode) },
      {
        ...options,
        // Not inherited from a parent, because with it no guard would check whether the old campaign runs. A delete keeps
        // the campaign in the account anyway.
        retainOnDelete: options?.retainOnDelete ?? false,
      },
    );
  }
}
