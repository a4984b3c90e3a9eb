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
  it("reaches no wrong state with three runs", () => {
    const { states, wrong } = visitAll({ runs: 3, lists, ...faults, sleeps: 0 });
    expect(wrong).toBeUndefined();
    expect(states).toBeGreaterThan(1_000);
  });

  it.each([
    { faults: 0, preemptions: 1 },
    { faults: 1, preemptions: 0 },
  ])("matches the code: the log of each schedule is a path in it, with %o", async (bounds) => {
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

const turn: readonly Protection[] = ["the wait for creates of other runs", "the length of a turn"];
const rows: readonly Row[] = [
  { without: ["the turn"], listed: "one creator", unlisted: "one creator" },
  { without: ["the confirmation of the turn"], listed: "one creator", unlisted: "one creator" },
  { without: ["the record before the create"], listed: "nothing unknown", unlisted: "nothing unknown" },
  { without: ["the lookup that is as new as the records"], listed: "no second object", unlisted: "no second object" },
  { without: ["the wait before an object counts as missing"], listed: "nothing unknown" },
  // If only records show what exists, the record of a create without an outcome prevents the next create.
  { without: ["the wait for creates of other runs"], listed: "one creator" },
  // Without a clock that steps forward, each of the two suffices.
  { without: ["the wait for creates of other runs"], clockSteps: 0 },
  { without: ["the length of a turn"] },
  { without: turn, clockSteps: 0, listed: "one creator" },
];

describe("without a protection of creates, the model reaches a wrong state", () => {
  it.each(rows)("$without, $clockSteps", ({ without, clockSteps = 1, listed, unlisted }) => {
    const wrong = (lists: boolean) => visitAll({ runs: 2, lists, ...faults, clockSteps, without }).wrong?.what;
    expect({ listed: wrong(true), unlisted: wrong(false) }).toEqual({ listed, unlisted });
  });

  it("and reports the shortest path to it", () => {
    const { wrong } = visitAll({ runs: 2, lists: true, ...faults, without: ["the record before the create"] });
    expect(wrong?.steps).toEqual([
      "1 looks",
      "1 takes the turn",
      "1 finds no create on its way",
      "1 records that it sends",
      "1 sends",
      "1 dies",
      "1 create arrives",
    ]);
  });
});
