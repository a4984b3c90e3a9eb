import { describe, expect, it } from "vitest";
import {
  acknowledgements,
  howToAcknowledge,
  howToConfirm,
  isIdleOf,
  isIdleOnceCreated,
  warnAboutIdle,
} from "../../../provider/src/lifecycle/acknowledge";
import { ownCodes } from "../../../provider/src/lifecycle/codes";
import { campaignKind } from "../../../provider/src/resources/campaign/kind";
import { settingsFor } from "../api/opening";

const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
const here = "https://outreach.example.com";

describe("acknowledgements in force", () => {
  it("are the resource's own and the run's", () => {
    const settings = settingsFor(here, { acknowledge: ["restart"] });
    expect([...acknowledgements(campaignKind, { acknowledge: ["rename"] }, settings).acknowledged]).toEqual([
      "rename",
      "restart",
    ]);
    expect([...acknowledgements(campaignKind, {}, settings).acknowledged]).toEqual(["restart"]);
  });

  it.each<[string, boolean]>([
    ["inactive:5", true],
    ["twin:none", true],
    [`moved:${here}`, true],
    ["twin:none:0123abcd", false],
    ["twin:5", false],
    ["shared-list:5", false],
    ["as-is:steps[0]", false],
    ["restart", true],
    ["rename", false],
  ])("%s in the state is used up: %s", (code, isSpent) => {
    const program = { acknowledge: [code] };
    const codes = acknowledgements(campaignKind, program, settingsFor(here), { held: program });
    expect([[...codes.acknowledged], [...codes.spent]]).toEqual(isSpent ? [[], [code]] : [[code], []]);
    // Set for the run, or newly added, it counts.
    const ofRun = acknowledgements(campaignKind, program, settingsFor(here, { acknowledge: [code] }), {
      held: program,
    });
    const anew = acknowledgements(campaignKind, program, settingsFor(here), {
      held: { acknowledge: ["inactive:6"] },
    });
    expect([[...ofRun.acknowledged], [...ofRun.spent]]).toEqual([[code], []]);
    // The one that the program declares no longer would not count if it came back.
    expect([[...anew.acknowledged], [...anew.spent]]).toEqual([[code], ["inactive:6"]]);
  });

  it.each<[string, unknown, unknown, boolean]>([
    ["the same lists", [1, 2], [2, 1], false],
    ["fewer lists", [1, 2], [2], false],
    ["the same list, written as text", [1, 2], ["2"], false],
    ["a further list", [1], [1, 2], true],
    ["a list that is not known yet", [1], ["04da6b54-80e4-46f7-96ec-b56ff0331ba9"], true],
    ["lists that are not known yet", [1], "04da6b54-80e4-46f7-96ec-b56ff0331ba9", true],
  ])("a shared list in the state, with %s, is used up: %#", (_, before, listIds, isSpent) => {
    const acknowledge = ["shared-list:5", "twin:5"];
    const held = { listIds: before, acknowledge };
    const codes = acknowledgements(campaignKind, { listIds, acknowledge }, settingsFor(here), { held });
    expect([...codes.spent]).toEqual(isSpent ? ["shared-list:5"] : []);
    expect([...codes.acknowledged]).toEqual(isSpent ? ["twin:5"] : acknowledge);
  });

  it("are not used up by a create without a response, if they start people again", () => {
    const program = { acknowledge: ["restart", "twin:none"] };
    const before = { held: program, isPending: true };
    const { acknowledged, spent } = acknowledgements(campaignKind, program, settingsFor(here), before);
    expect([[...acknowledged], [...spent]]).toEqual([["restart"], ["twin:none"]]);
  });

  it("that have counted for another resource do not count for the one in its place", () => {
    const program = { acknowledge: ["restart", "rename"] };
    const { acknowledged, spent } = acknowledgements(campaignKind, program, settingsFor(here), { used: ["restart"] });
    expect([[...acknowledged], [...spent]]).toEqual([["rename"], ["restart"]]);
  });

  it("that are used up have to be set for the run", () => {
    const spent = new Set(["inactive:5"]);
    expect(howToConfirm({ spent }, "inactive:6")).toEqual(howToAcknowledge("inactive:6"));
    expect(howToConfirm({}, "inactive:5")).toEqual(howToAcknowledge("inactive:5"));
    expect(howToConfirm({ spent }, "inactive:5", "restart").text).toBe(
      'OUTREACH_ACKNOWLEDGE=inactive:5,restart for one run (in the program, "inactive:5" has counted for this resource or another one, and does not count again)',
    );
  });

  it("ignore invalid codes", () => {
    expect(ownCodes({ acknowledge: ["rename", 5, undefined] })).toEqual(["rename"]);
    expect(ownCodes({ acknowledge: ["rename", unknown] })).toEqual(["rename"]);
    expect(ownCodes({ acknowledge: "rename" })).toEqual([]);
  });
});

describe("a code on an object that exists", () => {
  it.each<[string, boolean]>([
    ["rename", true],
    ["restart", true],
    ["twin:none", true],
    ["twin:9", true],
    ["twin:", false],
    ["renames", false],
    ["x-restart", false],
    ["shared-list:5", false],
    ["as-is:steps[0]", false],
    ["inactive:5", false],
    ["inactive:6", true],
    [`moved:${here}`, false],
    ["moved:https://elsewhere.example.com", true],
  ])("%s is idle: %s", (code, isIdle) => {
    expect(isIdleOnceCreated(code, "5", here)).toBe(isIdle);
  });
});

describe("a code that names an object", () => {
  const isIdle = isIdleOf("twin", (value) => value === "5");

  it.each<[string, boolean]>([
    ["twin:5", false],
    ["twin:6", true],
    ["twins:6", false],
    ["shared-list:6", false],
  ])("%s is idle: %s", (code, idle) => {
    expect(isIdle(code)).toBe(idle);
  });

  it("is reported once for each idle one, at the resource", () => {
    const said: unknown[] = [];
    const run = { warn: (...given: unknown[]) => void said.push(given) };
    const inputs = { acknowledge: ["twin:5", "twin:6", "twin:7"] };
    warnAboutIdle({ run, about: "it", urn: "urn:one" }, inputs, isIdle);
    expect(said).toEqual([
      ['it: acknowledge: "twin:6" no longer applies; remove it.', "urn:one"],
      ['it: acknowledge: "twin:7" no longer applies; remove it.', "urn:one"],
    ]);
  });
});

it("several codes are acknowledged together", () => {
  expect(howToAcknowledge("twin:5", "rename").text).toBe(
    'acknowledge: ["twin:5", "rename"] on the resource, or OUTREACH_ACKNOWLEDGE=twin:5,rename for one run',
  );
});
