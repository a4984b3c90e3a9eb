import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type Attempt,
  countedTries,
  type Decision,
  decide,
  type Happened,
  noTries,
  retryAfterFrom,
} from "../../../provider/src/api/retry";

const plenty = 600_000;
const unsent: Happened = { what: "neverSent", hopeless: false };
const badCertificate: Happened = { what: "neverSent", hopeless: true };
const reset: Happened = { what: "lost", hopeless: false };
const tooLong: Happened = { what: "lost", hopeless: true };
const status = (number: number, body: "fine" | "broken" | "page" = "fine", retryAfter?: number): Happened => ({
  what: "answered",
  status: number,
  body,
  retryAfter,
});

const accept = "accept";
const stop = "stop";
const settle = "settle";
/** Only this request waits. */
const wait = "wait";
/** All requests of the account wait. */
const waitAll = "wait all";

function nameOf(decision: Decision): string {
  return decision.next === "wait" && decision.everybody ? waitAll : decision.next;
}

// what happened, then what follows for a read, a create, a change or deletion
test.each<[string, Happened, string, string, string]>([
  ["nothing was sent", unsent, wait, wait, wait],
  ["nothing was sent, bad certificate", badCertificate, stop, stop, stop],
  ["the response was lost", reset, wait, settle, wait],
  ["the response was longer than allowed", tooLong, stop, settle, stop],
  // Not yet a response to the request: a create may still take effect.
  ["103", status(103), accept, settle, accept],
  ["199, a web page", status(199, "page"), accept, settle, accept],
  ["200", status(200), accept, accept, accept],
  ["201", status(201), accept, accept, accept],
  ["204", status(204), accept, accept, accept],
  ["200, body truncated", status(200, "broken"), wait, settle, wait],
  ["200, a web page", status(200, "page"), stop, settle, stop],
  ["300, a web page", status(300, "page"), accept, accept, accept],
  ["301", status(301), accept, accept, accept],
  ["302", status(302), accept, settle, accept],
  ["303", status(303), accept, settle, accept],
  ["307", status(307), accept, accept, accept],
  ["308", status(308, "page"), accept, accept, accept],
  ["400", status(400), accept, accept, accept],
  ["401", status(401), accept, accept, accept],
  ["403, a web page", status(403, "page"), accept, accept, accept],
  ["404", status(404), accept, accept, accept],
  ["408", status(408), wait, settle, wait],
  ["409", status(409), accept, accept, accept],
  ["413", status(413), accept, accept, accept],
  ["422", status(422, "broken"), accept, accept, accept],
  ["425", status(425), wait, settle, wait],
  ["429", status(429), waitAll, waitAll, waitAll],
  ["429, a web page", status(429, "page"), waitAll, waitAll, waitAll],
  ["429 for a while", status(429, "fine", 41_000), waitAll, waitAll, waitAll],
  ["429 for a day", status(429, "fine", 80_000_000), stop, stop, stop],
  ["500", status(500), wait, settle, wait],
  ["501", status(501), accept, settle, accept],
  ["502, a web page", status(502, "page"), wait, settle, wait],
  ["503", status(503), wait, settle, wait],
  ["503 for a day", status(503, "fine", 80_000_000), accept, settle, accept],
  ["504", status(504), wait, settle, wait],
  ["599", status(599), accept, settle, accept],
])("%s", (_, happened, read, create, repeatable) => {
  const decided = (["read", "create", "repeatable"] as const).map((effect) =>
    nameOf(decide(happened, { ...countedTries(noTries, happened), effect, timeLeft: plenty, random: 0.5 })),
  );
  expect(decided).toEqual([read, create, repeatable]);
});

describe("how long", () => {
  const attempt = (changes: Partial<Attempt>): Attempt => ({
    effect: "read",
    failures: 1,
    refusals: 1,
    unexplained: 0,
    timeLeft: plenty,
    random: 0.999,
    ...changes,
  });
  const milliseconds = (decision: Decision) =>
    decision.next === "wait" ? Math.round(decision.milliseconds) : decision.next;

  test("the pause doubles, and the fifth attempt is the last", () => {
    expect([1, 2, 3, 4, 5].map((failures) => milliseconds(decide(reset, attempt({ failures }))))).toEqual([
      500,
      999,
      1998,
      3996,
      "stop",
    ]);
  });

  test("the service's time is always kept in full", () => {
    expect(decide(status(429, "fine", 41_000), attempt({ failures: 50, refusals: 50 }))).toEqual({
      next: "wait",
      milliseconds: 41_000,
      everybody: true,
    });
    expect(milliseconds(decide(status(503, "fine", 30_000), attempt({})))).toBe(30_000);
  });

  test("the longer of the service's time and the own pause counts", () => {
    expect(milliseconds(decide(status(429, "fine", 500), attempt({ random: 0 })))).toBe(1000);
    expect(milliseconds(decide(status(429, "fine", 1000), attempt({ refusals: 4, random: 0.5 })))).toBe(3000);
  });

  test.each([
    [0, [1000, 1000, 1000, 1000, "stop"]],
    [0.5, [3000, 5000, 9000, 17_000, "stop"]],
  ])("without the service's time, at least a second each, and at most five attempts", (random, expected) => {
    const times = [1, 2, 3, 4, 5];
    const decided = times.map((each) => decide(status(429), attempt({ refusals: each, unexplained: each, random })));
    expect(decided.map(milliseconds)).toEqual(expected);
  });

  test("refusals because of the limit are counted separately, and those without a time only in a row", () => {
    const counts = (...all: Happened[]) => all.reduce(countedTries, noTries);
    const word = status(429, "fine", 1000);
    expect(counts(status(429), word, status(429), status(429))).toEqual({ failures: 0, refusals: 4, unexplained: 2 });
    expect(counts(status(429), status(500))).toEqual({ failures: 1, refusals: 1, unexplained: 0 });
    expect(counts(word, word, word, word, reset)).toEqual({ failures: 1, refusals: 4, unexplained: 0 });
    expect(decide(reset, attempt(counts(word, word, word, word, reset))).next).toBe("wait");
  });

  test("nothing waits longer than the remaining budget, which it may use up", () => {
    const refused = status(429, "fine", 41_000);
    expect(milliseconds(decide(refused, attempt({ timeLeft: 41_000, random: 0 })))).toBe(41_000);
    expect(milliseconds(decide(unsent, attempt({ timeLeft: 500, random: 1 })))).toBe(500);
    expect(decide(status(429, "fine", 41_000), attempt({ timeLeft: 40_999 }))).toEqual({ next: "stop" });
    expect(decide(unsent, attempt({ timeLeft: 100 }))).toEqual({ next: "stop" });
  });

  test("a create is only ever repeated after a 429 or if it was not sent", () => {
    const anything = fc.oneof(
      fc.record({ what: fc.constant("neverSent" as const), hopeless: fc.boolean() }),
      fc.record({ what: fc.constant("lost" as const), hopeless: fc.boolean() }),
      fc.record({
        what: fc.constant("answered" as const),
        status: fc.integer({ min: 100, max: 599 }),
        body: fc.constantFrom("fine" as const, "broken" as const, "page" as const),
        retryAfter: fc.option(fc.nat(1_000_000), { nil: undefined }),
      }),
    );
    fc.assert(
      fc.property(
        anything,
        fc.integer({ min: 1, max: 9 }),
        fc.nat(1_000_000),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (happened, failures, timeLeft, random) => {
          const tries = { failures, refusals: failures, unexplained: failures };
          const decision = decide(happened, { ...tries, effect: "create", timeLeft, random });
          if (decision.next !== "wait") return true;
          expect(decision.milliseconds).toBeLessThanOrEqual(timeLeft);
          return happened.what === "neverSent" || (happened.what === "answered" && happened.status === 429);
        },
      ),
    );
  });
});

test.each([
  ["41", undefined, 41_000],
  [" 41 ", undefined, 41_000],
  ["0.25", undefined, 250],
  [" 0 ", undefined, undefined],
  ["0.0", undefined, undefined],
  ["0.5", undefined, 500],
  ["Thu, 15 Jan 2026 12:00:41 GMT", undefined, 42_000],
  // The service's own clock is an hour off: its dates are compared with each other.
  ["Thu, 15 Jan 2026 13:00:41 GMT", "Thu, 15 Jan 2026 13:00:00 GMT", 42_000],
  ["Thu, 15 Jan 2026 11:00:00 GMT", undefined, undefined],
  ["Thu, 15 Jan 2026 12:00:00 GMT", undefined, undefined],
  // Only the beginning of a date is parsed: parsing long strings takes long.
  ["Thu, 15 Jan 2026 13:00:41 GMT", `Thu, 15 Jan 2026 13:00:00 GMT${" ".repeat(20)}x`, 42_000],
  ["Thu, 15 Jan 2026 12:00:41 GMT (Greenwic)", undefined, 42_000],
  ["Thu, 15 Jan 2026 12:00:41 GMT (Greenwich)", undefined, undefined],
  ["86400", undefined, 86_400_000],
  ["172800", undefined, 172_800_000],
  ["172801", undefined, undefined],
  // Neither seconds nor a date, however JavaScript parses them.
  ["2026-01-15 13:00:00", undefined, undefined],
  ["1e3", undefined, undefined],
  ["0x10", undefined, undefined],
  ["+5", undefined, undefined],
  ["5.", undefined, undefined],
  ["1000000000", undefined, undefined],
  ["9".repeat(400), undefined, undefined],
  ["Thu, 15 Jan 2126 12:00:00 GMT", undefined, undefined],
  ["Infinity", undefined, undefined],
  ["NaN", undefined, undefined],
  ["soon", undefined, undefined],
  ["-5", undefined, undefined],
  ["", undefined, undefined],
  [undefined, undefined, undefined],
])("Retry-After %j", (header, date, expected) => {
  expect(retryAfterFrom(header, date, Date.UTC(2026, 0, 15, 12))).toBe(expected);
});
