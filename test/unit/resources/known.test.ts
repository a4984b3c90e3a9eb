import { describe, expect, it } from "vitest";
import type { Answer, Finding } from "../../../provider/src/api/objects";
import { declarerOf } from "../../../provider/src/lifecycle/about";
import type { RunMemory } from "../../../provider/src/lifecycle/memory";
import {
  hasLogs,
  type KnownCampaign,
  knownCampaigns,
  servedLists,
  stateOf,
  textsOf,
} from "../../../provider/src/resources/campaign/known";
import { campaignOperations } from "../../../provider/src/resources/campaign/operations";
import { campaignsInView, startedCampaigns, stoppedCampaigns } from "../../../provider/src/resources/inView";
import { type Around, guarding, listed, recorded, urnOf } from "./guarding";

const name = "Fintech Q1";
const about = "checking it";
const declarer = declarerOf(urnOf("q1"));
const other = declarerOf("urn:pulumi:prod::project::outreach:Campaign::q1");
const acknowledged: ReadonlySet<string> = new Set();

const inView = (id?: string) => (memory: RunMemory) =>
  campaignsInView.of(memory).note({ urn: urnOf("q1"), name, id, listIds: [1], attached: [], acknowledged });
const started = (memory: RunMemory) => void startedCampaigns.of(memory).set("5", ["1"]);
const stopped = (memory: RunMemory) => void stoppedCampaigns.of(memory).add("5");
const nothing = () => undefined;

async function knownOf(around: Around, remember: (memory: RunMemory) => void = nothing, more: object = { declarer }) {
  const { account, memory } = guarding(around);
  remember(memory);
  return await knownCampaigns({ account, memory, about, name, ...more });
}

/** A campaign of which nothing is known but its id. */
const plain: KnownCampaign = {
  ...{ id: "5", active: false, ran: false, sameName: false, ownStack: false, isListed: true },
  ...{ areAllLists: false, areServed: false, isUntold: false, listIds: new Set(), ranOn: new Set() },
};
const found = (answer: Partial<Answer>): Finding => ({ status: "found", answer: { id: "5", ...answer } });
const onOne = { listIds: new Set(["1"]), areAllLists: true };
const on = { active: true, ran: true };
const shown = (changes: object = {}): Around => ({ campaigns: listed({ id: "5", name: "Other", ...changes }) });

describe("what is known of a campaign", () => {
  it.each<[string, Around, ((memory: RunMemory) => void) | undefined, Partial<KnownCampaign>]>([
    [
      "is what runs have recorded of it",
      { recorded: [recorded({ id: "5", targets: ["1"], running: true })] },
      nothing,
      { ...on, ...onOne, sameName: true },
    ],
    [
      "is that it has run, if it was recorded so and is off",
      { recorded: [recorded({ id: "5", running: false, ran: true })] },
      nothing,
      { ran: true, sameName: true },
    ],
    [
      "is not that it has run, if nobody has recorded that",
      { recorded: [recorded({ id: "5", running: false })] },
      nothing,
      { sameName: true },
    ],
    [
      "is that this stack has created it",
      { recorded: [recorded({ id: "5", stack: declarer.stack })] },
      nothing,
      { sameName: true, ownStack: true },
    ],
    [
      "is not that this stack has created it, if another one has",
      { recorded: [recorded({ id: "5", ...other, sameName: false })] },
      nothing,
      {},
    ],
    [
      "is that it counts as one of the same name, if the same resource has created it",
      { recorded: [recorded({ id: "5", ...declarer, sameName: false })] },
      nothing,
      { sameName: true, ownStack: true },
    ],
    ["is what the program tells", {}, inView("5"), { ...on, ...onOne, ownStack: true }],
    ["is that this run has started it", {}, started, { ...on, ...onOne }],
    ["is that this run has read that it is off", {}, stopped, {}],
    [
      "is that it is off, if this run has read that and earlier ones have recorded the contrary",
      { recorded: [recorded({ id: "5", running: true })] },
      stopped,
      { ran: true, sameName: true },
    ],
    [
      "is what the service shows",
      shown({ name: " Fintech Q1 ", active: true, listIds: [1] }),
      nothing,
      { ...on, ...onOne, sameName: true, areServed: true },
    ],
    ["is that it is off, if the service shows that", shown({ active: false }), nothing, {}],
    ["is that it runs, if the service shows no yes or no", shown({ active: null }), nothing, on],
    ["is that it may run, if the service leaves that out", shown(), nothing, { ...on, isUntold: true }],
    [
      "is that it is off, if the service leaves that out and it was recorded",
      { ...shown(), recorded: [recorded({ id: "5", running: false, sameName: false })] },
      nothing,
      { isUntold: true },
    ],
    [
      "is that it runs, if this run has started it since it was listed",
      shown({ active: false }),
      started,
      { ...on, ...onOne },
    ],
    ["is that it runs, if the service shows it after it was read as off", shown({ active: true }), stopped, on],
    [
      "is that it has run, if it was recorded so and is shown as off",
      { ...shown({ active: false }), recorded: [recorded({ id: "5", ran: true, sameName: false })] },
      nothing,
      { ran: true },
    ],
    [
      "is that it may be gone, if a complete listing lacks it",
      { campaigns: listed(), recorded: [recorded({ id: "5" })] },
      nothing,
      { sameName: true, isListed: false },
    ],
    [
      "is not that it may be gone, if the listing leaves something out",
      { campaigns: { ...listed(), whole: false }, recorded: [recorded({ id: "5" })] },
      nothing,
      { sameName: true },
    ],
    [
      "is the recorded list, if the service shows none",
      { ...shown({ active: false, listIds: [] }), recorded: [recorded({ id: "5", targets: ["1"], sameName: false })] },
      nothing,
      onOne,
    ],
    [
      "is the list of a create that was cut off, if it has its name",
      {
        ...shown({ active: false, name }),
        recorded: [recorded({ targets: ["1"], isNamed: (its) => its === name })],
      },
      nothing,
      { ...onOne, sameName: true },
    ],
    [
      "is not the list of a create that was cut off, if it has another name",
      { ...shown({ active: false }), recorded: [recorded({ targets: ["1"], isNamed: (its) => its === name })] },
      nothing,
      {},
    ],
    [
      "is not the list of a create that was cut off, if it is shown without a name",
      { ...shown({ active: false, name: null }), recorded: [recorded({ targets: ["1"] })] },
      nothing,
      {},
    ],
    [
      "is not the list of a create that was cut off, if its own lists are shown",
      { ...shown({ active: false, name, listIds: [2] }), recorded: [recorded({ targets: ["1"] })] },
      nothing,
      { sameName: true, listIds: new Set(["2"]), areAllLists: true, areServed: true },
    ],
    [
      "is the list that names it, beside others that are not known",
      {
        ...shown({ active: false }),
        lists: listed({ id: "1", campaignId: 5 }, { id: "2", campaignId: 6 }, { id: "3" }),
      },
      nothing,
      { listIds: new Set(["1"]) },
    ],
  ])("%s", async (_, around, remember, expected) => {
    expect((await knownOf(around, remember)).all).toEqual([{ ...plain, ...expected }]);
  });

  it("is nothing without an id", async () => {
    expect((await knownOf({ recorded: [recorded({ running: true })] }, inView())).all).toEqual([]);
  });

  it("is not the list of another one of its name, if runs have recorded which one that is", async () => {
    const { all } = await knownOf({
      ...shown({ active: false, name }),
      recorded: [recorded({ id: "7", targets: ["1"] })],
    });
    expect(all.find(({ id }) => id === "5")).toEqual({ ...plain, sameName: true });
  });

  it("is no stack and no resource, if none is asked for", async () => {
    for (const declared of [{}, other]) {
      const { all } = await knownOf({ recorded: [recorded({ id: "5", sameName: false, ...declared })] }, nothing, {});
      expect(all).toEqual([plain]);
    }
  });
});

describe("what is known of all campaigns", () => {
  const lost = recorded({ running: true });
  const both = [lost, recorded({ running: false }), recorded({ id: "5", running: true })];

  it("is which ones the service shows as active", async () => {
    const campaigns = listed({ id: "5", active: true }, { id: "6", active: false }, { id: "7" });
    const known = await knownOf({ campaigns });
    expect([known.isSeen, ...known.shownActive]).toEqual([true, "5"]);
    expect((await knownOf({})).isSeen).toBe(false);
  });

  it.each<[string, Around, readonly object[]]>([
    ["cannot be seen", {}, [lost]],
    ["may be left out of the listing", { campaigns: { ...listed(), whole: false } }, [lost]],
    ["would be listed", { campaigns: listed() }, []],
  ])("is which active ones were cut off, if they %s", async (_, around, expected) => {
    expect((await knownOf({ ...around, recorded: both })).lost).toEqual(expected);
  });

  it("is asked for under any name, and again if another run may have created one", async () => {
    const { account, memory, known, listing } = guarding();
    await knownCampaigns({ account, memory, about, name });
    await knownCampaigns({ account, memory, about, name, fresh: true });
    const unlessMade = { unlessMade: { kind: "Campaign" } };
    expect(known.mock.calls).toEqual(Array.from({ length: 2 }, () => ["Campaign", name, "all"]));
    expect(listing.mock.calls).toEqual([
      ["Campaign", about, unlessMade],
      ["List", about, unlessMade],
      ["Campaign", about, { fresh: true }],
      ["List", about, { fresh: true }],
    ]);
  });
});

describe("one campaign, read by itself,", () => {
  const state = async (finding: Finding, active: boolean) => {
    const { account, memory, find } = guarding({ found: { "5": finding } });
    const its = await stateOf({ account, memory, about }, { ...plain, active });
    expect(find.mock.calls).toEqual([["Campaign", "5", about, { fresh: true }]]);
    return its;
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
    expect(await hasLogs({ account, about }, "5")).toBe(expected);
    expect(look.mock.calls).toEqual([[campaignOperations.logs, about, { id: "5" }]]);
  });
});

it("ids of lists in an answer are whole numbers, in either form", () => {
  expect(servedLists([1, "23", "x3", "4x", "", null])).toEqual(["1", "23"]);
  expect(servedLists(undefined)).toEqual([]);
  expect(textsOf(["x", 5])).toEqual(["x", "5"]);
  expect(textsOf("5")).toEqual([]);
});
