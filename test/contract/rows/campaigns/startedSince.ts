import { expect } from "vitest";
import { type Case, delayed, inFull, otherText, type Stage, steps } from "../stage";

/** The campaign `q1` has run and is off; the program starts another one in its place, as was approved. */
async function approved(stage: Stage) {
  const { list, id } = await stage.madeCampaign({ active: true });
  await stage.addPerson(list);
  await stage.sandbox.advance({ days: 3 });
  await stage.sandbox.setActive({ campaignId: id, active: false });
  await stage.engine.refresh("Campaign", "q1");
  const wanted = { active: true, steps: delayed, acknowledge: ["restart"] };
  return { list, id, wanted, program: stage.campaign(list, wanted) };
}

/** "restart" covers what was known when it was acknowledged. */
export const startedSince: readonly Case[] = [
  inFull(
    13,
    "a start whose state was lost is not repeated, although somebody has stopped and changed it",
    async (stage) => {
      const { list, program, wanted } = await approved(stage);
      const job = stage.elsewhere();
      await job.up("q1", program);
      const id = Number(job.stored("Campaign", "q1").id);
      await stage.sandbox.advance({ days: 3 });
      await stage.sandbox.setActive({ campaignId: id, active: false });
      await job.refresh("Campaign", "q1");
      await job.up("q1", stage.campaign(list, { steps: [...delayed.slice(0, 2), otherText[2]] }));
      await stage.forget();
      for (const engine of [stage.engine, stage.elsewhere()]) {
        for (const replace of [false, true]) {
          const refused = await stage.refusal(engine.up("q1", { ...program, replace }));
          expect(refused).toContain(
            `was created after the one that this replaces, and has run on the same list (id ${id})`,
          );
        }
      }
      expect(await stage.writes()).toEqual([]);
      const held = stage.campaign(list, { steps: [...delayed.slice(0, 2), otherText[2]], adopt: id });
      expect(await stage.elsewhere().upAll({ q1: held })).toEqual({ q1: "replace" });
      const both = stage.campaign(list, { ...wanted, acknowledge: ["restart", `twin:${id}`] });
      expect((await stage.engine.up("q1", both)).op).toBe("replace");
    },
  ),
  inFull(13, "nor if a copy that somebody has made has run in between", async (stage) => {
    const { list, program } = await approved(stage);
    const copy = await stage.madeByHand(list, {
      name: "Fintech Q1",
      active: true,
      steps: otherText,
      acknowledge: ["restart"],
    });
    await stage.sandbox.advance({ days: 3 });
    await stage.sandbox.setActive({ campaignId: copy, active: false });
    await stage.refuses(stage.engine.up("q1", program), `has run on the same list (id ${copy})`);
  }),
  inFull(13, "one that never ran, or that this program manages, blocks no restart", async (stage) => {
    const { list, program } = await approved(stage);
    await stage.madeByHand(list, { name: "Fintech Q1", steps: otherText });
    expect((await stage.engine.up("q1", program)).op).toBe("replace");
  }),
  inFull(13, "restart covers the campaigns before the replaced one, on every machine", async (stage) => {
    const { list, program } = await approved(stage);
    await stage.engine.up("q1", program);
    const second = Number(stage.engine.stored("Campaign", "q1").id);
    await stage.sandbox.advance({ days: 3 });
    await stage.sandbox.setActive({ campaignId: second, active: false });
    await stage.engine.refresh("Campaign", "q1");
    const elsewhere = stage.elsewhere();
    elsewhere.restart({ acknowledge: ["restart"] });
    expect((await elsewhere.up("q1", stage.campaign(list, { active: true, steps: steps.slice(0, 2) }))).op).toBe(
      "replace",
    );
  }),
  inFull(13, "a restart names a campaign of another name that has run on the list", async (stage) => {
    const { list, program } = await approved(stage);
    const other = await stage.madeByHand(list, { name: "Spring", active: true });
    await stage.sandbox.advance({ days: 3 });
    await stage.sandbox.setActive({ campaignId: other, active: false });
    const { op, warnings } = await stage.engine.up("q1", program);
    expect(op).toBe("replace");
    expect(warnings.join()).toContain(`another campaign has run on its list (id ${other})`);
  }),
];
