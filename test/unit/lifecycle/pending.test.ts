import { describe, expect, it } from "vitest";
import { howToSettle, ifAbsent, isSaidAbsent } from "../../../provider/src/lifecycle/pending";
import type { Recorded } from "../../../provider/src/lifecycle/record";

const urn = "urn:pulumi:dev::project::outreach:List::leads";
const since = "2026-03-01T12:00:00.000Z";
const sign = "3f9a01c7";
const recordOf = (pending: Recorded["pending"]): Recorded => ({
  ...{ version: 1, origin: "https://outreach.example.com", actingUserId: "101", declared: ["name"], urn, pending },
});
const byCode = 'If it is certainly not there: acknowledge: ["twin:none"]';

describe("a create whose response was lost", () => {
  it.each<[string, Recorded["pending"], readonly string[], boolean]>([
    ["is absent if that is acknowledged", { since }, ["twin:none"], true],
    ["is absent if that is acknowledged for an edited state", undefined, ["twin:none"], true],
    ["may exist if that was acknowledged before it was sent", { since, saidAbsent: true }, ["twin:none"], false],
    ["is absent if its own code is acknowledged", { since, saidAbsent: true, sign }, [`twin:none:${sign}`], true],
    ["may exist if the code of another one is", { since, saidAbsent: true, sign }, ["twin:none:01234567"], false],
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
    ["by its own code, if that code is older", { since, saidAbsent: true, sign }, `acknowledge: ["twin:none:${sign}"]`],
  ])("that does not exist is settled %s", (_, pending, words) => {
    expect(ifAbsent(recordOf(pending)).text).toContain(words);
  });

  it("keeps its resource in the state if the code is older, also in a state without its sign", () => {
    for (const pending of [
      { since, saidAbsent: true, sign },
      { since, saidAbsent: true },
    ]) {
      const record = recordOf(pending);
      const [[step] = [], ...more] = ifAbsent(record).ways;
      expect(more).toEqual([]);
      if (step?.do !== "acknowledge") throw new Error(`no code: ${JSON.stringify(step)}`);
      expect(step.codes).toEqual([expect.stringMatching(/^twin:none:[0-9a-f]{8}$/)]);
      expect(isSaidAbsent(record, new Set(step.codes))).toBe(true);
    }
  });
});
