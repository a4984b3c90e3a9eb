import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Store } from "../../../provider/src/api/coordination/store";
import { allStages, closePostgres, type Stage } from "./stages";

afterAll(closePostgres);

describe.each(allStages)("slots in %s", (_, open) => {
  let stage: Stage;
  let one: Store;
  let other: Store;
  beforeEach(async () => {
    stage = await open();
    one = stage.process("one");
    other = stage.process("other");
  });
  afterEach(() => stage.close());

  test("are taken once, by the first process", async () => {
    const first = await one.take("limit", 4, 3, 1000);
    const second = await other.take("limit", 4, 3, 1000);
    expect([first.leases.length, second.leases.length]).toEqual([3, 1]);
    const third = await one.take("limit", 4, 1, 1000);
    expect(third).toMatchObject({ leases: [], blockedFor: 0 });
    expect(third.freeIn).toBeCloseTo(1000);
    expect((await one.take("another limit", 1, 1, 1000)).leases).toHaveLength(1);
  });

  test("are free again when their lease ends", async () => {
    await one.take("limit", 2, 2, 1000);
    await stage.pass(999);
    expect((await other.take("limit", 2, 2, 1000)).leases).toEqual([]);
    await stage.pass(1);
    expect((await other.take("limit", 2, 2, 1000)).leases).toHaveLength(2);
  });

  test("are free immediately if they are returned, and later if the lease is held", async () => {
    const [back, held] = (await one.take("limit", 2, 2, 1000)).leases;
    if (back === undefined || held === undefined) throw new Error("no places are free");
    await stage.pass(500);
    expect(await one.hold(back, 0)).toBe(true);
    expect(await one.hold(held, 3000)).toBe(true);
    expect((await other.take("limit", 2, 2, 2000)).leases).toHaveLength(1);
    await stage.pass(2000);
    expect((await other.take("limit", 2, 2, 2000)).leases).toHaveLength(1);
  });

  test("are counted while they are taken, in addition to the duration of a block", async () => {
    expect(await one.use("limit")).toEqual({ taken: 0, blockedFor: 0 });
    await one.take("limit", 4, 2, 1000);
    await other.take("limit", 4, 1, 3000);
    await other.take("another limit", 4, 4, 3000);
    expect(await other.use("limit")).toEqual({ taken: 3, blockedFor: 0, freeFor: 0 });
    await one.block("limit", 2000);
    expect(await other.use("limit")).toEqual({ taken: 3, blockedFor: 2000, freeFor: 0 });
    await stage.pass(1000);
    expect(await other.use("limit")).toEqual({ taken: 1, blockedFor: 1000, freeFor: 0 });
    await stage.pass(2500);
    expect(await other.use("limit")).toEqual({ taken: 0, blockedFor: 0, freeFor: 500 });
  });

  test("have no holder before anybody has taken one", async () => {
    await one.block("limit", 1000);
    expect(await other.take("limit", 4, 1, 1000)).toEqual({ leases: [], freeIn: 1000, blockedFor: 1000 });
  });

  test("are waited for until the first one is free, whoever took it first", async () => {
    await one.take("limit", 2, 1, 5000);
    await other.take("limit", 2, 1, 1000);
    const full = await one.take("limit", 2, 1, 1000);
    expect(full).toMatchObject({ freeIn: 1000, holder: { label: "other@elsewhere", silentFor: 0 } });
  });

  test("cannot be held after the lease has ended, taken again or not", async () => {
    const [lease] = (await one.take("turn", 1, 1, 1000)).leases;
    if (lease === undefined) throw new Error("no place is free");
    await stage.pass(1000);
    expect(await one.hold({ ...lease, resource: "never taken" }, 1000)).toBe(false);
    expect(await one.hold(lease, 1000)).toBe(false);
    expect((await other.take("turn", 1, 1, 1000)).leases).toHaveLength(1);
    expect(await one.hold(lease, 0)).toBe(false);
    expect((await one.take("turn", 1, 1, 1000)).leases).toEqual([]);
  });

  test("name the process that holds the next one, and the time since its last heartbeat", async () => {
    await one.take("turn", 1, 1, 5000);
    await stage.pass(1200);
    const { holder, freeIn } = await other.take("turn", 1, 1, 5000);
    expect(holder?.label).toBe("one@elsewhere");
    expect(holder?.silentFor).toBeCloseTo(1200);
    expect(freeIn).toBeCloseTo(3800);
  });

  test("are added if a process allows more of them", async () => {
    expect((await one.take("limit", 2, 5, 1000)).leases).toHaveLength(2);
    const first = (await other.take("limit", 60, 80, 1000)).leases.length;
    expect(first).toBeGreaterThan(20);
    let all = 2 + first;
    for (let taken = 1; taken > 0; all += taken) taken = (await other.take("limit", 60, 80, 1000)).leases.length;
    expect(all).toBe(60);
    expect((await one.take("limit", 2, 5, 1000)).leases).toEqual([]);
    expect((await other.take("limit", 61, 80, 1000)).leases).toHaveLength(1);
  });

  test("that are free can be taken as soon as a block ends, however long the other leases last", async () => {
    await one.take("limit", 3, 1, 60_000);
    await one.block("limit", 1000);
    const blocked = await one.take("limit", 3, 1, 60_000);
    expect(blocked.blockedFor).toBeCloseTo(1000);
    expect(blocked.freeIn).toBe(blocked.blockedFor);

    await one.take("other", 1, 1, 60_000);
    await one.block("other", 1000);
    expect((await one.take("other", 1, 1, 60_000)).freeIn).toBeCloseTo(60_000);
  });

  test("are not assigned during a block, which a shorter block does not shorten", async () => {
    await one.take("limit", 4, 1, 10);
    await one.block("limit", 5000);
    await other.block("limit", 100);
    const held = await other.take("limit", 4, 1, 1000);
    expect(held.leases).toEqual([]);
    expect(held.blockedFor).toBeCloseTo(5000);
    expect(held.freeIn).toBeCloseTo(5000);
    await stage.pass(5000);
    expect((await other.take("limit", 4, 1, 1000)).leases).toHaveLength(1);
  });

  test("are never taken twice by concurrent processes", async () => {
    const processes = Array.from({ length: 6 }, (_, index) => stage.process(`process ${index}`));
    const answers = await Promise.all(
      processes.flatMap((process) => [process.take("limit", 20, 5, 1000), process.take("limit", 20, 5, 1000)]),
    );
    const places = answers.flatMap(({ leases }) => leases);
    expect(places.length).toBeLessThanOrEqual(20);
    const rest = await one.take("limit", 20, 20, 1000);
    expect(places.length + rest.leases.length).toBe(20);
  });
});
