import type { Contact } from "../reads/contactShape";
import type { CampaignAnswer, ListAnswer } from "../reads/objectShapes";
import { contactName } from "../reads/personName";
import { campaignsOf, describedBy, isRefused, listOf } from "../resources/contactFields";
import type { Appearance, Involvement } from "./model";

/** One member's listings; undefined for a kind that the service does not list. */
export interface Listed {
  readonly campaigns?: readonly CampaignAnswer[];
  readonly lists?: readonly ListAnswer[];
  /** False if one of these listings is incomplete. */
  readonly isWhole: boolean;
}

/** Final statuses of a contact in a campaign. With any other status, the campaign may continue. */
const finalStatuses: ReadonlySet<string> = new Set([
  ...["finished", "completed", "done", "skipped", "excluded", "answered", "replied", "connected"],
  ...["unsubscribed", "bounced", "blocked", "stopped", "failed", "removed", "1stnetwork"],
]);

export function isFinalStatus(status: string | undefined): boolean {
  return status !== undefined && finalStatuses.has(status.trim().toLowerCase());
}

/** Converts a member's contact, keeping only the data needed for comparison. */
export function appearanceOf(contact: Contact, member: string, finder: CampaignsOfLists): Appearance {
  const listId = listOf(contact);
  const shown = campaignsOf(contact);
  const stated = (contact.campaignStatus ?? []).map((progress): Involvement => {
    const id = String(progress.campaignId);
    const { status, stepNumber } = progress;
    return {
      ...{ campaignId: id, ...finder.nameAndActive(id), status },
      ...{ isOver: isFinalStatus(status) || isRefused(contact), step: stepNumber === 0 ? undefined : stepNumber },
    };
  });
  return {
    ...{ member, contactId: String(contact.id), name: contactName(contact) || undefined },
    ...{ jobTitle: contact.jobTitle, email: contact.email, profileUrl: contact.profileUrl },
    ...describedBy(contact),
    ...{ listId, inList: listId !== undefined },
    ...(isRefused(contact) ? { isRefused: true } : {}),
    campaigns: [
      ...stated,
      ...finder.pendingCampaigns(contact, listId, new Set(stated.map(({ campaignId }) => campaignId))),
    ],
    areAllCampaigns: shown?.areAll === true && finder.isWhole,
  };
}

/** Finds the campaigns that will contact the people on a list. */
export class CampaignsOfLists {
  /** False if the service does not return which lists the campaigns use. */
  readonly isWhole: boolean;
  private readonly campaigns: ReadonlyMap<string, CampaignAnswer>;
  private readonly byList = new Map<string, CampaignAnswer[]>();

  constructor({ campaigns, lists, isWhole }: Listed) {
    const areTold = campaigns?.every(({ listIds }) => listIds !== undefined) === true;
    this.isWhole = isWhole && campaigns !== undefined && (lists !== undefined || areTold);
    this.campaigns = new Map(campaigns?.map((campaign) => [campaign.id, campaign]));
    for (const campaign of campaigns ?? []) {
      for (const listId of campaign.listIds ?? []) this.addCampaignToList(String(listId), campaign);
    }
    for (const { id, campaignId } of lists ?? []) {
      const campaign = this.campaigns.get(String(campaignId));
      if (campaign?.listIds === undefined && campaign !== undefined) this.addCampaignToList(id, campaign);
    }
  }

  private addCampaignToList(listId: string, campaign: CampaignAnswer): void {
    const known = this.byList.get(listId) ?? [];
    this.byList.set(listId, known);
    known.push(campaign);
  }

  nameAndActive(campaignId: string): Pick<Involvement, "name" | "active"> {
    const campaign = this.campaigns.get(campaignId);
    // A campaign deleted in the app is no longer listed.
    if (campaign === undefined) return this.isWhole ? { active: false } : {};
    return { name: campaign.name, active: campaign.active };
  }

  /** Running campaigns that will contact a person who has not started with them yet. */
  pendingCampaigns(contact: Contact, listId: string | undefined, begun: ReadonlySet<string>): Involvement[] {
    if (listId === undefined || isSkippedByCampaigns(contact)) return [];
    const campaigns = (this.byList.get(listId) ?? []).filter(({ id, active }) => active !== false && !begun.has(id));
    return campaigns.map(({ id, name, active }) => ({
      ...{ campaignId: id, name, active, status: "waiting" },
      isOver: false,
    }));
  }
}

/** True if no campaign currently contacts the person. */
function isSkippedByCampaigns(contact: Contact): boolean {
  return contact.readyForCampaign === false || contact.state === "paused" || isRefused(contact);
}
