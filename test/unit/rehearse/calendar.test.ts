import { describe, expect, it } from "vitest";
import { calendarOf, Days, deedsOf, seatsOf } from "../../../provider/src/rehearse/calendar";
import type { ObservedLog } from "../../../provider/src/rehearse/observed";
import { partOf } from "../../../provider/src/rehearse/run/play";
import { countsWords, dayRanges, finishWords } from "../../../provider/src/rehearse/words";

const days = new Days("2026-03-02T00:00:00.000Z", 3);

let contacts = 0;
const sent = (type: string, createdAt: string, changes: Partial<ObservedLog> = {}): ObservedLog => {
  contacts += 1;
  return {
    ...{ campaignId: 1, contactId: contacts, stepNumber: 1, type, status: "sent", seatId: 7 },
    ...{ code: null, reason: null, texts: null, createdAt, ...changes },
  };
};
const keys = new Map([
  [1, "one"],
  [2, "two"],
]);

describe("the days of a rehearsal", () => {
  it.each([
    ["2026-03-02T00:00:00.000Z", 1],
    ["2026-03-02T23:59:59.999Z", 1],
    ["2026-03-03T00:00:00.000Z", 2],
    // The last simulated full hour is the first instant after the last day.
    ["2026-03-05T00:00:00.000Z", 3],
  ])("have numbers: %s", (instant, day) => {
    expect(days.of(instant)).toBe(day);
  });

  it("have dates, also across the end of a month", () => {
    const four = new Days("2026-02-27T00:00:00.000Z", 4);
    const dates = four.all.map((day) => four.date(day));
    expect(dates).toEqual(["2026-02-27", "2026-02-28", "2026-03-01", "2026-03-02"]);
  });
});

describe("the calendar", () => {
  const logs = [
    sent("invitation", "2026-03-02T09:00:00.000Z"),
    sent("invitationNote", "2026-03-02T10:00:00.000Z", { campaignId: 2 }),
    sent("voiceMessage", "2026-03-03T10:00:00.000Z"),
    sent("email", "2026-03-03T10:00:00.000Z", { seatId: 7 }),
    sent("likePosts", "2026-03-04T10:00:00.000Z"),
    sent("visitProfile", "2026-03-04T10:00:00.000Z", { campaignId: 3 }),
    sent("holdUpASign", "2026-03-04T10:00:00.000Z"),
    sent("message", "2026-03-04T10:00:00.000Z", { status: "answered", code: "reply" }),
    sent("message", "2026-03-04T10:00:00.000Z", { status: "answered", code: "answered" }),
    sent("email", "2026-03-04T10:00:00.000Z", { status: "skipped", code: "noEmail", seatId: null }),
  ];
  const deeds = deedsOf(logs, days, keys);
  const calendar = calendarOf(deeds, logs, days);

  it("counts each seat's steps for each campaign, and separates the two kinds of seats", () => {
    expect(calendar.map(({ seats }) => seats.map(({ kind, counts }) => `${kind}: ${countsWords(counts)}`))).toEqual([
      ["linkedin: 2 invitations"],
      ["linkedin: 1 message", "email: 1 e-mail"],
      ["linkedin: 1 like"],
    ]);
    expect(calendar[0]?.seats[0]?.campaigns.map(({ campaign }) => campaign)).toEqual(["one", "two"]);
  });

  it("omits campaigns that are not the program's, and unknown steps", () => {
    expect(deeds).toHaveLength(5);
  });

  it("counts each answer once", () => {
    expect(calendar.map(({ answers }) => answers)).toEqual([0, 0, 1]);
  });

  it("knows the days on which a quota is used up", () => {
    const quotas = { invitations: 2, messages: 50, profileVisits: 80, likes: 1 };
    const campaign = { userId: 1, name: "", active: true, steps: [], linkedinSeatId: 7, emailSeatIds: [], listIds: [] };
    const linkedinSeats = [7, 8].map((id) => ({ id, quotas }));
    const observed = { linkedinSeats, emailSeats: [], campaigns: [1, 2].map((id) => ({ ...campaign, id })) };
    const full = [
      { action: "invitations", days: [1] },
      { action: "likes", days: [3] },
    ];
    expect(seatsOf(deeds, observed, keys)).toMatchObject([{ seat: 7, campaigns: ["one", "two"], full }]);
  });
});

it.each([
  [[], ""],
  [[3], "3"],
  [[3, 4], "3, 4"],
  [[1, 2, 3, 7, 9, 10], "1 to 3, 7, 9, 10"],
])("days in words: %j", (given, words) => {
  expect(dayRanges(given)).toBe(words);
});

it.each([
  [10, 3],
  [200, 7],
  [2, 5],
  [0, 4],
])("%i items in %i equal parts have the same total", (all, places) => {
  const parts = Array.from({ length: places }, (_, index) => partOf(all, places, index));
  expect(parts.reduce((sum, part) => sum + part, 0)).toBe(all);
  expect(Math.max(...parts) - Math.min(...parts)).toBeLessThanOrEqual(1);
});

it("a campaign without contacts neither finishes nor is late", () => {
  const nobody = { all: 0, finished: 0, answered: 0, leftOut: 0, running: 0, waiting: 0 };
  expect(finishWords({ people: nobody }, 30)).toBe("it has no contacts");
  expect(finishWords({ people: { ...nobody, all: 1, running: 1 } }, 1)).toBe("not within 1 day");
  expect(finishWords({ people: nobody, finishedOn: 4 }, 30)).toBe("day 4");
});
