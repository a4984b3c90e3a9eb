import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { DynamicHost, EngineDouble, Values } from "../support/dynamicHost";
import { urnOf } from "../support/engine/urn";
import { agentArgs, checked, HostRun, type Made, make } from "../support/hostRun";

/** Two agents of one program. A process looks up what it remembers about inputs by their content. */
let run: HostRun;
let host: DynamicHost;
let engine: EngineDouble;
let list: string;
let one: Made;
let two: Made;

beforeAll(async () => {
  run = await HostRun.open();
});
beforeEach(async () => {
  await run.sandbox.reset();
  engine = await run.engine();
  host = await run.host({ engine });
  list = (await make(host, "List", { name: "List of twins" })).id;
  one = await make(host, "SourceAgent", agentArgs(list), "one");
  // A deliberate twin.
  two = await make(host, "SourceAgent", { ...agentArgs(list), acknowledge: [`twin:${one.id}`] }, "two");
  // The memory of a run ends with its process.
  await host.stop();
  host = await run.host({ engine });
});
afterEach(() => run.stopHosts());
afterAll(() => run.close());

/** The same arguments for both. */
const alike = (args: Values = {}) => ({ ...agentArgs(list), acknowledge: [`twin:${one.id}`], ...args });
const check = ({ urn, inputs }: Made, news: Values) => checked(host, urn, "SourceAgent", news, inputs);
const diff = ({ urn, id, outputs }: Made, news: Values) => host.diff(urn, id, outputs, news);
const recordedUrn = (outputs: Values): unknown => JSON.parse(String(outputs.recorded)).urn;

describe("two resources of one program with equal content", () => {
  it("are changed under their own ids, and keep their own URNs", async () => {
    const news = [await check(one, alike({ minLeadScore: 0.5 })), await check(two, alike({ minLeadScore: 0.5 }))];
    expect(news[0]).toEqual(news[1]);
    await run.sandbox.clearLog();
    for (const [index, each] of [one, two].entries()) {
      const inputs = news[index] ?? {};
      await diff(each, inputs);
      const { outputs } = await host.update(each.urn, each.id, each.outputs, inputs);
      expect(outputs.minLeadScore).toBe(0.5);
      expect(recordedUrn(outputs)).toBe(each.urn);
    }
    const changes = (await run.requests()).filter((request) => request.startsWith("PATCH"));
    expect(changes).toEqual([one, two].map(({ id }) => `PATCH /v1/agent/${id}`));
  });

  it("record no URN, instead of the other's, if one of them is new", async () => {
    await check(one, alike());
    const urn = urnOf("SourceAgent", "three");
    const acknowledged = { ...alike(), acknowledge: [`twin:${one.id}`, `twin:${two.id}`] };
    await check(two, acknowledged);
    const inputs = await checked(host, urn, "SourceAgent", acknowledged);
    const { outputs } = await host.create(urn, inputs);
    expect(recordedUrn(outputs)).toBe(undefined);
  });

  it("are compared separately", async () => {
    const made = await make(host, "SourceAgent", { ...alike({ agentType: "lookalike" }), name: "Other" }, "three");
    const same = { ...alike({ agentType: "lookalike" }), name: "Other" };
    const changing = await check(two, same);
    const unchanged = await check(made, same);
    expect(await diff(two, changing)).toMatchObject({ replaces: ["agentType"], deleteBeforeReplace: true });
    expect(await diff(made, unchanged)).toMatchObject({ replaces: [] });
  });

  it("are both refused a replacement while one of them has retainOnDelete", async () => {
    const news = alike({ agentType: "lookalike" });
    const retained = await check(one, { ...news, __retain: true });
    await check(two, news);
    await expect(diff(one, retained)).rejects.toThrow("Remove retainOnDelete for this change");
  });

  it("show no change after a refresh of both, which does not confuse them", async () => {
    for (const each of [one, two]) {
      const { id, inputs, outputs } = await host.read(each.urn, each.id, each.outputs);
      expect({ id, inputs }).toEqual({ id: each.id, inputs: each.inputs });
      expect(await host.diff(each.urn, id, outputs, each.inputs)).toMatchObject({ replaces: [] });
    }
    await run.sandbox.clearLog();
    const [kept, gone] = [await check(one, agentArgs(list)), await check(two, two.inputs)];
    expect(await diff(one, kept)).toMatchObject({ changes: 0 });
    expect(await diff(two, gone)).toMatchObject({ changes: 0 });
    await host.delete(two.urn, two.id, two.outputs);
    expect((await run.requests()).filter((request) => request.startsWith("DELETE"))).toEqual([
      `DELETE /v1/agent/${two.id}`,
    ]);
    expect((await run.sandbox.objects()).agents.map(({ id }) => String(id))).toEqual([one.id]);
  });
});
