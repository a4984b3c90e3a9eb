import type { CustomResourceOptions, Output, Unwrap } from "@pulumi/pulumi";
import { OutreachResource, typeToken } from "../host/resource";
import type { CampaignArgs } from "./campaignArgs";
import { campaignDefinition } from "./campaignDefinition";
import { campaignIrregular } from "./campaignIrregular";
import type { Step } from "./step";

export const campaignKind = { definition: campaignDefinition, irregular: campaignIrregular };

/** Each one costs every preview of every campaign a millisecond, so the rarely asked ones stand in the state alone. */
const outputNames = ["active", "userId", "createdAt"];

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
  /** Present where it is declared. */
  declare readonly linkedinSeatId?: Output<number>;
  /** Present where it is declared; as numbers. */
  declare readonly emailSeatIds?: Output<number[]>;
  /** Present where it is declared. */
  declare readonly language?: Output<string>;
  /** Whether it was running when the state was last written. */
  declare readonly active: Output<boolean | undefined>;
  /** The user that owns it. */
  declare readonly userId: Output<number | undefined>;
  /** When the service created it, ISO 8601. */
  declare readonly createdAt: Output<string | undefined>;

  /**
   * @param name Unique name of the resource in the program.
   * @param args What to declare. Every broken rule is reported before anything is sent.
   */
  constructor(name: string, args: CampaignArgs, options?: CustomResourceOptions) {
    super(campaignKind, name, args, outputNames, options);
  }
}
