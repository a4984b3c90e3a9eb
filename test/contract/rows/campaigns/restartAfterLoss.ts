import { expect } from "vitest";
import { type Case, delayed, inBoth, inFull, type Stage, steps } from "../stage";
import { launch } from "./inTheApp";

const acknowledge = ["restart"];
const withDelay = (delayAfterLastStep: number) => [steps[0], { ...steps[1], delayAfterLastStep }, steps[2]];

/** A campaign that was started again with a `restart` that stays in the program, and is off in the app. */
async function startedAgain(stage: Stage) {
  const list = await stage.madeList();
  const q1 = (args = {}) => stage.campaign(list, { active: true, acknowledge, ...args });
  await launch(stage, list, await stage.made("q1", stage.campaign(list, { active: true })));
  const off = async () => {
    await stage.sandbox.setActive({ campaignId: Number(stage.engine.stored("Campaign", "q1").id), active: false });
  };
  await off();
  await stage.engine.upRefreshed("q1", q1({ steps: delayed }));
  await stage.sandbox.advance({ days: 9 });
  await off();
  const lose = async (args: object, codes: string[] = []) => {
    await stage.answers("POST /v1/campaign", 504, { when: "before", count: 1 });
    stage.engine.restart({ acknowledge: codes });
    await stage.refusal(stage.engine.upRefreshed("q1", q1(args)));
    stage.engine.restart();
    await stage.sandbox.clearFaults();
  };
  return { list, q1, lose };
}

/** A campaign that ran was to start again with a `restart` that was added for it, and that create is lost. */
async function lostWithNewCode(stage: Stage) {
  const list = await stage.madeList();
  const id = await stage.made("q1", stage.campaign(list, { active: true }));
  await launch(stage, list, id);
  await stage.sandbox.setActive({ campaignId: id, active: false });
  const wanted = stage.campaign(list, { active: true, steps: delayed, acknowledge });
  await stage.answers("POST /v1/campaign", 504, { when: "before", count: 1 });
  await stage.refusal(stage.engine.upRefreshed("q1", wanted));
  await stage.sandbox.clearFaults();
  return wanted;
}

const again = "start again at step 1";

/** A `restart` that has counted does not count again for a create that got no response. */
export const restartAfterLoss: readonly Case[] = [
  ...[true, false].map((isRefreshed) =>
    inFull(
      13,
      `a used restart does not start what a lost draft declares, ${isRefreshed ? "" : "not "}refreshed before`,
      async (stage) => {
        const { q1, lose } = await startedAgain(stage);
        const changed = { steps: withDelay(7) };
        await lose({ ...changed, active: false });
        if (isRefreshed) await stage.engine.refresh("Campaign", "q1");
        await stage.forget();
        await stage.refuses(stage.engine.upRefreshed("q1", q1(changed)), again, "does not count again");
        await stage.refuses(stage.elsewhere().upRefreshed("q1", q1(changed)), again);
        expect(await stage.writes()).toEqual([]);
        stage.engine.restart({ acknowledge });
        await stage.engine.upRefreshed("q1", q1(changed));
      },
    ),
  ),
  ...["the same", "other steps", "another name"].map((which) =>
    inFull(13, `the code of a run does not outlive it beside a used restart: ${which}`, async (stage) => {
      const { q1, lose } = await startedAgain(stage);
      const changed = { steps: withDelay(7) };
      await lose(changed, acknowledge);
      const more = { "the same": {}, "other steps": { steps: withDelay(8) }, "another name": { name: "Other" } }[which];
      await stage.refuses(stage.elsewhere().upRefreshed("q1", q1({ ...changed, ...more })), again);
    }),
  ),
  inFull(13, "a used restart stays used through two lost creates", async (stage) => {
    const { q1, lose } = await startedAgain(stage);
    await lose({ steps: withDelay(7), active: false });
    await lose({ steps: withDelay(8), active: false });
    await stage.refuses(stage.engine.upRefreshed("q1", q1({ steps: withDelay(8) })), again);
  }),
  inFull(13, "a restart that a lost draft declares is used up by it, as by one that was created", async (stage) => {
    const list = await stage.madeList();
    const jan = (args = {}) => stage.campaign(list, { name: "Monthly", ...args });
    const id = await stage.made("jan", jan({ active: true }));
    await launch(stage, list, id);
    await stage.sandbox.setActive({ campaignId: id, active: false });
    await stage.engine.refresh("Campaign", "jan");
    const q1 = (args = {}) => jan({ steps: delayed, acknowledge, ...args });
    await stage.answers("POST /v1/campaign", 504, { when: "before", count: 1 });
    await stage.refusal(stage.engine.up("q1", q1({ active: false })));
    await stage.sandbox.clearFaults();
    await stage.refuses(stage.engine.upRefreshed("q1", q1({ active: true })), again);
  }),
  inFull(13, "a restart that was added for a lost start counts for the next attempt", async (stage) => {
    const wanted = await lostWithNewCode(stage);
    await stage.engine.upRefreshed("q1", wanted);
    expect(stage.engine.warnings.join()).toContain(
      'because "restart" is acknowledged, its people start again at step 1',
    );
  }),
  inBoth(13, "a restart that comes back with a revert says that people start again", async (stage) => {
    const list = await stage.madeList();
    const id = await stage.made("q1", stage.campaign(list, { active: true, acknowledge }));
    await launch(stage, list, id);
    await stage.engine.up("q1", stage.campaign(list, { active: true }));
    await stage.sandbox.setActive({ campaignId: id, active: false });
    if (stage.mode === "full") await stage.engine.refresh("Campaign", "q1");
    const wanted = stage.campaign(list, {
      active: true,
      steps: delayed,
      acknowledge: [...acknowledge, `inactive:${id}`],
    });
    const said = 'because "restart" is acknowledged, its people start again at step 1';
    expect((await stage.engine.preview("q1", wanted)).warnings.join()).toContain(said);
    expect((await stage.engine.up("q1", wanted)).warnings.join()).toContain(said);
  }),
  ...["the start", "a draft"].map((which) =>
    inFull(13, `a restart is no word about a campaign that was created since ${which} was lost`, async (stage) => {
      const list = await stage.madeList();
      const q1 = (args = {}) => stage.campaign(list, { active: true, ...args });
      const id = await stage.made("q1", q1());
      await launch(stage, list, id);
      await stage.sandbox.setActive({ campaignId: id, active: false });
      await stage.answers("POST /v1/campaign", 504, { when: "before", count: 1 });
      const code = which === "the start" ? { acknowledge } : { active: false };
      await stage.refusal(stage.engine.upRefreshed("q1", q1({ steps: delayed, ...code })));
      await stage.sandbox.clearFaults();
      await stage.engine.refresh("Campaign", "q1");
      await stage.sandbox.advance({ days: 1 });
      const since = await stage.madeByHand(list, { name: "Fintech Q1", active: false, steps: withDelay(9) });
      await stage.sandbox.setActive({ campaignId: since, active: true });
      await stage.sandbox.advance({ days: 3 });
      await stage.sandbox.setActive({ campaignId: since, active: false });
      const wanted = q1({ steps: delayed, acknowledge });
      await stage.refuses(stage.elsewhere().upRefreshed("q1", wanted), `"twin:${since}"`);
    }),
  ),
  inFull(13, "a restart of a lost start is announced once, and not by a refresh", async (stage) => {
    const { q1, lose } = await startedAgain(stage);
    await lose({ steps: withDelay(7) }, acknowledge);
    stage.engine.restart({ acknowledge });
    await stage.engine.refresh("Campaign", "q1");
    const said = () => stage.engine.warnings.filter((each) => each.includes('because "restart" is acknowledged'));
    expect(said()).toEqual([]);
    await stage.engine.upRefreshed("q1", q1({ steps: withDelay(7) }));
    expect(said()).toHaveLength(1);
  }),
  inFull(13, "a lost start that had no effect leaves the state when its resource is renamed", async (stage) => {
    const wanted = await lostWithNewCode(stage);
    await stage.engine.refresh("Campaign", "q1");
    stage.engine.restart({ acknowledge });
    await stage.engine.upAll({ q2: wanted }, "deletes");
    expect(stage.engine.warnings.join()).toContain("its pending creation did not take effect, so it leaves the state");
    expect(stage.engine.state.has(stage.engine.urn("Campaign", "q1"))).toBe(false);
  }),
];
