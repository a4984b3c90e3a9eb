import { describe, expect, it } from "vitest";
import { nameDigest } from "../../../provider/src/api/coordination/creations";
import { declarerOf } from "../../../provider/src/lifecycle/about";
import { evaluate } from "../../../provider/src/lifecycle/decision";
import { knownValue, mayRunNow, type ObjectFacts } from "../../../provider/src/lifecycle/facts";
import type { RunMemory } from "../../../provider/src/lifecycle/memory";
import { type AccountFacts, type Looking, View } from "../../../provider/src/lifecycle/observe";
import type { Stated } from "../../../provider/src/lifecycle/stated";
import { campaignKind } from "../../../provider/src/resources/campaign/kind";
import { noteShown } from "../../../provider/src/resources/campaign/reach";
import { startTable } from "../../../provider/src/resources/campaign/startTable";
import { campaignsInView } from "../../../provider/src/resources/inView";
import { type Around, guarding, listed, recorded, urnOf } from "./guarding";
import { starting } from "./starting";

const name = "Fintech Q1";
const about = "checking it";
const declarer = declarerOf(urnOf("q1"));
const other = declarerOf("urn:pulumi:prod::project::outreach:Campaign::q1");
const acknowledged: ReadonlySet<string> = new Set();

const inView = (id?: string) => (memory: RunMemory) =>
  campaignsInView.of(memory).note({ urn: urnOf("q1"), name, id, listIds: [1], attached: [], acknowledged });
const started = (memory: RunMemory) => memory.note(campaignKind, "5", { startedOn: ["1"] });
const stopped = (memory: RunMemory) => memory.note(campaignKind, "5", { isOff: true });
const stated = (is: Stated["is"], more: Partial<Stated> = {}) => {
  const all = { targets: [1], is };
  const [its, unseen] = [
    { ...all, urn: urnOf("old"), id: "5", isShown: true, ...more },
    { ...all, urn: "u", id: "6" },
  ];
  return (memory: RunMemory) => noteShown(memory, [its, unseen]);
};
const nothing = () => undefined;
async function knownOf(
  around: Around,
  remember: (memory: RunMemory) => unknown = nothing,
  more: Partial<Looking> = { declarer },
): Promise<AccountFacts> {
  const { account, memory } = guarding(around);
  remember(memory);
  const view = new View({ account, memory, about, name, declarer: {}, which: "all", ...more });
  await view.see(campaignKind);
  return view.of(campaignKind);
}

/** What the rules infer from a campaign's facts. */
interface Concluded {
  readonly id: string;
  readonly active: boolean;
  readonly ran: boolean;
  readonly sameName: boolean;
  readonly ownStack: boolean;
  readonly isListed: boolean;
  readonly areAllLists: boolean;
  readonly areServed: boolean;
  readonly isUntold: boolean;
  readonly listIds: ReadonlySet<string>;
  readonly ranOn: ReadonlySet<string>;
}

const concluded = (facts: ObjectFacts): Concluded => ({
  ...{ id: facts.id, active: mayRunNow(facts), ran: knownValue(facts.hasRun) === true },
  ...{ sameName: facts.isNamesake, ownStack: facts.isOwnStack, isListed: facts.isListed },
  ...{
    areAllLists: facts.areAllTargets,
    areServed: facts.areServed,
    isUntold: facts.listed !== undefined && facts.canAsk,
  },
  ...{ listIds: facts.targets, ranOn: facts.ranOn },
});
const allOf = ({ objects }: AccountFacts): Concluded[] => [...objects.values()].map(concluded);

const plain: Concluded = {
  ...{ id: "5", active: false, ran: false, sameName: false, ownStack: false, isListed: true },
  ...{ areAllLists: false, areServed: false, isUntold: false, listIds: new Set(), ranOn: new Set() },
};
const onOne = { listIds: new Set(["1"]), areAllLists: true };
const on = { active: true, ran: true };
const [listIds, ran, sameName, digest] = [new Set(["1"]), true, true, nameDigest(name)];
const ofState = { ...onOne, ownStack: true };
const ofService = { ...on, listIds: new Set(["2"]), areAllLists: true, areServed: true, isUntold: true };
const shown = (changes: object = {}): Around => ({ campaigns: listed({ id: "5", name: "Other", ...changes }) });

describe("the facts about a campaign", () => {
  it.each<[string, Around, Partial<Concluded>, ((memory: RunMemory) => unknown)?]>([
    [
      "come from its record",
      { recorded: [recorded({ id: "5", targets: ["1"], running: true })] },
      { ...on, ...onOne, sameName: true },
    ],
    [
      "is that it has run, if it was recorded so and is off",
      { recorded: [recorded({ id: "5", running: false, ran: true })] },
      { ran: true, sameName: true },
    ],
    [
      "do not include that it has run, if that is not recorded",
      { recorded: [recorded({ id: "5", running: false })] },
      { sameName: true },
    ],
    [
      "is that this stack has created it",
      { recorded: [recorded({ id: "5", stack: declarer.stack })] },
      { sameName: true, ownStack: true },
    ],
    [
      "do not include that this stack has created it, if another one has",
      { recorded: [recorded({ id: "5", ...other, sameName: false })] },
      {},
    ],
    [
      "is that it counts as one of the same name, if the same resource has created it",
      { recorded: [recorded({ id: "5", ...declarer, sameName: false })] },
      { sameName: true, ownStack: true },
    ],
    ["come from the program", {}, { ...on, ...onOne, ownStack: true }, inView("5")],
    ["is that this run has started it", {}, { ...on, ...onOne }, started],
    ["is that this run has read that it is off", {}, {}, stopped],
    [
      "is that it is off, if this run has read that and earlier ones have recorded the contrary",
      { recorded: [recorded({ id: "5", running: true })] },
      { ran: true, sameName: true },
      stopped,
    ],
    [
      "come from the service",
      shown({ name: " Fintech Q1 ", active: true, listIds: [1] }),
      { ...on, ...onOne, sameName: true, areServed: true },
    ],
    ["is that it is off, as shown", shown({ active: false }), {}],
    ["is that it runs, if the service shows no yes or no", shown({ active: null }), on],
    ["is that it may run, if the service leaves that out", shown(), { ...on, isUntold: true }],
    [
      "is that it is off, if the service leaves that out and it was recorded",
      { ...shown(), recorded: [recorded({ id: "5", running: false, sameName: false })] },
      { isUntold: true },
    ],
    [
      "is that it may run, if the service leaves that out and only its name was recorded",
      { ...shown(), recorded: [recorded({ id: "5", sameName: false })] },
      { ...on, isUntold: true },
    ],
    [
      "is that it runs, if this run has started it since it was listed",
      shown({ active: false }),
      { ...on, ...onOne },
      started,
    ],
    ["is that it runs, if the service shows it after it was read as off", shown({ active: true }), on, stopped],
    [
      "is that it has run, if it was recorded so and is shown as off",
      { ...shown({ active: false }), recorded: [recorded({ id: "5", ran: true, sameName: false })] },
      { ran: true },
    ],
    [
      "is that it may be gone, if a complete listing lacks it",
      { campaigns: listed(), recorded: [recorded({ id: "5" })] },
      { sameName: true, isListed: false },
    ],
    [
      "is not that it may be gone, if the listing leaves something out",
      { campaigns: { ...listed(), whole: false }, recorded: [recorded({ id: "5" })] },
      { sameName: true },
    ],
    [
      "is the recorded list, if the service shows none",
      { ...shown({ active: false, listIds: [] }), recorded: [recorded({ id: "5", targets: ["1"], sameName: false })] },
      onOne,
    ],
    [
      "include the list of an interrupted create, if it has its name",
      { ...shown({ active: false, name }), recorded: [recorded({ targets: ["1"], isNamed: (its) => its === name })] },
      { ...onOne, sameName: true },
    ],
    [
      "do not include the list of an interrupted create, if it has another name",
      { ...shown({ active: false }), recorded: [recorded({ targets: ["1"], isNamed: (its) => its === name })] },
      {},
    ],
    [
      "do not include the list of an interrupted create, if it is shown without a name",
      { ...shown({ active: false, name: null }), recorded: [recorded({ targets: ["1"] })] },
      {},
    ],
    [
      "do not include the list of an interrupted create, if its own lists are shown",
      { ...shown({ active: false, name, listIds: [2] }), recorded: [recorded({ targets: ["1"] })] },
      { sameName: true, listIds: new Set(["2"]), areAllLists: true, areServed: true },
    ],
    [
      "is the list that names it, beside others",
      { ...shown({ active: false }), lists: listed({ id: "1", campaignId: 5 }, { id: "3" }) },
      { listIds },
    ],
    ["come from the state", shown({ active: true }), { ...on, ...ofState }, stated("running")],
    [
      "include those of an adoption, beside others",
      ...([shown({ active: true }), { ...on, listIds, ownStack: true }] as const),
      stated("running", { mayHaveMore: true }),
    ],
    ["is that it is off, if it runs in the state", shown({ active: false }), { ran, ...ofState }, stated("running")],
    ["is that it runs, if only the state shows it", {}, { ...on, ...ofState }, stated("running")],
    ["is that it has run, if it is off in the state", {}, { ran, ...onOne }, stated("off")],
    ["include no list in the state if the service shows its own", shown({ listIds: [2] }), ofService, stated("off")],
    ["is its name, if only the state shows that", {}, { sameName, ...onOne }, stated("resting", { name: digest })],
    [
      "come from its own diff rather than from the state",
      {},
      { ...on, ...onOne, ownStack: true },
      (memory) => [stated("off", { targets: [9] }), inView("5")].map((note) => note(memory)),
    ],
  ])("%s", async (_, around, expected, remember) => {
    expect(allOf(await knownOf(around, remember))).toEqual([{ ...plain, ...expected }]);
  });

  it("include that it may run on the list, if only that names it", async () => {
    const around = { ...shown({ active: false }), lists: listed({ id: "2", campaignId: 6 }) };
    const only = { id: "6", ...on, isListed: false, listIds: new Set(["2"]) };
    expect(allOf(await knownOf(around))).toEqual([plain, { ...plain, ...only }]);
  });

  it("are empty without an id", async () => {
    expect(allOf(await knownOf({ recorded: [recorded({ running: true })] }, inView()))).toEqual([]);
  });

  it("do not include the list of another one with its name, if that one is recorded", async () => {
    const all = await knownOf({ ...shown({ active: false, name }), recorded: [recorded({ id: "7", targets: ["1"] })] });
    expect(allOf(all).find(({ id }) => id === "5")).toEqual({ ...plain, sameName: true });
  });

  it("combine two records, in either order", async () => {
    const ran = recorded({ id: "5", token: "1", ran: true, ranOn: ["1"], targets: ["1"], ...declarer });
    const released = recorded({ id: "5", token: "2", running: false, targets: ["2"], released: true, ...other });
    for (const both of [
      [ran, released],
      [released, ran],
    ]) {
      const [known] = allOf(await knownOf({ recorded: both }));
      const merged = { ran: true, ownStack: true, sameName: true, areAllLists: true };
      expect(known).toMatchObject({ ...merged, listIds: new Set(["1", "2"]), ranOn: new Set(["1"]) });
    }
  });

  it("contain no stack and no resource, if none is requested", async () => {
    for (const declared of [{}, other]) {
      const all = await knownOf({ recorded: [recorded({ id: "5", sameName: false, ...declared })] }, nothing, {});
      expect(allOf(all)).toEqual([plain]);
    }
  });
});

describe("the facts about all campaigns", () => {
  const lost = recorded({ running: true });
  const draft = recorded({ token: "fedcba9876543210", running: false });

  it("include which ones the service shows as active", async () => {
    const campaigns = listed({ id: "5", active: true }, { id: "6", active: false }, { id: "7" });
    const { listing, objects } = await knownOf({ campaigns });
    const shownActive = [...objects.values()].filter((each) => each.listed?.active === true);
    expect(listing).toBe(campaigns);
    expect(shownActive.map(({ id }) => id)).toEqual(["5"]);
    expect((await knownOf({})).listing).toBeUndefined();
  });

  it.each<[string, Around, boolean]>([
    ["cannot be seen", {}, true],
    ["may be missing in the listing", { campaigns: { ...listed(), whole: false } }, true],
    ["would be listed", { campaigns: listed() }, false],
  ])("include which creates were interrupted, if they %s", async (_, around, isOpen) => {
    const campaigns = await knownOf({ ...around, recorded: [lost, draft, recorded({ id: "5", running: true })] });
    expect(campaigns.lost).toEqual([lost, draft]);
    const rule = startTable.filter(({ name: its }) => its === "lost-beside");
    const by = (...acknowledged: readonly string[]) =>
      evaluate(rule, { situation: starting({}, { acknowledged }).situation, campaigns, listIds: ["1"] });
    expect(by("twin:none:01234567").settled).toEqual(isOpen ? [lost] : []);
    expect(by("twin:none:01234567", "twin:none:fedcba98").settled).toEqual(isOpen ? [lost, draft] : []);
    expect(by().refusal !== undefined).toBe(isOpen);
  });

  it("are requested for any name, and again if another run may have created one", async () => {
    const { account, memory, known, listing } = guarding();
    const fresh = { fresh: true };
    const view = new View({ account, memory, about, name, declarer, which: "all", listing: fresh, targets: fresh });
    await view.look({ ask: "all", kind: campaignKind });
    await view.see(campaignKind);
    const unlessMade = { unlessMade: { kind: "Campaign" } };
    expect(known.mock.calls).toEqual([
      ["Campaign", undefined, "all"],
      ["Campaign", name, "all"],
    ]);
    expect(listing.mock.calls).toEqual([
      ["Campaign", about, unlessMade],
      ["List", about, unlessMade],
      ["Campaign", about, { fresh: true }],
      ["List", about, { fresh: true }],
    ]);
  });
});
