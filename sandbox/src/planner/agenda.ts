import { HOUR } from "../clock.js";
import type { Campaign, Enrolment } from "../objects/campaign.js";
import type { Contact } from "../objects/contact.js";
import type { Store } from "../store/store.js";
import { SortedIds } from "./sortedIds.js";

/** The fields of a contact that the planner reads: other changes do not affect its next step. */
const facts = [
  "state",
  "listId",
  "userId",
  "company",
  "jobTitle",
  "firstName",
  "lastName",
  "email",
  "profileUrl",
  "unsubscribed",
  "bounced",
  "connectionDegree",
] as const satisfies readonly (keyof Contact)[];

/**
 * The planner's work list, so that the cost of an hour depends on its events and not on the size of the store: the
 * enrolments that may continue, those in the queue, and the contacts that a campaign may enrol.
 *
 * It is only in memory and watches the store. After a start, everything is checked once.
 */
export class Agenda {
  /** Enrolments to check, by campaign: they have changed, or their time has come. */
  private readonly woken = new Map<number, Set<number>>();
  /** Enrolments that only wait for time, by the full hour to wake them. */
  private readonly later = new Map<number, Map<number, number>>();
  /** The full hour up to which they have been woken. */
  private wokenUpTo = Number.NEGATIVE_INFINITY;
  /** Scheduled enrolments by campaign and step. */
  private readonly queues = new Map<string, SortedIds>();
  /** Contacts that a campaign may not have enrolled yet, by list. Missing: not determined yet. */
  private readonly candidates = new Map<number, Map<number, SortedIds>>();

  constructor(private readonly store: Store) {
    for (const enrolment of store.enrolments.all()) this.enrolmentChanged(undefined, enrolment);
    store.enrolments.watch((previous, next) => this.enrolmentChanged(previous, next));
    store.contacts.watch((previous, next) => this.contactChanged(previous, next));
    store.campaigns.watch((previous, next) => this.campaignChanged(previous ?? next));
    store.organizations.watch((previous, next) => this.wakeIf(previous, next, ["blocklist", "companyName"]));
    store.users.watch((previous, next) => this.wakeIf(previous, next, ["isActive", "firstName", "lastName"]));
    store.linkedinSeats.watch((previous, next) => this.wakeIf(previous, next, ["premium"]));
  }

  /** Everything has to be checked, as after a start. */
  wakeAll(): void {
    this.later.clear();
    this.candidates.clear();
    for (const campaign of this.store.campaigns.all()) this.wakeCampaign(campaign.id);
  }

  /** The running enrolments of a campaign that may continue at an instant, in order; may include some that cannot. */
  due(campaignId: number, instant: number): Enrolment[] {
    this.wakeLater(instant);
    const ids = [...(this.woken.get(campaignId) ?? [])].sort((first, second) => first - second);
    return ids.flatMap((id) => this.store.enrolments.get(id) ?? []);
  }

  /** Only time can change the enrolment, and not before an instant; `null`: never. */
  settle(enrolment: Enrolment, next: number | null): void {
    this.woken.get(enrolment.campaignId)?.delete(enrolment.id);
    if (next === null) return;
    const hour = Math.ceil(next / HOUR);
    if (hour <= this.wokenUpTo) {
      this.wake(enrolment.campaignId, enrolment.id);
      return;
    }
    const ofHour = this.later.get(hour) ?? new Map<number, number>();
    this.later.set(hour, ofHour.set(enrolment.id, enrolment.campaignId));
  }

  /** The scheduled enrolments of a campaign whose next step is one of these, in their order. */
  *queue(campaignId: number, stepIndexes: readonly number[]): Generator<Enrolment> {
    const lines = stepIndexes
      .flatMap((index) => this.queues.get(queueKey(campaignId, index)) ?? [])
      .map((ids) => ({ ids, at: 0 }));
    for (;;) {
      let next: { line: (typeof lines)[number]; id: number } | undefined;
      for (const line of lines) {
        const id = line.ids.at(line.at);
        if (id !== undefined && (next === undefined || id < next.id)) next = { line, id };
      }
      if (!next) return;
      next.line.at += 1;
      const enrolment = this.store.enrolments.get(next.id);
      if (enrolment) yield enrolment;
    }
  }

  /** Contacts in a list that the campaign may not have enrolled yet. Removed ones are added again if they change. */
  candidatesOf(campaign: Campaign, listId: number): SortedIds {
    let lists = this.candidates.get(campaign.id);
    if (!lists) {
      lists = new Map();
      this.candidates.set(campaign.id, lists);
    }
    let ids = lists.get(listId);
    if (!ids) {
      ids = new SortedIds();
      for (const { id } of this.store.contacts.by("list", listId)) {
        if (!this.isEnrolled(campaign.id, id)) ids.add(id);
      }
      lists.set(listId, ids);
    }
    return ids;
  }

  isEnrolled(campaignId: number, contactId: number): boolean {
    return this.store.enrolments.by("contact", contactId).some((enrolment) => enrolment.campaignId === campaignId);
  }

  private wakeIf<T>(previous: T | undefined, next: T | undefined, changed: readonly (keyof T)[]): void {
    if (changed.some((name) => previous?.[name] !== next?.[name])) this.wakeAll();
  }

  private wakeLater(instant: number): void {
    const now = Math.ceil(instant / HOUR);
    if (now <= this.wokenUpTo) return;
    this.wokenUpTo = now;
    for (const [hour, ids] of this.later) {
      if (hour > now) continue;
      this.later.delete(hour);
      for (const [id, campaignId] of ids) this.wake(campaignId, id);
    }
  }

  private wake(campaignId: number, enrolmentId: number): void {
    const woken = this.woken.get(campaignId);
    if (woken) woken.add(enrolmentId);
    else this.woken.set(campaignId, new Set([enrolmentId]));
  }

  private wakeCampaign(campaignId: number): void {
    for (const { id, status } of this.store.enrolments.by("campaign", campaignId)) {
      if (status === "running") this.wake(campaignId, id);
    }
  }

  private enrolmentChanged(previous: Enrolment | undefined, next: Enrolment | undefined): void {
    const [before, after] = [queueOf(previous), queueOf(next)];
    if (previous && before !== undefined && before !== after) this.queues.get(before)?.remove(previous.id);
    if (next && after !== undefined && before !== after) {
      let queue = this.queues.get(after);
      if (!queue) {
        queue = new SortedIds();
        this.queues.set(after, queue);
      }
      queue.add(next.id);
    }
    if (next?.status === "running") this.wake(next.campaignId, next.id);
    else if (previous) this.woken.get(previous.campaignId)?.delete(previous.id);
  }

  private contactChanged(previous: Contact | undefined, next: Contact | undefined): void {
    if (previous && next && facts.every((fact) => previous[fact] === next[fact])) return;
    const id = (previous ?? next)?.id ?? 0;
    for (const enrolment of this.store.enrolments.by("contact", id)) {
      if (enrolment.status === "running") this.wake(enrolment.campaignId, enrolment.id);
    }
    if (!next || next.listId === null) return;
    for (const [campaignId, lists] of this.candidates) {
      if (!this.isEnrolled(campaignId, id)) lists.get(next.listId)?.add(id);
    }
  }

  private campaignChanged(campaign: Campaign | undefined): void {
    if (!campaign) return;
    this.candidates.delete(campaign.id);
    this.wakeCampaign(campaign.id);
  }
}

function queueOf(enrolment: Enrolment | undefined): string | undefined {
  if (!enrolment?.scheduled) return undefined;
  return queueKey(enrolment.campaignId, enrolment.stepIndex);
}

function queueKey(campaignId: number, stepIndex: number): string {
  return `${campaignId} ${stepIndex}`;
}
