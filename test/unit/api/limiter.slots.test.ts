import { expect, test, vi } from "vitest";
import {
  type Full,
  Limiter,
  type Priority,
  type Slot,
  WaitBudget,
  WaitTooLong,
} from "../../../provider/src/api/limiter";
import { FakeClock } from "./fakeClock";

type Answer = readonly Slot[] | Full;

/** A limiter whose slots the test provides. */
function begin(answer: (wanted: number) => Answer | Promise<Answer>, block = async () => undefined as undefined) {
  const clock = new FakeClock();
  const start = clock.now();
  const calls = { taken: 0, atOnce: 0, mostAtOnce: 0, unused: 0 };
  const said: string[] = [];
  const take = async (wanted: number) => {
    calls.taken += 1;
    calls.atOnce += 1;
    calls.mostAtOnce = Math.max(calls.mostAtOnce, calls.atOnce);
    try {
      return await answer(wanted);
    } finally {
      calls.atOnce -= 1;
    }
  };
  const limiter = new Limiter({ take, block }, clock, (milliseconds, queued, blocked) => {
    said.push(`at ${clock.now() - start}: ${milliseconds} ms, ${queued} queued${blocked ? ", blocked" : ""}`);
  });
  const served: string[] = [];
  const ask = (name: string, budget = new WaitBudget(600_000), priority: Priority = "read"): Promise<unknown> =>
    limiter.reserve(priority, budget).then(
      (slot) => {
        served.push(name);
        return slot;
      },
      (error: unknown) => error,
    );
  const slot: Slot = {
    isGood: () => true,
    ended: () => undefined,
    unused: () => {
      calls.unused += 1;
    },
  };
  return { clock, limiter, calls, said, served, ask, slot };
}

const full = (milliseconds: number, changes: Partial<Full> = {}): Full => ({
  ...{ retryIn: milliseconds, expectedIn: milliseconds, blocked: false },
  ...changes,
});

test("a failing store makes all waiting requests fail, with the time that they have waited", async () => {
  let answers = 0;
  const { ask, clock } = begin(() => {
    if (answers++ === 0) return full(1_000);
    throw new Error("the database is gone");
  });
  const budget = new WaitBudget(10_000);
  const all = [ask("a", budget), ask("b", undefined, "write")];
  await clock.passSlowly(1_000);
  for (const each of all) expect(await each).toEqual(new Error("the database is gone"));
  expect(budget.left()).toBe(9_000);
});

test("a slot that arrives when nobody waits any longer is returned", async () => {
  let arrive: (slots: readonly Slot[]) => void = () => undefined;
  const { ask, clock, limiter, calls, served, slot } = begin(() => new Promise((resolve) => (arrive = resolve)));
  const waiting = ask("a");
  await clock.passSlowly(0);
  limiter.stop(new Error("the run was ended"));
  expect(await waiting).toEqual(new Error("the run was ended"));
  arrive([slot]);
  await clock.passSlowly(0);
  expect([served, calls.unused]).toEqual([[], 1]);
  expect(await ask("too late")).toEqual(new Error("the run was ended"));
  expect(calls.taken).toBe(1);
});

test("slots are taken by one round at a time, or later requests could overtake", async () => {
  const { ask, clock, calls, served, slot } = begin(async (wanted) => {
    await new Promise((resolve) => setImmediate(resolve));
    return Array.from({ length: wanted }, () => slot);
  });
  const all = ["a", "b", "c"].map((name) => ask(name));
  await clock.passSlowly(0);
  all.push(ask("d"));
  await Promise.all(all);
  expect(served).toEqual(["a", "b", "c", "d"]);
  expect(calls.mostAtOnce).toBe(1);
});

// The start and length of the block, then the request's wait: taking its slot took 300 ms.
test.each([
  ["no block", undefined, 0, 0],
  ["a block that ended before", 1_000, 2_000, 0],
  ["a block that ends now", 1_000, 1_000, 0],
  ["a block that lasts 1 ms longer", 1_000, 999, 301],
])("a request that meets %s", async (_, block, passed, waited) => {
  const { ask, clock, limiter, slot } = begin(async () => {
    await Promise.resolve();
    clock.pass(300);
    return [slot];
  });
  if (block !== undefined) await limiter.block(block);
  await clock.passSlowly(passed);
  const budget = new WaitBudget(10_000);
  const asked = ask("a", budget);
  await clock.passSlowly(1);
  await asked;
  expect(10_000 - budget.left()).toBe(waited);
});

test("a block counts before the store has recorded it, for the time of the longest one", async () => {
  const { ask, clock, limiter, calls, served, slot } = begin(
    () => [slot],
    () => new Promise(() => undefined),
  );
  void limiter.block(5_000);
  void limiter.block(100);
  void ask("a");
  await clock.passSlowly(4_999);
  expect([calls.taken, served]).toEqual([0, []]);
  await clock.passSlowly(1);
  expect([calls.taken, served]).toEqual([1, ["a"]]);
});

test("a returned slot is not requested during a block", async () => {
  const { ask, clock, limiter, calls, slot } = begin(() => [slot]);
  const first = (await ask("a")) as Slot;
  await limiter.block(5_000);
  void ask("b");
  first.unused();
  await clock.passSlowly(4_999);
  expect([calls.taken, calls.unused]).toEqual([1, 1]);
});

// The budget of a request that meets a block of 41 seconds after it has waited for 10.
test.each([
  ["exactly as long", 51_000, "served", 0],
  ["a moment too short", 50_999, new WaitTooLong(41_000), 40_999],
])("a request that may wait %s", async (_, milliseconds, expected, left) => {
  let answers = 0;
  const { ask, clock, limiter, served, slot } = begin(() => (answers++ === 0 ? full(20_000) : [slot]));
  const budget = new WaitBudget(milliseconds);
  const asked = ask("a", budget).then((answer) => (answer instanceof Error ? answer : "served"));
  const patient = ask("b");
  await clock.passSlowly(10_000);
  await limiter.block(41_000);
  await clock.passSlowly(0);
  expect(served).toEqual([]);
  if (expected !== "served") expect(budget.left()).toBe(left);
  await clock.passSlowly(41_000);
  expect(await asked).toEqual(expected);
  expect(budget.left()).toBe(left);
  await patient;
});

test("one timer is enough for a wait, and none if nobody waits", async () => {
  const { ask, clock, limiter } = begin(() => full(1_000));
  const set = vi.spyOn(clock, "after");
  await limiter.block(4_000);
  expect(await ask("a", new WaitBudget(3_000))).toEqual(new WaitTooLong(4_000));
  await clock.passSlowly(0);
  expect(set).not.toHaveBeenCalled();
  void ask("b");
  await clock.passSlowly(3_999);
  expect(set).toHaveBeenCalledTimes(1);
});

test.each([
  [5_999, []],
  [6_000, ["at 1000: 5000 ms, 1 queued"]],
])("a wait of %d ms is announced if it lasts some seconds more", async (milliseconds, expected) => {
  const { ask, clock, said } = begin(() => full(milliseconds));
  void ask("a");
  await clock.passSlowly(milliseconds - 1);
  expect(said).toEqual(expected);
});

test("a continuing wait is announced with the time of the longest waiting request, about once a minute", async () => {
  const { ask, clock, said } = begin(() => full(1_000));
  for (let second = 0; second < 69; second++) {
    if (second < 8) void ask(`${second}`);
    await clock.passSlowly(1_000);
  }
  expect(said).toEqual(["at 6000: 1000 ms, 6 queued", "at 67000: 1000 ms, 8 queued"]);
});
