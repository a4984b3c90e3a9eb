import { expect } from "vitest";
import { behindGateway } from "./gateway";
import { type Case, otherText } from "./stage";

/** Several stacks, or one stack at another address, with the same objects. */
export const otherStacks: readonly Case[] = [
  {
    row: 21,
    what: "taking over another stack's object is reported",
    async full(stage) {
      const id = await stage.madeList("theirs");
      const other = stage.another();
      const { warnings } = await other.upIn("another-stack", "mine", stage.list({ name: "List theirs", adopt: id }));
      expect(warnings.join()).toContain(`another stack has created list ${id}. Only one stack should manage it`);
      const twin = stage.list({ name: "List theirs" });
      expect(await stage.refusal(stage.another().upIn("third", "mine", twin))).toContain(
        "Another stack has created it",
      );
    },
  },
  {
    row: 20,
    what: "an object that, according to the records, another stack has created is not created again",
    async specOnly(stage) {
      await stage.sandbox.fault({ kind: "reset", when: "after", method: "POST", path: "/v1/list" });
      expect(await stage.refusal(stage.engine.up("theirs", stage.list()))).toContain("the answer was lost");
      const other = stage.another();
      const text = await stage.refusal(other.upIn("another-stack", "mine", stage.list({ acknowledge: ["twin:none"] })));
      expect(text).toContain("created a list of this name for another stack, so it may exist");
      await stage.forget();
      const named = stage.list({ acknowledge: [/"(twin:none:\w+)"/.exec(text)?.[1]] });
      expect((await other.upIn("another-stack", "mine", named)).op).toBe("create");
    },
  },
  {
    row: 8,
    what: "an agent that another stack has taken over leaves the state, but is not deleted",
    async both(stage) {
      const list = await stage.madeList();
      const id = await stage.made("finder", stage.agent(list));
      const other = stage.another();
      await other.upIn("other", "mine", stage.agent(list, { adopt: id }));
      await stage.engine.refresh("SourceAgent", "finder");
      await stage.forget();
      const warnings = await stage.engine.destroy("SourceAgent", "finder");
      expect(warnings.join()).toContain("another stack has adopted this source agent since");
      expect(await stage.writes()).toEqual([]);
      // The stack that manages it deletes it.
      await other.destroy("SourceAgent", "mine");
      expect(await stage.writes()).toEqual(["DELETE /v1/agent/ID"]);
    },
  },
  {
    row: 8,
    what: "an agent that another stack has taken over is replaced only after it is released or taken back",
    async both(stage) {
      const list = await stage.madeList();
      const id = await stage.made("finder", stage.agent(list));
      const other = stage.another();
      await other.upIn("other", "mine", stage.agent(list, { adopt: id }));
      await stage.forget();
      const replaced = stage.agent(list, {}, { replace: true });
      expect(await stage.refusal(stage.engine.up("finder", replaced))).toContain("another stack has adopted this");
      expect(await stage.writes()).toEqual([]);
      // As the refusal says.
      stage.engine.state.delete(stage.engine.urn("SourceAgent", "finder"));
      await stage.engine.up("finder", stage.agent(list, { adopt: id }));
      expect((await stage.engine.up("finder", replaced)).op).toBe("replace");
      expect(await stage.writes()).toEqual(["DELETE /v1/agent/ID", "POST /v1/agent"]);
    },
  },
  {
    row: 8,
    what: "a renamed stack keeps its adopted objects",
    async both(stage) {
      const list = await stage.madeList();
      const elsewhere = stage.another();
      await elsewhere.upIn("first", "finder", stage.agent(list));
      const id = Number(elsewhere.stored("SourceAgent", "finder").id);
      await stage.engine.upIn("before", "finder", stage.agent(list, { adopt: id }));
      const stored = stage.engine.stored("SourceAgent", "finder");
      stage.engine.state.delete(stage.engine.urn("SourceAgent", "finder"));
      await stage.engine.upIn("after", "unrelated", stage.list({ name: "Unrelated" }));
      stage.engine.state.set(stage.engine.urn("SourceAgent", "finder"), stored);
      // A change that fails leaves it as it was.
      await stage.sandbox.fault({ kind: "status", method: "GET", path: "/v1/agent/*", status: 400 });
      const reasons = { full: "→ 400", specOnly: "no operation that changes minLeadScore" };
      const failing = stage.engine.up("finder", stage.agent(list, { minLeadScore: 0.9 }));
      expect(await stage.refusal(failing)).toContain(reasons[stage.mode]);
      await stage.sandbox.clearFaults();
      await stage.engine.up("finder", stage.agent(list, { acknowledge: ["twin:5"] }));
      await stage.forget();
      await stage.engine.destroy("SourceAgent", "finder");
      expect(await stage.writes()).toEqual(["DELETE /v1/agent/ID"]);
    },
  },
  {
    row: 16,
    what: "a campaign that another stack has released, or has taken over, is guarded like any other",
    async full(stage) {
      const list = await stage.madeList();
      const id = await stage.made("q1", stage.campaign(list));
      const other = stage.another();
      await other.upIn("other", "q1", stage.campaign(list, { adopt: id }));
      await stage.sandbox.setActive({ campaignId: id, active: true });
      expect(await stage.refusal(stage.engine.destroy("Campaign", "q1"))).toContain("it is active");
      await stage.addPerson(list);
      await stage.sandbox.advance({ days: 3 });
      await stage.sandbox.setActive({ campaignId: id, active: false });
      await other.destroy("Campaign", "q1");
      await stage.engine.refresh("Campaign", "q1");
      const changed = stage.campaign(list, { name: "Later", active: true, steps: otherText });
      await stage.forget();
      expect(await stage.refusal(stage.engine.up("q1", changed))).toContain("would start again at step 1");
      expect(await stage.writes()).toEqual([]);
    },
  },
  {
    row: "belongs",
    what: "the records move with the service",
    async specOnly(stage) {
      const list = await stage.madeList();
      const wanted = stage.campaign(list, { active: true });
      await stage.killedAfter("q1", wanted);
      await behindGateway(stage, async (origin) => {
        stage.engine.restart({ origin, acknowledge: [`moved:${stage.settings.origin}`] });
        await stage.engine.refresh("List", "leads");
        stage.engine.restart({ origin });
        await stage.forget();
        expect(await stage.refusal(stage.engine.up("q1", wanted))).toContain("an earlier run was cut off");
        expect(await stage.writes()).toEqual([]);
      });
    },
  },
];
