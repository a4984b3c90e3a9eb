import { expect } from "vitest";
import type { TestStack } from "../../../support/testStack";
import { rename } from "../oldRecords";
import { type Case, delayed, inSpecOnly, otherText, type Stage } from "../stage";

type Args = Readonly<Record<string, unknown>>;

const onEach = (row: (where: string, machine: (stage: Stage) => TestStack) => Case): Case[] => [
  row("with records", (stage) => stage.engine),
  row("without records", (stage) => stage.elsewhere()),
];

/** The draft of `q1` was replaced with a code on the resource; later somebody has launched the first one in the app. */
async function launchedSince(stage: Stage) {
  const { list, id } = await stage.madeCampaign();
  await stage.addPerson(list);
  const acknowledge = [`inactive:${id}`];
  const q1 = stage.campaign(list, { steps: otherText, acknowledge });
  await stage.engine.up("q1", q1);
  await stage.sandbox.setActive({ campaignId: id, active: true });
  await stage.sandbox.advance({ days: 3 });
  await stage.forget();
  const copy = (args: Args = {}) =>
    stage.campaign(list, { name: "Copy", steps: otherText, acknowledge, active: true, ...args });
  return { list, id, q1, copy };
}

/** A code that confirms that an object is off counts for the resource that has added it. */
export const copiedCodes: readonly Case[] = [
  ...onEach((where, machine) =>
    inSpecOnly(20, `a copy of a resource does not start with the codes that it had, ${where}`, async (stage) => {
      const { id, q1, copy } = await launchedSince(stage);
      const job = machine(stage);
      await stage.refuses(
        job.upAll({ q1, copy: copy() }),
        `already used by an active campaign (id ${id})`,
        `OUTREACH_ACKNOWLEDGE=inactive:${id} for one run (the "inactive:${id}" in the program counted when it was added, and does not count again)`,
      );
      expect(await stage.writes()).toEqual([]);
      // The same if that resource leaves the program in this run.
      await stage.refuses(job.upAll({ copy: copy({ steps: delayed }) }), `OUTREACH_ACKNOWLEDGE=inactive:${id} for one`);
      expect(await stage.writes()).toEqual([]);
      await stage.sandbox.setActive({ campaignId: id, active: false });
      job.restart({ acknowledge: [`inactive:${id}`] });
      expect(await job.upAll({ q1, copy: copy() })).toEqual({ q1: "same", copy: "create" });
      expect(await stage.writes()).toEqual(["POST /v1/campaign"]);
    }),
  ),
  ...onEach((where, machine) =>
    inSpecOnly(20, `a code may be on two resources in the run that adds it to both, ${where}`, async (stage) => {
      const [list, other] = [await stage.madeList(), await stage.madeList("other")];
      const q1 = stage.campaign(list, { listIds: [list, other], active: true });
      const id = await stage.made("q1", q1);
      await stage.sandbox.setActive({ campaignId: id, active: false });
      await stage.forget();
      const acknowledge = [`inactive:${id}`];
      const spring = stage.campaign(list, { name: "Spring", active: true, acknowledge });
      const summer = stage.campaign(other, { name: "Summer", active: true, acknowledge });
      expect(await machine(stage).upAll({ q1, spring, summer })).toEqual({
        ...{ q1: "same", spring: "create", summer: "create" },
      });
      expect(await stage.writes()).toEqual(["POST /v1/campaign", "POST /v1/campaign"]);
    }),
  ),
  ...onEach((where, machine) =>
    inSpecOnly(
      14,
      `a resource that an alias has renamed keeps its codes and may add others, ${where}`,
      async (stage) => {
        const list = await stage.madeList();
        await stage.engine.up("q1", stage.campaign(list));
        const first = `inactive:${stage.engine.stored("Campaign", "q1").id}`;
        await stage.engine.up("q1", stage.campaign(list, { steps: otherText, acknowledge: [first] }));
        await stage.forget();
        const job = machine(stage);
        const second = `inactive:${job.stored("Campaign", "q1").id}`;
        rename(job, "Campaign", "q1", "renamed");
        const starts = stage.campaign(list, { steps: otherText, active: true, acknowledge: [first, second] });
        expect((await job.up("renamed", starts)).op).toBe("replace");
        expect(await stage.writes()).toEqual(["POST /v1/campaign"]);
      },
    ),
  ),
];
