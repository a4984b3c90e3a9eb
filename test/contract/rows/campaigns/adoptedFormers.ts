import { expect } from "vitest";
import type { Step } from "../../../support/testStack";
import { handOver } from "../oldRecords";
import { type Case, delayed, inSpecOnly, otherText, type Stage } from "../stage";
import { launch } from "./inTheApp";

type Args = Readonly<Record<string, unknown>>;
type Program = Readonly<Record<string, Step>>;

/** One run on a machine of its own, which knows only the state. The lists stay in the program. */
async function run(stage: Stage, program: Program): Promise<string> {
  const job = stage.elsewhere();
  const lists = { leads: stage.list({ name: "List leads" }), more: stage.list({ name: "List more" }) };
  await job.upAll({ ...lists, ...program }, "deletes");
  handOver(job, stage.engine);
  return job.warnings.join("\n");
}

const idOf = (stage: Stage, key = "q1") => Number(stage.engine.stored("Campaign", key).id);

async function lists(stage: Stage): Promise<readonly [number, number]> {
  return [await stage.madeList(), await stage.madeList("more")];
}

/** A campaign ran, and its resource has replaced it with a draft, and that with another one, perhaps of another name. */
async function draftAfterOneThatRan(stage: Stage, list: number, name: string): Promise<number> {
  await run(stage, { q1: stage.campaign(list, { active: true }) });
  const first = idOf(stage);
  await launch(stage, list, first);
  await stage.sandbox.setActive({ campaignId: first, active: false });
  const draft = (args: Args) => stage.campaign(list, { active: false, ...args });
  await run(stage, { q1: draft({ steps: otherText, acknowledge: [`inactive:${first}`] }) });
  const second = idOf(stage);
  await run(stage, { q1: draft({ name, steps: delayed, acknowledge: [`inactive:${second}`] }) });
  return second;
}

const spring = (stage: Stage, list: number) => stage.campaign(list, { name: "Spring", steps: otherText, active: true });

/** Drafts that a resource has replaced, and that another resource adopts, on machines that know only the state. */
export const adoptedFormers: readonly Case[] = [
  ...["stays", "leaves"].map((how) =>
    inSpecOnly(
      13,
      `a former draft does not start where an earlier one of its resource ran, which ${how}`,
      async (stage) => {
        const [list] = await lists(stage);
        const isKept = how === "stays";
        const draft = await draftAfterOneThatRan(stage, list, isKept ? "Fintech Q1" : "Summer");
        const q2 = (args: Args = {}) => stage.campaign(list, { active: false, steps: otherText, ...args });
        const q1: Program = isKept ? { q1: stage.campaign(list, { active: false, steps: delayed }) } : {};
        await run(stage, { ...q1, q2: q2({ adopt: draft }) });
        await run(stage, { q2: q2() });
        const starts = q2({ active: true, acknowledge: [`inactive:${draft}`] });
        await stage.refuses(run(stage, { q2: starts }), "its people would start again at step 1");
      },
    ),
  ),
  ...["stays", "leaves"].map((how) =>
    inSpecOnly(17, `a former draft keeps the lists that the program omits, if its resource ${how}`, async (stage) => {
      const [list, more] = await lists(stage);
      const draft = (args: Args = {}) => stage.campaign(list, { active: false, ...args });
      await run(stage, { q1: draft({ listIds: [list, more] }) });
      const first = idOf(stage);
      await run(stage, { q1: draft({ steps: delayed, acknowledge: [`inactive:${first}`] }) });
      const q1: Program = how === "stays" ? { q1: draft({ steps: delayed }) } : {};
      expect(await run(stage, { ...q1, q2: draft({ adopt: first }) })).toContain(
        `the state shows that it also uses list ${more}, which the program does not declare`,
      );
      await launch(stage, more, first);
      const starts = { ...q1, q2: draft(), spring: spring(stage, more) };
      await stage.refuses(run(stage, starts), `"shared-list:${first}"`);
    }),
  ),
  ...["its resource takes it back", "a third resource takes it"].map((how) =>
    inSpecOnly(21, `a former draft that runs is not taken as off without a code: ${how}`, async (stage) => {
      const [list] = await lists(stage);
      const program = (args: Args = {}) => stage.campaign(list, { active: false, ...args });
      await run(stage, { q1: program() });
      const first = idOf(stage);
      const next = program({ steps: delayed, acknowledge: [`inactive:${first}`] });
      await run(stage, { q1: next });
      const second = idOf(stage);
      await stage.sandbox.setActive({ campaignId: first, active: true });
      await run(stage, { q1: program({ steps: delayed }), q2: program({ adopt: first, active: true }) });
      const key = how === "its resource takes it back" ? "q1" : "q3";
      const back = (...codes: string[]) => ({
        [key]: program({ adopt: first, acknowledge: [`inactive:${second}`, ...codes] }),
      });
      await stage.refuses(run(stage, back()), `confirm it: acknowledge: ["inactive:${first}"]`);
      await stage.sandbox.setActive({ campaignId: first, active: false });
      await run(stage, back(`inactive:${first}`));
      expect(await run(stage, { [key]: program(), spring: spring(stage, list) })).toContain(
        `another campaign has run on its list (id ${first})`,
      );
    }),
  ),
];
