import { isPartial } from "../api/page";
import { describe } from "../lifecycle/about";
import { type CampaignLog, readCampaignLogPage } from "../reads/logs";
import { grouped } from "../text/groups";
import { isFinalStatus } from "./appearance";
import type { Appearance, Involvement } from "./model";
import { type MemberPeople, orGap } from "./read";

/** A log of this length is probably truncated, whatever the service reports. */
const probablyCut = 100;

/** A campaign whose log was read. */
export interface CampaignHistory {
  readonly campaignId: string;
  readonly entries: readonly CampaignLog[];
  /** False if older entries are missing. */
  readonly isWhole: boolean;
}

/**
 * Reads the logs of these campaigns of a member, one request each. A log that cannot be read is omitted and added to the
 * gaps.
 */
export async function readHistories(
  { account, listed }: MemberPeople,
  campaignIds: readonly string[],
  gaps: string[],
  onLog: () => void,
): Promise<ReadonlyMap<string, CampaignHistory>> {
  const histories = new Map<string, CampaignHistory>();
  for (const campaignId of campaignIds) {
    const page = await orGap(() => readCampaignLogPage(account, campaignId), gaps);
    onLog();
    if (page === undefined) continue;
    const isWhole = !isPartial(page) && page.items.length !== probablyCut;
    if (!isWhole) {
      const name = listed.campaigns?.find(({ id }) => id === campaignId)?.name;
      gaps.push(`the log of ${describe("campaign", name, campaignId)} is only a part: older steps are missing.`);
    }
    histories.set(campaignId, { campaignId, entries: page.items, isWhole });
  }
  return histories;
}

/**
 * A member's campaigns whose logs are needed to complete the contacts: all listed ones if a contact does not show its
 * campaigns.
 */
export function campaignsToRead(
  { appearances, listed }: Pick<MemberPeople, "appearances" | "listed">,
  wanted: ReadonlySet<string>,
): string[] {
  const isUntold = appearances.some(({ areAllCampaigns }) => !areAllCampaigns);
  const ids = new Set(isUntold ? listed.campaigns?.map(({ id }) => id) : []);
  for (const { campaigns } of appearances) {
    for (const { campaignId } of campaigns) if (wanted.has(campaignId)) ids.add(campaignId);
  }
  return [...ids];
}

/** Adds data from the logs to the contacts. */
export function withHistories(
  { appearances, listed }: Pick<MemberPeople, "appearances" | "listed">,
  histories: ReadonlyMap<string, CampaignHistory>,
): Appearance[] {
  const entriesOfAll = [...histories.values()].flatMap(({ campaignId, entries }) =>
    entries.map((entry): CampaignLog => ({ ...entry, campaignId })),
  );
  const byContact = grouped(entriesOfAll, ({ contactId }) => (contactId === undefined ? undefined : String(contactId)));
  const listedCampaigns = new Map(listed.campaigns?.map((campaign) => [campaign.id, campaign]));
  // If nothing is missing, the logs of all campaigns show every campaign that a contact was in.
  const areAllRead =
    listed.isWhole &&
    listed.campaigns !== undefined &&
    listed.lists !== undefined &&
    [...listedCampaigns.keys()].every((id) => histories.get(id)?.isWhole);
  return appearances.map((appearance) => {
    const entries = byContact.get(appearance.contactId) ?? [];
    const known = new Map<string, Told>(appearance.campaigns.map((each) => [each.campaignId, each]));
    for (const entry of entries) {
      const campaignId = String(entry.campaignId);
      const { name, active } = listedCampaigns.get(campaignId) ?? {};
      known.set(campaignId, addLogEntry(known.get(campaignId) ?? { campaignId, name, active, isOver: false }, entry));
    }
    const areAllCampaigns = appearance.areAllCampaigns || areAllRead;
    const campaigns = [...known.values()].map(({ endedAt: _, ...involvement }) => involvement);
    return { ...appearance, campaigns, areAllCampaigns };
  });
}

/** Adds one log entry. Services order their logs differently, so times determine which entry is newest. */
function addLogEntry(before: Told, { status, stepNumber, type, createdAt = "" }: CampaignLog): Told {
  const isOver = before.isOver || isFinalStatus(status);
  if (status !== "sent") {
    const isNewer = createdAt >= (before.endedAt ?? "");
    return { ...before, ...(isNewer ? { status, endedAt: createdAt } : {}), isOver };
  }
  const begun = before.status === "waiting" ? { ...before, status: "running" } : before;
  if ((before.step ?? 0) > (stepNumber ?? 0)) return begun;
  return { ...begun, step: stepNumber, type, at: createdAt === "" ? undefined : createdAt };
}

/** An involvement with the time of the newest entry that is not a step. */
type Told = Involvement & { readonly endedAt?: string };
