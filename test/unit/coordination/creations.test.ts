import fc from "fast-check";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { afterRemembering, hasRun, ranOnAfter } from "../../../provider/src/api/coordination/notes";
import type { Creation, Recorded, Store } from "../../../provider/src/api/coordination/store";
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

const stack = fc.constantFrom("first", "second");
const only = fc.constant(true as const);
/** Notes with any of these fields. */
const notes = fc.record(
  {
    name: fc.constantFrom("one name", "another name"),
    targets: fc.array(fc.constantFrom("5", "6"), { maxLength: 2 }),
    running: fc.boolean(),
    ran: only,
    ranOn: fc.uniqueArray(fc.constantFrom("6", "7", "8"), { minLength: 1, maxLength: 2 }),
    stack,
    resource: stack,
    adopted: only,
    released: only,
    content: fc.constantFrom("one digest", "another digest"),
  },
  { requiredKeys: ["name"] },
);

describe.each(allStages)("creations in %s", (_, open) => {
  let stage: Stage;
  let one: Store;
  let other: Store;
  beforeEach(async () => {
    stage = await open();
    one = stage.process("one");
    other = stage.process("other");
  });
  afterEach(() => stage.close());

  test("by other processes count since a mark, if they have the name and the owner", async () => {
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
    expect(await one.createdSince(of, "digest", (await one.marks({ service: "service", owner: "7" })).List ?? 0)).toBe(
      false,
    );
  });

  test("that were sent before a mark count until their outcome is recorded", async () => {
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

  test("are read back with their notes, except refused ones", async () => {
    const notes = { targets: ["5", "6"], running: true, stack: "stack", saidAbsent: true, content: "digest" };
    await one.record(creation("a", { outcome: "made", id: "1", ...notes }));
    await other.record(creation("b"));
    await other.record(creation("c", { outcome: "refused" }));
    await other.record(creation("d", { outcome: "made", id: "4", kind: "Campaign" }));
    expect(await one.creations(of)).toEqual([
      { ...creation("a", { outcome: "made", id: "1", ...notes }), ran: true, ranOn: ["5", "6"], own: true },
      { ...creation("b"), own: false },
    ]);
  });

  test("are updated by any process's data about the object", async () => {
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

  test("are settled once, and only if their outcome is unknown", async () => {
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

  test("of objects that were running stay recorded as having run", async () => {
    await one.record(creation("a", { outcome: "made", id: "1", running: true }));
    await other.remember({ ...creation("b"), outcome: "made", id: "1", running: false, released: true });
    expect(await one.creations(of)).toMatchObject([{ running: false, ran: true, released: true }]);
    await one.record(creation("c", { outcome: "made", id: "2", running: false }));
    expect((await one.creations(of)).map(({ id, ran }) => [id, ran])).toEqual([
      ["1", true],
      ["2", undefined],
    ]);
    await other.remember({ ...creation("d"), outcome: "made", id: "2", running: false, ran: true });
    expect((await one.creations(of))[1]).toMatchObject({ running: false, ran: true });
  });

  test("belong to the stack that adopted the object, until it releases it or another stack adopts it", async () => {
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

  test("of an adopted object stay with the adopter if another resource or stack releases the object", async () => {
    const by = (stack: string, resource: string) =>
      ({ ...creation("b"), outcome: "made", id: "1", stack, resource }) as const;
    await one.record(creation("a", { outcome: "made", id: "1", stack: "first", resource: "finder" }));
    await other.remember({ ...by("first", "thief"), adopted: true });
    const kept = [{ stack: "first", resource: "thief", adopted: true, released: undefined }];
    await one.remember({ ...by("first", "finder"), released: true });
    expect(await one.creations(of)).toMatchObject(kept);
    await one.remember({ ...by("second", "thief"), released: true });
    expect(await one.creations(of)).toMatchObject(kept);
    await one.remember({ ...by("first", "thief"), released: true });
    expect(await one.creations(of)).toMatchObject([{ adopted: undefined, released: true }]);
  });

  test("are updated by the same rule in every store", async () => {
    let objects = 0;
    await fc.assert(
      fc.asyncProperty(notes, fc.array(notes, { minLength: 1, maxLength: 5 }), async (first, later) => {
        objects += 1;
        const object = { outcome: "made", id: `${objects}` } as const;
        await one.record(creation(`of ${objects}`, { ...first, ...object }));
        for (const each of later) await other.remember({ ...creation("unused"), ...each, ...object });
        const expected = later.reduce<Recorded>(afterRemembering, {
          ...creation(`of ${objects}`, { ...first, ...object }),
          ran: hasRun(first) || undefined,
          ...ranOnAfter(hasRun(first), first),
          own: true,
        });
        expect((await one.creations(of)).at(-1)).toEqual(expected);
      }),
      { numRuns: 150 },
    );
  });

  test("of another address are inherited once, except for objects that are already recorded", async () => {
    const there = { service: "before", owner: "6" };
    await one.record(creation("a", { ...there, running: true, targets: ["5"] }));
    await one.record(creation("b", { ...there, outcome: "made", id: "1", stack: "stack" }));
    await one.record(creation("c", { ...there, outcome: "made", id: "2" }));
    await one.record(creation("d", { ...there, outcome: "refused" }));
    await one.record(creation("e", { outcome: "made", id: "2", name: "later" }));
    for (const store of [one, other]) await store.inherit(there, { service: "service", owner: "7" });
    const known = (await other.creations(of)).map(({ id, name, running, targets }) => ({ id, name, running, targets }));
    expect(known).toHaveLength(3);
    expect(known).toContainEqual({ id: undefined, name: "digest", running: true, targets: ["5"] });
    expect(known).toContainEqual({ id: "1", name: "digest", running: undefined, targets: undefined });
    expect(known).toContainEqual({ id: "2", name: "later", running: undefined, targets: undefined });
    expect(await one.creations({ ...of, ...there })).toHaveLength(3);
  });

  test("of other processes are listed by the ids of their objects", async () => {
    await one.record(creation("a", { outcome: "made", id: "1" }));
    await other.record(creation("b", { outcome: "made", id: "2", targets: ["5"], running: true, stack: "stack" }));
    await other.record(creation("c"));
    await other.record(creation("d", { outcome: "made", id: "3", kind: "Campaign" }));
    expect(await one.createdElsewhere(of)).toEqual(["2"]);
    expect(await other.createdElsewhere(of)).toEqual(["1"]);
  });

  test("that were sent long ago do not count: a listing shows the object by then", async () => {
    await other.record(creation("a"));
    await stage.pass(3_599_000);
    expect(await one.createdSince(of, "digest", 1)).toBe(true);
    await stage.pass(1_000);
    expect(await one.createdSince(of, "digest", 1)).toBe(false);
  });

  test("count as new if the mark is from a database that was emptied since", async () => {
    await one.record(creation("a", { outcome: "made", id: "1" }));
    expect(await one.createdSince(of, "digest", 1)).toBe(false);
    expect(await one.createdSince(of, "digest", 1_000)).toBe(true);
  });

  test("keep their outcome if an older record of them arrives late", async () => {
    await other.record(creation("a"));
    await other.record(creation("a", { outcome: "made", id: "1" }));
    await other.record(creation("a"));
    expect(await one.createdElsewhere(of)).toEqual(["1"]);
  });

  test.each<[string, Partial<Creation>, Partial<Creation>, string[]]>([
    ["refused", { outcome: "refused" }, {}, []],
    ["refused, and was made after all", { outcome: "refused" }, { outcome: "made", id: "1" }, ["1"]],
    ["made", { outcome: "made", id: "1" }, { outcome: "refused" }, ["1"]],
  ])("that are recorded twice are %s", async (_, first, second, expected) => {
    await other.record(creation("a", first));
    await other.record(creation("a", second));
    expect((await one.creations(of)).map(({ id }) => id)).toEqual(expected);
  });

  test("of others do not raise the marks of an owner", async () => {
    await one.record(creation("a", { outcome: "made", id: "1" }));
    const marks = await one.marks({ service: "service", owner: "7" });
    await one.record(creation("b", { outcome: "made", id: "2", owner: "8" }));
    await one.record(creation("c", { outcome: "made", id: "3", service: "another" }));
    expect(await one.marks({ service: "service", owner: "7" })).toEqual(marks);
  });

  test("that were settled or inherited since a mark count as new", async () => {
    const there = { service: "before", owner: "6" };
    await one.record(creation("a"));
    await one.record(creation("b", { ...there, name: "inherited", outcome: "made", id: "1" }));
    await stage.pass(4_000_000);
    await one.record(creation("c", { name: "known", outcome: "made", id: "2" }));
    const mark = (await other.marks({ service: "service", owner: "7" })).List ?? 0;
    expect(await other.createdSince(of, undefined, mark)).toBe(false);
    await one.settle(["a"], { outcome: "made", id: "3" });
    await one.inherit(there, { service: "service", owner: "7" });
    for (const token of ["d", "e", "f"]) await other.record(creation(token, { outcome: "made", id: token }));
    expect(await other.createdSince(of, "digest", mark)).toBe(true);
    expect(await other.createdSince(of, "inherited", mark)).toBe(true);
    expect(await other.createdSince(of, "known", mark)).toBe(false);
  });

  test("are inherited from one owner by one owner, regardless of others", async () => {
    const there = { service: "before", owner: "6" };
    const made = { outcome: "made", id: "1" } as const;
    await one.record(creation("a", there));
    await one.record(creation("b", { ...there, ...made }));
    await one.record(creation("c", { ...there, service: "elsewhere", id: "2" }));
    await one.record(creation("d", { ...there, owner: "9", id: "3" }));
    await one.record(creation("e", { service: "elsewhere", ...made }));
    await one.record(creation("f", { owner: "8", ...made }));
    await one.record(creation("g"));
    await one.inherit(there, { service: "service", owner: "7" });
    expect((await one.creations(of)).map(({ token, id }) => [token, id])).toEqual([
      ["g", undefined],
      ["a service 7", undefined],
      ["b service 7", "1"],
    ]);
  });

  test("are kept beside the owner of each key, which can be corrected", async () => {
    expect(await one.ownerOf("hash")).toBeUndefined();
    await one.rememberOwner("hash", "7");
    await one.rememberOwner("other hash", "8");
    expect(await other.ownerOf("hash")).toBe("7");
    await other.rememberOwner("hash", "9");
    expect(await one.ownerOf("hash")).toBe("9");
  });
});
