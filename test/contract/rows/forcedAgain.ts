import { expect } from "vitest";
import type { Step, TestStack } from "../../support/testStack";
import { type Case, delayed, inFull, inSpecOnly, otherText, perMode, type Stage } from "./stage";

const restart = "start again at step 1";

/** The machine of the earlier runs, or one that has no records of them. */
const machines = {
  "": (stage: Stage) => stage.engine,
  " on a machine without records": (stage: Stage) => stage.elsewhere(),
} as const;

/** The service has refused the create of a replacement: the state has the old campaign as deleted. */
async function refusedReplacement(stage: Stage, second: object, codes: (id: number) => readonly string[], first = {}) {
  const { list, id } = await stage.madeCampaign({ active: true, ...first });
  await stage.addPerson(list);
  await stage.sandbox.advance({ days: 3 });
  await stage.sandbox.setActive({ campaignId: id, active: false });
  if (stage.mode === "full") await stage.engine.refresh("Campaign", "q1");
  await stage.answers("POST /v1/campaign", 422, { body: { message: "seat 7 is disconnected" } });
  stage.engine.restart({ acknowledge: [...codes(id)] });
  await stage.refusal(stage.engine.up("q1", stage.campaign(list, { active: true, ...second })));
  stage.engine.restart();
  await stage.forget();
  return { list, id };
}

const forced = (step: Step): Step => ({ ...step, replace: true });

async function succeeds(engine: TestStack, program: Step, acknowledge: readonly string[]): Promise<void> {
  engine.restart({ acknowledge: [...acknowledge] });
  expect((await engine.up("q1", program)).op).toBe("replace");
  engine.restart();
}

/**
 * After a replacement that failed, a forced one calls the create alone, without diff and delete. Only the state shows which
 * object it replaces.
 */
export const forcedAgain: readonly Case[] = Object.entries(machines).flatMap(([where, machine]) => [
  inSpecOnly(14, `a refused replacement that is forced needs the codes of a planned one${where}`, async (stage) => {
    const codes = (id: number) => [`inactive:${id}`, "restart"];
    const { list, id } = await refusedReplacement(stage, { steps: delayed }, codes);
    const corrected = forced(stage.campaign(list, { active: true, steps: otherText }));
    const engine = machine(stage);
    await stage.refuses(engine.up("q1", corrected), `inactive:${id}`);
    engine.restart({ acknowledge: [`inactive:${id}`] });
    await stage.refuses(engine.up("q1", corrected), restart);
    expect(await stage.writes()).toEqual([]);
    await succeeds(engine, corrected, codes(id));
    expect(JSON.parse(String(engine.stored("Campaign", "q1").outputs.recorded)).replaced).toHaveProperty(String(id));
  }),
  inSpecOnly(14, `a forced one looks at a draft that was launched in the app meanwhile${where}`, async (stage) => {
    const { list, id } = await refusedReplacement(
      stage,
      { steps: delayed, active: false },
      (of) => [`inactive:${of}`],
      {
        active: false,
      },
    );
    await stage.sandbox.setActive({ campaignId: id, active: true });
    await stage.sandbox.advance({ days: 3 });
    const engine = machine(stage);
    const corrected = forced(stage.campaign(list, { active: true, steps: otherText }));
    await stage.refuses(engine.up("q1", corrected), `inactive:${id}`);
    engine.restart({ acknowledge: [`inactive:${id}`] });
    await stage.refuses(engine.up("q1", corrected), restart);
    expect(await stage.writes()).toEqual([]);
  }),
  inFull(14, `a refused replacement by another name that is forced needs "restart"${where}`, async (stage) => {
    const { list } = await refusedReplacement(stage, { steps: delayed, name: "Fintech EU" }, () => ["restart"]);
    const corrected = forced(stage.campaign(list, { active: true, name: "Fintech EU", steps: otherText }));
    const engine = machine(stage);
    await stage.refuses(engine.up("q1", corrected), restart);
    expect(await stage.writes()).toEqual([]);
    await succeeds(engine, corrected, ["restart"]);
  }),
  inFull(14, `a forced one does not replace a campaign that was switched on again${where}`, async (stage) => {
    const { list, id } = await refusedReplacement(stage, { steps: delayed, name: "Fintech EU" }, () => ["restart"]);
    await stage.sandbox.setActive({ campaignId: id, active: true });
    const engine = machine(stage);
    engine.restart({ acknowledge: ["restart"] });
    const corrected = forced(stage.campaign(list, { active: false, name: "Fintech EU", steps: otherText }));
    await stage.refuses(engine.up("q1", corrected), `(id ${id}): it is active`);
    expect(await stage.writes()).toEqual([]);
  }),
  perMode(14, `a forced one does not create a campaign again that the account still has${where}`, {
    async full(stage) {
      const second = { name: "Fintech EU", steps: delayed, active: false };
      const { list, id } = await refusedReplacement(stage, second, () => [], { active: false });
      const reverted = forced(stage.campaign(list, { active: false }));
      const engine = machine(stage);
      await stage.refuses(engine.up("q1", reverted), `twin:${id}`);
      expect(await stage.writes()).toEqual([]);
      await succeeds(engine, reverted, [`twin:${id}`]);
    },
    async specOnly(stage) {
      const codes = (id: number) => [`inactive:${id}`, "restart"];
      const { list, id } = await refusedReplacement(stage, { steps: delayed }, codes);
      const reverted = forced(stage.campaign(list, { active: true }));
      const engine = machine(stage);
      await stage.refuses(engine.up("q1", reverted), `inactive:${id}`);
      engine.restart({ acknowledge: codes(id) });
      await stage.refuses(engine.up("q1", reverted), `twin:${id}`);
      await succeeds(engine, reverted, [...codes(id), `twin:${id}`]);
    },
  }),
  inFull(14, `a forced one with retainOnDelete is compared with the old campaign${where}`, async (stage) => {
    const transformed = { retainOnDelete: true, isTransformed: true };
    const { list, id } = await stage.madeCampaign({ active: true }, transformed);
    await stage.forget();
    const changed = forced(stage.campaign(list, { active: false, name: "Fintech EU", steps: delayed }, transformed));
    await stage.refuses(machine(stage).up("q1", changed), `(id ${id}): it is active`);
    expect(await stage.writes()).toEqual([]);
  }),
]);
