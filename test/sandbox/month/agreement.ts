import { expect } from "vitest";
import type { Campaign, CampaignLog, ObjectDump } from "../../../sandbox/src/index.js";
import type { CampaignLogEntry } from "../planner/plannerBench.js";
import type { MonthBench } from "./monthBench.js";

const waits = ["delay", "invitation", "quota", "hours", "intake", "paused", "list"] as const;
const states = ["waiting", "running", "answered", "finished", "skipped", "excluded"] as const;

export const isReply = ({ reason }: Pick<CampaignLog, "reason">) => reason === "the contact answered this step";
const isSent = ({ status }: Pick<CampaignLog, "status">) => status === "sent";
const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0);
const countBy = <T>(all: readonly T[], keyOf: (one: T) => string | null): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const one of all) {
    const key = keyOf(one);
    if (key !== null) counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
};

/** All views of the same campaigns and people at one instant, compared with the log. */
export async function compareViews(bench: MonthBench): Promise<void> {
  const { now } = await bench.sandbox.state();
  for (const { id } of (await bench.sandbox.objects()).campaigns) await compareQueue(bench, id);
  const objects = await bench.sandbox.objects();
  for (const campaign of objects.campaigns) await compareCampaign(bench, objects, campaign, now.slice(0, 10));
  await comparePeople(bench, objects);
  await compareWhole(bench, objects, now.slice(0, 10));
}

/**
 * Before the service reads its queue, the page shows the same one: reading it may end enrolments that cannot continue.
 */
async function compareQueue(bench: MonthBench, id: number): Promise<void> {
  const { campaigns, users } = await bench.sandbox.objects();
  const campaign = campaigns.find((each) => each.id === id);
  if (!campaign) return;
  const shown = await bench.read("campaign", { id });
  const queue = await bench.queueOf(campaign, users);
  expect(shown.queue.map(({ contactId, stepNumber }) => [contactId, stepNumber])).toEqual(
    queue.slice(0, 25).map(({ contact, campaignStep }) => [contact.id, campaignStep.stepNumber]),
  );
  expect(shown.queued).toBe(queue.length);
}

async function compareCampaign(bench: MonthBench, objects: ObjectDump, campaign: Campaign, today: string) {
  const { id } = campaign;
  const all = objects.campaignLogs.filter(({ campaignId }) => campaignId === id);
  const sent = all.filter(isSent);
  const shown = await bench.read("campaign", { id });
  const row = (await bench.read("campaigns")).find((each) => each.id === id);
  expect(shown).toMatchObject(row ?? { id });
  if (objects.users.find((user) => user.id === campaign.userId)?.isActive) {
    const caller = campaign.userId === 101 ? {} : { as: campaign.userId };
    const served = await bench.get<CampaignLogEntry[]>(`/v1/campaign/${id}/logs`, caller);
    expect(served).toEqual(all.map(({ code: _code, texts: _texts, ...log }) => log).reverse());
  }

  const replies = all.filter(isReply);
  const ofToday = sent.filter(({ createdAt }) => createdAt.startsWith(today));
  const reached = new Set(sent.map(({ contactId }) => contactId)).size;
  expect([shown.sent, shown.sentToday, shown.contacted, shown.replied]).toEqual([
    sent.length,
    ofToday.length,
    reached,
    replies.length,
  ]);
  const perStep = ({ stepNumber }: { stepNumber: number }) => {
    const its = all.filter((log) => log.stepNumber === stepNumber);
    return [its.filter(isSent).length, its.filter(isReply).length];
  };
  expect(shown.timeline.map((step) => [step.sent, step.replied])).toEqual(campaign.steps.map(perStep));
  const invited = sent.filter(({ type }) => type === "invitation" || type === "invitationNote").length;
  expect(shown.invitations?.sent ?? 0).toBe(invited);
  expect(shown.invitations?.accepted ?? 0).toBeLessThanOrEqual(invited);
  const perDay = countBy(sent, ({ createdAt }) => createdAt.slice(0, 10));
  expect(shown.days.map(({ network, emails }) => network + emails)).toEqual(
    shown.days.map(({ day }) => perDay[day] ?? 0),
  );
  expect(shown.recent).toEqual(shown.recent.map((_, index) => perDay[dayBefore(today, 13 - index)] ?? 0));
  expect((await bench.read("replies", { campaign: id, rows: 500 })).rows.map((reply) => reply.id)).toEqual(
    replies.map((log) => log.id).sort((first, second) => second - first),
  );
  await comparePeopleOf(bench, campaign, shown);
}

/** The bar of people, the reasons for leaving and waiting, and the table behind each of these numbers. */
async function comparePeopleOf(
  bench: MonthBench,
  { id, active }: Campaign,
  { people, ends }: Pick<Awaited<ReturnType<typeof readCampaign>>, "people" | "ends">,
): Promise<void> {
  const total = async (query: Record<string, string | number>) =>
    (await bench.read("contacts", { ...query, campaign: id, rows: 0 })).total;
  for (const state of states) expect([id, state, await total({ state })]).toEqual([id, state, people[state]]);
  for (const { status, reason, count } of ends) {
    expect([id, reason, await total({ state: status, reason })]).toEqual([id, reason, count]);
  }
  for (const state of ["answered", "finished", "skipped", "excluded"] as const) {
    const left = ends.filter(({ status }) => status === state).map(({ count }) => count);
    expect([id, state, sumOf(left)]).toEqual([id, state, people[state]]);
  }
  const progress = (await bench.sandbox.progress()).find(({ campaignId }) => campaignId === id);
  expect(progress?.people).toMatchObject(people);
  const ahead = (await bench.read("tomorrow")).campaigns.find((campaign) => campaign.id === id);
  const off = await total({ reason: "off" });
  if (!ahead) {
    // It is off, or its owner has left.
    expect([id, off]).toEqual([id, people.waiting + people.running]);
    return;
  }
  expect([active, off]).toEqual([true, 0]);
  for (const reason of waits) {
    expect([id, reason, await total({ reason })]).toEqual([id, reason, ahead.waiting[reason] ?? 0]);
  }
  // The service has read the queue: there is nobody left whose enrolment it would end.
  expect([id, sumOf(Object.values(ahead.waiting))]).toEqual([id, people.waiting + people.running]);
}

function readCampaign(bench: MonthBench, id: number) {
  return bench.read("campaign", { id });
}

/** The table of all contacts, and the history of some of them. */
async function comparePeople(
  bench: MonthBench,
  { contacts, campaigns, campaignLogs, lists }: ObjectDump,
): Promise<void> {
  const { total, rows } = await bench.read("contacts", { rows: 500 });
  expect(total).toBe(contacts.length);
  expect(rows.map(({ id }) => id)).toEqual(
    contacts
      .map(({ id }) => id)
      .reverse()
      .slice(0, 500),
  );
  const statuses = countBy(rows, ({ status }) => status);
  if (total === rows.length) {
    for (const [state, count] of Object.entries(statuses)) {
      expect([state, (await bench.read("contacts", { state, rows: 0 })).total]).toEqual([state, count]);
    }
  }
  for (const { id, state } of contacts) {
    const row = rows.find((each) => each.id === id);
    if (!row) continue;
    if (state === "answered" || state === "excluded" || state === "paused") {
      expect([id, row.status]).toEqual([id, state]);
      expect([id, row.next && row.reason]).not.toEqual([id, "hours"]);
    }
    const last = campaignLogs.findLast((log) => log.contactId === id && isSent(log));
    expect([id, row.last?.at]).toEqual([id, last?.createdAt]);
  }
  for (const { id, contacts: count } of await bench.read("lists")) {
    expect([id, count]).toEqual([id, contacts.filter(({ listId }) => listId === id).length]);
    expect([id, (await bench.read("contacts", { list: id, rows: 0 })).total]).toEqual([id, count]);
  }
  for (const { id: campaign } of campaigns.filter(({ active }) => active)) {
    const waiting = (await bench.read("contacts", { campaign, state: "waiting", rows: 500 })).rows;
    const idle = waiting.filter(({ id }) => rows.find((row) => row.id === id)?.status === "idle");
    expect([campaign, idle]).toEqual([campaign, []]);
  }
  expect(lists.length).toBe((await bench.read("lists")).length);
  for (const row of rows.filter(({ last }) => last !== null).slice(0, 5)) {
    const { events, next, status } = await bench.read("contact", { id: row.id });
    const its = campaignLogs.filter(({ contactId }) => contactId === row.id);
    expect(events.slice(1).map(({ kind, at }) => [kind, at])).toEqual(
      its.map((log) => [isSent(log) ? "sent" : "ended", log.createdAt]),
    );
    expect(status).toBe(row.status);
    if (row.next) expect(next).toContainEqual(expect.objectContaining({ ...row.next }));
  }
}

/** The views of all objects, or of one user's. */
async function compareWhole(bench: MonthBench, objects: ObjectDump, today: string): Promise<void> {
  const { campaigns, campaignLogs, contacts, users, agents } = objects;
  const running = campaigns.filter(({ active, userId }) => active && users.find(({ id }) => id === userId)?.isActive);
  for (const user of [undefined, 101, 102]) {
    const isIn = ({ userId }: { userId: number }) => user === undefined || userId === user;
    const scope: Record<string, number> = user === undefined ? {} : { user };
    const ids = new Set(campaigns.filter(isIn).map(({ id }) => id));
    const all = campaignLogs.filter(({ campaignId }) => ids.has(campaignId));
    const ofToday = all.filter(({ createdAt }) => createdAt.startsWith(today));
    const now = await bench.read("now", scope);
    expect([user, now.campaigns, now.contacts, now.agents]).toEqual([
      user,
      ids.size,
      contacts.filter(isIn).length,
      agents.filter(isIn).length,
    ]);
    expect([now.sentToday, now.answered, now.answeredToday]).toEqual([
      ofToday.filter(isSent).length,
      all.filter(isReply).length,
      ofToday.filter(isReply).length,
    ]);
    expect(sumOf(now.days.map(({ network, emails }) => network + emails))).toBe(all.filter(isSent).length);
    expect((await bench.read("replies", scope)).total).toBe(now.answered);
    const ahead = (await bench.read("tomorrow", scope)).campaigns.map(({ id }) => id);
    expect(ahead).toEqual(running.filter(isIn).map(({ id }) => id));
    expect(now.running.map(({ id }) => id)).toEqual(ahead);
    for (const row of await bench.read("campaigns", scope)) {
      const same = now.running.find(({ id }) => id === row.id);
      if (same) expect(same).toEqual(row);
    }
  }
  await compareSeats(bench, objects, running, today);
  for (const { id, leads } of await bench.read("agents")) {
    expect([id, leads]).toEqual([id, contacts.filter(({ agentId }) => agentId === id).length]);
    const runs = objects.agentLogs.filter(({ agentId }) => agentId === id).slice(-60);
    expect((await bench.read("agent", { id })).runs).toEqual(runs.reverse());
  }
  for (const { id, campaigns: users, agents: finders } of await bench.read("lists")) {
    expect(users.map((campaign) => campaign.id)).toEqual(
      idsOf(campaigns.filter(({ listIds }) => listIds.includes(id))),
    );
    expect(finders.map((agent) => agent.id)).toEqual(idsOf(agents.filter(({ listId }) => listId === id)));
  }
  for (const member of (await bench.read("members")).flatMap(({ members }) => members)) {
    const isTheirs = ({ userId }: { userId: number }) => userId === member.id;
    expect([member.id, member.lists, member.agents, member.campaigns, member.contacts]).toEqual([
      member.id,
      ...[objects.lists, agents, campaigns, contacts].map((all: { userId: number }[]) => all.filter(isTheirs).length),
    ]);
  }
}

const idsOf = (objects: readonly { id: number }[]) => objects.map(({ id }) => id);

async function compareSeats(bench: MonthBench, objects: ObjectDump, running: readonly Campaign[], today: string) {
  const known = new Set(objects.campaigns.map(({ id }) => id));
  for (const { id, channel, quotas, campaigns } of await bench.read("seats")) {
    const uses = (campaign: Campaign) =>
      channel === "network" ? campaign.linkedinSeatId === id : campaign.emailSeatIds.includes(id);
    expect([id, campaigns.map((campaign) => campaign.id)]).toEqual([id, running.filter(uses).map((each) => each.id)]);
    for (const { used, parts } of quotas) expect(sumOf(parts.map(({ count }) => count))).toBe(used);
    const sent = objects.campaignLogs.filter(
      ({ seatId, status, type, createdAt }) =>
        seatId === id &&
        (type === "email") === (channel === "e-mail") &&
        isSent({ status }) &&
        createdAt.startsWith(today),
    );
    const shown = quotas.flatMap(({ parts }) => parts.filter(({ campaign }) => known.has(campaign.id)));
    expect([id, channel, sumOf(shown.map(({ count }) => count))]).toEqual([id, channel, sent.length]);
  }
}

function dayBefore(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10);
}
