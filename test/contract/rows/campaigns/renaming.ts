import { expect } from "vitest";
import { rename } from "../oldRecords";
import { type Case, inBoth, inFull, inSpecOnly } from "../stage";

/** A resource that was renamed in the program. */
export const renaming: readonly Case[] = [
  inSpecOnly(
    20,
    "an agent whose resource was renamed is not deleted in the run that refuses the new one",
    async (stage) => {
      const list = await stage.madeList();
      const id = await stage.made("old", stage.agent(list));
      await stage.forget();
      const program = { leads: stage.list({ name: "List leads" }), fresh: stage.agent(list) };
      await stage.refuses(stage.engine.upContinuing(program), "Deleting source agent");
      expect(await stage.writes()).toEqual([]);
      expect((await stage.storedAgent(id)).id).toBe(id);
    },
  ),
  inBoth(14, "after an alias the state has the resource under its new name", async (stage) => {
    const list = await stage.madeList();
    const id = await stage.made("old", stage.campaign(list));
    const { engine } = stage;
    rename(engine, "Campaign", "old", "new");
    await stage.forget();
    expect((await engine.up("new", stage.campaign(list))).op).toBe("update");
    expect((await engine.preview("new", stage.campaign(list))).op).toBe("same");
    expect(await stage.writes()).toEqual([]);
    expect(JSON.stringify(engine.stored("Campaign", "new").outputs)).toContain(engine.urn("Campaign", "new"));
    expect(engine.stored("Campaign", "new").id).toBe(String(id));
  }),
  inFull(
    13,
    "a campaign that ran, renamed by an alias, does not start again under another name by a forced replacement",
    async (stage) => {
      const { list, id } = await stage.madeCampaign({ active: true });
      await stage.sandbox.setActive({ campaignId: id, active: false });
      await stage.engine.refresh("Campaign", "q1");
      rename(stage.engine, "Campaign", "q1", "renamed");
      await stage.forget();
      const again = stage.campaign(list, { name: "Another", active: true });
      await stage.refuses(stage.engine.up("renamed", { ...again, replace: true }), "would start again at step 1");
      expect(await stage.writes()).toEqual([]);
    },
  ),
  inFull(
    20,
    "an agent that an alias has renamed is not deleted if the one that would replace it exists already",
    async (stage) => {
      const list = await stage.madeList();
      await stage.another().upIn("other", "its", stage.agent(list, { name: "Another" }));
      const id = await stage.made("finder", stage.agent(list));
      rename(stage.engine, "SourceAgent", "finder", "scout");
      await stage.forget();
      const twin = { ...stage.agent(list, { name: "Another" }), replace: true };
      await stage.refusal(stage.engine.up("scout", twin));
      expect(await stage.writes()).toEqual([]);
      expect((await stage.storedAgent(id)).id).toBe(id);
    },
  ),
  inSpecOnly(
    17,
    "renaming the resource of an active campaign is refused before anything is sent, whoever comes first",
    async (stage) => {
      const { list, id } = await stage.madeCampaign({ active: true });
      await stage.forget();
      const renamed = { renamed: stage.campaign(list, { active: true }) };
      for (const again of [1, 2]) {
        const text = await stage.refusal(stage.engine.upAll(renamed, "deletes"));
        expect(text, String(again)).toContain(`is also used by the active campaign "q1" (id ${id}) of this stack`);
        expect(text).toContain('aliases: [{ name: "q1" }]');
      }
      // What is acknowledged for the state is still compared with the records.
      stage.engine.restart({ acknowledge: [`shared-list:${id}`] });
      const held = await stage.refusal(stage.engine.upAll(renamed, "deletes"));
      expect(held).toContain(`has created a campaign of this name (id ${id})`);
      expect(held).toContain('aliases: ["<its old URN>"]');
      // A machine without records learns it from a refresh.
      const text = await stage.refusal(stage.elsewhere().upAllRefreshed(renamed, "deletes"));
      expect(text).toContain(`the active campaign "Fintech Q1" (id ${id}) of this stack`);
      expect(text).toContain('aliases: [{ name: "q1" }]');
      expect(await stage.writes()).toEqual([]);
    },
  ),
  inSpecOnly(
    17,
    "a machine without records knows running campaigns in the state that the program no longer declares",
    async (stage) => {
      const { list, id } = await stage.madeCampaign({ active: true });
      await stage.made("draft", stage.campaign(list, { name: "Draft" }));
      await stage.forget();
      const renamed = { renamed: stage.campaign(list, { active: true }) };
      const engine = stage.elsewhere();
      for (const text of [
        await stage.refusal(() => engine.previewAll(renamed)),
        await stage.refusal(engine.upAll(renamed, "deletes")),
      ]) {
        expect(text).toContain(`list ${list} is also used by the active campaign "q1" (id ${id}) of this stack`);
        expect(text).toContain('aliases: [{ name: "q1" }]');
        expect(text).toContain(`acknowledge: ["shared-list:${id}"]`);
      }
      // Also under another name, but not on another list, nor with a draft.
      const other = { name: "Another", active: true };
      await stage.refuses(() => engine.previewAll({ other: stage.campaign(list, other) }), '"q1"');
      const elsewhere = await stage.madeList("elsewhere");
      expect(await engine.previewAll({ other: stage.campaign(elsewhere, other) })).toEqual({ other: "create" });
      expect(await engine.previewAll({ other: stage.campaign(list, { name: "Other" }) })).toEqual({ other: "create" });
      // Once the old one is acknowledged as off, or is adopted, the new one is allowed.
      const off = stage.campaign(list, { ...other, acknowledge: [`inactive:${id}`] });
      expect(await engine.previewAll({ off })).toEqual({ off: "create" });
      const adopting = stage.campaign(list, { active: true, adopt: id });
      expect(await engine.previewAll({ adopting })).toEqual({ adopting: "create" });
      expect(await stage.writes()).toEqual(["POST /v1/list"]);
    },
  ),
  inSpecOnly(
    17,
    "a pending active campaign that left the program counts as running if no other machine recorded it",
    async (stage) => {
      const list = await stage.madeList();
      await stage.lose("q1", stage.campaign(list, { active: true }));
      const renamed = { renamed: stage.campaign(list, { active: true }) };
      expect(await stage.refusal(() => stage.elsewhere().previewAll(renamed))).toContain(
        'the active campaign "q1" of this stack, whose creation is still pending',
      );
    },
  ),
];
