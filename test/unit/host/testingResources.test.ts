import * as pulumi from "@pulumi/pulumi";
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { Campaign, FullCycle, getLists, List, Provider, SourceAgent, step } from "../../../provider/src/index";
import { declared, resolved, setMocks } from "../../../provider/src/testing";

let run = 0;
const startRun = (mocks: Parameters<typeof setMocks>[0] = {}, preview = false) =>
  setMocks(mocks, "fintech", `stack-${run++}`, preview);

beforeEach(async () => {
  vi.spyOn(pulumi.log, "error").mockImplementation(async () => {});
  pulumi.runtime.setAllConfig({});
  await startRun();
});
afterAll(() => pulumi.runtime.setAllConfig({}));

const message = step.message({ message: "Hi [FirstName]." });
const args = { name: "Q1", listIds: [12], linkedinSeatId: 7, steps: [message] };
const late = <T>(value: T) => pulumi.output(Promise.resolve(value));

describe("a broken argument", () => {
  it("is thrown where the resource is declared, with all its broken rules", async () => {
    expect(() => new List("leads", { name: "" })).toThrow(
      'list "leads":\n  name: is empty: it must contain at least one character',
    );
    const two = { ...args, name: "", steps: [step.likePosts({ numberOfPosts: 9 })] };
    expect(() => new Campaign("q1", two)).toThrow(/^2 problems in campaign "q1":\n {2}name: .*\n {2}steps\[0\]\.num/);
    expect(pulumi.log.error).not.toHaveBeenCalled();
    expect(await declared("List")).toEqual([]);
  });

  it("is reported with all others, as usual, under the SDK's own mocks", async () => {
    await pulumi.runtime.setMocks({ newResource: ({ inputs }) => ({ id: "1", state: inputs }), call: () => ({}) });
    expect(() => new List("leads", { name: "" })).not.toThrow();
    expect(pulumi.log.error).toHaveBeenCalledTimes(1);
  });

  it("that is known later is thrown by `declared` and `resolved`, for all resources at once", async () => {
    const leads = new List("leads", { name: late("") });
    new SourceAgent("finder", { name: "Finder", listId: leads.id, minLeadScore: late(3) });
    const both = /1 problem in list "leads":\n {2}name: .*\n1 problem in source agent "finder":\n {2}minLeadScore: /;
    await expect(declared("Campaign")).rejects.toThrow(both);
    await expect(resolved(leads.id)).rejects.toThrow(both);
  });

  it("is accepted if it is acknowledged, by the resource, its provider or the stack's config", async () => {
    const steps = [step.message({ message: "Hi [FristName]." })];
    new Campaign("own", { ...args, steps: late(steps), acknowledge: ["as-is:steps[0].message"] });
    const provider = new Provider("alice", { acknowledge: ["as-is:steps[0].message"] });
    new Campaign("hers", { ...args, steps }, { provider });
    expect((await declared("Campaign")).map(({ name }) => name)).toEqual(["own", "hers"]);
  });

  it("in one test is not acknowledged by a provider in the previous test", async () => {
    new Provider("alice", { acknowledge: late(["as-is:steps[0].message"]) });
    await startRun();
    expect(() => new Campaign("q1", { ...args, steps: [step.message({ message: "Hi [FristName]." })] })).toThrow(
      "steps[0].message",
    );
  });
});

describe("a declared resource", () => {
  it("has its name, its normalized arguments, a unique id and the resource", async () => {
    const leads = new List("leads", { name: "Leads " });
    const campaign = new Campaign("q1", { ...args, listIds: [leads.id, "12"], steps: [step.likePosts(), message] });
    const [list] = await declared("List");
    expect(list).toMatchObject({ name: "leads", args: { name: "Leads" }, id: expect.stringMatching(/^\d+$/) });
    expect(list?.urn).toMatch(/::fintech::pulumi-nodejs:dynamic\/outreach:List::leads$/);
    expect(list?.resource).toBe(leads);
    const [found] = await declared("Campaign");
    expect(found?.resource).toBe(campaign);
    expect(found?.id).not.toBe(list?.id);
    expect(found?.args).toEqual({
      ...{ name: "Q1", listIds: [Number(list?.id), 12], linkedinSeatId: 7 },
      steps: [
        { type: "likePosts", numberOfPosts: 1, delayAfterLastStep: 2 },
        { type: "message", messageMode: "same", message: "Hi [FirstName].", delayAfterLastStep: 2 },
      ],
    });
    expect(await declared("SourceAgent")).toEqual([]);
  });

  it("is found by its name; otherwise the error lists the existing names", async () => {
    new List("leads", { name: "Leads" });
    new List("others", { name: "Others" });
    expect((await declared("List", "others")).args.name).toBe("Others");
    await expect(declared("List", "other")).rejects.toThrow(
      'the program declares no list "other": did you mean `others`? It declares "leads", "others".',
    );
    await expect(declared("Campaign", "q1")).rejects.toThrow(
      'the program declares no campaign "q1". It declares no campaign at all.',
    );
  });

  it("is waited for if it is declared late, inside apply, and in a component", async () => {
    late("Leads").apply((name) =>
      new List("late", { name }).id.apply((id) => new Campaign("q1", { ...args, listIds: [id] })),
    );
    expect((await declared("Campaign")).map(({ name }) => name)).toEqual(["q1"]);
    const { linkedinSeatId, steps } = args;
    new FullCycle("cycle", {
      list: { name: "Cycle" },
      sourceAgent: { name: "Finder" },
      campaign: { name: "Cycle", linkedinSeatId, steps },
    });
    const campaign = await declared("Campaign", "cycle");
    expect(campaign.lists).toEqual([{ id: await resolvedId("List", "cycle"), name: "Cycle", declaredAs: "cycle" }]);
    expect(campaign.urn).toContain("outreach:index:FullCycle$");
  });

  it("contains secret values, which stay secret in its outputs", async () => {
    const steps = [step.message({ message: pulumi.secret("Hi there.") })];
    const campaign = new Campaign("q1", { ...args, steps });
    expect((await declared("Campaign", "q1")).texts.map(({ text }) => text)).toEqual(["Hi there."]);
    expect(await pulumi.isSecret(campaign.steps)).toBe(true);
    expect(await pulumi.isSecret(campaign.name)).toBe(false);
    expect((await resolved(campaign.steps))[0]).toMatchObject({ message: "Hi there." });
  });

  it("is refused like in the engine if its kind and name are taken", async () => {
    for (const name of ["One", "Two"]) new List("leads", { name });
    await expect(declared("List")).rejects.toThrow('list "leads" is declared twice');
  });

  it("has the id that it adopts", async () => {
    const list = new List("leads", { name: "Leads", adopt: 456 });
    expect(await resolved(list.id)).toBe("456");
  });

  it("is unknown in a preview if the engine does not know it yet", async () => {
    await startRun({}, true);
    const list = new List("leads", { name: "Leads" });
    new Campaign("q1", { ...args, listIds: [list.id, 12] });
    const campaign = await declared("Campaign", "q1");
    expect([campaign.id, campaign.args.listIds]).toEqual([undefined, [12]]);
    expect(campaign.lists).toEqual([{ id: 12 }]);
    expect(await resolved(list.name)).toBe("Leads");
    await expect(resolved(list.id)).rejects.toThrow("is not known in a preview");
  });
});

describe("the outputs", () => {
  it("are the normalized arguments, and the service's values", async () => {
    const list = new List("leads", { name: "Leads" });
    const agent = new SourceAgent("finder", { name: "Finder", listId: list.id, leadWaterfall: true });
    const campaign = new Campaign("q1", { ...args, listIds: [list.id], steps: [step.invitation(), message] });
    expect(await resolved(pulumi.all([list.userId, list.createdAt]))).toEqual([101, "2026-01-01T00:00:00.000Z"]);
    expect(await resolved(pulumi.all([agent.listId, agent.agentType, agent.paused, agent.leadWaterfall]))).toEqual([
      ...[Number(await resolved(list.id)), "autopilot", false, true],
    ]);
    expect(await resolved(pulumi.all([campaign.active, campaign.isManual, campaign.language]))).toEqual([
      ...[false, false, undefined],
    ]);
    expect(await resolved(campaign.excludeFirstDegreeFromCampaigns)).toBe(true);
    expect((await resolved(campaign.steps))[0]).toEqual({ type: "invitation", delayAfterLastStep: 2 });
    const plain = new Campaign("plain", { ...args, active: true });
    expect(await resolved(pulumi.all([plain.active, plain.excludeFirstDegreeFromCampaigns]))).toEqual([true, false]);
  });
});

describe("a campaign", () => {
  it("names its lists: the program's, those from a function, and others", async () => {
    await startRun({ answers: { getLists: [{ id: "4", name: "Shared" }] } });
    const leads = new List("leads", { name: "Leads" });
    const [shared] = await getLists();
    new Campaign("q1", { ...args, listIds: [leads.id, shared?.id ?? "", 99] });
    expect((await declared("Campaign", "q1")).lists).toEqual([
      { id: Number(await resolved(leads.id)), name: "Leads", declaredAs: "leads" },
      { id: 4, name: "Shared" },
      { id: 99 },
    ]);
  });

  it("names its texts in the order of its steps, including those that the AI writes", async () => {
    const steps = [
      step.visitProfile(),
      step.invitationNote({ note: "Hello." }),
      message,
      step.message(),
      step.email({ subject: "A word", message: "Dear [FirstName]." }),
      step.email(),
      step.voiceMessage({ url: "https://files.example.com/hello.mp3" }),
    ];
    new Campaign("q1", { ...args, emailSeatIds: [21], steps });
    expect((await declared("Campaign", "q1")).texts).toEqual([
      { path: "steps[1].note", step: "invitationNote", text: "Hello." },
      { path: "steps[2].message", step: "message", text: "Hi [FirstName]." },
      { path: "steps[3].message", step: "message", byAi: true },
      { path: "steps[4].subject", step: "email", text: "A word" },
      { path: "steps[4].message", step: "email", text: "Dear [FirstName]." },
      { path: "steps[5].subject", step: "email", byAi: true },
      { path: "steps[5].message", step: "email", byAi: true },
    ]);
  });
});

describe("other packages' resources and functions", () => {
  it("are answered by the test's mocks, and echoed without any", async () => {
    class Bucket extends pulumi.CustomResource {
      declare readonly region: pulumi.Output<string>;
      constructor(name: string) {
        super("cloud:storage:Bucket", name, { region: undefined });
      }
    }
    const newResource = vi.fn(({ name }: pulumi.runtime.MockResourceArgs) => ({
      id: `${name}-1`,
      state: { region: "eu" },
    }));
    await startRun({ newResource, call: () => ({ zone: "a" }) });
    const bucket = new Bucket("files");
    new List("leads", { name: "Leads" });
    expect(await resolved(pulumi.all([bucket.id, bucket.region]))).toEqual(["files-1", "eu"]);
    expect(await pulumi.runtime.invoke("cloud:storage:getZone", {})).toEqual({ zone: "a" });
    await declared("List");
    expect(newResource.mock.calls.map(([{ name }]) => name)).toEqual(["files"]);
    await startRun();
    expect(await resolved(new Bucket("files").id)).toBe("files");
    await expect(pulumi.runtime.invoke("cloud:storage:getZone", {})).rejects.toThrow("cloud:storage:getZone");
  });
});

describe("without mocks of this entry", () => {
  it("says that they are missing", async () => {
    await pulumi.runtime.setMocks({ newResource: ({ inputs }) => ({ id: "1", state: inputs }), call: () => ({}) });
    await expect(declared("List")).rejects.toThrow("call setMocks of pulumi-outreach/testing first");
  });
});

async function resolvedId(kind: "List", name: string): Promise<number> {
  return Number((await declared(kind, name)).id);
}

/** Possible in a program without type checking. */
describe("a typo in JavaScript", () => {
  const plain = { declared, resolved, setMocks };

  it.each<[keyof typeof plain, unknown[], string]>([
    ["declared", ["Lists"], "there is no kind Lists: did you mean `List`?"],
    ["declared", [undefined], "there is no kind undefined: these are List, SourceAgent, Campaign."],
    ["resolved", [12], "resolved takes an Output, but this is not one (number): use it directly."],
    ["resolved", [null], "resolved takes an Output, but this is not one (null): use it directly."],
    ["setMocks", [{ answer: {} }], "setMocks: answer is not a field of the mocks: did you mean `answers`?"],
    ["setMocks", [{ getLists: [] }], "setMocks: getLists is not a field of the mocks: it goes into `answers`."],
    ["setMocks", [{ x: 1 }], "setMocks: x is not a field of the mocks: these are answers, newResource, call."],
  ])("is named by %s(%j)", async (name, given, text) => {
    await expect(Reflect.apply(plain[name], undefined, given)).rejects.toThrow(text);
  });
});
