import { type Case, delayed, inFull, otherText, type Stage } from "../stage";
import { launch } from "./inTheApp";

/** A runs on list s. B has a code for sharing it. */
async function sharing(stage: Stage, isDraft = true) {
  const [own, s, k, m] = [
    await stage.madeList("own"),
    await stage.madeList("s"),
    await stage.madeList("k"),
    await stage.madeList("m"),
  ];
  const a = (listIds: number[], args = {}) =>
    stage.campaign(s, { name: "A", active: true, steps: otherText, listIds, ...args });
  const id = await stage.made("a", a([s]));
  const code = `shared-list:${id}`;
  const b = (listIds: number[], args = {}) => stage.campaign(own, { name: "B", listIds, acknowledge: [code], ...args });
  await stage.engine.upAll({ a: a([s]), b: b([own, s], { active: !isDraft }) });
  return { own, s, k, m, a, b, code };
}

/** What two campaigns share on purpose stays approved when one of them gets another list. */
export const sharedBefore: readonly Case[] = [
  ...["this machine", "another one"].map((where) =>
    inFull(17, `a list that a draft shared before it got another one, on ${where}`, async (stage) => {
      const { own, s, k, m, a, b } = await sharing(stage);
      await stage.engine.upAll({ a: a([s]), b: b([own, s, k]) });
      await stage.engine.upAll({ a: a([s]), b: b([own, s, k], { active: true }) });
      const engine = where === "this machine" ? stage.engine : stage.elsewhere();
      await engine.upAllRefreshed({ a: a([s, m]), b: b([own, s, k], { active: true }) });
    }),
  ),
  inFull(17, "a list that a replaced draft shared, and that was switched on in the app", async (stage) => {
    const { own, s, k, m, a, b } = await sharing(stage);
    await stage.engine.upAll({ a: a([s]), b: b([own, s, k]) });
    const changed = { steps: delayed };
    await stage.engine.upAll({ a: a([s]), b: b([own, s, k], changed) });
    await stage.sandbox.setActive({ campaignId: Number(stage.engine.stored("Campaign", "b").id), active: true });
    const on = b([own, s, k], { ...changed, active: true });
    await stage.engine.upAllRefreshed({ a: a([s]), b: on });
    await stage.engine.upAllRefreshed({ a: a([s, m]), b: on });
  }),
  inFull(17, "a list that a campaign shares which is started again with another one", async (stage) => {
    const { own, s, k, m, a, b, code } = await sharing(stage, false);
    const id = Number(stage.engine.stored("Campaign", "b").id);
    await launch(stage, own, id);
    await stage.sandbox.setActive({ campaignId: id, active: false });
    const again = b([own, s, m], { active: true, steps: delayed, acknowledge: [code, "restart"] });
    await stage.engine.upAllRefreshed({ a: a([s]), b: again });
    await stage.elsewhere().upAllRefreshed({ a: a([s, k]), b: again });
  }),
  inFull(17, "the preview refuses a list that comes back with another one, as the update does", async (stage) => {
    const { own, s, k, a, b, code } = await sharing(stage, false);
    await stage.engine.upAll({ a: a([s]), b: b([own], { active: true }) });
    const back = b([own, s, k], { active: true, acknowledge: [code, "restart"] });
    await stage.refuses(stage.engine.previewAll({ a: a([s]), b: back }), "also used by the active campaign");
    await stage.refuses(stage.engine.upAll({ a: a([s]), b: back }), "used by the active campaign");
  }),
  inFull(17, "the code of a lost start counts for no list that its next attempt adds", async (stage) => {
    const [own, s, k] = [await stage.madeList("own"), await stage.madeList("s"), await stage.madeList("k")];
    const id = await stage.made("a", stage.campaign(s, { name: "A", active: true, steps: otherText, listIds: [s, k] }));
    const b = (listIds: number[]) =>
      stage.campaign(own, { name: "B", active: true, listIds, acknowledge: [`shared-list:${id}`] });
    await stage.answers("POST /v1/campaign", 504, { when: "before", count: 1 });
    await stage.refusal(stage.engine.up("b", b([own, s])));
    await stage.sandbox.clearFaults();
    await stage.refuses(stage.engine.upRefreshed("b", b([own, s, k])), `list ${k} is already used`);
    await stage.engine.upRefreshed("b", b([own, s]));
  }),
];
