import { afterEach, describe, expect, it } from "vitest";
import { fourSignals } from "../support.js";
import { PlannerBench } from "./plannerBench.js";

const bench = new PlannerBench();
afterEach(() => bench.stop());

describe("source agents", () => {
  const leads = async () => {
    const listId = await bench.list();
    await bench.create("/v1/agent", {
      name: "Finder",
      listId,
      variables: fourSignals,
      targetJobTitles: ["CEO", "CTO"],
    });
    await bench.advance(1);
    const page = await bench.get<{ contacts: Record<string, unknown>[] }>(`/v1/contact?listId=${listId}&limit=100`);
    return page.contacts;
  };

  it("import fictitious people into their list, the same ones in each sandbox", async () => {
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

  it("find other people with another seed", async () => {
    await bench.start({ leadsPerSignal: 5 });
    const first = await leads();
    await bench.stop();
    await bench.start({ leadsPerSignal: 5, seed: 2 });
    expect((await leads()).map((lead) => lead.fullName)).not.toEqual(first.map((lead) => lead.fullName));
  });

  it("run once a day, and find nobody if paused, without signals, or with malformed values", async () => {
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
    await bench.advance(1);
    const once = await running.total();
    expect(once).toBeGreaterThan(4);
    await bench.advance(12);
    expect(await running.total()).toBe(once);
    await bench.advance(12);
    expect(await running.total()).toBeGreaterThan(once);
    for (const nobody of [paused, bare, malformed, visitors]) expect(await nobody.total()).toBe(0);
    expect(await picky.total()).toBeLessThan(once);
    expect(await lookalike.total()).toBeGreaterThan(0);
    const shown = await bench.get<Record<string, unknown>>(`/v1/agent/${running.id}`);
    expect(shown).toMatchObject({ lastRun: "2026-03-03T09:00:00.000Z", creditUsage: await running.total() });

    await bench.sandbox.editAgent({ agentId: visitors.id, scriptInstalled: true });
    await bench.advance(48);
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
    await bench.advance(1);
    const page = await bench.get<{ contacts: { company: string }[] }>(`/v1/contact?agent=${made.id}`);
    const companies = page.contacts.map(({ company }) => company);
    expect(companies).not.toContain(blocked);
    expect(companies).not.toContain(ignored);
    expect(listId).toBeGreaterThan(0);
  });
});
