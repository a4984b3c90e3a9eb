import { expect } from "vitest";
import type { Step, TestStack } from "../../../support/testStack";
import { type Case, delayed, inFull, inSpecOnly, type Stage } from "../stage";
import { failedAfterRun } from "./failedPending";

type Args = Readonly<Record<string, unknown>>;

/** The same row on a machine with the records of the earlier runs, and on one without. */
const onEach = (row: (where: string, machine: (stage: Stage) => TestStack) => Case): Case[] => [
  row("with records", (stage) => stage.engine),
  row("without records", (stage) => stage.elsewhere()),
];

const idOf = (job: TestStack, kind: "List" | "Campaign", name: string) => job.stored(kind, name).id;

async function sizes({ sandbox }: Stage) {
  const { lists, campaigns } = await sandbox.objects();
  return { lists: lists.length, campaigns: campaigns.length };
}

/** A draft whose second version has replaced the first one. */
async function secondDraft(stage: Stage) {
  const list = await stage.madeList();
  const program = (args: Args = {}) => stage.campaign(list, { active: false, ...args });
  await stage.engine.up("q1", program());
  const first = idOf(stage.engine, "Campaign", "q1");
  await stage.engine.up("q1", program({ steps: delayed, acknowledge: [`inactive:${first}`] }));
  const second = idOf(stage.engine, "Campaign", "q1");
  await stage.forget();
  return { first, second, program };
}

/** The program returns to an earlier version of a resource, whose object is still in the account. */
export const revertedVersions: readonly Case[] = [
  ...onEach((where, machine) =>
    inSpecOnly(20, `a reverted draft is taken over, and not made a third time, ${where}`, async (stage) => {
      const { first, second, program } = await secondDraft(stage);
      const job = machine(stage);
      const reverted = program({ acknowledge: [`inactive:${second}`] });
      await stage.refuses(job.up("q1", reverted), `adopt: ${first}`, `twin:${first}`);
      const adopting = program({ acknowledge: [`inactive:${second}`], adopt: Number(first) });
      expect((await job.up("q1", adopting)).op).toBe("replace");
      expect(idOf(job, "Campaign", "q1")).toBe(first);
      expect((await job.preview("q1", reverted)).op).toBe("same");
      // The same for the way back.
      const again = program({ steps: delayed, acknowledge: [`inactive:${first}`] });
      await stage.refuses(job.up("q1", again), `adopt: ${second}`, `twin:${second}`);
      expect(await stage.writes()).toEqual([]);
    }),
  ),
  ...onEach((where, machine) =>
    inSpecOnly(20, `"twin:<id>" makes a reverted draft a third time, ${where}`, async (stage) => {
      const { first, second, program } = await secondDraft(stage);
      const acknowledge = [`inactive:${second}`, `twin:${first}`];
      expect((await machine(stage).up("q1", program({ acknowledge }))).op).toBe("replace");
      expect(await stage.writes()).toEqual(["POST /v1/campaign"]);
    }),
  ),
  ...onEach((where, machine) =>
    inSpecOnly(20, `a reverted name takes the first list over, and its draft follows, ${where}`, async (stage) => {
      const named = (name: string, args: Args = {}) => stage.list({ name, acknowledge: ["rename"], ...args });
      const draft = (args: Args = {}): Step => ({
        ...stage.campaign(0, { active: false, ...args }),
        onLists: ["leads"],
      });
      await stage.engine.upAll({ leads: named("Leads"), q1: draft() });
      const [list, first] = [idOf(stage.engine, "List", "leads"), idOf(stage.engine, "Campaign", "q1")];
      await stage.engine.upAll(
        { leads: named("Leads EU"), q1: draft({ acknowledge: [`inactive:${first}`] }) },
        "deletes",
      );
      const second = idOf(stage.engine, "Campaign", "q1");
      expect(second).not.toBe(first);
      await stage.forget();
      const job = machine(stage);
      await stage.refuses(job.up("leads", named("Leads")), `adopt: ${list}`, `twin:${list}`);
      const back = named("Leads", { adopt: Number(list) });
      const q1 = draft({ acknowledge: [`inactive:${second}`] });
      await stage.refuses(job.upAll({ leads: back, q1 }, "deletes"), `adopt: ${first}`, `twin:${first}`);
      expect(idOf(job, "List", "leads")).toBe(list);
      const adopting = draft({ acknowledge: [`inactive:${second}`], adopt: Number(first) });
      expect(await job.upAll({ leads: back, q1: adopting }, "deletes")).toEqual({ leads: "same", q1: "replace" });
      expect(await job.previewAll({ leads: named("Leads"), q1 })).toEqual({ leads: "same", q1: "same" });
      expect(await stage.writes()).toEqual([]);
      expect(await sizes(stage)).toEqual({ lists: 2, campaigns: 2 });
    }),
  ),
  ...onEach((where, machine) =>
    inSpecOnly(20, `a revert after a lost create and a refused one makes no twin, ${where}`, async (stage) => {
      const { id, list } = await failedAfterRun(stage);
      const job = machine(stage);
      job.restart({ acknowledge: ["twin:none", "restart"] });
      const reverted = stage.campaign(list, { active: true });
      await stage.refuses(job.up("q1", reverted), `adopt: ${id}`, `twin:${id}`);
      expect(await stage.writes()).toEqual([]);
    }),
  ),
  ...onEach((where, machine) =>
    inFull(20, `a list that is no longer listed is made again, ${where}`, async (stage) => {
      const named = (name: string) => stage.list({ name, acknowledge: ["rename"] });
      await stage.engine.up("leads", named("Leads"));
      const first = idOf(stage.engine, "List", "leads");
      await stage.engine.upAll({ leads: named("Leads EU") }, "deletes");
      await stage.refuses(machine(stage).up("leads", named("Leads")), `adopt: ${first}`, `twin:${first}`);
      await stage.sandbox.deleteList({ listId: Number(first) });
      expect((await machine(stage).up("leads", named("Leads"))).op).toBe("replace");
    }),
  ),
  ...onEach((where, machine) =>
    inSpecOnly(
      20,
      `starting a campaign again does not ask about the draft that it once was, ${where}`,
      async (stage) => {
        const list = await stage.madeList();
        const job = machine(stage);
        const program = (active: boolean, ...acknowledge: string[]) => stage.campaign(list, { active, acknowledge });
        await job.up("q1", program(false));
        const ids = [idOf(job, "Campaign", "q1")];
        for (const codes of [[], ["restart"], ["restart"]]) {
          const before = ids.at(-1);
          if (codes.length > 0) await job.up("q1", program(false, `inactive:${before}`));
          job.restart({ acknowledge: [`inactive:${before}`, ...codes] });
          expect((await job.up("q1", program(true))).op).toBe("replace");
          job.restart();
          ids.push(idOf(job, "Campaign", "q1"));
        }
        expect(new Set(ids).size).toBe(4);
      },
    ),
  ),
  ...onEach((where, machine) =>
    inSpecOnly(20, `nor does a start whose response was lost, ${where}`, async (stage) => {
      const list = await stage.madeList();
      const draft = stage.campaign(list);
      const first = await stage.made("q1", draft);
      const starts = stage.campaign(list, { active: true, acknowledge: [`inactive:${first}`] });
      await stage.answers("POST /v1/campaign", 504);
      const job = machine(stage);
      await stage.refusal(job.up("q1", starts));
      await stage.forget();
      job.restart({ acknowledge: ["twin:none"] });
      expect((await job.up("q1", starts)).op).toBe("replace");
      expect(await stage.writes()).toEqual(["POST /v1/campaign"]);
    }),
  ),
  ...onEach((where, machine) =>
    inSpecOnly(20, `the draft that a lost start replaces is not what the start has made, ${where}`, async (stage) => {
      const list = await stage.madeList();
      const first = await stage.made("q1", stage.campaign(list));
      const starts = (args: Args = {}) =>
        stage.campaign(list, { active: true, acknowledge: [`inactive:${first}`], ...args });
      await stage.lose("q1", starts());
      const job = machine(stage);
      await stage.refuses(job.up("q1", starts({ adopt: first })), "its creation is still pending");
      const { campaigns } = await stage.sandbox.objects();
      const made = campaigns.find(({ active }) => active)?.id;
      expect((await job.up("q1", starts({ adopt: made }))).op).toBe("replace");
      expect(job.stored("Campaign", "q1").id).toBe(String(made));
    }),
  ),
  ...onEach((where, machine) =>
    inSpecOnly(21, `a lost start is not taken over as off without a code, ${where}`, async (stage) => {
      const list = await stage.madeList();
      await stage.lose("q1", stage.campaign(list, { active: true }));
      const { campaigns } = await stage.sandbox.objects();
      const adopt = campaigns[0]?.id;
      const job = machine(stage);
      await stage.refuses(job.up("q1", stage.campaign(list, { active: false, adopt })), `"inactive:${adopt}"`);
      const said = stage.campaign(list, { active: false, adopt, acknowledge: [`inactive:${adopt}`] });
      expect((await job.up("q1", said)).op).toBe("replace");
    }),
  ),
];
