import type { ComponentResourceOptions } from "@pulumi/pulumi";
import { OutreachComponent, prepend } from "../host/component";
import { Campaign } from "./campaign";
import type { CampaignArgs } from "./campaign/args";
import { List, type ListArgs } from "./list";
import { SourceAgent } from "./sourceAgent";
import type { SourceAgentArgs } from "./sourceAgent/args";

/** The arguments of a full cycle: each part as for its own class, without the ids that connect the parts. */
export interface FullCycleArgs {
  /** The list that the agent fills and the campaign uses. */
  list: ListArgs;
  /** The source agent; its `listId` is the list above. */
  sourceAgent: Omit<SourceAgentArgs, "listId">;
  /** The campaign; its `listIds` holds the list above, and further lists if given. */
  campaign: Omit<CampaignArgs, "listIds"> & Partial<Pick<CampaignArgs, "listIds">>;
}

/**
 * A list, the source agent that fills it and the campaign that uses it, created in the order that the service
 * recommends. Service specification: What the service does, Full Cycle agent.
 */
export class FullCycle extends OutreachComponent {
  /** The type of the component in URNs and states. */
  static readonly __pulumiType = "outreach:index:FullCycle";

  /** The list that the agent fills and the campaign uses. */
  readonly list: List;
  /** The agent that finds people for the list. */
  readonly sourceAgent: SourceAgent;
  /** The campaign that uses the list, and further ones if they are declared. */
  readonly campaign: Campaign;

  /**
   * A list, the source agent that fills it and the campaign that uses it, created in the order that the service
   * recommends. Service specification: What the service does, Full Cycle agent.
   *
   * @param name Unique name of the component in the program; its three resources have the same name.
   * @param args What to declare, by part.
   * @param options As for any Pulumi component.
   */
  constructor(name: string, args: FullCycleArgs, options?: ComponentResourceOptions) {
    super(FullCycle.__pulumiType, name, {}, options);
    this.list = new List(name, args.list, { parent: this });
    this.sourceAgent = new SourceAgent(name, { ...args.sourceAgent, listId: this.list.id }, { parent: this });
    const listIds = prepend(this.list.id, args.campaign.listIds ?? []);
    this.campaign = new Campaign(name, { ...args.campaign, listIds }, { parent: this, dependsOn: [this.sourceAgent] });
    this.registerOutputs({ list: this.list, sourceAgent: this.sourceAgent, campaign: this.campaign });
  }
}
