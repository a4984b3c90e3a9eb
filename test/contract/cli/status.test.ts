import { startSandbox } from "pulumi-outreach-sandbox";
import { describe, expect, it } from "vitest";
import { widthOf } from "../../../provider/src/cli/terminal/text";
import { statusShape } from "../../../provider/src/follow/status/model";
import { commandLine } from "../../support/commandLine";
import { cycle, documentOf, stageOf, startTime } from "../../support/runningAccount";

const stage = stageOf(() => startSandbox({ rateLimit: false, startTime, firstId: 5_000, activeAgentLimit: 200 }));

/** Two active campaigns, one of e-mails that the AI writes, and one that is off; four days later. */
async function busy() {
  const { sandbox } = stage();
  const fintech = await cycle(sandbox, "Fintech Q1");
  const emails = { linkedinSeatId: null, emailSeatIds: [21], steps: [{ type: "email", messageMode: "ai" }] };
  const logistics = await cycle(sandbox, "Logistics Q1", emails);
  const draft = await cycle(sandbox, "Draft", { active: false });
  await sandbox.advance({ days: 4, hours: 7 });
  await stage().requests();
  return { fintech, logistics, draft };
}

const read = (...words: string[]) => documentOf(stage(), statusShape, ["status", "--json", ...words]);

describe("pulumi-outreach status", () => {
  it("shows on one screen what runs, what was sent and what needs attention", async () => {
    await busy();
    const { code, stdout, stderr } = await stage().run(["status"], { columns: 120 });
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toBe(
      [
        "user 101 (Olivia Hart), 2027-03-05 15:00 UTC",
        "Campaigns: 2 active, 1 off. Source agents: 3 running, 0 paused.",
        "",
        "CAMPAIGN      ID    TODAY  LAST SENT  WAITING                     AFTER STEP                  ENDED",
        "Fintech Q1    5002     26  2 h ago    7 to start, 4 due           1 visitProfile: 18          6 finished",
        "                                      next in 19 h                2 invitation: 24",
        "                                                                  3 message: 0",
        "Logistics Q1  5005      9  5 h ago    0 to start, 0 due           1 email: 0                  40 finished, 7 skipped",
        "                                                                                              1 excluded, 6 answered",
        "",
        "Sent today",
        "e-mail seat 21   olivia@fernhill.example.com   9 of 50",
        "e-mail seat 22   olivia2@fernhill.example.com  0 of 50",
        "e-mail seat 23   olivia3@fernhill.example.com  0 of 50",
        "LinkedIn seat 7                                11 invitation, 6 message, 9 visitProfile",
        "The service does not show the quotas of LinkedIn seats.",
        "",
        "Needs a person",
        '!  campaign "Logistics Q1" (id 5005): the service\'s AI writes step 1; nobody reads these texts before they are sent.',
        '   → Read the first ones in the app, or set messageMode: "same".',
        '!  campaign "Draft" (id 5008): it is off.',
        "   → Switch on in the app what should run.",
        "",
      ].join("\n"),
    );
    const narrow = await stage().run(["status"], { columns: 80 });
    expect(Math.max(...narrow.stdout.split("\n").map(widthOf))).toBeLessThanOrEqual(80);
  });

  it("has the same counts as the service's own objects", async () => {
    const { fintech } = await busy();
    const [campaign] = (await read()).campaigns;
    const { campaignLogs, contacts } = await stage().sandbox.objects();
    const logs = campaignLogs.filter(({ campaignId }) => campaignId === fintech.campaignId);
    const inList = contacts.filter(({ listId }) => listId === fintech.listId);
    const touched = new Set(logs.map(({ contactId }) => contactId));
    const finished = logs.filter(({ status }) => status === "finished").length;
    expect(campaign).toMatchObject({
      id: String(fintech.campaignId),
      sentToday: logs.filter(({ status, createdAt }) => status === "sent" && createdAt.startsWith("2027-03-05")).length,
      people: {
        notStarted: inList.filter(({ id }) => !touched.has(id)).length,
        underWay: touched.size - logs.filter(({ status }) => status !== "sent").length,
        ended: { finished },
      },
    });
    expect(finished).toBeGreaterThan(0);
  });

  it("sends five requests and one for each campaign, and never reads a queue", async () => {
    const { fintech, logistics } = await busy();
    await read();
    const [first, second] = [fintech.campaignId, logistics.campaignId];
    expect((await stage().requests()).sort()).toEqual(
      ["agent", `campaign`, `campaign/${first}/logs`, `campaign/${second}/logs`, "email-seat", "list", "user/me"].map(
        (path) => `GET /v1/${path}`,
      ),
    );
  });

  it("shows ten of many campaigns, and all of them with --all", async () => {
    const { sandbox, run, requests } = stage();
    for (let index = 1; index <= 100; index++) await cycle(sandbox, `Campaign ${index}`, { active: index <= 30 });
    await requests();
    const { code, stdout, stderr } = await run(["status"]);
    expect([code, stderr]).toEqual([
      0,
      "20 more active campaigns are not shown; `pulumi-outreach status --all` shows all, with a request for each.\n",
    ]);
    expect(stdout).toContain("Campaigns: 30 active, 70 off.");
    expect(stdout).toContain("Sent today in these campaigns\n");
    expect((await requests()).length).toBeLessThanOrEqual(8 + 10);
    expect((await read("--all")).campaigns).toHaveLength(30);
    expect((await requests()).length).toBeLessThanOrEqual(8 + 30);
  });

  it("stays within its budget for a member named by an e-mail address, and shows the member's account", async () => {
    await busy();
    const { actingUser, campaigns } = await read("--as", "alice@fernhill.example.com");
    expect({ actingUser, campaigns }).toEqual({
      actingUser: { id: "102", name: "Alice Moreau", isActive: true },
      campaigns: [],
    });
    expect((await stage().requests()).length).toBeLessThanOrEqual(8);
  });

  it("shows only named campaigns, by id or exact name", async () => {
    const { fintech, draft } = await busy();
    const words = ["Draft", String(fintech.campaignId), " Fintech Q1 "];
    const { campaigns, ...rest } = await read(...words);
    expect(campaigns.map(({ id, active }) => [id, active])).toEqual([
      [String(draft.campaignId), false],
      [String(fintech.campaignId), true],
    ]);
    expect(rest).toMatchObject({ activeCampaigns: 2, inactiveCampaigns: 1, campaignsNotShown: 1 });
    const { stdout, stderr } = await stage().run(["status", ...words]);
    expect(stdout).toContain("Campaigns: 2 active, 1 off.");
    // The seats' numbers do not include the other campaigns.
    expect(stdout).toContain("Sent today in these campaigns\n");
    expect(stderr).toBe(
      "1 more active campaign is not shown; `pulumi-outreach status --all` shows all, with a request for each.\n",
    );
    const both = await stage().run(["status", "Draft", "--all"]);
    expect([both.code, both.stderr]).toEqual([2, "error: --all excludes names of campaigns\n"]);
  });

  it("lists the candidates for a name that no campaign or several have", async () => {
    const { fintech } = await busy();
    const { campaignId } = await cycle(stage().sandbox, "Fintech Q1", { active: false });
    const none = await stage().run(["status", "Fintech"]);
    expect([none.code, none.stdout]).toEqual([1, ""]);
    expect(none.stderr).toContain('no campaign of the acting user has this name.\nThere are: "Fintech Q1" (');
    const several = await stage().run(["status", "Fintech Q1"]);
    expect([several.code, several.stdout]).toEqual([1, ""]);
    expect(several.stderr).toContain(`2 campaigns have this name (ids ${fintech.campaignId}, ${campaignId}).`);
  });

  it("says that a service with the operations of the specification lists nothing, and shows campaigns by id", async () => {
    const { fintech } = await busy();
    await stage().sandbox.configure({ specOnly: true });
    const nothing = await stage().run(["status"]);
    expect([nothing.code, nothing.stdout]).toEqual([1, ""]);
    expect(nothing.stderr).toMatch(
      /^error: could not list the campaigns: .*\nIt has the operations of the specification alone/,
    );
    await stage().requests();
    const { code, stdout, stderr } = await stage().run(["status", String(fintech.campaignId)]);
    expect(code).toBe(0);
    expect(stderr).toMatch(/^warning: this service lists no campaigns: only those that were named are shown/);
    expect(stdout).toContain(`${fintech.campaignId}     26  2 h ago             1 visitProfile: 18, 2 invitation: 24`);
    expect(stdout).toContain("Campaigns: not listed by the service.");
    expect(stdout).toContain("Sent today in these campaigns\n");
    expect((await stage().requests()).length).toBeLessThanOrEqual(8 + 1);
    expect((await stage().run(["status", "Fintech Q1"])).stderr).toMatch(/^error: could not list the campaigns/);
  });

  it.each([
    [
      "cut in the middle",
      { kind: "truncate", complete: true, count: 9 },
      "could not list the source agents|lists? .*source agents",
    ],
    ["failing", { kind: "status", status: 500, count: 9 }, "source agent"],
  ] as const)("shows the rest and warns if the agents' listing is %s", async (_, fault, warning) => {
    await busy();
    await stage().sandbox.fault({ ...fault, path: "/v1/agent" });
    const { code, stdout, stderr } = await stage().run(["status"]);
    expect(code).toBe(0);
    expect(stderr).toMatch(new RegExp(`^warning: .*(${warning})`));
    expect(stdout).toContain("Campaigns: 2 active, 1 off.\n");
    expect(stdout).toContain("Fintech Q1 ");
  });

  it("shows the items of a listing whose total is larger", async () => {
    const { fintech } = await busy();
    const body = { campaigns: [{ id: fintech.campaignId, name: "Fintech Q1", active: true }], total: 7, totalPages: 1 };
    await stage().sandbox.fault({ kind: "status", status: 200, path: "/v1/campaign", body, count: 9 });
    const { code, stdout, stderr } = await stage().run(["status"]);
    expect(code).toBe(0);
    expect(stderr).toContain(
      "warning: the service lists only a part of the campaigns: this is what there is of them.\n",
    );
    expect(stdout).toContain("Fintech Q1 ");
  });

  it("reports an incomplete log", async () => {
    await busy();
    const entries = Array.from({ length: 100 }, (_, index) => ({
      id: index,
      contactId: index,
      stepNumber: 1,
      status: "sent",
      createdAt: startTime,
    }));
    await stage().sandbox.fault({ kind: "status", status: 200, path: "/v1/campaign/5002/logs", body: entries });
    const { stderr } = await stage().run(["status"]);
    expect(stderr).toBe(
      "warning: the log of campaign 5002 is only a part: people whose steps are older are missing above.\n",
    );
  });

  it("shows an empty account", async () => {
    const { code, stdout } = await stage().run(["status"]);
    expect(code).toBe(0);
    expect(stdout).toContain(
      "Campaigns: 0 active, 0 off. Source agents: 0 running, 0 paused.\n\nNo campaign is active.\n",
    );
    expect(stdout).toMatch(/Nothing needs a person\.\n$/);
  });

  it("passes no control characters of a hostile name to the terminal", async () => {
    await cycle(stage().sandbox, "\u001b[2JEve\u202e\r\nFake  1  \u0007");
    for (const columns of [undefined, 80]) {
      const { stdout, stderr } = await stage().run(["status"], { columns });
      expect(stdout + stderr).not.toMatch(/[^\P{Cc}\n]|[\u202a-\u202e]/u);
      expect(stdout).not.toMatch(/^Fake/m);
    }
    const { stdout } = await stage().run(["status", "--json"]);
    expect(stdout).not.toMatch(/[^\P{Cc}\n]|[\u202a-\u202e]/u);
  });

  it("fails for a rejected key, and for a wrong option", async () => {
    const { code, stdout, stderr } = await commandLine(["status", "--alll"]);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain("there is no option --alll; did you mean --all?");
    await stage().sandbox.fault({ kind: "status", status: 401, path: "/v1/**", count: 99 });
    const refused = await stage().run(["status"]);
    expect([refused.code, refused.stdout]).toEqual([1, ""]);
    expect(refused.stderr).toMatch(/user\/me → 401/);
  });
});
