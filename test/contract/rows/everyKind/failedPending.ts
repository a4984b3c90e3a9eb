import { expect } from "vitest";
import type { Step, TestStack } from "../../../support/testStack";
import { type Case, delayed, inFull, inSpecOnly, otherText, type Stage } from "../stage";
import { type Subject, subjects } from "./subjects";

type Args = Readonly<Record<string, unknown>>;

/** The same row on a machine with the records of the failed runs, and on one without. */
const onEach = (row: (where: string, machine: (stage: Stage) => TestStack) => Case): Case[] => [
  row("with records", (stage) => stage.engine),
  row("without records", (stage) => stage.elsewhere()),
];

const withArgs = (step: Step, args: Args): Step => ({ ...step, args: { ...step.args, ...args } });

/** A create was lost, somebody has confirmed that it had no effect, and the service has refused the next one. */
async function failed(stage: Stage, subject: Subject, when: "before" | "after") {
  const list = await stage.madeList("base", { name: "Base" });
  const step = subject.wanted(stage, list);
  await stage.answers(`POST ${subject.path}`, 504, { when });
  await stage.refusal(stage.engine.up("one", step));
  await stage.answers(`POST ${subject.path}`, 422, { body: { message: "no" } });
  stage.engine.restart({ acknowledge: ["twin:none"] });
  await stage.refusal(stage.engine.up("one", step));
  stage.engine.restart();
  expect(stage.engine.stored(subject.kind, "one").pendingReplacement).toBe(true);
  await stage.forget();
  return step;
}

const ofSubject = (subject: Subject): Case[] => [
  ...onEach((where, machine) =>
    inSpecOnly("pending", `${subject.noun}: is not created after a refused attempt, ${where}`, async (stage) => {
      const step = await failed(stage, subject, "after");
      const job = machine(stage);
      expect((await job.preview("one", step)).warnings.join()).toContain("`pulumi up` fails until");
      const way = "If it is there: adopt: <its id>.";
      await stage.refuses(job.up("one", step), "its creation is still pending", /OUTREACH_ACKNOWLEDGE=twin:none/, way);
      expect(await stage.writes()).toEqual([]);
      const [made] = (await subject.ids(stage)).slice(-1);
      expect((await job.upAll({ one: withArgs(step, { adopt: made }) }, "deletes")).one).toBe("replace");
      expect(job.stored(subject.kind, "one").id).toBe(String(made));
      expect((await job.preview("one", step)).op).toBe("same");
      expect(await stage.writes()).toEqual([]);
    }),
  ),
  ...onEach((where, machine) =>
    inSpecOnly("pending", `${subject.noun}: is created once somebody has looked again, ${where}`, async (stage) => {
      const step = await failed(stage, subject, "before");
      const job = machine(stage);
      await stage.refuses(job.up("one", step), "its creation is still pending");
      const said = withArgs(step, { acknowledge: ["twin:none"] });
      expect((await job.upAll({ one: said }, "deletes")).one).toBe("replace");
      expect(await stage.writes()).toEqual([`POST ${subject.path}`]);
    }),
  ),
];

/** The same for a campaign in the place of one that has run: its second version was lost without effect. */
export async function failedAfterRun(stage: Stage) {
  const { list, id } = await stage.madeCampaign({ active: true });
  await stage.sandbox.setActive({ campaignId: id, active: false });
  if (stage.mode === "full") await stage.engine.refresh("Campaign", "q1");
  const off = stage.mode === "full" ? [] : [`inactive:${id}`];
  const second = stage.campaign(list, { active: true, steps: delayed });
  await stage.answers("POST /v1/campaign", 504);
  stage.engine.restart({ acknowledge: [...off, "restart"] });
  await stage.refusal(stage.engine.up("q1", second));
  await stage.sandbox.clearFaults();
  await stage.answers("POST /v1/campaign", 422, { body: { message: "no" } });
  stage.engine.restart({ acknowledge: ["twin:none", "restart"] });
  await stage.refusal(stage.engine.up("q1", second));
  stage.engine.restart();
  await stage.forget();
  const entry = stage.engine.stored("Campaign", "q1");
  expect([entry.pendingReplacement, entry.id.slice(0, 8)]).toEqual([true, "pending-"]);
  return { list, id, corrected: stage.campaign(list, { active: true, steps: otherText, linkedinSeatId: 8 }) };
}

const recordOf = (job: TestStack) => String(job.stored("Campaign", "q1").outputs.recorded);

const restart = "its people would start again at step 1";

/** A pending create whose replacement the service has refused: the engine creates it again, whatever a diff returns. */
export const failedPending: readonly Case[] = [
  ...subjects.flatMap(ofSubject),
  ...onEach((where, machine) =>
    inSpecOnly(13, `a lost create and a refused one forget no campaign that ran, ${where}`, async (stage) => {
      const { id, list, corrected } = await failedAfterRun(stage);
      const job = machine(stage);
      await stage.refuses(job.up("q1", corrected), "its creation is still pending");
      job.restart({ acknowledge: ["twin:none"] });
      await stage.refuses(job.up("q1", corrected), restart, "restart");
      // The codes of the failed attempts do not count for the draft's start either.
      expect(await stage.writes()).toEqual([]);
      expect((await job.up("q1", withArgs(corrected, { active: false }))).op).toBe("replace");
      expect(recordOf(job)).toContain(`"ranOn":["${list}"]`);
      expect(recordOf(job)).toContain(`"replaced":{"${id}"`);
    }),
  ),
  ...onEach((where, machine) =>
    inSpecOnly(13, `a forced replacement of a lost create asks for "restart", ${where}`, async (stage) => {
      const { corrected } = await failedAfterRun(stage);
      const entry = stage.engine.stored("Campaign", "q1");
      delete entry.pendingReplacement;
      const job = machine(stage);
      job.restart({ acknowledge: ["twin:none"] });
      await stage.refuses(job.up("q1", { ...corrected, replace: true }), restart, "restart");
      expect(await stage.writes()).toEqual([]);
    }),
  ),
  ...onEach((where, machine) =>
    inFull(13, `a lost create and a refused one forget no campaign that ran and is gone, ${where}`, async (stage) => {
      const { id, list, corrected } = await failedAfterRun(stage);
      await stage.sandbox.deleteCampaign({ campaignId: id });
      const job = machine(stage);
      await stage.refuses(job.up("q1", corrected), restart, "restart");
      expect(await stage.writes()).toEqual([]);
      expect((await job.up("q1", withArgs(corrected, { active: false }))).op).toBe("replace");
      expect(recordOf(job)).toContain(`"ranOn":["${list}"]`);
    }),
  ),
  ...onEach((where, machine) =>
    inFull("pending", `a list that a lost create has made is taken over by its id, ${where}`, async (stage) => {
      const step = stage.list();
      await stage.sandbox.fault({ kind: "omit", path: "/v1/list", createdSince: true, count: 50 });
      await stage.lose("one", step);
      await stage.sandbox.fault({ kind: "omit", path: "/v1/list", createdSince: true, count: 50 });
      await stage.answers("POST /v1/list", 422, { body: { message: "no" } });
      stage.engine.restart({ acknowledge: ["twin:none"] });
      await stage.refusal(stage.engine.up("one", step));
      stage.engine.restart();
      await stage.sandbox.clearFaults();
      await stage.forget();
      const job = machine(stage);
      const made = (await stage.sandbox.objects()).lists.at(-1)?.id;
      await stage.refuses(job.up("one", step), "its creation did take effect", `adopt: ${made}`);
      expect((await job.up("one", withArgs(step, { adopt: made }))).op).toBe("replace");
      expect(job.stored("List", "one").id).toBe(String(made));
      expect(await stage.writes()).toEqual([]);
    }),
  ),
];
