import { describe, expect, it } from "vitest";
import type { KnownCreation } from "../../../provider/src/api/objects";
import { declarerOf } from "../../../provider/src/lifecycle/about";
import { evaluate } from "../../../provider/src/lifecycle/decision";
import { factsOf } from "../../../provider/src/lifecycle/facts";
import { Refusal } from "../../../provider/src/lifecycle/refusal";
import { campaignKind } from "../../../provider/src/resources/campaign/kind";
import { acceptTable, startTable } from "../../../provider/src/resources/campaign/startTable";
import { type Around, listed, recorded, urnOf } from "./guarding";
import { about, applied, declarer, logsRead, type More, name, nothingKnown, shown, starting, urn } from "./starting";

const another = declarerOf(urnOf("q2"));
const elsewhere = declarerOf("urn:pulumi:prod::project::outreach:Campaign::q1");
const foundOff = { status: "found", answer: shown({ active: false }) } as const;
const onTheList: Around = { campaigns: listed(shown()) };
const recordedOn = (changes: Partial<KnownCreation> = {}): Around => ({
  recorded: [recorded({ id: "5", targets: ["1"], running: true, sameName: false, ...changes })],
});

type Situation = ReturnType<typeof starting>["situation"];

/** Both tables' requests about the lists. */
function guardShared(situation: Situation, listIds: readonly string[], ownId?: string, isTakenOver = false) {
  const table = isTakenOver ? acceptTable : startTable;
  const start = { listIds, isTakenOver, ...(ownId === undefined ? {} : { ownId }) };
  return applied(table, ["shared-list", "lost-beside", "hidden-lists"], situation, start);
}

describe("an active campaign on the same list", () => {
  const refusing = (around: Around, more?: More, ownId?: string) => {
    const { situation } = starting(around, more);
    return expect(guardShared(situation, ["1", "2"], ownId)).rejects;
  };

  it("refuses the start, with every way out", async () => {
    await refusing(onTheList).toThrow(
      /^campaign "Fintech Q1": list 1 is already used by an active campaign \(id 5\): .* Nothing was sent\.\nUse another list, or switch the other campaign off in the app\. Or acknowledge: \["shared-list:5"\] on/,
    );
    await refusing(recordedOn()).toThrow(
      /\nUse another list, or switch .* off in the app, and then confirm it: acknowledge: \["inactive:5"\] .* Or acknowledge: \["shared-list:5"\] on/,
    );
    await refusing(recordedOn(another)).toThrow("\nThis stack has created it. If it is the same campaign under a new");
    await refusing(onTheList).toBeInstanceOf(Refusal);
    await refusing({ campaigns: listed(shown({ listIds: [1, 2] }), shown({ id: "6" })) }).toThrow(
      "list 1, 2 is already used by an active campaign (ids 5, 6)",
    );
  });

  it("is distinguished from this stack's", async () => {
    const beside = { ...recordedOn(another), campaigns: listed(shown({ id: "6", active: false })) };
    await refusing(beside).toThrow("\nThis stack has created it");
    const others = { ...recordedOn(elsewhere), campaigns: listed(shown({ id: "6", listIds: [9] })) };
    await refusing(others).not.toThrow("This stack has created it");
    const both = [...(recordedOn().recorded ?? []), recorded({ id: "6", targets: ["9"], ...another })];
    await refusing({ recorded: both }).not.toThrow("This stack has created it");
  });

  it.each<[string, Around, More, string | undefined]>([
    ["it is the one that gets the list", onTheList, {}, "5"],
    ["it is the one that is replaced", onTheList, { instead: "5" }, undefined],
    ["that is acknowledged", onTheList, { acknowledged: ["shared-list:5"] }, undefined],
    ["it is acknowledged to be off and not shown", recordedOn(), { acknowledged: ["inactive:5"] }, undefined],
  ])("does not matter if %s", async (_, around, more, ownId) => {
    const { situation, warnings } = starting(around, more);
    const { campaigns } = await guardShared(situation, ["1"], ownId);
    expect([...campaigns.objects.keys()]).toEqual(["5"]);
    expect(warnings).toEqual([]);
  });

  it.each<[string, More, string | undefined]>([
    ["it is shown, whatever is acknowledged of it", { acknowledged: ["inactive:5"] }, undefined],
    ["another one is acknowledged", { acknowledged: ["shared-list:6"] }, undefined],
    ["another one gets the list", {}, "6"],
    ["another one is replaced", { instead: "6" }, undefined],
  ])("matters if %s", async (_, more, ownId) => {
    await refusing(onTheList, more, ownId).toThrow("is already used by an active campaign (id 5)");
  });

  it("is looked up again if the campaign already exists", async () => {
    const { situation, listing } = starting({});
    await guardShared(situation, ["1"], "7");
    const attempt = `checking the lists of ${about}`;
    expect(listing.mock.calls).toEqual([
      ["Campaign", attempt, { fresh: true }],
      ["List", attempt, { fresh: true }],
    ]);
  });

  it.each<[string, More, string | undefined, boolean]>([
    ["is a warning", {}, undefined, true],
    ["causes a warning, although it is for another one", { instead: "6", acknowledged: ["shared-list:6"] }, "7", true],
    ["is none if it gets the list", {}, "5", false],
    ["is none if it is replaced", { instead: "5" }, undefined, false],
    ["is none if that is acknowledged", { acknowledged: ["shared-list:5"] }, undefined, false],
  ])("that may be on it %s", async (_, more, ownId, warns) => {
    const { situation, warnings, reaches } = starting({ campaigns: listed(shown({ listIds: undefined })) }, more);
    await guardShared(situation, ["1"], ownId);
    const text = expect.stringContaining("not known which lists these active campaigns use: id 5. If one");
    expect(warnings).toEqual(warns ? [[text, undefined]] : []);
    expect(reaches).toEqual(warns ? ["starts-sending"] : []);
  });

  it("that may be missing in the listing causes a warning", async () => {
    const { situation, warnings, reaches } = starting({ campaigns: { ...listed(), whole: false } });
    await guardShared(situation, ["1"]);
    const text = expect.stringContaining(`${about}: the service lists only some of the campaigns: if one that`);
    expect(warnings).toEqual([[text, urn]]);
    expect(reaches).toEqual(["starts-sending"]);
  });

  it.each<[string, string, string | undefined, boolean]>([
    ["names no such campaign", "shared-list:9", undefined, true],
    ["names it", "shared-list:5", undefined, false],
    ["may name one on a list that was there before", "shared-list:9", "7", false],
  ])("is acknowledged by a code that %s", async (_, code, ownId, isIdle) => {
    const acknowledged = ["shared-list:5", "shared-list:6", code];
    const campaigns = listed(shown(), shown({ id: "6" }));
    const { situation, warnings } = starting({ campaigns }, { acknowledged, inputs: { acknowledge: [code] } });
    await guardShared(situation, ["1"], ownId);
    const text = `${about}: acknowledge: "${code}" no longer applies; remove it.`;
    expect(warnings).toEqual(isIdle ? [[text, urn]] : []);
  });
});

describe("a campaign that is recorded as off, and that the service does not show,", () => {
  const off = (changes: Partial<KnownCreation> = {}) =>
    recorded({ id: "5", targets: ["1"], running: false, sameName: false, ...changes });
  const entries = [{ id: 1 }];
  const launched = (around: Around, more?: More) => {
    const { situation, look } = starting(around, more);
    return { look, work: guardShared(situation, ["1", "2"]) };
  };

  it("refuses the start if its log shows that somebody has launched it", async () => {
    const refusing = (around: Around) => expect(launched({ ...around, logs: { "5": entries } }).work).rejects;
    await refusing({ recorded: [off()] }).toThrow(
      "list 1 is already used by an active campaign (id 5): the same people would be written to twice. Nothing was sent.",
    );
    await refusing({ recorded: [off({ targets: ["2", "9", "1"] })] }).toThrow(
      "list 1, 2 is already used by an active campaign (id 5)",
    );
  });

  it("refuses the start if its log cannot be read, until somebody has looked", async () => {
    const unreadable = (more?: More) => launched({ recorded: [off()], logs: {} }, more).work;
    await expect(unreadable()).rejects.toThrow('acknowledge: ["inactive:5"]');
    expect((await unreadable({ acknowledged: ["inactive:5"] })).campaigns.objects.has("5")).toBe(true);
  });

  it.each<[string, Around, More, number]>([
    ["it has never run", { recorded: [off()], logs: { "5": [] } }, {}, 1],
    ["the service shows that it is off", { recorded: [off()], found: { "5": foundOff } }, {}, 0],
    ["it is gone", { recorded: [off()], found: { "5": { status: "gone" } } }, {}, 0],
    ["the listing shows that it is off", { recorded: [off()], campaigns: listed(shown({ active: false })) }, {}, 0],
    ["earlier runs have recorded that it has run", { recorded: [off({ ran: true })] }, {}, 0],
    ["it is on other lists", { recorded: [off({ targets: ["9"] })] }, {}, 0],
    ["it is the one that is replaced", { recorded: [off()] }, { instead: "5" }, 0],
    ["it is acknowledged to be off", { recorded: [off()] }, { acknowledged: ["inactive:5"] }, 0],
    ["sharing its list is acknowledged", { recorded: [off()] }, { acknowledged: ["shared-list:5"] }, 0],
  ])("does not matter if %s", async (_, around, more, looked) => {
    const { work, look } = launched({ logs: looked === 0 ? { "5": entries } : {}, ...around }, more);
    expect((await work).campaigns.objects.has("5")).toBe(true);
    expect(logsRead({ look })).toBe(looked);
  });

  it("is not read if its lists are known, and they are others", () => {
    const { situation } = starting({}, {});
    const sources = { id: "5", recorded: off({ targets: ["9"] }), isWhole: false };
    const facts = factsOf({ kind: campaignKind, name, declarer }, { ...sources, found: { status: "unreadable" } });
    const users = new Map([["1", { ids: new Set<string>(), areAll: false }]]);
    const campaigns = { ...nothingKnown(campaignKind), objects: new Map([["5", facts]]), users };
    const rule = startTable.filter((each) => each.name === "shared-list");
    expect(evaluate(rule, { situation, campaigns, listIds: ["1"] }).look).toBeUndefined();
  });

  it("is looked up in the logs of 20 of them, and the others count as launched", async () => {
    const many = Array.from({ length: 21 }, (_, index) => off({ id: `${index + 1}` }));
    const none = Object.fromEntries(many.map(({ id = "" }) => [id, []]));
    const last = launched({ recorded: many, logs: { ...none, "20": entries } });
    await expect(last.work).rejects.toThrow("is already used by an active campaign (ids 20, 21):");
    expect(logsRead(last)).toBe(20);
    const quiet = launched({ recorded: many, logs: none });
    await expect(quiet.work).rejects.toThrow("is already used by an active campaign (id 21):");
    const spoken = { acknowledged: ["inactive:3"] };
    const next = launched({ recorded: many, logs: { ...none, "21": entries } }, spoken);
    await expect(next.work).rejects.toThrow("is already used by an active campaign (id 21):");
    const passing = launched({ recorded: many, logs: none }, spoken);
    await passing.work;
    expect(logsRead(passing)).toBe(20);
  });
});

describe("a start by a coding agent", () => {
  it.each<[string, string | undefined, readonly string[]]>([
    ["names the lists", undefined, []],
    ["names the lists, and the campaign that gets them", "5", ["5"]],
  ])("is refused, and %s", async (_, ownId, through) => {
    const { situation } = starting({}, { settings: { codingAgent: "claude-code" } });
    const start = { listIds: ["1", "2"], ...(ownId === undefined ? {} : { ownId }) };
    const work = applied(startTable, ["launch"], situation, start);
    const facts = { starts: "Campaign", name, lists: ["1", "2"], through, setting: "outreach:launch" };
    const line = `launch-refused ${JSON.stringify({ ...facts, refusedFor: "claude-code" })}`;
    await expect(work).rejects.toMatchObject({ lines: expect.arrayContaining([line]) });
  });
});

describe("an active campaign whose create was interrupted", () => {
  const lost = recorded({ running: true, targets: ["1"], ...another });
  const own = "twin:none:01234567";

  it.each<[string, Partial<KnownCreation>, More]>([
    ["it is for the same list", {}, {}],
    ["its lists are not known", { targets: undefined }, {}],
    ["it is for one of the lists", { targets: ["9", "2"] }, {}],
    ["the program has settled its own create alone", {}, { acknowledged: ["twin:none"] }],
    [
      "it is of another stack and no resource, and the program has settled its own create alone",
      { ...elsewhere, resource: undefined },
      { acknowledged: ["twin:none"] },
    ],
    ["the run's code is older than it", { saidAbsent: true }, { settings: { acknowledge: ["twin:none"] } }],
    ["another one is settled", {}, { acknowledged: ["twin:none:76543210"] }],
    ["it is its own", declarer, {}],
    ["it is its own, and the code is older", { ...declarer, saidAbsent: true }, { acknowledged: ["twin:none"] }],
    ["it is this resource's under another name", { ...declarer, sameName: false }, { acknowledged: ["twin:none"] }],
    ["it is of the same name in another stack", elsewhere, { acknowledged: ["twin:none"] }],
  ])("refuses the start if %s", async (_, changes, more) => {
    const { situation, settle } = starting({ recorded: [{ ...lost, ...changes }] }, more);
    await expect(guardShared(situation, ["1", "2"])).rejects.toThrow(
      /^campaign "Fintech Q1": an earlier run was cut off while it created an active campaign for the same list.*\n.*\nIf it is certainly not there: acknowledge: \["twin:none:01234567"\]/,
    );
    expect(settle).not.toHaveBeenCalled();
  });

  it("refuses that an existing campaign gets the list, whatever the codes for its own create", async () => {
    const { situation } = starting({ recorded: [{ ...lost, ...declarer }] }, { acknowledged: ["twin:none"] });
    await expect(guardShared(situation, ["1"], "5")).rejects.toThrow("an earlier run was cut off");
  });

  it("refuses the start if only one of two is settled", async () => {
    const both = [lost, { ...lost, token: "fedcba9876543210" }];
    const { situation } = starting({ recorded: both }, { acknowledged: [own] });
    await expect(guardShared(situation, ["1"])).rejects.toThrow("twin:none:fedcba98");
  });

  it.each<[string, Partial<KnownCreation>, More, object[] | undefined]>([
    ["is settled by its code", {}, { acknowledged: [own] }, [lost]],
    [
      "is passed over, and not settled, by the code of the run",
      {},
      { settings: { acknowledge: ["twin:none"] } },
      undefined,
    ],
    ["does not matter on other lists", { targets: ["9"] }, {}, undefined],
    ["is left to the rule of lost creates if it is its own", declarer, { acknowledged: ["twin:none"] }, undefined],
    [
      "is left to that rule if it is recorded for no resource",
      { ...declarer, resource: undefined },
      { acknowledged: ["twin:none"] },
      undefined,
    ],
    ["is settled by its code although it is its own", declarer, { acknowledged: [own] }, [{ ...lost, ...declarer }]],
  ])("%s", async (_, changes, more, settled) => {
    const { situation, settle } = starting({ recorded: [{ ...lost, ...changes }] }, more);
    await guardShared(situation, ["1"]);
    expect(settle.mock.calls).toEqual(settled === undefined ? [] : [[settled, "refused"]]);
  });

  it.each<[string, Partial<KnownCreation>, More, boolean, boolean]>([
    ["of this name", {}, {}, true, true],
    ["of this resource under another name", { ...declarer, sameName: false }, {}, true, true],
    ["of this name, if nothing is adopted", {}, {}, false, false],
    ["of this name of another stack", elsewhere, {}, true, false],
    ["of another resource and name", { sameName: false }, {}, true, false],
    ["of no resource and another name", { resource: undefined, sameName: false }, {}, true, false],
    [
      "of no resource and another name, for none",
      { resource: undefined, sameName: false },
      { declarer: {} },
      true,
      false,
    ],
  ])("%s may be the adopted one", async (_, changes, more, isTakenOver, passes) => {
    const stack = more.declarer === undefined ? another.stack : undefined;
    const { situation } = starting({ recorded: [{ ...lost, stack, ...changes }] }, more);
    const guarded = guardShared(situation, ["1"], "5", isTakenOver);
    if (passes) expect((await guarded).campaigns.lost).toHaveLength(1);
    else await expect(guarded).rejects.toThrow("an earlier run was cut off");
  });
});
