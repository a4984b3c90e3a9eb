import { describe, expect, it } from "vitest";
import { createdWhen, sendingLeeway, sendingOf } from "../../../provider/src/lifecycle/sending";

const [from, until] = [Date.parse("2026-03-01T12:00:00.000Z"), Date.parse("2026-03-01T12:00:30.000Z")];
const since = "2026-03-01T12:05:00.000Z";
const at = (time: number) => ({ id: "5", createdAt: new Date(time).toISOString() });

describe("an object was created", () => {
  it.each([
    ["before the create was sent", from - sendingLeeway - 1, "before"],
    ["meanwhile, if a clock is that much behind", from - sendingLeeway, "meanwhile"],
    ["meanwhile", from + 1, "meanwhile"],
    ["meanwhile, if a proxy has delivered the create that late", until + sendingLeeway, "meanwhile"],
    ["after the create was sent", until + sendingLeeway + 1, "after"],
  ])("%s", (_, time, when) => {
    expect(createdWhen(at(time), { from, until })).toBe(when);
    // The service's clock was corrected meanwhile.
    expect(createdWhen(at(time), { from: until, until: from })).toBe(when);
  });

  it.each([
    ["no time", { id: "5" }, { from, until }],
    ["no valid time", { id: "5", createdAt: "yesterday" }, { from, until }],
    ["a time, and the state has none when it was sent", at(from), { from: Number.NaN, until }],
    ["a time, and the state has none when it was given up", at(from), { from, until: Number.NaN }],
  ])("at an unknown time if the service shows %s", (_, answer, sending) => {
    expect(createdWhen(answer, sending)).toBe("unshown");
  });
});

describe("a pending create was sent", () => {
  it("at the time in the state", () => {
    const sent = { from: new Date(from).toISOString(), until: new Date(until).toISOString() };
    expect(sendingOf({ since, sent })).toEqual({ from, until });
  });

  it("about when it was given up, in a state of an earlier release", () => {
    expect(sendingOf({ since })).toEqual({ from: Date.parse(since), until: Date.parse(since) });
  });
});
