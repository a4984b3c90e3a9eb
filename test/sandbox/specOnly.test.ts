import { describe, expect, it } from "vitest";
import { fourSignals, person, useSandbox } from "./support.js";

const bench = useSandbox({ specOnly: true });

async function objects() {
  const listId = await bench.list();
  const agent = await bench.create("/v1/agent", { name: "Finder", listId, variables: fourSignals });
  const campaign = await bench.campaign({ listIds: [listId] });
  return { listId, agentId: agent.id, campaignId: campaign.id };
}

describe("a service with the operations of the specification only", () => {
  it("has these operations", async () => {
    const { agentId, campaignId } = await objects();
    for (const path of [
      "/v1/user/me",
      "/v1/organization/members",
      "/v1/email-seat",
      "/v1/contact",
      "/v1/contact/health",
      `/v1/agent/${agentId}/logs`,
      `/v1/campaign/${campaignId}/logs`,
      `/v1/campaign/${campaignId}/queue`,
    ]) {
      expect((await bench.call("GET", path)).status, path).toBe(200);
    }
    expect((await bench.call("DELETE", `/v1/agent/${agentId}`)).status).toBe(200);
  });

  it("treats all others as unknown routes", async () => {
    const { listId, agentId, campaignId } = await objects();
    const attempts: [string, string, unknown?][] = [
      ["GET", "/v1/list"],
      ["GET", `/v1/list/${listId}`],
      ["GET", "/v1/agent"],
      ["GET", `/v1/agent/${agentId}`],
      ["GET", "/v1/campaign"],
      ["GET", `/v1/campaign/${campaignId}`],
      ["PATCH", `/v1/campaign/${campaignId}`, { name: "Changed" }],
      ["GET", "/v1/organization"],
      ["GET", "/v1/user/me/permissions"],
      ["POST", "/v1/contact", person()],
      ["PATCH", "/v1/contact/1", { company: "x" }],
      ["POST", `/v1/contact/list/${listId}/contacts`, { contactIds: [] }],
      ["DELETE", `/v1/contact/list/${listId}/contacts`, { contactIds: [] }],
    ];
    for (const [method, path, body] of attempts) {
      expect(await bench.call(method, path, body), `${method} ${path}`).toMatchObject({
        status: 404,
        body: { message: `Cannot ${method} ${path}`, error: "Not Found", statusCode: 404 },
      });
    }
  });

  it("can pause an agent but not change it otherwise", async () => {
    const { agentId } = await objects();
    const patch = (body: unknown) => bench.call("PATCH", `/v1/agent/${agentId}`, body);
    expect((await patch({ name: "Changed" })).status).toBe(400);
    expect((await patch({ paused: false })).status).toBe(400);
    expect((await patch({ paused: true, name: "Changed" })).status).toBe(400);
    expect(await patch({ paused: true })).toMatchObject({ status: 200, body: { paused: true, name: "Finder" } });
  });
});
