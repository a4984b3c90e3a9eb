import { expect } from "vitest";
import type { Case } from "../stage";

/** A resource that got another name in the program. */
export const renaming: readonly Case[] = [
  {
    row: 20,
    what: "an agent whose resource got another name is not deleted in the run that refuses the new one",
    async specOnly(stage) {
      const list = await stage.madeList();
      const id = await stage.made("old", stage.agent(list));
      await stage.forget();
      const program = { leads: stage.list({ name: "List leads" }), fresh: stage.agent(list) };
      expect(await stage.refusal(stage.engine.upContinuing(program))).toContain("Deleting source agent");
      expect(await stage.writes()).toEqual([]);
      expect((await stage.storedAgent(id)).id).toBe(id);
    },
  },
  {
    row: 14,
    what: "after an alias the state knows the resource by its new name",
    async both(stage) {
      const list = await stage.madeList();
      const id = await stage.made("old", stage.campaign(list));
      const { engine } = stage;
      const stored = engine.stored("Campaign", "old");
      engine.state.delete(engine.urn("Campaign", "old"));
      engine.state.set(engine.urn("Campaign", "new"), stored);
      await stage.forget();
      expect((await engine.up("new", stage.campaign(list))).op).toBe("update");
      expect((await engine.preview("new", stage.campaign(list))).op).toBe("same");
      expect(await stage.writes()).toEqual([]);
      expect(JSON.stringify(engine.stored("Campaign", "new").outputs)).toContain(engine.urn("Campaign", "new"));
      expect(engine.stored("Campaign", "new").id).toBe(String(id));
    },
  },
  {
    row: 17,
    what: "renaming the resource of an active campaign is refused before anything is sent, whoever comes first",
    async specOnly(stage) {
      const list = await stage.madeList();
      const id = await stage.made("q1", stage.campaign(list, { active: true }));
      await stage.forget();
      const renamed = { renamed: stage.campaign(list, { active: true }) };
      for (const again of [1, 2]) {
        const text = await stage.refusal(stage.engine.upAll(renamed, "deletes"));
        expect(text, String(again)).toContain(`has created a campaign of this name (id ${id})`);
        expect(text).toContain('aliases: [{ name: "<its old name>" }]');
      }
      stage.engine.restart({ acknowledge: [`twin:${id}`] });
      expect(await stage.refusal(stage.engine.upAll(renamed, "deletes"))).toContain(
        `list ${list} is already used by an active campaign (id ${id})`,
      );
      // A machine that remembers nothing learns it from a refresh.
      const text = await stage.refusal(stage.elsewhere().upAllRefreshed(renamed, "deletes"));
      expect(text).toContain(`the active campaign "Fintech Q1" (id ${id}) of this stack`);
      expect(text).toContain('aliases: [{ name: "q1" }]');
      expect(await stage.writes()).toEqual([]);
    },
  },
];
