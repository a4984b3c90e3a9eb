import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { DynamicHost, EngineDouble, Values } from "../support/dynamicHost";
import { urnOf } from "../support/engine/urn";
import { agentArgs, campaignArgs, checked, HostRun, type Kind, make } from "../support/hostRun";

/** The engine compares the inputs. */
const changesUnknown = 0;
const warning = 2;

let run: HostRun;
let engine: EngineDouble;
let host: DynamicHost;

beforeAll(async () => {
  run = await HostRun.open();
  engine = await run.engine();
  host = await run.host({ engine });
});
afterEach(() => run.sandbox.clearFaults());
afterAll(() => run.close());

/** The body of the object in the service's store. */
async function stored(kind: Kind, id: string) {
  const { lists, agents, campaigns } = await run.sandbox.objects();
  const all: { id: number }[] = { List: lists, SourceAgent: agents, Campaign: campaigns }[kind];
  return all.find((object) => object.id === Number(id));
}

describe("a list", () => {
  it("is created with its name, and recorded with its owner and service", async () => {
    const { id, inputs, outputs } = await make(host, "List", { name: "  Logistics  " });
    expect(await stored("List", id)).toMatchObject({ name: "Logistics", userId: 101 });
    expect(inputs).toEqual({ name: "Logistics", __provider: expect.any(String) });
    expect(outputs).toMatchObject({ name: "Logistics", userId: 101 });
    const recorded = { origin: run.sandbox.url, actingUserId: "101", declared: ["name"] };
    expect(JSON.parse(String(outputs.recorded))).toMatchObject(recorded);
  });

  it("is read back unchanged, and its diff leaves the comparison to the engine", async () => {
    const { urn, id, inputs, outputs } = await make(host, "List", { name: "Read back" });
    const back = await host.read(urn, id, outputs);
    expect(back.id).toBe(id);
    expect(back.inputs).toEqual(inputs);
    expect(back.outputs).toEqual(outputs);
    expect(await host.diff(urn, id, back.outputs, inputs)).toEqual({
      changes: changesUnknown,
      replaces: [],
      deleteBeforeReplace: false,
    });
  });

  it("cannot be renamed: the diff names both alternatives", async () => {
    const { urn, id, inputs, outputs } = await make(host, "List", { name: "Old name" });
    const news = await checked(host, urn, "List", { name: "New name" }, inputs);
    await expect(host.diff(urn, id, outputs, news)).rejects.toThrow(
      /"Old name" \(id \d+\)[\s\S]*acknowledge: \["rename"\]/,
    );
    const word = await checked(host, urn, "List", { name: "New name", acknowledge: ["rename"] }, inputs);
    expect(await host.diff(urn, id, outputs, word)).toMatchObject({ replaces: ["name"], deleteBeforeReplace: false });
  });

  it("leaves the state with a warning, because the service cannot delete lists", async () => {
    const { urn, id, outputs } = await make(host, "List", { name: "To let go" });
    await run.sandbox.clearLog();
    await host.delete(urn, id, outputs);
    expect(await stored("List", id)).toMatchObject({ name: "To let go" });
    expect((await run.requests()).filter((request) => !request.startsWith("GET "))).toEqual([]);
    expect(engine.warnings().filter((warning) => warning.includes(id))).toHaveLength(1);
  });
});

describe("a source agent", () => {
  let list: string;
  beforeAll(async () => {
    list = (await make(host, "List", { name: "List of agents" })).id;
  });

  it("is created, updated with only the changed fields, and deleted", async () => {
    const { urn, id, inputs, outputs } = await make(host, "SourceAgent", agentArgs(list));
    expect(inputs.listId).toBe(Number(list));
    expect(await stored("SourceAgent", id)).toMatchObject({ name: "Fintech finder", listId: Number(list) });

    const news = await checked(host, urn, "SourceAgent", { ...agentArgs(list), minLeadScore: 0.5 }, inputs);
    expect(await host.diff(urn, id, outputs, news)).toMatchObject({ replaces: [] });
    await run.sandbox.clearLog();
    const updated = await host.update(urn, id, outputs, news);
    expect(await run.requests()).toEqual([`GET /v1/agent/${id}`, `PATCH /v1/agent/${id}`]);
    expect(await stored("SourceAgent", id)).toMatchObject({ minLeadScore: 0.5 });
    expect(updated.outputs).toMatchObject({ ...outputs, minLeadScore: 0.5, recorded: expect.anything() });

    await host.delete(urn, id, updated.outputs);
    expect(await stored("SourceAgent", id)).toBeUndefined();
  });

  it("is replaced, the old one first, if its type changes", async () => {
    const { urn, id, inputs, outputs } = await make(host, "SourceAgent", agentArgs(list), "typed");
    const news = await checked(host, urn, "SourceAgent", { ...agentArgs(list), agentType: "website-visitor" }, inputs);
    expect(await host.diff(urn, id, outputs, news)).toMatchObject({
      replaces: ["agentType"],
      deleteBeforeReplace: true,
    });
  });

  it("may already be deleted", async () => {
    const { urn, id, outputs } = await make(host, "SourceAgent", { ...agentArgs(list), name: "Gone" }, "gone");
    await run.sandbox.deleteAgent({ agentId: Number(id) });
    await host.delete(urn, id, outputs);
    await host.delete(urn, id, outputs);
    expect(await stored("SourceAgent", id)).toBeUndefined();
  });

  it("leaves the state at a refresh once its absence is proven", async () => {
    const { urn, id, outputs } = await make(host, "SourceAgent", { ...agentArgs(list), name: "Proof" }, "proof");
    await run.sandbox.deleteAgent({ agentId: Number(id) });
    const fresh = await run.host();
    expect(await fresh.read(urn, id, outputs)).toMatchObject({ id: "" });
  });

  it("shows only changes made in the app at a refresh", async () => {
    const { urn, id, inputs, outputs } = await make(host, "SourceAgent", { ...agentArgs(list), name: "D" }, "drift");
    await run.sandbox.editAgent({ agentId: Number(id), targetLocations: ["Spain"] });
    const fresh = await run.host();
    const back = await fresh.read(urn, id, outputs);
    expect(back.inputs).toEqual({ ...inputs, targetLocations: ["Spain"] });
  });
});

describe("a campaign", () => {
  let list: string;
  beforeAll(async () => {
    list = (await make(host, "List", { name: "List of campaigns" })).id;
  });

  it("is created inactive, with its steps in order", async () => {
    const { id, outputs } = await make(host, "Campaign", campaignArgs([list]));
    expect(await stored("Campaign", id)).toMatchObject({
      name: "Fintech Q1",
      listIds: [Number(list)],
      active: false,
      steps: [{ stepNumber: 1 }, { stepNumber: 2 }, { stepNumber: 3, message: "Hi [FirstName], a first word." }],
    });
    expect(outputs).toMatchObject({ active: false, recorded: expect.stringContaining('"actingUserId":"101"') });
  });

  it("is changed in place, in a single message", async () => {
    const { urn, id, inputs, outputs } = await make(host, "Campaign", { ...campaignArgs([list]), name: "In place" });
    const changed = campaignArgs([list]);
    const steps = (changed.steps as Values[]).with(2, {
      type: "message",
      message: "Hi [FirstName], another word.",
      delayAfterLastStep: 2,
    });
    const news = await checked(host, urn, "Campaign", { ...changed, name: "In place", steps }, inputs);
    expect(await host.diff(urn, id, outputs, news)).toMatchObject({ changes: changesUnknown, replaces: [] });
    const before = await stored("Campaign", id);
    await host.update(urn, id, outputs, news);
    const after = await stored("Campaign", id);
    expect(after).toMatchObject({ steps: [{}, {}, { message: "Hi [FirstName], another word." }] });
    const rest = (campaign: object | undefined) => ({ ...campaign, steps: undefined, updatedAt: undefined });
    expect(rest(after)).toEqual(rest(before));
  });

  it("is replaced, the old one first, if the number of its steps changes", async () => {
    const { urn, id, inputs, outputs } = await make(host, "Campaign", { ...campaignArgs([list]), name: "Longer" });
    const longer = campaignArgs([list]);
    const steps = [...(longer.steps as Values[]), { type: "message", message: "One more.", delayAfterLastStep: 3 }];
    const news = await checked(host, urn, "Campaign", { ...longer, name: "Longer", steps }, inputs);
    expect(await host.diff(urn, id, outputs, news)).toMatchObject({ replaces: ["steps"], deleteBeforeReplace: true });
  });

  it("stays in the account, inactive, when it leaves the state", async () => {
    const { urn, id, outputs } = await make(host, "Campaign", { ...campaignArgs([list]), name: "Let go" });
    await host.delete(urn, id, outputs);
    expect(await stored("Campaign", id)).toMatchObject({ name: "Let go", active: false });
    expect(engine.warnings().filter((warning) => warning.includes(id))).toHaveLength(1);
  });

  it("does not leave the state while it is active", async () => {
    const { urn, id, outputs } = await make(host, "Campaign", { ...campaignArgs([list]), name: "Sending" });
    await run.sandbox.setActive({ campaignId: Number(id), active: true });
    await expect(host.delete(urn, id, outputs)).rejects.toThrow(/"Sending" \(id \d+\)[\s\S]*pulumi state delete/);
    await run.sandbox.setActive({ campaignId: Number(id), active: false });
  });
});

describe("the recorded state", () => {
  it("has a numeric id and only plain values, without the key, for every kind", async () => {
    const list = await make(host, "List", { name: "Plain" }, "plain");
    const agent = await make(host, "SourceAgent", { ...agentArgs(list.id), name: "Plain finder" }, "plain");
    const campaign = await make(host, "Campaign", { ...campaignArgs([list.id]), name: "Plain campaign" }, "plain");
    for (const { id, inputs, outputs } of [list, agent, campaign]) {
      expect(id).toMatch(/^\d{10,}$/);
      expect(JSON.stringify({ inputs, outputs })).not.toContain(run.key);
      expect(outputs).toMatchObject(inputs);
      expect(Object.keys(outputs)).not.toContain("__urn");
      expect(Object.values(outputs)).not.toContain(undefined);
      for (const volatile of ["creditUsage", "lastRun", "updatedAt", "scriptInstalled"]) {
        expect(Object.keys(outputs)).not.toContain(volatile);
      }
    }
  });

  it("comes with warnings at the resource that they concern", async () => {
    const urn = urnOf("Campaign", "warned");
    await checked(host, urn, "Campaign", { ...campaignArgs([1]), emailSeatIds: [21] });
    expect(engine.lines.filter((line) => line.urn === urn && line.severity === warning)).toEqual([
      expect.objectContaining({ message: expect.stringContaining("emailSeatIds") }),
    ]);
  });
});

describe("a value that the program marks as secret", () => {
  const secret = { name: "Project Falcon", __secret: ["name"] };

  it("is in no warning, refusal or log, even of a later process", async () => {
    const own = await HostRun.open();
    try {
      const env = { ...own.env, OUTREACH_LOG: "debug" };
      const listening = await own.engine();
      const first = await own.host({ engine: listening, env });
      const urn = urnOf("List", "falcon");
      const { id, outputs } = await make(first, "List", secret, "falcon");
      const again = await checked(first, urnOf("List", "twin"), "List", secret);
      await expect(first.create(urnOf("List", "twin"), again)).rejects.toThrow("Creating list [secret]");
      const later = await own.host({ engine: listening, env: { ...env, OUTREACH_API_KEY: "osk_demo_alice" } });
      await expect(later.read(urn, id, outputs)).rejects.toThrow(
        `Reading list [secret] of falcon (id ${id}): it belongs`,
      );
      await expect(later.delete(urn, id, outputs)).rejects.toThrow("Deleting list [secret] of falcon");
      const left = await make(first, "List", { ...secret, name: "Falcon of last year" }, "left");
      await first.delete(left.urn, left.id, left.outputs);
      expect(listening.lines.filter((line) => line.severity === warning).map(({ message }) => message)).toContainEqual(
        expect.stringContaining(`list [secret] of left (id ${left.id})`),
      );
      expect(JSON.stringify(listening.lines)).toContain("/v1/list");
      expect(JSON.stringify(listening.lines)).not.toContain("Falcon");
    } finally {
      await own.close();
    }
  });
});

describe("the coordination database", () => {
  it("is opened only before a request: a preview without changes does not need it", async () => {
    const quiet = await HostRun.open();
    try {
      const file = join(quiet.env.OUTREACH_CACHE_FOLDER ?? "", "coordination.db");
      const first = await quiet.host();
      const { urn, id, inputs, outputs } = await make(first, "List", { name: "Leads" });
      expect(existsSync(file)).toBe(true);
      await first.stop();
      rmSync(file);
      const second = await quiet.host();
      const again = await checked(second, urn, "List", { name: "Leads" }, inputs);
      expect((await second.diff(urn, id, outputs, again)).replaces).toEqual([]);
      expect(existsSync(file)).toBe(false);
      await second.read(urn, id, outputs);
      expect(existsSync(file)).toBe(true);
    } finally {
      await quiet.close();
    }
  });
});
