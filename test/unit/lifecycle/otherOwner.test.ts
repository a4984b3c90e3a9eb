import { describe, expect, it } from "vitest";
import type { ResourceKind } from "../../../provider/src/lifecycle/kind";
import {
  assertNotOfOther,
  ofOtherOwner,
  otherOwnerOf,
  refusedOfOther,
} from "../../../provider/src/lifecycle/otherOwner";
import { Refusal } from "../../../provider/src/lifecycle/refusal";
import type { WayOut } from "../../../provider/src/lifecycle/wayOut";
import { campaignKind } from "../../../provider/src/resources/campaign/kind";
import { listKind } from "../../../provider/src/resources/listKind";
import { recordOf, urnOf } from "../resources/guarding";

const urn = urnOf("q1");
const record = recordOf();

describe("the owner in a response", () => {
  it.each<[string, unknown, string | undefined]>([
    ["is another user by a number", 7, "7"],
    ["is another user, as a string", "7", "7"],
    ["is the acting user by a number", 101, undefined],
    ["is the acting user, as a string", "101", undefined],
    ["is missing if there is none", undefined, undefined],
    ["is missing if it is neither", { id: 7 }, undefined],
  ])("%s", (_, userId, owner) => {
    expect(otherOwnerOf({ id: "5", userId }, record)).toBe(owner);
  });
});

describe("an object of another user", () => {
  const ways = (first: WayOut): WayOut[] => [first, [{ do: "run", command: "pulumi refresh" }]];
  const off = (act: "remove" | "switchOff"): WayOut => [
    { do: "correct", what: "gateway" },
    { do: "inApp", act, ids: ["5"] },
    { do: "run", command: "pulumi state delete", urn },
  ];

  it.each<[string, ResourceKind, "remove" | "switchOff", string]>([
    ["is switched off if it may run", campaignKind, "switchOff", "switch it off"],
    ["is removed otherwise", listKind, "remove", "remove it"],
  ])("%s, in the app of that user", (_, kind, act, words) => {
    const held = { kind, urn, id: "5", about: "it", record };
    const way = `Correct the gateway, look in the app as user 7 and ${words} there, then \`pulumi state delete '${urn}'\`. Or, if user 101 owns it by now: \`pulumi refresh\`.`;
    const refusal = refusedOfOther(held, "7", "Deleting");
    expect(refusal.lines[1]).toBe(way);
    expect(refusal.ways).toEqual(ways(off(act)));
    const failure = new Refusal(
      ...ofOtherOwner({ kind, urn }, "Creating it", { id: "5", owner: "7", runs: false }, record),
    );
    expect(failure.lines[1]).toBe(way);
    expect(failure.ways).toEqual(ways(off(act)));
  });

  it("is neither changed nor deleted, with or without naming the attempt", () => {
    const held = { kind: listKind, urn, id: "5", about: "it", record: recordOf({ ownedBy: "7" }) };
    expect(() => assertNotOfOther(held)).toThrow(/^it: a run was answered that it belongs to user 7, and/);
    expect(() => assertNotOfOther(held, "Updating")).toThrow(/^Updating it: a run was answered/);
    expect(() => assertNotOfOther({ ...held, record })).not.toThrow();
  });
});
