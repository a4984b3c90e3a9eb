import { describe, expect, it } from "vitest";
import { exportOf } from "../../../provider/src/export/build";
import { emptyMap } from "../../../provider/src/export/map";
import type { Kind } from "../../../provider/src/kinds";
import { readRecord } from "../../../provider/src/lifecycle/record";
import { contentOf } from "../../support/export/accounts";

function exported(objects: Partial<Record<Kind, readonly object[]>>, emailSeats: number[] = []) {
  const content = contentOf(objects, { emailSeats: emailSeats.map((id) => ({ id })) });
  const context = { acknowledged: new Set<string>(), launch: "allow" } as const;
  return exportOf(content, { map: emptyMap, context, isWanted: () => true });
}

const signals = (...values: string[]) => values.map((value) => ({ type: "TECHNOLOGY", value }));
const agent = { id: 2, name: "Finder", listId: 1, agentType: "autopilot", leadWaterfall: true };
const list = { id: 1, name: "Leads" };
const campaign = {
  id: 3,
  name: "Q1",
  active: false,
  linkedinSeatId: 7,
  listIds: [1],
  steps: [{ type: "visitProfile" }],
};

describe("an agent", () => {
  it.each([
    ["usual values", { paused: false, skipIcpFilter: false, targetLocations: [], additionalCriteria: "" }, {}],
    ["another choice", { paused: true, leadWaterfall: false }, { paused: true, leadWaterfall: false }],
    ["texts without their spaces", { targetLocations: [" France "] }, { targetLocations: ["France"] }],
  ])("declares %s", (_, served, expected) => {
    const [only] = exported({ SourceAgent: [{ ...agent, ...served }] }).exported;
    expect(only?.declared).toEqual({ name: "Finder", listId: 1, ...expected });
  });

  it.each([
    ["three signals", { variables: signals("a", "b", "c") }, "variables: has 3 signals; 4 to 15 are allowed"],
    ["a refused signal", { variables: [...signals("a", "b", "c"), { type: "JOB_SEARCH", value: "x" }] }, "JOB_SEARCH"],
    ["a size that does not exist", { targetCompanySizes: ["1-10"] }, "targetCompanySizes[0]: must be one of"],
    [
      "credits that it cannot have",
      { maxCreditUsage: 5 },
      "maxCreditUsage: is allowed for `website-visitor` agents only",
    ],
    ["signals as texts", { variables: ["TECHNOLOGY:a"] }, "the service shows them in a form that cannot be sent"],
  ])("omits %s, and says so", (_, served, expected) => {
    const [only] = exported({ List: [list], SourceAgent: [{ ...agent, ...served }] }).exported.slice(1);
    expect(only?.declared).toEqual({ name: "Finder", listId: 1 });
    expect(only?.notes.join()).toContain(expected);
  });

  it.each([
    ["has no list any more", { listId: null }, "listId: is missing"],
    [
      "is of a type that does not exist",
      { agentType: "new" },
      "the values in the service are not valid in a program: agentType",
    ],
    ["belongs to another user", { userId: 102 }, "it belongs to another user (102)"],
    ["has no name", { name: " " }, "name: is missing"],
    ["has half a character in its name", { name: "a\ud800" }, "name: holds half of a character"],
  ])("is skipped if it %s", (_, served, expected) => {
    const { exported: all, leftOut } = exported({ SourceAgent: [{ ...agent, ...served }] });
    expect(all).toEqual([]);
    expect(leftOut[0]?.reason).toContain(expected);
  });

  it("acknowledges every malformed value, and no other", () => {
    const variables = signals("Stripe", "stripe", "Salesforce", "SAP");
    const [only] = exported({ SourceAgent: [{ ...agent, variables, targetCompanySizes: ["1-10"] }] }).exported;
    expect(only?.acknowledge).toEqual(["as-is:variables[0]", "as-is:variables[2]", "as-is:variables[3]"]);
  });
});

describe("a campaign", () => {
  it("acknowledges a malformed tag in each of many steps", () => {
    const steps = Array.from({ length: 40 }, () => ({
      type: "message",
      messageMode: "same",
      message: "Hi [FistName]",
    }));
    const [only] = exported({ Campaign: [{ ...campaign, steps }] }).exported;
    expect(only?.acknowledge).toHaveLength(40);
  });

  it.each([true, false])("never declares whether it runs, and is recorded as having run (active: %s)", (active) => {
    const [only] = exported({ Campaign: [{ ...campaign, active }] }).exported;
    expect(only?.declared).not.toHaveProperty("active");
    expect(only?.outputs.active).toBe(active);
    expect(readRecord(only?.outputs ?? {}, "")).toMatchObject({ everActive: true, actingUserId: "101" });
  });

  it("counts as active if the service does not show it", () => {
    const { active, ...hidden } = campaign;
    const [only] = exported({ Campaign: [hidden] }).exported;
    expect([active, only?.outputs.active]).toEqual([false, true]);
    expect(only?.notes.join()).toContain("does not show whether it is active");
  });

  it.each([
    ["no steps", { steps: [] }, "steps: is empty"],
    ["no list any more", { listIds: [] }, "listIds: is empty"],
    ["a step of an unknown type", { steps: [{ type: "carrierPigeon" }] }, "steps[0]"],
    ["no seat for its steps", { linkedinSeatId: null }, "linkedinSeatId: is missing"],
  ])("is skipped if it has %s", (_, served, expected) => {
    const { exported: all, leftOut } = exported({ Campaign: [{ ...campaign, ...served }] });
    expect(all).toEqual([]);
    expect(leftOut[0]?.reason).toContain(expected);
  });

  const { listIds, ...untold } = campaign;
  const email = { ...campaign, linkedinSeatId: null, steps: [{ type: "email", messageMode: "ai" }] };

  it("takes its lists from the lists that name it", () => {
    const lists = [1, 4, 5].map((id) => ({ id, name: `Leads ${id}`, campaignId: id === 5 ? 9 : 3 }));
    const [only] = exported({ List: lists, Campaign: [untold] }).exported.slice(3);
    expect([listIds, only?.declared.listIds, only?.isConcluded]).toEqual([[1], [1, 4], true]);
  });

  it("takes the only e-mail seat, and none of several", () => {
    expect(exported({ Campaign: [email] }, [21]).exported[0]?.declared.emailSeatIds).toEqual([21]);
    expect(exported({ Campaign: [email] }, [21, 22]).leftOut[0]?.gap).toEqual({ lists: false, emailSeats: true });
    expect(exported({ Campaign: [untold] }).leftOut[0]?.gap).toEqual({ lists: true, emailSeats: false });
  });
});
