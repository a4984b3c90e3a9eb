import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import type { Coordination } from "../../../provider/src/api/coordination/coordination";
import type { Slot } from "../../../provider/src/api/limiter";
import { mostInAnyWindow } from "../../limits/windows";
import { allStages, closePostgres, coordinationOver, type Stage } from "./stages";

afterAll(closePostgres);

const limit = { requests: 4, windowMilliseconds: 1000 };
const requestTimeout = 500;

const which = fc.nat(9);
const short = fc.integer({ min: 1, max: 450 });
const long = fc.integer({ min: -100_000, max: 100_000 });
const counted = fc.double({ min: 0, max: 1, noNaN: true });
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ what: fc.constant("take" as const), process: fc.nat(2), wanted: fc.nat(3) }) },
  { weight: 4, arbitrary: fc.record({ what: fc.constant("end" as const), which, counted }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant("unused" as const), which }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant("die" as const), which, counted }) },
  { weight: 5, arbitrary: fc.record({ what: fc.constant("pass" as const), milliseconds: short }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant("restart" as const), process: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant("jump" as const), milliseconds: long }) },
);

describe.each(allStages)("the limit, shared through %s", (name, open) => {
  /** Several processes; a single one if the store is not shared. */
  const start = (stage: Stage): Coordination[] => {
    const { clock } = stage;
    if (name === "memory") return [coordinationOver(undefined, clock, { limit })];
    return ["a", "b", "c"].map((id) =>
      coordinationOver(stage.process(id), clock, { limit, run: { id, label: `${id}@elsewhere` } }),
    );
  };
  const slotsOf = async (process: Coordination | undefined, wanted: number): Promise<readonly Slot[]> => {
    const taken = (await process?.take(wanted)) ?? [];
    return "retryIn" in taken ? [] : taken;
  };
  const settled = (processes: readonly Coordination[]) => Promise.all(processes.map((process) => process.idle()));

  test("is fully available at first, and then each slot one window after its request has ended", async () => {
    const stage = await open();
    const processes = start(stage);
    const taken = (await Promise.all(processes.map((process) => slotsOf(process, 3)))).flat();
    const more = await slotsOf(processes[0], 4);
    expect(taken.length + more.length).toBe(4);
    await stage.pass(300);
    taken[0]?.ended();
    await settled(processes);
    await stage.pass(100);
    for (const slot of [...taken.slice(1), ...more]) slot.ended();
    await settled(processes);
    await stage.pass(901);
    expect(await slotsOf(processes.at(-1), 4)).toHaveLength(0);
    await stage.pass(2);
    expect(await slotsOf(processes.at(-1), 4)).toHaveLength(1);
    await stage.pass(100);
    expect(await slotsOf(processes[0], 4)).toHaveLength(3);
    await stage.close();
  });

  test("holds in every window at the service, whichever processes die or restart", { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 80 }), async (steps) => {
        const stage = await open();
        const { clock } = stage;
        const processes = start(stage);
        const underWay: { slot: Slot; since: number }[] = [];
        const arrived: number[] = [];
        const takeOut = (index: number) =>
          underWay.length === 0 ? undefined : underWay.splice(index % underWay.length, 1)[0];
        for (const one of steps) {
          if (one.what === "take") {
            const since = clock.now();
            const slots = await slotsOf(processes[one.process % processes.length], one.wanted + 1);
            underWay.push(...slots.map((slot) => ({ slot, since })));
          } else if (one.what === "end") {
            const request = takeOut(one.which);
            if (request === undefined) continue;
            request.slot.ended();
            arrived.push(request.since + one.counted * (clock.now() - request.since));
          } else if (one.what === "unused") takeOut(one.which)?.slot.unused();
          else if (one.what === "die") {
            const request = takeOut(one.which);
            // The service has counted it at some time before its time-out.
            if (request !== undefined) arrived.push(request.since + one.counted * requestTimeout);
          } else if (one.what === "pass") {
            await settled(processes);
            await stage.pass(one.milliseconds);
            // A request never lasts longer than its time-out.
            for (const request of underWay.filter(({ since }) => since + requestTimeout <= clock.now())) {
              underWay.splice(underWay.indexOf(request), 1);
              request.slot.ended();
              arrived.push(request.since + requestTimeout);
            }
          } else if (one.what === "restart") {
            // A new process knows only the content of the store; a single process keeps its own.
            const index = one.process % processes.length;
            const fresh = start(stage)[index];
            if (processes.length > 1 && fresh !== undefined) processes[index] = fresh;
          } else clock.jump(one.milliseconds);
        }
        await settled(processes);
        await stage.close();
        arrived.sort((left, right) => left - right);
        expect(mostInAnyWindow(arrived, limit.windowMilliseconds)).toBeLessThanOrEqual(limit.requests);
      }),
      { numRuns: name === "memory" ? 100 : 40 },
    );
  });
});
