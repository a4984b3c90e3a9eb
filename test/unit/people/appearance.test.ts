import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { appearanceOf, CampaignsOfLists, type Listed } from "../../../provider/src/people/appearance";
import { type CampaignHistory, campaignsToRead, withHistories } from "../../../provider/src/people/logs";
import type { Appearance } from "../../../provider/src/people/model";
import type { Contact } from "../../../provider/src/reads/contactShape";
import type { CampaignLog } from "../../../provider/src/reads/logs";

const listed: Listed = {
  campaigns: [
    { id: "8", name: "Off", active: false },
    { id: "9", name: "Runs", active: true },
    { id: "10", name: "Untold" },
  ],
  lists: [
    { id: "5", campaignId: 9 },
    { id: "6", campaignId: 8 },
    { id: "7", campaignId: 10 },
  ],
  isWhole: true,
};
const seen = (contact: Partial<Contact>, given = listed) =>
  appearanceOf({ id: 1, campaignStatus: [], ...contact }, "101", new CampaignsOfLists(given));
const campaignsOf = (contact: Partial<Contact>, given = listed) =>
  seen(contact, given).campaigns.map(({ campaignId, status, active, isOver }) => [campaignId, status, active, isOver]);

describe("the campaigns of a contact", () => {
  it.each<[string, Partial<Contact>, unknown[]]>([
    ["waits in a list of a campaign that runs", { listId: 5 }, [["9", "waiting", true, false]]],
    ["waits if it is unknown whether it runs", { listId: 7 }, [["10", "waiting", undefined, false]]],
    ["does not wait for a campaign that is off", { listId: 6 }, []],
    ["is in no list", {}, []],
    [
      "has begun",
      { listId: 5, campaignStatus: [{ campaignId: 9, status: "running" }] },
      [["9", "running", true, false]],
    ],
    [
      "is done",
      { listId: 5, campaignStatus: [{ campaignId: 9, status: "Finished " }] },
      [["9", "Finished ", true, true]],
    ],
    [
      "has a status of another service",
      { campaignStatus: [{ campaignId: 9, status: "odd" }] },
      [["9", "odd", true, false]],
    ],
    ["is excluded", { listId: 5, state: "excluded" }, []],
    [
      "is excluded from a campaign that it was in",
      { state: "excluded", campaignStatus: [{ campaignId: 9, status: "running" }] },
      [["9", "running", true, true]],
    ],
    ["is blocked", { listId: 5, blocked: true }, []],
    ["is not ready", { listId: 5, readyForCampaign: false }, []],
    ["was in a campaign that is deleted", { campaignStatus: [{ campaignId: 77 }] }, [["77", undefined, false, false]]],
  ])("%s", (_, contact, expected) => {
    expect(campaignsOf(contact)).toEqual(expected);
  });

  it("come from the contact itself, if the service shows them", () => {
    const given: Listed = {
      campaigns: [{ id: "9", active: true, listIds: [4] }],
      lists: [{ id: "5", campaignId: 9 }],
      isWhole: true,
    };
    expect(campaignsOf({ listId: 4 }, given)).toEqual([["9", "waiting", true, false]]);
    expect(campaignsOf({ listId: 5 }, given)).toEqual([]);
  });

  it.each<[string, Partial<Contact>, Listed, boolean]>([
    ["whole listings", {}, listed, true],
    ["a contact that does not show them", { campaignStatus: undefined }, listed, false],
    ["a part of a listing", {}, { ...listed, isWhole: false }, false],
    ["no listing of campaigns", {}, { ...listed, campaigns: undefined }, false],
    ["no listing of lists", {}, { ...listed, lists: undefined }, false],
  ])("are complete with %s: %s", (_, contact, given, expected) => {
    expect(seen(contact, given).areAllCampaigns).toBe(expected);
  });

  it("are never certainly off if campaigns are not listed", () => {
    const contact = { listId: 5, campaignStatus: [{ campaignId: 9, status: "running" }] };
    expect(campaignsOf(contact, { isWhole: true })).toEqual([["9", "running", undefined, false]]);
  });
});

describe("a contact's addresses", () => {
  it("are all addresses in the response", () => {
    const { emails, profile, website } = seen({
      ...{ email: "Ada@example.com", email_2: "ada@example.org", secondEmail: 7, email_3: "ada@example.com" },
      ...{ profileUrl: "https://network.example.com/in/Ada/", website: "https://www.Engines.example/about" },
    });
    expect([emails, profile, website]).toEqual([
      ["ada@example.com", "ada@example.org"],
      "network.example.com/in/ada",
      "engines.example",
    ]);
  });
});

describe("the logs' data", () => {
  const entries: CampaignLog[] = [
    { contactId: 1, stepNumber: 1, type: "visitProfile", status: "sent", createdAt: "2027-03-01T10:00:00Z" },
    { contactId: 1, stepNumber: 2, type: "message", status: "sent", createdAt: "2027-03-03T10:00:00Z" },
    { contactId: 1, status: "finished", createdAt: "2027-03-03T10:00:00Z" },
    { contactId: 1, stepNumber: 2, status: "answered", createdAt: "2027-03-05T10:00:00Z" },
    { contactId: 2, stepNumber: 1, status: "sent", createdAt: "2027-03-06T10:00:00Z" },
  ];
  const members = (appearances: readonly Appearance[], given = listed) => ({ listed: given, appearances });
  const histories = (log: readonly CampaignLog[], isWhole = true) =>
    new Map(
      ["8", "9", "10"].map((id): [string, CampaignHistory] => [
        id,
        { campaignId: id, entries: id === "9" ? log : [], isWhole },
      ]),
    );

  it("is the last step with its time and the newest end, in whatever order the service sends them", () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(entries, { minLength: entries.length, maxLength: entries.length }), (log) => {
        const [added] = withHistories(members([seen({ listId: 5 })]), histories(log));
        expect(added?.campaigns).toEqual([
          {
            ...{ campaignId: "9", name: "Runs", active: true, status: "answered", isOver: true },
            ...{ step: 2, type: "message", at: "2027-03-03T10:00:00Z" },
          },
        ]);
      }),
    );
  });

  it("names campaigns that the contact does not, and all of them if each log is whole", () => {
    const untold = seen({ campaignStatus: undefined });
    const [told] = withHistories(members([untold]), histories(entries));
    expect([told?.campaigns.map(({ campaignId }) => campaignId), told?.areAllCampaigns]).toEqual([["9"], true]);
    expect(withHistories(members([untold]), histories(entries, false))[0]?.areAllCampaigns).toBe(false);
    expect(
      withHistories(members([untold], { ...listed, isWhole: false }), histories(entries))[0]?.areAllCampaigns,
    ).toBe(false);
    expect(withHistories(members([untold]), new Map())[0]?.areAllCampaigns).toBe(false);
  });

  it("costs the logs of the requested campaigns, and all if a contact does not show its campaigns", () => {
    const shown = seen({ campaignStatus: [{ campaignId: 9, status: "running" }] });
    expect(campaignsToRead(members([shown]), new Set(["9", "77"]))).toEqual(["9"]);
    expect(campaignsToRead(members([shown]), new Set())).toEqual([]);
    expect(campaignsToRead(members([shown, seen({ campaignStatus: undefined })]), new Set())).toEqual(["8", "9", "10"]);
  });
});
