import { expect } from "vitest";
import type { Step, TestStack } from "../../../support/testStack";
import { handOver } from "../oldRecords";
import { type Case, delayed, inSpecOnly, otherText, type Stage } from "../stage";

type Args = Readonly<Record<string, unknown>>;

/** One run on a machine of its own, which knows only the state. */
async function inJob<T>(stage: Stage, run: (job: TestStack) => Promise<T>, ...codes: readonly string[]): Promise<T> {
  const job = stage.elsewhere();
  job.restart({ acknowledge: codes });
  const result = await run(job);
  handOver(job, stage.engine);
  return result;
}

const up = (stage: Stage, q1: Step, ...codes: readonly string[]) => inJob(stage, (job) => job.up("q1", q1), ...codes);
const idOf = (stage: Stage) => Number(stage.engine.stored("Campaign", "q1").id);

/** A campaign that has run and that somebody has switched off in the app. */
async function ranAndOff(stage: Stage, isRecorded = false) {
  const list = await stage.madeList();
  await stage.addPerson(list);
  const started = stage.campaign(list, { active: true });
  await (isRecorded ? stage.engine.up("q1", started) : up(stage, started));
  const id = idOf(stage);
  await stage.sandbox.advance({ days: 3 });
  await stage.sandbox.setActive({ campaignId: id, active: false });
  return { list, id };
}

/** The service refuses to replace it with this. */
async function failsToReplace(stage: Stage, q1: Step, ...codes: readonly string[]): Promise<TestStack> {
  await stage.answers("POST /v1/campaign", 422, { body: { statusCode: 422, message: "Unprocessable" } });
  const failing = stage.elsewhere();
  failing.restart({ acknowledge: codes });
  await stage.refuses(failing.up("q1", q1), "Unprocessable");
  handOver(failing, stage.engine);
  await stage.sandbox.clearFaults();
  return failing;
}

/** The service refuses to replace it, the change is reverted, and the program keeps it as the refusal says. */
async function keptAsPrinted(stage: Stage, program: (args?: Args) => Step): Promise<void> {
  const id = idOf(stage);
  await failsToReplace(stage, program({ steps: delayed }), `inactive:${id}`);
  await stage.refuses(stage.elsewhere().up("q1", program()), `To keep that one: adopt: ${id}.`);
  await up(stage, program({ adopt: id }));
  expect(idOf(stage)).toBe(id);
}

/** A campaign that the program keeps after its replacement has failed, on machines that know only the state. */
export const keptAfterFailure: readonly Case[] = [
  inSpecOnly(
    14,
    "one that ran, is switched off and is declared as off after a failed replacement is not created again",
    async (stage) => {
      const list = await stage.madeList();
      const q1 = (args: Args = {}) => stage.campaign(list, { active: true, ...args });
      await up(stage, q1());
      const id = idOf(stage);
      await stage.addPerson(list);
      await stage.sandbox.advance({ days: 3 });
      await failsToReplace(stage, q1({ steps: otherText }), `inactive:${id}`, "restart");
      await stage.sandbox.setActive({ campaignId: id, active: false });
      const off = (args: Args = {}) => q1({ active: false, acknowledge: [`inactive:${id}`], ...args });
      await stage.refuses(stage.elsewhere().up("q1", off()), `To keep it: adopt: ${id}.`);
      await up(stage, off({ adopt: id }));
      expect((await stage.sandbox.objects()).campaigns).toHaveLength(1);
    },
  ),
  inSpecOnly(14, "a campaign that is kept after a failed replacement is still known as off", async (stage) => {
    const { list, id } = await ranAndOff(stage);
    const off = (args: Args = {}) => stage.campaign(list, { active: false, ...args });
    await up(stage, off(), `inactive:${id}`);
    await keptAsPrinted(stage, off);
    await stage.refuses(up(stage, off({ active: true }), `inactive:${id}`), "it was active before");
    const spring = stage.campaign(list, { name: "Spring", active: true });
    const { op, warnings } = await inJob(stage, (job) => job.up("spring", spring));
    expect(op).toBe("create");
    expect(warnings.join()).toContain(`another campaign has run on its list (id ${id})`);
  }),
  inSpecOnly(14, "a campaign that is kept as off after a failed replacement holds up no start", async (stage) => {
    const { list, id } = await ranAndOff(stage);
    const q1 = (args: Args = {}) => stage.campaign(list, { active: true, ...args });
    await failsToReplace(stage, q1({ steps: otherText }), `inactive:${id}`, "restart");
    const off = (args: Args = {}) => q1({ active: false, ...args });
    await up(stage, off({ adopt: id, acknowledge: [`inactive:${id}`] }));
    const spring = stage.campaign(list, { name: "Spring", active: true });
    const program = { leads: stage.list({ name: "List leads" }), q1: off(), spring };
    const { result, warnings } = await inJob(stage, async (job) => {
      return { result: await job.upAll(program, "deletes"), warnings: job.warnings };
    });
    expect(result.spring).toBe("create");
    expect(warnings.join()).toContain(`another campaign has run on its list (id ${id})`);
  }),
  ...["with records", "without records"].map((which) =>
    inSpecOnly(14, `each printed step keeps one that is off after a failed replacement, ${which}`, async (stage) => {
      const isKnown = which === "with records";
      const { list, id } = await ranAndOff(stage, isKnown);
      const q1 = (args: Args = {}) => stage.campaign(list, { active: true, ...args });
      await failsToReplace(stage, q1({ steps: otherText }), `inactive:${id}`, "restart");
      const step = async (wanted: Step, ...codes: readonly string[]) => {
        if (!isKnown) return await up(stage, wanted, ...codes);
        stage.engine.restart({ acknowledge: codes });
        return await stage.engine.up("q1", wanted);
      };
      const off = (args: Args = {}) => q1({ active: false, ...args });
      const forRun = `OUTREACH_ACKNOWLEDGE=inactive:${id} for one run`;
      await stage.refuses(step(off()), forRun, "If an earlier run has failed to replace it, nothing is recorded");
      const both = `To keep it: adopt: ${id} together with acknowledge: ["inactive:${id}"] on the resource, or ${forRun}.`;
      await stage.refuses(step(off(), `inactive:${id}`), both);
      await stage.refuses(step(off({ adopt: id })), `and it is off: acknowledge: ["inactive:${id}"]`);
      await step(off({ adopt: id }), `inactive:${id}`);
      expect(idOf(stage)).toBe(id);
      expect((await stage.sandbox.objects()).campaigns).toHaveLength(1);
    }),
  ),
  inSpecOnly(15, "a failed replacement names the former drafts that may leave the state with it", async (stage) => {
    const list = await stage.madeList();
    const draft = (args: Args = {}) => stage.campaign(list, { active: false, ...args });
    await up(stage, draft());
    const first = idOf(stage);
    await up(stage, draft({ steps: otherText }), `inactive:${first}`);
    const second = idOf(stage);
    const failing = await failsToReplace(stage, draft({ steps: delayed }), `inactive:${second}`);
    expect(failing.warnings.join()).toContain(
      `so do the drafts that its resource has replaced, which may have been launched in the app: id ${first}.`,
    );
  }),
];
