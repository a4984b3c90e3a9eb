import { expect } from "vitest";
import { type Case, delayed, inFull, inSpecOnly, otherText } from "../stage";

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
    "a `restart` that moves with its campaign to a resource without an alias counts once",
    async (stage) => {
      const { list, id } = await stage.madeCampaign({ active: true, acknowledge: ["restart"] });
      const off = { active: false, acknowledge: [`inactive:${id}`, "restart"] };
      await stage.engine.up("q1", stage.campaign(list, off));
      await stage.forget();
      const again = { again: stage.campaign(list, { active: true, acknowledge: ["restart"] }) };
      const engine = stage.elsewhere();
      const text = await stage.refusal(() => engine.previewAll(again));
      expect(text).toContain("its people would start again at step 1");
      expect(text).toContain(
        'OUTREACH_ACKNOWLEDGE=restart for one run (in the program, "restart" has counted for this resource or another one, and does not count again)',
      );
      await stage.refuses(engine.upAll(again, "deletes"), "its people would start again at step 1");
      expect(await stage.writes()).toEqual([]);
      engine.restart({ acknowledge: ["restart"] });
      expect(await engine.previewAll(again)).toEqual({ again: "create" });
    },
  ),
  inFull(
    17,
    "nothing is created while the service shows none of the campaigns that it showed before",
    async (stage) => {
      const { list, id } = await stage.madeCampaign({ name: "Q1", active: true });
      const own = await stage.madeList("own");
      const foreign = await stage.madeList("foreign");
      const other = stage.remembering();
      await other.upIn("other", "theirs", stage.campaign(foreign, { name: "Theirs", active: true, steps: delayed }));
      const body = { statusCode: 404, message: "Cannot GET /v1/campaign" };
      for (const path of ["/v1/campaign", "/v1/campaign/*", "/v1/list"]) {
        await stage.answers(`GET ${path}`, 404, { body, count: 50 });
      }
      await stage.forget();
      const q2 = (listId: number) => ({ q2: stage.campaign(listId, { name: "Q2", active: true, steps: otherText }) });
      const engine = stage.elsewhere();
      const q1 = stage.campaign(list, { name: "Q1", active: true });
      for (const hidden of [own, foreign]) {
        for (const work of [
          () => engine.upAll(q2(hidden), "deletes"),
          () => engine.upAll({ ...q2(hidden), q1 }),
          // The refresh of the same run does not make the service one without a listing.
          () => stage.elsewhere().upAllRefreshed({ q1, ...q2(hidden) }),
          () => engine.upAll({ q2: stage.campaign(hidden, { name: "Q2" }) }),
        ]) {
          await stage.refuses(work, "this service showed campaigns before and shows none now");
        }
      }
      expect(await stage.writes()).toEqual([]);
      // A day after a refresh has recorded it, the state's campaigns count.
      await engine.refresh("Campaign", "q1");
      engine.pass(24 * 60 * 60_000);
      const text = await stage.refusal(engine.upAll(q2(list), "deletes"));
      expect(text).toContain(`is also used by the active campaign "q1" (id ${id}) of this stack`);
      await engine.upAll(q2(own));
      expect(await stage.writes()).toEqual(["POST /v1/campaign"]);
      await stage.refuses(
        () => engine.previewAll({ q3: stage.campaign(list, { name: "Q3", active: true }) }),
        `is also used by the active campaign "q1" (id ${id}) of this stack`,
      );
    },
  ),
  inFull(17, "a service that shows no lists: those in the state count, on a machine without records", async (stage) => {
    // Of a list, the service shows only the campaign that used it last.
    const list = await stage.madeList();
    const q1 = stage.campaign(list, { name: "Q1", active: true });
    const id = await stage.made("q1", q1);
    const draft = stage.campaign(list, { name: "Spring", steps: otherText });
    await stage.made("spring", draft);
    await stage.forget();
    const spring = stage.campaign(list, { name: "Spring", steps: otherText, active: true });
    const summer = stage.campaign(list, { name: "Summer", steps: delayed, active: true });
    // Alone, as with --target; first in the program; and in place of the running one.
    for (const [program, deletes] of [
      [{ spring }, "leaves"],
      [{ summer }, "leaves"],
      [{ summer, q1 }, "leaves"],
      [{ spring, renamed: { ...q1, args: { ...q1.args, name: "Renamed" } } }, "deletes"],
    ] as const) {
      const text = await stage.refusal(stage.elsewhere().upAll(program, deletes));
      expect(text).toContain(`list ${list} is already used by an active campaign (id ${id})`);
    }
    expect(await stage.writes()).toEqual([]);
    // Also for a running one that gets the list.
    const own = await stage.madeList("own");
    await stage.made("other", stage.campaign(own, { name: "Other", steps: delayed, active: true }));
    const attached = stage.campaign(own, { name: "Other", steps: delayed, active: true, listIds: [own, list] });
    await stage.refuses(stage.elsewhere().up("other", attached), `by an active campaign (id ${id})`);
  }),
  inFull(18, "an agent on a list of which only the state shows the running campaign warns", async (stage) => {
    const list = await stage.madeList();
    const id = await stage.made("q1", stage.campaign(list, { name: "Q1", active: true }));
    await stage.made("spring", stage.campaign(list, { name: "Spring", steps: otherText }));
    const engine = stage.elsewhere();
    await engine.up("finder", stage.agent(list));
    expect(engine.warnings).toEqual([
      `source agent "finder": its list is used by the running campaign "q1" (id ${id}), which will write to the people it finds.`,
      `source agent "Finder": the people it finds enter a running campaign (id ${id}).`,
    ]);
    // Another stack does not know its lists.
    const other = stage.remembering();
    await other.upIn("other", "finder", stage.agent(list, { name: "Another" }));
    expect(other.warnings.join()).toContain(
      `it is not known which lists these active campaigns use: id ${id}. If one of them uses the list of a source agent`,
    );
  }),
  inSpecOnly(
    18,
    "an agent that is created alone warns of the campaigns in the state that use its list",
    async (stage) => {
      const { list, id: running } = await stage.madeCampaign({ name: "Q1", active: true });
      const other = await stage.madeList("other");
      const draft = await stage.made("draft", stage.campaign(other, { name: "Draft" }));
      const engine = stage.elsewhere();
      const warned = async (listId: number, args: Record<string, unknown> = {}) => {
        await engine.previewAll({ finder: stage.agent(listId, args) });
        return engine.previews.at(-1)?.warnings.map(({ text, reach }) => [text, reach]);
      };
      expect(await warned(list)).toEqual([
        [
          `source agent "finder": its list is used by the running campaign "q1" (id ${running}), which will write to the people it finds.`,
          "new-people",
        ],
      ]);
      expect(await warned(other)).toEqual([
        [
          `source agent "finder": it may reach people: its list is used by campaign "draft" (id ${draft}), and this service does not show whether that is running.`,
          "new-people",
        ],
      ]);
      expect(await warned(other, { paused: true })).toEqual([]);
      expect(await warned(await stage.madeList("own"))).toEqual([]);
    },
  ),
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
  inSpecOnly(
    15,
    "a campaign that was launched in the app does not leave the state before somebody has looked",
    async (stage) => {
      const { list, id } = await stage.madeCampaign();
      await stage.addPerson(list);
      await stage.sandbox.setActive({ campaignId: id, active: true });
      await stage.sandbox.advance({ days: 3 });
      const engine = stage.elsewhere();
      const text = await stage.refusal(engine.destroy("Campaign", "q1"));
      expect(text).toContain("its log shows that somebody has launched it");
      expect(text).toContain(`OUTREACH_ACKNOWLEDGE=inactive:${id} for one run`);
      expect(engine.state.has(engine.urn("Campaign", "q1"))).toBe(true);
      engine.restart({ acknowledge: [`inactive:${id}`] });
      await engine.destroy("Campaign", "q1");
      expect(engine.state.has(engine.urn("Campaign", "q1"))).toBe(false);
    },
  ),
  inFull(17, "a shared list that was acknowledged before does not cover one that is attached later", async (stage) => {
    const [one, two] = [await stage.madeList("one"), await stage.madeList("two")];
    const other = await stage.made("q1", stage.campaign(one, { active: true, listIds: [one, two] }));
    const acknowledge = [`shared-list:${other}`];
    const q2 = (args: object) =>
      stage.campaign(one, { name: "Q2", steps: otherText, active: true, acknowledge, ...args });
    await stage.made("q2", q2({}));
    await stage.forget();
    for (const engine of [stage.engine, stage.elsewhere()]) {
      const text = await stage.refusal(engine.up("q2", q2({ listIds: [one, two] })));
      expect(text).toContain(`list ${two} is already used by an active campaign (id ${other})`);
      expect(text).toContain(
        `OUTREACH_ACKNOWLEDGE=shared-list:${other} for one run (in the program, "shared-list:${other}" has counted`,
      );
    }
    expect(await stage.writes()).toEqual([]);
    stage.engine.restart({ acknowledge });
    expect((await stage.engine.up("q2", q2({ listIds: [one, two] }))).op).toBe("update");
  }),
];
