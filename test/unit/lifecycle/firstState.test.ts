import { describe, expect, it } from "vitest";
import { firstOutputs, newRecord, outputsOfExisting } from "../../../provider/src/lifecycle/firstState";
import { readRecord, recordVersion } from "../../../provider/src/lifecycle/record";
import { campaignKind } from "../../../provider/src/resources/campaign/kind";
import { listKind } from "../../../provider/src/resources/listKind";
import { here, urnOf } from "../resources/guarding";

const owner = { origin: here, actingUserId: "101" };

describe("the record of a new object", () => {
  const inputs = { name: "Leads" };
  const always = { version: recordVersion, ...owner, declared: ["name"] };

  it("names its owner, what the program declares, and its resource", () => {
    const urn = urnOf("leads", "List");
    expect(newRecord(listKind, inputs, { ...owner, actor: "abc" }, urn)).toStrictEqual({
      ...always,
      actor: "abc",
      urn,
    });
  });

  it("holds nothing for what is not known", () => {
    expect(newRecord(listKind, inputs, owner)).toStrictEqual(always);
  });
});

describe("the record of an existing object", () => {
  const recordOf = (kind: typeof listKind | typeof campaignKind, concluded: string[]) => {
    const outputs = outputsOfExisting(
      kind,
      { id: "5", name: "Q1" },
      { name: "Q1" },
      { owner, exportedAs: "q1", concluded },
    );
    return readRecord(outputs, "it");
  };
  const always = { version: recordVersion, ...owner, declared: ["name"], exportedAs: "q1", takenOver: true };

  it("counts a campaign as having run, because its log is not read", () => {
    expect(recordOf(campaignKind, [])).toStrictEqual({ ...always, everActive: true, id: "5" });
  });

  it("does not, for a kind that never runs, and names the properties that were concluded", () => {
    expect(recordOf(listKind, ["name"])).toStrictEqual({ ...always, concluded: ["name"] });
  });
});

describe("a new campaign has run", () => {
  const record = newRecord(campaignKind, { name: "Q1" }, owner);

  it.each<[string, object, object, true | undefined]>([
    ["if the response shows it as active", { active: true }, {}, true],
    ["if the program declares it, and the response omits it", {}, { active: true }, true],
    ["not if the response shows that it is off", { active: false }, { active: true }, undefined],
  ])("%s", (_, shown, declared, everActive) => {
    const inputs = { name: "Q1", ...declared };
    const outputs = firstOutputs(campaignKind, { id: "5", name: "Q1", ...shown }, inputs, record);
    expect(readRecord(outputs, "it").everActive).toBe(everActive);
  });
});
