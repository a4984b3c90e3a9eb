import { describe, expect, it } from "vitest";
import { RunMemory, Slot } from "../../../provider/src/lifecycle/memory";
import { declared, robot } from "../kind/robot";

const inputs = (values: object = {}) => ({ ...declared, ...values });
const [one = "", two = ""] = ["one", "two"].map((name) => `urn:pulumi:dev::project::robot::${name}`);

/** Stores hints for these inputs like `check`. */
function remembering(...hints: readonly Parameters<RunMemory["remember"]>[2][]) {
  const memory = new RunMemory();
  for (const each of hints) memory.remember(robot, inputs(), each);
  return memory;
}

describe("a resource's hints", () => {
  it("are found by the content of its inputs, in any order of their keys", () => {
    const memory = remembering({ urn: one, retained: true, unchanged: true });
    const reversed = Object.fromEntries(Object.entries(inputs()).reverse());
    expect(memory.hintsFor(robot, reversed)).toEqual({ urn: one, retained: true, unchanged: true });
  });

  it("are not found by other content", () => {
    const memory = remembering({ urn: one, retained: true, unchanged: true });
    expect(memory.hintsFor(robot, inputs({ title: "C3" }))).toEqual({ retained: false });
  });

  it("come from its latest check", () => {
    const memory = remembering({ urn: one, retained: true, adopt: 4 }, { urn: one, retained: false, unchanged: true });
    expect(memory.hintsFor(robot, inputs())).toEqual({ urn: one, retained: false, unchanged: true });
  });
});

describe("the hints of two resources with equal content", () => {
  const memory = remembering(
    { urn: one, retained: true, unchanged: true },
    { urn: two, retained: false, unchanged: true, adopt: 4 },
  );

  it("name neither resource", () => {
    expect(memory.hintsFor(robot, inputs()).urn).toBeUndefined();
  });

  it("do not claim that nothing has changed", () => {
    expect(memory.hintsFor(robot, inputs()).unchanged).toBe(false);
  });

  it("keep retainOnDelete if one of the two has it, in either order", () => {
    expect(memory.hintsFor(robot, inputs()).retained).toBe(true);
    const reversed = remembering({ urn: two, retained: false }, { urn: one, retained: true });
    expect(reversed.hintsFor(robot, inputs()).retained).toBe(true);
    const neither = remembering({ urn: two, retained: false }, { urn: one, retained: false });
    expect(neither.hintsFor(robot, inputs()).retained).toBe(false);
  });

  it("still name no resource when one of the two is checked again", () => {
    const again = remembering(
      { urn: one, retained: true },
      { urn: two, retained: false },
      { urn: two, retained: false },
    );
    expect(again.hintsFor(robot, inputs())).toMatchObject({ urn: undefined, unchanged: false, retained: true });
  });
});

describe("of two kinds with objects with the same id and equal inputs", () => {
  const drone = { ...robot, name: "Drone" };
  const memory = remembering({ urn: one, retained: true, unchanged: true });

  it("each has its own hints", () => {
    expect(memory.hintsFor(drone, inputs())).toEqual({ retained: false });
    memory.remember(drone, inputs(), { urn: two, retained: false });
    expect(memory.hintsFor(robot, inputs()).urn).toBe(one);
    expect(memory.hintsFor(drone, inputs()).urn).toBe(two);
  });

  it("each has its own notes and update", async () => {
    memory.note(robot, "5", { reads: 1, manager: one });
    expect(memory.object(drone, "5")).toEqual({});
    await memory.updates.begin(robot, "5", Promise.resolve());
    expect([memory.updates.hasSucceeded(robot, "5"), memory.updates.hasSucceeded(drone, "5")]).toEqual([true, false]);
    expect(memory.isDiffOfRefresh(drone, "5", inputs())).toBe(false);
  });

  it("a check of one does not hide the refresh of the other", () => {
    const refreshed = remembering({ urn: one, retained: false });
    refreshed.note(drone, "5", { reads: 1 });
    expect(refreshed.isDiffOfRefresh(drone, "5", inputs())).toBe(true);
  });

  it("a replacement of one does not affect the other", () => {
    memory.noteCompared(robot, { id: "5", outputs: {} }, {}, inputs(), true);
    expect(memory.comparedWith(robot, undefined, inputs())?.id).toBe("5");
    expect(memory.comparedWith(drone, undefined, inputs())).toBeUndefined();
    expect(memory.standing(drone, undefined, inputs())).toBeUndefined();
  });

  it("a create of one leaves that of the other planned", () => {
    memory.plans.add("Robot", one, inputs());
    memory.plans.add("Drone", two, inputs());
    memory.plans.fulfil("Robot", inputs());
    expect([memory.plans.of(one), memory.plans.of(two)?.kind]).toEqual([undefined, "Drone"]);
    expect(memory.plans.add("Drone", `${two}-b`, inputs())).toBe(two);
  });
});

describe("the create that replaces a deleted object", () => {
  const urnOf = (name: string, parent = "") => `urn:pulumi:dev::project::${parent}outreach:Robot::${name}`;
  const wanted = (title: string) => ({ ...declared, title });
  const plannedFor = (plans: Record<string, string>, note: (memory: RunMemory) => void = () => {}) => {
    const memory = new RunMemory();
    for (const [urn, title] of Object.entries(plans)) memory.plans.add("Robot", urn, wanted(title));
    note(memory);
    return memory.plannedFor(robot, "5", urnOf("one"), "R2")?.urn;
  };
  const [other, moved] = [urnOf("other"), urnOf("one", "my:Team$")];

  it.each<[string, Record<string, string>, string | undefined]>([
    ["has its URN", { [other]: "R2", [urnOf("one")]: "C3" }, urnOf("one")],
    ["has the resource's name below another parent, as after a move", { [other]: "R2", [moved]: "C3" }, moved],
    ["has its name", { [other]: "R2", [urnOf("third")]: "C3" }, other],
    ["is the only one to come", { [other]: "C3" }, other],
    ["is unknown if there are several", { [other]: "C3", [urnOf("third")]: "D4" }, undefined],
    ["is missing if there is none", {}, undefined],
  ])("%s", (_, plans, urn) => {
    expect(plannedFor(plans)).toBe(urn);
  });

  it("is not one that replaces another object", () => {
    const compared = (id: string) => (memory: RunMemory) =>
      memory.noteCompared(robot, { id, outputs: {} }, { urn: other }, wanted("C3"), true);
    expect(plannedFor({ [other]: "C3" }, compared("6"))).toBeUndefined();
    expect(plannedFor({ [other]: "C3" }, compared("5"))).toBe(other);
  });

  it("is not one that the engine has requested already, whether or not it succeeded", () => {
    expect(plannedFor({ [other]: "C3" }, (memory) => memory.plans.begin("Robot", wanted("C3")))).toBeUndefined();
    const begun = (memory: RunMemory) => memory.plans.begin("Robot", wanted("D4"));
    expect(plannedFor({ [other]: "C3", [urnOf("third")]: "D4" }, begun)).toBe(other);
  });

  it("is not one of another resource if one manages the object", () => {
    const managed = (memory: RunMemory) => memory.claim("manager", robot, "5", urnOf("second"));
    expect(plannedFor({ [other]: "R2" }, managed)).toBeUndefined();
  });
});

describe("the diff of a refresh", () => {
  it("is the one after a read whose inputs no check has seen", () => {
    const memory = new RunMemory();
    memory.note(robot, "5", { reads: 1 });
    expect(memory.isDiffOfRefresh(robot, "5", inputs())).toBe(true);
  });

  it("is each of two after two reads: after a failed run, two resources may have the same object", () => {
    const memory = new RunMemory();
    memory.noteRead(robot, "5");
    memory.noteRead(robot, "5");
    expect([1, 2, 3].map(() => memory.isDiffOfRefresh(robot, "5", inputs()))).toEqual([true, true, false]);
  });

  it("is not one without a read", () => {
    expect(new RunMemory().isDiffOfRefresh(robot, "5", inputs())).toBe(false);
  });

  it("is not one after the read of another object", () => {
    const memory = new RunMemory();
    memory.note(robot, "6", { reads: 1 });
    expect(memory.isDiffOfRefresh(robot, "5", inputs())).toBe(false);
  });

  it("comes once after a read: the next one is that of an update", () => {
    const memory = new RunMemory();
    memory.note(robot, "5", { reads: 1 });
    expect(memory.isDiffOfRefresh(robot, "5", inputs())).toBe(true);
    expect(memory.isDiffOfRefresh(robot, "5", inputs())).toBe(false);
  });

  it("is not one whose inputs a check has seen, and no further one follows", () => {
    const memory = remembering({ urn: one, retained: false });
    memory.note(robot, "5", { reads: 1 });
    expect(memory.isDiffOfRefresh(robot, "5", inputs())).toBe(false);
    expect(memory.isDiffOfRefresh(robot, "5", inputs({ title: "C3" }))).toBe(false);
  });
});

describe("a slot", () => {
  it("keeps one value for each run, created at the first access", () => {
    let made = 0;
    const slot = new Slot(() => ({ number: ++made }));
    const [first, second] = [new RunMemory(), new RunMemory()];
    expect(made).toBe(0);
    const kept = slot.of(first);
    expect(slot.of(second)).toEqual({ number: 2 });
    expect(slot.of(first)).toBe(kept);
    expect(kept).toEqual({ number: 1 });
  });

  it("is separate from every other slot of the same run", () => {
    const memory = new RunMemory();
    const [names, ids] = [new Slot(() => new Set<string>()), new Slot(() => new Set<string>())];
    names.of(memory).add("R2");
    expect([...ids.of(memory)]).toEqual([]);
  });
});
