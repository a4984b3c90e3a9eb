import { expect, test } from "vitest";
import { Kept } from "../../../provider/src/api/coordination/kept";
import { Memory, MemoryStore } from "../../../provider/src/api/coordination/memoryStore";
import type { Store } from "../../../provider/src/api/coordination/store";
import { FakeClock } from "../api/fakeClock";
import { runNamed } from "./stages";

function processes() {
  let used = 0;
  const store = new MemoryStore(new Memory(), new FakeClock(), runNamed("one"));
  const shared = <T>(work: (store: Store) => Promise<T>) => {
    used += 1;
    return work(store);
  };
  return { of: (engineRun?: string) => new Kept(engineRun, shared), used: () => used };
}

test("an object kept by one process of a run is kept by all processes of that run, and by no other run", async () => {
  const { of } = processes();
  await of("up").add("Campaign 5");
  expect(await of("up").has("Campaign 5")).toBe(true);
  expect(await of("up").has("Campaign 6")).toBe(false);
  expect(await of("another").has("Campaign 5")).toBe(false);
});

test("a process outside an engine run keeps nothing, and sends no requests", async () => {
  const { of, used } = processes();
  await of().add("Campaign 5");
  expect(await of().has("Campaign 5")).toBe(false);
  expect(used()).toBe(0);
});
