import { expect } from "vitest";
import { type Case, inFull, inSpecOnly, otherText, type Stage } from "../stage";
import { shares } from "./inTheApp";

/** A running campaign whose lists an update has sent, and to which somebody has attached another one in the app. */
async function attachedSince(stage: Stage) {
  const [one, two] = [await stage.madeList("one"), await stage.madeList("two")];
  const [own, more] = [await stage.madeList("own"), await stage.madeList("more")];
  const q1 = (...listIds: number[]) => stage.campaign(one, { active: true, listIds });
  const id = await stage.made("q1", q1(one));
  await stage.engine.up("q1", q1(one, own));
  await stage.patchByHand(`/v1/campaign/${id}`, { listIds: [one, own, two] });
  await stage.addPerson(two);
  const follow = (args = {}) => stage.campaign(two, { name: "Follow-up", ...args });
  return { one, two, own, more, q1, id, follow };
}

/** Lists that a campaign has left or has got again, when another one that hides it there starts. */
export const leftLists: readonly Case[] = [
  ...["before", "after"].map((order) =>
    inFull(
      17,
      `a list that the app attaches after an update counts, for a draft ${order} the campaign`,
      async (stage) => {
        const { one, own, q1, id, follow } = await attachedSince(stage);
        const program = (args = {}) =>
          order === "before" ? { follow: follow(args), q1: q1(one, own) } : { q1: q1(one, own), follow: follow(args) };
        const engine = stage.elsewhere();
        await engine.upAll(program());
        await stage.refuses(engine.upAllRefreshed(program({ active: true })), shares(id));
      },
    ),
  ),
  ...["a new draft", "a draft"].map((which) =>
    inFull(17, `a list that an update gives to ${which} counts no longer, also in one run`, async (stage) => {
      const { one, own, more, q1 } = await attachedSince(stage);
      const next = (listId: number, args = {}) => stage.campaign(listId, { name: "Next", steps: otherText, ...args });
      const engine = stage.elsewhere();
      await engine.upAll({ q1: q1(one, own), ...(which === "a draft" ? { next: next(more) } : {}) });
      await engine.upAll({ q1: q1(one), next: next(own) });
      expect((await engine.upAllRefreshed({ q1: q1(one), next: next(own, { active: true }) })).next).toBe("replace");
    }),
  ),
  inFull(17, "it counts no longer after the next update of the campaign's lists", async (stage) => {
    const { one, own, more, q1, follow } = await attachedSince(stage);
    const engine = stage.elsewhere();
    await engine.upAll({ q1: q1(one, own), follow: follow() });
    await engine.upAll({ q1: q1(one, more), follow: follow() });
    expect((await engine.upAll({ q1: q1(one, more), follow: follow({ active: true }) })).follow).toBe("replace");
  }),
  ...["declared before it", "alone"].map((when) =>
    inFull(17, `nor for a new campaign that is ${when}`, async (stage) => {
      const { one, own, two, more, q1, follow } = await attachedSince(stage);
      const engine = stage.elsewhere();
      await engine.upAll({ q1: q1(one, own), follow: follow() });
      await engine.upAll({ q1: q1(one, more), follow: follow() });
      const next = stage.campaign(two, { name: "Next", active: true, steps: otherText });
      const others = { q1: q1(one, more), follow: follow() };
      expect((await engine.upAll(when === "alone" ? { next } : { next, ...others })).next).toBe("create");
    }),
  ),
  inFull(17, "it counts also behind a campaign of the app that comes later", async (stage) => {
    const { one, own, two, more, q1, id, follow } = await attachedSince(stage);
    const engine = stage.elsewhere();
    await engine.upAll({ q1: q1(one, own), follow: follow() });
    await stage.madeByHand(two, { name: "Winter" });
    const both = { listIds: [two, more] };
    await engine.upAll({ q1: q1(one, own), follow: follow(both) });
    const next = stage.campaign(two, { name: "Next", active: true, steps: otherText });
    await stage.refuses(engine.upAllRefreshed({ q1: q1(one, own), follow: follow(both), next }), shares(id));
  }),
  inFull(17, "a list that a campaign has given up counts again once the list has named it again", async (stage) => {
    const [one, two] = [await stage.madeList("one"), await stage.madeList("two")];
    const q1 = (...listIds: number[]) => stage.campaign(one, { listIds });
    const id = await stage.made("q1", q1(one, two));
    await stage.engine.upAll({ q1: q1(one) });
    await stage.patchByHand(`/v1/campaign/${id}`, { listIds: [one, two] });
    await stage.sandbox.setActive({ campaignId: id, active: true });
    await stage.addPerson(two);
    const follow = (args = {}) => stage.campaign(two, { name: "Follow-up", ...args });
    await stage.engine.upAllRefreshed({ q1: q1(one), follow: follow() });
    await stage.refuses(
      stage.elsewhere().upAllRefreshed({ q1: q1(one), follow: follow({ active: true }) }),
      shares(id),
    );
  }),
  ...["its own list and another one", "another list"].map((which) =>
    inSpecOnly(13, `a restart on ${which} names other campaigns of the name that have run there`, async (stage) => {
      const [one, two] = [await stage.madeList("one"), await stage.madeList("two")];
      const other = await stage.made("q2", stage.campaign(two, { active: true, steps: otherText }));
      const id = await stage.made("q1", stage.campaign(one, { active: true }));
      const engine = stage.elsewhere();
      engine.restart({ acknowledge: [`inactive:${other}`, `inactive:${id}`] });
      const q2 = stage.campaign(two, { active: false, steps: otherText, acknowledge: [`inactive:${other}`] });
      await engine.upAll({ q1: stage.campaign(one, { active: true }), q2 });
      const listIds = which === "another list" ? [two] : [one, two];
      const q1 = stage.campaign(one, { active: true, listIds, acknowledge: ["restart"] });
      await engine.previewAll({ q1, q2 });
      expect(engine.warnings.join()).toContain(`another campaign has run on its list (id ${other})`);
    }),
  ),
];
