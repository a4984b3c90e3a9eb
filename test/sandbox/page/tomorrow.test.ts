import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import type { Tomorrow } from "../../../sandbox/src/page/reads/tomorrow.js";
import { type QuotaKind, quotaKind } from "../../../sandbox/src/planner/seats.js";
import { PlannerBench } from "../planner/plannerBench.js";
import { anySeats, startSharedSeats } from "../planner/sharedSeats.js";
import { callService, fourSignals } from "../support.js";

const bench = new PlannerBench();
afterEach(() => bench.stop());

async function tomorrow(query = ""): Promise<Tomorrow> {
  const { status, body } = await callService<Tomorrow>(
    bench.sandbox.url,
    "GET",
    `/_control/page/data/tomorrow${query}`,
  );
  expect(status).toBe(200);
  return body;
}

/** The log's entries from an instant on: steps of each kind by campaign and day. */
async function sentSince(from: string, days: string[]): Promise<Record<string, Partial<Record<QuotaKind, number>>[]>> {
  const { campaignLogs, campaigns } = await bench.sandbox.objects();
  return Object.fromEntries(
    campaigns
      .filter(({ active }) => active)
      .map(({ id }) => [
        id,
        days.map((day) => {
          const counts: Partial<Record<QuotaKind, number>> = {};
          for (const { campaignId, status, type, createdAt } of campaignLogs) {
            if (campaignId !== id || status !== "sent" || type === null) continue;
            if (createdAt <= from || !createdAt.startsWith(day)) continue;
            counts[quotaKind(type)] = (counts[quotaKind(type)] ?? 0) + 1;
          }
          return counts;
        }),
      ]),
  );
}

const plannedOf = ({ campaigns }: Tomorrow) =>
  Object.fromEntries(campaigns.map(({ id, days }) => [id, days.map(({ sends }) => sends)]));

/** Moves to the end of a day and compares the plan with the result. */
async function compare(planned: Tomorrow, from: string): Promise<void> {
  for (const [index, day] of planned.days.entries()) {
    const { now } = await bench.sandbox.state();
    const rest = Date.parse(`${day}T23:59:00Z`) - Date.parse(now);
    await bench.sandbox.advance({ minutes: rest / 60_000 });
    const then = await tomorrow();
    expect(then.campaigns.map(({ id, waiting }) => [day, id, waiting])).toEqual(
      planned.campaigns.map(({ id, days }) => [day, id, days[index]?.waiting]),
    );
    const { linkedinSeats, emailSeats } = await bench.sandbox.objects();
    for (const { id, channel, quotas } of planned.seats) {
      for (const { kind, quota, used } of quotas) {
        expect(used[index]).toBeLessThanOrEqual(quota);
        const network = linkedinSeats.find((seat) => seat.id === id)?.usage;
        const email = emailSeats.find((seat) => seat.id === id)?.usage;
        const its = kind === "email" ? email?.sent : network?.counts[kind];
        const isOfDay = (channel === "e-mail" ? email?.day : network?.day) === day;
        expect([day, id, kind, used[index]]).toEqual([day, id, kind, isOfDay ? its : 0]);
      }
    }
  }
  expect(await sentSince(from, planned.days)).toEqual(plannedOf(planned));
}

describe("the forecast for the next days", () => {
  it("matches the steps that are then sent, with new leads, answers, and a seat that two campaigns share", async () => {
    await bench.start({ answerRate: 0.5 });
    const listId = await bench.list();
    await bench.create("/v1/agent", { name: "Finder", listId, variables: fourSignals });
    await bench.contacts(listId, 30);
    const message = { type: "message", message: "Hello", delayAfterLastStep: 1 };
    const email = { type: "email", subject: "Hello", message: "Hello", delayAfterLastStep: 2 };
    const steps = [{ type: "visitProfile" }, { type: "invitation", delayAfterLastStep: 1 }, message, email];
    const busy = await bench.activeCampaign(listId, { steps, emailSeatIds: [21] });
    const other = await bench.list();
    await bench.contacts(other, 60);
    await bench.activeCampaign(other, { steps: [{ type: "invitation" }, email], emailSeatIds: [21] });
    const off = await bench.campaign({ listIds: [other] });
    await bench.sandbox.setLinkedinSeat({ seatId: 7, quotas: { invitations: 7 } });
    await bench.advance(30);

    const { now } = await bench.sandbox.state();
    const before = JSON.stringify(await bench.sandbox.objects());
    const planned = await tomorrow();
    expect(JSON.stringify(await bench.sandbox.objects())).toBe(before);
    expect(planned.days[0]).toBe("2026-03-03");
    expect(planned.campaigns.map(({ id }) => id)).not.toContain(off.id);
    const kinds = planned.campaigns.find(({ id }) => id === busy)?.days.flatMap(({ sends }) => Object.keys(sends));
    expect(new Set(kinds)).toEqual(new Set(["profileVisits", "invitations", "messages", "email"]));
    await compare(planned, now);
  });

  it("agrees with the log for any campaigns, quotas, hours and people", async () => {
    await fc.assert(
      fc.asyncProperty(anySeats, fc.integer({ min: 1, max: 60 }), async (plan, hours) => {
        await bench.start({ answerRate: 0.4, firstId: 1_000_000_000 });
        try {
          await startSharedSeats(bench, plan);
          await bench.advance(hours);
          const { now } = await bench.sandbox.state();
          await compare(await tomorrow(), now);
        } finally {
          await bench.stop();
        }
      }),
      { numRuns: 4 },
    );
  }, 60_000);
});

describe("the reasons for waiting", () => {
  it("cover the delay, the invitation, the quota, the hours, the enrolment, a pause and removal from a list", async () => {
    await bench.start({});
    await bench.sandbox.setLinkedinSeat({ seatId: 7, quotas: { invitations: 2, messages: 0 } });
    const message = { type: "message", message: "Hello" };
    const id = await bench.activeCampaign(await bench.list(), {
      steps: [{ type: "invitation" }, { ...message, delayAfterLastStep: 1 }],
    });
    const { listIds } = (await bench.sandbox.objects()).campaigns[0] ?? { listIds: [] };
    const listId = listIds[0] ?? 0;
    const waiting = async () => (await tomorrow()).campaigns.find((campaign) => campaign.id === id)?.waiting;
    await bench.contacts(listId, 5);
    expect(await waiting()).toEqual({ intake: 5 });
    await bench.advance(1);
    expect(await waiting()).toEqual({ hours: 5 });
    await bench.advance(8);
    expect(await waiting()).toEqual({ delay: 2, quota: 3 });
    const contacts = (await bench.sandbox.objects()).contacts;
    await bench.sandbox.editContact({ contactId: contacts.at(-1)?.id ?? 0, state: "paused" });
    await bench.sandbox.editContact({ contactId: contacts.at(-2)?.id ?? 0, listId: null });
    expect(await waiting()).toEqual({ delay: 2, quota: 1, paused: 1, list: 1 });
    await bench.advance(24 * 2);
    // The message quota is 0: people who have accepted wait for it.
    const later = await waiting();
    expect((later?.invitation ?? 0) + (later?.quota ?? 0) + (later?.delay ?? 0)).toBe(3);
    expect(later).toMatchObject({ paused: 1, list: 1 });
  });

  it("and seats are limited to one user if the page shows only that user", async () => {
    await bench.start({});
    await bench.activeCampaign(await bench.list());
    expect((await tomorrow("?user=102")).campaigns).toEqual([]);
    expect((await tomorrow("?user=101")).seats.map(({ id }) => id)).toEqual([7]);
  });
});
