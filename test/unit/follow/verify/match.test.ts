import { describe, expect, it } from "vitest";
import { matchCampaigns } from "../../../../provider/src/follow/verify/match";
import type { DeclaredCampaign } from "../../../../provider/src/follow/verify/promise";

const origin = "https://outreach.example.com";
const owner = (actingUserId: string) => ({ origin, actingUserId });
const served = (id: string, name: string, more: object = {}) => ({ id, name, active: true, ...more });
const declared = (resource: string, more: Partial<DeclaredCampaign> = {}): DeclaredCampaign => ({ resource, ...more });

const found = (campaigns: ReturnType<typeof matchCampaigns>["campaigns"]) =>
  campaigns.map(({ id, member, declared: by, isGone }) => [id, member, by?.resource, isGone]);

describe("the campaign that matches a declared one", () => {
  it("is identified by the id, and the rest is undeclared", () => {
    const members = [
      { member: "101", campaigns: [served("1", "One"), served("2", "Two")], isWhole: true },
      { member: "102", campaigns: [served("3", "One")], isWhole: true },
    ];
    const { campaigns, gaps } = matchCampaigns(
      [declared("one", { id: "3", name: "One", owner: owner("102") })],
      members,
      origin,
    );
    expect(found(campaigns)).toEqual([
      ["3", "102", "one", false],
      ["1", "101", undefined, false],
      ["2", "101", undefined, false],
    ]);
    expect(gaps).toEqual([]);
  });

  it("is identified by the exact name if there is no id yet: among several the one with the declared steps, then the newest", () => {
    const steps = [{ type: "email" }];
    const campaigns = [
      served("1", "One", { steps, createdAt: "2027-03-01" }),
      served("2", "One", { steps, createdAt: "2027-03-02" }),
      served("3", "One", { steps: [{ type: "message" }], createdAt: "2027-03-03" }),
      served("4", "Ones"),
    ];
    const members = [{ member: "101", campaigns, isWhole: true }];
    const plan = [declared("one", { id: "pending-1", name: " One ", steps })];
    expect(found(matchCampaigns(plan, members, origin).campaigns)[0]).toEqual(["2", "101", "one", false]);
  });

  it("is not found by name if another resource has it by its id", () => {
    const members = [{ member: "101", campaigns: [served("1", "One")], isWhole: true }];
    const plan = [declared("new", { name: "One" }), declared("old", { id: "1", name: "One", owner: owner("101") })];
    expect(found(matchCampaigns(plan, members, origin).campaigns)).toEqual([
      ["1", "101", "old", false],
      [undefined, "101", "new", true],
    ]);
  });

  it("is gone only if all campaigns of its owner are listed", () => {
    const gone = declared("one", { id: "9", name: "One", owner: owner("101") });
    const of = (isWhole: boolean) =>
      matchCampaigns([gone], [{ member: "101", campaigns: [], isWhole }], origin).campaigns;
    expect([...of(true), ...of(false)].map(({ isGone }) => isGone)).toEqual([true, false]);
    expect(matchCampaigns([gone], [{ member: "101", isWhole: true }], origin).campaigns[0]?.isGone).toBe(false);
  });

  it.each<[string, Partial<DeclaredCampaign>]>([
    ["whose campaigns were not read: use --as 102 or --all-members", { id: "9", owner: owner("102") }],
    [
      "of the service at https://other.example.com, which this run does not use",
      { id: "9", owner: { origin: "https://other.example.com", actingUserId: "101" } },
    ],
    ["the promise contains no id for it, and the account cannot be searched for its name", { name: undefined }],
  ])("is reported as unknown: %s", (gap, more) => {
    const { campaigns, gaps } = matchCampaigns(
      [declared("one", more)],
      [{ member: "101", campaigns: [], isWhole: true }],
      origin,
    );
    expect([campaigns, gaps]).toEqual([[], [expect.stringContaining(gap)]]);
  });
});
