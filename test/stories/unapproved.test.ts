import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { step } from "../../provider/src/resources/campaign/step";
import { type Sandbox, startSandbox } from "../../sandbox/src/index";
import { type Declared, DeclaredProject, type Shown } from "../support/declared";

const list = (name: string): Declared => ({ kind: "List", args: { name } });
const campaign = (name: string, listId: unknown, args = {}, options = {}): Declared => ({
  kind: "Campaign",
  args: { name, listIds: [listId], linkedinSeatId: 7, steps: [step.message({ message: "Hello" })], ...args },
  options,
});
const otherText = { steps: [step.message({ message: "Good day" })] };

function refused(shown: Shown): string {
  expect(shown.code, shown.text).not.toBe(0);
  return shown.text;
}

function fine(shown: Shown): string {
  expect(shown.code, shown.text).toBe(0);
  return shown.text;
}

/** Stacks on one machine, and the environment of a machine without records. */
async function stage(specOnly: boolean) {
  const sandbox = await startSandbox({ rateLimit: false, specOnly });
  const cache = mkdtempSync(join(tmpdir(), "outreach-unapproved-"));
  const env = {
    OUTREACH_API_KEY: "osk_demo_owner",
    OUTREACH_BASE_URL: sandbox.url,
    OUTREACH_CACHE_FOLDER: join(cache, "shared"),
    OUTREACH_REQUEST_TIMEOUT_SECONDS: "2",
  };
  const stacks: DeclaredProject[] = [];
  return {
    sandbox,
    async stack(name: string) {
      const stack = await new DeclaredProject(env, name).init();
      stacks.push(stack);
      return stack;
    },
    /** The environment of a machine that shares no records with this one. */
    elsewhere: { OUTREACH_CACHE_FOLDER: join(cache, "elsewhere") },
    async posts(): Promise<number> {
      const { requests } = await sandbox.log({ method: "POST" });
      return requests.length;
    },
    async close() {
      for (const { project } of stacks) project.remove();
      await sandbox.close();
      rmSync(cache, { recursive: true, force: true });
    },
  };
}

type Stage = Awaited<ReturnType<typeof stage>>;

describe("nothing runs without approval, with all operations", () => {
  let all: Stage;
  let sandbox: Sandbox;
  let stack: DeclaredProject;
  const base = { leads: list("Leads") };

  beforeAll(async () => {
    all = await stage(false);
    ({ sandbox } = all);
    stack = await all.stack("one");
    stack.declare(base);
    fine(await stack.run("up"));
  });
  afterAll(() => all.close());

  it("a campaign that runs unasked fails each run until a person decides", async () => {
    await sandbox.fault({ kind: "alter", method: "POST", path: "/v1/campaign", set: { active: true } });
    const program = { ...base, unasked: campaign("Unasked", "$leads", { active: false }) };
    stack.declare(program);
    const text = refused(await stack.run("up"));
    const id = await stack.id("unasked");
    expect(text).toContain(`it is running now (id ${id})`);
    await sandbox.setActive({ campaignId: id, active: true });
    expect(fine(await stack.run("preview"))).toContain("this update fails until it is switched off in the app");
    expect(refused(await stack.run("up"))).toContain("it is running, although the program did not ask for that");
    expect(refused(await stack.run("up", ["--refresh"]))).toContain("it is running, although the program");
    await sandbox.setActive({ campaignId: id, active: false });
    fine(await stack.run("up"));
    fine(await stack.run("preview", ["--expect-no-changes"]));
  });

  it("starting a campaign and changing its texts are reported, and a later campaign does not hide it", async () => {
    stack.declare({
      ...base,
      a: campaign("A", "$leads", { active: true }),
      b: { ...campaign("B", "$leads"), after: ["a"] },
    });
    expect(fine(await stack.run("preview"))).toContain("it starts to write to the people of its lists");
    fine(await stack.run("up"));
    stack.declare({ ...base, a: campaign("A", "$leads", { active: true, ...otherText }), b: campaign("B", "$leads") });
    expect(fine(await stack.run("preview"))).toContain("people get the new text of steps[0].message");
    const other = await all.stack("two");
    other.declare({ d: campaign("D", await stack.id("leads"), { active: true }) });
    const posts = await all.posts();
    expect(refused(await other.run("up"))).toContain(`by an active campaign (id ${await stack.id("a")})`);
    expect(await all.posts()).toBe(posts);
  });

  it("a campaign that ran is not started again under another resource name", async () => {
    const id = await stack.id("a");
    const person = { firstName: "Ada", lastName: "Okoye", profileUrl: "https://network.example.com/in/a" };
    await sandbox.addContacts({ userId: 101, contacts: [{ ...person, listId: await stack.id("leads") }] });
    await sandbox.advance({ days: 2 });
    await sandbox.setActive({ campaignId: id, active: false });
    stack.declare({ ...base, again: campaign("A", "$leads", { active: true, ...otherText }) });
    const posts = await all.posts();
    const text = refused(await stack.run("up", ["--refresh"]));
    expect(text).toContain(`(id ${id}): its people would start again at step 1`);
    expect(text).toContain('aliases: ["<its old URN>"]');
    expect(await all.posts()).toBe(posts);
    // The solution that the refusal names.
    const renamed = campaign("A", "$leads", {}, { aliases: [{ name: "a" }] });
    stack.declare({ ...base, again: renamed });
    expect(fine(await stack.run("up"))).not.toContain("error");
    expect(await stack.id("again")).toBe(id);
  });

  it("adopting a running campaign is reported", async () => {
    const id = await stack.id("again");
    await sandbox.setActive({ campaignId: id, active: true });
    const other = await all.stack("three");
    other.declare({ mine: campaign("A", await stack.id("leads"), { adopt: id }) });
    const text = fine(await other.run("up"));
    expect(text).toContain(`campaign "A" (id ${id}): it is running; its lists are taken from the program`);
    expect(text).toContain(`another stack has created campaign ${id}`);
  });

  it("a pending active campaign is not dropped while it may run", async () => {
    const other = await all.stack("four");
    other.declare({ own: list("Own") });
    fine(await other.run("up"));
    await sandbox.fault({ kind: "reset", method: "POST", path: "/v1/campaign" });
    await sandbox.fault({ kind: "status", method: "GET", path: "/v1/campaign", status: 503, count: 500, skip: 1 });
    other.declare({ own: list("Own"), lost: campaign("Lost", "$own", { active: true }) });
    expect(refused(await other.run("up"))).toContain("It is recorded as pending, so nothing is sent twice");
    expect(refused(await other.run("destroy"))).toContain("If it took effect, it is running");
    await sandbox.clearFaults();
    expect(fine(await other.run("destroy"))).toContain(
      "its pending creation did not take effect, so it leaves the state",
    );
  });
});

describe("nothing runs without approval, with only the operations of the specification", () => {
  let all: Stage;
  let sandbox: Sandbox;
  let stack: DeclaredProject;
  const running = campaign("Running", "$leads", { active: true });

  beforeAll(async () => {
    all = await stage(true);
    ({ sandbox } = all);
    stack = await all.stack("one");
    stack.declare({ leads: list("Leads"), running });
    expect(fine(await stack.run("up"))).toContain("no operation that lists or reads campaigns and lists:");
  });
  afterAll(() => all.close());

  it("a preview shows what up would refuse, even on a machine without records", async () => {
    expect(fine(await stack.run("preview", ["--expect-no-changes"]))).not.toContain("warning");
    stack.declare({ leads: list("Leads"), running: campaign("Running", "$leads", { active: true, ...otherText }) });
    const id = await stack.id("running");
    const text = refused(await stack.run("preview", [], all.elsewhere));
    expect(text).toContain("this service has no operation that changes steps[0].message");
    expect(text).toContain(`acknowledge: ["inactive:${id}", "restart"]`);
  });

  it("renaming the resource of an active campaign is refused before anything is sent", async () => {
    const id = await stack.id("running");
    stack.declare({ leads: list("Leads"), renamed: running });
    const posts = await all.posts();
    for (const _again of [1, 2]) {
      const text = refused(await stack.run("up"));
      expect(text).toContain(`the active campaign "running" (id ${id}) of this stack`);
      expect(text).toContain('aliases: [{ name: "running" }]');
    }
    // The state shows it even without records.
    for (const more of [[], ["--refresh"]]) {
      expect(refused(await stack.run("up", more, all.elsewhere))).toContain(`(id ${id}) of this stack`);
    }
    expect(await all.posts()).toBe(posts);
    stack.declare({
      leads: list("Leads"),
      renamed: campaign("Running", "$leads", { active: true }, { aliases: [{ name: "running" }] }),
    });
    fine(await stack.run("up"));
    expect(await stack.id("renamed")).toBe(id);
  });

  it("a pending active campaign counts as running, and only a person settles it", async () => {
    const other = await all.stack("two");
    other.declare({ own: list("Own") });
    fine(await other.run("up"));
    await sandbox.fault({ kind: "reset", when: "after", method: "POST", path: "/v1/campaign" });
    const lost = campaign("Lost", "$own", { active: true });
    other.declare({ own: list("Own"), lost });
    const text = refused(await other.run("up"));
    expect(text).toContain("Look in the app. If it is there: adopt: <its id>.");
    expect(text).not.toContain("up --refresh");
    other.declare({ own: list("Own"), lost, second: campaign("Second", "$own", { active: true }) });
    expect(refused(await other.run("preview"))).toContain("whose creation is still pending");
    expect(refused(await other.run("destroy"))).toContain("remove it from the program as well");

    // As after a killed run: the campaign is missing from the state, and our records require a person to decide.
    await other.project.run(["state", "delete", "--yes", "-s", "two", other.urn("Campaign", "lost")]);
    other.declare({ own: list("Own"), lost });
    const posts = await all.posts();
    expect(refused(await other.run("up"))).toContain("an earlier run was cut off while it created it");
    expect(refused(await other.run("up", [], { OUTREACH_ADOPT: "twin" }))).toContain("cut off while it created it");
    expect(refused(await other.run("up", [], { ...all.elsewhere, OUTREACH_ADOPT: "twin" }))).toContain(
      "no operation that lists any; nothing was sent",
    );
    expect(await all.posts()).toBe(posts);
    const { campaigns } = await sandbox.objects();
    const id = campaigns.find(({ name }) => name === "Lost")?.id;
    other.declare({ own: list("Own"), lost: campaign("Lost", "$own", { active: true, adopt: id }) });
    expect(fine(await other.run("up"))).toContain("so it counts as running");
    expect(await other.id("lost")).toBe(id);
  });
});
