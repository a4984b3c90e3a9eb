import { describe, expect, it } from "vitest";
import { emailSteps, person } from "../support.js";
import { usePage } from "./pageBench.js";

const bench = usePage({ answerRate: 0.7 });
const message = { type: "message", message: "Hello [FirstName]" };
const email = { ...emailSteps[0], delayAfterLastStep: 5 };

interface Log {
  contactId: number;
  stepNumber: number | null;
  status: string;
  reason: string | null;
}

describe("replies", () => {
  it("are counted at the answered step, once for each contact, and not in the contact's other campaigns", async () => {
    const listId = await bench.list();
    const contacts = Array.from({ length: 60 }, (_, index) =>
      person({ listId, email: `p${index}@quillworks.example.com` }),
    );
    await bench.sandbox.addContacts({ userId: 101, contacts });
    const fields = { active: true, listIds: [listId], emailSeatIds: [21] };
    const first = await bench.campaign({ ...fields, steps: [{ type: "visitProfile" }, message, email] });
    // Its steps are due after most of the answers have arrived.
    const late = { type: "likePosts", delayAfterLastStep: 9 };
    const second = await bench.campaign({
      ...fields,
      linkedinSeatId: 8,
      steps: [{ type: "visitProfile" }, late, email],
    });
    await bench.sandbox.advance({ days: 40 });

    let replies = 0;
    let elsewhere = 0;
    for (const { id } of [first, second]) {
      const logs = await bench.get<Log[]>(`/v1/campaign/${id}/logs`);
      const replied = logs.filter(({ reason }) => reason === "the contact answered this step");
      elsewhere += logs.filter(({ reason }) => reason === "the contact has answered").length;
      const { timeline, people, ends, replied: total } = await bench.read("campaign", { id });
      for (const { step, sent, replied: shown } of timeline) {
        const ofStep = (log: Log) => log.stepNumber === step.stepNumber;
        expect(shown).toBe(replied.filter(ofStep).length);
        expect(sent).toBe(logs.filter((log) => ofStep(log) && log.status === "sent").length);
        expect(shown).toBeLessThanOrEqual(sent);
      }
      expect(total).toBe(replied.length);
      expect(new Set(replied.map(({ contactId }) => contactId)).size).toBe(total);
      replies += total;
      // Somebody who had finished and then answered counts in only one state, in both views.
      for (const status of ["answered", "finished", "skipped", "excluded"] as const) {
        const left = ends.filter((end) => end.status === status).reduce((sum, { count }) => sum + count, 0);
        expect([status, left]).toEqual([status, people[status]]);
      }
      const after = new Set(logs.filter(({ status }) => status === "finished").map(({ contactId }) => contactId));
      if (id === first.id) expect(replied.filter(({ contactId }) => after.has(contactId))).not.toHaveLength(0);
    }
    expect(elsewhere).toBeGreaterThan(0);
    const now = await bench.read("now");
    expect(now.answered).toBe(replies);
    expect(now.days.reduce((sum, { answers }) => sum + answers, 0)).toBe(replies);
  });

  it("to an invitation are its acceptances", async () => {
    const listId = await bench.list();
    await bench.sandbox.addContacts({
      userId: 101,
      contacts: Array.from({ length: 10 }, () => person({ listId })),
    });
    const { id } = await bench.campaign({
      active: true,
      listIds: [listId],
      linkedinSeatId: 8,
      steps: [{ type: "invitation" }, { ...message, delayAfterLastStep: 4 }],
    });
    await bench.sandbox.advance({ days: 30 });
    const { timeline } = await bench.read("campaign", { id });
    const [invitation, text] = timeline;
    expect(invitation?.sent).toBe(10);
    expect(invitation?.accepted).toBe(text?.sent);
    expect(invitation?.accepted).toBeGreaterThan(0);
    expect(text?.accepted).toBeNull();
  });
});
