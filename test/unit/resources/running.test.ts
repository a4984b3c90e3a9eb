import { describe, expect, it } from "vitest";
import type { Recorded } from "../../../provider/src/lifecycle/record";
import { isOfActive, mayRun, restart } from "../../../provider/src/resources/campaign/running";
import { recordOf } from "./guarding";

describe("a campaign", () => {
  it.each<[string, boolean | undefined, Partial<Recorded> | undefined, boolean]>([
    ["runs according to its state", true, {}, true],
    ["is off according to its state, although it has run", false, { everActive: true }, false],
    ["may run if only its record knows that it ran", undefined, { everActive: true }, true],
    ["is off if nothing shows that it ever ran", undefined, {}, false],
    ["is off if nothing is recorded of it", undefined, undefined, false],
  ])("%s", (_, active, record, expected) => {
    const values = { name: "Q1", listIds: [1], steps: [], active };
    expect(mayRun(values, record && recordOf(record))).toBe(expected);
  });
});

describe("that a campaign may start again", () => {
  it("has ways out that match the change", () => {
    const record = recordOf({});
    const [resumable, other, used] = [
      restart({ about: "it", id: "5", record }, "why", "canResume"),
      restart({ about: "it", id: "5", record }, "why", "stays"),
      restart({ about: "it", id: "5", record, spent: new Set(["restart"]) }, "why", "gone"),
    ];
    expect(resumable.message).toMatch(/^it: an active campaign would replace it, and why: .*\nSwitch it on in the app/);
    expect(other.message).toMatch(
      /\nRevert the change, .*\nOr start it again on purpose: acknowledge: \["restart"\] on the/,
    );
    expect(used.message).toMatch(
      /\nRemove its resource to give it up, .*\n.*: OUTREACH_ACKNOWLEDGE=restart for one run \(in the program, "restart" has counted for this resource or another one, and does not/,
    );
  });

  it("is only relevant for its start, which changes one property", () => {
    const changes = ["active", "steps"].map((property) => ({ property, path: property, effect: "replace" }) as const);
    expect(changes.map(isOfActive)).toEqual([true, false]);
  });
});
