import { describe, expect, it } from "vitest";
import type { Change, RuleContext } from "../../../provider/src/lifecycle/kind";
import { problemLine } from "../../../provider/src/lifecycle/problem";
import { declared, robot } from "./robot";

const context: RuleContext = { acknowledged: new Set(), launch: "allow" };
const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
const problems = (inputs: object) => robot.problems({ ...inputs }, context).map(problemLine);

describe("the schema of a kind", () => {
  it("accepts valid fields and the arguments of every resource", () => {
    expect(problems({ ...declared, speed: 0.5, adopt: 4, acknowledge: ["restart"] })).toEqual([]);
  });

  it("reports unknown fields, then broken fields in the order of the table", () => {
    expect(problems({ speed: 6, title: "longer than ten", dockIds: [], modl: "flyer", model: "flier" })).toEqual([
      "modl: is not a field of a toy robot: did you mean `model`?",
      "title: has 15 characters; at most 10 are allowed",
      "model: must be one of `walker`, `flyer`; did you mean `flyer`?",
      "dockIds: is empty: it must hold at least one dock",
      "speed: must be a number from 0 to 5",
    ]);
  });

  it("reports missing fields that the table requires", () => {
    expect(problems({})).toEqual([
      "title: is missing: it must be the title, a text of at most 10 characters",
      "dockIds: is missing: it must be a list of dock ids",
    ]);
  });

  it("ignores values that are not known yet", () => {
    expect(problems({ title: unknown, dockIds: unknown, model: unknown })).toEqual([]);
  });

  it("sorts the problems from the kind's rules among those of its fields", () => {
    expect(problems({ ...declared, on: true, speed: 0, asleep: "no" })).toEqual([
      "speed: is 0 though it is on",
      "asleep: must be `true` or `false`",
    ]);
  });

  it("passes on the kind's warnings and the paths that as-is can lift", () => {
    expect(robot.warnings({ speed: 5 }, context)).toEqual(["speed: this is fast"]);
    expect([robot.needsAsIs({}, "motto"), robot.needsAsIs({}, "title")]).toEqual([true, false]);
  });
});

describe("the normal form of a kind", () => {
  it("applies the normal form of each field, fills in defaults and drops other properties", () => {
    const inputs = { title: " R2\r\n", dockIds: ["2", 1], ownerId: "7", skills: [" walk "], serial: "x", other: 1 };
    expect(robot.canonical(inputs)).toEqual({
      title: "R2",
      model: "walker",
      dockIds: [2, 1],
      ownerId: 7,
      skills: ["walk"],
    });
  });

  it("keeps the arguments of every resource, ids as numbers", () => {
    expect(robot.canonical({ ...declared, adopt: "12", acknowledge: ["restart"] })).toEqual({
      ...declared,
      adopt: 12,
      acknowledge: ["restart"],
    });
  });

  it("leaves unknown values unchanged", () => {
    const output = { apply: () => undefined };
    const inputs = { title: unknown, model: unknown, dockIds: [unknown], motto: output };
    expect(robot.canonical(inputs)).toEqual(inputs);
    expect(robot.canonical({ ...inputs, motto: " Beep " }).motto).toBe("Beep");
  });
});

describe("the changes of a kind", () => {
  it.each<[string, object, object, readonly Pick<Change, "property" | "effect">[]]>([
    ["none", {}, {}, []],
    ["an update", {}, { title: "C3" }, [{ property: "title", effect: "update" }]],
    ["a replacement", { speed: 1 }, { speed: 2 }, [{ property: "speed", effect: "replace" }]],
    ["none if only the order differs", {}, { dockIds: [2, 1, 1] }, []],
    ["none from an undeclared field to the value that it then has", {}, { on: false }, []],
    ["a replacement from that value to the other", {}, { on: true }, [{ property: "on", effect: "replace" }]],
    ["none from an undeclared set to an empty one", {}, { skills: [] }, []],
    ["none from an undeclared field to its default", { model: undefined }, { model: "walker" }, []],
    ["none if the field is no longer declared", { motto: "Beep" }, { motto: undefined }, []],
    [
      "an update at most if the value is unknown",
      { speed: 1 },
      { speed: unknown },
      [{ property: "speed", effect: "update" }],
    ],
    [
      "several in the order of the table",
      {},
      { asleep: true, title: "C3" },
      [
        { property: "title", effect: "update" },
        { property: "asleep", effect: "update" },
      ],
    ],
  ])("%s", (_, olds, news, changes) => {
    const found = robot.changes({ ...declared, ...olds }, { ...declared, ...news });
    expect(found.map(({ property, effect }) => ({ property, effect }))).toEqual(changes);
  });

  it("compares properties like their fields, others exactly", () => {
    expect(robot.same("title", "R2 ", "R2")).toBe(true);
    expect(robot.same("dockIds", [1, 2], [2, 1])).toBe(true);
    expect(robot.same("serial", [1, 2], [2, 1])).toBe(false);
  });
});

describe("the request bodies of a kind", () => {
  it("contain every declared field and the fields that a create always includes", () => {
    const inputs = { ...declared, motto: "Beep", adopt: 4, acknowledge: ["restart"], serial: "x" };
    expect(robot.createBody(inputs)).toEqual({ ...declared, motto: "Beep", on: false });
    expect(robot.createBody({ ...declared, on: true })).toEqual({ ...declared, on: true });
  });

  const change = (property: string, effect: Change["effect"] = "update"): Change => ({
    property,
    path: property,
    effect,
  });

  it("contain the properties that change in place, each once", () => {
    const changes = [change("title"), change("title"), change("speed", "replace"), change("asleep")];
    const news = { ...declared, title: "C3", speed: 2, asleep: true };
    expect(robot.updateBody(changes, declared, news, { id: "1" })).toEqual({ title: "C3", asleep: true });
  });

  it("contain the value that a field makes for an update", () => {
    const body = robot.updateBody([change("motto")], declared, { motto: "Beep" }, { id: "1", serial: "s-1" });
    expect(body).toEqual({ motto: "Beep (s-1)" });
  });
});

describe("the responses that a kind reads", () => {
  it("keep the declared and the read-only fields, and null only if it has a meaning", () => {
    const nullable = [...robot.answered].filter(([, each]) => each.nullable).map(([field]) => field);
    expect([...robot.answered.keys()]).toEqual([...robot.properties, "serial", "battery"]);
    expect(nullable).toEqual(["speed", "motto"]);
  });

  it("return the declared value itself if both mean the same", () => {
    const answer = { id: "1", title: "R2 ", dockIds: ["2", "1"], speed: null, model: "flyer" };
    const observed = robot.observed(answer, declared);
    expect(observed).toEqual({ title: "R2", dockIds: [1, 2], speed: undefined, model: "flyer" });
    expect(observed.dockIds).toBe(declared.dockIds);
  });

  it("show a null as missing only if something is declared", () => {
    expect(robot.observed({ id: "1", skills: null }, { skills: [] })).toEqual({ skills: [] });
    expect(robot.observed({ id: "1", skills: null }, { skills: ["walk"] })).toEqual({ skills: undefined });
  });

  it("are ignored if a value has another type", () => {
    expect(robot.observed({ id: "1", title: 5, on: "yes", dockIds: ["x"] }, declared)).toEqual({});
  });

  it("show read-only fields, except hidden ones and values that are not plain", () => {
    expect(robot.readOnly({ id: "1", serial: "s-1", battery: 40 })).toEqual({ serial: "s-1" });
    expect(robot.readOnly({ id: "1", serial: { number: 1 } })).toEqual({});
    expect(robot.outputs).toEqual(["model", "serial"]);
  });

  it("identify an object by its fields' traits", () => {
    expect(robot.traits({ model: "flyer", ownerId: 7, title: "R2" })).toEqual(["flyer", "owner 7"]);
    expect(robot.traits({ ownerId: null })).toEqual([]);
  });
});

describe("the roles of a kind", () => {
  it("name the fields that have them", () => {
    expect(robot.roles).toEqual({
      name: "title",
      running: "on",
      paused: "asleep",
      targets: { property: "dockIds", noun: "dock" },
    });
    expect(robot.identifying).toEqual(["motto"]);
    expect(robot.deletesFirst).toBe(true);
  });
});

describe("the operations of a kind", () => {
  it("take address, source and wording from its path and noun", () => {
    const { list, read, create, update, delete: remove } = robot.operations;
    const shown = [list, read, create, update, remove].map((each) =>
      each === undefined ? "none" : `${each.source}: ${each.attempt}: ${each.method} ${each.path}`,
    );
    expect(shown).toEqual([
      "P: list the toy robots: GET /v1/toy/robot",
      "P: read the toy robot: GET /v1/toy/robot/{id}",
      "S: create the toy robot: POST /v1/toy/robot",
      "P: change the toy robot: PATCH /v1/toy/robot/{id}",
      "I: delete the toy robot: DELETE /v1/toy/robot/{id}",
    ]);
    expect(update?.advice).toBe("wind it up");
    expect([robot.plural, robot.listingKey, robot.listQuery]).toEqual(["toy robots", "robots", { all: "true" }]);
  });

  it("send a change that only pauses through the operation for pausing", () => {
    const pause = robot.changeOperation({ asleep: true });
    expect(pause).toMatchObject({ source: "S", attempt: "pause the toy robot", answersObject: false });
    for (const body of [{ asleep: false }, { asleep: true, title: "C3" }, { title: "C3" }, {}]) {
      expect(robot.changeOperation(body)).toBe(robot.operations.update);
    }
  });
});
