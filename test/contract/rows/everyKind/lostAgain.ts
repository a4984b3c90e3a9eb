import { expect } from "vitest";
import type { Step, TestStack } from "../../../support/testStack";
import { type Case, inSpecOnly, otherText, type Stage } from "../stage";
import { type Subject, subjects } from "./subjects";

type Args = Readonly<Record<string, unknown>>;

const withArgs = (step: Step, args: Args): Step => ({ ...step, args: { ...step.args, ...args } });

/** The same row on a machine with the records of the lost creates, and on one without. */
const onEach = (row: (where: string, machine: (stage: Stage) => TestStack) => Case): Case[] => [
  row("with records", (stage) => stage.engine),
  row("without records", (stage) => stage.elsewhere()),
];

/** Two creates in a row have got no response, the second after `twin:none` for the first. Returns what that one prints. */
async function lostTwice(stage: Stage, name: string, path: string, step: Step, isForRun: boolean): Promise<string> {
  const { engine } = stage;
  await stage.answers(`POST ${path}`, 504);
  await stage.refusal(engine.up(name, step));
  await stage.answers(`POST ${path}`, 504);
  if (isForRun) engine.restart({ acknowledge: ["twin:none"] });
  const again = isForRun ? step : withArgs(step, { acknowledge: ["twin:none"] });
  const text = await stage.refusal(engine.up(name, again));
  engine.restart();
  await stage.forget();
  return text;
}

/** The code that the message prints, which names one create. */
function codeIn(text: string): string {
  expect(text).not.toMatch(/not there: .*pulumi state delete/);
  expect(text).toContain('(the acknowledged "twin:none" was written before the create was sent, and does not count).');
  const [, code] = /If it is certainly not there: acknowledge: \["(twin:none:[0-9a-f]{8})"\] on/.exec(text) ?? [];
  if (code === undefined) throw new Error(`no code for this create: ${text}`);
  return code;
}

const ofSubject = ({ noun, kind, path, ...subject }: Subject): Case[] =>
  [true, false].flatMap((isForRun) =>
    onEach((where, machine) =>
      inSpecOnly(
        "pending",
        `${noun}: a create that is lost again after "twin:none" ${isForRun ? "for the run" : "in the program"} has its own code, ${where}`,
        async (stage) => {
          const list = await stage.madeList("base", { name: "Base" });
          const step = subject.wanted(stage, list);
          const code = codeIn(await lostTwice(stage, "one", path, step, isForRun));
          const job = machine(stage);
          // Every message about it prints that code, and no other code counts.
          const before = withArgs(step, isForRun ? {} : { acknowledge: ["twin:none"] });
          expect(codeIn((await job.preview("one", before)).warnings.join("\n"))).toBe(code);
          expect(codeIn(await stage.refusal(job.up("one", before)))).toBe(code);
          expect(codeIn(await stage.refusal(job.destroy(kind, "one")))).toBe(code);
          for (const other of ["twin:none", "twin:none:01234567"]) {
            job.restart({ acknowledge: [other] });
            await stage.refuses(job.up("one", before), "its creation is still pending", code);
          }
          job.restart();
          expect(await stage.writes()).toEqual([]);
          // It is lost a third time: the code counted for the second create only.
          const said = withArgs(step, { acknowledge: [...(isForRun ? [] : ["twin:none"]), code] });
          await stage.answers(`POST ${path}`, 504);
          const text = await stage.refusal(job.up("one", said));
          expect(text).not.toContain(code);
          const next = isForRun ? "twin:none" : codeIn(text);
          await stage.refuses(job.up("one", said), "its creation is still pending", next);
          const last = withArgs(step, { acknowledge: [...(isForRun ? [] : ["twin:none"]), code, next] });
          expect((await job.up("one", last)).op).toBe("replace");
          expect(job.stored(kind, "one").id).toMatch(/^\d+$/);
          expect(await stage.writes()).toEqual([`POST ${path}`, `POST ${path}`]);
        },
      ),
    ),
  );

/** A campaign has run and is off, and the draft of its next version was lost twice. */
async function lostAfterRun(stage: Stage) {
  const { list, id } = await stage.madeCampaign({ active: true });
  await stage.sandbox.setActive({ campaignId: id, active: false });
  stage.engine.restart({ acknowledge: [`inactive:${id}`] });
  await stage.engine.up("q1", stage.campaign(list, { active: false }));
  const draft = stage.campaign(list, { active: false, steps: otherText });
  await stage.answers("POST /v1/campaign", 504);
  await stage.refusal(stage.engine.up("q1", draft));
  await stage.answers("POST /v1/campaign", 504);
  stage.engine.restart({ acknowledge: ["twin:none"] });
  const text = await stage.refusal(stage.engine.up("q1", draft));
  stage.engine.restart();
  await stage.forget();
  return { list, id, draft, text };
}

/** A create without a response, and again one in its place. What the state knows stays in it. */
export const lostAgain: readonly Case[] = [
  ...subjects.flatMap(ofSubject),
  ...onEach((where, machine) =>
    inSpecOnly("pending", `two lost creates forget no campaign that has run, ${where}`, async (stage) => {
      const { list, id, draft, text } = await lostAfterRun(stage);
      const job = machine(stage);
      await job.up("q1", withArgs(draft, { acknowledge: [codeIn(text)] }));
      const { id: made, outputs } = job.stored("Campaign", "q1");
      expect(String(outputs.recorded)).toContain(`"ranOn":["${list}"]`);
      expect(String(outputs.recorded)).toContain(`"replaced":{"${id}"`);
      await stage.forget();
      const starts = withArgs(draft, { active: true, acknowledge: [`inactive:${made}`] });
      await stage.refuses(job.up("q1", starts), "its people would start again at step 1", "restart");
      expect(await stage.writes()).toEqual([]);
    }),
  ),
  ...onEach((where, machine) =>
    inSpecOnly("pending", `nor a draft that was launched in the app meanwhile, ${where}`, async (stage) => {
      const list = await stage.madeList();
      await stage.addPerson(list);
      const id = await stage.made("q1", stage.campaign(list));
      const starts = stage.campaign(list, { active: true, acknowledge: [`inactive:${id}`] });
      const code = codeIn(await lostTwice(stage, "q1", "/v1/campaign", starts, true));
      await stage.sandbox.setActive({ campaignId: id, active: true });
      await stage.sandbox.advance({ days: 3 });
      const job = machine(stage);
      job.restart({ acknowledge: [code] });
      const again = withArgs(starts, { acknowledge: [] });
      await stage.refuses(job.up("q1", again), `already used by an active campaign (id ${id})`, `inactive:${id}`);
      expect(await stage.writes()).toEqual([]);
    }),
  ),
  inSpecOnly("pending", "a lost create that an earlier release has recorded has such a code, too", async (stage) => {
    const { text, draft } = await lostAfterRun(stage);
    const stored = stage.engine.stored("Campaign", "q1");
    const older = String(stored.outputs.recorded).replace(/,"sign":"\w+"/, "");
    expect(older).not.toBe(stored.outputs.recorded);
    stored.outputs = { ...stored.outputs, recorded: older };
    for (const job of [stage.elsewhere(), stage.engine]) {
      const code = codeIn(await stage.refusal(job.up("q1", draft)));
      expect(code).not.toBe(codeIn(text));
      expect((await job.up("q1", withArgs(draft, { acknowledge: [code] }))).op).toBe("replace");
    }
  }),
];
