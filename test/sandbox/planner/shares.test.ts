import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { PlannerBench } from "./plannerBench.js";
import { anySeats, type Plan, type SharedSeats, sendableSeats, startSharedSeats } from "./sharedSeats.js";

const bench = new PlannerBench();
afterEach(() => bench.stop());

/** Sent steps, oldest first. */
const sent = async (campaignId: number) =>
  (await bench.logs(campaignId)).filter((log) => log.status === "sent").reverse();

describe("campaigns that share a seat", () => {
  it("have sent by the evening the steps that their queues showed in the morning", async () => {
    await bench.start({});
    const campaigns: number[] = [];
    for (const _ of [1, 2]) {
      const listId = await bench.list();
      await bench.contacts(listId, 60);
      campaigns.push(await bench.activeCampaign(listId, { steps: [{ type: "invitation" }] }));
    }
    for (const _ of [1, 2]) {
      const listId = await bench.list();
      await bench.contacts(listId, 60);
      campaigns.push(await bench.emailCampaign(listId));
    }
    await bench.advance(1);
    const shown = await Promise.all(
      campaigns.map(async (id, index) => (await bench.queue(id, index < 2 ? "queue" : "email-queue")).length),
    );
    expect(shown).toEqual([10, 10, 25, 25]);
    await bench.advance(14);
    expect(await Promise.all(campaigns.map(async (id) => (await sent(id)).length))).toEqual(shown);
  });

  it("give a late starter the remaining actions, until it has had as many", async () => {
    await bench.start({});
    const [early, late] = [await bench.list(), await bench.list()];
    await bench.contacts(early, 60);
    const first = await bench.activeCampaign(early, { steps: [{ type: "visitProfile" }] });
    await bench.sandbox.setLinkedinSeat({ seatId: 7, quotas: { profileVisits: 20 } });
    await bench.advance(3);
    expect(await sent(first)).toHaveLength(8);
    await bench.contacts(late, 60);
    const second = await bench.activeCampaign(late, { steps: [{ type: "visitProfile" }] });
    await bench.advance(9);
    expect([(await sent(first)).length, (await sent(second)).length]).toEqual([10, 10]);
  });
});

describe("the remainder of a quota", () => {
  it("goes to a different campaign each day, so that a month is fair as well", async () => {
    await bench.start({});
    await bench.sandbox.setLinkedinSeat({ seatId: 7, quotas: { likes: 5 } });
    await bench.sandbox.setEmailSeat({ seatId: 21, dailyQuota: 5 });
    const campaigns: number[] = [];
    for (const create of ["email", "email", "network", "network"]) {
      const listId = await bench.list();
      await bench.contacts(listId, 90);
      campaigns.push(
        create === "email"
          ? await bench.emailCampaign(listId)
          : await bench.activeCampaign(listId, { steps: [{ type: "likePosts" }] }),
      );
    }
    await bench.sandbox.advance({ days: 30 });
    const [first = 0, second = 0, third = 0, fourth = 0] = await Promise.all(
      campaigns.map(async (id) => (await sent(id)).length),
    );
    // The last morning has begun: a whole day's e-mails, and the network actions of one hour.
    expect([first + second, third + fourth]).toEqual([31 * 5, 30 * 5 + 1]);
    expect(Math.abs(first - second)).toBeLessThanOrEqual(1);
    expect(Math.abs(third - fourth)).toBeLessThanOrEqual(1);
  });
});

interface DayOfSeat {
  /** Sent steps by campaign. */
  counts: Map<number, number>;
  /** Campaigns with a contact that waited since before the day began and still waited at its end. */
  waiting: Set<number>;
}

/** The logs' data for each whole day of each quota: `seat kind day`. */
async function daysOf({ campaigns, start }: SharedSeats, days: number): Promise<Map<string, DayOfSeat>> {
  const found = new Map<string, DayOfSeat>();
  const dayOf = (instant: number) => Math.floor(instant / 86_400_000);
  const first = dayOf(start) + 1;
  const at = (seatId: number, kind: string, day: number) => {
    const key = `${seatId} ${kind} ${day}`;
    const known = found.get(key) ?? { counts: new Map(), waiting: new Set() };
    found.set(key, known);
    return known;
  };
  for (const campaign of campaigns) {
    const entries = await sent(campaign.id);
    for (const entry of entries) {
      const { counts } = at(entry.seatId ?? 0, entry.type, dayOf(Date.parse(entry.createdAt)));
      counts.set(campaign.id, (counts.get(campaign.id) ?? 0) + 1);
    }
    for (const contactId of campaign.contactIds) {
      const own = entries.filter((entry) => entry.contactId === contactId);
      let due = start + 3_600_000;
      for (const [index, step] of campaign.steps.entries()) {
        const done = own[index];
        const until = done === undefined ? Number.POSITIVE_INFINITY : Date.parse(done.createdAt);
        for (let day = Math.max(first, dayOf(due) + 1); day < first + days && day < dayOf(until); day += 1) {
          for (const seatId of step.type === "email" ? campaign.emailSeatIds : [campaign.seatId]) {
            at(seatId, step.type, day).waiting.add(campaign.id);
          }
        }
        if (done === undefined) break;
        due = Date.parse(done.createdAt) + (campaign.steps[index + 1]?.delayAfterLastStep ?? 0) * 86_400_000;
      }
    }
  }
  return found;
}

function quotaOf({ networkQuotas, emailQuotas }: Plan, key: string): number {
  const [seatId, kind] = key.split(" ");
  const quotas: Record<string, number> = {
    ...networkQuotas,
    email: seatId === "21" ? emailQuotas[21] : emailQuotas[22],
  };
  return quotas[kind ?? ""] ?? 0;
}

describe("over a simulated month, according to the logs", () => {
  it("no campaign waits while another one on the seat gets two more a day, and no quota is left unused", async () => {
    await fc.assert(
      fc.asyncProperty(sendableSeats, async (plan) => {
        await bench.stop();
        await bench.start({ startTime: "2026-03-01T23:00:00Z" });
        const shared = await startSharedSeats(bench, plan);
        await bench.sandbox.advance({ days: 30 });
        let judged = 0;
        for (const [key, { counts, waiting }] of await daysOf(shared, 29)) {
          const quota = quotaOf(plan, key);
          const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
          expect(total, key).toBeLessThanOrEqual(quota);
          const most = Math.max(0, ...counts.values());
          for (const id of waiting) expect(counts.get(id) ?? 0, key).toBeGreaterThanOrEqual(most - 1);
          if (waiting.size > 0) expect(total, key).toBe(quota);
          judged += waiting.size;
        }
        fc.pre(judged > 0);
      }),
      { numRuns: 6, seed: 20_260_301 },
    );
  }, 60_000);
});

/** Campaigns that are switched off and on while others on their seats continue. */
const switches = fc.array(fc.record({ at: fc.nat({ max: 29 }), campaign: fc.nat(), active: fc.boolean() }), {
  maxLength: 4,
});

describe("the steps sent in an hour", () => {
  it("were in the queue just before, in the same order", async () => {
    await fc.assert(
      fc.asyncProperty(anySeats, fc.nat({ max: 23 }), switches, async (plan, hour, switched) => {
        await bench.stop();
        await bench.start({ startTime: `2026-03-02T${String(hour).padStart(2, "0")}:30:00Z`, leadsPerSignal: 1 });
        const { campaigns } = await startSharedSeats(bench, plan);
        let sentSteps = 0;
        for (let passed = 0; passed < 30; passed += 1) {
          for (const { at, campaign, active } of switched) {
            const campaignId = campaigns[campaign % campaigns.length]?.id ?? 0;
            if (at === passed) await bench.sandbox.setActive({ campaignId, active });
          }
          const queues = await Promise.all(
            campaigns.map(async ({ id, isEmailOnly }) => ({
              id,
              before: (await bench.logs(id)).length,
              listed: (await bench.queue(id, isEmailOnly ? "email-queue" : "queue")).map(
                ({ contact, campaignStep }) => `${contact.id} ${campaignStep.stepNumber} ${campaignStep.type}`,
              ),
            })),
          );
          await bench.advance(1);
          for (const { id, before, listed } of queues) {
            const logs = (await bench.logs(id)).reverse().slice(before);
            const done = logs
              .filter(({ status }) => status === "sent")
              .map(({ contactId, stepNumber, type }) => `${contactId} ${stepNumber} ${type}`);
            const kinds = new Set(done.map((entry) => entry.split(" ")[2]));
            for (const kind of kinds) {
              const ofKind = (entry: string) => entry.endsWith(` ${kind}`);
              expect(done.filter(ofKind)).toEqual(listed.filter(ofKind).slice(0, done.filter(ofKind).length));
            }
            expect(done).toEqual(listed.filter((entry) => done.includes(entry)));
            sentSteps += done.length;
          }
        }
        fc.pre(sentSteps > 0);
      }),
      { numRuns: 6, seed: 20_260_302 },
    );
  }, 60_000);
});
