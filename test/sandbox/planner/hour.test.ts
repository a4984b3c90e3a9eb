import { afterEach, describe, expect, it } from "vitest";
import { emailSteps } from "../support.js";
import { PlannerBench } from "./plannerBench.js";

const bench = new PlannerBench();
afterEach(() => bench.stop());

const daysBetween = (first = "", second = "") => (Date.parse(second) - Date.parse(first)) / 86_400_000;

describe("an e-mail after an invitation that was given up", () => {
  it.each([
    { name: "waits for its own delay", skip: 21, message: 2, email: 30, after: 30 },
    { name: "is due at once if its delay has passed", skip: 6, message: 2, email: 3, after: 6 },
    { name: "does not wait for the message that nobody gets", skip: 2, message: 9, email: 1, after: 2 },
  ])("$name", async ({ skip, message, email, after }) => {
    const [listId] = await bench.startWithPeople(20);
    const id = await bench.activeCampaign(listId, {
      emailSeatIds: [21],
      steps: [
        { type: "invitation" },
        { type: "message", message: "Hello", delayAfterLastStep: message },
        { ...emailSteps[0], delayAfterLastStep: email },
      ],
    });
    await bench.sandbox.editCampaign({ campaignId: id, skipInvitationAfterDays: skip });
    await bench.sandbox.advance({ days: after + 3 });
    const logs = await bench.logs(id);
    const written = new Set(logs.filter(({ type }) => type === "message").map(({ contactId }) => contactId));
    const emails = logs.filter((log) => log.type === "email" && log.status === "sent" && !written.has(log.contactId));
    expect(emails.length).toBeGreaterThan(0);
    for (const { contactId, createdAt } of emails) {
      const invited = logs.find((log) => log.contactId === contactId && log.type === "invitation");
      // It is scheduled in the hour in which it is due, and sent one hour later.
      expect(daysBetween(invited?.createdAt, createdAt)).toBeCloseTo(after + 1 / 24, 5);
    }
  });
});

describe("an answer", () => {
  it("moves nobody up in the hour in which it arrives: only steps that were in the queue just before are sent", async () => {
    const [listId] = await bench.startWithPeople(90, {}, { answerRate: 1, startTime: "2026-03-02T20:30:00Z" });
    await bench.sandbox.setEmailSeat({ seatId: 21, dailyQuota: 12 });
    await bench.sandbox.setEmailSeat({ seatId: 22, dailyQuota: 40 });
    const steps = [...emailSteps, { ...emailSteps[0], delayAfterLastStep: 1 }];
    // A contact that answers one campaign leaves the queue of the other.
    const slow = await bench.emailCampaign(listId, { steps });
    await bench.emailCampaign(listId, { emailSeatIds: [22], steps });
    let sent = 0;
    let lost = 0;
    for (let hour = 0; hour < 24 * 4; hour += 1) {
      const listed = (await bench.queue(slow, "email-queue")).map(({ contact }) => contact.id);
      const before = (await bench.logs(slow)).length;
      await bench.advance(1);
      const logs = (await bench.logs(slow)).reverse().slice(before);
      const done = logs.filter(({ status }) => status === "sent").map(({ contactId }) => contactId);
      expect(done).toEqual(listed.filter((id) => done.includes(id)));
      sent += done.length;
      if (done.length > 0) lost += listed.length - done.length;
    }
    expect(sent).toBeGreaterThan(20);
    expect(lost).toBeGreaterThan(0);
  });
});

describe("a former member", () => {
  it("sends nothing and finds nobody, until they return", async () => {
    await bench.start({});
    const caller = { apiKey: "osk_demo_alice" };
    const listId = await bench.list("Founders", caller);
    const variables = ["a", "b", "c", "d"].map((value) => ({ type: "SEARCH_KEYWORD", value: `"${value}"` }));
    await bench.create("/v1/agent", { name: "Finder", listId, variables }, caller);
    const fields = { name: "Hers", active: true, listIds: [listId], emailSeatIds: [31] };
    const { id } = await bench.create("/v1/campaign", { ...fields, steps: emailSteps }, caller);
    await bench.advance(1);
    await bench.sandbox.setMemberActive({ userId: 102, isActive: false });
    const before = await bench.sandbox.objects();
    expect(before.contacts.length).toBeGreaterThan(8);
    await bench.sandbox.advance({ days: 3 });
    const after = await bench.sandbox.objects();
    expect(after.campaignLogs).toEqual(before.campaignLogs);
    expect(after.contacts).toEqual(before.contacts);
    expect(await bench.call("GET", `/v1/campaign/${id}/email-queue`, undefined, caller)).toMatchObject({ status: 401 });
    await bench.sandbox.setMemberActive({ userId: 102, isActive: true });
    await bench.sandbox.advance({ days: 3 });
    const sent = (await bench.sandbox.objects()).campaignLogs.filter(({ status }) => status === "sent");
    expect(sent.length).toBeGreaterThan(5);
  });
});
