import { afterEach, describe, expect, it } from "vitest";
import { shareQuota } from "../../../sandbox/src/planner/quotas.js";
import { PlannerBench } from "./plannerBench.js";

const bench = new PlannerBench();
afterEach(() => bench.stop());

describe("shares of a quota", () => {
  it.each([
    ["give each what it needs, if there is enough", 10, [3, 4], [3, 4]],
    ["are equal parts otherwise", 10, [8, 8], [5, 5]],
    ["include what others leave", 10, [2, 20], [2, 8]],
    ["give a remainder to the first", 9, [12, 12], [5, 4]],
    ["are nothing of nothing", 0, [5, 5], [0, 0]],
    ["are one each until the quota is used up", 2, [5, 5, 5], [1, 1, 0]],
  ])("%s", (_name, quota, wanted, expected) => {
    const shares = shareQuota(quota, new Map(wanted.map((count, index) => [index, count])));
    expect([...shares.values()]).toEqual(expected);
  });
});

describe("the queue", () => {
  it("has at most the network steps of the seat's daily quota, divided among its campaigns", async () => {
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
    // The first campaign has used up seat 21 for today; only the second campaign uses seat 22.
    const sent = async (id: number) => (await bench.logs(id)).filter((log) => log.status === "sent").length;
    expect(await sent(one)).toBe(10);
    expect(await bench.queue(one, "email-queue")).toHaveLength(0);
    expect(await bench.queue(two, "email-queue")).toHaveLength(4);
    await bench.advance(24);
    expect(await sent(two)).toBeGreaterThan(4);
  });
});
