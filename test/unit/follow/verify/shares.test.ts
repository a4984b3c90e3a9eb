import { describe, expect, it } from "vitest";
import { chanceProbability } from "../../../../provider/src/follow/verify/chance";
import { Days } from "../../../../provider/src/follow/verify/days";
import { entriesOf, type SeenCampaign } from "../../../../provider/src/follow/verify/entries";
import { skipReasons, stepShares } from "../../../../provider/src/follow/verify/skips";

const days = new Days("UTC");
const at = (day: number, hour = 10) => new Date(Date.UTC(2027, 2, day, hour)).toISOString();
const since = Date.parse(at(10, 0));
const now = Date.parse(at(11, 0));

type Log = Parameters<typeof entriesOf>[0][number];

function campaign(logs: readonly Log[], more: Partial<SeenCampaign> = {}): SeenCampaign {
  const steps = [{ type: "email" }, { type: "email", delayAfterLastStep: 2 }];
  const served = { id: "1", name: "Letters", active: true, steps };
  return { id: "1", member: "101", served, isGone: false, lists: [], entries: entriesOf(logs, days), ...more };
}

const sent = (contactId: number, stepNumber: number, day: number): Log => ({
  ...{ contactId, stepNumber, type: "email", status: "sent", createdAt: at(day) },
});
const skipped = (contactId: number, stepNumber: number, day: number, reason = "no address"): Log => ({
  ...{ contactId, stepNumber, type: "email", status: "skipped", reason, createdAt: at(day) },
});

describe("chance", () => {
  it("is the tail of the hypergeometric distribution", () => {
    // The lady tasting tea: three of four cups out of eight, and more.
    expect(chanceProbability({ count: 1, of: 4 }, { count: 3, of: 4 })).toBeCloseTo(17 / 70, 12);
    expect(chanceProbability({ count: 0, of: 20 }, { count: 0, of: 20 })).toBe(1);
    expect(chanceProbability({ count: 0, of: 100 }, { count: 5, of: 5 })).toBeCloseTo(1 / 96_560_646, 15);
  });
});

describe("the share of skipped people", () => {
  it("is relative to the people for whom the step was due, including those who still wait", () => {
    // Forty got step 1 on the 8th, so all of them are due on the 10th: five are then skipped, and ten get the step.
    const first = Array.from({ length: 40 }, (_, id) => sent(id, 1, 8));
    const turn = [...[0, 1, 2, 3, 4].map((id) => skipped(id, 2, 10)), ...[5, 6, 7].map((id) => sent(id, 2, 10))];
    expect(stepShares(campaign([...first, ...turn]), since, now)).toEqual([
      {
        ...{ step: 2, type: "email", since: { count: 5, of: 40 }, before: { count: 0, of: 0 } },
        reasons: [{ reason: "no address", people: 5 }],
      },
    ]);
  });

  it("counts a late step at the time at which it was due", () => {
    const early = Array.from({ length: 30 }, (_, id) => sent(id, 1, 5));
    const late = [...Array.from({ length: 30 }, (_, id) => sent(id, 2, 10)), sent(50, 1, 8), skipped(50, 2, 10)];
    const [share] = stepShares(campaign([...early, ...late]), since, now);
    expect(share).toMatchObject({ step: 2, since: { count: 1, of: 1 }, before: { count: 0, of: 30 } });
  });

  it("excludes people who answered or were excluded for another reason before it was due", () => {
    const logs = [1, 2, 3].flatMap((id) => [
      sent(id, 1, 8),
      { contactId: id, status: "answered", stepNumber: 1, createdAt: at(9) },
    ]);
    const [share] = stepShares(campaign([...logs, sent(9, 1, 8), skipped(9, 2, 10)]), since, now);
    expect(share?.since).toEqual({ count: 1, of: 1 });
  });

  it("counts people who wait for the first step as not skipped, and is unknown if their number is unknown", () => {
    const logs = [skipped(1, 1, 10), sent(2, 1, 10)];
    const lists = [{ id: "5", contactCount: 12 }];
    expect(stepShares(campaign(logs, { lists }), since, now)[0]?.since).toEqual({ count: 1, of: 12 });
    expect(stepShares(campaign(logs), since, now)).toEqual([]);
    expect(stepShares(campaign(logs, { lists: [{ id: "5" }] }), since, now)).toEqual([]);
    expect(stepShares(campaign(logs, { lists, readFrom: 1 }), since, now)).toEqual([]);
  });

  it("has its reasons by step, the most frequent first", () => {
    const logs = [skipped(1, 1, 10, "b"), skipped(2, 1, 10, "a"), skipped(3, 1, 10, "a"), skipped(4, 1, 9, "old")];
    const reasons = [
      { reason: "a", people: 2 },
      { reason: "b", people: 1 },
    ];
    expect(skipReasons(entriesOf(logs, days), since)).toEqual([{ step: 1, people: 3, reasons }]);
  });
});

describe("an answer", () => {
  it("belongs to a step that was sent: people who answered another campaign only leave this one", () => {
    const answered = (contactId: number, stepNumber?: number): Log => ({
      ...{ contactId, stepNumber, status: "Answered", createdAt: at(9) },
    });
    const entries = entriesOf([sent(1, 1, 8), answered(1, 1), sent(2, 1, 8), answered(2, 2), answered(3)], days);
    expect(entries.slice(2).map(({ contactId, what }) => [contactId, what])).toEqual([
      ["1", "answered"],
      ["2", "ended"],
      ["3", "answered"],
    ]);
  });
});

describe("days", () => {
  it("follow the time zone, and are over when the next one has begun", () => {
    const paris = new Days("Europe/Paris");
    expect(paris.of("2027-03-09T23:30:00Z")).toBe("2027-03-10");
    expect(paris.ended(Date.parse("2027-03-27T23:30:00Z"), Date.parse("2027-03-29T22:30:00Z"))).toEqual([
      "2027-03-28",
      "2027-03-29",
    ]);
    expect(days.ended(now - 1, now)).toEqual(["2027-03-10"]);
    expect(days.of("no time")).toBeUndefined();
  });
});
