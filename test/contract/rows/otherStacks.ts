import { expect } from "vitest";
import { behindGateway } from "./gateway";
import { type Case, inBoth, inFull, inSpecOnly, otherText } from "./stage";

/** Several stacks, or one stack at another address, with the same objects. */
export const otherStacks: readonly Case[] = [
  inFull(21, "taking over another stack's object is reported", async (stage) => {
    const id = await stage.madeList("theirs");
    const other = stage.another();
    const { warnings } = await other.upIn("another-stack", "mine", stage.list({ name: "List theirs", adopt: id }));
    expect(warnings.join()).toContain(`another stack has created list ${id}. Only one stack should manage it`);
    const twin = stage.list({ name: "List theirs" });
    await stage.refuses(stage.another().upIn("third", "mine", twin), "Another stack has created it");
  }),
  inSpecOnly(
    20,
    "an object that, according to the records, another stack has created is not created again",
    async (stage) => {
      await stage.sandbox.fault({ kind: "reset", when: "after", method: "POST", path: "/v1/list" });
      await stage.refuses(stage.engine.up("theirs", stage.list()), "the answer was lost");
      const other = stage.another();
      const text = await stage.refusal(other.upIn("another-stack", "mine", stage.list({ acknowledge: ["twin:none"] })));
      expect(text).toContain("created a list of this name for another stack, so it may exist");
      await stage.forget();
      const named = stage.list({ acknowledge: [/"(twin:none:\w+)"/.exec(text)?.[1]] });
      expect((await other.upIn("another-stack", "mine", named)).op).toBe("create");
    },
  ),
  inBoth(8, "an agent that another stack has taken over leaves the state, but is not deleted", async (stage) => {
    const { list, id } = await stage.madeAgent();
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
  }),
  inBoth(
    8,
    "an agent that another stack has taken over is replaced only after it is released or taken back",
    async (stage) => {
      const { list, id } = await stage.madeAgent();
      const other = stage.another();
      await other.upIn("other", "mine", stage.agent(list, { adopt: id }));
      await stage.forget();
      const replaced = stage.agent(list, {}, { replace: true });
      await stage.refuses(stage.engine.up("finder", replaced), "another stack has adopted this");
      expect(await stage.writes()).toEqual([]);
      // As the refusal says.
      stage.engine.state.delete(stage.engine.urn("SourceAgent", "finder"));
      await stage.engine.up("finder", stage.agent(list, { adopt: id }));
      expect((await stage.engine.up("finder", replaced)).op).toBe("replace");
      expect(await stage.writes()).toEqual(["DELETE /v1/agent/ID", "POST /v1/agent"]);
    },
  ),
  inBoth(8, "a renamed stack keeps its adopted objects", async (stage) => {
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
    await stage.answers("GET /v1/agent/*", 400);
    const reasons = { full: "→ 400", specOnly: "no operation that changes minLeadScore" };
    const failing = stage.engine.up("finder", stage.agent(list, { minLeadScore: 0.9 }));
    await stage.refuses(failing, reasons[stage.mode]);
    await stage.sandbox.clearFaults();
    await stage.engine.up("finder", stage.agent(list, { acknowledge: ["twin:5"] }));
    await stage.forget();
    await stage.engine.destroy("SourceAgent", "finder");
    expect(await stage.writes()).toEqual(["DELETE /v1/agent/ID"]);
  }),
  inFull(
    16,
    "a campaign that another stack has released, or has taken over, is guarded like any other",
    async (stage) => {
      const { list, id } = await stage.madeCampaign();
      const other = stage.another();
      await other.upIn("other", "q1", stage.campaign(list, { adopt: id }));
      await stage.sandbox.setActive({ campaignId: id, active: true });
      await stage.refuses(stage.engine.destroy("Campaign", "q1"), "it is active");
      await stage.addPerson(list);
      await stage.sandbox.advance({ days: 3 });
      await stage.sandbox.setActive({ campaignId: id, active: false });
      await other.destroy("Campaign", "q1");
      await stage.engine.refresh("Campaign", "q1");
      const changed = stage.campaign(list, { name: "Later", active: true, steps: otherText });
      await stage.forget();
      await stage.refuses(stage.engine.up("q1", changed), "would start again at step 1");
      expect(await stage.writes()).toEqual([]);
    },
  ),
  inSpecOnly("belongs", "the records move with the service", async (stage) => {
    const list = await stage.madeList();
    const wanted = stage.campaign(list, { active: true });
    await stage.killedAfter("q1", wanted);
    await behindGateway(stage, async (origin) => {
      stage.engine.restart({ origin, acknowledge: [`moved:${stage.settings.origin}`] });
      await stage.engine.refresh("List", "leads");
      stage.engine.restart({ origin });
      await stage.forget();
      await stage.refuses(stage.engine.up("q1", wanted), "an earlier run was cut off");
      expect(await stage.writes()).toEqual([]);
    });
  }),
];
