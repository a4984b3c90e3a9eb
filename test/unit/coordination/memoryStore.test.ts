import { expect, test } from "vitest";
import { Memory, MemoryStore } from "../../../provider/src/api/coordination/memoryStore";
import { type Creation, mostCreations } from "../../../provider/src/api/coordination/store";
import { FakeClock } from "../api/fakeClock";
import { runNamed } from "./stages";

const of = { service: "service", kind: "Campaign", owner: "7" } as const;

/** A store with these creations, filled up with copies of the last one. */
async function fullOf(...creations: readonly Partial<Creation>[]) {
  const memory = new Memory();
  const store = new MemoryStore(memory, new FakeClock(), runNamed("one"));
  const record = async (token: string, changes: Partial<Creation> = {}) =>
    await store.record({ ...of, token, name: "digest", outcome: "made", ...changes });
  for (const [index, creation] of creations.entries()) await record(`${index}`, creation);
  const last = memory.creations.at(-1);
  if (last === undefined) throw new Error("nothing was recorded");
  // Not with `record`, which scans all of them each time.
  for (let token = creations.length; token < mostCreations; token++)
    memory.creations.push({ ...last, token: `${token}` });
  const first = async () => (await store.creations(of)).slice(0, 3).map(({ token }) => token);
  return { memory, record, first };
}

test("the store keeps its maximum number of creations, and then forgets the oldest", async () => {
  const { memory, record, first } = await fullOf({});
  memory.creations.pop();
  await record("last");
  expect(memory.creations).toHaveLength(mostCreations);
  expect(await first()).toEqual(["0", "1", "2"]);
  await record("one more");
  expect(memory.creations).toHaveLength(mostCreations);
  expect(await first()).toEqual(["1", "2", "3"]);
});

test("creations of objects that may exist or have contacted people are not forgotten", async () => {
  const { record, first } = await fullOf({ outcome: "sent" }, { running: true }, { ran: true }, {});
  await record("one more");
  await record("and another");
  expect(await first()).toEqual(["0", "1", "2"]);
});

test("if none may be forgotten, it keeps more", async () => {
  const { memory, record } = await fullOf({ outcome: "sent" });
  await record("one more", { outcome: "sent" });
  expect(memory.creations).toHaveLength(mostCreations + 1);
  expect(memory.creations.at(-1)?.token).toBe("one more");
});
