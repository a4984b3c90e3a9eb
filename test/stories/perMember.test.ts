import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { type Sandbox, startSandbox } from "../../sandbox/src/index";
import { expectSuccess, projectOf, runIn, settingsFor } from "../support/acceptance";
import type { Outcome, Project } from "../support/project";

/** Olivia, Alice, Bruno, and a member who is missing from members.json. */
let sandbox: Sandbox;
let project: Project;
let further: number;
beforeAll(async () => {
  sandbox = await startSandbox({ members: 3 });
  further = sandbox.accounts.members[2]?.userId ?? 0;
  project = projectOf([["examples/per-member", "."]], settingsFor(sandbox));
});
afterAll(async () => {
  await sandbox.close();
  project.remove();
});

async function run(words: readonly string[] = [], env: Readonly<Record<string, string>> = {}): Promise<Outcome> {
  const outcome = await runIn(project, process.execPath, ["members.mjs", ...words], env);
  expect(outcome.text).not.toMatch(/^\s+at .*:\d+:\d+\)?$/m);
  return outcome;
}

/** A member's row in the summary: result and next step. */
function rowOf({ stdout, text }: Outcome, id: number): string {
  const row = stdout.split("\n").find((line) => new RegExp(`\\(${id}\\) +member-${id} `).test(line));
  expect(row, text).toBeDefined();
  return row?.replace(/^.*? member-\d+ +/, "") ?? "";
}

/** The writes to the service since this entry of its log, by user. */
async function writtenSince(after: number): Promise<Record<number, string[]>> {
  const { requests } = await sandbox.log({ after });
  const written: Record<number, string[]> = {};
  for (const { method, path, userId, accountId } of requests.filter((request) => request.method !== "GET")) {
    expect(accountId).toBe(sandbox.accounts.owner.userId);
    const user = userId ?? 0;
    written[user] = [...(written[user] ?? []), `${method} ${path}`];
  }
  return written;
}
const lastRequest = async () => (await sandbox.log({ last: 1 })).requests[0]?.sequence ?? 0;

const created = ["POST /v1/list", "POST /v1/agent", "POST /v1/campaign"];
const stacks = async () =>
  z
    .array(z.object({ name: z.string() }))
    .parse(JSON.parse((await project.run(["stack", "ls", "--json"])).stdout))
    .map(({ name }) => name);

/** Adds a member to the copy's members.json. */
function name(id: number, linkedinSeatId: number): void {
  const file = join(project.folder, "members.json");
  const reviewed = JSON.parse(readFileSync(file, "utf8"));
  writeFileSync(file, JSON.stringify({ ...reviewed, [id]: { linkedinSeatId } }));
}

describe("one program, a stack for each member", () => {
  it("writes nothing with a key of a member who is not the owner", async () => {
    const { code, stderr } = await run([], { OUTREACH_API_KEY: "osk_demo_alice" });
    expect(code).toBe(1);
    expect(stderr).toBe(
      "error: nothing was changed: the key belongs to user 102, who is not the owner of the organization (user 101 is): only the owner's key may act for members.\n",
    );
    expect([await stacks(), await writtenSince(0)]).toEqual([[], {}]);
  });

  it("writes nothing without a key or with an invalid one", async () => {
    for (const OUTREACH_API_KEY of ["", "osk_unknown"]) {
      const { code, stderr } = await run([], { OUTREACH_API_KEY });
      expect(code).toBe(1);
      expect(stderr).toMatch(/^error: nothing was changed: the members could not be read\.\nerror: /);
      expect(stderr).not.toContain("osk_unknown");
    }
    expect([await stacks(), await writtenSince(0)]).toEqual([[], {}]);
  });

  it("previews all members at once, and writes nothing", async () => {
    const { code, stdout, stderr, text } = await run(["--preview", "--", "--html", "review.html"]);
    // Its campaigns are inactive.
    expect(code, text).toBe(0);
    expect(stderr).toContain(`add ${further} to members.json`);
    expect(stdout).toMatch(/^## Outreach review/);
    expect(stdout).not.toContain("members.json");
    const page = readFileSync(join(project.folder, "review.html"), "utf8");
    for (const id of [101, 102, 103]) {
      expect(stdout).toContain(`**outreach-per-member/member-${id}**: 3 created`);
      expect(page).toContain(`member-${id}`);
    }
    const files = readdirSync(join(project.folder, "previews")).sort();
    expect(files).toEqual(["member-101.json", "member-102.json", "member-103.json"]);
    for (const file of files) {
      const preview = JSON.parse(readFileSync(join(project.folder, "previews", file), "utf8"));
      expect(preview.changeSummary).toEqual({ create: 5 });
    }
    expect(await writtenSince(0)).toEqual({});
  });

  it("continues with the others if one member fails, and prints the next step", async () => {
    const refusal = { message: "LinkedIn seat 11 is not connected", statusCode: 400 };
    await sandbox.fault({
      kind: "status",
      status: 400,
      body: refusal,
      method: "POST",
      path: "/v1/campaign",
      userId: 102,
    });
    const outcome = await run();
    expect(outcome.code, outcome.text).toBe(1);
    expect(rowOf(outcome, 101)).toBe("created 3");
    expect(rowOf(outcome, 102)).toBe("failed, created 2  correct it, then node members.mjs --member 102");
    expect(rowOf(outcome, 103)).toBe("created 3");
    expect(rowOf(outcome, further)).toBe(`skipped            add ${further} to members.json`);
    expect(outcome.stderr).toMatch(
      /of 3 members: Alice Moreau \(102\): failed, created 2\n(?: {4}.*\n)* {4}.*LinkedIn seat 11 is not connected/,
    );
    const written = await writtenSince(0);
    expect([written[101], written[103], written[further]]).toEqual([created, created, undefined]);
  });

  it("resumes where it stopped", async () => {
    const before = await lastRequest();
    const outcome = await run(["--parallel", "3"]);
    expectSuccess(outcome);
    expect([101, 102, 103].map((id) => rowOf(outcome, id))).toEqual(["unchanged", "created 1", "unchanged"]);
    expect(await writtenSince(before)).toEqual({ 102: ["POST /v1/campaign"] });
    const { campaigns } = await sandbox.objects();
    const seats = campaigns.map(({ userId, linkedinSeatId }) => [userId, linkedinSeatId]);
    expect(seats.sort()).toEqual([
      [101, 7],
      [102, 11],
      [103, 12],
    ]);
  });

  it("does the same by hand as with the script, and for a single member", async () => {
    const before = await lastRequest();
    expectSuccess(await project.run(["preview", "--expect-no-changes", "--non-interactive", "--stack", "member-102"]));
    const outcome = await run(["--member", "103"]);
    expectSuccess(outcome);
    expect(outcome.stdout.split("\n").filter((line) => line.includes("member-"))).toHaveLength(1);
    expect(await writtenSince(before)).toEqual({});
    const { code, stderr } = await run(["--member", "104"]);
    expect([code, stderr]).toEqual([1, "error: nothing was changed: 104 is no active member of the organization\n"]);
  });

  it("refuses members with the same address", async () => {
    const before = await lastRequest();
    const { email } = sandbox.accounts.members[1] ?? { email: "" };
    const second = await sandbox.addMember({
      organizationId: 1,
      firstName: "Bruno",
      lastName: "Two",
      email: ` ${email.toUpperCase()}`,
    });
    name(second.id, 13);
    const outcome = await run();
    expect(outcome.code, outcome.text).toBe(1);
    expect(rowOf(outcome, 103)).toBe(`refused    clear this up in the app: the same e-mail address as ${second.id}`);
    expect(rowOf(outcome, second.id)).toBe("refused    clear this up in the app: the same e-mail address as 103");
    expect(rowOf(outcome, 102)).toBe("unchanged");
    expect(await stacks()).not.toContain(`member-${second.id}`);
    expect(await writtenSince(before)).toEqual({});
    await sandbox.setMemberActive({ userId: second.id, isActive: false });
  });

  it("reports a member for whom the service allows no impersonation", async () => {
    const before = await lastRequest();
    name(201, 41);
    const listed = [{ id: 201, firstName: "Dana", lastName: "Quill", isActive: true }];
    await sandbox.fault({
      kind: "foreign",
      path: "/v1/organization/members",
      body: JSON.stringify(listed),
      contentType: "application/json",
    });
    const outcome = await run(["--member", "201"]);
    expect(outcome.code, outcome.text).toBe(1);
    expect(rowOf(outcome, 201)).toBe("failed  correct it, then node members.mjs --member 201");
    expect(outcome.stderr).toContain("user 201 is not a member of the key's organization");
    expect(await writtenSince(before)).toEqual({});
  });

  it("leaves the stacks of former members unchanged, and names the objects that stay", async () => {
    const before = await lastRequest();
    await sandbox.setMemberActive({ userId: 103, isActive: false });
    const outcome = await run();
    const { lists, agents, campaigns } = await sandbox.objects();
    const [list, agent, campaign] = [lists, agents, campaigns].map((all) => all.find(({ userId }) => userId === 103));
    expectSuccess(outcome);
    expect(outcome.stdout).toContain(
      [
        "",
        "Bruno Keller (103) is inactive. The stack member-103 is left as it is, and these objects stay in the service:",
        `  List         Logistics leads   id ${list?.id}`,
        `  SourceAgent  Logistics finder  id ${agent?.id}`,
        `  Campaign     Logistics Q1      id ${campaign?.id}`,
        "",
      ].join("\n"),
    );
    expect(outcome.stdout).toContain(
      "User 201 is not a member of the organization any more. The stack member-201 is left as it is; it manages nothing.",
    );
    expect(outcome.stderr).toContain("warning: members.json names Bruno Keller (103), who is inactive.\n");
    expect(outcome.stderr).toContain("warning: members.json names 201, who is not a member of the organization.\n");
    expect(await writtenSince(before)).toEqual({});
    await sandbox.setMemberActive({ userId: 103, isActive: true });
  });

  it.each([
    ["is not JSON", "{", /members\.json is not JSON: /],
    ["has a member without a seat", '{ "101": {} }', /members\.json must have the id of a LinkedIn seat for 101: /],
    [
      "has an invalid seat id",
      '{ "101": { "linkedinSeatId": "7" } }',
      /members\.json must have the id of a LinkedIn seat for 101: /,
    ],
    ["is an array", "[]", /members\.json must be an object\n/],
  ])("changes nothing if members.json %s", async (_, text, problem) => {
    const before = await lastRequest();
    writeFileSync(join(project.folder, "members.json"), text);
    const { code, stderr } = await run();
    expect([code, await lastRequest()]).toEqual([1, before]);
    expect(stderr).toMatch(/^error: nothing was changed: /);
    expect(stderr).toMatch(problem);
  });

  it.each([
    [["--parallel", "0"], /--parallel takes a number from 1 to 20/],
    [["--paralel", "2"], /--paralel/],
    [["--", "--html", "page.html"], /-- is followed by options of --preview/],
  ])("rejects wrong arguments: %j", async (words, problem) => {
    const { code, stdout, stderr } = await run(words);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(problem);
  });

  it("prints its options", async () => {
    const { code, stdout } = await run(["--help"]);
    expect(code).toBe(0);
    expect(stdout).toContain("  --preview  ");
  });
});
