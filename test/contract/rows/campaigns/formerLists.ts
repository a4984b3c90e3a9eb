import { expect } from "vitest";
import { type Case, delayed, inFull, otherText, type Stage } from "../stage";

/** Two drafts of one name, each on its own list of an earlier run, of which the first one has started. */
async function oneOfTwoStarted(stage: Stage) {
  const [one, two] = [await stage.madeList("one"), await stage.madeList("two")];
  const q1 = (active: boolean) => stage.campaign(one, { active });
  const q2 = (active: boolean) => stage.campaign(two, { active });
  await stage.engine.upAll({ q1: q1(false), q2: q2(false) });
  const draft = Number(stage.engine.stored("Campaign", "q1").id);
  await stage.elsewhere().previewAll({ q1: q1(true), q2: q2(true) });
  await stage.engine.up("q1", q1(true));
  return { draft, q1, q2, id: Number(stage.engine.stored("Campaign", "q1").id) };
}

/** What the state knows of the earlier versions of a resource: their lists, and where they have run. */
export const formerLists: readonly Case[] = [
  ...[true, false].map((runs) =>
    inFull(
      20,
      `the former draft of a campaign of the stack is no twin of one of its name on another list (${runs ? "running" : "off"})`,
      async (stage) => {
        const { q1, q2, id, draft } = await oneOfTwoStarted(stage);
        if (!runs) {
          await stage.sandbox.setActive({ campaignId: id, active: false });
          await stage.engine.upAllRefreshed({ q1: q1(false), q2: q2(false) });
        }
        const adopting = stage.elsewhere();
        adopting.restart({ adopt: "twin" });
        const engine = runs ? stage.elsewhere() : adopting;
        expect((await engine.upAll({ q1: q1(runs), q2: q2(true) })).q2).toBe("replace");
        expect(engine.stored("Campaign", "q2").id).not.toBe(String(draft));
      },
    ),
  ),
  inFull(13, "a resource starts on another list than its former version that ran", async (stage) => {
    const [one, two] = [await stage.madeList("one"), await stage.madeList("two")];
    const first = await stage.made("q1", stage.campaign(one, { active: true }));
    await stage.addPerson(one);
    await stage.sandbox.advance({ days: 3 });
    await stage.sandbox.setActive({ campaignId: first, active: false });
    const next = (list: number, active: boolean) => stage.campaign(list, { active, steps: delayed });
    await stage.engine.upAllRefreshed({ q1: next(two, false) });
    await stage.refuses(stage.elsewhere().up("q1", next(one, true)), "its people would start again at step 1");
    expect((await stage.elsewhere().up("q1", next(two, true))).op).toBe("replace");
  }),
  ...["its former draft", "an old campaign of the app"].map((which) =>
    inFull(17, `a list that was taken off in the app and names ${which} is not attached again`, async (stage) => {
      const [one, two, more] = [await stage.madeList("one"), await stage.madeList("two"), await stage.madeList("more")];
      const q1 = (active: boolean, ...listIds: number[]) => stage.campaign(one, { active, listIds });
      if (which === "its former draft") await stage.made("q1", q1(false, one, two));
      else await stage.madeByHand(one, { active: false });
      await stage.sandbox.advance({ days: 1 });
      await stage.engine.up("q1", q1(true, one, two));
      const id = Number(stage.engine.stored("Campaign", "q1").id);
      await stage.patchByHand(`/v1/campaign/${id}`, { listIds: [two] });
      await stage.refuses(stage.elsewhere().up("q1", q1(true, one, two, more)), `attaches list ${one}, on which it`);
      expect((await stage.storedCampaign(id)).listIds).toEqual([two]);
    }),
  ),
  inFull(17, "a later draft that knows all campaigns of its list counts more than an earlier one", async (stage) => {
    const [one, two] = [await stage.madeList("one"), await stage.madeList("two")];
    const app = await stage.madeByHand(one, { active: true });
    const follow = stage.campaign(one, { name: "Follow-up" });
    const id = await stage.made("follow", follow);
    await stage.patchByHand(`/v1/campaign/${app}`, { listIds: [two] });
    await stage.patchByHand(`/v1/campaign/${id}`, { listIds: [two] });
    const later = stage.campaign(one, { name: "Later" });
    await stage.engine.upAll({ follow, later });
    const spring = stage.campaign(one, { name: "Spring", active: true, steps: otherText });
    expect((await stage.elsewhere().upAll({ follow, later, spring })).spring).toBe("create");
  }),
];
