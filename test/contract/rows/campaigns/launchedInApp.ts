import { expect } from "vitest";
import type { TestStack } from "../../../support/testStack";
import { type Case, inSpecOnly, type Stage } from "../stage";

/** A campaign that no run has started, and that somebody launched in the app so that it runs. */
async function launched(stage: Stage, id: number | string, list: number): Promise<void> {
  await stage.addPerson(list);
  await stage.sandbox.setActive({ campaignId: Number(id), active: true });
  await stage.sandbox.advance({ days: 3 });
}

/** The machine that has recorded the runs, and one that knows only the state. */
const machines = {
  "with records": { isRecorded: true, machine: (stage: Stage): TestStack => stage.engine },
  "without records": { isRecorded: false, machine: (stage: Stage): TestStack => stage.elsewhere() },
};

/** Campaigns that were launched in the app, on a service whose logs alone show it. */
export const launchedInApp: readonly Case[] = Object.entries(machines).flatMap(([which, { machine, isRecorded }]) => [
  ...[403, 404, 500, 501].map((status) =>
    inSpecOnly(
      17,
      `${which}: a campaign whose log is answered with ${status} counts as launched, until somebody has looked`,
      async (stage) => {
        const list = await stage.madeList();
        const id = await stage.made("draft", stage.campaign(list, { name: "Draft" }));
        await launched(stage, id, list);
        await stage.forget();
        const spring = (acknowledge: readonly string[] = []) =>
          stage.campaign(list, { name: "Spring", active: true, acknowledge });
        await stage.answers("GET /v1/campaign/*/logs", status, { count: 99 });
        const engine = machine(stage);
        const text = await stage.refusal(engine.up("spring", spring()));
        expect(text).toContain(`list ${list} is already used by an active campaign (id ${id})`);
        expect(text).toContain(`acknowledge: ["inactive:${id}"]`);
        expect(await stage.writes()).toEqual([]);
        await engine.up("spring", spring([`inactive:${id}`]));
        expect(await stage.writes()).toEqual(["POST /v1/campaign"]);
      },
    ),
  ),
  inSpecOnly(
    13,
    `${which}: a campaign that was launched in the app, ran and is off does not start again under another resource`,
    async (stage) => {
      const list = await stage.madeList();
      const id = await stage.made("q1", stage.campaign(list));
      await launched(stage, id, list);
      await stage.sandbox.setActive({ campaignId: id, active: false });
      await stage.forget();
      const engine = machine(stage);
      const renamed = (...acknowledge: string[]) => ({ renamed: stage.campaign(list, { active: true, acknowledge }) });
      const codes = isRecorded ? [`twin:${id}`] : [];
      const first = await stage.refusal(engine.upAll(renamed(...codes), "deletes"));
      expect(first).toContain('aliases: ["<its old URN>"]');
      expect(first).toContain(`"inactive:${id}", "restart"`);
      codes.push(`inactive:${id}`);
      await stage.refuses(engine.upAll(renamed(...codes), "deletes"), "its people would start again at step 1");
      expect(await stage.writes()).toEqual([]);
      expect((await engine.upAll(renamed(...codes, "restart"))).renamed).toBe("create");
    },
  ),
]);
