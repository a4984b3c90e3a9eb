import { describe, expect, it } from "vitest";
import { declarerOf } from "../../../provider/src/lifecycle/about";
import { addedTargets } from "../../../provider/src/lifecycle/changes";
import { conclude } from "../../../provider/src/lifecycle/decision";
import type { Recorded } from "../../../provider/src/lifecycle/record";
import { observeSend } from "../../../provider/src/lifecycle/send";
import { campaignKind } from "../../../provider/src/resources/campaign/kind";
import { policy } from "../../../provider/src/resources/campaign/policy";
import type { CampaignValues } from "../../../provider/src/resources/campaign/values";
import { guarded, urn, values } from "./guardedCampaign";
import { type Around, listed, recorded, recordOf } from "./guarding";

describe("a change of a campaign's lists", () => {
  const changing = (around: Around, olds: CampaignValues, news: CampaignValues, record: Partial<Recorded> = {}) => {
    const given = guarded(around);
    const situation = {
      ...{ ...given.situation, nameless: "it", id: "5", changes: [], replacing: false, record: recordOf(record) },
      ...{ olds: values(olds), news: values(news) },
    };
    const work = async () => void (await conclude(policy.sendRules ?? [], observeSend(situation), situation));
    const needsTurn = addedTargets(campaignKind, situation.olds, situation.news).length > 0;
    return { ...given, needsTurn, work: work() };
  };
  const busy = listed({ id: "7", active: true, listIds: [2] });
  const found = (active?: boolean) => ({ found: { "5": { status: "found", answer: { id: "5", active } } } }) as const;
  const both = { listIds: [1, 2] };

  it.each<[string, Around, CampaignValues, Partial<Recorded>]>([
    ["runs", { campaigns: busy }, { active: true }, {}],
    ["may run", { campaigns: busy }, {}, { everActive: true }],
    ["was off, and runs by now", { campaigns: busy, ...found(true) }, { active: false }, {}],
    ["was off, and may run by now", { campaigns: busy, ...found() }, { active: false }, {}],
  ])("attaches no list of another active one if it %s", async (_, around, olds, record) => {
    const { work, needsTurn } = changing(around, olds, both, record);
    expect(needsTurn).toBe(true);
    await expect(work).rejects.toThrow("list 2 is already used by an active campaign (id 7)");
  });

  it.each<[string, Around, CampaignValues, CampaignValues, boolean]>([
    ["it is off", { campaigns: busy, ...found(false) }, { active: false }, both, true],
    ["it cannot be read and was off", { campaigns: busy }, { active: false }, both, true],
    ["no list is added", { campaigns: busy }, { active: true, ...both }, both, false],
    ["a list is taken away", { campaigns: busy }, { active: true, ...both }, { listIds: [2] }, false],
    [
      "it is the one that uses it",
      { campaigns: listed({ id: "5", active: true, listIds: [2] }) },
      { active: true },
      both,
      true,
    ],
  ])("is not refused if %s", async (_, around, olds, news, isAdding) => {
    const { work, needsTurn } = changing(around, olds, news);
    expect(needsTurn).toBe(isAdding);
    await expect(work?.then(() => "is sent")).resolves.toBe("is sent");
  });

  it("is read again only if it is off in the state, and a list is added", async () => {
    const reads = async (olds: CampaignValues, news: CampaignValues) => {
      const { work, find } = changing({}, olds, news);
      await work;
      return find.mock.calls;
    };
    expect(await reads({ active: false }, both)).toEqual([["Campaign", "5", "updating it", { fresh: true }]]);
    expect(await reads({ active: true }, both)).toEqual([]);
    expect(await reads({ active: false }, {})).toEqual([]);
  });

  it("counts as one of this resource: another one of this resource has run on the list", async () => {
    const own = recorded({ ...declarerOf(urn), id: "8", targets: ["2"], ran: true, sameName: false });
    const { work } = changing({ recorded: [own] }, { active: true }, both);
    await expect(work).rejects.toThrow("a campaign of this name has run on the same list");
  });
});
