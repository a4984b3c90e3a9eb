import { describe, expect, it } from "vitest";
import { usePage } from "../page/pageBench.js";
import { person } from "../support.js";

const bench = usePage({ answerRate: 0 });
const template = "Hello [FirstName] of [Company], [Other] regards";

/** A running campaign with one note, and one contact in its queue; seat 8 is not premium. */
async function invited(note: string, fields: Record<string, unknown> = {}) {
  const listId = await bench.list();
  await bench.sandbox.addContacts({
    userId: 101,
    contacts: [person({ firstName: "Ada", listId, company: "Quillworks", ...fields })],
  });
  const steps = [{ type: "invitationNote", note }];
  const { id } = await bench.campaign({ active: true, listIds: [listId], linkedinSeatId: 8, steps });
  await bench.sandbox.advance({ hours: 1 });
  return {
    id,
    queue: async () => (await bench.get<{ campaignStep: object }[]>(`/v1/campaign/${id}/queue`)).at(0)?.campaignStep,
    shown: () => bench.read("campaign", { id }),
  };
}

describe("the note of an invitation", () => {
  it("is sent as written, and its variables are marked as not filled in, in queue, step and history", async () => {
    await bench.sandbox.configure({ fillNotes: false });
    const { id, queue, shown } = await invited(template);
    expect(await queue()).toEqual({
      type: "invitationNote",
      stepNumber: 1,
      delayAfterLastStep: 2,
      note: template,
    });
    const unfilled = ["[FirstName]", "[Company]"];
    const { timeline, queue: queued } = await shown();
    expect(timeline[0]?.unfilled).toEqual(unfilled);
    expect(queued[0]?.texts).toEqual({ note: template, unfilled });
    await bench.sandbox.advance({ hours: 12 });
    const { contactId = 0 } = (await bench.get<{ contactId: number }[]>(`/v1/campaign/${id}/logs`))[0] ?? {};
    const story = await bench.read("contact", { id: contactId });
    expect(story.events.find(({ kind }) => kind === "sent")).toMatchObject({ texts: { note: template, unfilled } });
  });

  it("is filled in with an option", async () => {
    await bench.sandbox.configure({ fillNotes: true });
    const { queue, shown } = await invited(template, { company: null });
    expect(await queue()).toMatchObject({ note: "Hello Ada of , [Other] regards" });
    const { timeline, queue: queued } = await shown();
    expect(timeline[0]?.unfilled).toEqual([]);
    expect(queued[0]?.texts).toEqual({ note: "Hello Ada of , [Other] regards", holes: { note: [13] } });
  });

  it("then has a limit that includes the values: none for the request, each contact's own for sending", async () => {
    const note = (count: number) => `[FirstName]${"x".repeat(count)}`;
    const create = async (count: number) => {
      const fields = { name: "Notes", active: false, linkedinSeatId: 8, listIds: [await bench.list()] };
      return bench.call("POST", "/v1/campaign", { ...fields, steps: [{ type: "invitationNote", note: note(count) }] });
    };
    await bench.sandbox.configure({ fillNotes: false });
    expect([(await create(169)).status, (await create(170)).status]).toEqual([201, 400]);
    await bench.sandbox.configure({ fillNotes: true });
    expect([(await create(180)).status, (await create(181)).status]).toEqual([201, 400]);

    const fits = await invited(note(177));
    expect(await fits.queue()).toMatchObject({ note: `Ada${"x".repeat(177)}` });
    const tooLong = await invited(note(178));
    expect(await tooLong.queue()).toBeUndefined();
    expect(await bench.get(`/v1/campaign/${tooLong.id}/logs`)).toMatchObject([
      { status: "skipped", stepNumber: 1, reason: "the note is too long with the contact's values" },
    ]);
    // A change while it waits counts as well.
    const [entry] = await bench.get<{ contact: { id: number } }[]>(`/v1/campaign/${fits.id}/queue`);
    await bench.sandbox.editContact({ contactId: entry?.contact.id ?? 0, firstName: "Grace" });
    expect(await fits.queue()).toBeUndefined();
  });
});
