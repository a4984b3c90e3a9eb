import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import type { reads } from "../../../sandbox/src/page/reads.js";
import { PlannerBench } from "../planner/plannerBench.js";
import { anySeats, startSharedSeats } from "../planner/sharedSeats.js";
import { callService } from "../support.js";

type Reads = typeof reads;

const bench = new PlannerBench();
afterEach(() => bench.stop());

async function read<Name extends keyof Reads>(name: Name, query: Record<string, string | number> = {}) {
  const texts = Object.fromEntries(Object.entries(query).map(([key, value]) => [key, String(value)]));
  const path = `/_control/page/data/${name}?${new URLSearchParams(texts)}`;
  const { status, body } = await callService<Awaited<ReturnType<Reads[Name]>>>(bench.sandbox.url, "GET", path);
  expect([path, status]).toEqual([path, 200]);
  return body;
}

const isReply = ({ reason }: { reason: string | null }) => reason === "the contact answered this step";

/** Recomputes the page's numbers from the log of sent steps. */
async function recount(): Promise<void> {
  const { campaigns, campaignLogs } = await bench.sandbox.objects();
  for (const { id, steps } of campaigns) {
    const shown = await read("campaign", { id });
    const logs = campaignLogs.filter(({ campaignId }) => campaignId === id);
    const sent = logs.filter(({ status }) => status === "sent");
    const replies = logs.filter(isReply);
    const people = (some: typeof logs) => new Set(some.map(({ contactId }) => contactId)).size;
    expect([shown.sent, shown.contacted, shown.replied]).toEqual([sent.length, people(sent), people(replies)]);
    expect(shown.timeline.map((step) => [step.sent, step.replied])).toEqual(
      steps.map(({ stepNumber }) => {
        const ofStep = (some: typeof logs) => some.filter((log) => log.stepNumber === stepNumber);
        return [ofStep(sent).length, people(ofStep(replies))];
      }),
    );
    for (const step of shown.timeline) expect(step.replied).toBeLessThanOrEqual(step.sent);
    const invited = sent.filter(({ type }) => type === "invitation" || type === "invitationNote");
    expect(shown.invitations?.sent ?? 0).toBe(invited.length);
    if (shown.invitations) {
      expect(shown.invitations.accepted).toBeLessThanOrEqual(invited.length);
      const written = sent.filter(({ type }) => type === "message");
      const later = written.filter(({ contactId }) => invited.some((log) => log.contactId === contactId));
      expect(shown.invitations.accepted).toBeGreaterThanOrEqual(people(later));
    }
    // The reasons for leaving and the counts by state are two views of the same people.
    const gone = people(logs.filter(({ status }) => status !== "sent"));
    expect(shown.ends.reduce((sum, { count }) => sum + count, 0)).toBe(gone);
    for (const [state, count] of Object.entries(shown.people)) {
      const its = shown.ends.filter(({ status }) => status === state);
      const isGone = state !== "waiting" && state !== "running";
      if (isGone) expect([state, its.reduce((sum, end) => sum + end.count, 0)]).toEqual([state, count]);
      expect([state, (await read("contacts", { campaign: id, state, rows: 0 })).total]).toEqual([state, count]);
    }
    for (const { status, reason, count } of shown.ends) {
      const { total } = await read("contacts", { campaign: id, state: status, reason, rows: 0 });
      expect([reason, total]).toEqual([reason, count]);
    }
    expect((await read("replies", { campaign: id })).total).toBe(replies.length);
  }
  const now = await read("now");
  expect(now.answered).toBe(campaignLogs.filter(isReply).length);
  expect((await read("replies")).total).toBe(now.answered);
}

describe("the numbers of the page", () => {
  it("match the log for any campaigns, also if two of them share a list", async () => {
    await fc.assert(
      fc.asyncProperty(anySeats, fc.integer({ min: 1, max: 8 }), async (plan, days) => {
        await bench.start({ answerRate: 0.5 });
        try {
          await startSharedSeats(bench, plan);
          const { lists } = await bench.sandbox.objects();
          await bench.emailCampaign(lists[0]?.id ?? 0, { emailSeatIds: [23] });
          await bench.sandbox.advance({ days });
          await recount();
        } finally {
          await bench.stop();
        }
      }),
      { numRuns: 4 },
    );
  }, 60_000);
});

describe("the table of contacts", () => {
  it("has the last step, the next one with its time, and the reason, sorted by any of them", async () => {
    await bench.start({});
    const listId = await bench.list("Table");
    const message = { type: "message", message: "Hello", delayAfterLastStep: 2 };
    const id = await bench.activeCampaign(listId, { steps: [{ type: "visitProfile" }, message] });
    const [first] = await bench.contacts(listId, 1, { company: "Zeta" });
    await bench.advance(2);
    const [second] = await bench.contacts(listId, 1, { company: "alpha" });
    await bench.advance(2);
    const [third] = await bench.contacts(listId, 1, { company: null });
    const campaign = { id, name: "First contact" };
    const { rows } = await read("contacts", { list: listId });
    expect(rows.map(({ id: contact, last, next, reason }) => [contact, last, next, reason])).toEqual([
      [third?.id, null, null, "intake"],
      [
        second?.id,
        { campaign, stepNumber: 1, type: "visitProfile", at: "2026-03-02T12:00:00.000Z" },
        { campaign, stepNumber: 2, type: "message", dueAt: "2026-03-04T12:00:00.000Z", queued: false },
        "delay",
      ],
      [
        first?.id,
        { campaign, stepNumber: 1, type: "visitProfile", at: "2026-03-02T10:00:00.000Z" },
        { campaign, stepNumber: 2, type: "message", dueAt: "2026-03-04T10:00:00.000Z", queued: false },
        "delay",
      ],
    ]);
    const order = async (sort: string, direction: string) =>
      (await read("contacts", { list: listId, sort, order: direction })).rows.map((row) => row.id);
    const [one, two, three] = [first?.id, second?.id, third?.id];
    expect(await order("company", "up")).toEqual([two, one, three]);
    // People without a value never come first, in either direction.
    expect(await order("company", "down")).toEqual([one, two, three]);
    expect(await order("last", "down")).toEqual([two, one, three]);
    expect(await order("next", "up")).toEqual([one, two, three]);
    expect(await order("newest", "down")).toEqual([one, two, three]);
    expect(await order("name", "up")).toEqual([one, two, three]);
    expect((await read("contacts", { list: listId, reason: "delay" })).total).toBe(2);
    await bench.sandbox.setActive({ campaignId: id, active: false });
    expect((await read("contacts", { campaign: id, reason: "off" })).total).toBe(3);
  });
});

describe("the replies", () => {
  it("are newest first, one page at a time, with the same text in every store", async () => {
    const texts: string[][] = [];
    for (const firstId of [1_000_000_000, 5_000_000_000]) {
      await bench.start({ answerRate: 1, firstId });
      const listId = await bench.list();
      await bench.contacts(listId, 30);
      await bench.activeCampaign(listId, { steps: [{ type: "message", message: "Hello" }] });
      await bench.sandbox.advance({ days: 5 });
      const { total, rows } = await read("replies");
      expect(total).toBe(30);
      expect(rows).toEqual([...rows].sort((one, other) => other.at.localeCompare(one.at) || other.id - one.id));
      expect((await read("replies", { from: 10, rows: 5 })).rows).toEqual(rows.slice(10, 15));
      expect((await read("replies", { user: 102 })).total).toBe(0);
      const [newest] = rows;
      expect(newest).toMatchObject({ stepNumber: 1, type: "message", campaign: { name: "First contact" } });
      expect(newest?.text).toContain("Olivia");
      const story = await read("contact", { id: newest?.contact.id ?? 0 });
      expect(story.events.at(-1)).toMatchObject({ kind: "ended", status: "answered", reply: newest?.text });
      texts.push(rows.map(({ contact, text }) => `${contact.name}: ${text}`).sort());
      await bench.stop();
    }
    expect(texts[0]).toEqual(texts[1]);
    expect(new Set(texts[0]?.map((text) => text.split("\n\n")[1])).size).toBeGreaterThan(4);
  });

  it("do not include a person whom somebody marked as replied, or who replied to another campaign", async () => {
    await bench.start({});
    const listId = await bench.list();
    const [contact] = await bench.contacts(listId, 1);
    const id = await bench.activeCampaign(listId, { steps: [{ type: "visitProfile" }, { type: "likePosts" }] });
    await bench.advance(2);
    await bench.sandbox.editContact({ contactId: contact?.id ?? 0, state: "answered" });
    await bench.advance(1);
    const shown = await read("campaign", { id });
    expect([shown.replied, shown.people.answered, (await read("replies")).total]).toEqual([0, 1, 0]);
    expect(shown.ends).toEqual([{ status: "answered", reason: "the contact has answered", count: 1 }]);
  });
});
