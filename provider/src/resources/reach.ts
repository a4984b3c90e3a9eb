import { describe, ids, resourceName } from "../lifecycle/about";
import { howToAcknowledge } from "../lifecycle/acknowledge";
import type { CampaignInView, RunMemory } from "../lifecycle/memory";
import { Refusal } from "../lifecycle/refusal";
import type { Run } from "../lifecycle/run";

/** The ids that are known at preview. */
export function knownIds(value: unknown): number[] {
  return Array.isArray(value) ? value.filter((id) => typeof id === "number") : [];
}

/**
 * Notes a campaign of the program that runs or will be started. Refuses where it and another one would come to write
 * to the people of one list by this run; where both have long been running, nothing new happens.
 */
export function noteCampaign(memory: RunMemory, campaign: CampaignInView): void {
  const others = [...memory.campaigns.values()].filter(({ urn }) => urn !== campaign.urn);
  memory.campaigns.set(campaign.urn, campaign);
  for (const other of others) {
    const lists = [...unspokenFor(campaign, other), ...unspokenFor(other, campaign)];
    if (lists.length === 0) continue;
    const about = describe("campaign", campaign.name, campaign.id);
    const acknowledge =
      other.id === undefined
        ? `Or bring up ${resourceName(other.urn)} alone first: then this one can acknowledge its id (shared-list:<its id>).`
        : `Or ${howToAcknowledge(`shared-list:${other.id}`)}.`;
    throw new Refusal(
      `${about}: list ${[...new Set(lists)].join(", ")} is also worked by the active ${describe("campaign", other.name, other.id)} of this program: the same people would be written to twice.`,
      "Use another list, or leave one of the two inactive.",
      acknowledge,
    );
  }
}

/** Lists that `one` begins to work though `other` works them, without saying so. */
function unspokenFor(one: CampaignInView, other: CampaignInView): number[] {
  if (other.id !== undefined && one.acknowledged.has(`shared-list:${other.id}`)) return [];
  return one.attached.filter((id) => other.listIds.includes(id));
}

/** Whichever of an agent and a running campaign is looked at last says that they meet. */
export function warnAboutAgents(run: Run, about: string, urn: string | undefined, listIds: readonly number[]): void {
  for (const { name, listId } of run.memory.agents.values()) {
    if (listIds.some((id) => id === listId)) run.warn(`${about}: it is running, and ${meets(name)}`, urn);
  }
}

/** A source agent that begins to fill a list, by being made, pointed at it or resumed. */
export function noteAgent(run: Run, about: string, urn: string, name: string, listId: unknown): void {
  run.memory.agents.set(urn, { name, listId });
  for (const campaign of run.memory.campaigns.values()) {
    if (campaign.id === undefined || !campaign.listIds.some((id) => id === listId)) continue;
    run.warn(
      `${about}: its list is worked by the running campaign "${campaign.name}" (${ids([campaign.id])}), which will write to the people it finds.`,
      urn,
    );
  }
}

function meets(agent: string): string {
  return `source agent "${agent}" begins to fill its list: the people it finds will be written to.`;
}
