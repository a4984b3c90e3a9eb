import type { Contact } from "../reads/contactShape";
import type { CampaignAnswer, ListAnswer } from "../reads/objectShapes";
import { contactName } from "../reads/personName";
import { campaignsOf, describedBy, isRefused, listOf } from "../resources/contactFields";
import type { Appearance, Involvement } from "./model";

/** What the service lists of one member. Undefined for a kind that it does not list. */
export interface Listed {
  readonly campaigns?: readonly CampaignAnswer[];
  readonly lists?: readonly ListAnswer[];
  /** False if one of these is only a part of what there is. */
  readonly isWhole: boolean;
}

/** Ends of a contact in a campaign. A status that is none of these may go on. */
const ends: ReadonlySet<string> = new Set([
  ...["finished", "completed", "done", "skipped", "excluded", "answered", "replied", "connected"],
  ...["unsubscribed", "bounced", "blocked", "stopped", "failed", "removed", "1stnetwork"],
]);

export function isEnd(status: string | undefined): boolean {
  return status !== undefined && ends.has(status.trim().toLowerCase());
}

/** One contact of a member as it appears to others, without what nobody needs to compare it. */
export function appearanceOf(contact: Contact, member: string, finder: CampaignsOfLists): Appearance {
  const listId = listOf(contact);
  const shown = campaignsOf(contact);
  const stated = (contact.campaignStatus ?? []).map((progress): Involvement => {
    const id = String(progress.campaignId);
    const { status, stepNumber } = progress;
    return {
      ...{ campaignId: id, ...finder.about(id), status },
      ...{ isOver: isEnd(status) || isRefused(contact), step: stepNumber === 0 ? undefined : stepNumber },
    };
  });
  return {
    ...{ member, contactId: String(contact.id), name: contactName(contact) || undefined },
    ...{ jobTitle: contact.jobTitle, email: contact.email, profileUrl: contact.profileUrl },
    ...describedBy(contact),
    ...{ listId, inList: listId !== undefined },
    ...(isRefused(contact) ? { isRefused: true } : {}),
    campaigns: [...stated, ...finder.waiting(contact, listId, new Set(stated.map(({ campaignId }) => campaignId)))],
    areAllCampaigns: shown?.areAll === true && finder.isWhole,
  };
}

/** Which campaigns will take the people of a list. */
export class CampaignsOfLists {
  /** False if the service does not show which lists the campaigns use. */
  readonly isWhole: boolean;
  private readonly campaigns: ReadonlyMap<string, CampaignAnswer>;
  private readonly byList = new Map<string, CampaignAnswer[]>();

  constructor({ campaigns, lists, isWhole }: Listed) {
    const areTold = campaigns?.every(({ listIds }) => listIds !== undefined) === true;
    this.isWhole = isWhole && campaigns !== undefined && (lists !== undefined || areTold);
    this.campaigns = new Map(campaigns?.map((campaign) => [campaign.id, campaign]));
    for (const campaign of campaigns ?? []) {
      for (const listId of campaign.listIds ?? []) this.attach(String(listId), campaign);
    }
    for (const { id, campaignId } of lists ?? []) {
      const campaign = this.campaigns.get(String(campaignId));
      if (campaign?.listIds === undefined && campaign !== undefined) this.attach(id, campaign);
    }
  }

  private attach(listId: string, campaign: CampaignAnswer): void {
    const known = this.byList.get(listId) ?? [];
    this.byList.set(listId, known);
    known.push(campaign);
  }

  about(campaignId: string): Pick<Involvement, "name" | "active"> {
    const campaign = this.campaigns.get(campaignId);
    // A campaign that was deleted in the app is listed no more.
    if (campaign === undefined) return this.isWhole ? { active: false } : {};
    return { name: campaign.name, active: campaign.active };
  }

  /** Campaigns that run and will take a contact who has not begun with them. */
  waiting(contact: Contact, listId: string | undefined, begun: ReadonlySet<string>): Involvement[] {
    if (listId === undefined || isLeftOut(contact)) return [];
    const campaigns = (this.byList.get(listId) ?? []).filter(({ id, active }) => active !== false && !begun.has(id));
    return campaigns.map(({ id, name, active }) => ({
      ...{ campaignId: id, name, active, status: "waiting" },
      isOver: false,
    }));
  }
}

/** True for a contact that no campaign takes now. */
function isLeftOut(contact: Contact): boolean {
  return contact.readyForCampaign === false || contact.state === "paused" || isRefused(contact);
}
