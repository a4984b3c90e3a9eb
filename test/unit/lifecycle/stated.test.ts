import { describe, expect, it } from "vitest";
import { nameDigest } from "../../../provider/src/api/coordination/creations";
import type { Recorded } from "../../../provider/src/lifecycle/record";
import { type Stated, statedIn, wantedFor, withoutReplaced } from "../../../provider/src/lifecycle/stated";
import { StatedKind } from "../../../provider/src/lifecycle/statedKind";
import { ownersIn, ownersOf } from "../../../provider/src/lifecycle/statedOwners";
import { campaignKind } from "../../../provider/src/resources/campaign/kind";
import { listKind } from "../../../provider/src/resources/listKind";
import { sourceAgentKind } from "../../../provider/src/resources/sourceAgent/kind";
import { outputs, record } from "./stateOf";

/** Running campaigns on lists 1 and 2, on list 3, and on lists that are not known. */
const onLists = [
  ["near", outputs({ active: true, listIds: [1, 2] })],
  ["far", outputs({ active: true, listIds: [3] })],
  ["somewhere", outputs({ active: true, listIds: undefined })],
] as const;

describe("the state's data about other campaigns", () => {
  const pending = { unseen: undefined, pending: { since: "2026-01-15T12:00:00.000Z" } };
  const ran = { everActive: true };
  const shown = { isShown: true };

  it.each<[string, object, Partial<Recorded>, Stated["is"] | undefined, object?]>([
    ["one that is active", { active: true }, ran, "running"],
    ["one whose program omits `active`", {}, ran, "running"],
    ["one that ran and is off", { active: false }, ran, "off"],
    ["one whose create got no response", { active: true }, pending, "pending"],
    ["one that never ran, and may have been switched on since", { active: false }, {}, "resting"],
    [
      "an inactive one whose create got no response",
      { active: false },
      { ...pending, id: undefined },
      "resting",
      { id: undefined },
    ],
    [
      "not an inactive one whose create had no effect",
      { active: false },
      { unseen: true, id: undefined, pending: { ...pending.pending, isAbsent: true } },
      undefined,
    ],
    ["not an inactive one of an earlier release, which has no id", { active: false }, { id: undefined }, undefined],
    ["one that the service shows", { active: true }, { ...ran, unseen: undefined }, "running", shown],
    ["one that the service shows, and that never ran", { active: false }, { unseen: undefined }, "resting", shown],
    [
      "one whose create got no response, which the listing will show",
      { active: true },
      { ...pending, pending: { ...pending.pending, knownBefore: [] } },
      "pending",
      shown,
    ],
  ])("%s", (_, values, recorded, is, more) => {
    const state = new StatedKind(campaignKind, new Map([["a", outputs(values, { id: "7", ...recorded })]]));
    const stated = { urn: "a", id: "7", name: nameDigest("Q1"), targets: [1], is, ...more };
    expect(state.others("new", [1])).toEqual(is === undefined ? [] : [stated]);
    expect(state.isEmpty).toBe(is === undefined);
  });

  it("one that its resource has replaced counts on the lists that it had, also for that resource, unless it is managed", () => {
    const replaced = { 5: { content: "x", targets: ["2"] }, 6: { content: "x", targets: ["2"] }, 7: "x" };
    const held = (more: Partial<Recorded>) =>
      new StatedKind(
        campaignKind,
        new Map([
          ["a", outputs({ active: false, listIds: [1] }, { id: "8", replaced, ...more })],
          ["b", outputs({ active: false, listIds: [3] }, { id: "6" })],
        ]),
      );
    const of5 = { urn: "a", id: "5", name: nameDigest("Q1"), targets: ["2"], is: "resting", isReplaced: true };
    for (const urn of ["new", "a"]) expect(held({}).others(urn, [2])).toEqual([of5]);
    expect(
      held({})
        .others("new", [1])
        .map(({ id }) => id),
    ).toEqual(["8"]);
    expect(held({ unseen: undefined }).others("new", [2])).toEqual([{ ...of5, isShown: true }]);
    const compared = { id: "8", outputs: outputs({}, { urn: "a", id: "8" }) };
    expect(withoutReplaced(held({}).others("a", [2]), compared)).toEqual([of5]);
    expect(withoutReplaced(held({}).others("a", [2]), { ...compared, id: "5" })).toEqual([]);
  });

  it("one that the service shows is passed only if it may share a list", () => {
    const all = { unseen: undefined };
    const state = new StatedKind(
      campaignKind,
      new Map([
        ["near", outputs({ active: true }, all)],
        ["far", outputs({ active: true, listIds: [3] }, all)],
      ]),
    );
    expect(state.others("new", [1]).map(({ urn }) => urn)).toEqual(["near"]);
  });

  it("is wanted for a campaign that may run and for an agent that may find people", () => {
    const campaign = { kind: campaignKind, targets: [1], feeds: false, mayRun: true };
    const agent = { kind: campaignKind, targets: 1, feeds: true };
    const active = (value: unknown) => wantedFor(campaignKind, { listIds: [1], active: value });
    const paused = (value: unknown) => wantedFor(sourceAgentKind, { listId: 1, paused: value });
    expect([true, "unknown", false].map(active)).toEqual([campaign, campaign, { ...campaign, mayRun: false }]);
    expect(active(undefined)).toEqual({ ...campaign, mayRun: undefined });
    expect([false, "unknown", undefined, true].map(paused)).toEqual([agent, agent, agent, undefined]);
    expect(wantedFor(listKind, { name: "Leads" })).toBeUndefined();
  });

  it("is passed to an agent as far as it may use the agent's list", () => {
    const state = new StatedKind(campaignKind, new Map([...onLists]));
    const told = (target: unknown) => state.others("finder", target, { feeds: true }).map(({ urn }) => urn);
    expect(told(2)).toEqual(["somewhere", "near"]);
    expect(told("3")).toEqual(["somewhere", "far"]);
    expect(told(undefined)).toEqual(["somewhere"]);
  });

  it("one without a name yet is passed without one", () => {
    const state = new StatedKind(
      campaignKind,
      new Map([["a", outputs({ active: true, name: undefined }, { id: "7" })]]),
    );
    expect(state.others("new", [1])).toEqual([{ urn: "a", id: "7", name: undefined, targets: [1], is: "running" }]);
    expect(state.namesakes("new", undefined)).toEqual([]);
  });

  it("an unreadable state is left to the run", () => {
    const state = new StatedKind(campaignKind, new Map([["a", { name: "Q1", active: true, recorded: "?" }]]));
    expect(state.others("b", [])).toEqual([]);
    expect(state.namesakes("b", "Q1")).toEqual([]);
  });

  it("is passed for those that may share a list; a new one gets all running ones", () => {
    const state = new StatedKind(
      campaignKind,
      new Map([
        ...onLists,
        ["ran", outputs({ active: false }, ran)],
        ["ran far", outputs({ active: false, listIds: [3] }, ran)],
        ["own", outputs({ active: false })],
      ]),
    );
    const told = (urn: string, targets: unknown) => state.others(urn, targets).map((each) => each.urn);
    expect(told("own", [2, "1"])).toEqual(["somewhere", "near", "ran"]);
    expect(told("own", undefined)).toEqual(["somewhere"]);
    expect(told("near", [1])).toEqual(["somewhere", "ran"]);
    expect(told("new", [1])).toEqual(["somewhere", "near", "ran", "far"]);
  });

  it("is passed for a draft by those that have looked last at its list, and know the others", () => {
    const draft = (id: string, ids: string[], order?: number) =>
      outputs({ active: false }, { unseen: undefined, id, foundOn: { "1": { ids, order } } });
    const lastOn = (...drafts: Parameters<typeof draft>[]) => {
      const all = drafts.map((each) => [each[0], draft(...each)] as const);
      const state = new StatedKind(campaignKind, new Map([...all, ["own", outputs({ active: false })]]));
      return state.others("own", [1], { feeds: false, mayRun: false }).map(({ id }) => id);
    };
    expect(lastOn(["5", [], 1], ["6", ["5"], 2])).toEqual(["6"]);
    expect(lastOn(["5", ["6"], 3], ["6", ["5"], 2])).toEqual(["5"]);
    expect(lastOn(["5", ["6"], 3], ["6", ["5"], 2], ["7", [], 1])).toEqual(["5", "7"]);
    // Those without a number, as from a run that could not read the state, come last.
    expect(lastOn(["5", ["6"]], ["6", ["5"], 2])).toEqual(["6"]);
    expect(lastOn(["5", ["6"]], ["6", []])).toEqual(["5"]);
    expect(lastOn(["5", ["6"]], ["6", ["5"]])).toEqual(["5"]);
  });

  it("has the last number of a finding on each of the resource's lists, and for a start what has left them", () => {
    const found = (ids: string[], order?: number) => ({ unseen: undefined, foundOn: { "1": { ids, order } } });
    const sent = { targets: ["2"], count: 3 };
    const later = { "2": { ids: [], order: 5 }, "3": { ids: [] } };
    const state = new StatedKind(
      campaignKind,
      new Map([
        ["a", outputs({ active: true }, { ...found(["8"], 4), id: "5" })],
        ["b", outputs({ active: false }, { ...found([], 2), id: "6" })],
        ["c", outputs({ active: false, listIds: [2, 3] }, { unseen: undefined, id: "7", foundOn: later })],
        ["left", outputs({ active: true, listIds: [2] }, { unseen: undefined, id: "8", sent })],
      ]),
    );
    const its = (args: object) => state.inState("new", { name: "New", ...args });
    const inactive = { listIds: [1, 2], active: false };
    expect(its(inactive)).toMatchObject([{ lastFound: { "1": 4, "2": 5 }, sent: { "8": 3 } }]);
    expect(its(inactive)[0]?.sentOfFound).toBeUndefined();
    expect(its({ listIds: [3], active: false })).toMatchObject([{ lastFound: { "3": null } }]);
    expect(its({ listIds: [1], active: true })[0]?.sentOfFound).toEqual({ "8": sent });
    expect(its({ listIds: [4], active: true })[0]).not.toHaveProperty("lastFound");
  });

  it("is a bounded number of entries for each of a thousand running campaigns", () => {
    const all = Array.from({ length: 1000 }, (_, index): [string, object] => [
      `q${index}`,
      outputs({ active: true, listIds: [index] }),
    ]);
    const state = new StatedKind(campaignKind, new Map(all.map(([urn, its]) => [urn, { ...its }])));
    const count = all.reduce((sum, [urn], index) => sum + state.others(urn, [index]).length, 0);
    expect(count).toBe(0);
  });

  it("arrives as it was sent, or as unread", () => {
    const stated: Stated = { urn: "a", id: "7", targets: [1], is: "off" };
    expect(statedIn([stated])).toEqual([stated]);
    for (const hint of ["unread", undefined, [{ urn: "a" }]]) expect(statedIn(hint)).toBe("unread");
  });

  it("does not contain the campaign that an alias has renamed and a change replaces", () => {
    const stated: Stated[] = [
      { urn: "old", id: "7", targets: [1], is: "running" },
      { urn: "other", id: "8", targets: [1], is: "running" },
    ];
    const replaced = { id: "7", outputs: outputs({}, { urn: "older" }) };
    expect(withoutReplaced(stated, replaced)).toEqual([stated[1]]);
    expect(withoutReplaced(stated, { id: "pending-1", outputs: outputs({}, { urn: "old" }) })).toEqual([stated[1]]);
    expect(withoutReplaced(stated, undefined)).toEqual(stated);
    expect(withoutReplaced("unread", replaced)).toBe("unread");
  });
});

describe("the state's data about other objects with a name", () => {
  const owner = { origin: record.origin, actingUserId: "1", actor: "0123abcd" };
  const held = new Map(
    Object.entries({
      shown: outputs({}, { id: "1", unseen: undefined }),
      pending: outputs({}),
      nameless: outputs({ name: undefined }, { id: "2" }),
      odd: outputs({ name: ["Müller"] }, { id: "6" }),
      broken: { name: "Q1", recorded: "?" },
      one: outputs({}, { ...owner, id: "3" }),
      again: outputs({}, { id: "4", actingUserId: "2" }),
      other: outputs({ name: "Q2" }, { id: "5" }),
    }),
  );
  const [one, again, other] = [
    { urn: "one", id: "3", ...owner },
    { urn: "again", id: "4", origin: record.origin, actingUserId: "2", actor: undefined },
    { urn: "other", id: "5", origin: record.origin, actingUserId: "1", actor: undefined },
  ];

  it.each<[string, string, unknown, readonly object[]]>([
    ["is each that has an id and that the service does not show", "new", "Q1", [one, again]],
    ["contains objects with its own name", "new", "Q2", [other]],
    ["is nothing of another name", "new", "Q3", []],
    ["is nothing for a name that is not known yet", "new", undefined, []],
    ["is empty for an invalid name", "new", ["Müller"], []],
    ["is empty for a resource in the state", "one", "Q1", []],
    ["is empty for objects that are in the state only under this name", "other", "Q2", []],
  ])("%s", (_, urn, name, namesakes) => {
    for (const kind of [campaignKind, listKind]) {
      expect(new StatedKind(kind, held).namesakes(urn, name)).toEqual(namesakes);
    }
  });
});

describe("the owners of the state's objects", () => {
  const [mine, theirs] = [
    { origin: record.origin, actingUserId: "1" },
    { actingUserId: "2", actor: "0123abcd" },
  ];

  it("are passed once each, without unreadable ones", () => {
    const all = [outputs({}), outputs({ name: "Q2" }), { recorded: "?" }, outputs({}, theirs)];
    expect(ownersOf(all)).toEqual([
      { ...mine, actor: undefined },
      { ...mine, ...theirs },
    ]);
  });

  it.each<[string, (typeof mine & { actor?: string })[]]>([
    ["with another key or member", [mine, { ...mine, actor: "0123abcd" }]],
    ["at another service", [mine, { ...mine, origin: "https://elsewhere.example.com" }]],
    ["of another user", [mine, { ...mine, actingUserId: "2" }]],
  ])("are distinguished %s", (_, owners) => {
    expect(ownersOf(owners.map((owner) => outputs({}, owner)))).toEqual(owners);
  });

  it("arrive as they were sent, or not at all", () => {
    const owners = [mine, { ...mine, ...theirs }];
    expect(ownersIn(owners)).toEqual(owners);
    for (const hint of [undefined, "unread", [mine, { origin: record.origin }]]) expect(ownersIn(hint)).toEqual([]);
  });
});
