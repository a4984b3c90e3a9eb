import { afterEach, describe, expect, it } from "vitest";
import { divide, divideEqually } from "../../../sandbox/src/planner/quotas.js";
import { PlannerBench } from "./plannerBench.js";

const bench = new PlannerBench();
afterEach(() => bench.stop());

const claims = (wanted: number[], had: number[] = []) =>
  wanted.map((count, campaignId) => ({ campaignId, wanted: count, had: had[campaignId] ?? 0 }));

describe("shares of a quota", () => {
  it.each([
    ["give each what it needs, if there is enough", 10, [3, 4], [], [3, 4]],
    ["are equal parts otherwise", 10, [8, 8], [], [5, 5]],
    ["include what others leave", 10, [2, 20], [], [2, 8]],
    ["give a remainder to the first", 9, [12, 12], [], [5, 4]],
    ["are zero of zero", 0, [5, 5], [], [0, 0]],
    ["are one each until the quota is used up", 2, [5, 5, 5], [], [1, 1, 0]],
    ["make up for a campaign's smaller use so far today", 6, [9, 9, 9], [5, 1, 4], [1, 4, 1]],
  ])("%s", (_name, quota, wanted, had, expected) => {
    expect([...divide(quota, claims(wanted, had)).values()]).toEqual(expected);
  });
});

describe("equal parts of a quota", () => {
  it.each([
    ["go to every campaign, regardless of its demand", 10, [8, 0], [], [5, 5]],
    ["leave a remainder to a campaign that wants more", 3, [0, 8], [], [1, 2]],
    ["leave a remainder to the campaign with the smaller use today", 3, [8, 8], [4, 3], [1, 2]],
    ["lose a remainder that nobody wants", 5, [0, 0], [], [2, 2]],
    ["are empty without a campaign", 5, [], [], []],
  ])("%s", (_name, quota, wanted, had, expected) => {
    expect([...divideEqually(quota, claims(wanted, had)).values()]).toEqual(expected);
  });
});

describe("the queue", () => {
  it("has at most the seat's daily quota of network steps, divided among its campaigns", async () => {
    await bench.start({});
    const [first, second] = [await bench.list(), await bench.list()];
    await bench.contacts(first, 20);
    await bench.contacts(second, 20);
    await bench.sandbox.setLinkedinSeat({ seatId: 7, quotas: { profileVisits: 9 } });
    const ids = [await bench.activeCampaign(first), await bench.activeCampaign(second)];
    const lengths = async () => Promise.all(ids.map(async (id) => (await bench.queue(id)).length));
    await bench.advance(1);
    expect((await lengths()).reduce((sum, length) => sum + length)).toBe(9);
    expect(Math.max(...(await lengths()))).toBe(5);
    // Steps that were performed today are not subtracted.
    await bench.advance(2);
    expect((await bench.logs(ids[0] ?? 0)).length).toBeGreaterThan(0);
    expect((await lengths()).reduce((sum, length) => sum + length)).toBe(9);
    await bench.sandbox.setActive({ campaignId: ids[1] ?? 0, active: false });
    expect((await lengths())[0]).toBe(9);
  });

  it("has at most the e-mails that each seat may still send today, divided among its active campaigns", async () => {
    await bench.start({});
    const [first, second] = [await bench.list(), await bench.list()];
    await bench.contacts(first, 20);
    await bench.contacts(second, 20);
    await bench.sandbox.setEmailSeat({ seatId: 21, dailyQuota: 10 });
    await bench.sandbox.setEmailSeat({ seatId: 22, dailyQuota: 4 });
    const one = await bench.emailCampaign(first);
    await bench.advance(1);
    expect(await bench.queue(one, "email-queue")).toHaveLength(10);
    const two = await bench.emailCampaign(second, { emailSeatIds: [21, 22], active: true });
    expect(await bench.queue(one, "email-queue")).toHaveLength(5);
    await bench.advance(1);
    const sent = async (id: number) => (await bench.logs(id)).filter((log) => log.status === "sent").length;
    expect(await sent(one)).toBe(5);
    // Five e-mails of seat 21 remain: the odd one goes to the campaign that has sent fewer. Only the second uses seat
    // 22.
    expect(await bench.queue(one, "email-queue")).toHaveLength(2);
    expect(await bench.queue(two, "email-queue")).toHaveLength(3 + 4);
    await bench.advance(1);
    expect([await sent(one), await sent(two)]).toEqual([7, 7]);
    expect(await bench.queue(one, "email-queue")).toHaveLength(0);
  });
});
