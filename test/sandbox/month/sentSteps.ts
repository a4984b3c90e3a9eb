import { expect } from "vitest";
import type { Campaign, CampaignLog, Contact, ObjectDump } from "../../../sandbox/src/index.js";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const kinds: Record<string, "invitations" | "messages" | "profileVisits" | "likes" | "email"> = {
  invitation: "invitations",
  invitationNote: "invitations",
  message: "messages",
  visitProfile: "profileVisits",
  likePosts: "likes",
  email: "email",
};
export const kindOf = (type: string | null) => kinds[type ?? ""] ?? "email";

/** Checks the sent steps in the log, given the seats and the people after the last change. */
export class SentSteps {
  /** Including campaigns that no longer exist. */
  private readonly known = new Map<number, CampaignLog>();
  /** Contacts whom a person has re-admitted. */
  private readonly allowed = new Set<number>();

  /** @param before the objects at the last change; `after`: now, without any change since */
  judge(before: ObjectDump, after: ObjectDump): void {
    const fresh = after.campaignLogs.filter(({ id }) => !this.known.has(id));
    for (const log of fresh) this.known.set(log.id, log);
    const sent = fresh.filter(({ status }) => status === "sent");
    for (const log of sent) {
      const campaign = before.campaigns.find(({ id }) => id === log.campaignId);
      const owner = before.users.find(({ id }) => id === campaign?.userId);
      expect([log.id, campaign?.active, owner?.isActive]).toEqual([log.id, true, true]);
      if (!campaign) continue;
      this.judgeSeat(log, after);
      const contact = before.contacts.find(({ id }) => id === log.contactId);
      if (contact) judgeContact(log, contact, campaign, before);
    }
    this.judgeOrder(after);
  }

  /** Before a change: re-admitted people may get messages after their reply. */
  allow(before: ObjectDump, after: ObjectDump): void {
    for (const { id, state } of after.contacts) {
      if (state === null && before.contacts.find((each) => each.id === id)?.state) this.allowed.add(id);
    }
  }

  private judgeSeat({ id, seatId, type, createdAt }: CampaignLog, { linkedinSeats, emailSeats }: ObjectDump): void {
    const kind = kindOf(type);
    const day = createdAt.slice(0, 10);
    const isOfSeat = (log: CampaignLog) => log.seatId === seatId && kindOf(log.type) === kind;
    const count = [...this.known.values()].filter(
      (log) => log.status === "sent" && isOfSeat(log) && log.createdAt.startsWith(day),
    ).length;
    if (kind === "email") {
      expect(count).toBeLessThanOrEqual(emailSeats.find((seat) => seat.id === seatId)?.dailyQuota ?? 0);
      return;
    }
    const seat = linkedinSeats.find((each) => each.id === seatId);
    expect(count).toBeLessThanOrEqual(seat?.quotas[kind] ?? 0);
    const { from, to } = seat?.launchHours ?? { from: 0, to: 0 };
    const hour = new Date(createdAt).getUTCHours();
    expect([id, hour >= from && hour < to]).toEqual([id, true]);
  }

  private judgeOrder({ campaigns }: ObjectDump): void {
    const byContact = new Map<number, CampaignLog[]>();
    for (const log of this.known.values()) byContact.set(log.contactId, [...(byContact.get(log.contactId) ?? []), log]);
    for (const [contactId, logs] of byContact) {
      const replies = logs.filter(({ reason }) => reason === "the contact answered this step");
      if (!this.allowed.has(contactId)) {
        expect([contactId, replies.length <= 1]).toEqual([contactId, true]);
        const late = logs.filter(
          ({ status, createdAt }) => status === "sent" && createdAt >= (replies[0]?.createdAt ?? "9"),
        );
        expect(late).toEqual([]);
      }
      for (const { id, steps } of campaigns)
        judgeSteps(
          logs.filter(({ campaignId }) => campaignId === id),
          steps,
        );
    }
  }
}

function judgeContact(
  { id, type, createdAt }: CampaignLog,
  contact: Contact,
  campaign: Campaign,
  objects: ObjectDump,
): void {
  expect([id, contact.state === null || contact.state === "finished" || contact.state === "1stnetwork"]).toEqual([
    id,
    true,
  ]);
  expect(campaign.listIds).toContain(contact.listId);
  expect([id, type === "email" ? contact.email : contact.profileUrl]).not.toEqual([id, null]);
  if (type === "email") expect([contact.unsubscribed, contact.bounced]).toEqual([false, false]);
  const plain = (name: string | null) => name?.trim().replace(/\s+/g, " ").toLowerCase();
  const { blocklist = [] } = objects.organizations.find((organization) => organization.id === 1) ?? {};
  expect(blocklist.map(plain)).not.toContain(plain(contact.company));
  expect(campaign.excludeFirstDegreeFromCampaigns && contact.connectionDegree === 1).toBe(false);
  expect(Date.parse(createdAt) % HOUR).toBe(0);
}

/** No step twice, each after the previous one and its delay, and none skipped except after an invitation. */
function judgeSteps(logs: readonly CampaignLog[], steps: Campaign["steps"]): void {
  const sent = logs.filter(({ status }) => status === "sent");
  for (const [index, { stepNumber, createdAt, type }] of sent.entries()) {
    const former = sent[index - 1];
    const number = stepNumber ?? 0;
    if (!former) {
      expect(number).toBe(1);
      continue;
    }
    const isNext = number === (former.stepNumber ?? 0) + 1;
    expect([stepNumber, isNext || (number > (former.stepNumber ?? 0) && type === "email")]).toEqual([stepNumber, true]);
    const wait = Date.parse(createdAt) - Date.parse(former.createdAt);
    expect(wait).toBeGreaterThanOrEqual((steps[number - 1]?.delayAfterLastStep ?? 0) * DAY);
  }
  const end = logs.findIndex(({ status }) => status !== "sent");
  if (end !== -1) expect(logs.slice(end).filter(({ status }) => status === "sent")).toEqual([]);
}
