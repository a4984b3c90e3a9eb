import { describe, expect, it } from "vitest";
import { type Sandbox, startSandbox } from "../../sandbox/src/index.js";
import { closedAfterTest } from "../support/closedAfterTest.js";
import { fourSignals, useSandbox } from "./support.js";

const bench = useSandbox();

/** A sandbox with one list, filled with people. */
async function filled(seed: number, incomplete: number): Promise<{ sandbox: Sandbox; contacts: object[] }> {
  const sandbox = closedAfterTest(await startSandbox({ rateLimit: false, seed }));
  const { id: listId } = await sandbox.addList({ userId: 101, name: "Filled" });
  await sandbox.addPeople({ listId, count: 20, incomplete });
  await sandbox.addPeople({ listId, count: 20, incomplete });
  const { contacts } = await sandbox.objects();
  const without = contacts.map(({ id: _id, listId: _list, createdAt: _created, updatedAt: _updated, ...rest }) => rest);
  return { sandbox, contacts: without };
}

describe("people who are added to a list", () => {
  it("are the same for the same seed, and all different", async () => {
    const [one, same, other] = await Promise.all([filled(4, 0.3), filled(4, 0.3), filled(5, 0.3)]);
    expect(one.contacts).toHaveLength(40);
    expect(one.contacts).toEqual(same.contacts);
    expect(one.contacts).not.toEqual(other.contacts);
    const { contacts } = await one.sandbox.objects();
    expect(new Set(contacts.map(({ profileUrl }) => profileUrl)).size).toBe(40);
  });

  it("lack a company or a job title as often as requested", async () => {
    const [none, some, all] = await Promise.all([filled(1, 0), filled(1, 0.3), filled(1, 1)]);
    const lacking = async ({ sandbox }: { sandbox: Sandbox }) => {
      const { contacts } = await sandbox.objects();
      return [contacts.filter((each) => each.company === null), contacts.filter((each) => each.jobTitle === null)];
    };
    expect((await lacking(none)).map((each) => each.length)).toEqual([0, 0]);
    expect((await lacking(all)).map((each) => each.length)).toEqual([40, 40]);
    const [companies = [], titles = []] = await lacking(some);
    for (const each of [companies, titles]) {
      expect(each.length).toBeGreaterThan(2);
      expect(each.length).toBeLessThan(30);
    }
    expect(companies.map(({ id }) => id)).not.toEqual(titles.map(({ id }) => id));
  });

  it("match the criteria of the list's agent, which need not run", async () => {
    const listId = await bench.list();
    const agent = { name: "Finder", listId, variables: fourSignals, targetJobTitles: ["Founder"], paused: true };
    const { id: agentId } = await bench.create("/v1/agent", agent);
    await bench.sandbox.addPeople({ listId, count: 30 });
    const contacts = (await bench.sandbox.objects()).contacts.filter((contact) => contact.listId === listId);
    expect(new Set(contacts.map((contact) => contact.agentId))).toEqual(new Set([agentId]));
    expect(contacts.filter(({ jobTitle }) => jobTitle === "Founder").length).toBeGreaterThan(20);
  });

  it("do not work for companies that the list's agent ignores", async () => {
    const peopleOf = async (criteria: object) => {
      await bench.sandbox.reset();
      const listId = await bench.list();
      await bench.create("/v1/agent", { name: "Finder", listId, variables: fourSignals, ...criteria });
      await bench.sandbox.addPeople({ listId, count: 20, place: 7 });
      return (await bench.sandbox.objects()).contacts.map(({ company }) => company ?? "");
    };
    const found = await peopleOf({});
    const ignoredCompanies = found.slice(0, 3);
    const others = await peopleOf({ ignoredCompanies });
    expect(others).toHaveLength(20);
    expect(others.filter((company) => ignoredCompanies.includes(company))).toEqual([]);
    expect(others.filter((company) => found.includes(company)).length).toBeGreaterThan(10);
  });

  it("need a list", async () => {
    await expect(bench.sandbox.addPeople({ listId: 5, count: 1 })).rejects.toThrow("List with ID 5 not found");
    await expect(bench.sandbox.addPeople({ listId: 5, count: 0 })).rejects.toThrow(/count/);
  });
});

describe("the progress of campaigns", () => {
  it("counts every contact in their lists in exactly one state", async () => {
    const listId = await bench.list();
    const { id: campaignId } = await bench.campaign({ listIds: [listId], active: true });
    await bench.sandbox.addPeople({ listId, count: 50 });
    const peopleOf = async () => {
      const progress = await bench.sandbox.progress();
      return progress.find((each) => each.campaignId === campaignId)?.people;
    };
    expect(await peopleOf()).toMatchObject({ waiting: 50, running: 0, connected: 0 });
    await bench.sandbox.advance({ days: 2 });
    const after = await peopleOf();
    expect(Object.values(after ?? {}).reduce((sum, count) => sum + count, 0)).toBe(50);
    const direct = (await bench.sandbox.objects()).contacts.filter(
      (contact) => contact.listId === listId && contact.connectionDegree === 1,
    );
    expect(direct.length).toBeGreaterThan(0);
    expect(after).toMatchObject({ waiting: 0, connected: direct.length });
  });
});

describe("the texts of a campaign for one contact", () => {
  it("are filled in, sent or not, and missing if the service's AI writes them", async () => {
    const listId = await bench.list();
    const steps = [
      { type: "invitationNote", note: "Hello [FirstName]" },
      { type: "message", message: "At [Company], from [SenderFirstName]" },
      { type: "message", messageMode: "ai" },
    ];
    const { id: campaignId } = await bench.campaign({ listIds: [listId], steps });
    const [contact] = await bench.sandbox.addContacts({
      userId: 101,
      contacts: [{ firstName: "Ida", lastName: "Moss", listId }],
    });
    const texts = await bench.sandbox.texts({ campaignId, contactId: contact?.id ?? 0 });
    expect(texts.map((each) => each.texts)).toEqual([
      // Notes have no variables.
      { note: "Hello [FirstName]", unfilled: ["[FirstName]"] },
      { message: "At , from Olivia", holes: { message: [3] } },
      { message: null },
    ]);
    await expect(bench.sandbox.texts({ campaignId, contactId: 1 })).rejects.toThrow("Contact with ID 1 not found");
  });
});
