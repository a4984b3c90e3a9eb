import { describe, expect, it } from "vitest";
import type { Settings } from "../../../provider/src/api/settings";
import { evaluate } from "../../../provider/src/lifecycle/decision";
import type { Values } from "../../../provider/src/lifecycle/kind";
import type { RunMemory } from "../../../provider/src/lifecycle/memory";
import { afterKinds, ofPlan, type PlanFacts } from "../../../provider/src/lifecycle/planTable";
import { unknownText } from "../../../provider/src/lifecycle/unknown";
import { listKind } from "../../../provider/src/resources/listKind";
import { declared, robot } from "../kind/robot";
import { guarding, here, urnOf } from "../resources/guarding";

const urn = urnOf("one", "Robot");
const two = urnOf("two", "Robot");

interface More extends Partial<Pick<PlanFacts, "owners" | "actor" | "equal">> {
  readonly kind?: typeof robot;
  readonly inputs?: Values;
  readonly settings?: Partial<Settings>;
  readonly remember?: (memory: RunMemory) => void;
  /** What the record of a lost create of the resource `two` holds, if the state has one. */
  readonly lost?: object;
  readonly acknowledged?: readonly string[];
}

const lostAs = (more: object) => {
  const pending = { since: "2026-01-01T00:00:00.000Z", sign: "0123abcd" };
  const record = { version: 1, origin: here, actingUserId: "101", declared: Object.keys(declared), pending, ...more };
  return { urn: two, outputs: { ...declared, recorded: JSON.stringify(record) } };
};

/** The decision on the planned create of a robot, with all rows or without one of them. */
function planned(more: More) {
  const { kind = robot, settings, remember, lost, acknowledged, owners = [], actor, equal } = more;
  const { run, memory } = guarding({}, settings);
  remember?.(memory);
  const inputs = { ...declared, ...more.inputs };
  if (lost !== undefined) memory.remember(kind, inputs, { urn, retained: false, lost: [lostAs(lost)] });
  const parts = { kind, run, about: "it", urn, inputs, acknowledged: new Set(acknowledged) };
  const facts: PlanFacts = { situation: { ...parts, stated: [] }, owners, actor, equal };
  const decided = (without?: string) =>
    evaluate(
      [...ofPlan, ...afterKinds].filter(({ name }) => name !== without),
      facts,
      true,
    );
  return { decided, memory };
}

const owned = [{ origin: here, actingUserId: "101", actor: "0123abcd" }];
const unshown = (memory: RunMemory) => void memory.unshown.add(robot);
const managed = (memory: RunMemory) => memory.note(robot, "5", { manager: two });

describe("a planned create that only one row refuses", () => {
  it.each<[string, string, More, RegExp]>([
    [
      "other-users",
      "other objects of the stack belong to another user",
      { owners: owned, actor: "7" },
      /^Creating it: this run acts as user 7, and other resources of this stack belong to user 101/,
    ],
    [
      "must-declare",
      "it adopts an object that the service does not show, and does not declare whether it runs",
      { inputs: { adopt: 5 }, remember: unshown },
      /^Adopting it \(id 5\): this service does not show whether it runs, and the program does not declare on/,
    ],
    [
      "adopted-twice",
      "another resource in the program manages the adopted object",
      { inputs: { adopt: 5 }, remember: managed },
      /^it: toy robot 5 is already managed by two of this program.*\nRemove adopt: 5 from one of the two, or correct/,
    ],
    [
      "planned-twice",
      "another resource of the program is equal",
      { equal: two },
      /^it: it equals two of this program in every property, so creating it would look like creating that one twice/,
    ],
    [
      "stated-lost",
      "an equal create of another resource got no response",
      { lost: {} },
      /^Creating it: the creation of the same toy robot for two got no response.*\n.*"twin:none:0123abcd".*\nIf one is two under a new name: aliases/,
    ],
  ])("%s: %s", (row, _, more, message) => {
    const { decided } = planned(more);
    expect(decided().rule).toBe(row);
    expect(decided().refusal?.().message).toMatch(message);
    expect(decided(row).refusal).toBeUndefined();
  });
});

describe("a planned create that no row refuses", () => {
  it.each<[string, More]>([
    ["if nothing speaks against it", {}],
    ["if the other objects of the stack belong to the same user", { owners: owned, actor: "101" }],
    [
      "if the objects of another user are at another service",
      { owners: [{ ...owned[0], origin: "https://old.example.com", actingUserId: "101" }], actor: "7" },
    ],
    ["if it does not adopt, and the service does not show objects", { remember: unshown }],
    [
      "if it adopts an object that the service does not show, and declares that it is off",
      { inputs: { adopt: 5, on: false }, remember: unshown },
    ],
    ["if it adopts an object that the service shows", { inputs: { adopt: 5 } }],
    [
      "if it adopts an object of a kind that contacts nobody",
      { kind: listKind, inputs: { adopt: 5 }, remember: (memory) => void memory.unshown.add(listKind) },
    ],
    ["if another resource manages another object", { inputs: { adopt: 6 }, remember: managed }],
    ["if an equal resource creates one, and this one adopts another", { inputs: { adopt: 5 }, equal: two }],
    ["if it is not known yet whether an equal resource stays equal", { inputs: { motto: unknownText }, equal: two }],
    [
      "if an equal create was lost that had no effect, as its own code says",
      { lost: {}, acknowledged: ["twin:none:0123abcd"] },
    ],
    ["if an equal create was lost that had no effect, as is said for all", { lost: {}, acknowledged: ["twin:none"] }],
    ["if an equal create was lost at another service", { lost: { origin: "https://old.example.com" } }],
    ["if an equal create of another user was lost", { lost: {}, actor: "7" }],
    ["if an equal create was lost, and this one adopts", { lost: {}, inputs: { adopt: 5 } }],
    [
      "if an equal create was lost, and it is not known yet whether this one is equal",
      { lost: {}, inputs: { motto: unknownText } },
    ],
    ["if a create with other content was lost", { lost: {}, inputs: { motto: "Another" } }],
  ])("%s", (_, more) => {
    const { refusal, warnings } = planned(more).decided();
    expect({ refusal, warnings }).toEqual({ refusal: undefined, warnings: [] });
  });
});

it("a resource that adopts an object claims it for the rest of the run", () => {
  const { decided, memory } = planned({ inputs: { adopt: 5 } });
  for (const note of decided().notes) note();
  expect(memory.object(robot, "5")).toEqual({ adopter: urn });
});

it("a create for a user that no run has recorded is a warning under the stack", () => {
  const { refusal, warnings } = planned({ owners: owned }).decided();
  expect(refusal).toBeUndefined();
  const text = expect.stringMatching(/another one than at the last change of this stack.*if that is not user 101\.$/);
  expect(warnings).toEqual([{ text, reach: "other-key", underStack: true, afterwards: false }]);
});

describe("a planned create that may take over an object", () => {
  it.each<[string, More, RegExp | undefined]>([
    [
      "warns if the id is not known yet",
      { inputs: { adopt: unknownText } },
      /^it: adopt is known only during the update/,
    ],
    ["warns if the resource asks for an equal one", { inputs: { adopt: "twin" } }, /^it: because of adopt: "twin", /],
    ["warns if the run asks for equal ones", { settings: { adopt: "twin" } }, /^it: because of OUTREACH_ADOPT=twin, /],
    ["does not if the resource names one", { inputs: { adopt: 5 }, settings: { adopt: "twin" } }, undefined],
    [
      "does not in a rehearsal, whose account is empty",
      { settings: { adopt: "twin", isRehearsal: true, origin: "http://127.0.0.1" } },
      undefined,
    ],
  ])("%s", (_, more, message) => {
    const { warnings } = planned(more).decided();
    const expected = { text: expect.stringMatching(message ?? ""), reach: "adopted", underStack: false };
    expect(warnings).toMatchObject(message === undefined ? [] : [expected]);
  });
});
