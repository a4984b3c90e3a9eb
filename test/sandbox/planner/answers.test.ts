import { afterEach, describe, expect, it } from "vitest";
import type { SandboxOptions } from "../../../sandbox/src/index.js";
import { emailSteps } from "../support.js";
import { PlannerBench } from "./plannerBench.js";

const bench = new PlannerBench();
afterEach(() => bench.stop());

const twoEmails = [...emailSteps, { ...emailSteps[0], delayAfterLastStep: 4 }];

/** The names of contacts, out of 120, that have answered one of two e-mails. */
async function answeredBy(options: SandboxOptions): Promise<string[]> {
  await bench.stop();
  await bench.start(options);
  const listId = await bench.list();
  await bench.contacts(listId, 120);
  await bench.sandbox.setEmailSeat({ seatId: 21, dailyQuota: 500 });
  await bench.emailCampaign(listId, { steps: twoEmails });
  await bench.sandbox.advance({ days: 12 });
  const { contacts } = await bench.sandbox.objects();
  return contacts.filter(({ state }) => state === "answered").map(({ firstName }) => firstName);
}

describe("contacts", () => {
  it("answer at a configurable rate, the same ones for the same seed", async () => {
    const some = await answeredBy({ answerRate: 0.5 });
    expect(some.length).toBeGreaterThan(40);
    expect(some.length).toBeLessThan(80);
    expect(await answeredBy({ answerRate: 0.5 })).toEqual(some);
    expect(await answeredBy({ answerRate: 0.5, seed: 2 })).not.toEqual(some);
    expect(await answeredBy({ answerRate: 0 })).toEqual([]);
    expect(await answeredBy({ answerRate: 1 })).toHaveLength(120);
    const byDefault = await answeredBy({ answerRate: undefined });
    expect(byDefault.length).toBeGreaterThan(5);
    expect(some).toEqual(expect.arrayContaining(byDefault));
  });

  it("get nothing more after their answer, and the log names the step that they answered", async () => {
    const [listId] = await bench.startWithPeople(40, {}, { answerRate: 0.6 });
    const first = await bench.emailCampaign(listId, { steps: twoEmails });
    const second = await bench.activeCampaign(listId, {
      steps: [{ type: "visitProfile" }, { type: "message", message: "Hello", delayAfterLastStep: 6 }],
    });
    await bench.sandbox.advance({ days: 15 });
    const logs = { [first]: (await bench.logs(first)).reverse(), [second]: (await bench.logs(second)).reverse() };
    const { contacts } = await bench.sandbox.objects();
    const steps = new Set<number | null>();
    for (const { id, state } of contacts) {
      const all = Object.values(logs).flat();
      const answer = all.find((log) => log.contactId === id && log.reason === "the contact answered this step");
      expect(state === "answered").toBe(answer !== undefined);
      if (!answer) continue;
      expect(answer.status).toBe("answered");
      steps.add(answer.stepNumber);
      const later = all.filter((log) => log.contactId === id && log.createdAt > answer.createdAt);
      expect(later.filter(({ status }) => status === "sent")).toEqual([]);
      for (const log of later) expect([log.status, log.reason]).toEqual(["answered", "the contact has answered"]);
      const { campaignStatus } = await bench.contact(id);
      expect(campaignStatus).toContainEqual({
        campaignId: answer.type === "email" ? first : second,
        stepNumber: expect.any(Number),
        status: "answered",
      });
    }
    expect(steps).toEqual(new Set([1, 2]));
  });

  it("that a person marks as answered get nothing more either, and are not enrolled by another campaign", async () => {
    const [listId, person] = await bench.startWithPeople(1);
    const id = await bench.emailCampaign(listId, { steps: twoEmails });
    await bench.advance(2);
    expect(await bench.call("PATCH", `/v1/contact/${person?.id}`, { state: "answered" })).toMatchObject({
      status: 200,
    });
    const later = await bench.emailCampaign(listId);
    await bench.sandbox.advance({ days: 6 });
    expect((await bench.logs(id)).map((log) => [log.stepNumber, log.status, log.reason])).toEqual([
      [2, "answered", "the contact has answered"],
      [1, "sent", null],
    ]);
    expect(await bench.logs(later)).toEqual([]);
    expect(await bench.contact(person?.id ?? 0)).toMatchObject({
      campaignStatus: [{ stepNumber: 1, status: "answered" }],
    });
  });

  it("answer once, even if two campaigns have written to them in the same hour", async () => {
    const [listId, ...people] = await bench.startWithPeople(8, {}, { answerRate: 1 });
    const [first, second] = [await bench.emailCampaign(listId), await bench.emailCampaign(listId)];
    await bench.sandbox.advance({ days: 4 });
    const logs = [...(await bench.logs(first)), ...(await bench.logs(second))];
    expect(logs.filter(({ status }) => status === "sent")).toHaveLength(2 * people.length);
    const answered = (reason: string) => logs.filter((log) => log.reason === reason).map(({ contactId }) => contactId);
    expect(answered("the contact answered this step").sort()).toEqual(people.map(({ id }) => id));
    const { progress } = bench.sandbox;
    expect((await progress()).map(({ people: { answered: replied, finished } }) => [replied, finished])).toEqual([
      [8, 0],
      [0, 8],
    ]);
  });

  it("that are excluded before their answer arrives stay excluded", async () => {
    const [listId, person] = await bench.startWithPeople(1, {}, { answerRate: 1 });
    await bench.emailCampaign(listId, { steps: emailSteps });
    await bench.advance(2);
    await bench.sandbox.editContact({ contactId: person?.id ?? 0, state: "excluded" });
    await bench.sandbox.advance({ days: 4 });
    expect(await bench.contact(person?.id ?? 0)).toMatchObject({ state: "excluded" });
  });
});
