import { describe, expect, it } from "vitest";
import type { Answer, Finding } from "../../../provider/src/api/objects";
import { mayRunNow, servedIds, textsOf } from "../../../provider/src/lifecycle/facts";
import { View } from "../../../provider/src/lifecycle/observe";
import { campaignKind } from "../../../provider/src/resources/campaign/kind";
import { hasLogs } from "../../../provider/src/resources/campaign/looks";
import { campaignOperations } from "../../../provider/src/resources/campaign/operations";
import { guarding, recorded } from "./guarding";
import { declarer, name } from "./starting";

const about = "checking it";
const found = (answer: Partial<Answer>): Finding => ({ status: "found", answer: { id: "5", ...answer } });

describe("one campaign, read by its id,", () => {
  const state = async (finding: Finding, running: boolean) => {
    const { account, memory, find } = guarding({ found: { "5": finding }, recorded: [recorded({ id: "5", running })] });
    const view = new View({ account, memory, about, name, declarer, which: "all" });
    await view.see(campaignKind);
    await view.look({ ask: "object", kind: campaignKind, id: "5" });
    expect(find.mock.calls).toEqual([["Campaign", "5", about, { fresh: true }]]);
    const known = view.of(campaignKind).objects.get("5");
    if (known === undefined) throw new Error("it is not known");
    if (known.found?.status === "gone") return mayRunNow(known) ? "gone and active" : "gone";
    return mayRunNow(known) ? "active" : "inactive";
  };

  it.each<[string, Finding, boolean, string]>([
    ["is gone", { status: "gone" }, true, "gone"],
    ["runs if the service shows that", found({ active: true }), false, "active"],
    ["is off if the service shows that", found({ active: false }), true, "inactive"],
    ["runs if the service shows no yes or no", found({ active: null }), false, "active"],
    ["runs if it was recorded so and the service leaves that out", found({}), true, "active"],
    ["is off if it was recorded so and the service leaves that out", found({}), false, "inactive"],
    ["runs if it was recorded so and cannot be read", { status: "unreadable" }, true, "active"],
    ["is off if it was recorded so and cannot be read", { status: "unreadable" }, false, "inactive"],
  ])("%s", async (_, finding, active, expected) => {
    expect(await state(finding, active)).toBe(expected);
  });
});

describe("the log of a campaign", () => {
  it.each<[string, unknown, boolean | undefined]>([
    ["cannot be read", undefined, undefined],
    ["cannot be read in an odd form", { message: "none" }, undefined],
    ["is empty", [], false],
    ["is empty by its count", { data: [], total: 0 }, false],
    ["is empty without a count", { data: [] }, false],
    ["has entries", [{ id: 1 }], true],
    ["has entries on another page", { data: [], total: 3 }, true],
  ])("%s", async (_, answer, expected) => {
    const { account, look } = guarding({ logs: { "5": answer } });
    expect(await hasLogs(account, about, "5")).toBe(expected);
    expect(look.mock.calls).toEqual([[campaignOperations.logs, about, { id: "5" }]]);
  });
});

it("list ids in a response are integers, as numbers or strings", () => {
  expect(servedIds([1, "23", "x3", "4x", "", null])).toEqual(["1", "23"]);
  expect(servedIds(undefined)).toEqual([]);
  expect(textsOf(["x", 5])).toEqual(["x", "5"]);
  expect(textsOf("5")).toEqual([]);
});
