import { describe, expect, it } from "vitest";
import { nameDigest } from "../../../provider/src/api/coordination/creations";
import { foretell } from "../../../provider/src/lifecycle/decision";
import type { Values } from "../../../provider/src/lifecycle/kind";
import type { Stated } from "../../../provider/src/lifecycle/stated";
import { policy } from "../../../provider/src/resources/campaign/policy";
import type { CampaignValues } from "../../../provider/src/resources/campaign/values";
import { guarded, urn, values } from "./guardedCampaign";
import { urnOf, waysOutOf } from "./guarding";
import { unknown } from "./programs";

interface More {
  readonly stated?: readonly Stated[] | "unread";
  readonly acknowledged?: readonly string[];
  /** The inputs of planned lists, by resource name. */
  readonly lists?: Readonly<Record<string, Values>>;
}

function planned(inputs: CampaignValues, { stated = [], acknowledged = ["x"], lists = {} }: More = {}) {
  const { situation, inView, memory, warnings, reaches } = guarded({}, acknowledged);
  for (const [name, its] of Object.entries(lists)) memory.plans.add("List", urnOf(name, "List"), its);
  const facts = { situation: { ...situation, inputs, stated }, owners: [], actor: undefined, equal: undefined };
  foretell(policy.planRules ?? [], facts, situation);
  return { inView: inView(), warnings, reaches };
}

const noted = { urn, name: "Q1", listIds: [1], acknowledged: new Set(["x"]), sharedNow: [] };
const starts = "it: once it is created, it starts to write to the people of its lists.";

const hasRunToo =
  "it: another campaign has run on its list (id 7): this campaign also writes to people to whom the other one has written.";

describe("a planned campaign", () => {
  it("that starts causes a warning, and is noted with all its lists", () => {
    const { inView, warnings, reaches } = planned(values({ active: true, listIds: [1, "unknown"] }));
    expect(inView).toEqual([{ ...noted, attached: [1] }]);
    expect(warnings).toEqual([[starts, urn]]);
    expect(reaches).toEqual(["starts-sending"]);
  });

  it("that may start causes a warning, and is not noted", () => {
    const { inView, warnings, reaches } = planned(values({ active: unknown }));
    expect(inView).toEqual([]);
    const text =
      "it: active is known only during the update: it may be created active, and then starts to write to the people of its lists.";
    expect(warnings).toEqual([[text, urn]]);
    expect(reaches).toEqual(["starts-sending"]);
  });

  it("that starts on a list that may be taken over causes a warning about the people in it", () => {
    const lists = { leads: { name: "Leads", adopt: 12 }, new: { name: "New" }, twin: { name: "Twin", adopt: "twin" } };
    const { warnings, reaches } = planned(values({ active: true, listIds: [1, unknown] }), { lists });
    const text =
      "it: its list may be one that the update takes over (leads, twin): it then starts on the people whom that list holds already.";
    expect(warnings).toEqual([
      [starts, urn],
      [text, urn],
    ]);
    expect(reaches).toEqual(["starts-sending", "starts-sending"]);
    expect(planned(values({ active: true }), { lists }).warnings).toEqual([[starts, urn]]);
  });

  it.each<[string, CampaignValues, object[]]>([
    ["that does not start is not noted", { active: false }, []],
    ["that does not declare that it starts is not noted", {}, []],
    ["that is adopted counts as running", { adopt: 5 }, [{ ...noted, id: "5", attached: [] }]],
    ["that is adopted as running is not a start", { adopt: 5, active: true }, [{ ...noted, id: "5", attached: [] }]],
    [
      "that is adopted, and may be off, is not a start",
      { adopt: 5, active: unknown },
      [{ ...noted, id: "5", attached: [] }],
    ],
    ["that is adopted as off is not noted", { adopt: 5, active: false }, []],
    ["whose twin may be adopted is not noted", { adopt: "twin" }, []],
  ])("%s", (_, changes, expected) => {
    expect(planned(values(changes))).toEqual({ inView: expected, warnings: [], reaches: [] });
  });
});

describe("beside a campaign in the state that the program no longer declares, a planned campaign", () => {
  const old: Stated = { urn: urnOf("old"), id: "7", targets: ["1", "9"], is: "running" };

  it.each<[string, CampaignValues, Partial<Stated>]>([
    ["on one of its lists", {}, {}],
    ["on one of several lists", { listIds: [2, 1] }, {}],
    ["on its list, whose create got no response", {}, { is: "pending", id: undefined }],
  ])("that starts %s is refused", (_, inputs, changes) => {
    expect(() => planned(values({ active: true, ...inputs }), { stated: [{ ...old, ...changes }] })).toThrow(
      /^campaign "Q1": list 1 is also used by the active campaign "old" (\(id 7\) )?of this stack/,
    );
  });

  it.each<[string, CampaignValues, Partial<Stated>, string[]]>([
    ["that starts on another list passes", { active: true, listIds: [2] }, {}, ["old", "Q1"]],
    ["that does not start passes", {}, {}, ["old"]],
    ["that is adopted passes", { adopt: 5 }, {}, ["old", "Q1"]],
  ])("%s, and both that run are noted", (_, inputs, changes, expected) => {
    const { inView, warnings } = planned(values(inputs), { stated: [{ ...old, ...changes }] });
    expect(inView.map(({ name }) => name)).toEqual(expected);
    expect(warnings).toEqual(inputs.active === true ? [[starts, urn]] : []);
  });

  it.each<[string, CampaignValues, Partial<Stated>, boolean]>([
    ["that starts on the list of one that is off", { active: true }, { is: "off" }, true],
    ["that starts on a list which one that runs has given up", { active: true }, { targets: [2], ranOn: ["1"] }, true],
    ["that starts beside one that has not run", { active: true }, { is: "resting" }, false],
    ["that starts beside a create whose id is not known", { active: true }, { is: "off", id: undefined }, false],
    ["that starts on another list", { active: true, listIds: [2] }, { is: "off" }, false],
    ["that is adopted", { adopt: 5, active: true }, { is: "off" }, false],
    ["that does not start", {}, { is: "off" }, false],
  ])("%s causes a warning only if people may get both", (_, inputs, changes, warns) => {
    const { warnings, reaches } = planned(values(inputs), { stated: [{ ...old, ...changes }] });
    expect(warnings.filter(([text]) => text?.includes("has run on its list"))).toEqual(warns ? [[hasRunToo, urn]] : []);
    expect(new Set(reaches).size).toBeLessThanOrEqual(1);
  });
});

describe("a planned campaign whose name another campaign in the state has that has run", () => {
  const old: Stated = { urn: urnOf("old"), id: "7", name: nameDigest("Q1"), targets: ["1", "9"], is: "off" };
  const starting = (inputs: CampaignValues, changes: Partial<Stated>, acknowledged: readonly string[] = []) =>
    planned(values({ active: true, ...inputs }), { stated: [{ ...old, ...changes }], acknowledged });

  it.each<[string, CampaignValues, Partial<Stated>, string[]]>([
    ["if that one has run on one of its lists", {}, {}, []],
    ["if that one has run on one of several lists", { listIds: [2, 1] }, {}, []],
    ["if the lists of that one are not known", {}, { targets: [] }, []],
    ["if that one is off, and only sharing its list is acknowledged", {}, {}, ["shared-list:7"]],
    ["if that one runs, and that it is off is acknowledged", {}, { is: "running" }, ["inactive:7"]],
    [
      "if that one runs, and sharing another one's list is acknowledged",
      {},
      { is: "running", targets: [] },
      ["shared-list:8"],
    ],
  ])("is refused %s", (_, inputs, changes, acknowledged) => {
    expect(() => starting(inputs, changes, acknowledged)).toThrow(
      /^it: the campaign "old" \(id 7\) of this stack has the same name and has run on the same list: its people would start again at step 1\./,
    );
  });

  it.each<[string, Partial<Stated>, string[]]>([
    ["that one has another name", { name: nameDigest("Q2") }, []],
    ["its people may start again", {}, ["restart"]],
  ])("passes if %s, with a warning", (_, changes, acknowledged) => {
    expect(starting({}, changes, acknowledged).warnings).toEqual([
      [starts, urn],
      [hasRunToo, urn],
    ]);
  });

  it("passes without one if its people may start again and it is a former version of the campaign's own resource", () => {
    expect(starting({}, { urn, isReplaced: true }, ["restart"]).warnings).toEqual([[starts, urn]]);
  });

  it.each<[string, CampaignValues, Partial<Stated>, string[]]>([
    ["if that one has run on other lists", { listIds: [2] }, {}, []],
    ["if that one runs, and sharing its list is acknowledged", {}, { is: "running" }, ["shared-list:7"]],
    ["if it may take over an equal one", { adopt: "twin" }, {}, []],
  ])("passes %s", (_, inputs, changes, acknowledged) => {
    expect(starting(inputs, changes, acknowledged).warnings).toEqual([[starts, urn]]);
  });

  it.each<[string, CampaignValues]>([
    ["does not start", { active: false }],
    ["does not declare that it starts", { active: undefined }],
    ["may start", { active: unknown }],
    ["is adopted", { adopt: 5 }],
  ])("passes if it %s", (_, inputs) => {
    expect(() => starting(inputs, {})).not.toThrow();
  });

  it("is refused with the ways out, and with all that have run", () => {
    const lost: Stated = { ...old, urn: urnOf("older"), id: undefined };
    const refused = () => planned(values({ active: true }), { stated: [old, { ...old, id: "8" }, lost] });
    expect(refused).toThrow("has run on the same list, and so has ids 8, older: its people");
    expect(waysOutOf(refused)).toEqual([
      [{ do: "alias", resource: "q1", old: "old" }],
      [{ do: "declare", property: "listIds" }],
      [{ do: "acknowledge", codes: ["restart"], at: "resource" }],
    ]);
  });

  it("causes a warning if it starts and the engine has not provided the state", () => {
    const { warnings, reaches } = planned(values({ active: true }), { stated: "unread", acknowledged: ["restart"] });
    expect(warnings).toEqual([
      [starts, urn],
      [
        expect.stringMatching(/^it: the engine did not tell what the state holds of other campaigns\. .*--refresh`\.$/),
        urn,
      ],
    ]);
    expect(reaches).toEqual(["starts-sending", "starts-sending"]);
  });

  it.each<[string, CampaignValues]>([
    ["does not start", { active: false }],
    ["does not declare that it starts", {}],
    ["is adopted", { adopt: 5, active: true }],
  ])("causes no warning if it %s, although the engine has not provided the state", (_, inputs) => {
    expect(planned(values(inputs), { stated: "unread" }).warnings).toEqual([]);
  });
});
