import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Creation, Store } from "../../../provider/src/api/coordination/store";
import { allStages, closePostgres, type Stage } from "./stages";

afterAll(closePostgres);

const of = { service: "service", kind: "List", owner: "7" } as const;
const creation = (token: string, changes: Partial<Creation> = {}): Creation => ({
  ...of,
  token,
  name: "digest",
  outcome: "sent",
  ...changes,
});

describe.each(allStages)("creations in %s", (_, open) => {
  let stage: Stage;
  let one: Store;
  let other: Store;
  beforeEach(async () => {
    stage = await open();
    one = stage.process("one");
    other = stage.process("other");
  });
  afterEach(() => stage.close());

  test("of one object can be read separately, except refused ones", async () => {
    const made = { outcome: "made", id: "1" } as const;
    await one.record(creation("a", made));
    await other.record(creation("b", made));
    await other.record(creation("c", { outcome: "refused", id: "1" }));
    await other.record(creation("d", { ...made, id: "2" }));
    for (const changes of [{ kind: "Campaign" }, { owner: "8" }, { service: "another" }]) {
      await other.record(creation(`e ${Object.keys(changes)}`, { ...made, ...changes }));
    }
    expect(await one.creationsOf(of, "1")).toEqual([
      { ...creation("a", made), own: true },
      { ...creation("b", made), own: false },
    ]);
  });

  test("that were refused are not inherited", async () => {
    const there = { service: "before", owner: "6" };
    await one.record(creation("a", { ...there, outcome: "refused" }));
    await one.inherit(there, { service: "service", owner: "7" });
    expect(await one.marks({ service: "service", owner: "7" })).toEqual({});
  });
});
