import { afterEach, describe, expect, it } from "vitest";
import { emailSteps } from "../support.js";
import { PlannerBench } from "./plannerBench.js";

const bench = new PlannerBench();
afterEach(() => bench.stop());

describe("a contact of a campaign", () => {
  it("gets messages after it has accepted the invitation, and is finished after the last step", async () => {
    const [listId] = await bench.startWithPeople(10);
    const id = await bench.activeCampaign(listId, {
      steps: [{ type: "invitation" }, { type: "message", message: "Hello", delayAfterLastStep: 1 }],
    });
    await bench.sandbox.advance({ days: 8 });
    const sent = await bench.logs(id);
    const got = (type: string) => sent.filter((log) => log.type === type && log.status === "sent").length;
    expect(got("invitation")).toBe(10);
    expect(got("message")).toBeGreaterThan(2);
    expect(got("message")).toBeLessThan(10);
    const finished = sent.find((log) => log.status === "finished");
    expect(await bench.contact(finished?.contactId ?? 0)).toMatchObject({
      state: "finished",
      campaignStatus: [{ campaignId: id, stepNumber: 2, status: "finished" }],
    });
    // A contact that never accepts gets no message, and is finished when the invitation is given up.
    await bench.sandbox.advance({ days: 30 });
    const states = await Promise.all((await bench.sandbox.objects()).contacts.map(({ state }) => state));
    expect(new Set(states)).toEqual(new Set(["finished"]));
    expect((await bench.logs(id)).filter((log) => log.type === "message" && log.status === "sent").length).toBeLessThan(
      10,
    );
  });

  it("gets every step after it has accepted, even after the time at which an invitation is given up", async () => {
    const [listId] = await bench.startWithPeople(10);
    const id = await bench.activeCampaign(listId, {
      steps: [
        { type: "invitation" },
        { type: "message", message: "Hello", delayAfterLastStep: 2 },
        { type: "message", message: "Still there?", delayAfterLastStep: 30 },
      ],
    });
    await bench.sandbox.advance({ days: 60 });
    const logs = await bench.logs(id);
    const receivers = (step: number) =>
      logs.filter(({ stepNumber, status }) => stepNumber === step && status === "sent").map((log) => log.contactId);
    expect(receivers(2).length).toBeGreaterThan(2);
    expect(receivers(3).sort()).toEqual(receivers(2).sort());
  });

  it("gets nothing while it is in none of the campaign's lists", async () => {
    const [listId, person] = await bench.startWithPeople(1);
    const steps = [{ type: "visitProfile" }, { type: "visitProfile", delayAfterLastStep: 1 }];
    const id = await bench.activeCampaign(listId, { steps });
    await bench.sandbox.advance({ hours: 10 });
    const sent = async () => (await bench.logs(id)).filter(({ status }) => status === "sent").length;
    expect(await sent()).toBe(1);
    await bench.sandbox.editContact({ contactId: person?.id ?? 0, listId: null });
    await bench.sandbox.advance({ days: 5 });
    expect(await sent()).toBe(1);
    await bench.sandbox.editContact({ contactId: person?.id ?? 0, listId });
    await bench.sandbox.advance({ days: 2 });
    expect(await sent()).toBe(2);
  });

  it("gets only e-mails after its invitation is given up", async () => {
    const [listId] = await bench.startWithPeople(10);
    const id = await bench.activeCampaign(listId, {
      emailSeatIds: [21],
      steps: [{ type: "invitation" }, { type: "message", message: "Hello" }, ...emailSteps],
    });
    await bench.sandbox.editCampaign({ campaignId: id, skipInvitationAfterDays: 5 });
    await bench.sandbox.advance({ days: 12 });
    const sent = (await bench.logs(id)).filter((log) => log.status === "sent");
    const receivers = (type: string) => sent.filter((log) => log.type === type).map((log) => log.contactId);
    expect(receivers("email")).toHaveLength(10);
    expect(receivers("message").length).toBeLessThan(10);
  });

  it.each([
    ["no e-mail", { email: null }, "skipped", null],
    ["unsubscribed", { unsubscribed: true }, "excluded", "excluded"],
    ["bounced", { bounced: true }, "excluded", "excluded"],
  ])("gets no e-mail: %s", async (_name, fields, status, state) => {
    const [listId, person] = await bench.startWithPeople(1, fields);
    const id = await bench.emailCampaign(listId);
    await bench.advance(3);
    expect((await bench.logs(id)).map((log) => log.status)).toEqual([status]);
    expect(await bench.contact(person?.id ?? 0)).toMatchObject({ state, campaignStatus: [{ status }] });
  });

  it.each([
    ["no e-mail address", { email: null }, "skipped", "the contact has no e-mail address"],
    ["unsubscribed", { unsubscribed: true }, "excluded", "the contact has unsubscribed from e-mails"],
    ["bounced", { bounced: true }, "excluded", "the e-mail address has bounced"],
    ["blocked", { company: "Rival Works" }, "excluded", "the company is on the blocklist"],
    ["excluded by hand", { state: "excluded" }, "excluded", "the contact is excluded from all campaigns"],
  ] as const)(
    "is logged with the step that was not executed, and the reason: %s",
    async (_name, fields, status, reason) => {
      const [listId, person] = await bench.startWithPeople(1);
      const id = await bench.activeCampaign(listId, {
        emailSeatIds: [21],
        steps: [{ type: "likePosts" }, { ...emailSteps[0], delayAfterLastStep: 1 }, { type: "visitProfile" }],
      });
      await bench.advance(3);
      await bench.sandbox.setBlocklist({ organizationId: 1, companies: ["Rival Works"] });
      await bench.sandbox.editContact({ contactId: person?.id ?? 0, ...fields });
      await bench.advance(48);
      expect((await bench.logs(id)).map((log) => [log.stepNumber, log.type, log.status, log.reason]).reverse()).toEqual(
        [
          [1, "likePosts", "sent", null],
          [2, "email", status, reason],
        ],
      );
    },
  );

  it("is skipped at the first step if it has no profile on the network", async () => {
    const [listId] = await bench.startWithPeople(1, { profileUrl: null });
    const id = await bench.activeCampaign(listId, { steps: [{ type: "invitation" }] });
    await bench.advance(1);
    expect(await bench.logs(id)).toMatchObject([
      { stepNumber: 1, type: "invitation", status: "skipped", reason: "the contact has no profile on the network" },
    ]);
  });

  it("is finished without a step if all steps are done, and with the step that needed the invitation", async () => {
    const [listId] = await bench.startWithPeople(10);
    const id = await bench.activeCampaign(listId, {
      steps: [{ type: "invitation" }, { type: "message", message: "Hello", delayAfterLastStep: 1 }],
    });
    await bench.sandbox.advance({ days: 30 });
    const logs = await bench.logs(id);
    const ends = logs.filter(({ status }) => status === "finished");
    expect(ends).toHaveLength(10);
    for (const end of ends) {
      const isWritten = logs.some(
        (log) => log.contactId === end.contactId && log.type === "message" && log.status === "sent",
      );
      expect([end.stepNumber, end.type, end.reason]).toEqual(
        isWritten
          ? [null, null, "all steps are done"]
          : [2, "message", "the invitation was not accepted, and no e-mail step follows"],
      );
    }
    expect(new Set(ends.map(({ reason }) => reason)).size).toBe(2);
  });

  it("is skipped when its step is due and not before: an address that arrives during the delay counts", async () => {
    const [listId, late, never] = await bench.startWithPeople(2, { email: null });
    const id = await bench.activeCampaign(listId, {
      emailSeatIds: [21],
      steps: [{ type: "visitProfile" }, { ...emailSteps[0], delayAfterLastStep: 3 }],
    });
    await bench.advance(2 + 71);
    expect((await bench.logs(id)).map(({ status }) => status)).toEqual(["sent", "sent"]);
    expect(await bench.queue(id)).toEqual([]);
    expect(await bench.contact(never?.id ?? 0)).toMatchObject({ campaignStatus: [{ status: "running" }] });
    await bench.sandbox.editContact({ contactId: late?.id ?? 0, email: "late@quillworks.example.com" });
    await bench.advance(1);
    expect(await bench.contact(never?.id ?? 0)).toMatchObject({ campaignStatus: [{ status: "skipped" }] });
    expect((await bench.queue(id)).map(({ contact }) => contact.id)).toEqual([late?.id]);
    await bench.advance(1);
    expect((await bench.logs(id)).map((log) => [log.contactId, log.type, log.status]).slice(0, 3)).toContainEqual([
      late?.id,
      "email",
      "sent",
    ]);
  });

  it("is checked again when the queue is read", async () => {
    const [listId, person, other] = await bench.startWithPeople(2);
    const id = await bench.emailCampaign(listId);
    await bench.advance(1);
    await bench.sandbox.editContact({ contactId: person?.id ?? 0, unsubscribed: true });
    expect((await bench.queue(id, "email-queue")).map((entry) => entry.contact.id)).toEqual([other?.id]);
    expect(await bench.contact(person?.id ?? 0)).toMatchObject({ state: "excluded" });
    const { requests } = await bench.sandbox.log({ path: `/v1/campaign/${id}/email-queue` });
    expect(requests.map(({ method, applied }) => [method, applied])).toEqual([["GET", true]]);
    await bench.queue(id, "email-queue");
    expect((await bench.sandbox.log({ path: `/v1/campaign/${id}/email-queue`, last: 1 })).requests[0]?.applied).toBe(
      false,
    );
  });

  it("is excluded if its company is blocked, and the company is flagged", async () => {
    const [listId, person] = await bench.startWithPeople(1, { company: "Rival Works" });
    const id = await bench.activeCampaign(listId);
    await bench.advance(1);
    await bench.sandbox.setBlocklist({ organizationId: 1, companies: ["RIVAL WORKS"] });
    expect(await bench.queue(id)).toEqual([]);
    expect(await bench.contact(person?.id ?? 0)).toMatchObject({ blocked: true, state: "excluded" });
    const { organizations } = await bench.sandbox.objects();
    expect(organizations[0]?.flaggedCompanies).toEqual(["Rival Works"]);
  });

  it("gets nothing while it is paused, and continues afterwards", async () => {
    const [listId, person] = await bench.startWithPeople(1);
    const id = await bench.activeCampaign(listId);
    await bench.advance(1);
    await bench.call("PATCH", `/v1/contact/${person?.id}`, { state: "paused" });
    await bench.advance(5);
    expect(await bench.logs(id)).toEqual([]);
    await bench.call("PATCH", `/v1/contact/${person?.id}`, { state: null });
    await bench.advance(2);
    expect(await bench.logs(id)).toHaveLength(1);
  });

  it("is excluded as a first-degree connection if the campaign has an invitation", async () => {
    const [listId, person] = await bench.startWithPeople(1, { connectionDegree: 1 });
    const inviting = await bench.activeCampaign(listId);
    await bench.advance(1);
    expect(await bench.queue(inviting)).toEqual([]);
    expect(await bench.contact(person?.id ?? 0)).toMatchObject({ state: "1stnetwork" });
    const writing = await bench.activeCampaign(listId, { steps: [{ type: "message", message: "Hello" }] });
    await bench.advance(1);
    expect(await bench.queue(writing)).toHaveLength(1);
  });

  it("is not contacted outside the launch hours or beyond the daily quota", async () => {
    const [listId] = await bench.startWithPeople(30, {}, { startTime: "2026-03-02T18:30:00Z" });
    await bench.sandbox.setLinkedinSeat({ seatId: 7, quotas: { profileVisits: 10 } });
    const id = await bench.activeCampaign(listId);
    await bench.advance(13);
    expect(await bench.logs(id)).toHaveLength(0);
    await bench.advance(1);
    expect(await bench.logs(id)).toHaveLength(1);
    await bench.advance(10);
    expect(await bench.logs(id)).toHaveLength(10);
    await bench.advance(24);
    expect((await bench.logs(id)).filter((log) => log.type === "visitProfile")).toHaveLength(20);
  });
});
