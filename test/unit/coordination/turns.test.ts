import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Store } from "../../../provider/src/api/coordination/store";
import { TurnLost, Turns, type TurnsParts, TurnTooLong } from "../../../provider/src/api/coordination/turns";
import { allStages, closePostgres, type Stage } from "./stages";

afterAll(closePostgres);

const lasts = 8_000;

describe.each(allStages)("turns to create, shared through %s", (_, open) => {
  let stage: Stage;
  let said: string[];
  beforeEach(async () => {
    stage = await open();
    said = [];
  });
  afterEach(async () => {
    await Promise.all(made.splice(0).map((each) => each.over()));
    await pass(0);
    await stage.close();
  });
  const made: Turns[] = [];

  /** Statements on their way: time waits for them, or a real database would answer much too late. */
  let underWay = 0;
  const asked = <T>(answer: Promise<T>): Promise<T> => {
    underWay += 1;
    return answer.finally(() => {
      underWay -= 1;
    });
  };

  const turns = (name: string, changes: Partial<TurnsParts> = {}, store: Store = stage.process(name)): Turns => {
    const each = new Turns({
      clock: stage.clock,
      random: () => 0.5,
      lasts,
      budgetMilliseconds: 600_000,
      longestLook: 100,
      store: (work) => asked(work(store)),
      assertGoingOn: () => undefined,
      say: (text) => said.push(text),
      ...changes,
    });
    made.push(each);
    return each;
  };

  /** Time passes in small steps: what waits in between goes on, in the database as well. */
  const pass = async (milliseconds: number): Promise<void> => {
    const until = stage.clock.now() + milliseconds;
    const answered = async () => {
      do await new Promise((resolve) => setImmediate(resolve));
      while (underWay > 0);
    };
    for (; stage.clock.now() < until; await stage.pass(Math.min(50, until - stage.clock.now()))) await answered();
    await answered();
  };

  /** Work that lasts until it is told to end. */
  const held = (process: Turns) => {
    let end = () => undefined as undefined;
    let begun = false;
    const ended = new Promise<void>((resolve) => {
      end = () => {
        resolve();
        return undefined;
      };
    });
    const result = process.inTurn("turn", "lists", async () => {
      begun = true;
      await ended;
    });
    return { end, result, begun: () => begun };
  };

  test("are one at a time, for as long as the holder lives, and pass on when they are over", async () => {
    const [one, other] = [turns("one"), turns("other")];
    const first = held(one);
    await pass(100);
    const second = held(other);
    await pass(3 * lasts);
    expect([first.begun(), second.begun()]).toEqual([true, false]);
    first.end();
    await first.result;
    await pass(500);
    expect(second.begun()).toBe(true);
    second.end();
    await second.result;
  });

  test("of different kinds do not wait for each other", async () => {
    const first = held(turns("one"));
    await pass(100);
    expect(await turns("other").inTurn("another turn", "campaigns", async () => "done")).toBe("done");
    first.end();
    await first.result;
  });

  test("pass on from a process that died when what it sent can no longer arrive, and that is said", async () => {
    const dead = stage.process("dead");
    const [lease] = (await dead.take("turn", 1, 1, lasts)).leases;
    expect(lease).toMatchObject({ resource: "turn" });
    const later = held(turns("other"));
    await pass(lasts - 200);
    expect(later.begun()).toBe(false);
    expect(said).toEqual([
      expect.stringMatching(
        /^waiting: process dead of another machine .* dead or stopped .* ends in \d+ s, at \d\d:\d\d:\d\d/,
      ),
    ]);
    expect(said[0]).toContain("a second one ends the run, and nothing that waits is sent");
    await pass(500);
    expect(later.begun()).toBe(true);
    later.end();
    await later.result;
  });

  test("that were lost to another process are found out before anything is sent, and the work begins anew", async () => {
    const store = stage.process("one");
    let stopped = false;
    // A stopped process gives no sign of life.
    const one = turns("one", {
      store: (work) => asked(stopped ? Promise.reject(new Error("stopped")) : work(store)),
    });
    const rounds: string[] = [];
    let goOn = () => undefined as undefined;
    const wait = new Promise<void>((resolve) => {
      goOn = () => {
        resolve();
        return undefined;
      };
    });
    const work = one.inTurn("turn", "lists", async () => {
      rounds.push("begins");
      if (rounds.length === 1) await wait;
      await one.confirm("turn", "a create");
      one.settled("turn", "a create", Promise.resolve());
      rounds.push("sends");
    });
    await pass(100);
    stopped = true;
    await pass(lasts + 100);
    const other = held(turns("other"));
    await pass(200);
    expect(other.begun()).toBe(true);
    stopped = false;
    goOn();
    await pass(1_000);
    expect(rounds).toEqual(["begins"]);
    other.end();
    await other.result;
    await pass(1_000);
    await work;
    expect(rounds).toEqual(["begins", "begins", "sends"]);
  });

  test("are not waited for longer than the budget, and everybody who waits hears so", async () => {
    const first = held(turns("one"));
    await pass(100);
    const impatient = turns("other", { budgetMilliseconds: 1_000 });
    const results = ["a", "b"].map(() =>
      impatient.inTurn("turn", "lists", async () => "done").catch((error: unknown) => error),
    );
    await pass(1_500);
    for (const result of results) expect(await result).toEqual(new TurnTooLong("process one of another machine"));
    first.end();
    await first.result;
  });

  test("that wait end when the run does", async () => {
    const first = held(turns("one"));
    await pass(100);
    let ended = false;
    const waiting = turns("other", {
      assertGoingOn: () => {
        if (ended) throw new Error("the run was ended");
      },
    })
      .inTurn("turn", "lists", async () => "done")
      .catch((error: unknown) => error);
    await pass(500);
    ended = true;
    await pass(500);
    expect(await waiting).toEqual(new Error("the run was ended"));
    first.end();
    await first.result;
  });

  test("do not pass on before what was made is written down", async () => {
    const [one, other] = [turns("one"), turns("other")];
    let write = () => undefined as undefined;
    const written = new Promise<void>((resolve) => {
      write = () => {
        resolve();
        return undefined;
      };
    });
    await one.inTurn("turn", "lists", async () => one.settled("turn", "a create", written));
    const later = held(other);
    await pass(1_000);
    expect(later.begun()).toBe(false);
    write();
    await pass(500);
    expect(later.begun()).toBe(true);
    later.end();
    await later.result;
    await Promise.all([one.over(), other.over()]);
  });

  test("that are lost again and again end the create instead of beginning it for ever", async () => {
    const store = stage.process("one");
    let rounds = 0;
    const lost = turns("one")
      .inTurn("turn", "lists", async () => {
        rounds += 1;
        throw new TurnLost();
      })
      .catch((error: unknown) => error);
    await pass(1_000);
    expect(await lost).toBeInstanceOf(TurnLost);
    expect(rounds).toBe(10);
    expect((await store.take("turn", 1, 1, lasts)).leases).toHaveLength(1);
  });

  test("in which a create was lost keep other processes out until it can no longer arrive", async () => {
    const [one, other] = [turns("one"), turns("other")];
    await one.inTurn("turn", "lists", () => one.confirm("turn", "lost"));
    // The process that lost it knows, and may go on; what comes of that settles nothing of the lost one.
    await one.inTurn("turn", "lists", async () => {
      await one.confirm("turn", "answered");
      one.settled("turn", "answered", Promise.resolve());
    });
    const later = held(other);
    await pass(lasts - 200);
    expect(later.begun()).toBe(false);
    await pass(500);
    expect(later.begun()).toBe(true);
    later.end();
    await later.result;
  });

  test("in which a lost create was found after all pass on at once", async () => {
    const [one, other] = [turns("one"), turns("other")];
    await one.inTurn("turn", "lists", async () => {
      await one.confirm("turn", "lost");
      one.settled("turn", "lost", Promise.resolve());
    });
    const later = held(other);
    await pass(500);
    expect(later.begun()).toBe(true);
    later.end();
    await later.result;
  });

  test("in which a create was lost stay taken as long when their process ends in order", async () => {
    const [one, other] = [turns("one"), turns("other")];
    await one.inTurn("turn", "lists", () => one.confirm("turn", "lost"));
    await pass(lasts / 2);
    await one.over();
    const later = held(other);
    await pass(lasts / 2 - 200);
    expect(later.begun()).toBe(false);
    await pass(500);
    expect(later.begun()).toBe(true);
    later.end();
    await later.result;
  });

  test("go on after a failure, and a failure that is none of the turn's is the caller's", async () => {
    const one = turns("one");
    const failed = one.inTurn("turn", "lists", async () => {
      throw new Error("on purpose");
    });
    await expect(failed).rejects.toThrow("on purpose");
    expect(await one.inTurn("turn", "lists", async () => "done")).toBe("done");
    await expect(one.confirm("a turn that nobody holds", "a create")).resolves.toBeUndefined();
    expect(new TurnLost()).toBeInstanceOf(Error);
  });

  test("are shared by processes that all have much to create", async () => {
    const order: string[] = [];
    let inside = 0;
    const work = (name: string) => async () => {
      inside += 1;
      expect(inside).toBe(1);
      order.push(name);
      await stage.pass(30);
      inside -= 1;
    };
    const processes = ["one", "other"].map((name) => ({ name, process: turns(name) }));
    // A first connection takes long, and time passes meanwhile.
    for (const { process } of processes) await process.inTurn("another turn", "lists", async () => undefined);
    const all = processes.flatMap(({ name, process }) =>
      Array.from({ length: 20 }, () => process.inTurn("turn", "lists", work(name))),
    );
    let over = false;
    const finished = Promise.all(all).then(() => {
      over = true;
    });
    while (!over) await pass(50);
    await finished;
    const changes = order.filter((name, index) => index > 0 && name !== order[index - 1]).length;
    // Neither waits until the other has done everything.
    expect(changes).toBeGreaterThanOrEqual(2);
  });
});
