import { beforeEach, describe, expect, test } from "vitest";
import { Creations, nameDigest } from "../../../provider/src/api/coordination/creations";
import { serviceDigest } from "../../../provider/src/api/coordination/digest";
import { Memory, MemoryStore } from "../../../provider/src/api/coordination/memoryStore";
import type { Creation, Store } from "../../../provider/src/api/coordination/store";
import type { CreationNotes } from "../../../provider/src/api/objects";
import { FakeClock } from "../api/fakeClock";
import { runNamed } from "./stages";

const origin = "https://outreach.example.com";
const service = serviceDigest(origin);
const of = { kind: "List", owner: "7" };

let store: Store;
let asked: number;
let failure: Error | undefined;
let creations: Creations;
beforeEach(() => {
  store = new MemoryStore(new Memory(), new FakeClock(), runNamed("one"));
  asked = 0;
  failure = undefined;
  creations = new Creations(service, async (work) => {
    asked += 1;
    if (failure !== undefined) throw failure;
    return await work(store);
  });
});

const record = (token: string, changes: Partial<Creation> = {}) =>
  store.record({ ...of, service, token, name: nameDigest("Leads"), outcome: "sent", ...changes });
const ids = async (changes: Partial<typeof of> = {}) =>
  (await store.creations({ ...of, service, ...changes })).map(({ id }) => id);

test("a name is recorded in the same form by every release, without the spaces around it", () => {
  expect(nameDigest(" Leads ")).toBe("5933e75b5cbe0cc22541fb");
  expect(nameDigest("Leads")).toBe(nameDigest(" Leads\t"));
});

test("creations are known by their names, and can be limited to one name", async () => {
  await record("a");
  await record("b", { name: nameDigest("Others") });
  const [one, ...more] = await creations.known(of, "Leads", "sameName");
  expect([one?.token, more]).toEqual(["a", []]);
  expect(["Leads", " Leads ", "Others"].map((name) => one?.isNamed(name))).toEqual([true, true, false]);
  const all = await creations.known(of, "Leads", "all");
  expect(all.map(({ token, sameName }) => [token, sameName])).toEqual([
    ["a", true],
    ["b", false],
  ]);
});

test("records that could not be read once are read again", async () => {
  await record("a", { outcome: "made", id: "1", stack: "mine" });
  failure = new Error("the database is gone");
  await expect(creations.one(of, "1", false)).rejects.toThrow("the database is gone");
  failure = undefined;
  expect(await creations.one(of, "1", false)).toMatchObject({ stack: "mine" });
  const before = asked;
  await creations.one(of, "1", false);
  expect(asked).toBe(before);
  await record("b", { outcome: "made", id: "2", stack: "theirs" });
  expect(await creations.one(of, "2", false)).toBeUndefined();
  expect(await creations.one(of, "2", true)).toMatchObject({ stack: "theirs" });
});

test("a process with cached records does not release an object that another resource has since adopted", async () => {
  const second = new Creations(service, (work) => work(store));
  await creations.remember(of, "1", "Leads", { stack: "mine", resource: "finder" }, false);
  await second.remember(of, "1", "Leads", { stack: "mine", resource: "thief", adopted: true }, false);
  await creations.remember(of, "1", "Leads", { stack: "mine", resource: "finder", released: true }, false);
  expect(await creations.one(of, "1", true)).toMatchObject({ resource: "thief", adopted: true, released: undefined });
});

describe("the record of an object", () => {
  const remember = (notes: CreationNotes, unlessKnown: boolean) =>
    creations.remember(of, "1", "Leads", notes, unlessKnown);
  const recorded = () => store.creations({ ...of, service });

  test("is written as created, and again only if something has changed", async () => {
    await remember({ running: true, targets: ["5"] }, true);
    expect(await recorded()).toMatchObject([{ id: "1", outcome: "made", running: true, targets: ["5"] }]);
    const before = asked;
    await remember({ running: true, targets: ["5"] }, false);
    expect(asked).toBe(before);
    await remember({ running: false }, false);
    expect(asked).toBe(before + 1);
    expect(await recorded()).toMatchObject([{ running: false, ran: true }]);
  });

  // A state may be older than the record: it cannot turn a running object into a paused one.
  test.each([
    [false, true],
    [true, false],
  ])("does not become paused because of a state, unless it was read: %j", async (isRead, running) => {
    await remember({ running: true }, false);
    await remember({ running: false }, !isRead);
    expect(await recorded()).toMatchObject([{ running }]);
  });

  test("gets the name of a later object only if it has none", async () => {
    const named = async () => (await store.creations({ ...of, service })).map(({ id, name }) => [id, name]);
    for (const id of ["1", "2"]) {
      if (id === "1") await creations.remember(of, id, "Leads", {}, false);
      await creations.remember(of, id, "Later", { isNameLater: true, released: true }, false);
    }
    expect(await named()).toEqual([
      ["1", nameDigest("Leads")],
      ["2", nameDigest("Later")],
    ]);
    expect((await store.creations({ ...of, service })).every((each) => !("isNameLater" in each))).toBe(true);
    const before = asked;
    await creations.remember(of, "1", "Later", { isNameLater: true, released: true }, false);
    expect(asked).toBe(before);
  });

  test("does not apply to an object of another kind or owner with the same id", async () => {
    await record("sent");
    await remember({ stack: "mine" }, true);
    const others = [
      { kind: "Campaign", owner: "7" },
      { kind: "List", owner: "8" },
    ];
    for (const other of others) expect(await creations.one(other, "1", false)).toBeUndefined();
    expect(await creations.one(of, "1", false)).toMatchObject({ stack: "mine" });
  });
});

describe("records are inherited from", () => {
  // The former owner, and the number of the new owner's creations afterwards.
  test.each<[string, string, string, number]>([
    ["nobody, if it is the same user at the same address", origin, "7", 1],
    ["another user at the same address", origin, "6", 2],
    ["the same user at another address", "https://before.example.com", "7", 2],
  ])("%s", async (_, from, userId, expected) => {
    await record("here");
    await record("there", { service: serviceDigest(from), owner: userId });
    const before = (await ids()).length;
    await creations.inherit({ origin: from, userId }, "7");
    expect((await ids()).length).toBe(expected === 1 ? before : 2);
  });
});

test("creates whose responses were lost are settled as created or refused; without any, nothing is requested", async () => {
  await record("made");
  await record("refused");
  await creations.settle(["made"], { id: "5" });
  await creations.settle(["refused"], "refused");
  const known = await store.creations({ ...of, service });
  expect(known.map(({ id, outcome }) => [id, outcome])).toEqual([["5", "made"]]);
  const before = asked;
  await creations.settle([], { id: "6" });
  expect(asked).toBe(before);
});
