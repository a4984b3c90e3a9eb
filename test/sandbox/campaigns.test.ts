import { describe, expect, it } from "vitest";
import { emailSteps, namesIn, useSandbox } from "./support.js";

const bench = useSandbox();

interface Shown {
  id: number;
  name: string;
  steps: Record<string, unknown>[];
  [field: string]: unknown;
}

const campaign = (fields?: Record<string, unknown>) => bench.campaign<Shown>(fields);

const documented = namesIn(`
  id name userId active excludeFirstDegreeFromCampaigns splitMessages isManual createdAt updatedAt steps
  skipInvitationAfterDays language tone goal linkedinSeatId
`);

describe("a campaign", () => {
  it("is returned with only the documented fields", async () => {
    const made = await campaign();
    expect(Object.keys(made).sort()).toEqual(documented);
    expect(await bench.get(`/v1/campaign/${made.id}`)).toEqual(made);
  });

  it("has null for fields without a value", async () => {
    const made = await campaign({ linkedinSeatId: undefined, steps: emailSteps, emailSeatIds: [21] });
    expect(made).toMatchObject({ linkedinSeatId: null, language: null });
  });

  it("is active by default", async () => {
    expect(await campaign({ active: undefined })).toMatchObject({ active: true });
  });

  it("is listed; a filter excludes inactive campaigns", async () => {
    const inactive = await campaign();
    const active = await campaign({ active: true });
    const ids = async (path: string) => (await bench.get<Shown[]>(path)).map(({ id }) => id);
    expect(await ids("/v1/campaign?activeOnly=false")).toEqual(expect.arrayContaining([inactive.id, active.id]));
    expect(await ids("/v1/campaign?activeOnly=true")).not.toContain(inactive.id);
  });

  it("is named by its lists, each of which names the campaign attached last", async () => {
    const listId = await bench.list();
    const first = await campaign({ listIds: [listId] });
    const second = await campaign({ listIds: [listId] });
    const named = async () => (await bench.get<{ campaignId: number }>(`/v1/list/${listId}`)).campaignId;
    expect(await named()).toBe(second.id);
    await bench.call("PATCH", `/v1/campaign/${second.id}`, { listIds: [await bench.list()] });
    expect(await named()).toBe(first.id);
    await bench.call("PATCH", `/v1/campaign/${first.id}`, { listIds: [await bench.list()] });
    expect(await named()).toBeNull();
  });
});

describe("a change of a campaign", () => {
  const steps = (text: string) => [
    { type: "visitProfile" },
    { type: "invitation" },
    { type: "message", message: text },
  ];

  it("can change name and contents", async () => {
    const made = await campaign();
    const { status, body } = await bench.call<Shown>("PATCH", `/v1/campaign/${made.id}`, {
      name: "Second contact",
      steps: steps("Good morning"),
    });
    expect(status).toBe(200);
    expect(body.name).toBe("Second contact");
    expect(body.steps[2]).toMatchObject({ message: "Good morning", messageMode: "same", delayAfterLastStep: 2 });
    expect(body.steps[1]).toMatchObject({ delayAfterLastStep: 1 });
  });

  it("keeps notes, delays and numbers of posts", async () => {
    const made = await campaign({
      steps: [{ type: "invitationNote", note: "Hi" }, { type: "likePosts" }, { type: "message", message: "Hello" }],
    });
    const { body } = await bench.call<Shown>("PATCH", `/v1/campaign/${made.id}`, {
      steps: [
        { type: "invitationNote", note: "Changed", delayAfterLastStep: 9 },
        { type: "likePosts", numberOfPosts: 3 },
        { type: "message", messageMode: "ai" },
      ],
    });
    expect(body.steps[0]).toEqual(made.steps[0]);
    expect(body.steps[1]).toEqual(made.steps[1]);
    expect(body.steps[2]).toEqual({ type: "message", stepNumber: 3, delayAfterLastStep: 2, messageMode: "ai" });
  });

  it.each([
    ["fewer steps", { steps: [{ type: "visitProfile" }] }, /keep their number/],
    [
      "another order",
      { steps: [{ type: "invitation" }, { type: "visitProfile" }, { type: "message", message: "Hello" }] },
      /order/,
    ],
    ["an invalid step", { steps: steps("x".repeat(1901)) }, /1900/],
    ["the active flag", { active: true }, /active should not exist/],
    ["a seat", { linkedinSeatId: 8 }, /linkedinSeatId should not exist/],
    ["no list", { listIds: [] }, /at least 1/],
  ])("is rejected with %s", async (_name, change, problem) => {
    const made = await campaign();
    const { status, body } = await bench.call("PATCH", `/v1/campaign/${made.id}`, change);
    expect(status).toBe(400);
    expect([body.message].flat().join("\n")).toMatch(problem);
    expect(await bench.get(`/v1/campaign/${made.id}`)).toEqual(made);
  });

  it("is rejected with another user's list", async () => {
    const made = await campaign();
    const foreign = await bench.list("Alice's", { as: 102 });
    const answer = await bench.call("PATCH", `/v1/campaign/${made.id}`, { listIds: [foreign] });
    expect(answer).toMatchObject({ status: 404, body: { message: `List with ID ${foreign} not found` } });
  });

  it("changes the subject of an e-mail or keeps it, as configured", async () => {
    const made = await campaign({ linkedinSeatId: undefined, steps: emailSteps, emailSeatIds: [21] });
    const change = { steps: [{ type: "email", subject: "News", message: "Changed" }] };
    await bench.sandbox.configure({ subjectIsPatched: false });
    const kept = await bench.call<Shown>("PATCH", `/v1/campaign/${made.id}`, change);
    expect(kept.body.steps[0]).toMatchObject({ subject: "Hello [FirstName]", message: "Changed" });
    await bench.sandbox.configure({ subjectIsPatched: true });
    const taken = await bench.call<Shown>("PATCH", `/v1/campaign/${made.id}`, change);
    expect(taken.body.steps[0]).toMatchObject({ subject: "News" });
  });

  it("can require list ids as strings", async () => {
    const made = await campaign();
    const listId = await bench.list();
    await bench.sandbox.configure({ patchListIdsAsText: true });
    const asNumber = await bench.call("PATCH", `/v1/campaign/${made.id}`, { listIds: [listId] });
    const asText = await bench.call("PATCH", `/v1/campaign/${made.id}`, { listIds: [String(listId)] });
    await bench.sandbox.configure({ patchListIdsAsText: false });
    expect([asNumber.status, asText.status]).toEqual([400, 200]);
  });
});

describe("an operation that the service does not have", () => {
  it.each([
    ["DELETE", "/v1/campaign/1"],
    ["DELETE", "/v1/list/1"],
    ["PATCH", "/v1/list/1"],
    ["POST", "/v1/campaign/1/activate"],
    ["GET", "/v2/campaign"],
    ["PUT", "/v1/agent/1"],
  ])("%s %s is an unknown route", async (method, path) => {
    const { status, body } = await bench.call(method, path);
    expect(status).toBe(404);
    expect(body).toEqual({ message: `Cannot ${method} ${path}`, error: "Not Found", statusCode: 404 });
  });
});

describe("a campaign can be returned", () => {
  it("with its lists and e-mail seats", async () => {
    await bench.sandbox.configure({ campaignCarriesLists: true });
    const listId = await bench.list();
    const made = await campaign({ listIds: [listId], emailSeatIds: [21] });
    await bench.sandbox.configure({ campaignCarriesLists: false });
    expect(made).toMatchObject({ listIds: [listId], emailSeatIds: [21] });
  });

  it("with undocumented fields", async () => {
    await bench.sandbox.configure({ addUnknownFields: true });
    const made = await campaign();
    await bench.sandbox.configure({ addUnknownFields: false });
    expect(Object.keys(made).length).toBeGreaterThan(documented.length);
  });

  it("although its request had unknown fields", async () => {
    await bench.sandbox.configure({ ignoreUnknownFields: true });
    const made = await campaign({ colour: "red" });
    await bench.sandbox.configure({ ignoreUnknownFields: false });
    expect(made).not.toHaveProperty("colour");
  });
});
