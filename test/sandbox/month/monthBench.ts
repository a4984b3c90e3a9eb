import type { Campaign, ObjectDump, User } from "../../../sandbox/src/index.js";
import type { reads } from "../../../sandbox/src/page/reads.js";
import { PlannerBench, type QueueEntry } from "../planner/plannerBench.js";
import { callService, fourSignals } from "../support.js";
import type { Act, MonthPlan } from "./monthPlan.js";

type Reads = typeof reads;

const BLOCKED = "Rival Works";

/** A sandbox in which a month passes as planned. */
export class MonthBench extends PlannerBench {
  private added = 0;

  /** The response for a view of the page; throws unless the status is 200. */
  async read<Name extends keyof Reads>(name: Name, query: Record<string, string | number> = {}) {
    const texts = Object.fromEntries(Object.entries(query).map(([key, value]) => [key, String(value)]));
    const path = `/_control/page/data/${name}?${new URLSearchParams(texts)}`;
    const answer = await callService<Awaited<ReturnType<Reads[Name]>>>(this.sandbox.url, "GET", path);
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  async startMonth(plan: MonthPlan): Promise<void> {
    this.added = 0;
    const { start, fillNotes, leadsPerSignal } = plan;
    const startTime = new Date(Date.parse("2026-03-01T00:00:00Z") + start * 60_000).toISOString();
    await this.start({ startTime, fillNotes, leadsPerSignal, answerRate: 0.4, firstId: 1_000_000_000 });
    const { sandbox } = this;
    await sandbox.setBlocklist({ organizationId: 1, companies: [BLOCKED] });
    for (const [index, seat] of plan.networkSeats.entries())
      await sandbox.setLinkedinSeat({ seatId: 7 + index, ...seat });
    for (const [index, dailyQuota] of plan.emailSeats.entries())
      await sandbox.setEmailSeat({ seatId: 21 + index, dailyQuota });
    const lists: { id: number; owner: number }[] = [];
    for (const { owner, people } of plan.lists) {
      const { id } = await sandbox.addList({ userId: owner, name: `List ${lists.length + 1}` });
      lists.push({ id, owner });
      await this.addPeople(id, owner, people);
    }
    for (const which of plan.agents) {
      const list = pick(lists, which);
      await this.create("/v1/agent", { name: "Finder", listId: list?.id, variables: fourSignals }, { as: list?.owner });
    }
    for (const { list, second, seat, steps, emailSeats } of plan.campaigns) {
      const first = pick(lists, list);
      const others = lists.filter(({ id, owner }) => owner === first?.owner && id !== first.id);
      const more = second === undefined ? undefined : pick(others, second);
      const needsEmail = steps.some(({ type }) => type === "email");
      const listIds = [first, more].flatMap((each) => (each ? [each.id] : []));
      const body = { name: "Campaign", active: true, listIds, linkedinSeatId: seat, steps };
      await this.create("/v1/campaign", { ...body, emailSeatIds: needsEmail ? emailSeats : [] }, { as: first?.owner });
    }
  }

  /** Some of them cannot be reached by a step, or are already connected. */
  private async addPeople(listId: number, userId: number, count: number): Promise<void> {
    const contacts = Array.from({ length: count }, () => {
      this.added += 1;
      const number = this.added;
      return {
        firstName: `Ada${number}`,
        lastName: "Byron",
        listId,
        email: number % 11 === 0 ? null : `ada${number}@quillworks.example.com`,
        company: number % 19 === 0 ? ` rival  WORKS ` : number % 5 === 0 ? null : `Quillworks ${number % 7}`,
        profileUrl: number % 13 === 0 ? null : `https://network.example.com/in/ada-${number}`,
        unsubscribed: number % 17 === 0,
        bounced: number % 23 === 0,
        connectionDegree: number % 7 === 0 ? 1 : 2,
      };
    });
    await this.sandbox.addContacts({ userId, contacts });
  }

  /** The queues in the service's responses, by campaign. */
  async queues({ campaigns, users }: ObjectDump): Promise<Map<number, QueueEntry[]>> {
    const queues = new Map<number, QueueEntry[]>();
    for (const campaign of campaigns) queues.set(campaign.id, await this.queueOf(campaign, users));
    return queues;
  }

  /** The queue in the service's response to the campaign's owner. Nobody can act for a former member. */
  async queueOf({ id, userId, steps }: Campaign, users: readonly User[]): Promise<QueueEntry[]> {
    if (!users.find((user) => user.id === userId)?.isActive) return [];
    const kind = steps.every(({ type }) => type === "email") ? "email-queue" : "queue";
    return this.get<QueueEntry[]>(`/v1/campaign/${id}/${kind}`, asUser(userId));
  }

  /**
   * Performs a person's actions. Actions that the page does not offer, or whose object no longer exists, are skipped.
   */
  async perform(act: Act): Promise<void> {
    const { sandbox } = this;
    const { campaigns, contacts, lists, agents, organizations } = await sandbox.objects();
    const { what, which } = act;
    const campaignId = pick(campaigns, which)?.id;
    const contact = pick(contacts, which);
    const contactId = contact?.id ?? 0;
    const list = pick(lists, which);
    const agentId = pick(agents, which)?.id;
    const isOpen = contact?.state === null || contact?.state === "finished" || contact?.state === "1stnetwork";
    switch (what) {
      case "setNetworkSeat":
        await sandbox.setLinkedinSeat({ seatId: 7 + (which % 2), quotas: act.quotas, launchHours: act.launchHours });
        return;
      case "setEmailSeat":
        await sandbox.setEmailSeat({ seatId: 21 + (which % 2), dailyQuota: act.dailyQuota });
        return;
      case "switchOff":
      case "switchOn":
        if (campaignId) await sandbox.setActive({ campaignId, active: what === "switchOn" });
        return;
      case "shortenInvitation":
        if (campaignId) await sandbox.editCampaign({ campaignId, skipInvitationAfterDays: 1 + (which % 5) });
        return;
      case "moveLists":
        if (campaignId && list) await sandbox.editCampaign({ campaignId, listIds: [list.id] });
        return;
      case "deleteCampaign":
        if (campaignId && campaigns.length > 2) await sandbox.deleteCampaign({ campaignId });
        return;
      case "leaveList":
        await sandbox.editContact({ contactId, listId: null });
        return;
      case "joinList":
        await sandbox.editContact({ contactId, listId: list?.id ?? null });
        return;
      case "pause":
      case "reply":
        if (isOpen) await sandbox.editContact({ contactId, state: what === "pause" ? "paused" : "answered" });
        return;
      case "exclude":
        if (contact?.state !== "excluded") await sandbox.editContact({ contactId, state: "excluded" });
        return;
      case "allow": {
        const stopped = contacts.filter(({ state }) => state === "paused" || state === "excluded");
        const one = pick(stopped, which);
        if (one) await sandbox.editContact({ contactId: one.id, state: null });
        return;
      }
      case "unsubscribe":
        await sandbox.editContact({ contactId, unsubscribed: !contact?.unsubscribed });
        return;
      case "block": {
        const names = [BLOCKED, `Quillworks ${which % 7}`];
        const { blocklist = [] } = organizations.find(({ id }) => id === 1) ?? {};
        await sandbox.setBlocklist({ organizationId: 1, companies: blocklist.length > 1 ? [BLOCKED] : names });
        return;
      }
      case "deleteList":
        if (list && lists.length > 1) await sandbox.deleteList({ listId: list.id });
        return;
      case "deleteAgent":
        if (agentId) await sandbox.deleteAgent({ agentId });
        return;
      case "pauseAgent":
        if (agentId) await sandbox.editAgent({ agentId, paused: which % 2 === 0 });
        return;
      case "addPeople":
        if (list) await this.addPeople(list.id, list.userId, 1 + (which % 20));
        return;
      case "memberLeaves":
      case "memberReturns":
        await sandbox.setMemberActive({ userId: 102, isActive: what === "memberReturns" });
        return;
    }
  }
}

function asUser(userId: number) {
  return userId === 101 ? {} : { as: userId };
}

function pick<T>(from: readonly T[], which: number): T | undefined {
  return from[which % Math.max(1, from.length)];
}
