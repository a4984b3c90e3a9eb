import { describe, expect, it } from "vitest";
import { fourSignals, person } from "../support.js";
import { usePage } from "./pageBench.js";

const bench = usePage({ answerRate: 1 });
const message = { type: "message", message: "Hello [FirstName] of [Company]" };

describe("a contact's story", () => {
  it("contains the signal that found it, each text as it was sent, and its reply", async () => {
    const listId = await bench.list();
    const agent = await bench.create("/v1/agent", { name: "Finder", listId, variables: fourSignals });
    const campaign = await bench.campaign({ active: true, listIds: [listId], steps: [message, message] });
    await bench.sandbox.advance({ days: 2 });
    const logs = await bench.get<{ status: string; contactId: number }[]>(`/v1/campaign/${campaign.id}/logs`);
    const first = logs.findLast(({ status }) => status === "sent");
    const changed = [{ stepNumber: 1, message: "Another text" }];
    await bench.sandbox.editCampaign({ campaignId: campaign.id, steps: changed });
    await bench.sandbox.advance({ days: 12 });
    const story = await bench.read("contact", { id: first?.contactId ?? 0 });
    const { firstName, company, intent_type } = story.contact;
    expect(story.status).toBe("answered");
    expect(story.events[0]).toMatchObject({
      kind: "imported",
      agent: { id: agent.id, name: "Finder" },
      signal: { type: intent_type },
    });
    const sent = story.events.filter((event) => event.kind === "sent");
    expect(sent[0]).toMatchObject({
      stepNumber: 1,
      seat: "Olivia Hart",
      texts: { message: `Hello ${firstName} of ${company}` },
    });
    expect(story.events.at(-1)).toMatchObject({ kind: "ended", status: "answered" });
    expect(logs.filter((log) => "texts" in log)).toEqual([]);
  });

  it("contains why a step was not sent, and the next step", async () => {
    const listId = await bench.list();
    const [email, network] = [{ type: "email", subject: "Hi", message: "Hi" }, { type: "visitProfile" }];
    const campaign = await bench.campaign({
      active: true,
      listIds: [listId],
      emailSeatIds: [21],
      steps: [network, email],
    });
    const added = await bench.create("/v1/contact", { ...person({ email: null }), listId });
    await bench.sandbox.advance({ hours: 2 });
    await bench.sandbox.advance({ days: 1 });
    const waiting = await bench.read("contact", { id: added.id });
    expect(waiting.events[0]).toMatchObject({ kind: "added", list: { id: listId } });
    expect(waiting.next).toMatchObject([
      { campaign: { id: campaign.id }, stepNumber: 2, type: "email", reason: "delay" },
    ]);
    await bench.sandbox.advance({ days: 5 });
    const { events, next, status } = await bench.read("contact", { id: added.id });
    expect(events.at(-1)).toMatchObject({
      kind: "ended",
      status: "skipped",
      reason: "the contact has no e-mail address",
      stepNumber: 2,
    });
    expect([next, status]).toEqual([[], "skipped"]);
  });
});

describe("the table of contacts", () => {
  it("searches by text, list, agent, campaign and state, newest first, one page at a time", async () => {
    const [listId, other] = [await bench.list("Table"), await bench.list("Other")];
    const contacts = Array.from({ length: 7 }, (_, index) => ({ firstName: `Table${index}`, lastName: "Row", listId }));
    const made = await bench.sandbox.addContacts({ userId: 101, contacts });
    await bench.sandbox.addContacts({ userId: 102, contacts: [{ firstName: "Table", lastName: "Elsewhere" }] });
    const campaign = await bench.campaign({ listIds: [listId] });
    const names = async (query: Record<string, string | number>) => {
      const { rows, total } = await bench.read("contacts", query);
      return [total, rows.map(({ name }) => name)];
    };
    expect(await names({ list: listId, rows: 3 })).toEqual([7, ["Table6 Row", "Table5 Row", "Table4 Row"]]);
    expect(await names({ list: listId, rows: 3, from: 6 })).toEqual([7, ["Table0 Row"]]);
    expect(await names({ list: listId, from: 9 })).toEqual([7, []]);
    expect(await names({ list: other })).toEqual([0, []]);
    expect(await names({ search: "table3 row" })).toEqual([1, ["Table3 Row"]]);
    expect(await names({ search: "elsewhere", user: 101 })).toEqual([0, []]);
    expect(await names({ search: "elsewhere", user: 102 })).toEqual([1, ["Table Elsewhere"]]);
    await bench.sandbox.editContact({ contactId: made[2]?.id ?? 0, state: "paused" });
    expect(await names({ campaign: campaign.id, state: "paused" })).toEqual([1, ["Table2 Row"]]);
    expect(await names({ campaign: campaign.id, state: "waiting" })).toMatchObject([6, {}]);
  });

  it.each([
    ["contacts", "rows=501", 400],
    ["contacts", "from=-1", 400],
    ["contacts", "state=unknown", 400],
    ["contacts", "unknown=1", 400],
    ["campaign", "id=one", 400],
    ["campaign", "id=1", 404],
    ["contact", "id=1", 404],
    ["requests", "outcome=odd", 400],
  ])("rejects queries that no view sends: %s %s", async (name, query, status) => {
    expect(await bench.status("GET", `/_control/page/data/${name}?${query}`, {})).toBe(status);
  });
});

describe("the requests", () => {
  it("are filtered by their outcome, and a single fault is switched off", async () => {
    const [first, second] = [
      await bench.sandbox.fault({ kind: "status", status: 503, path: "/v1/list" }),
      await bench.sandbox.fault({ kind: "hang", path: "/v1/never" }),
    ];
    expect(await bench.sandbox.clearFaults({ id: second.id })).toEqual({ cleared: 1 });
    expect((await bench.read("requests")).faults.map(({ id }) => id)).toEqual([first.id]);
    await bench.call("GET", "/v1/list");
    await bench.call("GET", "/v1/campaign/1");
    for (const [outcome, status] of [
      ["failed", 503],
      ["faulted", 503],
      ["refused", 404],
    ] as const) {
      expect((await bench.read("requests", { outcome })).requests[0]).toMatchObject({
        status,
        userName: "Olivia Hart",
      });
    }
    expect(await bench.sandbox.clearFaults()).toEqual({ cleared: 0 });
  });
});

describe("the other views", () => {
  it("show which campaign has used a seat, and who owns the objects", async () => {
    const alice = { as: 102 };
    // Seven in the morning of the next day, before the seat's launch hours.
    const { now } = await bench.sandbox.state();
    await bench.sandbox.advance({ hours: 31 - new Date(now).getUTCHours() });
    const listId = await bench.list("Alice's", alice);
    const contacts = Array.from({ length: 3 }, (_, index) => ({
      firstName: `Seat${index}`,
      lastName: "Person",
      listId,
      profileUrl: `https://network.example.com/in/seat-${index}`,
    }));
    await bench.sandbox.addContacts({ userId: 102, contacts });
    const fields = { name: "On a seat", active: true, listIds: [listId], linkedinSeatId: 11 };
    const campaign = await bench.create("/v1/campaign", { ...fields, steps: [{ type: "visitProfile" }] }, alice);
    await bench.sandbox.advance({ hours: 3 });
    const [seat] = (await bench.read("seats", { user: 102 })).filter(({ id }) => id === 11);
    const used = seat?.quotas.find(({ kind }) => kind === "profileVisits");
    const part = { campaign: { id: campaign.id, name: "On a seat" }, count: 3 };
    expect(used).toEqual({ kind: "profileVisits", quota: 80, used: 3, parts: [part] });
    expect((await bench.read("now", { user: 102 })).sentToday).toBe(3);
    expect(seat?.campaigns).toEqual([{ id: campaign.id, name: "On a seat" }]);
    expect((await bench.read("campaigns", { user: 102 })).map(({ name, owner }) => [name, owner.name])).toEqual([
      ["On a seat", "Alice Moreau"],
    ]);
    expect(await bench.read("lists", { user: 102 })).toMatchObject([
      { name: "Alice's", contacts: 3, campaigns: [{ id: campaign.id, active: true }], agents: [] },
    ]);
    const members = (await bench.read("members"))[0]?.members ?? [];
    expect(members.map(({ name, role, active, campaigns }) => [name, role, active, campaigns])).toContainEqual([
      "Alice Moreau",
      "member",
      true,
      1,
    ]);
  });

  it("show an agent's runs, and for each lead the signal that found it", async () => {
    const listId = await bench.list();
    const { id } = await bench.create("/v1/agent", { name: "Runs", listId, variables: fourSignals });
    await bench.sandbox.advance({ days: 1 });
    const { runs, found, leads } = await bench.read("agent", { id });
    expect(
      runs
        .slice(0, 4)
        .map(({ agentType }) => agentType)
        .sort(),
    ).toEqual(fourSignals.map(({ type }) => type).sort());
    expect(leads).toBe(runs.reduce((sum, run) => sum + run.leadsCreated, 0));
    expect(found).toHaveLength(leads);
    for (const lead of found) {
      expect(fourSignals).toContainEqual({ type: lead.signal, value: lead.keyword });
    }
    expect((await bench.read("agents"))[0]).toMatchObject({ id, leads, signals: 4, paused: false });
  });
});
