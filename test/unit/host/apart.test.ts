import { describe, expect, it } from "vitest";
import { assertNoConflict, type Comparable } from "../../../provider/src/host/apart";
import { campaignKind } from "../../../provider/src/resources/campaign/kind";
import { settingsFor } from "../api/opening";

const settings = settingsFor("https://outreach.example.com");

describe("two resources under two providers", () => {
  const one = (name: string, id: string | undefined, inputs: object, ...codes: string[]): Comparable => ({
    ...{ kind: campaignKind, name, id, settings, acknowledged: new Set(codes) },
    inputs: { name, listIds: [1], active: true, ...inputs },
  });
  const comparing =
    (...[first, second]: [Comparable, Comparable]) =>
    () => {
      assertNoConflict(first, second);
      assertNoConflict(second, first);
    };
  const shared = /is active on the same list/;
  const equal = /equals standing of this program/;

  it.each<[string, RegExp | undefined, string[]]>([
    ["no code", shared, []],
    ["the code for its id", undefined, ["shared-list:7"]],
    ["the word that it is off", undefined, ["inactive:7"]],
    ["codes for other ids", shared, ["shared-list:8", "inactive:8"]],
    ["a code for an equal object of its id", shared, ["twin:7"]],
  ])("on one list: the new one with %s", (_, refused, codes) => {
    for (const standing of [one("standing", "7", {}), one("standing", undefined, { adopt: 7 })]) {
      const compare = comparing(one("fresh", undefined, {}, ...codes), standing);
      if (refused === undefined) expect(compare).not.toThrow();
      else expect(compare).toThrow(refused);
    }
    // The existing one has nothing to acknowledge, and neither of two new ones has an id.
    expect(comparing(one("fresh", undefined, {}), one("standing", "7", {}, "shared-list:7", ...codes))).toThrow(shared);
    expect(comparing(one("fresh", undefined, {}, ...codes), one("standing", undefined, {}, ...codes))).toThrow(shared);
  });

  it.each<[string, Comparable]>([
    ["manages", one("standing", "7", { active: false })],
    ["adopts as well", one("standing", undefined, { active: false, adopt: 7 })],
  ])("of which one adopts the object that the other %s", (_, standing) => {
    // No code allows it.
    const codes = ["twin:7", "shared-list:7", "inactive:7"];
    const thief = (adopt: number) => one("thief", undefined, { active: false, adopt }, ...codes);
    expect(comparing(thief(7), standing)).toThrow(/campaign 7 is already managed by standing of this program/);
    expect(comparing(thief(8), standing)).not.toThrow();
  });

  it("that both have the same object", () => {
    expect(comparing(one("first", "7", {}), one("second", "7", {}))).toThrow(
      /the state holds campaign 7 for (first|second) of this program as well/,
    );
  });

  it("at two services have nothing in common", () => {
    const elsewhere = { ...one("thief", undefined, { adopt: 7 }), settings: settingsFor("https://other.example.com") };
    expect(comparing(elsewhere, one("standing", "7", {}))).not.toThrow();
  });

  it.each<[string, boolean, string[]]>([
    ["no code", true, []],
    ["the code for its id", false, ["twin:7"]],
    ["codes for another id or another refusal", true, ["twin:8", "twin:none", "shared-list:7"]],
  ])("that are equal: the new one with %s", (_, isRefused, codes) => {
    const off = { name: "Same", active: false };
    const compare = comparing(one("fresh", undefined, off, ...codes), one("standing", "7", off));
    if (isRefused) expect(compare).toThrow(equal);
    else expect(compare).not.toThrow();
  });
});
