import { describe, expect, it, test } from "vitest";
import { millisecondsOf, parseSince, Times } from "../../../provider/src/follow/times";

const now = Date.parse("2027-03-01T12:00:00Z");
const paris = new Times(() => now, "Europe/Paris");

describe("readable times", () => {
  test.each([
    ["2027-03-01T22:05:00Z", "2027-03-01 23:05"],
    ["2027-03-01T23:30:00Z", "2027-03-02 00:30"],
    [undefined, ""],
    ["soon", ""],
    ["9".repeat(100_000), ""],
  ])("%s", (time, expected) => expect(paris.at(time)).toBe(expected));

  test.each([
    ["2027-03-01T11:59:30Z", "now"],
    ["2027-03-01T11:15:00Z", "45 min ago"],
    ["2027-03-01T09:59:00Z", "2 h ago"],
    ["2027-02-20T12:00:00Z", "9 days ago"],
    ["2027-03-02T11:00:00Z", "in 23 h"],
    ["2027-03-04T12:00:00Z", "in 3 days"],
    ["never", ""],
  ])("%s is %s", (time, expected) => expect(paris.relative(time)).toBe(expected));

  test.each([
    ["Europe/Paris", "2027-02-28T23:30:00Z", true],
    ["UTC", "2027-02-28T23:30:00Z", false],
    ["America/New_York", "2027-03-01T04:30:00Z", false],
    ["UTC", "2027-03-01T00:00:00Z", true],
    ["UTC", undefined, false],
  ])("in %s, %s is of today: %s", (zone, time, expected) => {
    expect(new Times(() => now, zone).isToday(time)).toBe(expected);
  });

  it("name their zone", () => {
    expect([paris.name, new Times(() => now, "UTC").name]).toEqual(["Europe/Paris (GMT+1)", "UTC"]);
    expect(new Times(() => now, "Europe/London").name).toBe("Europe/London");
  });
});

describe("a time that a person types", () => {
  test.each([
    ["90m", "2027-03-01T10:30:00.000Z"],
    ["2h", "2027-03-01T10:00:00.000Z"],
    [" 3D ", "2027-02-26T12:00:00.000Z"],
    ["1w", "2027-02-22T12:00:00.000Z"],
    ["2027-01-31", "2027-01-31T00:00:00.000Z"],
    ["2027-01-31T10:00:00Z", "2027-01-31T10:00:00.000Z"],
    ["2027-01-31T10:00:00+02:00", "2027-01-31T08:00:00.000Z"],
  ])("%s", (text, expected) => expect(parseSince(text, now)?.toISOString()).toBe(expected));

  test.each([
    "",
    "yesterday",
    "2",
    "h",
    "-2h",
    "2y",
    "31.01.2027",
    "2027-13-01",
    "2027-01-31T25:00:00Z",
    "1e3h",
    "9999999h",
  ])("%j is invalid", (text) => expect(parseSince(text, now)).toBeUndefined());

  it("is never beyond the range of a date", () => {
    expect(millisecondsOf(8.7e15)).toBeUndefined();
    expect(parseSince("999999w", now)?.toISOString()).toMatch(/^-0/);
  });
});
