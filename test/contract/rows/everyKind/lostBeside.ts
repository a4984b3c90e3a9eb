import { expect } from "vitest";
import type { Program, Step, TestStack } from "../../../support/testStack";
import { rename } from "../oldRecords";
import { type Case, inSpecOnly, type Stage } from "../stage";
import { type Subject, subjects } from "./subjects";

type Args = Readonly<Record<string, unknown>>;

const withArgs = (step: Step, args: Args): Step => ({ ...step, args: { ...step.args, ...args } });

/** The same row on a machine with the records of the lost create, and on one without. */
const onEach = (row: (where: string, machine: (stage: Stage) => TestStack) => Case): Case[] => [
  row("with records", (stage) => stage.engine),
  row("without records", (stage) => stage.elsewhere()),
];

/** The response to the create of `one` was lost; it took effect or not. */
async function lost(stage: Stage, { path, wanted, ids }: Subject, when: "before" | "after" = "after") {
  const base = stage.list({ name: "Base" });
  const step = wanted(stage, await stage.made("base", base));
  await stage.sandbox.fault({ kind: "reset", when, method: "POST", path });
  await stage.refusal(stage.engine.up("one", step));
  const id = (await ids(stage)).at(-1) ?? 0;
  await stage.forget();
  return { base, step, id };
}

const codeIn = (text: string) => /"(twin:none:\w+)"/.exec(text)?.[1] ?? "";

const ofSubject = (subject: Subject): Case[] => {
  const { kind, noun, path } = subject;
  return onEach((where, machine) =>
    inSpecOnly(
      20,
      `${noun}: what a lost create may have made is not made again by a resource of another name, ${where}`,
      async (stage) => {
        const { base, step, id } = await lost(stage, subject);
        const job = machine(stage);
        const refused: readonly Program[] = [
          { base, two: step },
          { base, two: step, one: step },
          { base, one: withArgs(step, { adopt: id }), two: step },
        ];
        for (const program of refused) {
          for (const run of [() => job.previewAll(program), job.upAll(program, "deletes")]) {
            await stage.refuses(
              run,
              `the creation of the same ${noun} for one got no response and is still pending, so it may exist`,
              "adopt: <its id>",
              'aliases: [{ name: "one" }]',
              "If the program declares both: make them differ",
              /acknowledge: \["twin:none:\w+"\]/,
            );
          }
        }
        expect(await stage.writes()).toEqual([]);
        expect(await subject.ids(stage)).toHaveLength(subject.before + 1);
      },
    ),
  ).concat(
    onEach((where, machine) =>
      inSpecOnly(
        20,
        `${noun}: nor by one that continues it with an alias, which then settles it, ${where}`,
        async (stage) => {
          const { base, step, id } = await lost(stage, subject);
          rename(stage.engine, kind, "one", "two");
          const job = machine(stage);
          await stage.refuses(job.upAll({ base, two: step }, "deletes"), "its creation is still pending");
          await job.upAll({ base, two: withArgs(step, { adopt: id }) }, "deletes");
          expect(job.stored(kind, "two").id).toBe(String(id));
          expect(await stage.writes()).toEqual([]);
        },
      ),
    ),
    onEach((where, machine) =>
      inSpecOnly(
        20,
        `${noun}: once the printed code says that it had no effect, both are settled, ${where}`,
        async (stage) => {
          const { base, step } = await lost(stage, subject, "before");
          const job = machine(stage);
          const code = codeIn(await stage.refusal(() => job.previewAll({ base, two: step })));
          const said = { base, two: withArgs(step, { acknowledge: [code] }) };
          await job.previewAll(said);
          await job.upAll(said, "deletes");
          expect(job.warnings.join("\n")).toContain("its pending creation is treated as without effect");
          expect([...job.state.keys()].filter((urn) => urn.endsWith("::one"))).toEqual([]);
          expect(await stage.writes()).toEqual([`POST ${path}`]);
          await job.upAll(said, "deletes");
          expect(await stage.writes()).toEqual([`POST ${path}`]);
        },
      ),
    ),
    onEach((where, machine) =>
      inSpecOnly(
        20,
        `${noun}: a resource of another name that adopts it lets the pending one go, ${where}`,
        async (stage) => {
          const { base, step, id } = await lost(stage, subject);
          const job = machine(stage);
          const program = { base, two: withArgs(step, { adopt: id }) };
          await job.upAll(program, "deletes");
          const said = `another resource has adopted what its pending creation has made (id ${id}), so it leaves the state`;
          expect(job.warnings.join("\n")).toContain(said);
          await job.upAll(program, "deletes");
          expect(job.warnings).toEqual([]);
          expect(await stage.writes()).toEqual([]);
        },
      ),
    ),
    inSpecOnly(20, `${noun}: also in a later run on another machine`, async (stage) => {
      const { base, step, id } = await lost(stage, subject);
      const job = stage.elsewhere();
      const program = { base, two: withArgs(step, { adopt: id }) };
      await job.upAll(program);
      const other = stage.elsewhere(job);
      await other.upAll(program, "deletes");
      expect([...other.state.keys()].filter((urn) => urn.endsWith("::one"))).toEqual([]);
      // Declared again, it needs its own answer.
      const again = stage.elsewhere(job);
      await stage.refuses(again.upAll({ ...program, one: step }, "deletes"), "pending");
      expect(await stage.writes()).toEqual([]);
    }),
    inSpecOnly(20, `${noun}: not one that adopts something else, and the printed command works`, async (stage) => {
      const { base, step, id } = await lost(stage, subject);
      const job = stage.elsewhere();
      const program = { base, two: withArgs(step, { adopt: id, name: "Renamed" }) };
      const text = await stage.refusal(job.upAll(program, "deletes"));
      expect(text).toContain("its creation is still pending");
      const [, urn = ""] = /`pulumi state delete '([^']+)'`/.exec(text) ?? [];
      expect(job.state.delete(urn)).toBe(true);
      await job.upAll(program, "deletes");
      expect(await stage.writes()).toEqual([]);
    }),
    inSpecOnly(
      20,
      `${noun}: a lost create refuses no other content, and none once it is settled as absent`,
      async (stage) => {
        const { base, step } = await lost(stage, subject, "before");
        const job = stage.elsewhere();
        const other = withArgs(step, { name: "Quite another" });
        await job.upAll({ base, two: other });
        job.restart({ acknowledge: ["twin:none"] });
        await job.refresh(kind, "one");
        job.restart();
        const { three } = await job.upAll({ base, two: other, three: step });
        expect(three).toBe("create");
      },
    ),
  );
};

/** A create without a response may have made what another resource of the stack declares. */
export const lostBeside: readonly Case[] = subjects.flatMap(ofSubject);
