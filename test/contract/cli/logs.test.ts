import { startSandbox } from "pulumi-outreach-sandbox";
import { describe, expect, it } from "vitest";
import { widthOf } from "../../../provider/src/cli/terminal/text";
import { logsShape } from "../../../provider/src/follow/logs";
import { cycle, documentOf, stageOf, startTime } from "../../support/runningAccount";

const stage = stageOf(() => startSandbox({ rateLimit: false, startTime, firstId: 5_000 }));

/** A campaign with its agent, two days later. */
async function ran() {
  const ids = await cycle(stage().sandbox, "Fintech Q1");
  await stage().sandbox.advance({ days: 2, hours: 4 });
  await stage().requests();
  return ids;
}

const read = (...words: string[]) => documentOf(stage(), logsShape, ["logs", "--json", ...words]);

describe("pulumi-outreach logs", () => {
  it("shows a campaign's log, oldest first", async () => {
    await ran();
    const { code, stdout, stderr } = await stage().run(["logs", "Fintech Q1", "-n", "2"], { columns: 100 });
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^TIME +OF +WHAT +RESULT\n2027-03-0\d \d\d:00 {2}Fintech Q1 {2}step \d \w+ +sent: contact \d+, seat 7\n2027-03-0\d .*\n$/,
    );
    expect(stderr).toMatch(/^Times are UTC\. \d+ older entries are not shown; --limit or --since shows more\.\n$/);
    const { entries } = await read("Fintech Q1", "-n", "1000");
    const times = entries.map(({ at }) => at ?? "");
    expect(times).toEqual([...times].sort());
    const { campaignLogs } = await stage().sandbox.objects();
    expect(entries).toHaveLength(campaignLogs.length);
    const narrow = await stage().run(["logs", "Fintech Q1"], { columns: 80 });
    expect(Math.max(...narrow.stdout.split("\n").map(widthOf))).toBeLessThanOrEqual(80);
  });

  it("shows a source agent's log, and merges several logs", async () => {
    const { agentId, campaignId } = await ran();
    const { stdout } = await stage().run(["logs", String(agentId)], { columns: 120 });
    expect(stdout).toContain('Fintech Q1 finder  SEARCH_KEYWORD "open banking"  3 new of 3 leads\n');
    const { entries } = await read(String(agentId), String(campaignId), "-n", "1000");
    expect(new Set(entries.map(({ of }) => of))).toEqual(new Set(["agent", "campaign"]));
    const times = entries.map(({ at }) => at ?? "");
    expect(times).toEqual([...times].sort());
  });

  it("shows 50 entries by default, and all since a time", async () => {
    const { agentId } = await ran();
    await stage().sandbox.advance({ days: 12 });
    const { entries, notShown } = await read("Fintech Q1");
    expect(entries).toHaveLength(50);
    expect(notShown).toBeGreaterThan(50);
    const { now } = await stage().sandbox.state();
    const since = new Date(Date.parse(now) - 5 * 86_400_000).toISOString();
    const { campaignLogs } = await stage().sandbox.objects();
    const expected = campaignLogs.filter(({ createdAt }) => createdAt >= since).length;
    expect((await read("Fintech Q1", "--since", "5d")).entries).toHaveLength(expected);
    expect((await read("Fintech Q1", "--since", since)).entries).toHaveLength(expected);
    expect((await read("Fintech Q1", "--since", "2028-01-01")).entries).toEqual([]);
    await stage().requests();
    const runs = await read("--agent", "--since", "1d", String(agentId));
    expect(runs.entries.every(({ at }) => (at ?? "") >= new Date(Date.parse(now) - 86_400_000).toISOString())).toBe(
      true,
    );
    const { requests } = await stage().sandbox.log({ path: `/v1/agent/${agentId}/logs` });
    expect(requests).toHaveLength(1);
  });

  it("shows the error of a run", async () => {
    const { agentId } = await ran();
    const nobody = { agentType: "HIRING", agentKeyword: "true", totalLeads: 0, leadsCreated: 0 };
    const body = [{ id: 1, ...nobody, errorMessage: "Token expired", createdAt: startTime }];
    await stage().sandbox.fault({ kind: "status", status: 200, path: `/v1/agent/${agentId}/logs`, body });
    const { stdout } = await stage().run(["logs", "--agent", String(agentId)]);
    expect(stdout).toMatch(/HIRING {2}Token expired\n$/);
  });

  it("reports an incomplete log", async () => {
    const { agentId } = await ran();
    const body = Array.from({ length: 100 }, (_, id) => ({ id, createdAt: startTime }));
    await stage().sandbox.fault({ kind: "status", status: 200, path: `/v1/agent/${agentId}/logs`, body });
    const { stderr } = await stage().run(["logs", "--agent", String(agentId), "-n", "200"]);
    expect(stderr).toContain(
      `warning: the log of source agent "Fintech Q1 finder" (id ${agentId}) is only a part: the service answers with the newest 100 entries.\n`,
    );
  });

  it("reports an empty log", async () => {
    await cycle(stage().sandbox, "New");
    expect(await stage().run(["logs", "New"])).toEqual({ code: 0, stdout: "", stderr: "There are no entries.\n" });
  });

  it("asks which of two is meant", async () => {
    const { sandbox, run } = stage();
    const { agentId, campaignId } = await cycle(sandbox, "Fintech");
    await sandbox.editAgent({ agentId, name: "Fintech" });
    const { code, stdout, stderr } = await run(["logs", "Fintech"]);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toBe(
      `error: could not read the log of "Fintech": it may be campaign "Fintech" (id ${campaignId}) or source agent "Fintech" (id ${agentId}).\nName it by its id, or say --campaign or --agent.\n`,
    );
    expect((await run(["logs", "Fintech", "--agent"])).code).toBe(0);
    expect((await run(["logs", "Fintech", "--campaign"])).code).toBe(0);
  });

  it.each([
    [["logs"], /^error: <names...> is missing/],
    [["logs", "a", "--campaign", "--agent"], /^error: --agent excludes --campaign\n$/],
    [["logs", "a", "--since", "yesterday"], /^error: --since <time> takes 90m, 2h, 3d or 1w, or a date/],
    [["logs", "a", "--since", "2027-02-31T99:00:00Z"], /^error: --since <time> takes/],
    [["logs", "a", "-n", "0"], /^error: -n, --limit <number> takes a whole number from 1 on\n$/],
    [["logs", "a", "-n", "many"], /takes a whole number from 1 on/],
  ])("refuses %j", async (words, expected) => {
    const { code, stdout, stderr } = await stage().run(words);
    expect([code, stdout, stderr]).toEqual([2, "", expect.stringMatching(expected)]);
    expect(await stage().requests()).toEqual([]);
  });

  it("reports an unknown name", async () => {
    const { code, stderr } = await stage().run(["logs", "Fintech"]);
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^error: could not read the log of "Fintech": no campaign and no source agent of the acting user has .*\nThe user has none\.\n$/,
    );
    const { campaignId, agentId } = await cycle(stage().sandbox, "Fintech Q1");
    expect((await stage().run(["logs", "Fintech"])).stderr).toContain(
      `\nThere are: campaign "Fintech Q1" (id ${campaignId}), source agent "Fintech Q1 finder" (id ${agentId}).\n`,
    );
  });

  it("suggests the most similar name first", async () => {
    for (const name of ["Agencies", "Banks", "Chemistry", "Design", "Energy", "Fashion"])
      await cycle(stage().sandbox, name);
    const { stderr } = await stage().run(["logs", "energy F"]);
    expect(stderr).toMatch(/\nThere are: source agent "Energy finder" \(id \d+\), campaign "Agencies"/);
  });

  it.each([
    ["logs", /Did you mean source agent "Fintech Q1 finder" \(id \d+\)\?/],
    ["stop --yes", /Did you mean "Fintech Q1 finder" \(\d+\)\?/],
    ["contacts --agent", /Did you mean "Fintech Q1 finder" \(\d+\)\?/],
    ["export --list --only", /Did you mean Fintech Q1 finder\?/],
  ])("%s suggests a name in another letter case", async (words, expected) => {
    await cycle(stage().sandbox, "Fintech Q1");
    const { code, stdout, stderr } = await stage().run([...words.split(" "), "fintech q1 FINDER"]);
    expect([code, stdout, stderr]).toEqual([1, "", expect.stringMatching(expected)]);
  });

  it.each([
    ["status", /Did you mean "Fintech Q1" \(\d+\)\?/],
    ["queue --yes", /Did you mean "Fintech Q1" \(\d+\)\?/],
    ["contacts --list", /Did you mean "Fintech Q1 leads" \(\d+\)\?/],
  ])("%s suggests a name that contains the word or has a similar spelling", async (words, expected) => {
    await cycle(stage().sandbox, "Fintech Q1");
    const word = words.startsWith("contacts") ? "leads" : "fintech q1";
    const { code, stdout, stderr } = await stage().run([...words.split(" "), word]);
    expect([code, stdout, stderr]).toEqual([1, "", expect.stringMatching(expected)]);
  });

  it("takes ids with --campaign or --agent if a service lists nothing", async () => {
    const { campaignId, agentId } = await ran();
    await stage().sandbox.configure({ specOnly: true });
    const { code, stderr } = await stage().run(["logs", String(campaignId)]);
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining("an id alone is ambiguous.\nSay --campaign or --agent.\n"),
    ]);
    expect((await read("--campaign", String(campaignId))).entries.length).toBeGreaterThan(0);
    expect((await read("--agent", String(agentId))).entries.length).toBeGreaterThan(0);
  });

  it("reads only a member's logs", async () => {
    const { campaignId } = await ran();
    const { code, stderr } = await stage().run(["logs", "--campaign", String(campaignId), "--as", "102"]);
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining(`could not read campaign ${campaignId}: there is none`),
    ]);
  });

  it("passes no control characters of a hostile entry to the terminal", async () => {
    const { campaignId } = await ran();
    const hostile = { type: "\u001b[2Jx", status: "sent\r\nFake", reason: "\u202ex", createdAt: "\u0007" };
    const body = [{ id: 1, contactId: 2, stepNumber: 1, ...hostile }];
    const path = `/v1/campaign/${campaignId}/logs`;
    await stage().sandbox.fault({ kind: "status", status: 200, path, body, count: 9 });
    for (const words of [[], ["--json"]]) {
      const { code, stdout, stderr } = await stage().run(["logs", "Fintech Q1", ...words], { columns: 80 });
      expect(code).toBe(0);
      expect(stdout + stderr).not.toMatch(/[^\P{Cc}\n]|[\u202a-\u202e]/u);
      expect(stdout).not.toMatch(/^Fake/m);
    }
  });
});
