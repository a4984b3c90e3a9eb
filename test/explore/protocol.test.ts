import { describe, expect, it } from "vitest";
import type { InvariantName } from "./invariants";
import type { Protection } from "./protocol";
import { strayIn } from "./protocolLog";
import { visitAll } from "./protocolStates";
import { explore } from "./run";
import { sameList } from "./scenarios";

const faults = { kills: 1, losses: 1, sleeps: 1, clockSteps: 1 };
const modes = [
  { mode: "a service that lists", lists: true },
  { mode: "a service that lists nothing", lists: false },
];

describe.each(modes)("the model of creates, with $mode", ({ lists }) => {
  it("reaches nothing wrong with three runs", () => {
    const { states, wrong } = visitAll({ runs: 3, lists, ...faults, sleeps: 0 });
    expect(wrong).toBeUndefined();
    expect(states).toBeGreaterThan(1_000);
  });

  it.each([
    { faults: 0, preemptions: 1 },
    { faults: 1, preemptions: 0 },
  ])("is what the code does: the log of each schedule is a path of it, with %o", async (bounds) => {
    const protocol = { runs: 2, lists, kills: 2, losses: 4, sleeps: 4, clockSteps: 0 };
    const strays = new Map<string, readonly string[]>();
    const { schedules } = await explore(
      { ...sameList, specOnly: !lists },
      {
        ...bounds,
        seconds: 10,
        each: ({ world: { log }, service }) => {
          const stray = strayIn(protocol, log, service.of("list").length);
          if (stray !== undefined) strays.set(stray, [...log]);
        },
      },
    );
    expect([...strays].map(([stray, log]) => `${stray}\n${log.join("\n")}`)).toEqual([]);
    expect(schedules).toBeGreaterThan(20);
  });
});

interface Row {
  readonly without: readonly Protection[];
  readonly clockSteps?: number;
  readonly listed?: InvariantName;
  readonly unlisted?: InvariantName;
}

const turn: readonly Protection[] = ["the wait for creates of others", "the length of a turn"];
const rows: readonly Row[] = [
  { without: ["the turn"], listed: "one creator", unlisted: "one creator" },
  { without: ["the confirmation of the turn"], listed: "one creator", unlisted: "one creator" },
  { without: ["the record before the create"], listed: "nothing unknown", unlisted: "nothing unknown" },
  { without: ["the look that is as new as the records"], listed: "no second object", unlisted: "no second object" },
  { without: ["the wait before an absence counts"], listed: "nothing unknown" },
  // Where only records show what exists, the record of a create without an outcome is in the way of the next one.
  { without: ["the wait for creates of others"], listed: "one creator" },
  // Each suffices without a clock that steps forward.
  { without: ["the wait for creates of others"], clockSteps: 0 },
  { without: ["the length of a turn"] },
  { without: turn, clockSteps: 0, listed: "one creator" },
];

describe("without a protection of creates, the model reaches something wrong", () => {
  it.each(rows)("$without, $clockSteps", ({ without, clockSteps = 1, listed, unlisted }) => {
    const wrong = (lists: boolean) => visitAll({ runs: 2, lists, ...faults, clockSteps, without }).wrong?.what;
    expect({ listed: wrong(true), unlisted: wrong(false) }).toEqual({ listed, unlisted });
  });

  it("and the shortest way to it is told", () => {
    const { wrong } = visitAll({ runs: 2, lists: true, ...faults, without: ["the record before the create"] });
    expect(wrong?.steps).toEqual([
      "1 looks",
      "1 takes the turn",
      "1 finds none on its way",
      "1 records that it sends",
      "1 sends",
      "1 dies",
      "1 create arrives",
    ]);
  });
});
