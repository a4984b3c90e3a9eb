import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { countPeople } from "../../../sandbox/src/page/people.js";
import { forecast } from "../../../sandbox/src/planner/forecast.js";
import { loadLeadMaker } from "../../../sandbox/src/planner/leads.js";
import { outcomeOf } from "../../../sandbox/src/planner/outcomes.js";
import { fourSignals } from "../support.js";
import { ServiceBench } from "./serviceBench.js";
import { anySeats, startSharedSeats } from "./sharedSeats.js";

const bench = new ServiceBench();
afterEach(() => bench.stop());

const DAYS = 30;

/** A person's actions on a day, before it begins. */
const act = fc.record({
  day: fc.nat({ max: DAYS - 1 }),
  what: fc.constantFrom("off", "on", "leave", "return", "pause", "exclude"),
  which: fc.nat(),
});

async function happen({ what, which }: { what: string; which: number }, campaignIds: number[]): Promise<void> {
  const { contacts, lists } = await bench.sandbox.objects();
  const campaignId = campaignIds[which % campaignIds.length] ?? 0;
  const contactId = contacts[which % contacts.length]?.id ?? 0;
  if (what === "off" || what === "on") await bench.sandbox.setActive({ campaignId, active: what === "on" });
  if (what === "leave") await bench.sandbox.editContact({ contactId, listId: null });
  if (what === "return")
    await bench.sandbox.editContact({ contactId, listId: lists[which % lists.length]?.id ?? null });
  if (what === "pause") await bench.sandbox.editContact({ contactId, state: "paused" });
  if (what === "exclude") await bench.sandbox.editContact({ contactId, state: "excluded" });
}

/** Sent steps as `contact step` by campaign, from an entry of the log on. */
function sentSince(first: number): Map<number, string[]> {
  const sent = new Map<number, string[]>();
  for (const { campaignId, contactId, stepNumber, status } of bench.service.store.campaignLogs.all().slice(first)) {
    if (status === "sent") sent.set(campaignId, [...(sent.get(campaignId) ?? []), `${contactId} ${stepNumber}`]);
  }
  return sent;
}

describe("over a month with answers, agents, shared seats, and people who act", () => {
  it("queue, forecast, log, page and contacts agree", async () => {
    const makeLead = await loadLeadMaker();
    await fc.assert(
      fc.asyncProperty(
        anySeats,
        fc.array(act, { maxLength: 20 }),
        fc.integer({ min: 0, max: 23 }),
        async (plan, acts, hour) => {
          await bench.stop();
          await bench.start({ startTime: "2026-03-01T23:30:00Z", answerRate: 0.4, leadsPerSignal: 1 });
          const { campaigns } = await startSharedSeats(bench, plan);
          const { store } = bench.service;
          const [list] = store.lists.all();
          await bench.create("/v1/agent", { name: "Finder", listId: list?.id, variables: fourSignals });
          const ids = campaigns.map(({ id }) => id);
          for (let day = 0; day < DAYS; day += 1) {
            for (const each of acts.filter((wanted) => wanted.day === day)) await happen(each, ids);
            const first = store.campaignLogs.size;
            // From 23:30: nothing is sent in the rest of this day, so the second day is the next one.
            const [, ahead] = await forecast(bench.service, makeLead, 2);
            await bench.advance(hour);
            const before = store.campaignLogs.size;
            const queues = new Map<number, string[]>();
            for (const { id, isEmailOnly } of campaigns) {
              const entries = await bench.queue(id, isEmailOnly ? "email-queue" : "queue");
              queues.set(
                id,
                entries.map(({ contact, campaignStep }) => `${contact.id} ${campaignStep.stepNumber}`),
              );
            }
            const read = store.campaignLogs.size;
            await bench.advance(1);
            for (const [id, done] of sentSince(read)) {
              expect(done).toEqual(queues.get(id)?.filter((entry) => done.includes(entry)));
            }
            expect(sentSince(before)).toEqual(sentSince(read));
            await bench.advance(23 - hour);
            const sent = sentSince(first);
            for (const { campaignId, sends } of ahead?.campaigns ?? []) {
              const planned = Object.values(sends).reduce((sum, count) => sum + count, 0);
              expect([day, campaignId, planned]).toEqual([day, campaignId, sent.get(campaignId)?.length ?? 0]);
            }
          }
          for (const campaign of store.campaigns.all()) {
            const logs = store.campaignLogs.by("campaign", campaign.id);
            const sent = logs.filter(({ status }) => status === "sent");
            // Nobody gets a step twice.
            expect(new Set(sent.map(({ contactId, stepNumber }) => `${contactId} ${stepNumber}`)).size).toBe(
              sent.length,
            );
            const outcome = outcomeOf(bench.service, campaign);
            expect(outcome.sent).toBe(sent.length);
            const people = countPeople(bench.service, campaign);
            for (const status of ["answered", "finished", "skipped", "excluded"] as const) {
              const left = outcome.ends.filter((end) => end.status === status);
              expect(left.reduce((sum, { count }) => sum + count, 0)).toBe(people[status]);
            }
          }
          for (const { id, state } of store.contacts.all()) {
            const answered = store.campaignLogs
              .by("contact", id)
              .filter(({ reason }) => reason === "the contact answered this step");
            expect(answered.length).toBeLessThanOrEqual(1);
            if (answered.length > 0) expect(["answered", "excluded", "paused"]).toContain(state);
          }
        },
      ),
      { numRuns: 3, seed: 20_260_305 },
    );
  }, 120_000);
});
