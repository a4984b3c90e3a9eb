import { afterEach, describe, expect, it } from "vitest";
import { PlannerBench } from "./plannerBench.js";

const bench = new PlannerBench();
afterEach(() => bench.stop());

describe("the queue", () => {
  it("is empty before the planner has run, and for an inactive campaign", async () => {
    const [listId] = await bench.startWithPeople(2);
    const active = await bench.activeCampaign(listId);
    const inactive = await bench.activeCampaign(listId, { active: false });
    expect(await bench.queue(active)).toEqual([]);
    await bench.advance(1);
    expect(await bench.queue(active)).toHaveLength(2);
    expect(await bench.queue(inactive)).toEqual([]);
    await bench.sandbox.setActive({ campaignId: active, active: false });
    expect(await bench.queue(active)).toEqual([]);
  });

  it("has the next step of each contact, and the previous one", async () => {
    const [listId] = await bench.startWithPeople(1);
    const id = await bench.activeCampaign(listId, {
      steps: [{ type: "visitProfile" }, { type: "likePosts", delayAfterLastStep: 1 }],
    });
    await bench.advance(1);
    const [first] = await bench.queue(id);
    expect(first).toMatchObject({ campaign: { id }, campaignStep: { type: "visitProfile" }, lastContactStep: null });
    await bench.advance(24);
    expect(await bench.queue(id)).toEqual([]);
    await bench.advance(1);
    const [second] = await bench.queue(id);
    expect(second).toMatchObject({
      contact: { id: first?.contact.id, hasStartedCampaign: true },
      campaignStep: { type: "likePosts", stepNumber: 2 },
      lastContactStep: { type: "visitProfile", stepNumber: 1 },
    });
    expect((await bench.logs(id)).map(({ type, status, seatId }) => [type, status, seatId])).toEqual([
      ["visitProfile", "sent", 7],
    ]);
  });

  it("fills in variables, removes empty ones, and has no text for AI messages", async () => {
    const [listId] = await bench.startWithPeople(1, { firstName: "Ada", company: null, jobTitle: "CTO" });
    const message =
      "[FirstName] [LastName]|[Company]|[JobTitle]|[SenderFirstName] [SenderName]|[SenderFullName]|[SenderCompany]|[Other]|[firstname]";
    const same = await bench.activeCampaign(listId, { steps: [{ type: "message", message }] });
    const written = await bench.activeCampaign(listId, { steps: [{ type: "message" }] });
    await bench.advance(1);
    expect((await bench.queue(same))[0]?.campaignStep.message).toBe(
      "Ada Byron||CTO|Olivia Hart|Olivia Hart|Fernhill Software|[Other]|[firstname]",
    );
    const [unwritten] = await bench.queue(written);
    expect(unwritten?.campaignStep.message).toBeNull();
    await bench.call("PATCH", `/v1/contact/${unwritten?.contact.id}`, {
      personalizedMessages: [{ stepNumber: 1, content: "By hand" }],
    });
    expect((await bench.queue(written))[0]?.campaignStep.message).toBe("By hand");
  });

  it("is available only at the address for the campaign's kind", async () => {
    const [listId] = await bench.startWithPeople(1);
    const network = await bench.activeCampaign(listId);
    const mail = await bench.emailCampaign(listId);
    await bench.advance(1);
    expect(await bench.queue(mail, "email-queue")).toHaveLength(1);
    expect((await bench.queue(mail, "email-queue"))[0]?.campaignStep).toMatchObject({ message: "From Olivia" });
    expect(await bench.call("GET", `/v1/campaign/${mail}/queue`)).toMatchObject({ status: 400 });
    expect(await bench.call("GET", `/v1/campaign/${network}/email-queue`)).toMatchObject({ status: 400 });
    expect(await bench.call("GET", "/v1/campaign/12/queue")).toMatchObject({ status: 404 });
    expect(await bench.call("GET", "/v1/campaign/12/email-queue")).toMatchObject({ status: 404 });
  });
});
