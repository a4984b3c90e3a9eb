import { describe, expect, it } from "vitest";
import { isCreatedAfter } from "../../../provider/src/lifecycle/creationTime";
import { besideOwn, lastShown } from "../../../provider/src/lifecycle/ownersState";
import type { Recorded } from "../../../provider/src/lifecycle/record";
import { outputs, stateOf } from "./stateOf";

const off = { everActive: true };
const pending = { pending: { since: "2026-01-15T12:00:00.000Z" } };

/** What the state shows to a new resource with these arguments. */
const shownTo = (held: Parameters<typeof stateOf>[0], args: object, declared: readonly string[] = []) =>
  stateOf(held).inState("new", { name: "New", ...args }, new Set(declared))[0];

describe("what the state passes to a resource that adopts an object", () => {
  const sent = { targets: ["1"], count: 2 };

  it("is what the object's resource knows, and the lists of its people", () => {
    const held = {
      a: outputs({ active: true }, { id: "7", sent, ...off }),
      b: outputs({ active: true, listIds: [2] }, { id: "8" }),
    };
    const adopted = { id: "7", is: "running", sent };
    expect(shownTo(held, { adopt: 7 })).toMatchObject({ contacted: ["1"], targets: ["1"], adoptable: [adopted] });
    expect(shownTo(held, { adopt: 9 })).not.toHaveProperty("adoptable");
    // Its own resource gets that as its own data.
    expect(stateOf(held).inState("a", { adopt: 7 })[0]).toMatchObject({ contacted: ["1"], own: { id: "7" } });
    expect(stateOf(held).inState("a", { adopt: 7 })[0]).not.toHaveProperty("adoptable");
  });

  it("includes the lists of a lost create of its name, which may have made it, but not of others of its name", () => {
    const held = {
      a: outputs({ active: true }, { id: "7" }),
      lost: outputs({ active: true, listIds: [2] }, { id: undefined, ...pending }),
      other: outputs({ active: true, listIds: [3] }, { id: "8" }),
    };
    expect(shownTo(held, { name: "Q1", adopt: 7 })?.targets).toEqual(["1", "2"]);
    expect(shownTo(held, { name: "Q2", adopt: 7 })?.targets).toEqual(["1"]);
    // The program still declares it.
    expect(shownTo(held, { name: "Q1", adopt: 7 }, ["lost"])?.targets).toEqual(["1"]);
  });

  it("is of a former version what is known of it, and where its resource has contacted people", () => {
    const replaced = { 5: "digest", 6: { content: "digest", targets: ["3"] } };
    const held = { a: outputs({ active: true }, { id: "7", replaced, ranOn: ["2"], ...off }) };
    const former = { id: "5", is: "off", saidOff: true, replaced: { 6: replaced[6] } };
    expect(shownTo(held, { adopt: 5 })).toMatchObject({ contacted: ["1", "2"], targets: ["2"], adoptable: [former] });
    expect(shownTo(held, { adopt: 6 })).toMatchObject({ targets: ["3"], adoptable: [{ id: "6" }] });
    expect(stateOf(held).inState("a", { adopt: 5 })[0]).not.toHaveProperty("adoptable");
  });

  it("includes the lists on which others have found it", () => {
    const held = { a: outputs({ active: true }, { id: "7", foundOn: { "4": { ids: ["9"] } } }) };
    expect(shownTo(held, { adopt: 9 })?.targets).toEqual(["4"]);
    expect(shownTo(held, { adopt: 8 })?.targets).toBeUndefined();
  });
});

describe("how often updates have sent the lists of objects", () => {
  const many = (count: number, its: (index: number) => [object, Partial<Recorded>]) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`q${index}`, outputs(...its(index))]));
  const sent = (count: number) => ({ targets: ["1"], count });

  it("is known of those first that may contact people", () => {
    const held = {
      ...many(100, (index) => [{ active: false }, { unseen: undefined, id: String(100 + index), sent: sent(1) }]),
      running: outputs({ active: true }, { id: "7", sent: sent(3) }),
    };
    const counts = shownTo(held, { active: false })?.sent ?? {};
    expect(counts["7"]).toBe(3);
    expect(Object.keys(counts)).toHaveLength(100);
  });

  it("is passed to a start for a hundred objects that others have found on its lists", () => {
    const found = (index: number) => ({ "1": { ids: [String(101 + index)] } });
    const held = many(120, (index) => [{}, { id: String(100 + index), foundOn: found(index), sent: sent(1) }]);
    const of = shownTo(held, { active: true, listIds: [1] })?.sentOfFound ?? {};
    expect(Object.keys(of)).toHaveLength(100);
  });
});

describe("the objects with a resource's name", () => {
  it("are those of other resources that have an id and lists", () => {
    const one = { urn: "a", id: "7", targets: [1] };
    const others = [{ ...one, urn: "own" }, one, { urn: "b", targets: [1] }, { urn: "c", id: "8", targets: [] }];
    expect(besideOwn("own", others)).toEqual({ namesakes: [{ id: "7", targets: ["1"] }] });
    expect(besideOwn("own", [{ ...one, urn: "own" }])).toEqual({});
  });
});

describe("the object that shows the service's operations", () => {
  it("is one that it still shows, or that it showed last", () => {
    const [early, late] = [
      { id: "1", hiddenSince: "2026-01-01" },
      { id: "2", hiddenSince: "2026-02-01" },
    ];
    expect(lastShown([early, late, { id: "3" }])).toEqual({ id: "3" });
    expect(lastShown([early, late])).toEqual(late);
    expect(lastShown([])).toBeUndefined();
  });
});

describe("one object", () => {
  it("was created after another one only if both times are known, and differ by more than their precision", () => {
    const at = (createdAt?: string) => ({ createdAt });
    const [first, later] = [at("2026-01-15T12:00:00.100Z"), at("2026-01-15T12:00:05.100Z")];
    expect([isCreatedAfter(later, first), isCreatedAfter(first, later)]).toEqual([true, false]);
    expect([isCreatedAfter(later, at()), isCreatedAfter(at(), first), isCreatedAfter(first, first)]).toEqual([
      ...[false, false, false],
    ]);
    expect(isCreatedAfter(at("2026-01-15T12:00:00.900Z"), at("2026-01-15T12:00:00Z"))).toBe(false);
  });
});
