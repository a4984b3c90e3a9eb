import { describe, expect, it } from "vitest";
import type { CampaignAnswer, ListAnswer, SourceAgentAnswer } from "../../../provider/src/reads/objectAnswers";
import { readAllObjects, readObject, readObjects } from "../../../provider/src/reads/objects";
import { readUser } from "../../../provider/src/reads/people";
import { serve } from "../api/opening";
import { inTurn, json, missing, unknownRoute } from "../api/plainService";

const two = json(200, [
  { id: 1, name: "One" },
  { id: 2, name: " Two " },
]);

describe("an object", () => {
  it("is found by its id or name in one listing", async () => {
    const { account, paths } = await serve({ "GET /v1/list": two });
    expect(await readObject(account, "List", { id: 2 })).toEqual({ id: "2", name: " Two " });
    expect(await readObject(account, "List", { id: "1" })).toEqual({ id: "1", name: "One" });
    expect(await readObject(account, "List", { name: "Two" })).toMatchObject({ id: "2" });
    expect(paths()).toEqual(["GET /v1/list"]);
  });

  it("that is missing in the listing is requested by its id", async () => {
    const { account } = await serve({ "GET /v1/list": two, "GET /v1/list/3": json(200, { id: 3, name: "Three" }) });
    expect(await readObject(account, "List", { id: 3 })).toEqual({ id: "3", name: "Three" });
  });

  it("that has to be fresh is requested now", async () => {
    const later = inTurn(
      two,
      json(200, [
        { id: 1, name: "Renamed" },
        { id: 2, name: "Two" },
      ]),
    );
    const one = json(200, { id: 1, name: "New" });
    const { account, paths } = await serve({ "GET /v1/list": later, "GET /v1/list/1": one });
    await readAllObjects(account, "List");
    expect(await readObject(account, "List", { name: "Renamed" }, { fresh: true })).toMatchObject({ id: "1" });
    expect(await readObject(account, "List", { id: 1 }, { fresh: true })).toMatchObject({ name: "New" });
    expect(paths()).toEqual(["GET /v1/list", "GET /v1/list", "GET /v1/list/1"]);
  });

  it("is not found if it is missing, misnamed, or one of several", async () => {
    const lists = [4, 5, 6, 7, 8, 9, 1, 2, 3].map((id) => ({ id, name: id < 3 ? "Twin" : `Nr ${id}` }));
    const { account } = await serve({ "GET /v1/list": json(200, lists), "GET /v1/list/77": missing("77") });
    const said = async (choice: { id: number } | { name: string }) =>
      String(await readObject(account, "List", choice).catch((error: unknown) => error));
    expect(await said({ name: "Twin" })).toBe(
      'Refusal: could not read list "Twin": 2 lists have this name (ids 1, 2).\nName one of them by its id.',
    );
    expect(await said({ name: "twin" })).toMatch(
      /no list of the acting user has this name\.\nDid you mean "Twin" \(1\) or "Twin" \(2\)\?\nThere are: "Twin" \(1\), "Twin" \(2\), "Nr 4" \(4\), .*"Nr 3" \(3\)\.$/,
    );
    expect(await said({ id: 77 })).toBe(
      "Refusal: could not read list 77: there is none with this id that the acting user owns.",
    );
  });

  it("has a name without terminal sequences", async () => {
    const names = ["Red \u001b[31m", "Back \u202e wards", "New\nline", "x".repeat(500)];
    const lists = names.map((name, index) => ({ id: index + 1, name }));
    const { account } = await serve({ "GET /v1/list": json(200, lists) });
    const failure = String(await readObject(account, "List", { name: "a\u001b[2J\u202eb" }).catch((error) => error));
    expect(failure).not.toMatch(/[\p{Cf}]|x{100}/u);
    expect(failure).not.toContain("\u001b");
    expect(failure.split("\n")).toHaveLength(2);
    expect(failure).toContain('could not read list "a b"');
  });

  it("keeps the fields that are readable", async () => {
    const agent = {
      ...{ id: 5, name: 7, paused: "yes", targetLocations: ["France", 4], targetIndustries: ["Retail"] },
      ...{
        minLeadScore: null,
        listId: 8,
        unknown: true,
        user: { email: "ada@example.com" },
        variables: [{ type: "HIRING", strength: 2 }],
      },
    };
    const { account } = await serve({ "GET /v1/agent": json(200, [agent]) });
    expect(await readAllObjects(account, "SourceAgent")).toEqual([
      { id: "5", listId: 8, targetIndustries: ["Retail"], variables: [{ type: "HIRING", strength: 2 }] },
    ]);
  });

  it.each([
    [['{"type":"HIRING","value":"true"}'], [{ type: "HIRING", value: "true" }]],
    [["{broken"], undefined],
    [['"text"'], undefined],
    [{ type: "HIRING" }, undefined],
  ])("has its signals as objects: %j", async (variables, expected) => {
    const { account } = await serve({ "GET /v1/agent": json(200, [{ id: 5, variables }]) });
    expect((await readAllObjects(account, "SourceAgent"))[0]?.variables).toEqual(expected);
  });
});

describe("every documented field", () => {
  const common = { userId: 101, createdAt: "2026-03-01T08:00:00Z", updatedAt: "2026-03-02T08:00:00Z" };
  const texts = ["one", "two"];
  const list: Required<ListAnswer> = { ...common, id: "1", name: "Leads", campaignId: 4, contactCount: 12 };
  const agent: Required<SourceAgentAnswer> = {
    ...{ ...common, id: "2", name: "Finder", listId: 1, agentType: "autopilot", paused: false, lastRun: "2026-03-02" },
    ...{ targetJobTitles: texts, targetIndustries: texts, targetLocations: texts, targetCompanySizes: texts },
    ...{ targetCompanyTypes: texts, ignoredCompanies: texts, mandatoryKeywords: texts, additionalCriteria: "more" },
    ...{ variables: [{ type: "HIRING", value: "true" }], minLeadScore: 0.6, maxCreditUsage: 50, creditUsage: 4 },
    ...{ excludeServiceProviders: true, skipIcpFilter: true, includeOpenToWorkProfiles: true, leadWaterfall: true },
    ...{ scriptId: "abc", scriptInstalled: false },
  };
  const campaign: Required<CampaignAnswer> = {
    ...{ ...common, id: "3", name: "Q1", active: true, steps: [{ type: "visitProfile" }], linkedinSeatId: 7 },
    ...{ listIds: [1], emailSeatIds: [21, "22"], language: "en-US", tone: "direct", goal: "demos", isManual: false },
    ...{ excludeFirstDegreeFromCampaigns: true, splitMessages: true, skipInvitationAfterDays: 9 },
  };

  it.each([
    ["List", "list", list],
    ["SourceAgent", "agent", agent],
    ["Campaign", "campaign", campaign],
  ] as const)("of a %s is kept", async (kind, path, whole) => {
    const { account } = await serve({ [`GET /v1/${path}`]: json(200, [{ ...whole, id: Number(whole.id) }]) });
    expect(await readAllObjects(account, kind)).toEqual([whole]);
  });
});

describe("all objects", () => {
  it("are an error if the service does not list them", async () => {
    const { account } = await serve({ "GET /v1/campaign": unknownRoute("/v1/campaign") });
    expect(await readObjects(account, "Campaign")).toBeUndefined();
    await expect(readAllObjects(account, "Campaign")).rejects.toThrow("this service has no operation that lists them");
    await expect(readObject(account, "Campaign", { id: 4 })).rejects.toThrow(
      "could not read campaign 4: this service has no operation that reads campaigns.",
    );
  });

  it("are an error if the service lists only some of them", async () => {
    const { account } = await serve({ "GET /v1/list": json(200, { data: [{ id: 1 }], total: 3 }) });
    expect((await readObjects(account, "List"))?.whole).toBe(false);
    await expect(readAllObjects(account, "List")).rejects.toThrow("the service answered with a part of them");
  });

  it.each([
    ["still exists is a part of them", json(200, { id: 2, name: "Two" }), undefined],
    ["is gone is all of them", missing("2"), ["1"]],
  ])("without one that existed before and %s", async (_, answer, expected) => {
    const shorter = json(200, [{ id: 1, name: "One" }]);
    const { account } = await serve({ "GET /v1/agent": inTurn(two, shorter), "GET /v1/agent/2": answer });
    await readAllObjects(account, "SourceAgent");
    const again = readAllObjects(account, "SourceAgent", { fresh: true });
    if (expected === undefined) await expect(again).rejects.toThrow("the service answered with a part of them");
    else expect((await again).map(({ id }) => id)).toEqual(expected);
  });
});

describe("the acting user", () => {
  it("costs one request, or two as a member, whom the first one verifies", async () => {
    const { account, paths } = await serve();
    expect((await readUser(account)).id).toBe(7);
    expect(paths().length).toBeLessThanOrEqual(2);
    const other = await serve({}, { impersonateUserId: "8" });
    await expect(readUser(other.account)).rejects.toThrow("act for user 8, but the service answers for user 7");
  });
});
