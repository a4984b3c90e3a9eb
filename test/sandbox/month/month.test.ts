import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import type { ObjectDump } from "../../../sandbox/src/index.js";
import type { Tomorrow } from "../../../sandbox/src/page/reads/tomorrow.js";
import { isLong } from "../../support/long";
import { compareViews } from "./agreement.js";
import { MonthBench } from "./monthBench.js";
import { anyMonth } from "./monthPlan.js";
import { kindOf, SentSteps } from "./sentSteps.js";

const MINUTE = 60_000;
const DAYS = 30;

const bench = new MonthBench();
afterEach(() => bench.stop());

const timeNow = async () => Date.parse((await bench.sandbox.state()).now);

/** Moves time to an instant, and for each full hour in between compares the queues just before with the sent steps. */
async function moveTo(instant: number): Promise<void> {
  const minutes = (instant - (await timeNow())) / MINUTE;
  if (minutes > 0) await bench.sandbox.advance({ minutes });
}

/** Runs one hour and compares the sent steps with the queues just before. */
async function compareHour(): Promise<void> {
  const before = await bench.sandbox.objects();
  const queues = await bench.queues(before);
  const read = (await bench.sandbox.objects()).campaignLogs.length;
  await moveTo((Math.floor((await timeNow()) / (60 * MINUTE)) + 1) * 60 * MINUTE);
  const { campaignLogs } = await bench.sandbox.objects();
  for (const { id } of before.campaigns) {
    const sent = campaignLogs
      .slice(read)
      .filter(({ campaignId, status }) => campaignId === id && status === "sent")
      .map(({ contactId, stepNumber }) => `${contactId} ${stepNumber}`);
    const queue = queues.get(id)?.map(({ contact, campaignStep }) => `${contact.id} ${campaignStep.stepNumber}`) ?? [];
    expect([id, sent]).toEqual([id, queue.filter((entry) => sent.includes(entry))]);
  }
}

/** Compares the plan for a day that ends now with the sent steps, the people who wait, and the use of the seats. */
async function compareDay(planned: Tomorrow, index: number, from: string): Promise<void> {
  const day = planned.days[index] ?? "";
  const { campaignLogs, linkedinSeats, emailSeats } = await bench.sandbox.objects();
  const then = await bench.read("tomorrow");
  expect(then.campaigns.map(({ id, waiting }) => [day, id, waiting])).toEqual(
    planned.campaigns.map(({ id, days }) => [day, id, days[index]?.waiting]),
  );
  for (const { id, days } of planned.campaigns) {
    const counts: Record<string, number> = {};
    for (const { campaignId, status, type, createdAt } of campaignLogs) {
      if (campaignId !== id || status !== "sent" || createdAt <= from || !createdAt.startsWith(day)) continue;
      counts[kindOf(type)] = (counts[kindOf(type)] ?? 0) + 1;
    }
    expect([day, id, days[index]?.sends]).toEqual([day, id, counts]);
  }
  for (const { id, channel, quotas } of planned.seats) {
    for (const { kind, used } of quotas) {
      const usage = (channel === "network" ? linkedinSeats : emailSeats).find((seat) => seat.id === id)?.usage;
      const counts = usage === undefined ? 0 : "sent" in usage ? usage.sent : kind === "email" ? 0 : usage.counts[kind];
      expect([day, id, kind, used[index]]).toEqual([day, id, kind, usage?.day === day ? counts : 0]);
    }
  }
}

/** Nobody changes anything until an instant: each day matches its plan. */
async function pass(until: number): Promise<void> {
  for (;;) {
    const from = (await bench.sandbox.state()).now;
    const planned = await bench.read("tomorrow");
    for (const [index, day] of planned.days.entries()) {
      const evening = Date.parse(`${day}T23:59:00Z`);
      if (evening >= until) {
        await moveTo(until);
        return;
      }
      await moveTo(evening);
      await compareDay(planned, index, from);
    }
  }
}

describe("over a month in which people change things", () => {
  it("queue, forecast, log, page and contacts agree", async () => {
    let sent = 0;
    await fc.assert(
      fc.asyncProperty(anyMonth, async (plan) => {
        await bench.stop();
        await bench.startMonth(plan);
        const steps = new SentSteps();
        const end = (await timeNow()) + DAYS * 24 * 60 * MINUTE;
        let before: ObjectDump = await bench.sandbox.objects();
        for (const { after, acts } of [...plan.parts, { after: DAYS * 24 * 60, acts: [] }]) {
          const until = Math.min(end, (await timeNow()) + after * MINUTE);
          await compareViews(bench);
          await compareHour();
          await pass(until);
          const objects = await bench.sandbox.objects();
          steps.judge(before, objects);
          await compareViews(bench);
          for (const act of acts) {
            const former = await bench.sandbox.objects();
            await bench.perform(act);
            steps.allow(former, await bench.sandbox.objects());
          }
          before = await bench.sandbox.objects();
        }
        sent += before.campaignLogs.filter(({ status }) => status === "sent").length;
      }),
      { numRuns: isLong ? 40 : 3, ...(isLong ? {} : { seed: 20_260_305 }) },
    );
    expect(sent).toBeGreaterThan(100);
  }, 900_000);
});
