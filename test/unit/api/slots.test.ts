import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { SharedSlots } from "../../../provider/src/api/sharedSlots";
import { guardedSlots, type Limit, memorySlots, type Slot, type Slots } from "../../../provider/src/api/slots";
import { FakeClock } from "./fakeClock";

const limit: Limit = { requests: 4, windowMilliseconds: 1000 };
const requestTimeoutMilliseconds = 500;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "outreach-slots-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const shared = (clock: FakeClock, changes: { boot?: string; limit?: Limit; folder?: string } = {}): SharedSlots =>
  new SharedSlots({ folder, limit, requestTimeoutMilliseconds, clock, boot: "this-boot", ...changes });

function takeAll(slots: Slots): Slot[] {
  const taken: Slot[] = [];
  for (;;) {
    const slot = slots.take();
    if ("retryAt" in slot) return taken;
    taken.push(slot);
  }
}

/** The largest number of moments in any window of that length. */
function mostInAnyWindow(moments: readonly number[], windowMilliseconds: number): number {
  const sorted = [...moments].sort((left, right) => left - right);
  let most = 0;
  let first = 0;
  for (const [last, moment] of sorted.entries()) {
    while ((sorted[first] ?? moment) <= moment - windowMilliseconds) first += 1;
    most = Math.max(most, last - first + 1);
  }
  return most;
}

describe.each([
  ["in one process", (clock: FakeClock) => [memorySlots(limit, clock)]],
  ["in a folder", (clock: FakeClock) => [shared(clock), shared(clock), shared(clock)]],
  [
    "in a folder and counted in each process",
    (clock: FakeClock) =>
      [1, 2].map(() =>
        guardedSlots(shared(clock), memorySlots(limit, clock), (error) => {
          throw error;
        }),
      ),
  ],
])("places %s", (_, open) => {
  test("are all free at once, and one window after each request's end", () => {
    const clock = new FakeClock();
    const processes = open(clock);
    const taken = processes.flatMap(takeAll);
    expect(taken).toHaveLength(limit.requests);
    clock.pass(300);
    taken[0]?.ended();
    clock.pass(100);
    for (const slot of taken.slice(1)) slot.ended();
    clock.pass(901);
    expect(processes.flatMap(takeAll)).toHaveLength(0);
    clock.pass(1);
    expect(processes.flatMap(takeAll)).toHaveLength(1);
    clock.pass(100);
    expect(processes.flatMap(takeAll)).toHaveLength(limit.requests - 1);
  });

  test("that were not used are free at once", () => {
    const clock = new FakeClock();
    const processes = open(clock);
    for (const slot of processes.flatMap(takeAll)) slot.unused();
    expect(processes.flatMap(takeAll)).toHaveLength(limit.requests);
  });

  test("a block holds for everybody, and a shorter one does not shorten it", () => {
    const clock = new FakeClock();
    const processes = open(clock);
    processes[0]?.block(clock.now() + 5000);
    processes.at(-1)?.block(clock.now() + 100);
    for (const slots of processes) expect(slots.blockedUntil()).toBe(clock.now() + 5000);
  });

  test("never let more than the limit into any window at the service, whoever dies when", () => {
    const step = fc.oneof(
      { weight: 6, arbitrary: fc.record({ what: fc.constant("take" as const), process: fc.nat(2) }) },
      {
        weight: 4,
        arbitrary: fc.record({
          what: fc.constant("end" as const),
          which: fc.nat(9),
          counted: fc.double({ min: 0, max: 1, noNaN: true }),
        }),
      },
      { weight: 1, arbitrary: fc.record({ what: fc.constant("unused" as const), which: fc.nat(9) }) },
      {
        weight: 1,
        arbitrary: fc.record({
          what: fc.constant("die" as const),
          which: fc.nat(9),
          counted: fc.double({ min: 0, max: 1, noNaN: true }),
        }),
      },
      {
        weight: 5,
        arbitrary: fc.record({ what: fc.constant("pass" as const), milliseconds: fc.integer({ min: 1, max: 450 }) }),
      },
      { weight: 1, arbitrary: fc.record({ what: fc.constant("restart" as const), process: fc.nat(2) }) },
      {
        weight: 1,
        arbitrary: fc.record({
          what: fc.constant("jump" as const),
          milliseconds: fc.integer({ min: -100_000, max: 100_000 }),
        }),
      },
    );
    fc.assert(
      fc.property(fc.array(step, { minLength: 10, maxLength: 80 }), (steps) => {
        rmSync(folder, { recursive: true, force: true });
        const clock = new FakeClock();
        let processes = open(clock);
        const underWay: { slot: Slot; since: number }[] = [];
        const counted: number[] = [];
        const takeOut = (which: number) =>
          underWay.length === 0 ? undefined : underWay.splice(which % underWay.length, 1)[0];
        for (const one of steps) {
          if (one.what === "take") {
            const slot = processes[one.process % processes.length]?.take();
            if (slot !== undefined && !("retryAt" in slot)) underWay.push({ slot, since: clock.now() });
          } else if (one.what === "end") {
            const request = takeOut(one.which);
            if (request === undefined) continue;
            request.slot.ended();
            counted.push(request.since + one.counted * (clock.now() - request.since));
          } else if (one.what === "unused") {
            takeOut(one.which)?.slot.unused();
          } else if (one.what === "die") {
            const request = takeOut(one.which);
            // Counted by the service at some moment before it must have timed out.
            if (request !== undefined) counted.push(request.since + one.counted * requestTimeoutMilliseconds);
          } else if (one.what === "pass") {
            // A request never lasts longer than its time-out.
            clock.pass(one.milliseconds);
            for (const request of underWay.filter(({ since }) => since + requestTimeoutMilliseconds <= clock.now())) {
              underWay.splice(underWay.indexOf(request), 1);
              request.slot.ended();
              counted.push(request.since + requestTimeoutMilliseconds);
            }
          } else if (one.what === "restart") {
            // What is in the folder is all that a new process knows; one process alone keeps what it has.
            if (processes.length > 1) {
              const fresh = open(clock)[0];
              if (fresh !== undefined)
                processes = processes.map((slots, index) => (index === one.process % processes.length ? fresh : slots));
            }
          } else {
            clock.jump(one.milliseconds);
          }
        }
        expect(mostInAnyWindow(counted, limit.windowMilliseconds)).toBeLessThanOrEqual(limit.requests);
      }),
      { numRuns: 80 },
    );
  });
});

describe("places in a folder", () => {
  test("of a dead process are free after its request must be over, and one window more", () => {
    const clock = new FakeClock();
    expect(takeAll(shared(clock))).toHaveLength(4);
    const later = shared(clock);
    clock.pass(requestTimeoutMilliseconds + 1000);
    expect(takeAll(later)).toHaveLength(0);
    clock.pass(11_100);
    expect(takeAll(later)).toHaveLength(4);
  });

  test("of a process that died between the name and the first line", () => {
    const clock = new FakeClock();
    const slots = shared(clock);
    writeFileSync(join(folder, "tickets-1000", "1"), "");
    const others = takeAll(slots);
    expect(others).toHaveLength(3);
    for (const slot of others) slot.ended();
    clock.pass(60_000);
    expect(takeAll(slots)).toHaveLength(4);
  });

  test.each(["garbage\n", "r\n", "r this-boot 99999999999999 99999999999999 99999999999999\n", "r other 1 1 1\ne x\n"])(
    "a damaged ticket %j frees its place in the end",
    (text) => {
      const clock = new FakeClock();
      const slots = shared(clock);
      writeFileSync(join(folder, "tickets-1000", "1"), text);
      for (const slot of takeAll(slots)) slot.ended();
      clock.pass(2 * 3_600_000);
      expect(takeAll(slots)).toHaveLength(4);
    },
  );

  test("a restart of the machine, or another machine, counts by the wall clock", () => {
    const clock = new FakeClock();
    for (const slot of takeAll(shared(clock, { boot: "before" }))) slot.ended();
    clock.pass(500);
    const after = shared(clock);
    expect(takeAll(after)).toHaveLength(0);
    clock.pass(502);
    expect(takeAll(after)).toHaveLength(4);
  });

  test.each([-1e9, 1e9])("a wall clock that jumps by %d ms does not lock anybody out", (jump) => {
    const clock = new FakeClock();
    for (const slot of takeAll(shared(clock, { boot: "before" }))) slot.ended();
    clock.jump(jump);
    const slots = shared(clock);
    for (const slot of takeAll(slots)) slot.ended();
    slots.block(clock.now() + 3000);
    clock.jump(jump);
    expect(slots.blockedUntil()).toBe(clock.now() + 3000);
    clock.pass(3000);
    expect(takeAll(slots)).toHaveLength(4);
  });

  test("a process that slept while tickets came and went reads everything again", () => {
    const clock = new FakeClock();
    const sleeper = shared(clock);
    takeAll(sleeper)[0]?.ended();
    const busy = shared(clock);
    for (let round = 0; round < 30; round++) {
      clock.pass(4000);
      for (const slot of takeAll(busy)) slot.ended();
    }
    expect(takeAll(sleeper)).toHaveLength(0);
    expect(readdirSync(join(folder, "tickets-1000")).length).toBeLessThan(20);
  });

  test("a smaller limit in one process counts what the others took", () => {
    const clock = new FakeClock();
    const small = shared(clock, { limit: { requests: 2, windowMilliseconds: 1000 } });
    const large = shared(clock);
    expect(takeAll(small)).toHaveLength(2);
    expect(takeAll(large)).toHaveLength(2);
    expect(takeAll(small)).toHaveLength(0);
  });

  test("an emptied cache is made anew", () => {
    const clock = new FakeClock();
    const slots = shared(clock);
    slots.take();
    rmSync(join(folder, "tickets-1000"), { recursive: true });
    expect("retryAt" in slots.take()).toBe(false);
  });

  test("a folder that fails in the middle of a run leaves this process to itself, and says so once", () => {
    const clock = new FakeClock();
    let failures = 0;
    const broken: Slots = {
      take: () => {
        throw new Error("EIO");
      },
      block: () => {
        throw new Error("EIO");
      },
      blockedUntil: () => {
        throw new Error("EIO");
      },
    };
    const slots = guardedSlots(broken, memorySlots(limit, clock), () => {
      failures += 1;
    });
    expect(takeAll(slots)).toHaveLength(4);
    slots.block(clock.now() + 10);
    expect(slots.blockedUntil()).toBe(clock.now() + 10);
    expect(failures).toBe(1);
  });
});
