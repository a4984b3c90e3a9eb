import type { CustomResourceOptions, Output, Unwrap } from "@pulumi/pulumi";
import { OutreachResource, typeToken } from "../host/resource";
import type { Signal } from "./signal";
import type { AgentType, CompanySize, CompanyType, SourceAgentArgs } from "./sourceAgentArgs";
import { sourceAgentDefinition } from "./sourceAgentDefinition";
import { sourceAgentIrregular } from "./sourceAgentIrregular";

export const sourceAgentKind = { definition: sourceAgentDefinition, irregular: sourceAgentIrregular };

/** Each one costs every preview of every agent a millisecond, so the rarely asked ones stand in the state alone. */
const outputNames = ["paused", "userId", "scriptId", "createdAt"];

/**
 * A source agent: finds people that match its criteria and signals, and puts them into a list. It writes to nobody.
 *
 * Every property but `agentType` changes in place where the service can. Deleting it stops it for good and loses its
 * run logs; its list and the people in it stay. (Specification: Source agent.)
 */
export class SourceAgent extends OutreachResource {
  static readonly __pulumiType = typeToken("SourceAgent");

  /** As declared. */
  declare readonly name: Output<string>;
  /** The list that it fills. */
  declare readonly listId: Output<number>;
  /** Present where it is declared. */
  declare readonly targetJobTitles?: Output<string[]>;
  /** Present where it is declared. */
  declare readonly targetIndustries?: Output<string[]>;
  /** Present where it is declared. */
  declare readonly targetLocations?: Output<string[]>;
  /** Present where it is declared. */
  declare readonly targetCompanySizes?: Output<CompanySize[]>;
  /** Present where it is declared. */
  declare readonly targetCompanyTypes?: Output<CompanyType[]>;
  /** Present where it is declared. */
  declare readonly agentType?: Output<AgentType>;
  /** Present where it is declared. */
  declare readonly variables?: Output<Unwrap<Signal>[]>;
  /** Present where it is declared. */
  declare readonly ignoredCompanies?: Output<string[]>;
  /** Present where it is declared. */
  declare readonly mandatoryKeywords?: Output<string[]>;
  /** Present where it is declared. */
  declare readonly additionalCriteria?: Output<string>;
  /** Present where it is declared. */
  declare readonly excludeServiceProviders?: Output<boolean>;
  /** Present where it is declared. */
  declare readonly skipIcpFilter?: Output<boolean>;
  /** Present where it is declared. */
  declare readonly includeOpenToWorkProfiles?: Output<boolean>;
  /** Present where it is declared. */
  declare readonly leadWaterfall?: Output<boolean>;
  /** Whether it pauses. True without being asked for where the account's active agent limit was reached. */
  declare readonly paused: Output<boolean | undefined>;
  /** Present where it is declared. */
  declare readonly minLeadScore?: Output<number>;
  /** Present where it is declared. */
  declare readonly maxCreditUsage?: Output<number>;
  /** The user that owns it. */
  declare readonly userId: Output<number | undefined>;
  /** The tracking script of a website-visitor agent. */
  declare readonly scriptId: Output<string | undefined>;
  /** When the service created it, ISO 8601. */
  declare readonly createdAt: Output<string | undefined>;

  /**
   * @param name Unique name of the resource in the program.
   * @param args What to declare. Every broken rule is reported before anything is sent.
   */
  constructor(name: string, args: SourceAgentArgs, options?: CustomResourceOptions) {
    super(sourceAgentKind, name, args, outputNames, options);
  }
}
