import type { Plan } from "./input/plan";
import { listsOf, mayBeOneList } from "./lists";
import type { Reviewed, ReviewedAgent, ReviewedCampaign, ReviewedList, UsedList } from "./model";
import { mayBeOneOwner, mayBeOneService, type Owner, ownerOf } from "./owner";
import { mayBeUnseen } from "./resources";

/** A plan with its reviewed resources. */
export interface Part {
  readonly plan: Plan;
  readonly campaigns: readonly ReviewedCampaign[];
  readonly agents: readonly ReviewedAgent[];
}

/** The relations between the resources of several stacks, whose programs may use the same list. */
export class Together {
  readonly campaigns: readonly ReviewedCampaign[];
  private readonly agents: readonly ReviewedAgent[];
  /** False if unchanged campaigns may be missing here. */
  readonly areAllCampaigns: boolean;
  /** The plan and owner of each resource, by URN. */
  private readonly places: ReadonlyMap<
    string,
    { readonly plan: Plan; readonly owner: Owner; readonly isUnseen: boolean }
  >;
  private readonly areServicesKnown: boolean;

  /** @param isServiceOfRun true if the run's environment sets the service */
  constructor(parts: readonly Part[], isServiceOfRun = false) {
    this.campaigns = parts.flatMap(({ campaigns }) => campaigns);
    this.agents = parts.flatMap(({ agents }) => agents);
    this.areAllCampaigns = parts.every(({ plan }) => plan.areUnchangedShown);
    const placesIn = ({ plan }: Part) =>
      plan.resources
        .filter(({ kind }) => kind !== undefined)
        .map((resource) => {
          const owner = ownerOf(plan, resource, isServiceOfRun);
          return [resource.urn, { plan, owner, isUnseen: mayBeUnseen(resource) }] as const;
        });
    this.places = new Map(parts.flatMap(placesIn));
    this.areServicesKnown = this.campaigns.every(({ urn }) => this.places.get(urn)?.owner.service !== undefined);
  }

  /** The running campaigns of any stack that use or may use the agent's list. */
  fedBy(agent: ReviewedAgent): ReviewedCampaign[] {
    const { list } = agent;
    if (list === undefined) return [];
    return this.campaigns.filter((campaign) => {
      // A removed campaign continues if an option keeps it, if the service cannot show that it runs, or while its delete is
      // refused.
      const leavesRunning = campaign.change === "deleted" && campaign.running !== "no";
      if (campaign.runs === "no" && !leavesRunning) return false;
      const used = campaign.lists.filter(({ change }) => change !== "removed" || leavesRunning);
      return used.some((each) => this.mayBeSame([agent, list], [campaign, each]));
    });
  }

  /** True if a campaign or an agent uses or may use the list, before or after the change. */
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
    return users.some((user) => listsOf(user).some((each) => this.mayBeSame([list, its], [user, each])));
  }

  /** True if two resources may use the same list. */
  mayBeSame([one, list]: readonly [Reviewed, UsedList], [other, its]: readonly [Reviewed, UsedList]): boolean {
    if (this.areOfOneStack(one, other)) return mayBeOneList(list, its);
    const [left, right] = [this.places.get(one.urn)?.owner ?? {}, this.places.get(other.urn)?.owner ?? {}];
    const areNamed = list.id !== undefined && its.id !== undefined;
    return (areNamed ? mayBeOneService : mayBeOneOwner)(left, right) && mayBeOneList(list, its, false);
  }

  areOfOneStack(one: Reviewed, other: Reviewed): boolean {
    return this.places.get(one.urn)?.plan === this.places.get(other.urn)?.plan;
  }

  /** True if the service does not show the object, or if the state does not record whether it does. */
  mayBeUnseen({ urn }: Reviewed): boolean {
    return this.places.get(urn)?.isUnseen === true;
  }

  /** The service of a campaign, or a constant if any campaign's service is unknown, because all may be at the same one. */
  serviceOf({ urn }: ReviewedCampaign): string {
    return this.areServicesKnown ? (this.places.get(urn)?.owner.service ?? "") : "";
  }
}
