import { expect } from "vitest";
import { type Case, inSpecOnly } from "../stage";

/** The program's knowledge from the engine about campaigns in the state, on a machine without records. */
export const stated: readonly Case[] = [
  inSpecOnly(
    17,
    "a campaign in the state that becomes active beside a running one that leaves the program",
    async (stage) => {
      const { list, id: running } = await stage.madeCampaign({ name: "Q1", active: true });
      const id = await stage.made("q2", stage.campaign(list, { name: "Q2" }));
      await stage.forget();
      const engine = stage.elsewhere();
      const active = (acknowledge: readonly string[]) => ({
        q2: stage.campaign(list, { name: "Q2", active: true, acknowledge }),
      });
      for (const text of [
        await stage.refusal(() => engine.previewAll(active([`inactive:${id}`]))),
        await stage.refusal(engine.upAll(active([`inactive:${id}`]), "deletes")),
      ]) {
        expect(text).toContain(`list ${list} is also used by the active campaign "q1" (id ${running}) of this stack`);
        expect(text).toContain(`acknowledge: ["shared-list:${running}"]`);
      }
      expect(await stage.writes()).toEqual([]);
      const codes = [`inactive:${id}`, `shared-list:${running}`];
      expect(await engine.previewAll(active(codes))).toEqual({ q2: "replace" });
      // On a separate list it may start.
      const own = await stage.madeList("own");
      const moved = { q2: stage.campaign(own, { name: "Q2", active: true, acknowledge: [`inactive:${id}`] }) };
      expect(await engine.previewAll(moved)).toEqual({ q2: "replace" });
    },
  ),
  inSpecOnly(13, "a campaign that ran, is off and was renamed without an alias does not start again", async (stage) => {
    const { list, id } = await stage.madeCampaign({ active: true });
    await stage.engine.up("q1", stage.campaign(list, { active: false, acknowledge: [`inactive:${id}`] }));
    await stage.made("draft", stage.campaign(list, { name: "Draft" }));
    await stage.forget();
    const engine = stage.elsewhere();
    const renamed = (args: object = {}) => ({ renamed: stage.campaign(list, { active: true, ...args }) });
    for (const text of [
      await stage.refusal(() => engine.previewAll(renamed())),
      await stage.refusal(engine.upAll(renamed(), "deletes")),
    ]) {
      expect(text).toContain(
        `the campaign "q1" (id ${id}) of this stack has the same name and has run on the same list: its people would start again at step 1`,
      );
      expect(text).toContain('aliases: [{ name: "q1" }]');
      expect(text).toContain('acknowledge: ["restart"]');
    }
    expect(await stage.writes()).toEqual([]);
    const elsewhere = await stage.madeList("elsewhere");
    for (const args of [
      { acknowledge: ["restart"] },
      { name: "Another" },
      { name: "Draft" },
      { listIds: [elsewhere] },
      { active: false },
      // The update decides whether there is one to take over.
      { adopt: "twin" },
      { adopt: id },
    ]) {
      expect(await engine.previewAll(renamed(args)), JSON.stringify(args)).toEqual({ renamed: "create" });
    }
  }),
  inSpecOnly(
    13,
    "the code that a campaign in the state is off does not allow its people to start again",
    async (stage) => {
      const { list, id } = await stage.madeCampaign({ active: true });
      const again = (acknowledge: readonly string[]) => ({
        again: stage.campaign(list, { active: true, acknowledge }),
      });
      const engine = stage.elsewhere();
      await stage.refuses(() => engine.previewAll(again([`inactive:${id}`])), "again at step 1");
      for (const codes of [[`inactive:${id}`, "restart"], [`shared-list:${id}`]]) {
        expect(await engine.previewAll(again(codes))).toEqual({ again: "create" });
      }
    },
  ),
  inSpecOnly(17, "if the engine does not provide the state, a start warns, and a refresh shows it", async (stage) => {
    const { list } = await stage.madeCampaign({ active: true });
    const engine = stage.elsewhere();
    engine.answersState = false;
    const renamed = { renamed: stage.campaign(list, { active: true }) };
    expect(await engine.previewAll(renamed)).toEqual({ renamed: "create" });
    expect(engine.warnings.join()).toContain(
      "the engine did not tell what the state holds of other campaigns. If this service does not show campaigns,",
    );
    expect(engine.warnings.join()).toContain("run `pulumi up --refresh`");
    await stage.refuses(engine.upAllRefreshed(renamed), "is also used by the active campaign");
    // Nothing starts.
    expect(await engine.previewAll({ draft: stage.campaign(list, { name: "Draft" }) })).toEqual({ draft: "create" });
    expect(engine.warnings.join()).not.toContain("the engine did not tell");
  }),
  inSpecOnly(
    20,
    "a list in the state that is declared under another resource without an alias is not created again",
    async (stage) => {
      const id = await stage.madeList("leads", { name: "Leads" });
      await stage.made("finder", stage.agent(id));
      await stage.forget();
      const engine = stage.elsewhere();
      const moved = (args: object = {}) => ({ moved: stage.list({ name: "Leads ", ...args }) });
      const text = await stage.refusal(engine.upAll(moved(), "deletes"));
      expect(text).toContain(`Creating list "Leads": the state holds a list of this name for leads (id ${id})`);
      expect(text).toContain('If moved is leads under a new name: aliases: [{ name: "leads" }]');
      expect(text).toContain(`acknowledge: ["twin:${id}"]`);
      expect(await stage.writes()).toEqual([]);
      // A source agent with this name is distinguished by more than its name.
      await engine.up("second", stage.agent(id, { minLeadScore: 0.9 }));
      await engine.up("moved", stage.list({ name: "Leads", acknowledge: [`twin:${id}`] }));
      await stage.elsewhere().up("others", stage.list({ name: "Others" }));
      expect(await stage.writes()).toEqual(["POST /v1/agent", "POST /v1/list", "POST /v1/list"]);
    },
  ),
  inSpecOnly(20, "another user's list in the state does not block one with its name", async (stage) => {
    await stage.madeList("leads", { name: "Leads" });
    const engine = stage.elsewhere();
    // Under her own Provider, whose resources the class distinguishes.
    engine.tellsOwners = false;
    engine.restart({ impersonateUserId: "102" });
    expect((await engine.up("hers", stage.list({ name: "Leads" }))).op).toBe("create");
  }),
];
