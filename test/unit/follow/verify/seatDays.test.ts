import { describe, expect, it } from "vitest";
import { Days } from "../../../../provider/src/follow/verify/days";
import { entriesOf, type SeenCampaign } from "../../../../provider/src/follow/verify/entries";
import { seatDays } from "../../../../provider/src/follow/verify/seatDays";

const days = new Days("UTC");
/** The 1st of March 2027 is a Monday. */
const at = (day: number, hour = 10) => new Date(Date.UTC(2027, 2, day, hour)).toISOString();
type Log = Parameters<typeof entriesOf>[0][number];
const visits = [{ type: "visitProfile" }, { type: "likePosts", delayAfterLastStep: 1 }];

const sent = (contactId: number, stepNumber: number, day: number, more: Partial<Log> = {}): Log => ({
  ...{ contactId, stepNumber, type: visits[stepNumber - 1]?.type, status: "sent", seatId: 7, createdAt: at(day) },
  ...more,
});

function campaign(logs: readonly Log[] | undefined, more: Partial<SeenCampaign["served"]> = {}): SeenCampaign {
  const served = { id: "1", active: true, steps: visits, linkedinSeatId: 7, createdAt: at(1, 1), ...more };
  return { id: "1", member: "101", served, isGone: false, lists: [], entries: logs && entriesOf(logs, days) };
}

/** The findings about the previous day, and a part of them. */
function judged(campaigns: readonly SeenCampaign[], day: number, quotas = new Map<string, number>()) {
  return seatDays(campaigns, { days, quotas, since: Date.parse(at(day, 0)), now: Date.parse(at(day + 1, 5)) });
}
const waiting = (campaigns: readonly SeenCampaign[], day: number) =>
  judged(campaigns, day).days.flatMap((each) =>
    each.waiting.map(({ contactIds, sentLater }) => [contactIds, sentLater]),
  );

describe("a seat's day", () => {
  it("has people who waited all day: the delay was over before, and they got nothing on it", () => {
    const logs = [sent(1, 1, 3), sent(2, 1, 4), sent(3, 1, 3), sent(3, 2, 5), sent(4, 1, 3), sent(4, 2, 6)];
    expect(judged([campaign(logs)], 5).days).toMatchObject([
      { seatId: "7", channel: "linkedin", day: "2027-03-05", sent: 1 },
    ]);
    // 2 is due during the day, 3 got the step on it, and 4 on the day after.
    expect(waiting([campaign(logs)], 5)).toEqual([[["1"], 1]]);
  });

  it.each<[string, Log[], Partial<SeenCampaign["served"]>]>([
    [
      "after an invitation, which may not be accepted",
      [sent(1, 1, 2)],
      { steps: [{ type: "invitation" }, { type: "likePosts" }] },
    ],
    ["who has left the campaign", [sent(1, 1, 2), sent(1, 2, 3, { status: "excluded" })], {}],
    ["who has no step left", [sent(1, 2, 2)], {}],
    ["of a campaign that is off", [sent(1, 1, 2)], { active: false }],
    ["of a campaign that the service does not show to run", [sent(1, 1, 2)], { active: undefined }],
    ["of a campaign that was changed on the day", [sent(1, 1, 2)], { updatedAt: at(5, 3) }],
    ["of a manual campaign", [sent(1, 1, 2)], { isManual: true }],
  ])("has nobody waiting %s", (_, logs, more) => {
    expect(waiting([campaign(logs, more)], 5)).toEqual([]);
  });

  it("on a weekend is judged only if the seat has sent on one before", () => {
    const logs = [sent(1, 1, 4), sent(2, 1, 5)];
    expect(judged([campaign(logs)], 6).days).toEqual([]);
    expect(judged([campaign([...logs, sent(3, 1, 6)])], 13).days).toMatchObject([{ day: "2027-03-13", sent: 0 }]);
  });

  it("is not judged if the log of a campaign that may use the seat does not cover it", () => {
    const own = campaign([sent(1, 1, 2)]);
    const untold = [{ seatId: "7", channel: "linkedin" }];
    expect(judged([own, { ...campaign(undefined), id: "2" }], 5)).toEqual({ days: [], untold });
    expect(judged([{ ...own, readFrom: Date.parse(at(5, 9)) }], 5)).toEqual({ days: [], untold });
    expect(judged([{ ...own, readFrom: Date.parse(at(4, 9)) }], 5).days).toHaveLength(1);
    // Another seat, and one that was off all the time, do not matter for this one.
    const others = [
      campaign(undefined, { linkedinSeatId: 8 }),
      campaign(undefined, { active: false, updatedAt: at(2) }),
    ];
    expect(judged([own, ...others], 5).days).toHaveLength(1);
  });

  it("compares a LinkedIn seat with its steps on two days of the week before, by kind and in total", () => {
    const usual = [2, 3].flatMap((day) => [1, 2, 3].map((id) => sent(day * 10 + id, 1, day)));
    const likes = [2, 3].flatMap((day) => [1, 2].map((id) => sent(day * 10 + id, 2, day + 2)));
    const quota = (...logs: Log[]) => judged([campaign([...usual, ...logs])], 8).days[0]?.quota;
    // People wait for likes, and nobody has got one before.
    expect(quota(sent(60, 1, 8))).toEqual({ allowed: 0, got: 0 });
    expect(quota(...likes, sent(33, 2, 8))).toEqual({ allowed: 2, got: 1 });
    // One day with more is not enough.
    expect(quota(...likes, ...[70, 71, 72, 73].map((id) => sent(id, 2, 6)))).toEqual({ allowed: 2, got: 0 });
    // The total of all kinds is as usual: the quota may be shared.
    expect(quota(...likes, ...[61, 62, 63].map((id) => sent(id, 1, 8)))).toBeUndefined();
    // Older days may have had a different quota.
    expect(judged([campaign([...usual, ...likes, sent(9, 1, 14)])], 22).days[0]?.quota).toBeUndefined();
  });

  it("divides an e-mail seat's quota among the campaigns that use it, whether or not they send", () => {
    const steps = [{ type: "email" }, { type: "email", delayAfterLastStep: 1 }];
    const email = { steps, linkedinSeatId: undefined, emailSeatIds: [21] };
    const log = (contactId: number, day: number) => sent(contactId, 1, day, { type: "email", seatId: 21 });
    const busy = campaign([log(1, 2), log(2, 5), log(3, 5)], email);
    const quota = (quotaOfSeat: number | undefined, ...others: SeenCampaign[]) =>
      judged([busy, ...others], 5, new Map(quotaOfSeat === undefined ? [] : [["21", quotaOfSeat]])).days[0]?.quota;
    expect(quota(8)).toEqual({ allowed: 8, got: 2 });
    expect(quota(8, { ...campaign([], email), id: "2" })).toEqual({ allowed: 4, got: 2 });
    const off = (day: number) => ({ ...campaign([], { ...email, active: false, updatedAt: at(day) }), id: "2" });
    expect([quota(8, off(6)), quota(8, off(4))].map((each) => each?.allowed)).toEqual([4, 8]);
    expect(quota(2)).toBeUndefined();
    expect(quota(undefined)).toBeUndefined();
  });
});
