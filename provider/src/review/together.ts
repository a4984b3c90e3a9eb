import type { Plan } from "./input/plan";
import type { ReviewedAgent, ReviewedCampaign, ReviewedList, UsedList } from "./model";
import { mayBeOneOwner, mayBeOneService, type Owner, ownerOf } from "./owner";
import { mayBeUnseen } from "./resources";
import { mayBeOneList } from "./sameList";

/** What one plan says of the resources of this package. */
export interface Part {
  readonly plan: Plan;
  readonly campaigns: readonly ReviewedCampaign[];
  readonly agents: readonly ReviewedAgent[];
}

type Resource = ReviewedCampaign | ReviewedAgent | ReviewedList;

/** What the resources of several stacks have to do with each other: one list may be used by the programs of all. */
export class Together {
  readonly campaigns: readonly ReviewedCampaign[];
  private readonly agents: readonly ReviewedAgent[];
  /** False if campaigns that do not change may not be among them. */
  readonly areAllCampaigns: boolean;
  /** Where each resource belongs, by its URN. */
  private readonly places = new Map<string, { readonly plan: Plan; readonly owner: Owner }>();
  private readonly unseen: ReadonlySet<string>;
  private readonly areServicesKnown: boolean;

  /** @param isServiceOfRun the environment of the run names the service */
  constructor(parts: readonly Part[], isServiceOfRun = false) {
    this.campaigns = parts.flatMap(({ campaigns }) => campaigns);
    this.agents = parts.flatMap(({ agents }) => agents);
    this.areAllCampaigns = parts.every(({ plan }) => plan.areUnchangedShown);
    const resources = parts.flatMap(({ plan }) => plan.resources.map((resource) => ({ plan, resource })));
    for (const { plan, resource } of resources) {
      if (resource.kind === undefined) continue;
      this.places.set(resource.urn, { plan, owner: ownerOf(plan, resource, isServiceOfRun) });
    }
    this.areServicesKnown = this.campaigns.every(({ urn }) => this.places.get(urn)?.owner.service !== undefined);
    this.unseen = new Set(resources.flatMap(({ resource }) => (mayBeUnseen(resource) ? [resource.urn] : [])));
  }

  /** The running campaigns, of any stack, that use the agent's list, or may use it. */
  fedBy(agent: ReviewedAgent): ReviewedCampaign[] {
    const { list } = agent;
    if (list === undefined) return [];
    return this.campaigns.filter((campaign) => {
      // One that leaves the program goes on if an option keeps it, if the service cannot show that it runs, or as long as
      // its delete is refused.
      const leavesRunning = campaign.change === "deleted" && campaign.running !== "no";
      if (campaign.runs === "no" && !leavesRunning) return false;
      const used = campaign.lists.filter(({ change }) => change !== "removed" || leavesRunning);
      return used.some((each) => this.mayBeSame([agent, list], [campaign, each]));
    });
  }

  /** True if a campaign or an agent uses the list or may do so, before the change or after it. */
  isUsed(list: ReviewedList): boolean {
    const id = list.idBefore ?? list.id;
    if (id === undefined || !this.areAllCampaigns) return true;
    const its: UsedList = { id, change: "same" };
    const users = [
      ...this.campaigns.filter(
        ({ change, running, everRan }) => !(change === "deleted" && running === "no" && everRan === "no"),
      ),
      ...this.agents,
    ];
    return users.some((user) => {
      const used = "lists" in user ? user.lists : user.list === undefined ? [] : [user.list];
      return used.some((each) => this.mayBeSame([list, its], [user, each]));
    });
  }

  /** True if the list of one resource may be that of the other one. */
  mayBeSame([one, list]: readonly [Resource, UsedList], [other, its]: readonly [Resource, UsedList]): boolean {
    if (this.areOfOneStack(one, other)) return mayBeOneList(list, its);
    const [left, right] = [this.places.get(one.urn)?.owner ?? {}, this.places.get(other.urn)?.owner ?? {}];
    const areNamed = list.id !== undefined && its.id !== undefined;
    return (areNamed ? mayBeOneService : mayBeOneOwner)(left, right) && mayBeOneList(list, its, false);
  }

  areOfOneStack(one: Resource, other: Resource): boolean {
    return this.places.get(one.urn)?.plan === this.places.get(other.urn)?.plan;
  }

  /** True if the service does not show the object, or the state does not tell whether it does. */
  mayBeUnseen({ urn }: Resource): boolean {
    return this.unseen.has(urn);
  }

  /** Names the service of a campaign, unless that of any campaign is not known: then all may be at one. */
  serviceOf({ urn }: ReviewedCampaign): string {
    return this.areServicesKnown ? (this.places.get(urn)?.owner.service ?? "") : "";
  }
}
