import { startSandbox } from "pulumi-outreach-sandbox";
import { describe, expect, it, vi } from "vitest";
import { widthOf } from "../../../provider/src/cli/terminal/text";
import { contactsShape, storyShape } from "../../../provider/src/follow/contacts";
import { cycle, documentOf, stageOf, startTime } from "../../support/runningAccount";

const stage = stageOf(() => startSandbox({ rateLimit: false, startTime, firstId: 5_000 }));

const read = (...words: string[]) => documentOf(stage(), contactsShape, ["contacts", "--json", ...words]);

/** People created by a test, in a separate list. */
async function people(count: number) {
  const { sandbox } = stage();
  const { listId } = await cycle(sandbox, "Fintech Q1", { active: false });
  const contacts = Array.from({ length: count }, (_, index) => ({
    ...{ firstName: "Ada", lastName: `Byron ${index}`, company: "Engines", jobTitle: "CTO", listId },
    email: `ada${index}@engines.example.com`,
  }));
  await sandbox.addContacts({ userId: 101, contacts });
  await stage().requests();
  return { listId };
}

describe("pulumi-outreach contacts", () => {
  it("shows fifty people, and the total", async () => {
    await people(60);
    const { code, stdout, stderr } = await stage().run(["contacts"], { columns: 100 });
    expect([code, stderr]).toEqual([0, "50 of 60 contacts; --limit N or --all shows more.\n"]);
    const [titles, first] = stdout.split("\n");
    expect(titles).toMatch(/^ID +NAME +JOB +COMPANY +E-MAIL +CREATED$/);
    expect(first).toMatch(/^\d+ +Ada Byron 0 +CTO +Engines +ada0@engines\.example\.com +now$/);
    expect(stdout.trimEnd().split("\n")).toHaveLength(51);
    const wide = await stage().run(["contacts", "-n", "1"], { columns: 160 });
    expect(wide.stdout).toMatch(/^ID .* LIST +CREATED\n.* Fintech Q1 leads +now\n$/);
    const narrow = await stage().run(["contacts"], { columns: 80 });
    expect(Math.max(...narrow.stdout.split("\n").map(widthOf))).toBeLessThanOrEqual(80);
    expect(narrow.stdout).toMatch(/^ID +NAME +JOB +COMPANY +CREATED\n/);
    expect((await stage().run(["contacts"], { columns: 60 })).stdout).toMatch(/^ID +NAME +COMPANY +CREATED\n/);
  });

  it.each(["", "alice", "@", "alice@example.com bob"])(
    "explains the values of --as, instead of blaming a setting: %j",
    async (member) => {
      const { code, stderr } = await stage().run(["contacts", "--as", member]);
      expect([code, stderr]).toEqual([
        2,
        "error: --as <member> takes a user id or an e-mail address; `pulumi-outreach members` lists both\n",
      ]);
    },
  );

  it.each([
    [["--search", "byron 7"], 1],
    [["--list", "Fintech Q1 leads"], 20],
    [["--agent", "Fintech Q1 finder"], 0],
    [["--from", "1d"], 20],
    [["--to", "1d"], 0],
    [["--from", "2027-03-01", "--to", "2027-03-02"], 20],
    [["--score-from", "2.5"], 0],
    [["--score-to", "3"], 20],
    [["--intent", "HIRING"], 0],
    [["-n", "3"], 3],
  ])("passes on %j", async (words, expected) => {
    await people(20);
    expect((await read(...words)).contacts).toHaveLength(expected);
    const { requests } = await stage().sandbox.log({ path: "/v1/contact" });
    expect(requests).toHaveLength(1);
  });

  it("filters by agent, signal, score and list, with the service's own values", async () => {
    const { agentId, listId } = await cycle(stage().sandbox, "Fintech Q1", { active: false });
    await stage().sandbox.advance({ days: 1 });
    const { contacts } = await stage().sandbox.objects();
    const hiring = contacts.filter(({ intent_type }) => intent_type === "HIRING").map(({ id }) => id);
    const found = await read("--agent", "Fintech Q1 finder", "--list", String(listId), "--intent", "HIRING");
    expect(found.contacts.map(({ id }) => id).sort()).toEqual(hiring.sort());
    expect(found.agents).toEqual([{ id: String(agentId), name: "Fintech Q1 finder" }]);
    const scores = (await read("--score-from", "1.5", "--score-to", "2.5")).contacts.map(
      (contact) => contact.total_scoring ?? 0,
    );
    expect(scores.length).toBeGreaterThan(0);
    expect(scores.every((score) => score >= 1.5 && score <= 2.5)).toBe(true);
  });

  it("reads all of 10,000 contacts, a hundred at a time, and shows its progress", async () => {
    vi.stubEnv("OUTREACH_REQUESTS_PER_MINUTE", "1000");
    await people(10_000);
    const { total } = await read();
    expect(total).toBe(10_000);
    await stage().requests();
    const { code, stdout, stderr } = await stage().run(["contacts", "--all"], { columns: 100, patience: 0 });
    expect(code).toBe(0);
    expect(stdout.trimEnd().split("\n")).toHaveLength(10_001);
    expect(stderr).toMatch(/\d+ of 10000 contacts/);
    expect((await stage().requests()).filter((line) => line === "GET /v1/contact")).toHaveLength(100);
  }, 60_000);

  it("shows the whole history of one person", async () => {
    const { campaignId } = await cycle(stage().sandbox, "Fintech Q1");
    await stage().sandbox.advance({ days: 6 });
    const { campaignLogs } = await stage().sandbox.objects();
    const id = campaignLogs.find(({ status }) => status === "finished")?.contactId;
    await stage().requests();
    const { code, stdout } = await stage().run(["contacts", String(id)], { columns: 100 });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^\S+ .* \(id \d+\)\njob +\S/);
    expect(stdout).toMatch(
      /\nlist +Fintech Q1 leads \(id 5000\)\nfound by +Fintech Q1 finder \(id 5001\)\nsignal +[A-Z_]+/,
    );
    expect(stdout).toMatch(/\nCAMPAIGN +ID +LAST STEP +STATUS\nFintech Q1 +5002 +3 +finished\n/);
    expect(stdout).toMatch(
      /\n2027-\d\d-\d\d \d\d:00 +Fintech Q1 +1 visitProfile +sent\n.* 2 invitation +sent\n.* 3 message +sent\n.* finished \(all steps are done\)\n$/,
    );
    expect((await stage().requests()).some((line) => line.endsWith("queue"))).toBe(false);
    const json = await stage().run(["contacts", String(id), "--json"]);
    const story = storyShape.parse(JSON.parse(json.stdout));
    expect(story.campaigns).toEqual([{ id: String(campaignId), name: "Fintech Q1", step: 3, status: "finished" }]);
    expect(story.events.map(({ status }) => status)).toEqual(["sent", "sent", "sent", "finished"]);
    expect(story.contact.id).toBe(id);
  });

  it("does not say that a contact has no campaigns if they cannot be read", async () => {
    const { campaignId } = await cycle(stage().sandbox, "Fintech Q1");
    const body = (campaignStatus: unknown) => ({ id: 9, firstName: "Ada", campaignStatus });
    const told = async (campaignStatus: unknown) => {
      const fault = { kind: "status", status: 200, path: "/v1/contact/9", body: body(campaignStatus) } as const;
      await stage().sandbox.fault(fault);
      return await stage().run(["contacts", "9"]);
    };
    for (const odd of [undefined, "finished", [{ status: "running" }]]) {
      const { stdout, stderr } = await told(odd);
      expect(stdout).toContain("\nIts campaigns are not known.\n");
      expect(stderr).toContain("warning: the service does not show all campaigns of the contact");
    }
    expect((await told([{ status: "running" }, { campaignId, stepNumber: 2 }])).stdout).toMatch(
      new RegExp(`\\nFintech Q1 +${campaignId} +2`),
    );
    const { stdout, stderr } = await told([]);
    expect([stdout, stderr]).toEqual([expect.stringContaining("\nIn no campaign.\n"), "Times are UTC.\n"]);
  });

  it("shows it with ids if a service lists nothing, and continues if a log cannot be read", async () => {
    const { campaignId } = await cycle(stage().sandbox, "Fintech Q1");
    await stage().sandbox.advance({ days: 3 });
    const [log] = (await stage().sandbox.objects()).campaignLogs;
    await stage().sandbox.configure({ specOnly: true });
    await stage().sandbox.fault({ kind: "status", status: 403, path: `/v1/campaign/${campaignId}/logs`, count: 9 });
    const { code, stdout, stderr } = await stage().run(["contacts", String(log?.contactId)]);
    expect([code, stderr]).toEqual([0, expect.stringMatching(/^warning: .*logs → 403/)]);
    expect(stdout).toMatch(new RegExp(`\\n +${campaignId} +\\d`));
  });

  it.each([
    [["contacts", "Ada"], /\[id\] takes the id of a contact; --search finds people by their names/],
    [["contacts", "12", "--search", "x"], /\[id\] is one contact, and excludes the filters/],
    [["contacts", "--all", "-n", "3"], /--all excludes --limit/],
    [["contacts", "--from", "soon"], /--from <time> takes 2h, 3d or 1w/],
    [["contacts", "--score-from", "high"], /--score-from <number> takes a number/],
  ])("refuses %j", async (words, expected) => {
    const { code, stdout, stderr } = await stage().run(words);
    expect([code, stdout, stderr]).toEqual([2, "", expect.stringMatching(expected)]);
    expect(await stage().requests()).toEqual([]);
  });

  it("reports a missing contact, list or match", async () => {
    const unknown = await stage().run(["contacts", "99"]);
    expect([unknown.code, unknown.stderr]).toEqual([
      1,
      expect.stringMatching(/^error: contact 99: could not read the contact: .* 404/),
    ]);
    const list = await stage().run(["contacts", "--list", "Nobody"]);
    expect([list.code, list.stderr]).toEqual([1, expect.stringContaining("no list of the acting user has this name")]);
    expect(await stage().run(["contacts"])).toEqual({ code: 0, stdout: "", stderr: "No contact matches.\n" });
  });

  it("shows only a member's people", async () => {
    await people(3);
    expect((await read("--as", "alice@fernhill.example.com")).total).toBe(0);
  });

  it("passes no control characters of a hostile name to the terminal", async () => {
    const name = {
      firstName: "\u001b[2JEve\u0007",
      lastName: "\u202e\r\nFake 1",
      jobTitle: "\u009b31m",
      email: "e\u200f@example.com",
    };
    const [contact] = await stage().sandbox.addContacts({ userId: 101, contacts: [name] });
    for (const words of [[], ["--json"], [String(contact?.id)], [String(contact?.id), "--json"]]) {
      const { code, stdout, stderr } = await stage().run(["contacts", ...words], { columns: 80 });
      expect(code).toBe(0);
      expect(stdout + stderr).not.toMatch(/[^\P{Cc}\n]|[\u200f\u202a-\u202e]/u);
      expect(stdout).not.toMatch(/^Fake/m);
    }
  });
});
