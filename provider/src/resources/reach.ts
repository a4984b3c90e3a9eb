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
    refuseSharedList(campaign, other);
    refuseSharedList(other, campaign);
  }
}

/** Where `one` begins to work a list that `other` works, without saying so. */
function refuseSharedList(one: CampaignInView, other: CampaignInView): void {
  const code = other.id === undefined ? undefined : `shared-list:${other.id}`;
  if (code !== undefined && one.acknowledged.has(code)) return;
  const lists = one.attached.filter((id) => other.listIds.includes(id));
  if (lists.length === 0) return;
  const name = resourceName(one.urn);
  throw new Refusal(
    `${describe("campaign", one.name, one.id)}: list ${lists.join(", ")} is also worked by the active ${describe("campaign", other.name, other.id)} of this program: the same people would be written to twice.`,
    "Use another list, or leave one of the two inactive.",
    code === undefined
      ? `Or bring up ${resourceName(other.urn)} alone first: then ${name} can acknowledge its id (shared-list:<its id>).`
      : `Or for ${name}: ${howToAcknowledge(code)}.`,
  );
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
