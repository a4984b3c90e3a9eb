import { describe, expect, it } from "vitest";
import { isFoundOff } from "../../../provider/src/lifecycle/changeTable";
import { Refusal } from "../../../provider/src/lifecycle/refusal";
import { unknownText } from "../../../provider/src/lifecycle/unknown";
import { robot } from "../kind/robot";
import { urnOf } from "../resources/guarding";
import { both, changing, type More } from "./changing";

const broken = new Refusal("a value breaks a rule");

describe("the acting user of an update", () => {
  const asked = { actor: undefined };

  it("is requested", () => {
    expect(changing("update", asked).decided()).toMatchObject({
      rule: "other-user",
      look: { ask: "actor", kind: robot },
    });
  });

  it.each<[string, More, string]>([
    ["its creation is pending", { ...asked, id: "pending-1" }, "pending"],
    ["a value breaks a rule", { ...asked, broken }, "late-values"],
  ])("is not requested if the update is refused in any case: %s", (_, more, row) => {
    const { rule, look, refusal } = changing("update", more).decided();
    expect({ rule, look, isRefused: refusal !== undefined }).toEqual({ rule: row, look: undefined, isRefused: true });
  });

  it.each<[string, More]>([
    ["pending creation", { actor: { as: "7" }, id: "pending-1" }],
    ["change to a broken value", { actor: { as: "7" }, broken }],
  ])("is compared first, if it is known, also for a %s", (_, more) => {
    expect(changing("update", more).decided().rule).toBe("other-user");
  });

  it.each<[string, More, { readonly unshown: boolean; readonly owners: readonly string[] }]>([
    ["its owner", {}, { unshown: false, owners: ["101"] }],
    ["that the service does not show such objects", { record: { unseen: true } }, { unshown: true, owners: ["101"] }],
    [
      "no owner at another service",
      { record: { origin: "https://old.example.com" }, acknowledged: ["moved:https://old.example.com"] },
      { unshown: false, owners: [] },
    ],
  ])("notes for the rest of the run %s", (_, more, { unshown, owners }) => {
    const { decided, memory } = changing("diff", more);
    for (const note of decided().notes) note();
    expect([...memory.owners]).toEqual(owners);
    expect(memory.unshown.has(robot)).toBe(unshown);
  });

  it("may differ from the last change, which a preview reports under the stack", () => {
    const { warnings, act } = changing("diff", { actor: "notRecorded" }).decided();
    expect(act).toEqual({});
    expect(warnings).toMatchObject([{ reach: "other-key", underStack: true }]);
  });
});

describe("a value that a preview does not know", () => {
  it.each<[string, More, string, string | undefined]>([
    ["may replace one that is off", {}, "which may replace it.", undefined],
    [
      "may start its replacement",
      { news: { on: true }, olds: { on: true } },
      "which may replace it; the new toy robot may start.",
      "starts-sending",
    ],
    [
      "may start its replacement, if that is not known either",
      { news: { on: unknownText } },
      "; the new toy robot may start.",
      "starts-sending",
    ],
    ["replaces it together with another change", { news: { speed: 2 } }, "which replaces it.", undefined],
  ])("%s", (_, more, words, reach) => {
    const { warnings } = changing("diff", { ...more, news: { ...more.news, model: unknownText } }).decided();
    expect(warnings).toHaveLength(1);
    expect(warnings[0]?.text).toMatch(/^it: (on, )?model(, on)? is known only during the update, /);
    expect(warnings[0]?.text).toContain(words);
    expect(warnings[0]?.reach).toBe(reach);
  });
});

it.each<[string, unknown, number]>([
  ["another object than the one that it manages", 6, 1],
  ["the object that it manages", 5, 0],
  ["an equal object", "twin", 0],
])("a resource that adopts %s is warned that this has no effect", (_, adopt, count) => {
  const { warnings } = changing("diff", { hints: { adopt } }).decided();
  expect(warnings.filter(({ text }) => text.startsWith("it: adopt: 6 has no effect"))).toHaveLength(count);
  expect(warnings).toHaveLength(count);
});

describe("an object that ran without being declared active", () => {
  const unasked = { record: { unasked: true } } as const;

  it("is read by the update", () => {
    const { rule, look } = changing("update", unasked).decided();
    expect({ rule, look }).toEqual({ rule: "unasked", look: { ask: "itself", kind: robot, id: "5" } });
  });

  it.each<[string, More, number]>([
    ["fails the update, as its preview says", unasked, 1],
    ["is no warning if the program declares that it runs", { ...unasked, olds: { on: true } }, 0],
  ])("%s", (_, more, count) => {
    const { isForetold, warnings } = changing("diff", more).decided();
    expect(isForetold).toBe(true);
    expect(warnings).toHaveLength(count);
    for (const { reach } of warnings) expect(reach).toBe("starts-sending");
  });

  it("is not off before it was read, even if that is acknowledged", () => {
    expect(isFoundOff(changing("update", { ...unasked, acknowledged: ["inactive:5"] }).facts)).toBe(false);
  });
});

describe("a resource with another URN than its state", () => {
  it.each<[string, More, boolean]>([
    ["has it written", { record: { urn: urnOf("before", "Robot") } }, true],
    ["of an exported program has it written", { record: { urn: undefined, exportedAs: "before" } }, true],
    ["is the same one under the same name", {}, false],
    ["is the same one in a renamed stack", { record: { urn: "urn:pulumi:prod::project::outreach:Robot::one" } }, false],
    [
      "of an exported program is the same one under the same name",
      { record: { urn: undefined, exportedAs: "one" } },
      false,
    ],
    ["is not known if the state names none", { record: { urn: undefined } }, false],
    [
      "is not known if the run does not know it",
      { record: { urn: urnOf("before", "Robot") }, hints: { urn: undefined } },
      false,
    ],
    ["is not known if neither does", { record: { urn: undefined }, hints: { urn: undefined } }, false],
  ])("%s", (_, more, isWritten) => {
    for (const at of both) {
      const { rule, act } = changing(at, more).decided();
      expect({ rule, act }).toEqual(isWritten ? { rule: "renamed", act: {} } : {});
    }
  });
});
