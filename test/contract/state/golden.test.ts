import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { repository } from "../../support/project";
import { type Step, TestStack } from "../../support/testStack";
import { settingsFor } from "../../unit/api/opening";
import { openStage, Stage, type StageService } from "../rows/stage";
import { fixtureFirstId, fixtureOrigin, fixtureProgram, fixtureTime } from "./program";

const values = z.record(z.string(), z.unknown());
const fixtureSchema = z.array(z.object({ urn: z.string(), id: z.string(), inputs: values, outputs: values }));

/** The state that the release wrote, for a service at another address. */
function stateAt(origin: string) {
  const text = readFileSync(join(repository, "test", "fixtures", "state-1.json"), "utf8");
  return fixtureSchema.parse(JSON.parse(text.replaceAll(fixtureOrigin, origin)));
}

const names = ["leads", "finder", "late", "q1", "running", "lost"] as const;
type Name = (typeof names)[number];

/** The program with its objects' ids in the fixture. */
function stepOf(name: Name): Step {
  const { kind, args } = fixtureProgram[name];
  return { kind, args: JSON.parse(JSON.stringify(args).replaceAll('"$leads"', String(fixtureFirstId))) };
}

describe("a state written by the release with state version 1", () => {
  let sandbox: StageService;
  let engine: TestStack;

  beforeAll(async () => {
    const options = { firstId: fixtureFirstId, startTime: fixtureTime };
    sandbox = await openStage("full", { activeAgentLimit: 1, ...options });
    // The same objects at the service, under the same ids, created at the same moment.
    const { settings } = new Stage(sandbox, "full");
    const before = new TestStack(settings);
    for (const name of names) await before.up(name, stepOf(name));
    engine = new TestStack(settings);
    for (const { urn, id, inputs, outputs } of stateAt(sandbox.url)) {
      const name = names.find((each) => urn.endsWith(`::${each}`));
      if (name === undefined) throw new Error(`${urn} is not in the program`);
      const plain = Object.entries(inputs).filter(([key]) => !key.startsWith("__"));
      engine.state.set(engine.urn(fixtureProgram[name].kind, name), { id, inputs: Object.fromEntries(plain), outputs });
    }
  });
  afterAll(async () => {
    await sandbox.close();
  });

  it("contains one of each kind, one paused by the limit, one running and one whose create was lost", () => {
    expect(stateAt(sandbox.url).map(({ outputs }) => JSON.parse(String(outputs.recorded)))).toMatchObject([
      { version: 1 },
      { version: 1 },
      { version: 1, pausedByLimit: true },
      { version: 1 },
      { version: 1, everActive: true },
      { version: 1, pending: { knownBefore: [String(fixtureFirstId)] } },
    ]);
  });

  it.each(names.slice(0, 5))("%s: previews, refreshes and previews without a change", async (name) => {
    expect((await engine.preview(name, stepOf(name))).op).toBe("same");
    expect(await engine.refresh(stepOf(name).kind, name)).toEqual([]);
    expect((await engine.preview(name, stepOf(name))).op).toBe("same");
  });

  it("lost: is settled by a refresh", async () => {
    await engine.upRefreshed("lost", stepOf("lost"));
    expect(engine.stored("List", "lost").id).toBe(String(fixtureFirstId + 5));
  });

  it("is guarded, changed and deleted as usual", async () => {
    const stopped = { ...stepOf("running"), args: { ...stepOf("running").args, active: false } };
    await expect(engine.preview("running", stopped)).rejects.toThrow("it is active");
    await expect(engine.destroy("Campaign", "running")).rejects.toThrow("it is active");
    const renamed = { ...stepOf("q1"), args: { ...stepOf("q1").args, name: "Renamed" } };
    expect((await engine.up("q1", renamed)).op).toBe("update");
    await engine.destroy("Campaign", "q1");
    await engine.destroy("SourceAgent", "finder");
    expect((await sandbox.counts()).agents).toBe(1);
  });
});

describe("a state that this release cannot read", () => {
  it.each([
    ["of a newer release", '{"version":2}', /written by a newer release.*state version 2.*\n.*npm install/],
    ["without a record", undefined, /does not hold what pulumi-outreach recorded/],
    ["with a truncated record", '{"version":1,"orig', /does not hold what pulumi-outreach recorded/],
    ["that is not a record", '{"version":1}', /does not hold what pulumi-outreach recorded/],
    ["of a version that never was", '{"version":0}', /does not hold what pulumi-outreach recorded/],
  ])("%s is not changed, with a way out", async (_what, recorded, message) => {
    const limits = { requestsPerMinute: 100, requestTimeoutSeconds: 1, waitBudgetSeconds: 1 };
    const engine = new TestStack(settingsFor("http://127.0.0.1:9", { apiKey: "key", ...limits }));
    const inputs = { name: "Founders" };
    engine.state.set(engine.urn("List", "leads"), { id: "5", inputs, outputs: { ...inputs, recorded } });
    await expect(engine.preview("leads", { kind: "List", args: inputs })).rejects.toThrow(message);
    await expect(engine.refresh("List", "leads")).rejects.toThrow(message);
    await expect(engine.destroy("List", "leads")).rejects.toThrow(message);
  });
});
