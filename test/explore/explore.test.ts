import { describe, expect, it } from "vitest";
import { type Bounds, explore, replay } from "./run";
import { apart, type Listed, type Mode, modes, rivalsApart, sameList, scenarios } from "./scenarios";

const seconds = 60;

/** At most the faults of the scenario, and few enough for `npm test`. */
function quickBounds({ runs, faults }: Listed): Bounds {
  return new Set(runs.map(({ stack }) => stack)).size > 1
    ? { faults: 0, preemptions: 1, seconds }
    : { faults: Math.min(faults, 1), seconds };
}

function inMode(scenario: Listed, mode: Mode) {
  return { ...scenario, specOnly: mode === "specification only" };
}

describe.each(modes)("every order of the runs' steps, with %s", (mode) => {
  it.each(scenarios)("$name", async (scenario) => {
    const { isWhole, found, schedules } = await explore(inMode(scenario, mode), quickBounds(scenario));
    const violated = [...new Set(found.flatMap(({ invariants }) => invariants))].sort();
    const [first] = found;
    expect(violated, `${first?.violations.join("\n")}\n${first?.log.join("\n")}`).toEqual(
      scenario.expected?.[mode] ?? [],
    );
    expect(isWhole, `${schedules} schedules`).toBe(true);
  });
});

it("finds the second object of two machines that share no database, with the steps that lead to it", async () => {
  const { isWhole, found } = await explore(apart, { faults: 0, seconds });
  expect(isWhole).toBe(true);
  const [first] = found;
  expect(first?.violations).toContain('list 102 is created although 101 is the same: "Leads"');
  expect(first?.log.filter((step) => step.includes("POST")).sort()).toEqual([
    "one 1 up: POST /v1/list",
    "two 2 up: POST /v1/list",
  ]);
  expect(await replay(apart, first?.indices ?? "")).toEqual(first);
});

it("ends with the first violation, or keeps the shortest one, as requested", async () => {
  const once = await explore(apart, { faults: 0, seconds, until: "first" });
  expect(once.isWhole).toBe(false);
  const shortest = await explore(apart, { faults: 0, seconds, until: "shortest" });
  expect(shortest.isWhole).toBe(true);
  expect(shortest.found).toHaveLength(1);
  expect(shortest.found[0]?.log.length).toBeLessThanOrEqual(once.found[0]?.log.length ?? 0);
});

it("plays the same steps for the same choices, 100 times", async () => {
  const { found } = await explore(rivalsApart, { faults: 1, seconds, until: "first" });
  const [first] = found;
  for (let time = 1; time <= 100; time += 1) expect(await replay(rivalsApart, first?.indices ?? "")).toEqual(first);
});

it("skips only orders that lead to the same state", async () => {
  const reduced = await explore(sameList, { faults: 0, preemptions: 99, seconds });
  const all = await explore(sameList, { faults: 0, preemptions: 99, seconds, isReduced: false });
  expect(reduced.outcomes).toBe(all.outcomes);
  expect(reduced.schedules + reduced.covered).toBeLessThan(all.schedules + all.covered);
});
