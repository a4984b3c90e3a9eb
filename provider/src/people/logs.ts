import { isPartial } from "../api/page";
import { describe } from "../lifecycle/about";
import { type CampaignLog, readCampaignLogPage } from "../reads/logs";
import { isEnd } from "./appearance";
import type { Appearance, Involvement } from "./model";
import { type MemberPeople, orGap } from "./read";

/** A log of this length is probably cut, whatever the service says of it. */
const probablyCut = 100;

/** One campaign whose log was read. */
export interface CampaignHistory {
  readonly campaignId: string;
  readonly entries: readonly CampaignLog[];
  /** False if older entries are missing. */
  readonly isWhole: boolean;
}

/**
 * Reads the logs of these campaigns of a member, one request for each. A log that cannot be read is missing, and among the
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

/** The campaigns of a member whose logs tell what the contacts do not: all that are listed, if a contact lacks them. */
export function campaignsToRead({ appearances, listed }: MemberPeople, wanted: ReadonlySet<string>): string[] {
  const isUntold = appearances.some(({ areAllCampaigns }) => !areAllCampaigns);
  const ids = new Set(isUntold ? listed.campaigns?.map(({ id }) => id) : []);
  for (const { campaigns } of appearances) {
    for (const { campaignId } of campaigns) if (wanted.has(campaignId)) ids.add(campaignId);
  }
  return [...ids];
}

/** The contacts with what the logs tell of them. */
export function withHistories(
  { appearances, listed }: MemberPeople,
  histories: ReadonlyMap<string, CampaignHistory>,
): Appearance[] {
  const byContact = new Map<string, CampaignLog[]>();
  for (const { campaignId, entries } of histories.values()) {
    for (const entry of entries) {
      if (entry.contactId === undefined) continue;
      const key = String(entry.contactId);
      byContact.set(key, [...(byContact.get(key) ?? []), { ...entry, campaignId }]);
    }
  }
  const campaigns = new Map(listed.campaigns?.map((campaign) => [campaign.id, campaign]));
  // Without a gap in what was read, the logs of all campaigns hold all that a contact was in.
  const areAllRead =
    listed.isWhole &&
    listed.campaigns !== undefined &&
    listed.lists !== undefined &&
    [...campaigns.keys()].every((id) => histories.get(id)?.isWhole);
  return appearances.map((appearance) => {
    const entries = byContact.get(appearance.contactId) ?? [];
    const known = new Map(appearance.campaigns.map((each) => [each.campaignId, each]));
    for (const entry of entries) {
      const campaignId = String(entry.campaignId);
      const { name, active } = campaigns.get(campaignId) ?? {};
      known.set(campaignId, told(known.get(campaignId) ?? { campaignId, name, active, isOver: false }, entry));
    }
    const areAllCampaigns = appearance.areAllCampaigns || areAllRead;
    return { ...appearance, campaigns: [...known.values()], areAllCampaigns };
  });
}

/** What one entry of a log adds. Services order their logs differently, so the newest entry is found by its time. */
function told(before: Involvement, { status, stepNumber, type, createdAt }: CampaignLog): Involvement {
  const isNewer = before.at === undefined || (createdAt ?? "") >= before.at;
  const isSent = status === "sent";
  const step = isSent && stepNumber !== undefined && (before.step ?? 0) <= stepNumber ? { step: stepNumber, type } : {};
  const end = isSent ? {} : { status, isOver: before.isOver || isEnd(status) };
  return {
    ...before,
    ...(before.status === "waiting" ? { status: "running" } : {}),
    ...step,
    ...end,
    ...(isNewer && createdAt !== undefined ? { at: createdAt } : {}),
  };
}
