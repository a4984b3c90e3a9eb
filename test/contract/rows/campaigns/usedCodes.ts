import { expect } from "vitest";
import { type Case, inBoth, inFull, inSpecOnly, otherText, perMode, type Stage } from "../stage";
import { launch, shares } from "./inTheApp";

/** A campaign that a person has confirmed as off, with a code that stays in the program. */
async function saidOff(stage: Stage) {
  const list = await stage.madeList();
  await stage.addPerson(list);
  const id = await stage.made("q1", stage.campaign(list, { active: true }));
  await stage.sandbox.advance({ days: 3 });
  await stage.sandbox.setActive({ campaignId: id, active: false });
  const acknowledge = [`inactive:${id}`];
  await stage.engine.up("q1", stage.campaign(list, { active: false, acknowledge }));
  return { list, id, acknowledge };
}

/** A code that confirms a current fact counts for the run that adds it to the state. */
export const usedCodes: readonly Case[] = [
  inSpecOnly(
    10,
    "an inactive:<id> that has corrected the state lifts no later refusal, unless it is set for the run or again",
    async (stage) => {
      const { list, id } = await stage.madeCampaign({ active: true });
      const off = { active: false, acknowledge: [`inactive:${id}`] };
      const corrected = stage.campaign(list, off);
      await stage.engine.up("q1", corrected);
      // The code no longer lifts anything, so it should be removed.
      const idle = `acknowledge: "inactive:${id}" no longer applies; remove it.`;
      expect((await stage.engine.preview("q1", corrected)).warnings.join()).toContain(idle);
      await stage.forget();
      // Somebody launches it in the app, which this service does not show; later a text changes.
      await stage.sandbox.setActive({ campaignId: id, active: true });
      const changed = stage.campaign(list, { ...off, steps: otherText });
      const forced = stage.campaign(list, { ...off, steps: otherText }, { replace: true });
      for (const text of [
        await stage.refusal(() => stage.engine.preview("q1", changed)),
        await stage.refusal(stage.engine.up("q1", changed)),
        // The engine requests no diff: the delete refuses.
        await stage.refusal(stage.engine.up("q1", forced)),
      ]) {
        expect(text).toContain(
          `OUTREACH_ACKNOWLEDGE=inactive:${id} for one run (in the program, "inactive:${id}" has counted for this resource or another one, and does not count again)`,
        );
      }
      expect(await stage.writes()).toEqual([]);
      // Set for the run, or removed and added again after a check, it counts.
      stage.engine.restart({ acknowledge: [`inactive:${id}`] });
      expect((await stage.engine.preview("q1", changed)).op).toBe("replace");
      stage.engine.restart();
      expect((await stage.engine.up("q1", stage.campaign(list, { active: false }))).op).toBe("update");
      expect((await stage.engine.up("q1", changed)).op).toBe("replace");
      expect(await stage.writes()).toEqual(["POST /v1/campaign"]);
    },
  ),
  inSpecOnly(
    14,
    "an inactive:<id> that was in the program before the campaign is declared off does not correct the state",
    async (stage) => {
      const { list, id } = await stage.madeCampaign({ active: true });
      const acknowledge = [`inactive:${id}`];
      await stage.engine.up("q1", stage.campaign(list, { active: true, acknowledge }));
      const off = stage.campaign(list, { active: false, acknowledge });
      expect(await stage.refusal(() => stage.engine.preview("q1", off))).toContain(
        `then confirm it: OUTREACH_ACKNOWLEDGE=inactive:${id} for one run (in the program`,
      );
      stage.engine.restart({ acknowledge });
      expect((await stage.engine.up("q1", off)).warnings.join()).toContain("recorded as off");
    },
  ),
  inBoth(13, "a restart of another client's campaign with the same name does not use up this one's", async (stage) => {
    const [one, two] = [await stage.madeList("one"), await stage.madeList("two")];
    const restarts = (list: number, args = {}) =>
      stage.campaign(list, { active: true, acknowledge: ["restart"], ...args });
    const text = { steps: otherText };
    await stage.made("q1", restarts(one));
    const id = await stage.made("q2", stage.campaign(two, { active: true, ...text }));
    await stage.addPerson(two);
    await stage.sandbox.advance({ days: 3 });
    await stage.sandbox.setActive({ campaignId: id, active: false });
    const off = stage.campaign(two, { active: false, ...text, acknowledge: [`inactive:${id}`] });
    await stage.engine.upAllRefreshed({ q1: restarts(one), q2: off });
    const engine = stage.elsewhere();
    engine.restart({ acknowledge: [`inactive:${id}`] });
    expect((await engine.upAll({ q1: restarts(one), q2: restarts(two, text) })).q2).toBe("replace");
  }),
  inSpecOnly(16, "an inactive:<id> in the state does not let a campaign leave it", async (stage) => {
    const { list, id } = await stage.madeCampaign({ active: true });
    await stage.engine.up("q1", stage.campaign(list, { active: false, acknowledge: [`inactive:${id}`] }));
    const text = await stage.refusal(stage.engine.destroy("Campaign", "q1"));
    expect(text).toContain(`then confirm it: OUTREACH_ACKNOWLEDGE=inactive:${id} for one run.`);
    stage.engine.restart({ acknowledge: [`inactive:${id}`] });
    expect((await stage.engine.destroy("Campaign", "q1")).join()).toContain("treated as inactive because");
  }),
  perMode(
    17,
    "an inactive:<id> of another campaign does not count again when a list is attached or the campaign is replaced",
    {
      async full(stage) {
        const [list, more] = [await stage.madeList(), await stage.madeList("more")];
        const other = await stage.made("other", stage.campaign(more, { name: "Other", active: true }));
        // The listing omits whether it is active, so the code decides.
        const acknowledge = [`inactive:${other}`];
        await stage.made("q1", stage.campaign(list, { active: true, acknowledge }));
        const attached = (codes: readonly string[]) =>
          stage.campaign(list, { active: true, listIds: [list, more], acknowledge: codes });
        const program = (codes: readonly string[]) => ({
          other: stage.campaign(more, { name: "Other", active: true }),
          q1: attached(codes),
        });
        await stage.refuses(() => stage.engine.previewAll(program(acknowledge)), "is also used by");
        const shared = await stage.engine.previewAll(program([`shared-list:${other}`]));
        expect(shared).toEqual({ other: "same", q1: "update" });
      },
      async specOnly(stage) {
        const list = await stage.madeList();
        const other = await stage.made("other", stage.campaign(list, { name: "Other", active: true }));
        const acknowledge = [`inactive:${other}`];
        const id = await stage.made("q1", stage.campaign(list, { active: true, acknowledge }));
        stage.engine.restart({ acknowledge: [`inactive:${id}`, "restart"] });
        const program = (codes: readonly string[]) => ({
          other: stage.campaign(list, { name: "Other", active: true }),
          q1: stage.campaign(list, { active: true, steps: otherText, acknowledge: codes }),
        });
        // The old code is from before this campaign started.
        for (const engine of [stage.engine, stage.another({ acknowledge: [`inactive:${id}`, "restart"] })]) {
          for (const [urn, stored] of stage.engine.state) engine.state.set(urn, stored);
          await stage.refuses(() => engine.previewAll(program(acknowledge)), "is also used by");
          await stage.refuses(engine.upAll(program(acknowledge)), "is also used by");
        }
        const shared = await stage.engine.previewAll(program([`shared-list:${other}`]));
        expect(shared).toEqual({ other: "same", q1: "replace" });
      },
    },
  ),
  inBoth("belongs", "a moved:<origin> that stays in the program counts once", async (stage) => {
    const acknowledge = [`moved:${stage.settings.origin}`];
    await stage.madeList();
    const list = stage.list({ name: "List leads", acknowledge });
    stage.engine.restart({ impersonateUserId: "102" });
    expect((await stage.engine.up("leads", list)).op).toBe("update");
    const idle = `acknowledge: "moved:${stage.settings.origin}" no longer applies; remove it.`;
    expect((await stage.engine.preview("leads", list)).warnings.join()).toContain(idle);
    stage.engine.restart();
    const otherUser = "it belongs to user 102, and this run acts as user 101";
    await stage.refuses(stage.engine.refresh("List", "leads"), otherUser);
    await stage.refuses(stage.engine.destroy("List", "leads"), otherUser);
  }),
  inSpecOnly(
    20,
    "a twin:none of an earlier create does not count for a later interrupted create with this name",
    async (stage) => {
      const list = await stage.madeList();
      const acknowledge = ["twin:none"];
      const id = await stage.made("q1", stage.campaign(list, { acknowledge }));
      await stage.killedAfter("q2", stage.campaign(list, { acknowledge: [`twin:${id}`] }));
      await stage.forget();
      const changed = stage.campaign(list, { steps: otherText, acknowledge: [...acknowledge, `inactive:${id}`] });
      expect(await stage.refusal(stage.engine.up("q1", changed))).toMatch(
        /acknowledge: \["twin:none:\w{8}"\] on the resource, .* "twin:none" was written before/,
      );
      expect(await stage.writes()).toEqual([]);
      const settled = stage.campaign(list, { steps: otherText, acknowledge: [`inactive:${id}`, "twin:none"] });
      stage.engine.restart({ acknowledge: ["twin:none"] });
      expect((await stage.engine.up("q1", settled)).op).toBe("replace");
    },
  ),
  inSpecOnly(
    14,
    "an inactive:<id> of a resource that has left the program does not count for a start in its place",
    async (stage) => {
      const { list, id, acknowledge } = await saidOff(stage);
      // Switched on in the app, and accepted as running in the printed way.
      await stage.sandbox.setActive({ campaignId: id, active: true });
      stage.engine.state.delete(stage.engine.urn("Campaign", "q1"));
      await stage.engine.up("q1", stage.campaign(list, { active: true, adopt: id, acknowledge }));
      const renamed = (args = {}) => stage.campaign(list, { name: "Fintech Q2", active: true, ...args });
      const own = `is also used by the active campaign "q1" (id ${id})`;
      await stage.refuses(() => stage.elsewhere().previewAll({ renamed: renamed({ acknowledge }) }), own);
      // Nor for a copy of that resource. It counts if that has never had it.
      const q1 = (args = {}) => stage.campaign(list, { active: true, ...args });
      const both = { q1: q1({ acknowledge }), renamed: renamed({ acknowledge }) };
      await stage.refuses(
        () => stage.elsewhere().previewAll(both),
        "is also used by the active campaign",
        `(id ${id})`,
      );
      await stage.engine.up("q1", q1());
      expect((await stage.elsewhere().previewAll({ renamed: renamed({ acknowledge }) })).renamed).toBe("create");
    },
  ),
  inSpecOnly(
    14,
    "nor does one for a former draft that was launched since, on any list, without records",
    async (stage) => {
      const [list, more] = [await stage.madeList(), await stage.madeList("more")];
      const first = await stage.made("q1", stage.campaign(list, { active: false }));
      const acknowledge = [`inactive:${first}`];
      await stage.made("q1", stage.campaign(more, { active: false, acknowledge }));
      await launch(stage, list, first);
      const renamed = stage.campaign(list, { name: "Fintech Q2", active: true, steps: otherText, acknowledge });
      await stage.refuses(
        stage.elsewhere().upAll({ renamed }),
        shares(first),
        `OUTREACH_ACKNOWLEDGE=inactive:${first} for one run (in the program`,
      );
    },
  ),
  inSpecOnly(14, "nor for an adoption as off under another name", async (stage) => {
    const { list, id, acknowledge } = await saidOff(stage);
    stage.engine.restart({ acknowledge: ["restart", `inactive:${id}`] });
    const again = await stage.made("q1", stage.campaign(list, { active: true, acknowledge }));
    stage.engine.restart();
    const codes = [`inactive:${again}`];
    await stage.engine.up("q1", stage.campaign(list, { active: true, acknowledge: codes }));
    const renamed = stage.campaign(list, { active: false, adopt: again, acknowledge: codes });
    await stage.refuses(stage.elsewhere().upAll({ renamed }), `=inactive:${again} for one run (in the program`);
  }),
  ...["with records", "without records"].map((records) =>
    inSpecOnly(
      14,
      `a copied inactive:<id> of a former draft does not count for the copy's start, ${records}`,
      async (stage) => {
        const list = await stage.madeList();
        const first = await stage.made("jan", stage.campaign(list, { name: "January", active: false }));
        const acknowledge = [`inactive:${first}`];
        const jan = stage.campaign(list, { name: "January", active: false, steps: otherText, acknowledge });
        await stage.engine.up("jan", jan);
        await launch(stage, list, first);
        const engine = records === "with records" ? stage.engine : stage.elsewhere();
        const feb = stage.campaign(list, { name: "February", active: true, steps: otherText, acknowledge });
        await stage.refuses(engine.upAll({ jan, feb }), "already used by an active campaign", "does not count again");
      },
    ),
  ),
  ...["in one run", "made again in a run between"].flatMap((when) => [
    inFull(
      14,
      `a shared-list code of a draft that was deleted in the app does not count as new, ${when}`,
      async (stage) => {
        const [own, two, more] = [
          await stage.madeList("own"),
          await stage.madeList("two"),
          await stage.madeList("more"),
        ];
        const a = stage.campaign(two, { name: "A", active: true, steps: otherText, listIds: [two, more] });
        const acknowledge = [`shared-list:${await stage.made("a", a)}`];
        const b = (listIds: number[], args = {}) => stage.campaign(own, { name: "B", listIds, acknowledge, ...args });
        await stage.engine.upAll({ a, b: b([own, two]) });
        await stage.engine.upAll({ a, b: b([own, two, more]) });
        await stage.sandbox.deleteCampaign({ campaignId: Number(stage.engine.stored("Campaign", "b").id) });
        const engine = stage.elsewhere();
        if (when !== "in one run") await engine.upAllRefreshed({ a, b: b([own, two, more]) });
        const starts = b([own, two, more], { active: true });
        await stage.refuses(
          engine.upAllRefreshed({ a, b: starts }),
          `list ${more} is also used`,
          "does not count again",
        );
      },
    ),
    inFull(14, `a restart of a draft that was deleted in the app does not count as new, ${when}`, async (stage) => {
      const { list, id } = await stage.madeCampaign({ active: true });
      await launch(stage, list, id);
      await stage.sandbox.setActive({ campaignId: id, active: false });
      const q1 = stage.campaign(list, { active: true });
      await stage.engine.upAllRefreshed({ q1: { ...q1, args: { ...q1.args, active: false } } });
      const draft = (args = {}) => stage.campaign(list, { steps: otherText, acknowledge: ["restart"], ...args });
      const program = (args = {}) => ({ q1: { ...q1, args: { ...q1.args, active: false } }, next: draft(args) });
      await stage.engine.upAll(program());
      await stage.sandbox.deleteCampaign({ campaignId: Number(stage.engine.stored("Campaign", "next").id) });
      const engine = stage.elsewhere();
      if (when !== "in one run") await engine.upAllRefreshed(program());
      await stage.refuses(engine.upAllRefreshed(program({ active: true })), "start again at step 1");
    }),
  ]),
];
