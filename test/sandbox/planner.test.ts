import { afterEach, describe, expect, it } from "vitest";
import { shareQuota } from "../../sandbox/src/planner/quotas.js";
import { Bench, emailSteps, fourSignals, networkSteps } from "./support.js";

const bench = new Bench();
afterEach(() => bench.stop());

interface Entry {
  contact: { id: number; firstName: string; state: string | null };
  campaign: { id: number };
  campaignStep: { type: string; stepNumber: number; message?: string | null; subject?: string };
  lastContactStep: { type: string; stepNumber: number } | null;
}

interface Log {
  contactId: number;
  type: string;
  status: string;
  seatId: number | null;
}

let people = 0;
const contacts = async (listId: number, count: number, fields: Record<string, unknown> = {}) =>
  bench.sandbox.addContacts({
    userId: 101,
    contacts: Array.from({ length: count }, () => {
      people += 1;
      return {
        firstName: `Ada${people}`,
        lastName: "Byron",
        email: `ada${people}@quillworks.example.com`,
        company: "Quillworks",
        profileUrl: `https://network.example.com/in/ada-${people}`,
        listId,
        ...fields,
      };
    }),
  });
const campaign = async (listId: number, fields: Record<string, unknown> = {}) =>
  (
    await bench.create("/v1/campaign", {
      name: "First contact",
      active: true,
      listIds: [listId],
      linkedinSeatId: 7,
      steps: networkSteps,
      ...fields,
    })
  ).id;
const emailCampaign = (listId: number, fields: Record<string, unknown> = {}) =>
  campaign(listId, { linkedinSeatId: undefined, steps: emailSteps, emailSeatIds: [21], ...fields });
const queue = (id: number, kind = "queue") => bench.get<Entry[]>(`/v1/campaign/${id}/${kind}`);
const logs = (id: number) => bench.get<Log[]>(`/v1/campaign/${id}/logs`);
const advance = (hours: number) => bench.sandbox.advance({ hours });
const contact = (id: number) => bench.get<Record<string, unknown>>(`/v1/contact/${id}`);

describe("source agents", () => {
  const leads = async () => {
    const listId = await bench.list();
    await bench.create("/v1/agent", {
      name: "Finder",
      listId,
      variables: fourSignals,
      targetJobTitles: ["CEO", "CTO"],
    });
    await advance(1);
    const page = await bench.get<{ contacts: Record<string, unknown>[] }>(`/v1/contact?listId=${listId}&limit=100`);
    return page.contacts;
  };

  it("import people who do not exist into their list, the same ones each time", async () => {
    await bench.start({ leadsPerSignal: 5 });
    const first = await leads();
    await bench.stop();
    await bench.start({ leadsPerSignal: 5 });
    const second = await leads();
    const names = (people: Record<string, unknown>[]) => people.map((person) => [person.fullName, person.profileUrl]);
    expect(first.length).toBeGreaterThan(10);
    expect(names(second)).toEqual(names(first));
    for (const lead of first) {
      expect(["CEO", "CTO"]).toContain(lead.jobTitle);
      expect(String(lead.email ?? "x@y.example.com")).toMatch(/\.example\.com$/);
      expect(String(lead.profileUrl)).toMatch(/^https:\/\/network\.example\.com\//);
    }
  });

  it("find others from another seed", async () => {
    await bench.start({ leadsPerSignal: 5 });
    const first = await leads();
    await bench.stop();
    await bench.start({ leadsPerSignal: 5, seed: 2 });
    expect((await leads()).map((lead) => lead.fullName)).not.toEqual(first.map((lead) => lead.fullName));
  });

  it("run once a day, unless paused, without signals, or with values that find nobody", async () => {
    await bench.start({});
    const make = async (fields: Record<string, unknown>) => {
      const listId = await bench.list();
      const { id } = await bench.create("/v1/agent", { name: "Finder", listId, variables: fourSignals, ...fields });
      return { id, total: async () => (await bench.get<{ total: number }>(`/v1/contact?agent=${id}`)).total };
    };
    const running = await make({});
    const paused = await make({ paused: true });
    const bare = await make({ variables: undefined });
    const picky = await make({ minLeadScore: 1 });
    const unquoted = ["a", "b", "c", "d"].map((value) => ({ type: "SEARCH_KEYWORD", value }));
    const malformed = await make({ variables: unquoted });
    const lookalike = await make({ agentType: "lookalike", variables: undefined });
    const visitors = await make({ agentType: "website-visitor", variables: undefined, maxCreditUsage: 2 });
    await advance(1);
    const once = await running.total();
    expect(once).toBeGreaterThan(4);
    await advance(12);
    expect(await running.total()).toBe(once);
    await advance(12);
    expect(await running.total()).toBeGreaterThan(once);
    for (const nobody of [paused, bare, malformed, visitors]) expect(await nobody.total()).toBe(0);
    expect(await picky.total()).toBeLessThan(once);
    expect(await lookalike.total()).toBeGreaterThan(0);
    const shown = await bench.get<Record<string, unknown>>(`/v1/agent/${running.id}`);
    expect(shown).toMatchObject({ lastRun: "2026-03-03T09:00:00.000Z", creditUsage: await running.total() });

    await bench.sandbox.editAgent({ agentId: visitors.id, scriptInstalled: true });
    await advance(48);
    expect(await visitors.total()).toBe(2);
  });

  it("leave out blocked and ignored companies", async () => {
    await bench.start({ leadsPerSignal: 1 });
    const listId = await bench.list();
    const all = await leads();
    const [blocked, ignored] = [String(all[0]?.company), String(all[1]?.company)];
    await bench.sandbox.reset({});
    await bench.sandbox.setBlocklist({ organizationId: 1, companies: [blocked] });
    const made = await bench.create("/v1/agent", {
      name: "Finder",
      listId: await bench.list(),
      variables: fourSignals,
      ignoredCompanies: [ignored],
    });
    await advance(1);
    const page = await bench.get<{ contacts: { company: string }[] }>(`/v1/contact?agent=${made.id}`);
    const companies = page.contacts.map(({ company }) => company);
    expect(companies).not.toContain(blocked);
    expect(companies).not.toContain(ignored);
    expect(listId).toBeGreaterThan(0);
  });
});

describe("the queue", () => {
  it("is empty until the planner has run, and for an inactive campaign", async () => {
    await bench.start({});
    const listId = await bench.list();
    await contacts(listId, 2);
    const active = await campaign(listId);
    const inactive = await campaign(listId, { active: false });
    expect(await queue(active)).toEqual([]);
    await advance(1);
    expect(await queue(active)).toHaveLength(2);
    expect(await queue(inactive)).toEqual([]);
    await bench.sandbox.setActive({ campaignId: active, active: false });
    expect(await queue(active)).toEqual([]);
  });

  it("shows who gets which step, and what came before", async () => {
    await bench.start({});
    const listId = await bench.list();
    await contacts(listId, 1);
    const id = await campaign(listId, {
      steps: [{ type: "visitProfile" }, { type: "likePosts", delayAfterLastStep: 1 }],
    });
    await advance(1);
    const [first] = await queue(id);
    expect(first).toMatchObject({ campaign: { id }, campaignStep: { type: "visitProfile" }, lastContactStep: null });
    await advance(24);
    expect(await queue(id)).toEqual([]);
    await advance(1);
    const [second] = await queue(id);
    expect(second).toMatchObject({
      contact: { id: first?.contact.id, hasStartedCampaign: true },
      campaignStep: { type: "likePosts", stepNumber: 2 },
      lastContactStep: { type: "visitProfile", stepNumber: 1 },
    });
    expect((await logs(id)).map(({ type, status, seatId }) => [type, status, seatId])).toEqual([
      ["visitProfile", "sent", 7],
    ]);
  });

  it("fills the variables, removes empty ones with their tag, and leaves ai messages unwritten", async () => {
    await bench.start({});
    const listId = await bench.list();
    await contacts(listId, 1, { firstName: "Ada", company: null, jobTitle: "CTO" });
    const message =
      "[FirstName] [LastName]|[Company]|[JobTitle]|[SenderFirstName] [SenderName]|[SenderFullName]|[SenderCompany]|[Other]|[firstname]";
    const same = await campaign(listId, { steps: [{ type: "message", message }] });
    const written = await campaign(listId, { steps: [{ type: "message" }] });
    await advance(1);
    expect((await queue(same))[0]?.campaignStep.message).toBe(
      "Ada Byron||CTO|Olivia Hart|Olivia Hart|Fernhill Software|[Other]|[firstname]",
    );
    const [unwritten] = await queue(written);
    expect(unwritten?.campaignStep.message).toBeNull();
    await bench.call("PATCH", `/v1/contact/${unwritten?.contact.id}`, {
      personalizedMessages: [{ stepNumber: 1, content: "By hand" }],
    });
    expect((await queue(written))[0]?.campaignStep.message).toBe("By hand");
  });

  it("is asked for by the kind of campaign", async () => {
    await bench.start({});
    const listId = await bench.list();
    await contacts(listId, 1);
    const network = await campaign(listId);
    const mail = await emailCampaign(listId);
    await advance(1);
    expect(await queue(mail, "email-queue")).toHaveLength(1);
    expect((await queue(mail, "email-queue"))[0]?.campaignStep).toMatchObject({ message: "From Olivia" });
    expect(await bench.call("GET", `/v1/campaign/${mail}/queue`)).toMatchObject({ status: 400 });
    expect(await bench.call("GET", `/v1/campaign/${network}/email-queue`)).toMatchObject({ status: 400 });
    expect(await bench.call("GET", "/v1/campaign/12/queue")).toMatchObject({ status: 404 });
    expect(await bench.call("GET", "/v1/campaign/12/email-queue")).toMatchObject({ status: 404 });
  });

  it("caps network steps at the seat's whole daily quota, shared among its campaigns", async () => {
    await bench.start({});
    const [first, second] = [await bench.list(), await bench.list()];
    await contacts(first, 20);
    await contacts(second, 20);
    await bench.sandbox.setLinkedinSeat({ seatId: 7, quotas: { profileVisits: 9 } });
    const ids = [await campaign(first), await campaign(second)];
    const lengths = async () => Promise.all(ids.map(async (id) => (await queue(id)).length));
    await advance(1);
    expect((await lengths()).reduce((sum, length) => sum + length)).toBe(9);
    expect(Math.max(...(await lengths()))).toBe(5);
    // What was done today is not subtracted.
    await advance(2);
    expect((await logs(ids[0] ?? 0)).length).toBeGreaterThan(0);
    expect((await lengths()).reduce((sum, length) => sum + length)).toBe(9);
    await bench.sandbox.setActive({ campaignId: ids[1] ?? 0, active: false });
    expect((await lengths())[0]).toBe(9);
  });

  it("caps e-mails at what remains of each seat today, divided among its active campaigns", async () => {
    await bench.start({});
    const [first, second] = [await bench.list(), await bench.list()];
    await contacts(first, 20);
    await contacts(second, 20);
    await bench.sandbox.setEmailSeat({ seatId: 21, dailyQuota: 10 });
    await bench.sandbox.setEmailSeat({ seatId: 22, dailyQuota: 4 });
    const one = await emailCampaign(first);
    await advance(1);
    expect(await queue(one, "email-queue")).toHaveLength(10);
    const two = await emailCampaign(second, { emailSeatIds: [21, 22], active: true });
    expect(await queue(one, "email-queue")).toHaveLength(5);
    await advance(1);
    // All of seat 21 is used up for today by the first campaign; seat 22 is the second one's alone.
    const sent = async (id: number) => (await logs(id)).filter((log) => log.status === "sent").length;
    expect(await sent(one)).toBe(10);
    expect(await queue(one, "email-queue")).toHaveLength(0);
    expect(await queue(two, "email-queue")).toHaveLength(4);
    await advance(24);
    expect(await sent(two)).toBeGreaterThan(4);
  });
});

describe("shares of a quota", () => {
  it.each([
    ["all that is wanted where there is enough", 10, [3, 4], [3, 4]],
    ["equal parts", 10, [8, 8], [5, 5]],
    ["what others leave", 10, [2, 20], [2, 8]],
    ["the odd one to the first", 9, [12, 12], [5, 4]],
    ["nothing of nothing", 0, [5, 5], [0, 0]],
    ["one each as far as it goes", 2, [5, 5, 5], [1, 1, 0]],
  ])("%s", (_name, quota, wanted, expected) => {
    const shares = shareQuota(quota, new Map(wanted.map((count, index) => [index, count])));
    expect([...shares.values()]).toEqual(expected);
  });
});

describe("a contact on its way", () => {
  it("waits for the invitation to be accepted, gets its messages, and is finished", async () => {
    await bench.start({});
    const listId = await bench.list();
    await contacts(listId, 10);
    const id = await campaign(listId, {
      steps: [{ type: "invitation" }, { type: "message", message: "Hello", delayAfterLastStep: 1 }],
    });
    await bench.sandbox.advance({ days: 8 });
    const sent = await logs(id);
    const got = (type: string) => sent.filter((log) => log.type === type && log.status === "sent").length;
    expect(got("invitation")).toBe(10);
    expect(got("message")).toBeGreaterThan(2);
    expect(got("message")).toBeLessThan(10);
    const finished = sent.find((log) => log.status === "finished");
    expect(await contact(finished?.contactId ?? 0)).toMatchObject({
      state: "finished",
      campaignStatus: [{ campaignId: id, stepNumber: 2, status: "finished" }],
    });
    // Who never accepts gets no message, and is finished when the invitation is given up.
    await bench.sandbox.advance({ days: 30 });
    const states = await Promise.all((await bench.sandbox.objects()).contacts.map(({ state }) => state));
    expect(new Set(states)).toEqual(new Set(["finished"]));
    expect((await logs(id)).filter((log) => log.type === "message" && log.status === "sent").length).toBeLessThan(10);
  });

  it("gets only e-mails once an invitation is given up", async () => {
    await bench.start({});
    const listId = await bench.list();
    await contacts(listId, 10);
    const id = await campaign(listId, {
      emailSeatIds: [21],
      steps: [{ type: "invitation" }, { type: "message", message: "Hello" }, ...emailSteps],
    });
    await bench.sandbox.editCampaign({ campaignId: id, skipInvitationAfterDays: 5 });
    await bench.sandbox.advance({ days: 12 });
    const sent = (await logs(id)).filter((log) => log.status === "sent");
    const who = (type: string) => sent.filter((log) => log.type === type).map((log) => log.contactId);
    expect(who("email")).toHaveLength(10);
    expect(who("message").length).toBeLessThan(10);
  });

  it.each([
    ["no e-mail", { email: null }, "skipped", null],
    ["unsubscribed", { unsubscribed: true }, "excluded", "excluded"],
    ["bounced", { bounced: true }, "excluded", "excluded"],
  ])("is not written to: %s", async (_name, fields, status, state) => {
    await bench.start({});
    const listId = await bench.list();
    const [person] = await contacts(listId, 1, fields);
    const id = await emailCampaign(listId);
    await advance(3);
    expect((await logs(id)).map((log) => log.status)).toEqual([status]);
    expect(await contact(person?.id ?? 0)).toMatchObject({ state, campaignStatus: [{ status }] });
  });

  it("is skipped without a profile on the network", async () => {
    await bench.start({});
    const listId = await bench.list();
    await contacts(listId, 1, { profileUrl: null });
    const id = await campaign(listId);
    await advance(1);
    expect((await logs(id)).map((log) => log.status)).toEqual(["skipped"]);
  });

  it("is looked at again when the queue is read", async () => {
    await bench.start({});
    const listId = await bench.list();
    const [person, other] = await contacts(listId, 2);
    const id = await emailCampaign(listId);
    await advance(1);
    await bench.sandbox.editContact({ contactId: person?.id ?? 0, unsubscribed: true });
    expect((await queue(id, "email-queue")).map((entry) => entry.contact.id)).toEqual([other?.id]);
    expect(await contact(person?.id ?? 0)).toMatchObject({ state: "excluded" });
    const { requests } = await bench.sandbox.log({ path: `/v1/campaign/${id}/email-queue` });
    expect(requests.map(({ method, applied }) => [method, applied])).toEqual([["GET", true]]);
    await queue(id, "email-queue");
    expect((await bench.sandbox.log({ path: `/v1/campaign/${id}/email-queue`, last: 1 })).requests[0]?.applied).toBe(
      false,
    );
  });

  it("is left alone when its company is blocked, and the company is flagged", async () => {
    await bench.start({});
    const listId = await bench.list();
    const [person] = await contacts(listId, 1, { company: "Rival Works" });
    const id = await campaign(listId);
    await advance(1);
    await bench.sandbox.setBlocklist({ organizationId: 1, companies: ["RIVAL WORKS"] });
    expect(await queue(id)).toEqual([]);
    expect(await contact(person?.id ?? 0)).toMatchObject({ blocked: true, state: "excluded" });
    const { organizations } = await bench.sandbox.objects();
    expect(organizations[0]?.flaggedCompanies).toEqual(["Rival Works"]);
  });

  it("stops while it is paused, and goes on afterwards", async () => {
    await bench.start({});
    const listId = await bench.list();
    const [person] = await contacts(listId, 1);
    const id = await campaign(listId);
    await advance(1);
    await bench.call("PATCH", `/v1/contact/${person?.id}`, { state: "paused" });
    await advance(5);
    expect(await logs(id)).toEqual([]);
    await bench.call("PATCH", `/v1/contact/${person?.id}`, { state: null });
    await advance(2);
    expect(await logs(id)).toHaveLength(1);
  });

  it("of the first degree is left out where the campaign says so", async () => {
    await bench.start({});
    const listId = await bench.list();
    const [person] = await contacts(listId, 1, { connectionDegree: 1 });
    const inviting = await campaign(listId);
    await advance(1);
    expect(await queue(inviting)).toEqual([]);
    expect(await contact(person?.id ?? 0)).toMatchObject({ state: "1stnetwork" });
    const writing = await campaign(listId, { steps: [{ type: "message", message: "Hello" }] });
    await advance(1);
    expect(await queue(writing)).toHaveLength(1);
  });

  it("is not contacted outside the launch hours, nor beyond the day's quota", async () => {
    await bench.start({ startTime: "2026-03-02T18:30:00Z" });
    const listId = await bench.list();
    await contacts(listId, 30);
    await bench.sandbox.setLinkedinSeat({ seatId: 7, quotas: { profileVisits: 10 } });
    const id = await campaign(listId);
    await advance(13);
    expect(await logs(id)).toHaveLength(0);
    await advance(1);
    expect(await logs(id)).toHaveLength(1);
    await advance(10);
    expect(await logs(id)).toHaveLength(10);
    await advance(24);
    expect((await logs(id)).filter((log) => log.type === "visitProfile")).toHaveLength(20);
  });
});
