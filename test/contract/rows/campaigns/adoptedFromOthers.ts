import { expect } from "vitest";
import { type Case, inSpecOnly, otherText, type Stage } from "../stage";

/** A draft whose start got no response: `before` or `after` it took effect. */
async function lostStart(stage: Stage, when: "before" | "after") {
  const list = await stage.madeList();
  const first = await stage.made("q1", stage.campaign(list));
  const starts = stage.campaign(list, { active: true, steps: otherText, acknowledge: [`inactive:${first}`] });
  await stage.answers("POST /v1/campaign", 504, { when, count: 1 });
  await stage.refusal(stage.engine.up("q1", starts));
  await stage.sandbox.clearFaults();
  const latest = Math.max(...(await stage.sandbox.objects()).campaigns.map(({ id }) => id));
  return { list, first, latest };
}

/** Adoptions of what a resource that leaves the program has created or replaced. */
export const adoptedFromOthers: readonly Case[] = [
  inSpecOnly(
    21,
    "a lost start of another resource is taken over as off only with an acknowledgement",
    async (stage) => {
      const { list, latest } = await lostStart(stage, "after");
      const renamed = stage.campaign(list, { active: false, steps: otherText, adopt: latest });
      const engine = stage.elsewhere();
      await stage.refuses(engine.upAll({ renamed }, "deletes"), `inactive:${latest}`);
    },
  ),
  inSpecOnly(21, "the draft before a lost start is taken over by another resource without one", async (stage) => {
    const { list, first } = await lostStart(stage, "before");
    stage.engine.restart({ acknowledge: ["twin:none"] });
    const renamed = stage.campaign(list, { active: false, adopt: first });
    expect((await stage.engine.upAll({ renamed }, "deletes")).renamed).toBe("create");
  }),
  inSpecOnly(17, "a resource that adopts a former draft of another one has those before it", async (stage) => {
    const list = await stage.madeList();
    const first = await stage.made("q1", stage.campaign(list, { steps: otherText }));
    const second = await stage.made("q1", stage.campaign(list, { acknowledge: [`inactive:${first}`] }));
    const codes = [`inactive:${first}`, `inactive:${second}`];
    await stage.made("q1", stage.campaign(list, { name: "Other", acknowledge: codes }));
    const engine = stage.elsewhere();
    await engine.upAll({ renamed: stage.campaign(list, { active: false, adopt: second }) }, "deletes");
    await stage.addPerson(list);
    await stage.sandbox.setActive({ campaignId: first, active: true });
    await stage.sandbox.advance({ days: 3 });
    const starts = stage.campaign(list, { active: true, acknowledge: [`inactive:${second}`] });
    await stage.refuses(engine.up("renamed", starts), `by an active campaign (id ${first})`);
  }),
];
