import { expect, it } from "vitest";
import { MemoryReplayStore } from "../../../provider/src/webhook/replay";

const until = new Date(1000);

it("claims a delivery once, until it is released", () => {
  const store = new MemoryReplayStore(() => 0);
  expect(store.claim("a", until)).toBe("claimed");
  expect(store.claim("a", until)).toBe("in-progress");
  store.release("a");
  expect(store.claim("a", until)).toBe("claimed");
  store.complete("a", until);
  expect(store.claim("a", until)).toBe("handled");
  expect(store.claim("b", until)).toBe("claimed");
});

it("forgets deliveries that are too old to be accepted, but not earlier", () => {
  let now = 0;
  const store = new MemoryReplayStore(() => now);
  for (const name of ["a", "b", "c"]) {
    store.claim(name, until);
    store.complete(name, until);
  }
  now = 1000;
  store.claim("d", until);
  expect(store.size).toBe(4);
  now = 1001;
  store.claim("e", new Date(2000));
  // The handling of d is not finished.
  expect(store.size).toBe(2);
  expect(store.claim("d", until)).toBe("in-progress");
});

it("never exceeds its maximum, and forgets the oldest handled delivery", () => {
  const store = new MemoryReplayStore(() => 0, 100);
  store.claim("running", until);
  for (let each = 0; each < 1000; each++) {
    store.claim(`${each}`, until);
    store.complete(`${each}`, until);
  }
  expect(store.size).toBe(100);
  expect(store.claim("running", until)).toBe("in-progress");
  expect(store.claim("999", until)).toBe("handled");
  expect(store.claim("0", until)).toBe("claimed");
});
