import { expect } from "vitest";
import { signal } from "../../../provider/src/resources/sourceAgent/signal";
import { type Case, inBoth, inFull, signals } from "./stage";

const visitor = { agentType: "website-visitor", variables: undefined };

export const sourceAgents: readonly Case[] = [
  inFull(
    "pending",
    "an agent that was deleted meanwhile does not block the proof that another was never created",
    async (stage) => {
      const list = await stage.madeList();
      await stage.made("other", stage.agent(list, { name: "Other" }));
      await stage.sandbox.fault({ kind: "reset", when: "before", method: "POST", path: "/v1/agent" });
      await stage.refuses(stage.engine.up("finder", stage.agent(list)), "pulumi up --refresh");
      await stage.engine.destroy("SourceAgent", "other");
      expect((await stage.engine.upRefreshed("finder", stage.agent(list))).op).toBe("create");
      expect((await stage.sandbox.objects()).agents.map(({ name }) => name)).toEqual(["Finder"]);
    },
  ),
  inBoth(4, "an agent is created once, and the next run has no changes", async (stage) => {
    const list = await stage.madeList();
    await stage.forget();
    const agent = stage.agent(list, { minLeadScore: 0.8, targetLocations: ["France"] });
    expect((await stage.engine.up("finder", agent)).op).toBe("create");
    expect(await stage.writes()).toEqual(["POST /v1/agent"]);
    expect((await stage.engine.preview("finder", agent)).op).toBe("same");
    expect(await stage.engine.refresh("SourceAgent", "finder")).toEqual([]);
  }),
  inFull(4, "only the change is sent; signals keep the service's additions", async (stage) => {
    await stage.sandbox.configure({ decorateSignals: true });
    const list = await stage.madeList();
    const other = await stage.madeList("other");
    const id = await stage.made(
      "finder",
      stage.agent(list, { targetIndustries: ["Banking"], targetLocations: ["France"] }),
    );
    await stage.sandbox.addServiceSignals({ agentId: id, signals: [{ type: "LOOKALIKE", value: "acme" }] });
    expect(await stage.engine.refresh("SourceAgent", "finder")).toEqual([]);
    await stage.forget();
    const variables = [...signals.slice(1), signal.technology("adyen")];
    const changed = stage.agent(other, { variables, targetIndustries: [], targetLocations: ["France"] });
    expect((await stage.engine.up("finder", changed)).op).toBe("update");
    expect(await stage.writes()).toEqual(["PATCH /v1/agent/ID"]);
    const stored = await stage.storedAgent(id);
    expect(stored).toMatchObject({ listId: other, targetIndustries: [], targetLocations: ["France"] });
    expect(stored.variables?.map(({ type, value }) => `${type} ${value}`).sort()).toEqual(
      [...variables.map(({ type, value }) => `${type} ${value}`), "LOOKALIKE acme"].sort(),
    );
    expect((await stage.engine.preview("finder", changed)).op).toBe("same");
    expect(await stage.engine.refresh("SourceAgent", "finder")).toEqual([]);
  }),
  inFull(4, "a change that the service ignores is an error that names the replacement", async (stage) => {
    const { list, id } = await stage.madeAgent();
    await stage.answers("PATCH /v1/agent/*", 200, { body: { id, name: "Finder", listId: list, minLeadScore: 0.5 } });
    const text = await stage.refusal(stage.engine.up("finder", stage.agent(list, { minLeadScore: 0.8 })));
    expect(text).toContain("left minLeadScore as before");
    expect(text).toContain(`pulumi up --replace '${stage.engine.urn("SourceAgent", "finder")}'`);
  }),
  inBoth(
    5,
    "another agentType replaces the agent, the old one first, and the preview reports that the run logs are lost",
    async (stage) => {
      const { list, id } = await stage.madeAgent();
      const changed = stage.agent(list, visitor);
      const preview = await stage.engine.preview("finder", changed);
      expect(preview.op).toBe("replace");
      expect(preview.warnings.join()).toContain(
        `(id ${id}): a change of agentType replaces it; its run logs are lost, its list and leads stay`,
      );
      await stage.forget();
      await stage.engine.up("finder", changed);
      expect(await stage.writes()).toEqual(["DELETE /v1/agent/ID", "POST /v1/agent"]);
    },
  ),
  inFull(5, "the old agent stays if the new one would be refused", async (stage) => {
    const { list, id } = await stage.madeAgent();
    const twin = await stage
      .another()
      .up("theirs", stage.agent(list, visitor))
      .then(() => stage.sandbox.objects());
    const twinId = twin.agents.at(-1)?.id;
    await stage.forget();
    const text = await stage.refusal(stage.engine.up("finder", stage.agent(list, visitor)));
    expect(text).toContain(`the account already holds the same source agent, id ${twinId}`);
    expect(await stage.writes()).toEqual([]);
    expect((await stage.storedAgent(id)).id).toBe(id);
    expect(stage.engine.stored("SourceAgent", "finder").id).toBe(String(id));
  }),
  inBoth(8, "an agent is deleted; a missing one is not an error", async (stage) => {
    const { list } = await stage.madeAgent();
    await stage.forget();
    expect(await stage.engine.destroy("SourceAgent", "finder")).not.toContain("tracking script");
    expect(await stage.writes()).toEqual(["DELETE /v1/agent/ID"]);
    const gone = await stage.made("gone", stage.agent(list, { name: "gone" }));
    await stage.sandbox.deleteAgent({ agentId: gone });
    await stage.engine.destroy("SourceAgent", "gone");
    expect((await stage.sandbox.counts()).agents).toBe(0);
  }),
  inBoth(8, "deleting a website-visitor agent reports that its script is switched off", async (stage) => {
    const { id } = await stage.madeAgent(visitor);
    const warnings = await stage.engine.destroy("SourceAgent", "finder");
    expect(warnings.join()).toContain(
      `source agent "Finder" (id ${id}): deleted, and its tracking script is switched off on the website`,
    );
  }),
];
