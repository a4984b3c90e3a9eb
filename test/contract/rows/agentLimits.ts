import { expect } from "vitest";
import { type Case, inBoth, perMode } from "./stage";

/** Source agents that a limit has paused, and changes for which the service has no operation. */
export const agentLimits: readonly Case[] = [
  inBoth(
    6,
    "over the active agent limit: created paused, reported, recorded, and never a change afterwards",
    async (stage) => {
      await stage.sandbox.configure({ activeAgentLimit: 0 });
      const list = await stage.madeList();
      for (const args of [{}, { paused: false }]) {
        const name = JSON.stringify(args);
        const agent = stage.agent(list, { name, ...args });
        const { warnings } = await stage.engine.up(name, agent);
        const { id, outputs } = stage.engine.stored("SourceAgent", name);
        expect(warnings.join()).toContain(
          `created paused (id ${id}), because the account's active agent limit is reached`,
        );
        const wayOn = {
          full: "declare paused: false and run `pulumi up --refresh`",
          specOnly: "resume this one in the app",
        };
        expect(warnings.join()).toContain(wayOn[stage.mode]);
        expect(warnings.join()).not.toContain("holds other values");
        expect(outputs).toMatchObject({ paused: true, recorded: expect.stringContaining('"pausedByLimit":true') });
        expect((await stage.engine.preview(name, agent)).op).toBe("same");
      }
      // Other differing values are reported, limit or not.
      for (const path of ["/v1/agent", "/v1/agent/*"]) {
        await stage.sandbox.fault({ kind: "alter", path, set: { minLeadScore: 0.5 }, count: 9 });
      }
      const scored = stage.agent(list, { name: "scored", paused: false, minLeadScore: 0.8 });
      expect((await stage.engine.up("scored", scored)).warnings.join()).toContain(
        "the service holds other values than declared for minLeadScore:",
      );
      await stage.sandbox.clearFaults();
      // One that is declared as paused needs no special handling.
      const paused = stage.agent(list, { name: "paused", paused: true });
      expect((await stage.engine.up("paused", paused)).warnings.join()).not.toContain("limit");
    },
  ),
  perMode(6, "retried only after a refresh; a warning if it is still paused", {
    async full(stage) {
      await stage.sandbox.configure({ activeAgentLimit: 0 });
      const list = await stage.madeList();
      const agent = (name: string) => stage.agent(list, { name, paused: false });
      const id = await stage.made("finder", agent("one"));
      await stage.forget();
      await stage.engine.up("finder", agent("two"));
      expect((await stage.storedAgent(id)).paused).toBe(true);
      expect(stage.engine.stored("SourceAgent", "finder").outputs.paused).toBe(true);

      expect(await stage.engine.refresh("SourceAgent", "finder")).toEqual(["paused"]);
      const { op, warnings } = await stage.engine.up("finder", agent("two"));
      expect(op).toBe("update");
      expect(warnings.join()).toContain("still paused, because the account's active agent limit is reached");
      expect((await stage.engine.preview("finder", agent("two"))).op).toBe("same");

      await stage.sandbox.configure({ activeAgentLimit: 25 });
      await stage.engine.upRefreshed("finder", agent("two"));
      expect((await stage.storedAgent(id)).paused).toBe(false);
      const { outputs } = stage.engine.stored("SourceAgent", "finder");
      expect(outputs.paused).toBe(false);
      expect(outputs.recorded).not.toContain("pausedByLimit");
    },
    async specOnly(stage) {
      await stage.sandbox.configure({ activeAgentLimit: 0 });
      const list = await stage.madeList();
      const agent = stage.agent(list, { paused: false });
      await stage.made("finder", agent);
      // The service does not show it, so nothing is retried.
      expect(await stage.engine.refresh("SourceAgent", "finder")).toEqual([]);
      expect((await stage.engine.up("finder", agent)).op).toBe("same");
    },
  }),
  perMode(7, "a change for which the service has no operation fails before anything is sent", {
    async full(stage) {
      const { list } = await stage.madeAgent();
      await stage.answers("PATCH /v1/agent/*", 404, {
        body: { statusCode: 404, message: "Cannot PATCH /v1/agent/1", error: "Not Found" },
      });
      const text = await stage.refusal(stage.engine.up("finder", stage.agent(list, { minLeadScore: 0.8 })));
      expect(text).toContain("this service has no operation that changes minLeadScore");
      expect(text).toContain(`\`pulumi up --replace '${stage.engine.urn("SourceAgent", "finder")}'\``);
      // From then on the preview reports it; a refresh forgets it.
      const changed = stage.agent(list, { minLeadScore: 0.8 });
      await stage.refuses(() => stage.engine.preview("finder", changed), "`pulumi refresh` checks again");
      expect(await stage.engine.refresh("SourceAgent", "finder")).toEqual([]);
      expect((await stage.engine.up("finder", changed)).op).toBe("update");
    },
    async specOnly(stage) {
      const { list, id } = await stage.madeAgent();
      await stage.forget();
      const text = await stage.refusal(
        stage.engine.up("finder", stage.agent(list, { minLeadScore: 0.8, paused: true })),
      );
      // Whatever else is wrong, an agent that should stop stops.
      expect(text).toContain("paused was changed, and this service has no operation that changes minLeadScore");
      expect(text).toContain(`\`pulumi up --replace '${stage.engine.urn("SourceAgent", "finder")}'\``);
      expect(await stage.writes()).toEqual(["PATCH /v1/agent/ID"]);
      expect(stage.engine.stored("SourceAgent", "finder").outputs.paused).toBe(true);
      expect(stage.engine.stored("SourceAgent", "finder").outputs).not.toHaveProperty("minLeadScore");
      const replaced = stage.agent(list, { minLeadScore: 0.8, paused: true }, { replace: true });
      expect((await stage.engine.up("finder", replaced)).op).toBe("replace");
      expect((await stage.sandbox.objects()).agents).toMatchObject([{ minLeadScore: 0.8, paused: true }]);
      expect(stage.engine.stored("SourceAgent", "finder").id).not.toBe(String(id));
    },
  }),
  inBoth(7, "pausing is the only change that every service has", async (stage) => {
    const { list, id } = await stage.madeAgent();
    await stage.forget();
    const paused = stage.agent(list, { paused: true });
    expect((await stage.engine.up("finder", paused)).op).toBe("update");
    expect(await stage.writes()).toEqual(["PATCH /v1/agent/ID"]);
    expect((await stage.storedAgent(id)).paused).toBe(true);
    expect(stage.engine.stored("SourceAgent", "finder").outputs.paused).toBe(true);
    expect((await stage.engine.preview("finder", paused)).op).toBe("same");
  }),
];
