import { afterEach, beforeEach, describe, expect, it } from "vitest";
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

  it("exclude blocked and ignored companies", async () => {
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

describe("the criteria of a source agent", () => {
  beforeEach(() => bench.start({ leadsPerSignal: 40 }));

  interface Imported {
    company: string;
    jobTitle: string;
    industry: string;
    profileBaseline: string;
    score_reasoning: string;
    scoring: number;
    fit: string;
    openToWork: boolean;
  }

  const imported = async (criteria: Record<string, unknown>) => {
    const listId = await bench.list();
    const { id } = await bench.create("/v1/agent", { name: "Finder", listId, variables: fourSignals, ...criteria });
    await bench.advance(1);
    const { contacts } = await bench.get<{ contacts: Imported[] }>(`/v1/contact?agent=${id}&limit=1000`);
    const logs = await bench.get<{ totalLeads: number; leadsCreated: number }[]>(`/v1/agent/${id}/logs`);
    const found = logs.reduce((sum, log) => sum + log.totalLeads, 0);
    expect(logs.reduce((sum, log) => sum + log.leadsCreated, 0)).toBe(contacts.length);
    expect(contacts.length).toBeGreaterThan(10);
    return { contacts, rejected: found - contacts.length };
  };

  it("keywords: every lead has all of them in its profile", async () => {
    const { contacts, rejected } = await imported({ mandatoryKeywords: ["Open Banking", " payments "] });
    for (const lead of contacts) {
      expect(lead.profileBaseline.toLowerCase()).toContain("open banking");
      expect(lead.profileBaseline.toLowerCase()).toContain("payments");
      expect(lead.score_reasoning).toContain("Keywords in the profile: Open Banking, payments.");
    }
    expect(rejected).toBeGreaterThan(10);
    const { contacts: free } = await imported({});
    expect(free.some((lead) => lead.profileBaseline.includes("payments"))).toBe(false);
  });

  it("company types: every lead works at one of them, and shows it", async () => {
    const typeOf = (lead: Imported) => /Company type: ([^.]+)\./.exec(lead.score_reasoning)?.[1] ?? "none";
    const { contacts, rejected } = await imported({ targetCompanyTypes: ["Startup", "Non-profit"] });
    expect(new Set(contacts.map(typeOf))).toEqual(new Set(["Startup", "Non-profit"]));
    for (const lead of contacts) expect(lead.profileBaseline).toContain(`(${typeOf(lead)}`);
    expect(rejected).toBeGreaterThan(10);
    const all = await imported({ targetCompanyTypes: ["All company types", "Startup"] });
    expect(new Set(all.contacts.map(typeOf)).size).toBe(7);
  });

  it("service providers: none if they are excluded, some otherwise, and each shows it", async () => {
    const { contacts, rejected } = await imported({ excludeServiceProviders: true });
    for (const lead of contacts) {
      expect(lead.score_reasoning).toContain("Service provider: no.");
      expect(lead.profileBaseline).not.toContain("service provider");
    }
    expect(rejected).toBeGreaterThan(10);
    const all = (await imported({})).contacts;
    const providers = all.filter((lead) => lead.score_reasoning.includes("Service provider: yes."));
    expect(providers.length).toBeGreaterThan(5);
    for (const lead of providers) expect(lead.profileBaseline).toContain("service provider");
  });

  it("ignored companies: none of their people, however the name is written", async () => {
    const before = (await imported({})).contacts.map(({ company }) => company);
    await bench.sandbox.reset({});
    const ignored = before.slice(0, 60).map((company) => `  ${company.toUpperCase().replace(" ", "   ")} `);
    const { contacts } = await imported({ ignoredCompanies: ignored });
    const left = contacts.map(({ company }) => company);
    expect(left.filter((company) => before.slice(0, 60).includes(company))).toEqual([]);
    expect(left).toEqual(before.filter((company) => !before.slice(0, 60).includes(company)));
  });

  it("lead score: no lead is below it, and each shows its score, also without the ICP filter", async () => {
    for (const skipIcpFilter of [false, true]) {
      const { contacts } = await imported({ minLeadScore: 0.8, skipIcpFilter });
      for (const lead of contacts) {
        expect(lead.scoring).toBeGreaterThanOrEqual(0.8);
        expect(lead.score_reasoning).toContain(`Score ${lead.scoring}.`);
      }
    }
  });

  it("the ICP: leads outside it are imported only if its filter is skipped", async () => {
    const icp = { targetJobTitles: ["CEO"], targetIndustries: ["Banking"] };
    const filtered = await imported(icp);
    for (const lead of filtered.contacts) expect([lead.jobTitle, lead.industry]).toEqual(["CEO", "Banking"]);
    const { contacts } = await imported({ ...icp, skipIcpFilter: true });
    const outside = contacts.filter((lead) => lead.jobTitle !== "CEO" || lead.industry !== "Banking");
    expect(outside.length).toBeGreaterThan(5);
    expect(new Set(outside.map(({ fit }) => fit))).toEqual(new Set(["out-of-scope"]));
  });

  it("a profile that is open to work: imported only if it is wanted", async () => {
    const { contacts } = await imported({});
    expect(contacts.some(({ openToWork }) => openToWork)).toBe(false);
    const all = await imported({ includeOpenToWorkProfiles: true });
    expect(all.contacts.some(({ openToWork }) => openToWork)).toBe(true);
  });
});
