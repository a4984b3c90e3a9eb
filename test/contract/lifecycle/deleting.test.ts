import { beforeEach, describe, expect, it } from "vitest";
import type { FaultRequest } from "../../../sandbox/src/index";
import type { Step } from "../../support/testStack";
import { type Stage, stageOn } from "../rows/stage";

let stage: Stage;
beforeEach(async () => {
  stage = await stageOn("full");
});

const unreadable = (path: string): FaultRequest => ({ kind: "status", method: "GET", path, status: 405, count: 9 });

describe("an object of a kind without its own guards, before it is deleted,", () => {
  const made = async () => {
    const id = await stage.made("hot", stage.tag());
    await stage.forget();
    return id;
  };

  it("may already be gone, which is not a failure and sends nothing", async () => {
    stage.sandbox.tags.remove(await made());
    expect(await stage.engine.destroy("Tag", "hot")).toEqual([]);
    expect(await stage.writes()).toEqual([]);
  });

  it("is compared with the state: one that was created at another time stays", async () => {
    stage.sandbox.tags.edit(await made(), { createdAt: "2030-01-15T12:00:00.250Z" });
    await stage.refuses(stage.engine.destroy("Tag", "hot"), "this id belongs to another tag");
    expect(await stage.writes()).toEqual([]);
  });

  it.each<[string, (id: number) => readonly FaultRequest[]]>([
    ["can neither be listed nor read", () => [unreadable("/v1/tag"), unreadable("/v1/tag/*")]],
    [
      "is not listed and cannot be read",
      (id) => [{ kind: "omit", path: "/v1/tag", ids: [id], count: 9 }, unreadable("/v1/tag/*")],
    ],
  ])("is deleted according to the state if it %s", async (_, faults) => {
    for (const fault of faults(await made())) await stage.sandbox.fault(fault);
    await stage.engine.destroy("Tag", "hot");
    expect(await stage.writes()).toEqual(["DELETE /v1/tag/ID"]);
  });
});

describe("a forced replacement by an object that is adopted", () => {
  it("does not touch the old one if the other one cannot be adopted", async () => {
    const { list } = await stage.madeAgent();
    const other = await stage.made("other", stage.agent(list, { name: "Other" }));
    stage.engine.state.delete(stage.engine.urn("SourceAgent", "other"));
    await stage.forget();
    const adopting = stage.agent(list, { adopt: other, minLeadScore: 0.9 }, { replace: true });
    await stage.refuses(stage.engine.up("finder", adopting), "it differs from the program in name");
    expect(await stage.writes()).toEqual([]);
  });
});

describe("a pending create", () => {
  /** The agent whose create got no response, and its id if it took effect. */
  const pending = async (when: "before" | "after"): Promise<{ readonly step: Step; readonly id: number }> => {
    const list = await stage.madeList();
    const other = await stage.made("other", stage.agent(list, { name: "Other" }));
    await stage.sandbox.fault({ kind: "reset", when, method: "POST", path: "/v1/agent" });
    await stage.sandbox.fault({ kind: "omit", path: "/v1/agent", createdSince: true, count: 50 });
    await stage.refusal(stage.engine.up("finder", stage.agent(list)));
    await stage.sandbox.clearFaults();
    await stage.forget();
    const { agents } = await stage.sandbox.objects();
    return { step: stage.agent(list), id: agents.at(-1)?.id ?? other };
  };
  const adopting = ({ kind, args }: Step, id: number): Step => ({ kind, args: { ...args, adopt: id } });
  const again = ({ kind, args }: Step): Step => ({ kind, args: { ...args, acknowledge: ["twin:none"] } });

  it("that did not take effect leaves the state, with a message", async () => {
    await pending("before");
    const warnings = await stage.engine.destroy("SourceAgent", "finder");
    expect(warnings.join()).toContain("its pending creation did not take effect, so it leaves the state");
    expect(await stage.writes()).toEqual([]);
  });

  it("that did not take effect is sent again, without a message", async () => {
    const { step } = await pending("before");
    const { op, warnings } = await stage.engine.up("finder", again(step));
    expect(op).toBe("replace");
    expect(warnings.join()).not.toContain("it leaves the state");
    expect(await stage.writes()).toEqual(["POST /v1/agent"]);
  });

  it("that took effect is deleted by its id", async () => {
    const { id } = await pending("after");
    await stage.engine.destroy("SourceAgent", "finder");
    expect(await stage.writes()).toEqual(["DELETE /v1/agent/ID"]);
    expect((await stage.sandbox.objects()).agents.map((agent) => agent.id)).not.toContain(id);
  });

  it("that took effect is adopted by its id", async () => {
    const { step, id } = await pending("after");
    expect((await stage.engine.up("finder", adopting(step, id))).op).toBe("replace");
    expect(stage.engine.stored("SourceAgent", "finder").id).toBe(String(id));
    expect(await stage.writes()).toEqual([]);
  });

  it("that took effect is not replaced, and is not dropped", async () => {
    const { step, id } = await pending("after");
    const took = `its creation did take effect: it is id ${id}.`;
    await stage.refuses(stage.engine.up("finder", again(step)), took);
    const other = Number(stage.engine.stored("SourceAgent", "other").id);
    await stage.refuses(stage.engine.up("finder", adopting(step, other)), took);
    expect(await stage.writes()).toEqual([]);
    // As the refusal says.
    expect((await stage.engine.upRefreshed("finder", step)).op).toBe("same");
    expect(stage.engine.stored("SourceAgent", "finder").id).toBe(String(id));
    expect(await stage.writes()).toEqual([]);
  });

  it("that a run has found before it was killed is deleted by its id", async () => {
    const { step, id } = await pending("after");
    await stage.refusal(stage.engine.up("finder", again(step)));
    await stage.engine.destroy("SourceAgent", "finder");
    expect(await stage.writes()).toEqual(["DELETE /v1/agent/ID"]);
    expect((await stage.sandbox.objects()).agents.map((agent) => agent.id)).not.toContain(id);
  });
});
