import type { CustomResourceOptions, Output, Unwrap } from "@pulumi/pulumi";
import { isOfType, noGet, OutreachResource, type readOrAdopt } from "../../host/resource";
import { typeToken } from "../../host/token";
import type { AgentType, CompanySize, CompanyType, SourceAgentArgs } from "./args";
import { sourceAgentKind } from "./kind";
import type { Signal } from "./signal";

/**
 * A source agent: finds people that match its criteria and signals, and puts them into a list. It writes to nobody.
 *
 * Every property but `agentType` changes in place where the service can. Deleting it stops it for good and loses its
 * run logs; its list and the people in it stay. Service specification: Source agent.
 */
export class SourceAgent extends OutreachResource {
  /** The type of the resource in URNs and states. */
  static readonly __pulumiType = typeToken("SourceAgent");

  /** True for a resource of this class, also one of another copy of this package. */
  static override isInstance(value: unknown): value is SourceAgent {
    return isOfType(value, SourceAgent.__pulumiType);
  }

  /**
   * Does not exist for resources of a dynamic provider.
   *
   * @deprecated To read a source agent that the program does not own, `getSourceAgentOutput({ id })`. To manage it, the argument `adopt: <id>`.
   */
  static get(..._instead: (typeof readOrAdopt)[]): never {
    throw noGet("SourceAgent", "getSourceAgentOutput");
  }

  /** The name, as declared. */
  declare readonly name: Output<string>;
  /** Id of the list that the agent fills. */
  declare readonly listId: Output<number>;
  /** Job titles of the people to find, as declared or as the service chose. */
  declare readonly targetJobTitles: Output<string[] | undefined>;
  /** Industries of their companies, as declared or as the service chose. */
  declare readonly targetIndustries: Output<string[] | undefined>;
  /** Their locations, as declared or as the service chose. */
  declare readonly targetLocations: Output<string[] | undefined>;
  /** Sizes of their companies, as declared or as the service chose. */
  declare readonly targetCompanySizes: Output<CompanySize[] | undefined>;
  /** Legal forms of their companies, as declared or as the service chose. */
  declare readonly targetCompanyTypes: Output<CompanyType[] | undefined>;
  /** How the agent finds people, as declared; `autopilot` by default. */
  declare readonly agentType: Output<AgentType>;
  /** The signals, as declared. */
  declare readonly variables: Output<Unwrap<Signal>[] | undefined>;
  /** Names of ignored companies, as declared or as chosen by the service. */
  declare readonly ignoredCompanies: Output<string[] | undefined>;
  /** Keywords that a profile must contain, as declared or as chosen by the service. */
  declare readonly mandatoryKeywords: Output<string[] | undefined>;
  /** Additional criteria in free text, as declared. */
  declare readonly additionalCriteria: Output<string | undefined>;
  /** Whether service providers are excluded, as declared or as chosen by the service. */
  declare readonly excludeServiceProviders: Output<boolean>;
  /** Whether people who do not match the profile are included, as declared or as chosen by the service. */
  declare readonly skipIcpFilter: Output<boolean>;
  /** Whether people marked as open to work are included, as declared or as chosen by the service. */
  declare readonly includeOpenToWorkProfiles: Output<boolean>;
  /** Whether the agent searches several sources one after another, as declared or as chosen by the service. */
  declare readonly leadWaterfall: Output<boolean>;
  /**
   * Whether the agent is paused. The service creates it paused if the account has reached its limit of active agents.
   */
  declare readonly paused: Output<boolean>;
  /** The lowest score of a lead, from 0 to 1, as declared or as the service chose. */
  declare readonly minLeadScore: Output<number | undefined>;
  /** Maximum credits per month, for website-visitor agents. */
  declare readonly maxCreditUsage: Output<number | undefined>;
  /** Id of the user that owns the agent. Service specification: Source agent. */
  declare readonly userId: Output<number>;
  /** Id of the tracking script of a website-visitor agent. Service specification: Source agent. */
  declare readonly scriptId: Output<string | undefined>;
  /** When the service created the agent, ISO 8601. Service specification: Source agent. */
  declare readonly createdAt: Output<string>;

  /**
   * A source agent: finds people that match its criteria and signals, and puts them into a list. It writes to nobody.
   *
   * Every property but `agentType` changes in place where the service can. Deleting it stops it for good and loses its
   * run logs; its list and the people in it stay. Service specification: Source agent.
   *
   * @param name Unique name of the resource in the program.
   * @param args What to declare. Every broken rule is reported before anything is sent.
   * @param options As for any Pulumi resource, but for `import` and `id`: the argument `adopt` takes over what exists.
   */
  constructor(name: string, args: SourceAgentArgs, options?: CustomResourceOptions) {
    super(sourceAgentKind, name, args, options);
  }
}
