import type { Account } from "../../api/account";
import { orGap } from "../../people/read";
import type { Contact } from "../../reads/contactShape";
import { readContact, readContactPage } from "../../reads/contacts";
import { listOf } from "../../resources/contactFields";
import type { Days } from "./days";
import { type Channel, channelOf, type SeenCampaign, stepsOf } from "./entries";
import type { Waiting } from "./seatDays";

/**
 * Maximum number of requests per member and run for single contacts, to prove that somebody is waiting and to read signals.
 */
const mostLooks = 14;
/** Maximum number of these requests for one seat. */
const mostOfSeat = 4;
/** If this many people received the step on a later day, it is implausible that all were held back individually. */
export const enoughLater = 5;
const pageSize = 100;

/** Reads single contacts of a member, as few as possible. Nothing is kept after the run. */
export class Looks {
  private left = mostLooks;
  private isSaid = false;
  private readonly contacts = new Map<string, Promise<Contact | undefined>>();
  private readonly lists = new Map<string, Promise<readonly Contact[]>>();

  constructor(
    private readonly account: Account,
    private readonly days: Days,
    private readonly gaps: string[],
  ) {}

  /** True if it is proven that somebody waited all day for a step of this channel. */
  async haveWaited(waiting: readonly Waiting[], channel: Channel, day: string): Promise<boolean> {
    if (waiting.some(({ sentLater }) => sentLater >= enoughLater)) return true;
    let tried = 0;
    for (const { campaign, contactIds } of waiting) {
      for (const id of contactIds) {
        if (tried++ >= mostOfSeat) break;
        const contact = await this.contact(id);
        if (contact === undefined || !this.couldHaveReceived(contact, channel, day)) continue;
        if (await this.isListed(contact, campaign)) return true;
      }
    }
    for (const { campaign, notStarted } of waiting) {
      if (notStarted > 0 && (await this.hasSomebodyToStart(campaign, channel, day))) return true;
    }
    return false;
  }

  /** The signal that found a contact; undefined if it was not requested, `unknown` if the service does not return it. */
  async signalOf(id: string): Promise<string | undefined> {
    if (this.left <= 0 && !this.contacts.has(id)) return undefined;
    const contact = await this.contact(id);
    return contact === undefined ? undefined : (contact.intent_type ?? "unknown");
  }

  /** Uses up one request. Adds a warning if none is left. */
  private takeRequest(): boolean {
    if (this.left > 0) {
      this.left -= 1;
      return true;
    }
    if (!this.isSaid) {
      this.gaps.push(
        `not every day of every seat was judged: ${mostLooks} requests look at people at most. A later --since judges the last days.`,
      );
    }
    this.isSaid = true;
    return false;
  }

  private contact(id: string): Promise<Contact | undefined> {
    const known = this.contacts.get(id);
    if (known !== undefined) return known;
    if (!this.takeRequest()) return Promise.resolve(undefined);
    // A deleted contact is not waiting, and does not affect the others.
    const reading = orGap(() => readContact(this.account, id), []);
    this.contacts.set(id, reading);
    return reading;
  }

  /** True if nothing about the contact has held the step back since before that day. */
  private couldHaveReceived(contact: Contact, channel: Channel, day: string): boolean {
    const { state, blocked, unsubscribed, bounced, email, profileUrl, updatedAt } = contact;
    if (state !== undefined || blocked === true) return false;
    if ((this.days.of(updatedAt) ?? "") >= day) return false;
    if (channel === "linkedin") return profileUrl !== undefined;
    return email !== undefined && unsubscribed !== true && bounced !== true;
  }

  /** True if the contact is known to still be on a list of the campaign. */
  private async isListed(contact: Contact, { lists }: SeenCampaign): Promise<boolean> {
    const listId = listOf(contact);
    if (listId !== undefined) return lists.some(({ id }) => id === listId);
    for (const { id } of lists) {
      if ((await this.listEnds(id)).some((each) => String(each.id) === String(contact.id))) return true;
    }
    return false;
  }

  private async hasSomebodyToStart(campaign: SeenCampaign, channel: Channel, day: string): Promise<boolean> {
    const [first] = stepsOf(campaign) ?? [];
    if (channelOf(first?.type) !== channel) return false;
    const started = new Set(campaign.entries?.map(({ contactId }) => contactId));
    for (const { id } of campaign.lists) {
      const people = await this.listEnds(id);
      const isWaiting = people.some(
        (contact) =>
          !started.has(String(contact.id)) &&
          contact.hasStartedCampaign !== true &&
          contact.readyForCampaign !== false &&
          (this.days.of(contact.createdAt) ?? day) < day &&
          this.couldHaveReceived(contact, channel, day),
      );
      if (isWaiting) return true;
    }
    return false;
  }

  /** Contacts from both ends of a list, because services start with either the oldest or the newest. */
  private listEnds(listId: string): Promise<readonly Contact[]> {
    const reading = this.lists.get(listId) ?? this.readList(listId);
    this.lists.set(listId, reading);
    return reading;
  }

  private async readList(listId: string): Promise<readonly Contact[]> {
    const page = async (number: number) => {
      if (!this.takeRequest()) return undefined;
      return await orGap(() => readContactPage(this.account, { listId }, number, pageSize), this.gaps);
    };
    const first = await page(1);
    const last = Math.ceil((first?.total ?? 0) / pageSize);
    const end = last > 1 ? await page(last) : undefined;
    return [...(first?.items ?? []), ...(end?.items ?? [])];
  }
}
