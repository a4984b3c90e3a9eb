import { expect } from "vitest";
import type { TestStack } from "../../../support/testStack";
import { type Case, delayed, inBoth, inFull, type Stage, steps } from "../stage";

const restart = "start again at step 1";

/** The campaign `q1` has run and is off, as the state records. */
async function ranAndOff(stage: Stage, args: object = {}) {
  const { list, id } = await stage.madeCampaign({ active: true, ...args });
  await stage.addPerson(list);
  await stage.sandbox.advance({ days: 3 });
  await stage.sandbox.setActive({ campaignId: id, active: false });
  if (stage.mode === "full") await stage.engine.refresh("Campaign", "q1");
  else confirmOff(stage);
  return { list, id };
}

/** No machine starts this campaign, and no refusal names its start in the app as a way. */
async function startsNowhere(stage: Stage, program: Parameters<TestStack["up"]>[1]): Promise<void> {
  stage.engine.restart();
  for (const engine of [stage.elsewhere(), stage.engine]) {
    for (const text of [
      await stage.refusal(engine.previewAll({ q1: program })),
      await stage.refusal(engine.up("q1", program)),
    ]) {
      expect(text).toContain(restart);
      expect(text).not.toContain("witch it on");
    }
  }
}

/** In specification-only mode: confirms that the campaign in the state is off. */
function confirmOff(stage: Stage): void {
  const { id } = stage.engine.stored("Campaign", "q1");
  if (stage.mode === "specOnly") stage.engine.restart({ acknowledge: [`inactive:${id}`] });
}

/** The drafts that may replace a campaign which has run. */
const drafts = {
  "with another step": { steps: delayed },
  "with another name": { steps: delayed, name: "Fintech Q2" },
};

/** Two changes, first a draft and then its start, decide as one change that starts at once. */
export const draftsBetween: readonly Case[] = [
  ...Object.entries(drafts).map(([which, args]) =>
    inBoth(
      13,
      `a draft ${which} in place of a campaign that ran starts its people only with "restart"`,
      async (stage) => {
        const { list, id } = await ranAndOff(stage);
        await stage.engine.up("q1", stage.campaign(list, { ...args, active: false }));
        await startsNowhere(stage, stage.campaign(list, { ...args, active: true }));
        const said = stage.campaign(list, { ...args, active: true, acknowledge: ["restart", `twin:${id}`] });
        confirmOff(stage);
        await stage.engine.up("q1", said);
      },
    ),
  ),
  inBoth(13, 'a draft in the place of a draft starts people only with "restart", too', async (stage) => {
    const { list } = await ranAndOff(stage);
    await stage.engine.up("q1", stage.campaign(list, { steps: delayed, active: false }));
    confirmOff(stage);
    const other = { steps: steps.slice(0, 2), name: "Fintech Q3" };
    await stage.engine.up("q1", stage.campaign(list, { ...other, active: false }));
    await startsNowhere(stage, stage.campaign(list, { ...other, active: true }));
  }),
  inBoth(14, "a draft by a forced replacement is no way round", async (stage) => {
    const { list } = await ranAndOff(stage);
    const args = { name: "Fintech Q2" };
    await stage.engine.up("q1", { ...stage.campaign(list, { ...args, active: false }), replace: true });
    await startsNowhere(stage, stage.campaign(list, { ...args, active: true }));
  }),
  inBoth(
    13,
    "nor a draft in place of one that was launched in the app, which the state does not know",
    async (stage) => {
      const { list, id } = await stage.madeCampaign();
      await stage.addPerson(list);
      await stage.sandbox.setActive({ campaignId: id, active: true });
      await stage.sandbox.advance({ days: 3 });
      await stage.sandbox.setActive({ campaignId: id, active: false });
      confirmOff(stage);
      await stage.engine.up("q1", stage.campaign(list, { steps: delayed, active: false }));
      await stage.sandbox.deleteCampaign({ campaignId: id });
      await startsNowhere(stage, stage.campaign(list, { steps: delayed, active: true }));
    },
  ),
  inFull(14, "nor one in place of a campaign that has vanished", async (stage) => {
    const { list, id } = await ranAndOff(stage);
    await stage.sandbox.deleteCampaign({ campaignId: id });
    await stage.engine.refresh("Campaign", "q1");
    await stage.engine.up("q1", { ...stage.campaign(list, { active: false }), replace: true });
    await startsNowhere(stage, stage.campaign(list, { active: true }));
  }),
  inFull(
    13,
    "a draft on another list in between does not let the people of the first list start again",
    async (stage) => {
      const { list, id } = await ranAndOff(stage);
      const other = await stage.madeList("other");
      await stage.sandbox.deleteCampaign({ campaignId: id });
      await stage.engine.refresh("Campaign", "q1");
      await stage.engine.up("q1", stage.campaign(other, { active: false }));
      await stage.engine.up("q1", stage.campaign(list, { active: false }));
      await startsNowhere(stage, stage.campaign(list, { active: true }));
      // Nobody of the other list was contacted.
      await stage.engine.up("q1", stage.campaign(other, { active: false }));
      await stage.engine.up("q1", stage.campaign(other, { active: true }));
    },
  ),
  inFull(13, "a list that a campaign gave up before it vanished does not start again", async (stage) => {
    const other = await stage.madeList("other");
    const list = await stage.madeList();
    const id = await stage.made("q1", stage.campaign(list, { active: true, listIds: [list, other] }));
    await stage.engine.up("q1", stage.campaign(list, { active: true }));
    await stage.sandbox.deleteCampaign({ campaignId: id });
    await stage.engine.refresh("Campaign", "q1");
    await stage.engine.up("q1", stage.campaign(other, { active: false }));
    await startsNowhere(stage, stage.campaign(other, { active: true }));
  }),
  inFull(
    13,
    "the successor of a vanished campaign, renamed without an alias, does not start its people",
    async (stage) => {
      const { list, id } = await ranAndOff(stage);
      await stage.sandbox.deleteCampaign({ campaignId: id });
      await stage.engine.refresh("Campaign", "q1");
      await stage.engine.up("q1", stage.campaign(list, { active: false }));
      const renamed = { renamed: stage.campaign(list, { active: true, steps: delayed }) };
      await stage.refuses(stage.elsewhere().upAll(renamed, "deletes"), restart);
    },
  ),
  inFull(13, "nor a draft whose create was lost and did not take effect", async (stage) => {
    const { list, id } = await ranAndOff(stage);
    const draft = { steps: delayed, name: "Fintech Q2" };
    await stage.answers("POST /v1/campaign", 502, { count: 9 });
    await stage.answers("GET /v1/campaign", 503, { skip: 1, count: 50 });
    await stage.refusal(stage.engine.up("q1", stage.campaign(list, { ...draft, active: false })));
    await stage.sandbox.clearFaults();
    await stage.sandbox.deleteCampaign({ campaignId: id });
    const job = stage.elsewhere();
    await job.refresh("Campaign", "q1");
    await stage.refuses(job.up("q1", stage.campaign(list, { ...draft, active: true })), restart);
    expect((await job.up("q1", stage.campaign(list, { ...draft, active: false }))).op).toBe("replace");
    await stage.refuses(job.up("q1", stage.campaign(list, { ...draft, active: true })), restart);
  }),
];
