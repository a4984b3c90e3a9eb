import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Creation, Store } from "../../../provider/src/api/coordination/store";
import { allStages, closePostgres, type Stage } from "./stages";

afterAll(closePostgres);

const of = { service: "service", kind: "List", owner: "7" } as const;
const creation = (token: string, changes: Partial<Creation> = {}): Creation => ({
  ...of,
  token,
  name: "digest",
  outcome: "sent",
  ...changes,
});

describe.each(allStages)("the store in %s", (_, open) => {
  let stage: Stage;
  let one: Store;
  let other: Store;
  beforeEach(async () => {
    stage = await open();
    one = stage.process("one");
    other = stage.process("other");
  });
  afterEach(() => stage.close());

  describe("places", () => {
    test("are given out once, to whoever asks first", async () => {
      const first = await one.take("limit", 4, 3, 1000);
      const second = await other.take("limit", 4, 3, 1000);
      expect([first.leases.length, second.leases.length]).toEqual([3, 1]);
      const third = await one.take("limit", 4, 1, 1000);
      expect(third).toMatchObject({ leases: [], blockedFor: 0 });
      expect(third.freeIn).toBeCloseTo(1000);
      expect((await one.take("another limit", 1, 1, 1000)).leases).toHaveLength(1);
    });

    test("are free again when their time is over", async () => {
      await one.take("limit", 2, 2, 1000);
      await stage.pass(999);
      expect((await other.take("limit", 2, 2, 1000)).leases).toEqual([]);
      await stage.pass(1);
      expect((await other.take("limit", 2, 2, 1000)).leases).toHaveLength(2);
    });

    test("are free at once when they are given back, and later when they are prolonged", async () => {
      const [back, prolonged] = (await one.take("limit", 2, 2, 1000)).leases;
      if (back === undefined || prolonged === undefined) throw new Error("no places");
      await stage.pass(500);
      expect(await one.hold(back, 0)).toBe(true);
      expect(await one.hold(prolonged, 3000)).toBe(true);
      expect((await other.take("limit", 2, 2, 2000)).leases).toHaveLength(1);
      await stage.pass(2000);
      expect((await other.take("limit", 2, 2, 2000)).leases).toHaveLength(1);
    });

    test("that have ended are not prolonged, whoever has them now", async () => {
      const [lease] = (await one.take("turn", 1, 1, 1000)).leases;
      if (lease === undefined) throw new Error("no place");
      await stage.pass(1000);
      expect(await one.hold(lease, 1000)).toBe(false);
      expect((await other.take("turn", 1, 1, 1000)).leases).toHaveLength(1);
      expect(await one.hold(lease, 0)).toBe(false);
      expect((await one.take("turn", 1, 1, 1000)).leases).toEqual([]);
    });

    test("say who holds the next one, and since when nothing was heard", async () => {
      await one.take("turn", 1, 1, 5000);
      await stage.pass(1200);
      const { holder, freeIn } = await other.take("turn", 1, 1, 5000);
      expect(holder?.label).toBe("one@elsewhere");
      expect(holder?.silentFor).toBeCloseTo(1200);
      expect(freeIn).toBeCloseTo(3800);
    });

    test("are more where a process allows more", async () => {
      expect((await one.take("limit", 2, 5, 1000)).leases).toHaveLength(2);
      expect((await other.take("limit", 60, 80, 1000)).leases.length).toBeGreaterThan(20);
      let _all = 0;
      for (let taken = 1; taken > 0; _all += taken) taken = (await other.take("limit", 60, 80, 1000)).leases.length;
      expect((await one.take("limit", 2, 5, 1000)).leases).toEqual([]);
      expect((await other.take("limit", 61, 80, 1000)).leases).toHaveLength(1);
    });

    test("that are free are given out as soon as a block ends, however long the others stay taken", async () => {
      await one.take("limit", 3, 1, 60_000);
      await one.block("limit", 1000);
      const blocked = await one.take("limit", 3, 1, 60_000);
      expect(blocked.blockedFor).toBeCloseTo(1000);
      expect(blocked.freeIn).toBe(blocked.blockedFor);

      await one.take("other", 1, 1, 60_000);
      await one.block("other", 1000);
      expect((await one.take("other", 1, 1, 60_000)).freeIn).toBeCloseTo(60_000);
    });

    test("are not given out while somebody blocks them, and a shorter block does not shorten it", async () => {
      await one.take("limit", 4, 1, 10);
      await one.block("limit", 5000);
      await other.block("limit", 100);
      const held = await other.take("limit", 4, 1, 1000);
      expect(held.leases).toEqual([]);
      expect(held.blockedFor).toBeCloseTo(5000);
      expect(held.freeIn).toBeCloseTo(5000);
      await stage.pass(5000);
      expect((await other.take("limit", 4, 1, 1000)).leases).toHaveLength(1);
    });

    test("are never given out twice to processes that ask at the same moment", async () => {
      const processes = Array.from({ length: 6 }, (_, index) => stage.process(`process ${index}`));
      const answers = await Promise.all(
        processes.flatMap((process) => [process.take("limit", 20, 5, 1000), process.take("limit", 20, 5, 1000)]),
      );
      const places = answers.flatMap(({ leases }) => leases);
      expect(places.length).toBeLessThanOrEqual(20);
      const rest = await one.take("limit", 20, 20, 1000);
      expect(places.length + rest.leases.length).toBe(20);
    });
  });

  describe("creations", () => {
    test("of others are known since a mark, of the same name and owner", async () => {
      await other.record(creation("a", { outcome: "made", id: "1" }));
      const marks = await one.marks({ service: "service", owner: "7" });
      const since = (name?: string) => one.createdSince(of, name, marks.List ?? 0);
      expect(await since("digest")).toBe(false);
      await one.record(creation("b", { outcome: "made", id: "2" }));
      await other.record(creation("c", { outcome: "made", id: "3", name: "unlike" }));
      await other.record(creation("d", { outcome: "made", id: "4", owner: "8" }));
      await other.record(creation("e", { outcome: "made", id: "5", kind: "Campaign" }));
      await other.record(creation("f", { outcome: "made", id: "6", service: "another" }));
      expect(await since("digest")).toBe(false);
      expect(await since()).toBe(true);
      await other.record(creation("g", { outcome: "made", id: "7" }));
      expect(await since("digest")).toBe(true);
      expect(
        await one.createdSince(of, "digest", (await one.marks({ service: "service", owner: "7" })).List ?? 0),
      ).toBe(false);
    });

    test("that were sent before a mark count as long as nobody knows what came of them", async () => {
      await other.record(creation("a"));
      const before = (await one.marks({ service: "service", owner: "7" })).List ?? 0;
      expect(await one.createdSince(of, "digest", before)).toBe(true);
      expect(await other.createdSince(of, "digest", 0)).toBe(false);
      await other.record(creation("a", { outcome: "made", id: "1" }));
      // The listing that was read at the mark may lack it.
      expect(await one.createdSince(of, "digest", before)).toBe(true);
      const after = (await one.marks({ service: "service", owner: "7" })).List ?? 0;
      expect(await one.createdSince(of, "digest", after)).toBe(false);
      await other.record(creation("b"));
      await other.record(creation("b", { outcome: "refused" }));
      expect(await one.createdSince(of, "digest", after)).toBe(false);
    });

    test("are read back with what was noted of them, until they are refused", async () => {
      const notes = { targets: ["5", "6"], running: true, stack: "stack", saidAbsent: true };
      await one.record(creation("a", { outcome: "made", id: "1", ...notes }));
      await other.record(creation("b"));
      await other.record(creation("c", { outcome: "refused" }));
      await other.record(creation("d", { outcome: "made", id: "4", kind: "Campaign" }));
      expect(await one.creations(of)).toEqual([
        { ...creation("a", { outcome: "made", id: "1", ...notes }), ran: true, own: true },
        { ...creation("b"), own: false },
      ]);
    });

    test("are remembered as they are by now, whoever has made them", async () => {
      await one.record(creation("a", { outcome: "made", id: "1", targets: ["5"], running: true }));
      const later = { outcome: "made", id: "1", name: "later" } as const;
      await other.remember({ ...creation("b"), ...later, running: false, stack: "stack" });
      const known = { token: "a", id: "1", name: "later", targets: ["5"], running: false, stack: "stack" };
      expect(await one.creations(of)).toMatchObject([known]);
      await other.remember({ ...creation("c"), ...later, id: "2", targets: [] });
      expect((await one.creations(of)).map(({ id, targets }) => [id, targets])).toEqual([
        ["1", ["5"]],
        ["2", []],
      ]);
    });

    test("are settled by those who know what came of them, once", async () => {
      await one.record(creation("a"));
      await other.record(creation("b"));
      await other.record(creation("c", { name: "unlike" }));
      await one.record(creation("d", { outcome: "made", id: "9" }));
      await one.record(creation("e", { stack: "another" }));
      await one.settle(["a", "b", "d"], { outcome: "made", id: "3" });
      await one.settle(["c", "a"], { outcome: "refused" });
      expect((await one.creations(of)).map(({ token, id }) => `${token} ${id}`).sort()).toEqual([
        "a 3",
        "b 3",
        "d 9",
        "e undefined",
      ]);
      expect((await one.creations(of, "digest")).map(({ token }) => token)).toHaveLength(4);
    });

    test("that were running have run, whatever is remembered of them later", async () => {
      await one.record(creation("a", { outcome: "made", id: "1", running: true }));
      await other.remember({ ...creation("b"), outcome: "made", id: "1", running: false, released: true });
      expect(await one.creations(of)).toMatchObject([{ running: false, ran: true, released: true }]);
      await one.record(creation("c", { outcome: "made", id: "2", running: false }));
      expect((await one.creations(of))[1]).not.toHaveProperty("ran");
      await other.remember({ ...creation("d"), outcome: "made", id: "2", running: false, ran: true });
      expect((await one.creations(of))[1]).toMatchObject({ running: false, ran: true });
    });

    test("belong to whoever has taken them over, until somebody else does", async () => {
      const by = (stack: string) => ({ ...creation("b"), outcome: "made", id: "1", stack, resource: stack }) as const;
      await one.record(creation("a", { outcome: "made", id: "1", stack: "first", resource: "first" }));
      await one.record(creation("c", { outcome: "made", id: "1", stack: "first", resource: "first" }));
      const held = async () => (await one.creations(of)).map(({ stack, resource }) => `${stack} ${resource}`);
      await other.remember(by("second"));
      expect(await held()).toEqual(["second second", "second second"]);
      await other.remember({ ...by("third"), adopted: true });
      await other.remember(by("first"));
      expect(await held()).toEqual(["third third", "third third"]);
      await other.remember({ ...by("third"), released: true });
      await other.remember(by("first"));
      expect(await held()).toEqual(["first first", "first first"]);
      await other.remember({ ...by("second"), adopted: true });
      expect(await held()).toEqual(["second second", "second second"]);
    });

    test("of another address are inherited once, but for those that are known here", async () => {
      const there = { service: "before", owner: "6" };
      await one.record(creation("a", { ...there, running: true, targets: ["5"] }));
      await one.record(creation("b", { ...there, outcome: "made", id: "1", stack: "stack" }));
      await one.record(creation("c", { ...there, outcome: "made", id: "2" }));
      await one.record(creation("d", { ...there, outcome: "refused" }));
      await one.record(creation("e", { outcome: "made", id: "2", name: "later" }));
      for (const store of [one, other]) await store.inherit(there, { service: "service", owner: "7" });
      const known = (await other.creations(of)).map(({ id, name, running, targets }) => ({
        id,
        name,
        running,
        targets,
      }));
      expect(known).toHaveLength(3);
      expect(known).toContainEqual({ id: undefined, name: "digest", running: true, targets: ["5"] });
      expect(known).toContainEqual({ id: "1", name: "digest", running: undefined, targets: undefined });
      expect(known).toContainEqual({ id: "2", name: "later", running: undefined, targets: undefined });
      expect(await one.creations({ ...of, ...there })).toHaveLength(3);
    });

    test("elsewhere are told by their ids", async () => {
      await one.record(creation("a", { outcome: "made", id: "1" }));
      await other.record(creation("b", { outcome: "made", id: "2", targets: ["5"], running: true, stack: "stack" }));
      await other.record(creation("c"));
      await other.record(creation("d", { outcome: "made", id: "3", kind: "Campaign" }));
      expect(await one.createdElsewhere(of)).toEqual(["2"]);
      expect(await other.createdElsewhere(of)).toEqual(["1"]);
    });
  });

  test("that were sent long ago show in every listing by now", async () => {
    await other.record(creation("a"));
    await stage.pass(3_599_000);
    expect(await one.createdSince(of, "digest", 1)).toBe(true);
    await stage.pass(2_000);
    expect(await one.createdSince(of, "digest", 1)).toBe(false);
  });

  test("a mark of a database that was emptied since says nothing", async () => {
    await one.record(creation("a", { outcome: "made", id: "1" }));
    expect(await one.createdSince(of, "digest", 1)).toBe(false);
    expect(await one.createdSince(of, "digest", 1_000)).toBe(true);
  });

  test("what came of a creation stays, should an older word of it arrive late", async () => {
    await other.record(creation("a"));
    await other.record(creation("a", { outcome: "made", id: "1" }));
    await other.record(creation("a"));
    expect(await one.createdElsewhere(of)).toEqual(["1"]);
  });

  test("the owner of a key is remembered, and corrected", async () => {
    expect(await one.ownerOf("hash")).toBeUndefined();
    await one.rememberOwner("hash", "7");
    await one.rememberOwner("other hash", "8");
    expect(await other.ownerOf("hash")).toBe("7");
    await other.rememberOwner("hash", "9");
    expect(await one.ownerOf("hash")).toBe("9");
  });
});
