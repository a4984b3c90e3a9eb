import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { ServiceBench } from "./serviceBench.js";
import { anySeats, startSharedSeats } from "./sharedSeats.js";

const [one, other] = [new ServiceBench(), new ServiceBench()];
const both = [one, other];
afterEach(() => Promise.all(both.map((bench) => bench.stop())));

const texts = { firstName: ["Ada", "Grace", "Edith"], company: ["Rival Works", "Quillworks"] };

/** People's actions in the app on the planner's contacts and campaigns. */
const changes = fc.oneof(
  fc.record({ state: fc.constantFrom(null, "paused", "excluded", "answered") }),
  fc.record({ unsubscribed: fc.boolean() }),
  fc.record({ bounced: fc.boolean() }),
  fc.record({ email: fc.constantFrom(null, "new@quillworks.example.com") }),
  fc.record({ profileUrl: fc.constant(null) }),
  fc.record({ firstName: fc.constantFrom(...texts.firstName) }),
  fc.record({ company: fc.constantFrom(...texts.company) }),
  fc.record({ connectionDegree: fc.constantFrom(1, 2) }),
  fc.record({ list: fc.constantFrom("none", "first", "last") }),
);

const events = fc.array(
  fc.record({
    after: fc.integer({ min: 1, max: 40 }),
    what: fc.oneof(
      fc.record({ kind: fc.constant("contact" as const), index: fc.nat(), fields: changes }),
      fc.record({ kind: fc.constant("active" as const), index: fc.nat(), active: fc.boolean() }),
      fc.record({ kind: fc.constant("skip" as const), index: fc.nat(), days: fc.integer({ min: 1, max: 6 }) }),
      fc.record({ kind: fc.constant("member" as const), isActive: fc.boolean() }),
      fc.record({ kind: fc.constant("blocklist" as const), companies: fc.subarray(texts.company) }),
      fc.record({ kind: fc.constant("queue" as const), index: fc.nat() }),
      fc.record({ kind: fc.constant("list" as const) }),
    ),
  }),
  { minLength: 10, maxLength: 24 },
);

type Event = typeof events extends fc.Arbitrary<(infer Value)[]> ? Value : never;

async function apply(bench: ServiceBench, { what }: Event, campaigns: { id: number; isEmailOnly: boolean }[]) {
  const { contacts, lists } = await bench.sandbox.objects();
  const campaign = campaigns["index" in what ? what.index % campaigns.length : 0];
  const campaignId = campaign?.id ?? 0;
  switch (what.kind) {
    case "contact": {
      const contactId = contacts[what.index % contacts.length]?.id ?? 0;
      if (!("list" in what.fields)) return bench.sandbox.editContact({ contactId, ...what.fields });
      const listId = { none: null, first: lists[0]?.id, last: lists.at(-1)?.id }[what.fields.list];
      return bench.sandbox.editContact({ contactId, listId });
    }
    case "active":
      return bench.sandbox.setActive({ campaignId, active: what.active });
    case "skip":
      return bench.sandbox.editCampaign({ campaignId, skipInvitationAfterDays: what.days });
    case "member":
      return bench.sandbox.setMemberActive({ userId: 101, isActive: what.isActive });
    case "blocklist":
      return bench.sandbox.setBlocklist({ organizationId: 1, companies: what.companies });
    case "queue":
      return bench.call("GET", `/v1/campaign/${campaignId}/${campaign?.isEmailOnly ? "email-queue" : "queue"}`);
    case "list":
      return bench.sandbox.deleteList({ listId: lists.at(-1)?.id ?? 0 }).catch(() => undefined);
  }
}

describe("the planner", () => {
  it("misses nothing: its result at each hour is the same as if it checked everybody", async () => {
    await fc.assert(
      fc.asyncProperty(anySeats, events, async (plan, happening) => {
        const campaigns = [];
        for (const bench of both) {
          await bench.stop();
          await bench.start({ firstId: 5000, answerRate: 0.3, startTime: "2026-03-02T06:30:00Z" });
          campaigns.push((await startSharedSeats(bench, plan)).campaigns);
          for (const { id } of campaigns.at(-1) ?? []) {
            await bench.sandbox.editCampaign({ campaignId: id, skipInvitationAfterDays: 2 });
          }
        }
        for (const event of happening) {
          for (const [index, bench] of both.entries()) {
            for (let hours = 0; hours < event.after; hours += 1) {
              if (index === 1) bench.service.agenda.wakeAll();
              await bench.advance(1);
            }
            await apply(bench, event, campaigns[index] ?? []);
          }
        }
        const [found, wanted] = await Promise.all(both.map((bench) => bench.sandbox.objects()));
        expect(found?.campaignLogs).toEqual(wanted?.campaignLogs);
        expect(one.service.store.enrolments.all()).toEqual(other.service.store.enrolments.all());
        const timeless = (contacts: object[] = []) => contacts.map((contact) => ({ ...contact, updatedAt: "" }));
        expect(timeless(found?.contacts)).toEqual(timeless(wanted?.contacts));
      }),
      { numRuns: 6, seed: 20_260_304 },
    );
  }, 120_000);

  it("checks everybody again after a failed hour", async () => {
    await one.start({});
    const listId = await one.list();
    await one.contacts(listId, 3);
    const id = await one.activeCampaign(listId, { steps: [{ type: "visitProfile" }] });
    const { store } = one.service;
    const put = store.enrolments.put.bind(store.enrolments);
    let failing = true;
    store.enrolments.put = (enrolment) => {
      if (failing && enrolment.scheduled) throw new Error("The disk is full");
      return put(enrolment);
    };
    await expect(one.advance(1)).rejects.toThrow("The disk is full");
    expect(store.enrolments.size).toBe(0);
    failing = false;
    await one.advance(1);
    expect(await one.queue(id)).toHaveLength(3);
  });
});
