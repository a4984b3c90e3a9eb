import { describe, expect, it } from "vitest";
import { View } from "../../../provider/src/lifecycle/observe";
import { waitForTurn } from "../../../provider/src/lifecycle/policy";
import { campaignKind } from "../../../provider/src/resources/campaign/kind";
import { howToMoveFirst, isStillToMove, noteMove } from "../../../provider/src/resources/campaign/moves";
import { noteCampaign } from "../../../provider/src/resources/campaign/reach";
import type { CampaignValues } from "../../../provider/src/resources/campaign/values";
import { type CampaignInView, campaignsInView } from "../../../provider/src/resources/inView";
import { guarded, values } from "./guardedCampaign";
import { follow, guarding, recordOf, urnOf, waysOutOf } from "./guarding";

function program() {
  const { account: _account, run, memory, warnings, reaches } = guarding();
  return {
    ...{ run, memory, warnings, reaches },
    move(id: string, released: number[], attached: number[], acknowledged: string[] = []) {
      const own = { urn: urnOf(`c${id}`), id, acknowledged: new Set(acknowledged) };
      const values = { name: `C${id}` };
      const about = `campaign ${id}`;
      const situation = {
        ...{ ...own, kind: campaignKind, run, about, nameless: about, olds: values, news: values },
        ...{ record: recordOf(), changes: [], replacing: false },
      };
      follow(noteMove(situation, { released, attached }), situation);
    },
  };
}

describe("lists that move between running campaigns", () => {
  it("may move along a chain", () => {
    const { move } = program();
    move("1", [1], [2]);
    move("2", [2], [3]);
    move("3", [3], [4]);
  });

  it("are refused in a circle of any length, at the campaign that closes it", () => {
    const { move } = program();
    move("1", [1], [2]);
    move("2", [2], [3]);
    const closing = () => move("3", [3], [1]);
    expect(waysOutOf(closing)).toEqual([[{ do: "declare", property: "listIds" }]]);
    expect(closing).toThrow(
      /^campaign 3: it takes list 1 from the active campaign "C1" \(id 1\), which in the same change takes one that this campaign gives up: [^\n]*\.\nTake these lists from both in a first change \(a campaign that would have none left gets an empty list\), and attach them in a second one\.$/,
    );
  });

  it("may move in a circle that does not lead back to the campaign itself, which that circle's own refusal names", () => {
    const { move } = program();
    move("1", [1], [2]);
    expect(() => move("2", [2], [1])).toThrow("campaign 2");
    move("3", [3], [1]);
  });

  it("come from the latest check of a campaign, whatever an earlier one has shown", () => {
    const { move } = program();
    move("1", [1], [2]);
    move("1", [2], [1]);
    move("2", [3], [1]);
    // It gets one of the second campaign, which gets none of these.
    move("1", [2], [3]);
  });

  it("may move in a circle if sharing one of them is acknowledged", () => {
    const { move } = program();
    move("1", [1], [2], ["shared-list:2"]);
    move("2", [2], [1]);
  });

  const taking = (name: string, acknowledged: string[], changes: Partial<CampaignInView> = {}): CampaignInView => ({
    ...{ urn: urnOf(name), name, listIds: [1, 5], attached: [1], acknowledged: new Set(acknowledged) },
    ...changes,
  });

  it("are announced if the one that gets them comes first, unless sharing is acknowledged", () => {
    const { move, run, memory, warnings } = program();
    follow(noteCampaign(memory, taking("first", [])), { run });
    move("1", [1], []);
    expect(warnings).toEqual([
      [
        'campaign "first": it takes list 1, which campaign "C1" (id 1) gives up in the same change, and the engine may send it first: then it is refused. The resource c1 in the option dependsOn of first orders the two.',
        urnOf("first"),
      ],
    ]);
    const other = program();
    follow(noteCampaign(other.memory, taking("first", ["shared-list:1"])), other);
    other.move("1", [1], []);
    other.move("2", [], [1]);
    expect(other.warnings).toEqual([]);
  });

  it.each<[string, CampaignInView, string[]]>([
    ["as a start, if that one is new", taking("first", []), ["starts-sending"]],
    ["as new people, if that one runs", taking("first", [], { id: "6" }), ["new-people"]],
    ["not, if that one uses them already", taking("first", [], { id: "6", attached: [5] }), []],
    ["not at the campaign itself, whatever an earlier look has noted of it", taking("c1", [], { id: "1" }), []],
  ])("are announced %s", (_, other, expected) => {
    const { move, memory, reaches } = program();
    campaignsInView.of(memory).note(other);
    move("1", [1], []);
    expect(reaches).toEqual(expected);
  });
});

describe("a list that another campaign drops in the same change", () => {
  /** Campaign 7 drops lists 1 and 2, and campaign 8 drops list 3. */
  const changing = () => {
    const { move, memory, run } = program();
    move("7", [1, 2], []);
    move("8", [3], []);
    const { situation } = guarded();
    return { memory, situation: { ...situation, run, inputs: values() } };
  };

  it("has yet to move until an update of that campaign has succeeded, unlike its other lists", async () => {
    const { memory, situation } = changing();
    const areMoving = () => ["1", "2", "3"].map((listId) => isStillToMove(situation, { listId, campaignId: "7" }));
    expect(areMoving()).toEqual([true, true, false]);
    expect(isStillToMove(situation, { listId: "1", campaignId: "9" })).toBe(false);
    await memory.updates.begin(campaignKind, "7", Promise.resolve());
    expect(areMoving()).toEqual([false, false, false]);
  });

  it("moves first if the changes of all campaigns that drop it are sent first, or if the engine orders them", () => {
    const { situation } = changing();
    const uses = [
      { listId: "1", campaignId: "7" },
      { listId: "3", campaignId: "8" },
      { listId: "2", campaignId: "7" },
    ];
    const { text, ways } = howToMoveFirst(situation, uses);
    const [first, second] = [urnOf("c7"), urnOf("c8")];
    expect(text).toBe(
      `Run \`pulumi up --target '${first}'\`, \`pulumi up --target '${second}'\` first, then \`pulumi up\` again. Or let the engine order them: c7, c8 in the option dependsOn of this one.`,
    );
    const targeting = (urn: string) => ({ do: "run", command: "pulumi up --target", urn });
    expect(ways).toEqual([[targeting(first), targeting(second)], [{ do: "dependOn", resources: ["c7", "c8"] }]]);
  });

  it.each<[string, boolean, CampaignValues, { readonly id?: string; readonly olds?: CampaignValues }]>([
    ["a campaign that starts on it waits", true, { active: true }, {}],
    ["a campaign that is made inactive does not", false, { active: false }, {}],
    ["a campaign that is made as the service does, which is inactive, does not", false, {}, {}],
    ["one that gets it waits, as it may run", true, {}, { id: "5", olds: values({ listIds: [9] }) }],
    ["one that has it does not", false, { active: true }, { id: "5", olds: values() }],
    ["a campaign that starts on another list does not", false, { active: true, listIds: [9] }, {}],
  ])("%s", async (_, waits, inputs, existing) => {
    const { memory, situation } = changing();
    let end = () => {};
    const giving = new Promise<void>((resolve) => {
      end = resolve;
    });
    void memory.updates.begin(campaignKind, "7", giving);
    let isItsTurn = false;
    const coming = { ...situation, kind: campaignKind, id: undefined, olds: undefined, inputs: values(inputs) };
    const turn = waitForTurn({ ...coming, ...existing }).then(() => {
      isItsTurn = true;
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(isItsTurn).toBe(!waits);
    end();
    await turn;
    expect(isItsTurn).toBe(true);
  });
});

describe("the lists of a campaign that this run changes from 1 and 2 to 1 and 3", () => {
  const listsAfter = async (update?: Promise<unknown>, changes: object = { before: [1, 2] }, listIds = [1, 3]) => {
    const { account, memory } = guarding();
    campaignsInView.of(memory).note({
      ...{ urn: urnOf("q1"), name: "Q1", id: "5", listIds, attached: [], acknowledged: new Set() },
      ...changes,
    });
    if (update !== undefined) await memory.updates.begin(campaignKind, "5", update).catch(() => undefined);
    const view = new View({ account, memory, about: "checking it", name: undefined, declarer: {}, which: "all" });
    await view.see(campaignKind);
    return [...view.of(campaignKind).objects.values()].flatMap(({ targets }) => [...targets].sort());
  };

  it("are the old and the new ones until its update has succeeded", async () => {
    expect(await listsAfter()).toEqual(["1", "2", "3"]);
    expect(await listsAfter(Promise.reject(new Error("refused")))).toEqual(["1", "2", "3"]);
    expect(await listsAfter(Promise.resolve())).toEqual(["1", "3"]);
  });

  it("are no longer those that a refresh has read under another URN once its update has succeeded", async () => {
    expect(await listsAfter(undefined, { isOnlyRead: true }, [1, 2])).toEqual(["1", "2"]);
    expect(await listsAfter(Promise.resolve(), { isOnlyRead: true }, [1, 2])).toEqual([]);
  });
});
