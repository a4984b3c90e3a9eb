import { describe, expect, it } from "vitest";
import { networkSteps } from "../support.js";
import { usePage } from "./pageBench.js";

const bench = usePage({ answerRate: 0 });
const message = { type: "message", message: "Hello [FirstName] of [Company]" };

describe("a campaign", () => {
  it("shows people by state, the steps sent on each day, and its queue as it will be sent, without changing anything", async () => {
    const listId = await bench.list();
    const queuedPerson = { firstName: "Queued", lastName: "Person", company: "Quill & Co", listId };
    const contacts = [
      { ...queuedPerson, profileUrl: "https://network.example.com/in/queued" },
      { firstName: "Without", lastName: "Profile", listId },
    ];
    await bench.sandbox.addContacts({ userId: 101, contacts });
    const { id } = await bench.campaign({ active: true, listIds: [listId], linkedinSeatId: 8, steps: [message] });
    expect((await bench.read("campaign", { id })).people).toMatchObject({ waiting: 2, running: 0 });
    await bench.sandbox.advance({ hours: 1 });
    const before = JSON.stringify(await bench.sandbox.objects());
    const shown = await bench.read("campaign", { id });
    for (const name of ["now", "campaigns", "contacts", "agents", "lists", "seats", "members", "requests"] as const) {
      await bench.read(name);
    }
    expect(JSON.stringify(await bench.sandbox.objects())).toBe(before);
    expect(shown.people).toMatchObject({ waiting: 0, skipped: 1 });
    expect(shown.ends).toEqual([{ status: "skipped", reason: "the contact has no profile on the network", count: 1 }]);
    expect(shown.queue).toMatchObject([{ name: "Queued Person", texts: { message: "Hello Queued of Quill & Co" } }]);
    await bench.sandbox.advance({ hours: 1 });
    const { days, timeline, queued } = await bench.read("campaign", { id });
    expect(days).toEqual([{ day: "2026-03-02", network: 1, emails: 0, answers: 0 }]);
    expect(timeline.map(({ sent, skipped }) => [sent, skipped])).toEqual([[1, 1]]);
    expect(queued).toBe(0);
  });

  it("names active campaigns on the same lists, because switching it on would reach their people", async () => {
    const listId = await bench.list();
    const running = await bench.campaign({ name: "Running", active: true, listIds: [listId], steps: networkSteps });
    const idle = await bench.campaign({ name: "Idle", listIds: [listId] });
    expect((await bench.read("campaign", { id: idle.id })).rivals).toEqual([{ id: running.id, name: "Running" }]);
    expect((await bench.read("campaign", { id: running.id })).rivals).toEqual([]);
  });
});

describe("an empty variable", () => {
  it("is marked where it leaves a gap, in the queue and in sent texts, but not in the service's responses", async () => {
    const listId = await bench.list();
    const contact = { firstName: "Ada", lastName: "", listId, profileUrl: "https://network.example.com/in/hole" };
    const [added] = await bench.sandbox.addContacts({ userId: 101, contacts: [contact] });
    const steps = [{ type: "message", message: "How is [Company] handling [Topic], [FirstName] [LastName]?" }];
    const { id } = await bench.campaign({ active: true, listIds: [listId], linkedinSeatId: 8, steps });
    await bench.sandbox.advance({ hours: 1 });
    const texts = { message: "How is  handling [Topic], Ada ?", holes: { message: [7, 30] } };
    expect((await bench.read("campaign", { id })).queue).toMatchObject([{ texts }]);
    expect(JSON.stringify(await bench.get(`/v1/campaign/${id}/queue`))).not.toContain("holes");
    await bench.sandbox.advance({ hours: 1 });
    await bench.sandbox.editContact({ contactId: added?.id ?? 0, company: "Quill & Co" });
    const { events } = await bench.read("contact", { id: added?.id ?? 0 });
    expect(events.find(({ kind }) => kind === "sent")).toMatchObject({ texts });
    expect(JSON.stringify(await bench.get(`/v1/campaign/${id}/logs`))).not.toContain("holes");
  });
});
