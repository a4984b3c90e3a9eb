import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startSandbox } from "pulumi-outreach-sandbox";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { type Review, reviewSchema } from "../../../provider/src/review/model";
import { workingFolder } from "../../support/folders";
import { alice, bruno, createAs, olivia, outreachOf } from "../../support/organization";
import { campaignValues, previewOf } from "../../support/review/previews";
import { campaign } from "../../support/review/reviewing";
import { stageOf, startTime, steps } from "../../support/runningAccount";

const stage = stageOf(() => startSandbox({ rateLimit: false, startTime, firstId: 5_000, answerRate: 0 }));

let folder: string;
beforeEach(() => {
  folder = workingFolder();
});

const someone = (firstName: string, lastName: string) => ({
  ...{ firstName, lastName, email: `${firstName.toLowerCase()}@example.com` },
  profileUrl: `https://network.example.com/in/${firstName.toLowerCase()}`,
});
const [ada, bo] = [someone("Ada", "Byron"), someone("Bo", "Kim")];

function write(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

/** A preview of a campaign on this list of the acting user. */
const preview = (listId: number, active = true) => {
  const after = campaignValues({ listIds: [listId], active });
  write("preview.json", previewOf([campaign({ op: "create", id: undefined, before: undefined, after })]));
};

async function reviewed(...words: string[]): Promise<{ code: number; review: Review; stderr: string }> {
  const plan = join(folder, "preview.json");
  const { code, stdout, stderr } = await stage().run(["review", plan, "--live", "--json", ...words]);
  return { code, review: reviewSchema.parse(JSON.parse(stdout)), stderr };
}

const live = ({ findings }: Review) =>
  findings
    .filter(({ code }) => /already-contacted|suppressed-person/.test(code))
    .map(({ code, text }) => `${code}: ${text}`);

describe("pulumi-outreach review --live", () => {
  it("finds people whom a colleague contacts, and who must not be contacted, as numbers only", async () => {
    const { listId } = await outreachOf(stage(), olivia, "New", [ada, bo]);
    await outreachOf(stage(), bruno, "Banking", [ada], true);
    write("outreach.do-not-contact", "# asked on the phone\nbo@example.com");
    preview(listId);
    const { code, review } = await reviewed();
    expect(code).toBe(3);
    expect(live(review)).toEqual([
      expect.stringMatching(
        /^suppressed-person: Campaign “.*” comes to 1 person in its lists who is not to be contacted \(line 2 /,
      ),
      expect.stringMatching(
        /^already-contacted: Campaign “.*” comes to 1 person in its lists .*: 1 by a campaign that runs\./,
      ),
    ]);
    const markdown = await stage().run(["review", join(folder, "preview.json"), "--live", "--markdown"]);
    expect(markdown.stdout).toContain("who is not to be contacted");
    expect(markdown.stdout).not.toMatch(/Ada|Byron|Bo Kim|@example\.com/);
  });

  it("names people on a terminal and the page, and elsewhere if outreach.review.yaml allows it", async () => {
    const { listId } = await outreachOf(stage(), olivia, "New", [ada, bo]);
    await outreachOf(stage(), bruno, "Banking", [ada], true);
    write("outreach.do-not-contact", "bo@example.com");
    preview(listId);
    const page = join(folder, "page.html");
    const full = join(folder, "full.md");
    const made = async (...words: string[]) => {
      const written = ["--html", page, "--full", full];
      const { stdout } = await stage().run(["review", join(folder, "preview.json"), "--live", ...written, ...words]);
      return stdout;
    };
    const names = /Ada Byron|Bo Kim|ada@|bo@/;
    const shown = async () => {
      const outputs = [
        await made("--json"),
        await made("--markdown"),
        await made("--text"),
        readFileSync(full, "utf8"),
      ];
      return { public: outputs.map((text) => names.test(text)), page: names.test(readFileSync(page, "utf8")) };
    };
    const usual = { public: [false, false, false, false], page: true };
    expect(await shown()).toEqual(usual);
    expect(readFileSync(page, "utf8")).toMatch(/The worst of them: Ada Byron \(“Banking” of Bruno \w+ runs\)\./);
    const onTerminal = await stage().run(["review", join(folder, "preview.json"), "--live"], { columns: 120 });
    expect(onTerminal.stdout.replace(/\s+/g, " ")).toContain("The worst of them: Ada Byron (“Banking” of Bruno");
    write("outreach.review.yaml", "namesOfPeople: everywhere\n");
    expect(await shown()).toEqual({ public: [true, true, true, true], page: true });
    expect(await made("--markdown")).toContain("outreach.review.yaml lets comments name people.");
    write("outreach.review.yaml", "namesOfPeople: nowhere\n");
    expect(await shown()).toEqual({ ...usual, page: false });
    write("outreach.review.yaml", "namesOfPeople: yes\n");
    const odd = await stage().run(["review", join(folder, "preview.json"), "--live"]);
    expect([odd.code, odd.stderr]).toEqual([2, expect.stringContaining("must be private, everywhere or nowhere")]);
  });

  it("reads each log of the people in all stacks of a key once", async () => {
    // Replaces the CLI, which prints the config of each stack.
    writeFileSync(join(folder, "pulumi"), "#!/bin/sh\necho {}\n", { mode: 0o755 });
    vi.stubEnv("PATH", `${folder}:${process.env.PATH}`);
    const first = await outreachOf(stage(), olivia, "New", [ada]);
    const second = await outreachOf(stage(), olivia, "Newer", [bo]);
    const { listId } = await outreachOf(stage(), bruno, "Banking", [bo]);
    const banking = { name: "Banking", listIds: [listId], linkedinSeatId: 12, language: "en-US", active: true };
    await createAs(stage(), bruno, "/v1/campaign", { ...banking, steps: steps.slice(0, 1) });
    await stage().sandbox.advance({ days: 7 });
    const files = [first, second].map(({ listId }, index) => {
      const after = campaignValues({ listIds: [listId], active: true });
      const created = { op: "create", id: undefined, before: undefined, after, stack: `stack-${index}` };
      return write(`stack-${index}.json`, previewOf([campaign(created)]));
    });
    await stage().requests();
    const { stdout } = await stage().run(["review", ...files, "--live", "--json"]);
    const { findings } = reviewSchema.parse(JSON.parse(stdout));
    expect(findings.filter(({ code }) => code === "already-contacted").map(({ stack, text }) => [stack, text])).toEqual(
      [["stack-1", expect.stringContaining(": 1 within the last 90 days.")]],
    );
    const requests = await stage().requests();
    expect(requests.filter((line) => line.endsWith("/logs"))).toHaveLength(1);
    expect(requests.filter((line) => line.includes("/v1/organization/members"))).toHaveLength(1);
  });

  it("reads no people if no campaign gets a list", async () => {
    const { listId } = await outreachOf(stage(), olivia, "New", [ada]);
    preview(listId, false);
    await stage().requests();
    const { review } = await reviewed();
    expect(live(review)).toEqual([]);
    expect((await stage().requests()).filter((line) => line.includes("organization"))).toEqual([]);
  });

  it("has the same fingerprint as without --live, and refuses a danger that was not reviewed with the plan", async () => {
    const { listId } = await outreachOf(stage(), olivia, "New", [ada, bo]);
    preview(listId);
    const approved = await reviewed();
    expect(live(approved.review)).toEqual([]);
    const { fingerprint = "" } = approved.review;
    const seen = write("reviewed.json", JSON.stringify(approved.review));
    const apply = (...words: string[]) => reviewed("--approved", fingerprint, ...words);
    expect((await apply("--reviewed", seen)).code).toBe(0);
    await outreachOf(stage(), alice, "Fintech", [bo], true);
    const refused = await apply("--reviewed", seen);
    expect(refused.review.fingerprint).toBe(fingerprint);
    expect(refused.code).toBe(3);
    expect(refused.stderr).toContain(
      "the plan is the approved one, and the service shows dangers that were not reviewed with it:\n  Campaign",
    );
    expect((await apply()).code).toBe(3);
    // A review with the danger approves both, whatever the later numbers.
    const again = write("again.json", JSON.stringify((await reviewed()).review));
    await outreachOf(stage(), bruno, "Banking", [ada], true);
    expect((await apply("--reviewed", again)).code).toBe(0);
    const usage = await stage().run(["review", join(folder, "preview.json"), "--reviewed", seen]);
    expect([usage.code, usage.stderr]).toEqual([2, "error: --reviewed <file> goes with --approved and --live\n"]);
    const broken = ["--live", "--approved", fingerprint, "--reviewed", write("odd.json", "{}")];
    expect((await stage().run(["review", join(folder, "preview.json"), ...broken])).code).toBe(2);
  });

  it("names in the approval the dangers that no fingerprint covers, and refuses one that it does not name", async () => {
    const { listId } = await outreachOf(stage(), olivia, "New", [ada, bo]);
    write("outreach.do-not-contact", "bo@example.com");
    preview(listId);
    const file = join(folder, "approved.txt");
    const first = await reviewed("--fingerprint", file);
    const approval = readFileSync(file, "utf8").trim();
    expect(approval).toBe(`${first.review.fingerprint} suppressed-person:q1`);
    const { stdout: text } = await stage().run(["review", join(folder, "preview.json"), "--live", "--text"]);
    expect(text).toContain(`approve ${approval}\n`);
    const apply = () => reviewed("--approved", approval);
    expect((await apply()).code).toBe(0);
    const { campaignId = 0 } = await outreachOf(stage(), bruno, "Banking", [ada], true);
    const refused = await apply();
    expect(refused.code).toBe(3);
    expect(refused.stderr).toMatch(
      /not reviewed with it:\n {2}Campaign “.*” comes to 1 person .* 1 by a campaign that runs/,
    );
    expect(refused.stderr).not.toContain("not to be contacted");
    expect(refused.stderr).toContain("Take these people out in the app and try again, or review and approve the plan");
    await stage().sandbox.deleteCampaign({ campaignId });
    expect((await apply()).code).toBe(0);
    const usage = await stage().run(["review", join(folder, "preview.json"), "--approved", approval]);
    expect([usage.code, usage.stderr]).toEqual([2, expect.stringContaining("names dangers that only --live finds")]);
  });

  it("reports a danger if people could not be read, which the approval has to name", async () => {
    const { listId } = await outreachOf(stage(), olivia, "New", [ada]);
    await outreachOf(stage(), bruno, "Banking", [ada], true);
    preview(listId);
    const unread = ({ review }: { review: Review }) => review.findings.filter(({ code }) => code === "unread-people");
    const { review } = await reviewed();
    expect(unread({ review })).toEqual([]);
    const approved = `${review.fingerprint} already-contacted:q1`;
    expect((await reviewed("--approved", approved)).code).toBe(0);
    await stage().sandbox.fault({ kind: "status", path: "/v1/contact", status: 403, userId: bruno, count: 20 });
    const partly = await reviewed("--approved", approved);
    expect(unread(partly)).toEqual([
      expect.objectContaining({ level: "danger", text: expect.stringContaining("not all people of the organization") }),
    ]);
    expect([partly.code, partly.stderr]).toEqual([3, expect.stringContaining("could be read")]);
    expect((await reviewed("--approved", `${approved} unread-people:q1`)).code).toBe(0);
    await stage().sandbox.clearFaults();
    // Nor can a member's key see the others.
    vi.stubEnv("OUTREACH_API_KEY", stage().sandbox.accounts.members[0]?.apiKeys[0]);
    const alone = await reviewed("--approved", approved);
    expect([alone.code, unread(alone).length]).toEqual([3, 1]);
  });

  it.each([
    ["the service counts more members than it lists", { members: [{ id: 101 }, { id: 103 }], total: 3 }],
    ["a member has no readable id", { members: [{ id: 101 }, { id: 103 }, { id: "?" }] }],
  ])("has that danger if %s", async (_, answer) => {
    const { listId } = await outreachOf(stage(), olivia, "New", [ada]);
    await outreachOf(stage(), alice, "Banking", [ada], true);
    preview(listId);
    const codes = async () => (await reviewed()).review.findings.map(({ code }) => code);
    expect(await codes()).not.toContain("unread-people");
    const json = { body: JSON.stringify(answer), contentType: "application/json" };
    await stage().sandbox.fault({ kind: "foreign", path: "/v1/organization/members", ...json });
    expect(await codes()).toContain("unread-people");
  });

  it("reports what is unknown with a member's key, and on a service with only the specification", async () => {
    const { listId } = await outreachOf(stage(), alice, "New", [ada]);
    await outreachOf(stage(), bruno, "Banking", [ada], true);
    preview(listId);
    vi.stubEnv("OUTREACH_API_KEY", stage().sandbox.accounts.members[0]?.apiKeys[0]);
    const alone = await reviewed();
    expect(live(alone.review)).toEqual([]);
    expect(alone.review.leftOut.join("\n")).toContain(
      "Whether other members contact the people of these lists is not known: could not read the people of other members",
    );
    vi.stubEnv("OUTREACH_API_KEY", stage().sandbox.accounts.owner.apiKeys[0]);
    await stage().sandbox.configure({ specOnly: true });
    const { review } = await reviewed();
    expect(live(review)).toEqual([
      expect.stringContaining("1 of whom the service does not tell when, or whether it goes on"),
    ]);
    expect(review.leftOut.join("\n")).toContain("this service lists no campaigns");
  });

  it("refuses an unreadable list of people who must not be contacted", async () => {
    const { listId } = await outreachOf(stage(), olivia, "New", [ada]);
    write("outreach.do-not-contact", "ada@");
    preview(listId);
    const { code, stderr } = await stage().run(["review", join(folder, "preview.json"), "--live"]);
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining("could not read outreach.do-not-contact: 1 line names nobody."),
    ]);
  });
});
