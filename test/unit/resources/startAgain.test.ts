import { describe, expect, it } from "vitest";
import type { Answer } from "../../../provider/src/api/objects";
import type { Meanwhile } from "../../../provider/src/lifecycle/policy";
import { decideMeanwhile } from "../../../provider/src/lifecycle/twinMeanwhile";
import { campaignKind } from "../../../provider/src/resources/campaign/kind";
import { acceptTable, startTable } from "../../../provider/src/resources/campaign/startTable";
import type { CampaignValues } from "../../../provider/src/resources/campaign/values";
import { type Around, listed, recorded } from "./guarding";
import { about, applied, guardStart, logsRead, type More, name, shown, starting, steps, urn } from "./starting";

const off = (changes: object = {}) => shown({ name, active: false, ...changes });
const entries = { logs: { "5": [{ id: 1 }] } };
const none = { logs: { "5": [] } };
/** The people of the lists, in this campaign. */
const peopleIn = (campaignId: number) =>
  Object.fromEntries(
    [1, 8].map((listId) => [listId, { data: [{ listId, campaignStatus: [{ campaignId }] }], total: 1 }]),
  );

describe("a campaign of the same name", () => {
  const guarded = (around: Around, more?: More, ownId?: string) => {
    const { situation, ...given } = starting(around, more);
    return { ...given, work: guardStart(startTable, situation, { listIds: ["1", "8"], ...(ownId && { ownId }) }) };
  };

  it.each<[string, Around, More?]>([
    ["its log shows that", { campaigns: listed(off()), ...entries }],
    ["its log cannot be read", { campaigns: listed(off()) }],
    ["that is recorded", { campaigns: listed(off()), ...none, recorded: [recorded({ id: "5", ran: true })] }],
    [
      "that is recorded, and it is gone",
      { campaigns: listed(), recorded: [recorded({ id: "5", ran: true, targets: ["1"] })] },
    ],
    [
      "it has given up the list since",
      { campaigns: listed(off({ listIds: [2] })), ...none, recorded: [recorded({ id: "5", ran: true, ranOn: ["1"] })] },
    ],
    [
      "it is on other lists, and people of these are in it",
      { campaigns: listed(off({ listIds: [2] })), ...entries, people: peopleIn(5) },
    ],
    ["its lists are not known", { campaigns: listed(off({ listIds: undefined })), ...entries }],
    ["the listing lacks it, and it exists", { campaigns: listed(), recorded: [recorded({ id: "5" })], ...entries }],
    [
      "it is off, and only sharing its list is acknowledged",
      { campaigns: listed(off()), ...entries },
      { acknowledged: ["shared-list:5"] },
    ],
    [
      "another one is active, and sharing its list is acknowledged",
      { campaigns: listed(off(), off({ id: "6", active: true })), ...entries },
      { acknowledged: ["shared-list:6"] },
    ],
  ])("refuses a start if it has run on the list: %s", async (_, around, more) => {
    await expect(guarded(around, more).work).rejects.toThrow(
      /^campaign "Fintech Q1": a campaign of this name has run on the same list, or on one that is not known \(id 5\): .*\nIf it is .*\nOr start it again on purpose: acknowledge: \["restart"\]/,
    );
  });

  it.each<[string, Around, More?, string?]>([
    ["it has never run", { campaigns: listed(off()), ...none }],
    [
      "it is on other lists",
      {
        ...{ campaigns: listed(off({ listIds: [2] })), people: peopleIn(6) },
        ...{ logs: { ...entries.logs, "6": [] }, found: { "6": { status: "gone" } } },
      },
    ],
    [
      "it is gone",
      { campaigns: listed(), recorded: [recorded({ id: "5" })], found: { "5": { status: "gone" } }, ...entries },
    ],
    ["it is the one that gets the list", { campaigns: listed(off()), ...entries }, {}, "5"],
    ["it is the one that is replaced", { campaigns: listed(off()), ...entries }, { instead: "5" }],
    [
      "it may start again, and is a former version of the resource",
      { campaigns: listed(off()), ...entries },
      { acknowledged: ["restart"], replaced: { "5": "content" } },
    ],
    [
      "it is active, and sharing its list is acknowledged",
      { campaigns: listed(off({ active: true })), ...entries },
      { acknowledged: ["shared-list:5"] },
    ],
  ])("refuses no start if %s", async (_, around, more, ownId) => {
    const { work, warnings } = guarded(around, more, ownId);
    await work;
    expect(warnings).toEqual([]);
  });

  it("passes with a warning if people may start again: that may be meant for another one", async () => {
    const { work, warnings } = guarded({ campaigns: listed(off()), ...entries }, { acknowledged: ["restart"] });
    await work;
    expect(warnings.join()).toContain("another campaign has run on its list (id 5)");
  });

  it("on other lists causes a warning if it has run, and people may have been in it", async () => {
    const warnedOf = async (logs: object, more?: More) => {
      const { work, warnings } = guarded({ campaigns: listed(off({ listIds: [2] })), ...logs }, more);
      await work;
      return warnings;
    };
    const said = "another campaign of this name (id 5) has run, and not all people of list 1, 8 could be looked at";
    expect(await warnedOf(entries)).toEqual([[expect.stringContaining(said), urn]]);
    expect(await warnedOf(none)).toEqual([]);
    // Its people are not asked about.
    expect(await warnedOf(entries, { acknowledged: ["restart"], replaced: { "5": "content" } })).toEqual([]);
  });

  it("counts as one that has run if there are too many to read their logs", async () => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => off({ id: `${index + 1}` }));
    const logs = Object.fromEntries(many(21).map(({ id }) => [id, []]));
    const enough = guarded({ campaigns: listed(...many(20)), logs });
    await enough.work;
    expect(logsRead(enough)).toBe(20);
    const { work, look } = guarded({ campaigns: listed(...many(21)), logs });
    await expect(work).rejects.toThrow("(id 21; only 20 logs are read, and the others count as having run)");
    expect(logsRead({ look })).toBe(20);
  });
});

describe("a campaign of another name", () => {
  const warned = async (around: Around, more?: More) => {
    const { situation, warnings, look } = starting(around, more);
    await guardStart(startTable, situation, { listIds: ["1"] });
    return { warnings, looked: logsRead({ look }) };
  };
  const other = (changes: object = {}) => off({ name: "Other", ...changes });

  it("that has run on the list causes a warning", async () => {
    const { warnings } = await warned({ campaigns: listed(other()), ...entries });
    expect(warnings).toEqual([[expect.stringContaining("another campaign has run on its list (id 5): this"), urn]]);
  });

  it("that has run on the list and has since dropped it causes a warning, however many others have used the list", async () => {
    const many = Array.from({ length: 20 }, (_, index) => other({ id: `${index + 10}` }));
    const logs = Object.fromEntries(many.map(({ id }) => [id, []]));
    const { warnings } = await warned({
      ...{ campaigns: listed(...many, other({ listIds: [2] })), logs },
      recorded: [recorded({ id: "5", ran: true, ranOn: ["1"], sameName: false })],
    });
    expect(warnings).toEqual([[expect.stringContaining("another campaign has run on its list (id 5): this"), urn]]);
  });

  it.each<[string, Around, number]>([
    ["that has never run", { campaigns: listed(other()), ...none }, 1],
    ["on other lists", { campaigns: listed(other({ listIds: [2] })), ...entries }, 0],
    ["whose lists are not known", { campaigns: listed(other({ listIds: undefined })), ...entries }, 0],
  ])("%s does not count", async (_, around, looked) => {
    expect(await warned(around)).toEqual({ warnings: [], looked });
  });

  it("is read if there are not too many", async () => {
    const many = Array.from({ length: 21 }, (_, index) => other({ id: `${index + 1}` }));
    const { warnings, looked } = await warned({ campaigns: listed(...many) });
    expect(looked).toBe(20);
    expect(warnings[0]?.[0]).toContain("18, 19, 20): this");
  });
});

describe("an adopted campaign beside an equal one that runs", () => {
  const twin = (changes: object = {}): Answer => ({ id: "6", name, active: true, steps, ...changes });
  const accepted = ({ situation }: ReturnType<typeof starting>) =>
    applied(acceptTable, ["beside-twin"], situation, { listIds: ["1"], ownId: "5", isTakenOver: true });

  it("is refused", async () => {
    const given = starting({ campaigns: listed(twin(), twin({ id: "7" })) });
    await expect(accepted(given)).rejects.toThrow(
      /^campaign "Fintech Q1": an equal campaign is active beside it \(ids 6, 7\): .*\nSwitch one .*acknowledge: \["twin:6", "twin:7"\]/,
    );
    expect(given.listing).toHaveBeenCalledWith("Campaign", `checking the lists of ${about}`, { fresh: true });
    expect(given.known).toHaveBeenCalledWith("Campaign", name, "all");
  });

  it.each<[string, Around, readonly string[]]>([
    ["it is that one", { campaigns: listed(twin({ id: "5" })) }, []],
    ["the equal one is off", { campaigns: listed(twin({ active: false })) }, []],
    [
      "the other one has other steps",
      { campaigns: listed(twin({ steps: [{ type: "invitation", delayAfterLastStep: 2 }] })) },
      [],
    ],
    ["that is acknowledged", { campaigns: listed(twin()) }, ["twin:6"]],
    ["sharing the list is acknowledged", { campaigns: listed(twin()) }, ["shared-list:6"]],
    [
      "the equal one is recorded on other lists",
      { campaigns: listed(twin()), recorded: [recorded({ id: "6", targets: ["2"] })] },
      [],
    ],
    ["nothing is listed", {}, []],
  ])("is not refused if %s", async (_, around, acknowledged) => {
    const given = starting(around, { acknowledged });
    expect((await accepted(given)).campaigns.listing).toBe(around.campaigns);
    expect(given.warnings).toEqual([]);
  });
});

describe("a campaign that another machine has started meanwhile", () => {
  const meanwhile = (
    around: Around,
    others: readonly Partial<CampaignValues>[],
    acknowledged: readonly string[] = [],
  ) => {
    const given = starting(around, { acknowledged });
    const shownOthers = others.map((each, index) => ({ id: `${index + 6}`, name: "Other", steps, ...each }));
    return { ...given, problem: decideMeanwhile({ ...given.situation, kind: campaignKind }, shownOthers) };
  };
  const lists = (id: string) => ({ lists: listed({ id, campaignId: 6 }, { id: "9" }) });
  const onSame = { problem: "another run started one on the same list at the same time: id 6", ids: ["6"] };

  it.each<[string, Around, Partial<CampaignValues>, Meanwhile | undefined]>([
    ["on the same list, is a problem", {}, { active: true, listIds: [2, 1] }, onSame],
    ["on the same list, as the list shows, is a problem", lists("1"), { active: true }, onSame],
    ["and of which nothing shows that it runs, is one as well", {}, { listIds: [1] }, onSame],
    ["on another list, is none", lists("2"), { active: true, listIds: [2] }, undefined],
    ["but is off, is none", lists("1"), { active: false, listIds: [1] }, undefined],
  ])("%s", async (_, around, other, expected) => {
    const { problem, warnings } = meanwhile(around, [other]);
    expect(await problem).toEqual(expected);
    expect(warnings).toEqual([]);
  });

  it("does not count if sharing its list is acknowledged, without a request", async () => {
    const { problem, listing } = meanwhile(lists("1"), [{ active: true, listIds: [1] }], ["shared-list:6"]);
    expect(await problem).toBeUndefined();
    expect(listing).not.toHaveBeenCalled();
  });

  it("may be one if its lists are unknown, with a warning", async () => {
    for (const around of [{}, lists("2")]) {
      const { problem, warnings, reaches, listing } = meanwhile(around, [{ active: true }, { listIds: [3] }]);
      expect(await problem).toBeUndefined();
      const text = expect.stringContaining(
        "another run started a campaign at the same time (id 6), perhaps on the same",
      );
      expect(warnings).toEqual([[text, urn]]);
      expect(reaches).toEqual(["starts-sending"]);
      expect(listing.mock.calls).toEqual([["List", `checking the lists of ${about}`, { fresh: true }]]);
    }
  });

  it("may be one if the lists cannot be read", async () => {
    const given = starting({});
    given.listing.mockRejectedValue(new Error("no connection"));
    const other = { id: "6", name: "Other", active: true };
    expect(await decideMeanwhile({ ...given.situation, kind: campaignKind }, [other])).toBeUndefined();
    expect(given.warnings).toHaveLength(1);
  });
});
