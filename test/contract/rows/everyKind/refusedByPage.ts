import { expect } from "vitest";
import type { Step, TestStack } from "../../../support/testStack";
import { type Case, inFull, inSpecOnly, type Stage } from "../stage";
import { type Subject, subjects } from "./subjects";

type Args = Readonly<Record<string, unknown>>;

/** The same row on a machine with the records of the failed run, and on one without. */
const onEach = (row: (where: string, machine: (stage: Stage) => TestStack) => Case): Case[] => [
  row("with records", (stage) => stage.engine),
  row("without records", (stage) => stage.elsewhere()),
];

const withArgs = (step: Step, args: Args): Step => ({ ...step, args: { ...step.args, ...args } });

/** A gateway answers the next create with a page, before or after the service has received it. */
async function refuse(stage: Stage, { path }: Subject, when: "before" | "after"): Promise<void> {
  await stage.sandbox.fault({ kind: "foreign", method: "POST", path, when, status: 403 });
}

async function refused(stage: Stage, subject: Subject, when: "before" | "after") {
  const list = await stage.madeList("base", { name: "Base" });
  const step = subject.wanted(stage, list);
  await refuse(stage, subject, when);
  const text = await stage.refusal(stage.engine.up("one", step));
  expect(text).toContain(`POST ${subject.path} → 403`);
  expect(text).toContain("it may have been created nevertheless");
  await stage.forget();
  return { step, text };
}

const ofSubject = (subject: Subject): Case[] => [
  ...onEach((where, machine) =>
    inSpecOnly("pending", `${subject.noun}: a page in place of a response is no refusal, ${where}`, async (stage) => {
      const { step, text } = await refused(stage, subject, "after");
      expect(text).toContain("It is recorded as pending, so nothing is sent twice. Look in the app.");
      const job = machine(stage);
      await stage.refuses(job.up("one", step), "its creation is still pending", "adopt: <its id>", "twin:none");
      const [made] = (await subject.ids(stage)).slice(-1);
      expect((await job.up("one", withArgs(step, { adopt: made }))).op).toBe("replace");
      expect(job.stored(subject.kind, "one").id).toBe(String(made));
      expect(await stage.writes()).toEqual([]);
    }),
  ),
  ...onEach((where, machine) =>
    inSpecOnly("pending", `${subject.noun}: what a proxy has blocked is created later, ${where}`, async (stage) => {
      const { step } = await refused(stage, subject, "before");
      const job = machine(stage);
      job.restart({ acknowledge: ["twin:none"] });
      expect((await job.up("one", step)).op).toBe("replace");
      expect(await stage.writes()).toEqual([`POST ${subject.path}`]);
    }),
  ),
  ...onEach((where, machine) =>
    inSpecOnly("pending", `${subject.noun}: what a proxy blocks twice is created later, ${where}`, async (stage) => {
      const { step } = await refused(stage, subject, "before");
      const job = machine(stage);
      await refuse(stage, subject, "before");
      job.restart({ acknowledge: ["twin:none"] });
      const text = await stage.refusal(job.up("one", step));
      expect(text).not.toContain("pulumi state delete");
      job.restart();
      await stage.forget();
      const [, code] = /"(twin:none:\w+)"/.exec(text) ?? [];
      expect((await job.up("one", withArgs(step, { acknowledge: [code] }))).op).toBe("replace");
      expect(await stage.writes()).toEqual([`POST ${subject.path}`]);
    }),
  ),
  ...onEach((where, machine) =>
    inFull("pending", `${subject.noun}: the listing shows what a proxy has blocked, ${where}`, async (stage) => {
      const { step } = await refused(stage, subject, "before");
      expect(stage.engine.state.has(stage.engine.urn(subject.kind, "one"))).toBe(false);
      expect((await machine(stage).up("one", step)).op).toBe("create");
      expect(await stage.writes()).toEqual([`POST ${subject.path}`]);
    }),
  ),
];

/** A create that is answered in another form than the service's own refusals may have taken effect. */
export const refusedByPage: readonly Case[] = [
  ...subjects.flatMap(ofSubject),
  ...onEach((where, machine) =>
    inFull("pending", `a part of the listing shows nothing of a page's create, ${where}`, async (stage) => {
      const step = stage.list();
      await refuse(stage, subjects[0] ?? raise(), "after");
      await stage.answers("GET /v1/list", 200, { body: { data: [], hasMore: true }, count: 50 });
      await stage.refuses(stage.engine.up("one", step), "It is recorded as pending");
      await stage.forget();
      await stage.refuses(machine(stage).up("one", step), "its creation is still pending");
      expect(await stage.writes()).toEqual([]);
    }),
  ),
];

function raise(): never {
  throw new Error("there is no kind");
}
