import type { Input } from "@pulumi/pulumi";
import type { IdInput } from "../../kind/id";
import type { ProgramArgs } from "../program";
import type { SignalInput } from "./signal";
import type { agentTypes, companySizes, companyTypes } from "./words";

/** How an agent finds its leads. Service specification: `POST /v1/agent`, agent type. */
export type AgentType = (typeof agentTypes)[number];
/** Number of employees. Service specification: `POST /v1/agent`, target company sizes. */
export type CompanySize = (typeof companySizes)[number];
/** Legal form of a company. Service specification: `POST /v1/agent`, target company types. */
export type CompanyType = (typeof companyTypes)[number];

/**
 * The arguments of a source agent. All except `agentType` are changed in place. The order of lists does not matter. If an
 * argument without a stated default is missing, the service chooses the value, and it is not managed. Service
 * specification: `POST /v1/agent`.
 */
export interface SourceAgentArgs extends ProgramArgs {
  /** Required. At least one character on one line. Service specification: `POST /v1/agent`, agent name. */
  name: Input<string>;
  /**
   * Required. The list that receives the leads; it must belong to the acting user. Service specification: `POST /v1/agent`,
   * `listId`.
   */
  listId: IdInput;
  /**
   * Job titles of the people to find, such as `["Founder", "CEO"]`. Service specification: `POST /v1/agent`, target job
   * titles.
   */
  targetJobTitles?: Input<readonly Input<string>[]>;
  /**
   * Industries of their companies, such as `["Financial Services"]`. Service specification: `POST /v1/agent`, industries.
   */
  targetIndustries?: Input<readonly Input<string>[]>;
  /** Locations of the people to find, such as `["France"]`. Service specification: `POST /v1/agent`, locations. */
  targetLocations?: Input<readonly Input<string>[]>;
  /**
   * Sizes of their companies, in employees: one of `companySizes`, from `2-10` to `10001+`.
   * Service specification: `POST /v1/agent`, target company sizes.
   */
  targetCompanySizes?: Input<readonly Input<CompanySize>[]>;
  /**
   * Legal forms of their companies: one of `companyTypes`, or `All company types`.
   * Service specification: `POST /v1/agent`, target company types.
   */
  targetCompanyTypes?: Input<readonly Input<CompanyType>[]>;
  /**
   * Default `autopilot`. Changing it replaces the agent, and its run logs are lost.
   * Service specification: `POST /v1/agent`, agent type.
   */
  agentType?: Input<AgentType>;
  /**
   * The signals to look for: 4 to 15 if given, and `[]` counts as given. Not allowed for `lookalike`; optional for
   * `website-visitor`, for which the service adds its own. An `autopilot` agent without signals has nothing to look for (a
   * warning). Service specification: `POST /v1/agent`, `variables`.
   */
  variables?: Input<readonly SignalInput[]>;
  /** Names of companies to ignore. Service specification: `POST /v1/agent`, companies to ignore. */
  ignoredCompanies?: Input<readonly Input<string>[]>;
  /** Keywords that a profile must contain. Service specification: `POST /v1/agent`, keywords. */
  mandatoryKeywords?: Input<readonly Input<string>[]>;
  /**
   * Additional criteria in free text, at most 200 characters. Service specification: Source agent.
   * @deprecated The service's public description marks it as deprecated.
   */
  additionalCriteria?: Input<string>;
  /** Excludes service providers. Service specification: `POST /v1/agent`, exclude service providers. */
  excludeServiceProviders?: Input<boolean>;
  /** Includes leads that do not match the profile above. Service specification: `POST /v1/agent`, skip ICP filter. */
  skipIcpFilter?: Input<boolean>;
  /** Includes people marked as open to work. Service specification: `POST /v1/agent`, include open-to-work profiles. */
  includeOpenToWorkProfiles?: Input<boolean>;
  /**
   * Searches several sources one after another; usually `true`. Service specification: `POST /v1/agent`, smart lead finder
   * mode.
   */
  leadWaterfall?: Input<boolean>;
  /**
   * Pauses or resumes the agent. If the account has reached its limit of active agents, the service creates an agent paused
   * regardless of this value (a warning). Service specification: States and transitions, Source agent.
   */
  paused?: Input<boolean>;
  /**
   * From 0 to 1, usually 0.6 or 0.8: leads with a lower score are excluded. Service specification: `POST /v1/agent`,
   * minimum lead score threshold.
   */
  minLeadScore?: Input<number>;
  /**
   * Maximum credits per month. Website-visitor agents only. Service specification: `POST /v1/agent`, max credits per month.
   */
  maxCreditUsage?: Input<number>;
}
