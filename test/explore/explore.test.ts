import { describe, expect, it } from "vitest";
import { explore, replay } from "./run";
import { apart, oneRun, rivals, sameCampaign, sameList } from "./scenarios";

const seconds = 60;

describe.each([false, true])("every order of what two runs do (specification only: %s)", (specOnly) => {
  it.each([sameList, sameCampaign, rivals])("$name", async (scenario) => {
    const { isWhole, found, schedules } = await explore({ ...scenario, specOnly }, { faults: 0, seconds });
    expect(found).toEqual([]);
    expect(isWhole, `${schedules} schedules`).toBe(true);
    expect(schedules).toBeGreaterThan(1);
  });

  it(`${oneRun.name}, with one fault anywhere`, async () => {
    const { isWhole, found, schedules } = await explore({ ...oneRun, specOnly }, { faults: 1, seconds });
    expect(found).toEqual([]);
    expect(isWhole, `${schedules} schedules`).toBe(true);
  });
});

it("finds the second object of two machines that share no database, with the steps that lead to it", async () => {
  const { isWhole, found } = await explore(apart, { faults: 0, seconds });
  expect(isWhole).toBe(true);
  const [first] = found;
  expect(first?.violations).toEqual(['a second object: 2 times list "Leads"']);
  expect(first?.log.filter((step) => step.includes("POST")).sort()).toEqual([
    "one 1 up: POST /v1/list",
    "two 2 up: POST /v1/list",
  ]);
  expect(await replay(apart, 0, first?.indices ?? "")).toEqual(first);
});

it("ends with the first violation, or keeps the shortest one, if that is asked for", async () => {
  const once = await explore(apart, { faults: 0, seconds, until: "first" });
  expect(once.isWhole).toBe(false);
  const shortest = await explore(apart, { faults: 0, seconds, until: "shortest" });
  expect(shortest.isWhole).toBe(true);
  expect(shortest.found).toHaveLength(1);
  expect(shortest.found[0]?.log.length).toBeLessThanOrEqual(once.found[0]?.log.length ?? 0);
});

it("plays the same steps for the same choices", async () => {
  const play = async () => (await explore(apart, { faults: 0, seconds })).found;
  expect(await play()).toEqual(await play());
});
