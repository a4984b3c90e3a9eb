import { describe, expect, it } from "vitest";
import { foretell } from "../../../provider/src/lifecycle/decision";
import type { Change } from "../../../provider/src/lifecycle/kind";
import type { Recorded } from "../../../provider/src/lifecycle/record";
import { changeRules } from "../../../provider/src/resources/campaign/changeTable";
import { campaignKind } from "../../../provider/src/resources/campaign/kind";
import { isStillToMove } from "../../../provider/src/resources/campaign/moves";
import type { CampaignValues } from "../../../provider/src/resources/campaign/values";
import { agentsInView, campaignsInView, noteReplacement } from "../../../provider/src/resources/inView";
import { guarded, values } from "./guardedCampaign";
import { guarding, recordOf, urnOf, waysOutOf } from "./guarding";

const urn = urnOf("q1");
const change = (property: string, effect: Change["effect"] = "replace", path = property): Change => ({
  ...{ property, path, effect },
});
const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

interface More {
  readonly olds?: CampaignValues;
  readonly news?: CampaignValues;
  readonly record?: Partial<Recorded>;
  readonly changes?: readonly Change[];
  readonly replacing?: boolean;
  readonly acknowledged?: readonly string[];
  readonly spent?: readonly string[];
  readonly urn?: string;
}

/** A planned change of the campaign with id 5, which uses list 1. */
function planned({ olds, news, record, acknowledged = [], spent = [], ...more }: More = {}) {
  const { account: _account, run, memory, warnings, reaches } = guarding();
  const before = { name: "Q1", listIds: [1], active: false, ...olds };
  const situation = {
    ...{ kind: campaignKind, run, about: "it", nameless: "it", id: "5", urn },
    ...{ olds: before, news: { ...before, ...news }, changes: [change("language")], replacing: false },
    ...{ record: recordOf(record), acknowledged: new Set(acknowledged), spent: new Set(spent) },
    ...more,
  };
  const facts = { situation, attempt: "it", hints: { retained: false } };
  return { look: () => void foretell(changeRules, facts, situation), run, memory, warnings, reaches };
}

const replacing = { replacing: true } as const;
const active = { active: true } as const;
const off = { active: false } as const;
const ran = { everActive: true } as const;
const unseen = { everActive: true, unseen: true } as const;

describe("a change that switches a campaign off", () => {
  it("is refused while it is active, with what to do", () => {
    const refused = planned({ olds: active, news: off }).look;
    expect(refused).toThrow(
      /^it: it is active, and .* no operation that switches a campaign off\.\nSwitch it off in the app, then run `pulumi refresh`\.\nOr, if it was switched on in the app: write active: true/,
    );
    expect(planned({ olds: active, news: off, record: unseen }).look).toThrow(
      /\nSwitch it off in the app if it runs, then confirm it: acknowledge: \["inactive:5"\] .* The state then records that it is off\. If an earlier run has failed to replace it, nothing is recorded: set adopt: 5 together with the code\./,
    );
    const acknowledged = ["inactive:5"];
    expect(planned({ olds: active, news: off, record: unseen, acknowledged }).look).not.toThrow();
    expect(planned({ olds: active, news: off, acknowledged }).look).toThrow("it is active");
  });

  it.each<[string, More]>([
    ["it is off", { news: off }],
    ["the program omits `active`", { olds: active, news: { active: undefined } }],
    ["the state does not contain whether it runs", { olds: { active: undefined }, news: off, record: ran }],
    ["it ran without being declared active", { olds: active, news: off, record: { unasked: true } }],
  ])("is not refused if %s", (_, more) => {
    expect(planned(more).look).not.toThrow();
  });
});

describe("a replacement of a campaign", () => {
  it("is refused while it is active, with what to do", () => {
    const changes = [change("language"), change("name", "update"), change("steps", "replace", "steps[0].type")];
    expect(planned({ olds: active, news: { active: undefined }, changes, ...replacing }).look).toThrow(
      /^it: changing language, steps\[0\]\.type replaces it, and it is active: .*\nRevert the change; or switch it off in the app, run `pulumi refresh`, and then run this again\.\nIf this service cannot show that it is off: acknowledge: \["inactive:5"\]/,
    );
    expect(planned({ record: unseen, ...replacing }).look).toThrow(
      /^it: changing language replaces it, and it was active: .*\nRevert the change; or switch it off in the app, and then confirm it: acknowledge: \["inactive:5"\] .*run\.$/,
    );
  });

  it.each<[string, CampaignValues, readonly string[], readonly string[], "resource" | "run"]>([
    ["the resource", {}, [], [], "resource"],
    ["the resource, with the restart of its people", active, [], ["restart"], "resource"],
    ["the run, if the program's restart counted before", active, ["restart"], ["restart"], "run"],
    ["the resource, if that restart is of no matter", { active: undefined }, ["restart"], [], "resource"],
  ])("that is active may be acknowledged as off on %s", (_, news, spent, codes, at) => {
    const { look } = planned({ olds: active, news: { active: undefined, ...news }, record: ran, spent, ...replacing });
    const acknowledge = (...all: readonly string[]) => ({ do: "acknowledge", codes: all, at });
    expect(waysOutOf(look)).toEqual([
      [{ do: "revert" }],
      [
        { do: "inApp", act: "switchOff", ids: ["5"] },
        { do: "run", command: "pulumi refresh" },
        ...(codes.length > 0 ? [acknowledge(...codes)] : []),
      ],
      [acknowledge("inactive:5", ...codes)],
    ]);
  });

  it.each<[string, More]>([
    ["if it is not active", {}],
    ["if it has run and is shown as off", { record: ran }],
    [
      "if it cannot be seen, was never active and is acknowledged to be off",
      { record: { unseen: true }, acknowledged: ["inactive:5"] },
    ],
    ["if it is acknowledged to be off", { olds: active, news: { active: undefined }, acknowledged: ["inactive:5"] }],
    ["by an active one, if it never ran", { news: active }],
    [
      "by an active one, if it cannot be seen, never ran and is acknowledged to be off",
      { news: active, record: { unseen: true }, acknowledged: ["inactive:5"] },
    ],
  ])("is only a warning %s", (_, more) => {
    const { look, warnings } = planned({ ...more, ...replacing });
    look();
    const text = "it: changing language needs a new campaign; this one stays in the account, inactive.";
    expect(warnings).toEqual([[text, urn]]);
  });

  it("says that people start again on purpose", () => {
    const { look, warnings } = planned({ news: active, record: ran, acknowledged: ["restart"], ...replacing });
    look();
    expect(warnings[0]).toEqual(['it: because "restart" is acknowledged, its people start again at step 1.', urn]);
    expect(warnings).toHaveLength(2);
  });

  it.each([
    ["that cannot be seen", { everActive: true, unseen: true }, true],
    ["that the service shows", ran, undefined],
  ])("and one %s counts as off for the others only if only a person can know", (_, record, isOff) => {
    const { look, memory } = planned({ record, acknowledged: ["inactive:5"], ...replacing });
    look();
    expect(memory.object(campaignKind, "5").isOff).toBe(isOff);
  });

  it("that cannot be seen is refused although it never ran, because somebody may have launched it in the app", () => {
    const refused = planned({ record: { unseen: true }, acknowledged: ["inactive:6"], ...replacing }).look;
    expect(refused).toThrow(/changing language replaces it[\s\S]*acknowledge: \["inactive:5"\]/);
  });

  it("by an active one is refused while it is unknown whether the old one runs", () => {
    const look = (more: More) => planned({ news: active, ...replacing, ...more }).look;
    const refused = look({ record: { unseen: true }, acknowledged: ["inactive:6", "restart"] });
    expect(refused).toThrow(
      /^it: an active campaign would replace it, and .* no operation that shows whether the old one runs\.\nLook in the app, .*inactive:5/,
    );
  });

  it.each<[string, More, RegExp]>([
    ["it ran before", {}, /\nRevert the change, or create.*\n.*acknowledge: \["restart"\]/],
    ["the program's restart counted before", { spent: ["restart"] }, /does not count again/],
    ["it is only switched on", { changes: [change("active")] }, /\nSwitch it on in the app, keep active: true/],
    ["it is switched on and changed", { changes: [change("active"), change("steps")] }, /\nRevert the change/],
    [
      "it is switched on, and cannot be seen",
      { changes: [change("active")], record: unseen, acknowledged: ["inactive:5"] },
      /\nRevert the change/,
    ],
  ])("by an active one is refused if %s", (_, more, words) => {
    const { look } = planned({ news: active, record: ran, ...replacing, ...more });
    expect(look).toThrow(/^it: an active campaign would replace it, and it was active before: its people would/);
    expect(look).toThrow(words);
  });
});

describe("a change of a campaign in place", () => {
  it.each<[string, More]>([
    ["causes no warning while it is off", { news: { listIds: [1, 2] }, changes: [change("steps", "update")] }],
    ["is none if it brings neither people nor texts", { olds: active, changes: [change("name", "update")] }],
    ["causes none if its lists are no longer declared", { olds: active, news: { listIds: undefined } }],
    ["is none if a list is taken away", { olds: { ...active, listIds: [1, 2] }, news: { listIds: [1] } }],
  ])("%s", (_, more) => {
    const { look, warnings } = planned(more);
    look();
    expect(warnings).toEqual([]);
  });

  it.each<[string, CampaignValues, string]>([
    ["a list", { listIds: [1, 2] }, "list 2"],
    ["several lists", { listIds: [2, 1, 3] }, "list 2, 3"],
    ["a list that is not known yet", { listIds: [1, unknown] }, "a list"],
    ["lists that are not known yet", { listIds: unknown }, "a list"],
  ])("warns about people whom %s brings to a running one", (_, news, which) => {
    const { look, warnings, reaches } = planned({ olds: active, news });
    look();
    const text = `it: it is running, and it will write to the people of ${which}, which this update attaches.`;
    expect(warnings).toEqual([[text, urn]]);
    expect(reaches).toEqual(["new-people"]);
  });

  it.each<[string, CampaignValues, readonly string[]]>([
    ["the lists that the program omits", { listIds: [1, 3] }, ["2"]],
    ["all of them", { listIds: [] }, ["1", "2"]],
    ["none that it declares", { listIds: [2, 1, 3] }, []],
    ["none if the program declares no lists", { listIds: undefined }, []],
    ["none if one is not known yet", { listIds: [1, unknown] }, []],
    ["none if they are not known yet", { listIds: unknown }, []],
  ])("drops %s", (_, news, expected) => {
    const { look, run } = planned({ olds: { ...active, listIds: [1, 2] }, news });
    look();
    const taking = { ...guarded().situation, run, inputs: values() };
    const isGivenUp = (listId: string) => isStillToMove(taking, { listId, campaignId: "5" });
    expect(["1", "2", "3"].filter(isGivenUp)).toEqual(expected);
  });

  it("warns about texts that a running one's people get", () => {
    const changes = [
      change("steps", "update", "steps[1].message"),
      change("name", "update"),
      change("steps", "replace"),
      change("steps", "update", "steps[2].subject"),
    ];
    const { look, warnings, reaches } = planned({ olds: active, changes });
    look();
    const text =
      "it: it is running: with this update, people get the new text of steps[1].message, steps[2].subject, except those who have had that step.";
    expect(warnings).toEqual([[text, urn]]);
    expect(reaches).toEqual(["running-text"]);
  });

  it("warns about neither if a new campaign follows", () => {
    const changes = [change("language"), change("steps", "update")];
    const more = { olds: active, news: { listIds: [1, 2], active: undefined }, acknowledged: ["inactive:5"] };
    const { look, memory, warnings } = planned({ ...more, changes, ...replacing });
    look();
    expect(warnings).toHaveLength(1);
    expect([...campaignsInView.of(memory).every]).toEqual([]);
  });

  it("is noted with the lists that it attaches, for other campaigns and for agents", () => {
    const { look, memory, warnings } = planned({ olds: active, news: { listIds: [1, 2] }, acknowledged: ["x"] });
    agentsInView
      .of(memory)
      .note({ urn: urnOf("finder", "SourceAgent"), name: "Finder", listIds: [1], told: new Set() });
    look();
    const lists = { listIds: [1, 2], before: [1], attached: [2], ranOn: ["1"] };
    const noted = { urn, name: "Q1", id: "5", ...lists, acknowledged: new Set(["x"]), spent: new Set(), sharedNow: [] };
    expect([...campaignsInView.of(memory).every]).toEqual([noted]);
    expect(warnings[1]?.[0]).toContain('it: it is running, and source agent "Finder" begins to fill its list');
  });

  it("of which only the content is known names no resource", () => {
    const { look, memory, warnings } = planned({ olds: active, news: { listIds: [1, 2] }, urn: undefined });
    look();
    expect([...campaignsInView.of(memory).every]).toEqual([]);
    expect(warnings.map(([, at]) => at)).toEqual([undefined]);
  });

  it.each<[string, Partial<Recorded>, string]>([
    ["if it can be seen", {}, "Switch the campaign off in the app and run `pulumi refresh`, or rename the list"],
    ["if it cannot", unseen, "Keep the name of the list: this service shows neither"],
  ])("is refused if this run replaces its list, with a way out %s", (_, record, words) => {
    const { look, memory } = planned({ olds: active, record });
    noteReplacement(memory, { name: "Newer" }, { id: "2", name: "Others" });
    expect(look).not.toThrow();
    noteReplacement(memory, { name: "New" }, { id: "1", name: "Leads" });
    expect(look).toThrow(/^it: it is active and uses list 1, which this run would replace with a new, empty list\./);
    expect(look).toThrow(`\n${words}`);
  });
});
