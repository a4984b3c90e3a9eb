import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { TurnLost, type TurnsParts, TurnTooLong } from "../../../provider/src/api/coordination/turns";
import { gate, memoryStage } from "./stages";
import { lasts, TurnsStage } from "./turnsStage";

let stage: TurnsStage;
beforeEach(async () => {
  stage = new TurnsStage(await memoryStage());
});
afterEach(() => stage.close());

// The share of a turn's time that the database takes to confirm it, and whether the create is still sent.
test.each([
  [lasts / 4, true],
  [lasts / 4 + 1, false],
])("a turn whose confirmation arrives after %d ms is valid: %j", async (milliseconds, isGood) => {
  const store = stage.stage.process("one");
  let isSlow = false;
  const one = stage.turns("one", {
    store: async (work) => {
      const answer = await work(store);
      // Heartbeats are not slow.
      const delay = isSlow ? milliseconds : 0;
      isSlow = false;
      stage.stage.clock.pass(delay);
      return answer;
    },
  });
  const confirmed = one.inTurn("turn", "lists", async () => {
    isSlow = true;
    const result = await one.confirm("turn", "a create").catch((error: unknown) => error);
    one.settled("turn", "a create", Promise.resolve());
    return result instanceof TurnLost ? "lost" : "good";
  });
  expect(await confirmed).toBe(isGood ? "good" : "lost");
});

describe("the turn", () => {
  /** How often a process has taken it, for a number of creates with a duration each. */
  async function taken(creates: number, milliseconds: number): Promise<number> {
    const store = stage.stage.process("one");
    const take = vi.spyOn(store, "take");
    const one = stage.turns("one", { store: (work) => work(store) });
    const all = Array.from({ length: creates }, () =>
      one.inTurn("turn", "lists", async () => stage.stage.clock.pass(milliseconds)),
    );
    await stage.pass(creates * milliseconds + 1_000);
    await Promise.all(all);
    return take.mock.calls.filter(([resource]) => resource === "turn").length;
  }

  test.each([
    [49, 1],
    [50, 2],
    [100, 3],
  ])(
    "is kept for creates of %d ms each until it has lasted for a tenth of a second: taken %d times",
    async (each, times) => {
      expect(await taken(3, each)).toBe(times);
    },
  );
});

test("a run that ends waits for its creates, and passes on its turn immediately", async () => {
  const [one, other] = [stage.turns("one"), stage.stage.process("other")];
  const work = gate();
  void one.inTurn("turn", "lists", async () => {
    await work.opened;
    await one.confirm("turn", "a create");
    one.settled("turn", "a create", Promise.resolve());
  });
  let isOver = false;
  const over = one.passAllOn().then(() => {
    isOver = true;
  });
  await stage.pass(1_000);
  expect(isOver).toBe(false);
  work.open();
  await over;
  expect((await other.take("turn", 1, 1, lasts)).leases).toHaveLength(1);
});

test("a wait ends when its budget is spent to the millisecond", async () => {
  const held = stage.held(stage.turns("one"));
  await stage.pass(100);
  const looks: number[] = [];
  const store = stage.stage.process("other");
  const since = stage.stage.clock.now();
  const other = stage.turns("other", {
    budgetMilliseconds: 8,
    store: async (work) => {
      looks.push(stage.stage.clock.now() - since);
      return await work(store);
    },
  });
  const waited = stage.outcome(other);
  await stage.stage.clock.passSlowly(100);
  expect(await waited).toBeInstanceOf(TurnTooLong);
  expect(Math.max(...looks)).toBe(8);
  await held.end();
});

test("creates that are requested until the wait fails fail with it, and do not wait one after the other", async () => {
  const held = stage.held(stage.turns("one"));
  await stage.pass(100);
  const { turns, taken } = watched({ budgetMilliseconds: 0 });
  const all = ["a", "b"].map(() => stage.outcome(turns));
  for (const result of all) expect(await result).toBeInstanceOf(TurnTooLong);
  expect(taken).toEqual(["turn at 0"]);
  await held.end();
});

test("a run that ends keeps its turn for a create that is requested meanwhile", async () => {
  const [one, other] = [stage.turns("one"), stage.turns("other")];
  const [first, second] = [stage.held(one), stage.held(one)];
  await stage.pass(100);
  const over = one.passAllOn();
  const late = stage.held(one);
  await first.end();
  await second.end();
  await over;
  await stage.pass(100);
  const next = stage.held(other);
  await stage.pass(1_000);
  expect([late.begun(), next.begun()]).toEqual([true, false]);
  await late.end();
  await stage.expectBegun(next);
});

// The length of a turn, and the time of its holder's first heartbeat.
test.each([
  [8_000, 1_600],
  [60_000, 2_000],
])("the holder of a turn that lasts %d ms sends a heartbeat every %d ms", async (long, every) => {
  const { turns, hold, clock } = watched({ lasts: long });
  const held = stage.held(turns);
  await clock.passSlowly(every - 1);
  expect(hold).not.toHaveBeenCalled();
  await clock.passSlowly(1 + every);
  expect(hold).toHaveBeenCalledTimes(2);
  await held.end();
});

test("no heartbeat is sent while one has no response yet, and the next is sent after it", async () => {
  const { turns, hold, clock } = watched();
  const response = gate();
  hold.mockImplementationOnce(async () => {
    await response.opened;
    return true;
  });
  const held = stage.held(turns);
  await clock.passSlowly(3 * 1_600);
  expect(hold).toHaveBeenCalledTimes(1);
  response.open();
  await clock.passSlowly(1_600);
  expect(hold).toHaveBeenCalledTimes(2);
  await held.end();
});

test("a turn that was confirmed for no create is passed on at once", async () => {
  const [one, other] = [stage.turns("one"), stage.turns("other")];
  await one.inTurn("turn", "lists", () => one.confirm("turn"));
  await stage.expectBegun(stage.held(other));
});

/** The turns of one process, and the resources of which it has taken slots, with the time. */
function watched(changes: Partial<TurnsParts> = {}) {
  const { clock } = stage.stage;
  const start = clock.now();
  const store = stage.stage.process("one");
  const take = vi.spyOn(store, "take");
  const hold = vi.spyOn(store, "hold");
  const taken: string[] = [];
  const turns = stage.turns("one", {
    store: (work) => {
      const before = take.mock.calls.length;
      const answer = work(store);
      for (const [resource] of take.mock.calls.slice(before)) taken.push(`${resource} at ${clock.now() - start}`);
      return answer;
    },
    ...changes,
  });
  return { turns, taken, hold, clock };
}

test("sequential creates request only the turn", async () => {
  const { turns, taken } = watched();
  for (let each = 0; each < 3; each++) await turns.inTurn("turn", "lists", async () => undefined);
  expect(taken).toEqual(["turn at 0", "turn at 0", "turn at 0"]);
});

test("a process that passes on its turn continues immediately if no other one waits", async () => {
  const { turns, taken, clock } = watched();
  const all = ["a", "b"].map(() => turns.inTurn("turn", "lists", async () => clock.pass(100)));
  await clock.passSlowly(10);
  await Promise.all(all);
  expect(taken).toEqual(["turn at 0", "turn/waiting at 100", "turn at 100"]);
});

test("a run that has ended sends no heartbeats, even if a create may still arrive", async () => {
  const { turns, hold, clock } = watched();
  await turns.inTurn("turn", "lists", () => turns.confirm("turn", "lost"));
  await turns.passAllOn();
  hold.mockClear();
  await clock.passSlowly(2 * lasts);
  expect(hold).not.toHaveBeenCalled();
});

test("a create that is requested after a wait was given up waits again", async () => {
  const held = stage.held(stage.turns("one"));
  await stage.pass(100);
  const other = stage.turns("other", { budgetMilliseconds: 1_000 });
  const given = stage.outcome(other);
  await stage.pass(1_500);
  expect(await given).toBeInstanceOf(TurnTooLong);
  await held.end();
  await stage.pass(100);
  expect(await other.inTurn("turn", "lists", async () => "done")).toBe("done");
});

test("a waiting process checks less and less often, and reports about once a second that it waits", async () => {
  const [lease] = (await stage.stage.process("other").take("turn", 1, 1, 60_000)).leases;
  expect(lease).toBeDefined();
  const { turns, taken, clock } = watched({ random: () => 0, budgetMilliseconds: 2_500 });
  const given = stage.outcome(turns);
  await clock.passSlowly(2_700);
  expect(await given).toBeInstanceOf(TurnTooLong);
  expect(taken.filter((each) => each.startsWith("turn at")).slice(0, 4)).toEqual(
    [0, 4, 10, 19].map((time) => `turn at ${time}`),
  );
  expect(taken.filter((each) => each.startsWith("turn/waiting"))).toHaveLength(3);
});
