import { describe, expect, it } from "vitest";
import { type Recorded, writtenRecord } from "../../../provider/src/lifecycle/record";
import { isReplaced, replacedBy, replacedWith, saidOffWithTargets } from "../../../provider/src/lifecycle/replaced";
import { campaignKind } from "../../../provider/src/resources/campaign/kind";
import { sourceAgentKind } from "../../../provider/src/resources/sourceAgent/kind";
import { guarding, recordOf } from "../resources/guarding";

const values = { name: "Q1", listIds: [1], active: false };

const inState = (id: string, outputs: object = values, changes: Partial<Recorded> = {}) => ({
  id,
  outputs: { ...outputs, recorded: writtenRecord(recordOf({ declared: ["name", "listIds", "active"], ...changes })) },
});

function creating(inputs: object = values, acknowledged: readonly string[] = [], kind = campaignKind) {
  const { run, account } = guarding();
  return { kind, run, account, about: "it", acknowledged: new Set(acknowledged), declarer: {}, inputs: { ...inputs } };
}

function isMeant(inputs: object, id: string, kind = campaignKind): boolean {
  return isReplaced({ ...creating(inputs, [], kind), replaced: replacedWith(kind, inState("5")) }, id);
}

describe("the objects that a resource has replaced", () => {
  it("are the present one and those before it", () => {
    const first = replacedWith(campaignKind, inState("5"));
    expect(Object.keys(first)).toEqual(["5"]);
    const both = replacedWith(campaignKind, inState("6", { ...values, name: "Q2" }, { replaced: first }));
    expect(both).toMatchObject(first);
    expect(Object.keys(both)).toEqual(["5", "6"]);
    expect(both["6"]).not.toBe(both["5"]);
  });

  it("have their lists with them, unless they run or have run", () => {
    const of = (outputs: object, changes: Partial<Recorded> = {}, kind = campaignKind) =>
      replacedWith(kind, inState("5", outputs, changes))["5"];
    expect(of(values)).toEqual({ content: expect.any(String), targets: ["1"] });
    expect(of(values, { ranOn: ["2"] })).toMatchObject({ targets: ["1"] });
    expect(of(values, { unsettled: { listIds: [[1, 3]] } })).toMatchObject({ targets: ["1", "3"] });
    expect(of({ ...values, active: true })).toEqual(expect.any(String));
    expect(of(values, { everActive: true })).toEqual(expect.any(String));
    expect(of({ name: "Finder", listId: 1 }, {}, sourceAgentKind)).toEqual(expect.any(String));
  });

  it("are kept without the object that is adopted again", () => {
    const of = (replaced?: Recorded["replaced"], id?: string) => replacedBy(replaced, id);
    expect(of({ 5: "x", 6: "y" }, "6")).toEqual({ replaced: { 5: "x" } });
    expect(of({ 5: "x", 6: "y" })).toEqual({ replaced: { 5: "x", 6: "y" } });
    expect([of({ 5: "x" }, "5"), of(), of(undefined, "5")]).toEqual([{}, {}, {}]);
  });

  it("are asked about again at a start, except those that a person has confirmed as off", () => {
    const its = { content: "x", targets: ["1"] };
    const saidOff = (active: boolean) => {
      const situation = creating({ ...values, active }, ["inactive:5", "inactive:7"]);
      situation.run.memory.noteUndiffed(campaignKind, "urn", inState("7"));
      return saidOffWithTargets({ ...situation, urn: "urn" }, { 4: "x", 5: its, 6: its, 7: its });
    };
    expect(saidOff(true)).toEqual([{ id: "5", targets: ["1"] }]);
    expect(saidOff(false)).toEqual([]);
  });

  it("keep what they have found on their lists", () => {
    const foundOn = { "1": { ids: ["9"] } };
    expect(replacedWith(campaignKind, inState("5", values, { foundOn }))["5"]).toMatchObject({ foundOn });
  });

  it("are only those before it, if it is not known whether it exists", () => {
    expect(replacedWith(campaignKind, inState("pending-1"))).toEqual({});
    expect(replacedWith(campaignKind, inState("pending-1", values, { replaced: { 5: "x" } }))).toEqual({ 5: "x" });
  });

  it("are not what is declared now, if it differs from them", () => {
    expect(isMeant({ ...values, name: "Q2" }, "5")).toBe(true);
    expect(isMeant({ ...values, language: "fr" }, "5")).toBe(true);
    expect(isMeant({ ...values, name: "Q2" }, "6")).toBe(false);
  });

  it("are not what is declared now, if the state has only a digest of them, as earlier releases wrote it", () => {
    const { run, account } = guarding();
    const situation = { kind: campaignKind, run, account, about: "it", acknowledged: new Set<string>(), declarer: {} };
    const ran = replacedWith(campaignKind, inState("5", values, { everActive: true }));
    const isOther = (inputs: object) => isReplaced({ ...situation, inputs: { ...inputs }, replaced: ran }, "5");
    expect([isOther(values), isOther({ ...values, name: "Q2" })]).toEqual([false, true]);
  });

  it("may be what is declared now, if it equals them, unless it starts in the place of one that has not run", () => {
    expect(isMeant(values, "5")).toBe(false);
    expect(isMeant({ ...values, active: true, acknowledge: ["restart"] }, "5")).toBe(true);
  });

  it("may be what starts now, if they have run, unless the present one equals them as well", () => {
    const replaced = replacedWith(campaignKind, inState("5", values, { everActive: true }));
    const isMeantBeside = (present: object, inputs: object) => {
      const situation = { ...creating(inputs), urn: "urn", replaced };
      situation.run.memory.noteUndiffed(campaignKind, "urn", inState("6", present));
      return isReplaced(situation, "5");
    };
    const starts = { ...values, active: true };
    expect(isReplaced({ ...creating(starts), replaced }, "5")).toBe(false);
    expect(isMeantBeside({ ...values, name: "Q2" }, starts)).toBe(false);
    expect(isMeantBeside(values, starts)).toBe(true);
    expect(isMeantBeside(values, values)).toBe(false);
  });

  it("no longer exist, if the service deletes such objects", () => {
    expect(isMeant(values, "5", sourceAgentKind)).toBe(true);
  });
});
