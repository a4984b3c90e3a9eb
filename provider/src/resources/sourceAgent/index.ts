import type { CustomResourceOptions, Output, Unwrap } from "@pulumi/pulumi";
import { OutreachResource, typeToken } from "../../host/resource";
import type { AgentType, CompanySize, CompanyType, SourceAgentArgs } from "./args";
import { sourceAgentKind } from "./kind";
import type { Signal } from "./signal";

/**
 * A source agent: finds people that match its criteria and signals, and puts them into a list. It writes to nobody.
 *
 * Every property but `agentType` changes in place where the service can. Deleting it stops it for good and loses its
 * run logs; its list and the people in it stay. (Specification: Source agent.)
 */
export class SourceAgent extends OutreachResource {
  /** The type token of this class, as it stands in URNs and states. */
  static readonly __pulumiType = typeToken("SourceAgent");

  /** As declared. */
  declare readonly name: Output<string>;
  /** The list that it fills. */
  declare readonly listId: Output<number>;
  /** As declared, or as the service chose. */
  declare readonly targetJobTitles: Output<string[] | undefined>;
  /** As declared, or as the service chose. */
  declare readonly targetIndustries: Output<string[] | undefined>;
  /** As declared, or as the service chose. */
  declare readonly targetLocations: Output<string[] | undefined>;
  /** As declared, or as the service chose. */
  declare readonly targetCompanySizes: Output<CompanySize[] | undefined>;
  /** As declared, or as the service chose. */
  declare readonly targetCompanyTypes: Output<CompanyType[] | undefined>;
  /** As declared; `autopilot` where it was left out. */
  declare readonly agentType: Output<AgentType>;
  /** The declared signals. */
  declare readonly variables: Output<Unwrap<Signal>[] | undefined>;
  /** As declared, or as the service chose. */
  declare readonly ignoredCompanies: Output<string[] | undefined>;
  /** As declared, or as the service chose. */
  declare readonly mandatoryKeywords: Output<string[] | undefined>;
  /** As declared. */
  declare readonly additionalCriteria: Output<string | undefined>;
  /** As declared, or as the service chose. */
  declare readonly excludeServiceProviders: Output<boolean | undefined>;
  /** As declared, or as the service chose. */
  declare readonly skipIcpFilter: Output<boolean | undefined>;
  /** As declared, or as the service chose. */
  declare readonly includeOpenToWorkProfiles: Output<boolean | undefined>;
  /** As declared, or as the service chose. */
  declare readonly leadWaterfall: Output<boolean | undefined>;
  /** Whether it pauses. True without being asked for where the account's active agent limit was reached. */
  declare readonly paused: Output<boolean | undefined>;
  /** Between 0 and 1, as declared or as the service chose. */
  declare readonly minLeadScore: Output<number | undefined>;
  /** Credits a month, for website-visitor agents. */
  declare readonly maxCreditUsage: Output<number | undefined>;
  /** The user that owns it. */
  declare readonly userId: Output<number | undefined>;
  /** The tracking script of a website-visitor agent. */
  declare readonly scriptId: Output<string | undefined>;
  /** When the service created it, ISO 8601. */
  declare readonly createdAt: Output<string | undefined>;

  /**
   * Declares a source agent.
   *
   * @param name Unique name of the resource in the program.
   * @param args What to declare. Every broken rule is reported before anything is sent.
   * @param options Options of the resource, as for every Pulumi resource.
   */
  constructor(name: string, args: SourceAgentArgs, options?: CustomResourceOptions) {
    super(sourceAgentKind, name, args, options);
  }
}
