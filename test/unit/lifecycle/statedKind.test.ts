import { describe, expect, it } from "vitest";
import { StatedKind } from "../../../provider/src/lifecycle/statedKind";
import { campaignKind } from "../../../provider/src/resources/campaign/kind";
import { outputs, stateOf } from "./stateOf";

describe("the code `restart` in the state", () => {
  it("that one has declared counts once for its name and its lists", () => {
    const acknowledge = ["shared-list:1", "restart"];
    const state = new StatedKind(campaignKind, new Map([["a", outputs({ active: true, acknowledge }, { id: "7" })]]));
    const used = (name: unknown, listId: number, declared: string[] = []) =>
      state.usedCodes("new", { name, listIds: [listId], acknowledge }, new Set(declared));
    expect(used("Q1", 1)).toEqual(["restart"]);
    expect([used("Q1", 2), used("Q2", 1), used(undefined, 1)]).toEqual([[], [], []]);
    // The program still declares its resource.
    expect(used("Q1", 1, ["a"])).toEqual([]);
    expect(state.usedCodes("new", { name: "Q1", listIds: [1] })).toEqual([]);
    expect(state.usedCodes("a", { name: "Q1", listIds: [1], acknowledge })).toEqual([]);
  });

  it("of an object whose lists are not known has counted for all lists, but not without a name", () => {
    const acknowledge = ["restart"];
    const used = (held: object, args: object) =>
      stateOf({ a: held }).usedCodes("new", { name: "Q1", listIds: [1], acknowledge, ...args });
    expect(used(outputs({ acknowledge, listIds: undefined }, { id: "7" }), {})).toEqual(["restart"]);
    expect(used(outputs({ acknowledge, name: undefined }, { id: "7" }), { name: undefined })).toEqual([]);
  });

  it("of a create that had no effect has not counted, unless it had counted before", () => {
    const acknowledge = ["restart"];
    const used = (pending: object) => {
      const lost = { id: undefined, pending: { since: "2026-01-15T12:00:00.000Z", ...pending }, ranOn: ["1"] };
      return stateOf({ a: outputs({ acknowledge }, lost) }).usedCodes("new", { name: "Q1", listIds: [1], acknowledge });
    };
    expect(used({})).toEqual(["restart"]);
    expect(used({ isAbsent: true })).toEqual([]);
    expect(used({ isAbsent: true, restartUsed: true })).toEqual(["restart"]);
  });
});

describe("a campaign in the state", () => {
  it("that may run has also contacted the people of lists that a change without an outcome has added", () => {
    const unsettled = { listIds: [[2, 3], "secret"] };
    const of = (values: object) => stateOf({ a: outputs(values, { id: "7", unsettled }) }).others("new", [1]);
    expect(of({ active: true })).toMatchObject([{ targets: [1], ranOn: ["2", "3"] }]);
    expect(of({ active: false })[0]).not.toHaveProperty("ranOn");
  });

  it("whose lists updates have sent is passed with the last of them", () => {
    const sent = { targets: ["1"], count: 2 };
    expect(stateOf({ a: outputs({}, { id: "7", sent }) }).others("new", [1])).toMatchObject([{ sent }]);
  });

  it("that the program adopts is known on the lists that its resources have in the state", () => {
    const adoption = (id: string, ...targets: string[]) => ({ id, targets, areAllTargets: false });
    const state = stateOf({
      a: outputs({}, { id: "7", replaced: { 5: "digest" }, ranOn: ["2"], everActive: true }),
      b: outputs({ listIds: [3] }, { id: "8", replaced: { 6: { content: "digest", targets: ["4"] } } }),
    });
    const beyond = (id: string) => state.beyond(adoption(id, "1", "2", "3", "4"), new Set());
    expect(beyond("7")).toEqual(adoption("7", "2", "3", "4"));
    expect(beyond("5")).toEqual({ ...adoption("5", "3", "4"), areAllTargets: true });
    const drafted = { active: false, listIds: [3] };
    const replaced = { id: "8", replaced: { 5: "digest" }, ranOn: ["2"] };
    const beyondDraft = stateOf({ a: outputs(drafted, replaced) }).beyond(adoption("5", "2", "3"), new Set());
    expect(beyondDraft).toEqual({ ...adoption("5", "3"), areAllTargets: true });
    expect(beyond("6")).toEqual(adoption("6", "1", "2", "3"));
    expect(beyond("9")).toEqual(adoption("9", "1", "2", "3", "4"));
    expect(state.beyond(adoption("7", "2"), new Set(["a"]))).toBeUndefined();
    const running = { ...adoption("7", "1"), runs: true };
    expect(state.beyond(running, new Set())).toEqual(running);
    // Another resource has it, as off as far as it knows.
    expect(state.beyond({ ...running, urn: "c" }, new Set(["a", "c"]))).toEqual({ ...running, urn: "c" });
    expect(state.beyond({ ...running, urn: "a" }, new Set(["a"]))).toBeUndefined();
  });
});
