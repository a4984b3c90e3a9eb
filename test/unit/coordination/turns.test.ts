import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { TurnTooLong } from "../../../provider/src/api/coordination/turns";
import { allStages, closePostgres, gate } from "./stages";
import { lasts, TurnsStage } from "./turnsStage";

afterAll(closePostgres);

describe.each(allStages)("turns to create, shared through %s", (_, open) => {
  let stage: TurnsStage;
  beforeEach(async () => {
    stage = new TurnsStage(await open());
  });
  afterEach(() => stage.close());

  test("are one at a time while the holder lives, and pass on when they end", async () => {
    const [one, other] = [stage.turns("one"), stage.turns("other")];
    const first = stage.held(one);
    await stage.pass(100);
    const second = stage.held(other);
    await stage.pass(3 * lasts);
    expect([first.begun(), second.begun()]).toEqual([true, false]);
    await first.end();
    await stage.expectBegun(second);
  });

  test("of different kinds do not wait for each other", async () => {
    const first = stage.held(stage.turns("one"));
    await stage.pass(100);
    expect(await stage.turns("other").inTurn("another turn", "campaigns", async () => "done")).toBe("done");
    await first.end();
  });

  test("fail for everything that waits once the budget is spent", async () => {
    const first = stage.held(stage.turns("one"));
    await stage.pass(100);
    const impatient = stage.turns("other", { budgetMilliseconds: 1_000 });
    const results = ["a", "b"].map(() => stage.outcome(impatient));
    await stage.pass(1_500);
    for (const result of results) expect(await result).toEqual(new TurnTooLong("process one of another machine"));
    await first.end();
  });

  test("are not waited for after the run has ended", async () => {
    const first = stage.held(stage.turns("one"));
    await stage.pass(100);
    let ended = false;
    const assertGoingOn = () => {
      if (ended) throw new Error("the run was ended");
    };
    const waiting = stage.outcome(stage.turns("other", { assertGoingOn }));
    await stage.pass(500);
    ended = true;
    await stage.pass(500);
    expect(await waiting).toEqual(new Error("the run was ended"));
    await first.end();
  });

  test("do not pass on before the created object is recorded", async () => {
    const [one, other] = [stage.turns("one"), stage.turns("other")];
    const write = gate();
    await one.inTurn("turn", "lists", async () => one.settled("turn", "a create", write.opened));
    const later = stage.held(other);
    await stage.pass(1_000);
    expect(later.begun()).toBe(false);
    write.open();
    await stage.expectBegun(later);
    await Promise.all([one.passAllOn(), other.passAllOn()]);
  });

  test("continue after failed work, which is not repeated", async () => {
    const one = stage.turns("one");
    let rounds = 0;
    const failed = one.inTurn("turn", "lists", async () => {
      rounds += 1;
      throw new Error("on purpose");
    });
    await expect(failed).rejects.toThrow("on purpose");
    expect(rounds).toBe(1);
    expect(await one.inTurn("turn", "lists", async () => "done")).toBe("done");
    await expect(one.confirm("a turn that no process holds", "a create")).resolves.toBeUndefined();
  });

  test("are shared by processes that all create many objects", async () => {
    const order: string[] = [];
    let inside = 0;
    const work = (name: string) => async () => {
      inside += 1;
      expect(inside).toBe(1);
      order.push(name);
      await stage.stage.pass(30);
      inside -= 1;
    };
    // With equal pauses, one process could check for the turn only while the other has it.
    let last = 0;
    const random = () => {
      last = (last + 0.618) % 1;
      return last;
    };
    const processes = ["one", "other"].map((name) => ({ name, process: stage.turns(name, { random }) }));
    // A first connection takes long, and time passes meanwhile.
    for (const { process } of processes) await process.inTurn("another turn", "lists", async () => undefined);
    const all = processes.flatMap(({ name, process }) =>
      Array.from({ length: 20 }, () => process.inTurn("turn", "lists", work(name))),
    );
    let over = false;
    const finished = Promise.all(all).then(() => {
      over = true;
    });
    while (!over) await stage.pass(50);
    await finished;
    const changes = order.filter((name, index) => index > 0 && name !== order[index - 1]).length;
    // Neither process waits until the other one has created everything.
    expect(changes).toBeGreaterThanOrEqual(2);
  });
});
