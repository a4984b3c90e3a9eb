import { describe, expect, it } from "vitest";
import { howToSettle, ifAbsent, isSaidAbsent } from "../../../provider/src/lifecycle/pending";
import type { Recorded } from "../../../provider/src/lifecycle/record";

const urn = "urn:pulumi:dev::project::outreach:List::leads";
const since = "2026-03-01T12:00:00.000Z";
const recordOf = (pending: Recorded["pending"]): Recorded => ({
  ...{ version: 1, origin: "https://outreach.example.com", actingUserId: "101", declared: ["name"], urn, pending },
});
const byCode = 'If it is certainly not there: acknowledge: ["twin:none"]';

describe("a create whose response was lost", () => {
  it.each<[string, Recorded["pending"], readonly string[], boolean]>([
    ["is absent if that is acknowledged", { since }, ["twin:none"], true],
    ["is absent if that is acknowledged for an edited state", undefined, ["twin:none"], true],
    ["may exist if that was acknowledged before it was sent", { since, saidAbsent: true }, ["twin:none"], false],
    ["may exist without an acknowledgement", { since }, ["twin:5"], false],
  ])("%s", (_, pending, acknowledged, isAbsent) => {
    expect(isSaidAbsent(recordOf(pending), new Set(acknowledged))).toBe(isAbsent);
  });

  it("is settled by a refresh if the service can show it, otherwise by a person", () => {
    expect(howToSettle(recordOf({ since }), true).text).toMatch(/^Run `pulumi up --refresh`: [^.]*\.$/);
    const asked = howToSettle(recordOf({ since }), false);
    expect(asked.text).toBe(`Look in the app. If it is there: adopt: <its id>. ${ifAbsent(recordOf({ since }))}`);
  });

  it.each<[string, Recorded["pending"], string]>([
    ["by the code", { since }, byCode],
    ["by the code, for an edited state", undefined, byCode],
    ["by a new create, if the code is older", { since, saidAbsent: true }, `\`pulumi state delete '${urn}'\``],
  ])("that does not exist is settled %s", (_, pending, words) => {
    expect(ifAbsent(recordOf(pending)).text).toContain(words);
  });

  it("that does not exist leaves the state on its own if the code is older: the code is removed first", () => {
    expect(ifAbsent(recordOf({ since, saidAbsent: true })).ways).toEqual([
      [
        { do: "undeclare", property: "acknowledge" },
        { do: "run", command: "pulumi state delete", urn },
      ],
    ]);
  });
});
