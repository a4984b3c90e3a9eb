import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { startSandbox } from "pulumi-outreach-sandbox";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { verifyShape } from "../../../../provider/src/follow/verify/model";
import { temporaryFolder } from "../../../support/folders";
import { alice, createAs } from "../../../support/organization";
import { type PromisedCampaign, planWith, stateWith, stubPulumiExport } from "../../../support/promised";
import { cycle, send, stageOf, startTime, steps } from "../../../support/runningAccount";

const stage = stageOf(() => startSandbox({ rateLimit: false, startTime, firstId: 5_000, answerRate: 0 }));
beforeEach(() => void vi.stubEnv("OUTREACH_REQUESTS_PER_MINUTE", "100000"));

const read = async (...words: string[]) => {
  const { code, stdout, stderr } = await stage().run(["verify", "--json", ...words]);
  if (stdout === "") throw new Error(stderr);
  return { code, stderr, verified: verifyShape.parse(JSON.parse(stdout)) };
};

/** A running campaign for an agent's people, as declared by a program. */
async function declared(name: string, more: Record<string, unknown> = {}): Promise<PromisedCampaign> {
  const { listId, campaignId } = await cycle(stage().sandbox, name, more);
  const inputs = { name, listIds: [listId], linkedinSeatId: 7, language: "en-US", active: true, steps, ...more };
  return { resource: name, id: campaignId, inputs };
}

describe("pulumi-outreach verify", () => {
  it("reports that everything is as promised, with the sent steps", async () => {
    const exports = stubPulumiExport();
    exports(stateWith(stage().sandbox, [await declared("Fintech Q1")]));
    await stage().sandbox.advance({ days: 2, hours: 4 });
    const { code, stdout, stderr } = await stage().run(["verify"]);
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/^CAMPAIGN +STEP +SENT +SKIPPED +ANSWERED +WHY SKIPPED\nFintech Q1 +1 visitProfile +\d+ /);
    expect(stdout).toContain("\nNo answer is in the logs that were read.\nWhat campaigns did is what was promised (");
    expect((await read()).verified).toMatchObject({
      ...{ isComplete: true, promise: { from: "state", campaigns: 1 }, deviations: [], warnings: [] },
      campaigns: [{ name: "Fintech Q1", resource: "Fintech Q1", active: true, isPart: false }],
    });
  });

  it("shows a deviation with what to do, and ends with 3, also as Markdown", async () => {
    const exports = stubPulumiExport();
    exports(stateWith(stage().sandbox, [await declared("Fintech Q1")]));
    await cycle(stage().sandbox, "Pri|vate\u001b[31m <b>");
    await stage().sandbox.advance({ days: 1, hours: 4 });
    const { code, stdout } = await stage().run(["verify"]);
    expect(code).toBe(3);
    expect(stdout).toMatch(
      /^Other than promised\n✗ {2}campaign "Pri\|vate.*: it runs, and nothing declares it\. It has sent/,
    );
    expect(stdout).toMatch(/\n1 deviation \(1 declared campaign of the state, 2 campaigns of 1 member, since /);
    expect(stdout).not.toContain("\u001b");
    const markdown = await stage().run(["verify", "--markdown"]);
    expect(markdown.code).toBe(3);
    expect(markdown.stdout).toMatch(/^\*\*1 deviation .*\*\*\n- `undeclared-campaign` campaign /);
    expect(markdown.stdout).not.toMatch(/<b>|Pri\|vate/);
  });

  it("finds steps that the program does not declare, by their number and type", async () => {
    const exports = stubPulumiExport();
    const campaign = await declared("Fintech Q1");
    const other = [{ type: "likePosts" }, ...steps.slice(1)];
    exports(stateWith(stage().sandbox, [{ ...campaign, inputs: { ...campaign.inputs, steps: other } }]));
    await stage().sandbox.advance({ days: 1 });
    const { code, verified } = await read();
    expect([code, verified.deviations.map((each) => each.code)]).toEqual([3, ["undeclared-step"]]);
    expect(verified.deviations[0]?.text).toMatch(
      /^it has sent \d+ steps since then that the program does not declare: 1 visitProfile\.$/,
    );
  });

  it("compares with a plan, whose new campaigns are identified by their names", async () => {
    const file = join(temporaryFolder(), "preview.json");
    const campaign = await declared("Fintech Q1");
    writeFileSync(file, planWith([{ ...campaign, id: undefined }]));
    await stage().sandbox.advance({ days: 1 });
    expect((await read("--plan", file)).verified).toMatchObject({ promise: { from: "plan" }, deviations: [] });
    writeFileSync(file, planWith([{ ...campaign, id: undefined, inputs: { ...campaign.inputs, name: "Other" } }]));
    const { deviations } = (await read("--plan", file)).verified;
    expect(deviations.map((each) => each.code)).toEqual(["undeclared-campaign", "not-running"]);
  });

  it("reads each member with --all-members, and otherwise names members whose campaigns were not read", async () => {
    const exports = stubPulumiExport();
    const own = await declared("Fintech Q1");
    const { sandbox } = stage();
    const listId = await createAs(stage(), alice, "/v1/list", { name: "Banking leads" });
    const inputs = { name: "Banking", listIds: [listId], linkedinSeatId: 11, language: "en-US", active: true, steps };
    const id = await createAs(stage(), alice, "/v1/campaign", inputs);
    exports(stateWith(sandbox, [own, { resource: "banking", id, inputs, userId: alice }]));
    const alone = await read();
    expect(alone.verified).toMatchObject({ isComplete: false, deviations: [] });
    expect(alone.verified.warnings).toEqual([expect.stringContaining("use --as 102 or --all-members")]);
    await createAs(stage(), alice, "/v1/campaign", { ...inputs, name: "Private" });
    const { code, verified } = await read("--all-members");
    expect([code, verified.deviations]).toMatchObject([3, [{ code: "undeclared-campaign", member: "102" }]]);
    expect(verified.members.map((member) => [member.id, member.isComplete])).toEqual([
      ["101", true],
      ["102", true],
      ["103", true],
    ]);
  });

  it("reports what is unknown on a service with the operations of the specification only, and compares the steps", async () => {
    const exports = stubPulumiExport();
    const campaign = await declared("Fintech Q1");
    exports(stateWith(stage().sandbox, [campaign]));
    await stage().sandbox.advance({ days: 1 });
    await stage().sandbox.configure({ specOnly: true });
    const { code, stdout, stderr } = await stage().run(["verify"]);
    expect(code).toBe(0);
    expect(stderr).toContain(
      "this service lists no campaigns: which campaigns run, also others than the declared ones",
    );
    expect(stdout).toContain("Among what could be read, campaigns did what was promised");
    expect(stdout).not.toContain("What campaigns did is what was promised");
    exports(stateWith(stage().sandbox, [{ ...campaign, inputs: { ...campaign.inputs, steps: steps.slice(1) } }]));
    const found = await read();
    expect([found.code, found.verified.deviations.map((each) => each.code)]).toEqual([3, ["undeclared-step"]]);
  });

  it("ends with 1 if the member cannot be read, and prints nothing", async () => {
    const exports = stubPulumiExport();
    exports(stateWith(stage().sandbox, [await declared("Fintech Q1")]));
    await stage().sandbox.fault({ kind: "status", path: "/v1/campaign", status: 403, count: 20 });
    const { code, stdout, stderr } = await stage().run(["verify"]);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toContain("could not read the campaigns of the member");
  });

  it("ends with 1 if a log could not be read, and judges none of its seats", async () => {
    const exports = stubPulumiExport();
    const campaign = await declared("Fintech Q1");
    exports(stateWith(stage().sandbox, [campaign]));
    await stage().sandbox.advance({ days: 2 });
    await stage().sandbox.fault({ kind: "status", path: `/v1/campaign/${campaign.id}/logs`, status: 403, count: 20 });
    const { code, verified } = await read();
    expect([code, verified.isComplete, verified.seats]).toEqual([1, false, []]);
    expect(verified.warnings.join("\n")).toContain(
      "LinkedIn seat 7 was not judged: a log of a campaign that may use it is not whole.",
    );
  });

  it.each<[string, boolean, Record<string, unknown>]>([
    ["are paused", false, { state: "paused" }],
    ["have left the list", false, { listId: null }],
    ["have no profile on the network", false, { profileUrl: null }],
    ["lack nothing", true, {}],
  ])("checks people who waited for a seat all day: those who %s", async (_, isDeviation, change) => {
    const exports = stubPulumiExport();
    const { sandbox } = stage();
    const { id: listId } = await send(sandbox, "POST", "/v1/list", { name: "Leads" });
    const people = ["Ada", "Bo", "Cleo"].map((firstName, number) => ({
      ...{ listId, firstName, lastName: "Kim", profileUrl: `https://network.example.com/in/kim-${number}` },
    }));
    const contacts = await sandbox.addContacts({ userId: 101, contacts: people });
    const visits = { steps: [{ type: "visitProfile" }, { type: "likePosts", delayAfterLastStep: 1 }] };
    const inputs = { name: "Visits", listIds: [listId], linkedinSeatId: 8, language: "en-US", active: true, ...visits };
    const { id } = await send(sandbox, "POST", "/v1/campaign", inputs);
    exports(stateWith(sandbox, [{ resource: "visits", id, inputs }]));
    await sandbox.advance({ hours: 12 });
    const quotas = { invitations: 0, messages: 0, profileVisits: 0, likes: 0 };
    await sandbox.setLinkedinSeat({ seatId: 8, quotas });
    for (const contact of contacts) await sandbox.editContact({ contactId: contact.id, ...change });
    await sandbox.advance({ days: 3 });
    const { code, verified } = await read();
    const days = [{ day: "2027-03-03", sent: 0, waiting: change.profileUrl === null ? 0 : 3 }];
    expect(verified.seats).toEqual([{ id: "8", channel: "linkedin", days }]);
    expect([code, verified.deviations.map((each) => each.code)]).toEqual(isDeviation ? [3, ["stopped-seat"]] : [0, []]);
  });

  it("names what it cannot judge: flags, quotas and lists that the service does not show, and secret steps", async () => {
    const exports = stubPulumiExport();
    const { sandbox } = stage();
    const email = { type: "email", subject: "Hello", messageMode: "same", message: "Hello" };
    const letters = await declared("Letters", { steps: [email, email], linkedinSeatId: undefined, emailSeatIds: [21] });
    const secret = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", ciphertext: "v1:none" };
    const hidden = await declared("Hidden");
    exports(stateWith(sandbox, [letters, { ...hidden, inputs: { ...hidden.inputs, steps: secret } }]));
    await sandbox.advance({ days: 2 });
    await sandbox.fault({ kind: "alter", path: "/v1/email-seat", set: { dailyQuota: "many" }, count: 9 });
    const steps = await read();
    expect([steps.code, steps.verified.deviations]).toEqual([0, []]);
    expect(steps.verified.warnings).toEqual([
      `the promise does not show the steps of campaign "Hidden" (id ${hidden.id}): they were not compared.`,
      "the quota of e-mail seat 21 is unknown: only a complete stop is detected.",
    ]);
    await sandbox.clearFaults();
    await sandbox.fault({ kind: "alter", path: "/v1/campaign", set: { active: "yes" }, count: 9 });
    expect((await read()).verified.warnings).toContain(
      "the service does not return whether 2 of the campaigns are running.",
    );
    await sandbox.clearFaults();
    await sandbox.fault({ kind: "alter", path: "/v1/list", set: { contactCount: "many" }, count: 9 });
    expect((await read()).verified.warnings).toContain(
      `the people in the lists of campaign "Letters" (id ${letters.id}) are unknown, and therefore also who waits for its first step.`,
    );
  });

  it.each([
    [["--since", "tomorrow"], "--since <time> takes a time that is over"],
    [["--since", "2099-01-01"], "--since <time> takes a time that is over"],
    [["--all-members", "--as", "102"], "--all-members excludes --as"],
  ])("is used wrongly with %j", async (words, problem) => {
    const { code, stderr } = await stage().run(["verify", ...words]);
    expect([code, stderr]).toEqual([2, expect.stringContaining(problem)]);
  });

  it("refuses a plan without unchanged resources", async () => {
    const file = join(temporaryFolder(), "preview.json");
    const campaign = await declared("Fintech Q1");
    writeFileSync(file, JSON.stringify({ ...JSON.parse(planWith([campaign])), changeSummary: { same: 4 } }));
    const { code, stderr } = await stage().run(["verify", "--plan", file]);
    expect(code).toBe(1);
    expect(stderr).toContain("it leaves out what does not change, so that campaigns are missing in it");
  });

  it("reads no queue, names nobody, and needs at most 40 requests for a day of 20 campaigns", async () => {
    const exports = stubPulumiExport();
    await stage().sandbox.configure({ answerRate: 0.8 });
    const campaigns: PromisedCampaign[] = [];
    for (let number = 0; number < 20; number++) {
      campaigns.push(
        await declared(`Campaign ${number}`, {
          steps: [{ type: "message", messageMode: "same", message: "Hi" }, ...steps.slice(2)],
        }),
      );
    }
    exports(stateWith(stage().sandbox, campaigns));
    await stage().sandbox.advance({ days: 3, hours: 1 });
    await stage().requests();
    const { stdout } = await stage().run(["verify", "--json"]);
    const requests = await stage().requests();
    expect(requests.filter((line) => !line.startsWith("GET ") || line.includes("queue"))).toEqual([]);
    expect(requests.filter((line) => line.endsWith("/logs"))).toHaveLength(20);
    expect(requests.length).toBeLessThanOrEqual(40);
    const { contacts } = await stage().sandbox.objects();
    expect(contacts.length).toBeGreaterThan(50);
    for (const { email, profileUrl, lastName } of contacts) {
      for (const text of [email, profileUrl, `"${lastName}"`]) expect(stdout).not.toContain(text ?? "nothing");
    }
    const verified = verifyShape.parse(JSON.parse(stdout));
    expect(verified.replies.people).toBeGreaterThan(0);
    expect(verified.replies.bySignal.length).toBeGreaterThan(0);
  });

  it("does not read a campaign that is off and was off before", async () => {
    const exports = stubPulumiExport();
    exports(stateWith(stage().sandbox, []));
    const { listId } = await cycle(stage().sandbox, "Old", { active: false });
    await send(stage().sandbox, "POST", "/v1/campaign", {
      name: "Older",
      active: false,
      listIds: [listId],
      linkedinSeatId: 7,
      steps,
    });
    await stage().sandbox.advance({ days: 2 });
    await stage().requests();
    expect((await read()).verified).toMatchObject({ isComplete: true, deviations: [] });
    expect((await stage().requests()).filter((line) => line.endsWith("/logs"))).toEqual([]);
  });
});
