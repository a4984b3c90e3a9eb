import { describe, expect, it } from "vitest";
import { progressOf } from "../../../provider/src/follow/status/progress";
import type { CampaignLog } from "../../../provider/src/reads/logs";

const day = 86_400_000;
const now = Date.parse("2027-03-10T12:00:00Z");
const at = (days: number) => new Date(now - days * day).toISOString();
const campaign = {
  id: "1",
  steps: [
    { type: "visitProfile", delayAfterLastStep: 1 },
    { type: "invitation", delayAfterLastStep: 3 },
  ],
};
const sent = (contactId: number, stepNumber: number, days: number): CampaignLog => ({
  ...{ contactId, stepNumber, status: "sent", type: "step", createdAt: at(days) },
});

describe("the progress of a campaign's people", () => {
  it("is derived from each person's last entry, in any order", () => {
    const logs: CampaignLog[] = [
      sent(1, 1, 4),
      sent(2, 1, 1),
      sent(3, 2, 1),
      sent(3, 1, 4),
      { contactId: 4, stepNumber: 1, status: "skipped", createdAt: at(2) },
      sent(5, 2, 2),
      { contactId: 5, status: "finished", createdAt: at(2) },
    ];
    for (const order of [logs, logs.toReversed()]) {
      expect(progressOf(order, campaign, now)).toEqual({
        steps: [
          { number: 1, type: "visitProfile", people: 2 },
          { number: 2, type: "invitation", people: 1 },
        ],
        nextDue: new Date(now + 2 * day).toISOString(),
        people: { underWay: 3, due: 1, ended: { skipped: 1, finished: 1 } },
        contacts: 5,
      });
    }
  });

  it("counts the days of a step by its number, in whatever order the service returns the steps", () => {
    const steps = campaign.steps.map((step, index) => ({ ...step, stepNumber: index + 1 })).toReversed();
    const logs = [sent(1, 1, 2), sent(2, 1, 4)];
    expect(progressOf(logs, { id: "1", steps }, now)).toEqual(progressOf(logs, campaign, now));
    expect(progressOf(logs, { id: "1", steps }, now).people.due).toBe(1);
  });

  it("keeps the order of steps whose numbers are not sortable", () => {
    for (const numbers of [
      [2, 2],
      [2, undefined],
      ["x", 1],
    ]) {
      const steps = campaign.steps.map((step, index) => ({ ...step, stepNumber: numbers[index] }));
      const types = progressOf([], { id: "1", steps }, now).steps.map(({ type }) => type);
      expect(types).toEqual(["visitProfile", "invitation"]);
    }
  });

  it("uses two days for a delay that the service does not show", () => {
    const steps = [{ type: "visitProfile" }, { type: "invitation" }];
    const { people, nextDue } = progressOf([sent(1, 1, 1), sent(2, 1, 3)], { id: "1", steps }, now);
    expect([people.due, nextDue]).toEqual([1, new Date(now + day).toISOString()]);
  });

  it("has no delays if the service does not show the campaign", () => {
    const { people, steps, nextDue } = progressOf([sent(1, 2, 1)], undefined, now);
    expect({ people, steps, nextDue }).toEqual({
      people: { underWay: 1, due: undefined, ended: {} },
      steps: [{ number: 2, type: "step", people: 1 }],
      nextDue: undefined,
    });
  });

  it("accepts entries without a contact, a step, a status or a time", () => {
    const logs: CampaignLog[] = [
      {},
      { contactId: 1 },
      { contactId: 2, status: "sent" },
      { contactId: 3, status: "sent", stepNumber: 1, createdAt: "?" },
    ];
    const expected = { underWay: 2, due: expect.any(Number), ended: { unknown: 1 } };
    expect(progressOf(logs, campaign, now).people).toEqual(expected);
  });
});
