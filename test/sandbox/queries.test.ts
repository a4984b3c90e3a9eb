import { describe, expect, it } from "vitest";
import { fourSignals, person, useSandbox } from "./support.js";

const bench = useSandbox();

describe("the query of a listing", () => {
  it.each([
    ["page=-1e30", "page must be an integer number"],
    ["page=1.5", "page must be an integer number"],
    ["page=-1", "page must be at least 1"],
    ["page=x", "page must be a number"],
    ["limit=0", "limit must be from 1 to 1000"],
    ["limit=1e300", "limit must be an integer number"],
    ["agent=1e99", "agent must be an integer number"],
    ["listId=one", "listId must be a number"],
    ["scoreFrom=-1e30", "scoreFrom must be at least 0"],
  ])("reports one clear problem: %s", async (query, message) => {
    const answer = await bench.call("GET", `/v1/contact?${query}`);
    expect([answer.status, answer.body.message]).toEqual([400, [message]]);
  });

  it("ignores empty filters", async () => {
    const listId = await bench.list();
    await bench.create("/v1/contact", person({ listId }));
    const agent = await bench.create("/v1/agent", { name: "Finder", listId, variables: fourSignals });
    const all = await bench.get<{ total: number }>("/v1/contact");
    const names = [
      "agent",
      "listId",
      "search",
      "dateFrom",
      "dateTo",
      "scoreFrom",
      "scoreTo",
      "intentType",
      "page",
      "limit",
    ];
    const empty = names.map((name) => `${name}=`);
    for (const query of [...empty, empty.join("&")]) {
      expect([query, await bench.get(`/v1/contact?${query}`)]).toEqual([query, all]);
    }
    expect(await bench.get("/v1/list?page=&limit=")).toEqual(await bench.get("/v1/list"));
    expect(await bench.get(`/v1/agent/${agent.id}/logs?dateFrom=&dateTo=`)).toEqual([]);
  });
});

describe("a contact", () => {
  it("has all fields of the public description", async () => {
    const listId = await bench.list("Founders");
    const agent = await bench.create("/v1/agent", { name: "Finder", listId, variables: fourSignals });
    const made = await bench.create("/v1/contact", person({ listId, agentId: agent.id }));
    expect(await bench.get(`/v1/contact/${made.id}`)).toMatchObject({
      list: { id: listId, name: "Founders" },
      agent: { id: agent.id, name: "Finder" },
      email_2: null,
      email_3: null,
      secondEmail: null,
      phone_2: null,
      phone_3: null,
      skills: null,
    });
    const alone = await bench.create("/v1/contact", person());
    expect(alone).toMatchObject({ list: null, agent: null });
    expect(made).not.toHaveProperty("connectionDegree");
  });
});

describe("launch hours", () => {
  it.each([
    { from: 22, to: 6 },
    { from: 9, to: 9 },
    { from: 0, to: 0 },
  ])("in which nothing would be sent are refused: %j", async (launchHours) => {
    const { linkedinSeats } = await bench.sandbox.objects();
    await expect(bench.sandbox.setLinkedinSeat({ seatId: 7, launchHours })).rejects.toThrow(
      "launchHours must end after they begin, on the same day in UTC: nothing would be sent",
    );
    expect((await bench.sandbox.objects()).linkedinSeats).toEqual(linkedinSeats);
    await bench.sandbox.setLinkedinSeat({ seatId: 7, launchHours: { from: 23, to: 24 } });
    await bench.sandbox.setLinkedinSeat({ seatId: 7, launchHours: { from: 8, to: 18 } });
  });
});
