import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { TurnLost } from "../../../provider/src/api/coordination/turns";
import { allStages, closePostgres, gate } from "./stages";
import { lasts, TurnsStage } from "./turnsStage";

afterAll(closePostgres);

describe.each(allStages)("turns of processes that die, stop or lose a response, shared through %s", (_, open) => {
  let stage: TurnsStage;
  beforeEach(async () => {
    stage = new TurnsStage(await open());
  });
  afterEach(() => stage.close());

  test("pass on when a request of a dead process can no longer arrive, and the wait is reported", async () => {
    const dead = stage.stage.process("dead");
    const [lease] = (await dead.take("turn", 1, 1, lasts)).leases;
    expect(lease).toMatchObject({ resource: "turn" });
    const later = stage.held(stage.turns("other"));
    await stage.pass(lasts - 200);
    expect(later.begun()).toBe(false);
    expect(stage.said).toEqual([
      expect.stringMatching(
        /^waiting: process dead of another machine .* dead or stopped .* ends in \d+ s, at \d\d:\d\d:\d\d/,
      ),
    ]);
    await stage.expectBegun(later);
  });

  test("that a stopped process has lost are detected before it sends, and its work starts again", async () => {
    const one = stage.turns("one");
    const rounds: string[] = [];
    const wait = gate();
    const work = one.inTurn("turn", "lists", async () => {
      rounds.push("begins");
      if (rounds.length === 1) await wait.opened;
      await one.confirm("turn", "a create");
      one.settled("turn", "a create", Promise.resolve());
      rounds.push("sends");
    });
    await stage.pass(100);
    stage.stopped.add("one");
    await stage.pass(lasts + 100);
    const other = stage.held(stage.turns("other"));
    await stage.pass(200);
    expect(other.begun()).toBe(true);
    stage.stopped.delete("one");
    wait.open();
    await stage.pass(1_000);
    expect(rounds).toEqual(["begins"]);
    await other.end();
    await stage.pass(1_000);
    await work;
    expect(rounds).toEqual(["begins", "begins", "sends"]);
  });

  test("that are lost repeatedly make the create fail", async () => {
    const store = stage.stage.process("one");
    let rounds = 0;
    const lost = stage
      .turns("one")
      .inTurn("turn", "lists", async () => {
        rounds += 1;
        throw new TurnLost();
      })
      .catch((error: unknown) => error);
    await stage.pass(1_000);
    expect(await lost).toBeInstanceOf(TurnLost);
    expect(await lost).toBeInstanceOf(Error);
    expect(rounds).toBe(10);
    expect((await store.take("turn", 1, 1, lasts)).leases).toHaveLength(1);
  });

  test("keep other processes out while a create with a lost response can still arrive", async () => {
    const [one, other] = [stage.turns("one"), stage.turns("other")];
    await one.inTurn("turn", "lists", () => one.confirm("turn", "lost"));
    // The process that lost the response may continue to create; that does not settle the lost create.
    await one.inTurn("turn", "lists", async () => {
      await one.confirm("turn", "answered");
      one.settled("turn", "answered", Promise.resolve());
    });
    await stage.expectNext(other, lasts - 200);
  });

  test("stay with a create in progress when an earlier, lost one can no longer arrive", async () => {
    const [one, other] = [stage.turns("one"), stage.turns("other")];
    await one.inTurn("turn", "lists", () => one.confirm("turn", "lost"));
    const underWay = stage.held(one);
    const next = stage.held(other);
    await stage.pass(2 * lasts);
    expect([underWay.begun(), next.begun()]).toEqual([true, false]);
    await underWay.end();
    await stage.expectBegun(next);
  });

  test("pass on at once after a lost create was found", async () => {
    const [one, other] = [stage.turns("one"), stage.turns("other")];
    await one.inTurn("turn", "lists", async () => {
      await one.confirm("turn", "lost");
      one.settled("turn", "lost", Promise.resolve());
    });
    await stage.expectBegun(stage.held(other));
  });

  test("keep other processes out for the same time if the process that lost the response ends", async () => {
    const [one, other] = [stage.turns("one"), stage.turns("other")];
    await one.inTurn("turn", "lists", () => one.confirm("turn", "lost"));
    await stage.pass(lasts / 2);
    await one.passAllOn();
    await stage.expectNext(other, lasts / 2 - 200);
  });
});
