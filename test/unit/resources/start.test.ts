import { describe, expect, it } from "vitest";
import type { KnownCreation } from "../../../provider/src/api/objects";
import { declarerOf } from "../../../provider/src/lifecycle/about";
import { Refusal } from "../../../provider/src/lifecycle/refusal";
import { acceptTable, startTable } from "../../../provider/src/resources/campaign/startTable";
import { type Around, listed, recorded, urnOf } from "./guarding";
import { about, applied, declarer, type More, shown, starting, urn } from "./starting";

const another = declarerOf(urnOf("q2"));
const elsewhere = declarerOf("urn:pulumi:prod::project::outreach:Campaign::q1");
const onTheList: Around = { campaigns: listed(shown()) };
const recordedOn = (changes: Partial<KnownCreation> = {}): Around => ({
  recorded: [recorded({ id: "5", targets: ["1"], running: true, sameName: false, ...changes })],
});

type Situation = ReturnType<typeof starting>["situation"];

/** What both tables ask of the lists. */
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

  it("refuses the start, with every way to go on", async () => {
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

  it("is told from those of this stack", async () => {
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

  it("is looked for anew if the campaign exists already", async () => {
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
    ["is a warning, although another one is meant", { instead: "6", acknowledged: ["shared-list:6"] }, "7", true],
    ["is none if it gets the list", {}, "5", false],
    ["is none if it is replaced", { instead: "5" }, undefined, false],
    ["is none if that is acknowledged", { acknowledged: ["shared-list:5"] }, undefined, false],
  ])("that may be on it %s", async (_, more, ownId, warns) => {
    const { situation, warnings } = starting({ campaigns: listed(shown({ listIds: undefined })) }, more);
    await guardShared(situation, ["1"], ownId);
    const text = expect.stringContaining("not known which lists these active campaigns use: id 5. If one");
    expect(warnings).toEqual(warns ? [[text, undefined]] : []);
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

describe("an active campaign whose create was cut off", () => {
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
  ])("refuses the start if %s", async (_, changes, more) => {
    const { situation, settle } = starting({ recorded: [{ ...lost, ...changes }] }, more);
    await expect(guardShared(situation, ["1", "2"])).rejects.toThrow(
      /^campaign "Fintech Q1": an earlier run was cut off while it created an active campaign for the same list.*\n.*\nIf it is certainly not there: acknowledge: \["twin:none:01234567"\]/,
    );
    expect(settle).not.toHaveBeenCalled();
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
  ])("%s may be the one that is adopted", async (_, changes, more, isTakenOver, passes) => {
    const stack = more.declarer === undefined ? another.stack : undefined;
    const { situation } = starting({ recorded: [{ ...lost, stack, ...changes }] }, more);
    const guarded = guardShared(situation, ["1"], "5", isTakenOver);
    if (passes) expect((await guarded).campaigns.lost).toHaveLength(1);
    else await expect(guarded).rejects.toThrow("an earlier run was cut off");
  });
});
