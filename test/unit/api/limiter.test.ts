import { describe, expect, test } from "vitest";
import { type Limit, Limiter, type Slot, WaitBudget, WaitTooLong } from "../../../provider/src/api/limiter";
import { coordinationOver } from "../coordination/stages";
import { FakeClock } from "./fakeClock";

const limit: Limit = { requests: 3, windowMilliseconds: 60_000 };

function begin() {
  const clock = new FakeClock();
  const said: string[] = [];
  const limiter = new Limiter(coordinationOver(undefined, clock, { limit }), clock, (milliseconds, queued, blocked) => {
    said.push(`${Math.round(milliseconds / 1000)} s, ${queued} queued${blocked ? ", blocked" : ""}`);
  });
  const served: string[] = [];
  const budget = () => new WaitBudget(600_000);
  const ask = async (name: string, priority: "read" | "write" = "read", own = budget()): Promise<Slot> => {
    const slot = await limiter.reserve(priority, own);
    served.push(name);
    return slot;
  };
  const settle = () => clock.passSlowly(0);
  return { clock, limiter, said, served, ask, budget, settle };
}

describe("the queue for the limit", () => {
  test("passes requests without a message while slots are free", async () => {
    const { ask, served, said } = begin();
    await Promise.all([ask("a"), ask("b", "write"), ask("c")]);
    expect(served.toSorted()).toEqual(["a", "b", "c"]);
    expect(said).toEqual([]);
  });

  test("passes writes before reads, each in order", async () => {
    const { ask, served, clock, settle, said } = begin();
    for (const slot of await Promise.all([ask("1"), ask("2"), ask("3")])) slot.ended();
    for (const name of ["read a", "read b"]) void ask(name);
    for (const name of ["write a", "write b"]) void ask(name, "write");
    await settle();
    expect(served).toHaveLength(3);
    await clock.passSlowly(1_000);
    expect(said).toEqual(["59 s, 4 queued"]);
    await clock.passSlowly(59_060);
    expect(served.slice(3)).toEqual(["write a", "write b", "read a"]);
  });

  test("reports a long wait once, and again if it continues", async () => {
    const { ask, clock, said } = begin();
    for (const slot of await Promise.all([ask("1"), ask("2"), ask("3")])) slot.ended();
    await clock.passSlowly(57_000);
    for (let count = 0; count < 4; count++) void ask("short").then((slot) => slot.ended());
    await clock.passSlowly(1_000);
    expect(said).toEqual([]);
    await clock.passSlowly(10_000);
    expect(said).toEqual(["59 s, 1 queued"]);
    for (let count = 0; count < 9; count++) void ask("more").then((slot) => slot.ended());
    await clock.passSlowly(130_000);
    expect(said).toHaveLength(3);
  });

  test("delays all requests for the time that the service requests", async () => {
    const { ask, clock, limiter, served, said } = begin();
    limiter.block(41_000);
    void ask("write", "write");
    void ask("read");
    await clock.passSlowly(40_999);
    expect(served).toEqual([]);
    expect(said).toEqual(["40 s, 2 queued, blocked"]);
    await clock.passSlowly(1);
    expect(served).toEqual(["write", "read"]);
  });

  test("immediately fails a request that may not wait that long, and delays the others", async () => {
    const { ask, clock, limiter, served } = begin();
    const patient = ask("patient");
    limiter.block(41_000);
    const impatient = ask("impatient", "read", new WaitBudget(40_000)).catch((error: unknown) => error);
    expect(await impatient).toEqual(new WaitTooLong(41_000));
    void ask("later");
    await clock.passSlowly(41_000);
    await patient;
    expect(served).toEqual(["patient", "later"]);
  });

  test("counts all waits of an operation against one budget", async () => {
    const { ask, clock } = begin();
    for (const slot of await Promise.all([ask("1"), ask("2"), ask("3")])) slot.ended();
    const budget = new WaitBudget(100_000);
    const first = ask("first", "read", budget);
    await clock.passSlowly(60_060);
    (await first).ended();
    expect(budget.left()).toBe(39_940);
    for (const slot of await Promise.all([ask("4"), ask("5")])) slot.ended();
    const second = ask("second", "read", budget).catch((error: unknown) => error);
    await clock.passSlowly(39_940);
    expect(await second).toEqual(new WaitTooLong(undefined));
  });

  test("gives an unused slot to the next request immediately", async () => {
    const { ask, served, settle } = begin();
    const [slot] = await Promise.all([ask("1"), ask("2"), ask("3")]);
    void ask("waiting");
    await settle();
    expect(served).not.toContain("waiting");
    slot?.unused();
    slot?.unused();
    slot?.ended();
    await settle();
    expect(served).toContain("waiting");
    void ask("one too many");
    await settle();
    expect(served).not.toContain("one too many");
  });
});
