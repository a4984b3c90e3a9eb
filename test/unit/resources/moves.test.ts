import { describe, expect, it } from "vitest";
import { View } from "../../../provider/src/lifecycle/observe";
import { campaignKind } from "../../../provider/src/resources/campaign/kind";
import { noteMove } from "../../../provider/src/resources/campaign/moves";
import { noteCampaign } from "../../../provider/src/resources/campaign/reach";
import { campaignsInView } from "../../../provider/src/resources/inView";
import { follow, guarding, recordOf, urnOf } from "./guarding";

function program() {
  const { account: _account, run, memory, warnings } = guarding();
  return {
    run,
    memory,
    warnings,
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
    expect(() => move("3", [3], [1])).toThrow(
      /^campaign 3: it takes list 1 from the active campaign "C1" \(id 1\), which in the same change takes one that this campaign gives up: [^\n]*\.\nRemove the lists from both in a first change, and attach them in a second one\.$/,
    );
  });

  it("may move in a circle that does not lead back to the campaign itself, which that circle's own refusal names", () => {
    const { move } = program();
    move("1", [1], [2]);
    expect(() => move("2", [2], [1])).toThrow("campaign 2");
    move("3", [3], [1]);
  });

  it("are those of the last look at a campaign, whatever an earlier one has shown", () => {
    const { move } = program();
    move("1", [1], [2]);
    move("1", [2], [1]);
  });

  it("may move in a circle if sharing one of them is acknowledged", () => {
    const { move } = program();
    move("1", [1], [2], ["shared-list:2"]);
    move("2", [2], [1]);
  });

  it("are announced if the one that takes them comes first, unless sharing is acknowledged", () => {
    const { move, run, memory, warnings } = program();
    const taking = (name: string, acknowledged: string[]) => ({
      ...{ urn: urnOf(name), name, listIds: [1, 5], attached: [1], acknowledged: new Set(acknowledged) },
    });
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
