import { startSandbox } from "pulumi-outreach-sandbox";
import { describe, expect, it } from "vitest";
import { widthOf } from "../../../provider/src/cli/terminal/text";
import { queueShape } from "../../../provider/src/follow/queue";
import { cycle, documentOf, stageOf, startTime, steps } from "../../support/runningAccount";

const stage = stageOf(() => startSandbox({ rateLimit: false, startTime, firstId: 5_000, leadsPerSignal: 0 }));

const people = [
  { firstName: "Ada", lastName: "Byron", company: "Engines", jobTitle: "CTO", email: "ada@engines.example.com" },
  { firstName: "Bo", lastName: "Kim", company: null, jobTitle: null, email: "bo@example.com" },
];

/** A LinkedIn campaign whose first step is a message, one of e-mails, and one that is off; an hour later. */
async function scheduled() {
  const { sandbox } = stage();
  const network = await cycle(sandbox, "Fintech Q1", { steps: [steps[2]] });
  const texts = { subject: "About [Company]", message: "Hello [FirstName],\n\nshort question." };
  const emails = [
    { type: "email", messageMode: "same", ...texts },
    { type: "email", messageMode: "ai" },
  ];
  const email = await cycle(sandbox, "Mail", { linkedinSeatId: null, emailSeatIds: [21], steps: emails });
  const off = await cycle(sandbox, "Draft", { active: false });
  for (const { listId } of [network, email, off]) {
    const contacts = people.map((person) => ({
      ...person,
      ...{ listId, connectionDegree: 1, profileUrl: `https://network.example.com/in/${person.firstName}-${listId}` },
    }));
    await sandbox.addContacts({ userId: 101, contacts });
  }
  await sandbox.advance({ hours: 1, minutes: 30 });
  await stage().requests();
  return { network, email, off };
}

const read = (...words: string[]) => documentOf(stage(), queueShape, ["queue", "--yes", "--json", ...words]);

const queues = async () => (await stage().requests()).filter((line) => line.endsWith("queue"));

describe("pulumi-outreach queue", () => {
  it("shows each person's next step, with the text filled in", async () => {
    await scheduled();
    const { code, stdout, stderr } = await stage().run(["queue"], { columns: 80, keys: "y\n" });
    expect(code).toBe(0);
    expect(stderr).toContain(
      "Reading a queue sends nothing, and moves the planner of the service: it marks people as finished, skipped or excluded.\n",
    );
    expect(stderr).toContain("Read the queue of 2 campaigns (2 requests)? [y/N]");
    expect(stderr).toContain("The service shows no times: it sends in this order, at the launch hours of the seats.");
    expect(stdout).toBe(
      [
        "Fintech Q1 (id 5002): 2 steps are scheduled",
        "  1. Ada Byron (id 5009), CTO at Engines, ada@engines.example.com",
        "     step 1 message; enters the campaign",
        "     │ Hi Ada, how is Engines?",
        "  2. Bo Kim (id 5010), bo@example.com",
        "     step 1 message; enters the campaign",
        "     │ Hi Bo, how is ?",
        "",
        "Mail (id 5005): 2 steps are scheduled",
        "  1. Ada Byron (id 5011), CTO at Engines, ada@engines.example.com",
        "     step 1 email; enters the campaign",
        "     │ Subject: About Engines",
        "     │ Hello Ada,",
        "     │",
        "     │ short question.",
        "  2. Bo Kim (id 5012), bo@example.com",
        "     step 1 email; enters the campaign",
        "     │ Subject: About",
        "     │ Hello Bo,",
        "     │",
        "     │ short question.",
        "",
      ].join("\n"),
    );
    expect(await queues()).toEqual(["GET /v1/campaign/5002/queue", "GET /v1/campaign/5005/email-queue"]);
  });

  it("shows the previous step, and that a text is written later", async () => {
    const { email } = await scheduled();
    await stage().sandbox.advance({ days: 2, minutes: 30 });
    const { campaigns } = await read("Mail");
    expect(campaigns).toMatchObject([
      {
        id: String(email.campaignId),
        entries: [
          { step: 2, type: "email", isWrittenLater: true, last: { type: "email", at: "2027-03-01T10:00:00.000Z" } },
          { step: 2, isWrittenLater: true },
        ],
      },
    ]);
    expect(campaigns[0]?.entries[0]).not.toHaveProperty("text");
    const { stdout } = await stage().run(["queue", "--yes", "Mail"], { columns: 120 });
    expect(stdout).toContain(
      "     step 2 email; before: email 2 days ago (2027-03-01 10:00)\n     │ written by the service later\n",
    );
  });

  it.each([
    ["no", "n\n"],
    ["Ctrl-C", "\u0003"],
  ])("reads nothing if the answer is %s", async (_, keys) => {
    await scheduled();
    const { code, stdout, stderr } = await stage().run(["queue"], { columns: 80, keys });
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/\nNothing was read\.\n$/);
    expect(await queues()).toEqual([]);
  });

  it("refuses to read if it cannot ask", async () => {
    const { code, stdout, stderr } = await stage().run(["queue", "--json"]);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toBe(
      "error: queue asks first, because reading a queue moves the service's planner, and this is not a terminal to ask on.\nSay --yes to do it without a question.\n",
    );
    expect(await stage().requests()).toEqual([]);
  });

  it("neither reads nor asks about a campaign that is off", async () => {
    const { off } = await scheduled();
    const { code, stdout, stderr } = await stage().run(["queue", "Draft"], { columns: 80, keys: "" });
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toBe("Draft (id 5008): 0 steps are scheduled\nIt is off: nothing is sent.\n");
    expect(off.campaignId).toBe(5008);
    expect(await queues()).toEqual([]);
  });

  it("finds the queue of an e-mail campaign on a service that shows no campaigns", async () => {
    const { email, network } = await scheduled();
    await stage().sandbox.configure({ specOnly: true });
    const { campaigns } = await read(String(email.campaignId), String(network.campaignId));
    expect(campaigns.map(({ entries }) => entries.length)).toEqual([2, 2]);
    const { code, stderr } = await stage().run(["queue", "--yes"]);
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^error: could not list the campaigns: .*\n.*queue 123/)]);
  });

  it("shows the other queues if one fails, and fails if all do", async () => {
    await scheduled();
    await stage().sandbox.fault({ kind: "status", status: 403, path: "/v1/campaign/*/queue", count: 2 });
    const { code, stdout, stderr } = await stage().run(["queue", "--yes"]);
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^warning: .*campaign\/5002\/queue → 403/)]);
    expect(stdout).toContain("Mail (id 5005): 2 steps");
    const all = await stage().run(["queue", "--yes", "Fintech Q1"]);
    expect([all.code, all.stdout, all.stderr]).toEqual([1, "", expect.stringMatching(/^error: .*→ 403/)]);
  });

  it("shows a member's queues", async () => {
    await scheduled();
    expect((await read("--as", "102")).campaigns).toEqual([]);
  });

  it("passes no control characters of a hostile text to the terminal, and wraps a long one", async () => {
    const { network } = await scheduled();
    const eve = {
      ...{ firstName: "\u001b[31mEve\u202e", lastName: "x\r\n  9. Fake", company: "C".repeat(1500) },
      ...{ listId: network.listId, connectionDegree: 1, profileUrl: "https://network.example.com/in/eve" },
    };
    await stage().sandbox.addContacts({ userId: 101, contacts: [eve] });
    await stage().sandbox.advance({ hours: 1 });
    const { stdout, stderr } = await stage().run(["queue", "--yes", "Fintech Q1"], { columns: 80 });
    expect(stdout + stderr).not.toMatch(/[^\P{Cc}\n]|[\u202a-\u202e]/u);
    expect(stdout).not.toMatch(/^ +9\. Fake/m);
    expect(stdout.match(/C/g)?.length).toBeGreaterThan(1500);
    const lines = stdout.split("\n").filter((line) => line.includes("│"));
    expect(Math.max(...lines.map(widthOf))).toBeLessThanOrEqual(80);
  });
});
