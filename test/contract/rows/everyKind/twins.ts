import { expect } from "vitest";
import { type Case, inBoth, inFull, perMode } from "../stage";
import { setUp, subjects } from "./subjects";

/** An object that already exists in the account. */
export const twins: readonly Case[] = subjects.flatMap((subject): Case[] => {
  const { kind, noun, called } = subject;

  return [
    perMode(20, `${noun}: a create with a twin in the account is refused, with all ids and three ways out`, {
      async full(stage) {
        const { id, step } = await setUp(stage, subject);
        const second = stage.another();
        await stage.refuses(
          second.up("one", step),
          `Creating ${called}: the account already holds the same ${noun}, id ${id}; nothing was sent`,
          `adopt: ${id}. Or OUTREACH_ADOPT=twin for one run (adopt: "twin" in the program)`,
          `acknowledge: ["twin:${id}"] on the resource, or OUTREACH_ACKNOWLEDGE=twin:${id} for one run`,
        );
        expect(await stage.writes()).toEqual([]);

        // If the service does not show the owner, it counts as one's own.
        await stage.sandbox.fault({ kind: "alter", method: "GET", path: subject.path, remove: ["userId"] });
        await stage.refuses(stage.another().up("one", step), `id ${id}; nothing was sent`);

        // A second one, then no third one.
        second.restart({ acknowledge: [`twin:${id}`] });
        await second.up("one", step);
        const other = Number(second.stored(kind, "one").id);
        const third = stage.another({ acknowledge: [`twin:${id}`] });
        await stage.refuses(third.up("one", step), `id ${other}; nothing was sent`);
        const both = stage.another();
        const all = await stage.refusal(both.up("one", step));
        expect(all).toContain(`the same ${noun}, ids ${id}, ${other}`);
        expect(all).toContain(`adopt: one of ${id}, ${other}`);
        expect(all).toContain(`"twin:${id}", "twin:${other}"`);
        await stage.refuses(stage.another({ adopt: "twin" }).up("one", step), `ids ${id}, ${other}`);
      },
      async specOnly(stage) {
        const { id, step } = await setUp(stage, subject);
        // A run of this stack that was killed before the engine had recorded it.
        const text = await stage.refusal(stage.another().up("one", step));
        expect(text).toContain(`an earlier run of this stack has created a ${noun} of this name (id ${id})`);
        expect(text).toContain(`adopt: ${id}.`);
        expect(text).toContain(`acknowledge: ["twin:${id}"]`);
        // A machine without records does not know it.
        const other = stage.elsewhere();
        other.state.clear();
        expect((await other.up("one", step)).op).toBe("create");
        expect(await other.end()).toEqual([
          expect.stringContaining(
            `this service has no operation that lists or reads ${noun}s: changes made in the app`,
          ),
        ]);
      },
    }),
    ...[{}, ...subject.decidedByOthers].map((args) =>
      inBoth(
        20,
        `${noun}: two equal ones in one run are not both created, the second with ${JSON.stringify(args)}`,
        async (stage) => {
          const list = await stage.madeList("base", { name: "Base" });
          const before = await subject.ids(stage);
          const two = subject.wanted(stage, list, args);
          await stage.refuses(stage.engine.upAll({ one: subject.wanted(stage, list), two }), called);
          const made = (await subject.ids(stage)).filter((id) => !before.includes(id));
          expect(made.length).toBeLessThan(2);
        },
      ),
    ),
    inBoth(
      20,
      `${noun}: an equal one beside the object of another resource of the program is refused, without records`,
      async (stage) => {
        const { id, step } = await setUp(stage, subject);
        const engine = stage.elsewhere();
        await stage.refuses(engine.upAll({ one: step, two: step }), `${id}`, /[Nn]othing was sent/);
        expect(await stage.writes()).toEqual([]);
        engine.restart({ acknowledge: [`twin:${id}`] });
        expect((await engine.upAll({ one: step, two: step })).two).toBe("create");
      },
    ),
    inBoth(
      20,
      `${noun}: an equal one beside one that the same run adopts is refused, without records`,
      async (stage) => {
        const { id, step } = await setUp(stage, subject);
        const engine = stage.elsewhere();
        engine.state.clear();
        const one = { ...step, args: { ...step.args, adopt: id } };
        await stage.refuses(engine.upAll({ one, two: step }), `${id}`, /[Nn]othing was sent/);
        expect(await stage.writes()).toEqual([]);
      },
    ),
    inFull(20, `${noun}: an acknowledgement of a missing twin is reported as idle`, async (stage) => {
      const { id, step } = await setUp(stage, subject);
      const acknowledge = [`twin:${id}`, "twin:1", "twin:none", "twin:none:01234567"];
      const { warnings } = await stage.another().up("one", { ...step, args: { ...step.args, acknowledge } });
      const idle = warnings.filter((line) => line.includes("no longer applies"));
      expect(idle).toEqual([`${called}: acknowledge: "twin:1" no longer applies; remove it.`]);
      expect(warnings.join()).not.toContain("with other content");
    }),
    perMode(20, `${noun}: adopt: "twin" takes over the only twin, by the program and by the run's setting`, {
      async full(stage) {
        const { id, step } = await setUp(stage, subject);
        const bySetting = stage.another({ adopt: "twin" });
        await bySetting.up("one", step);
        expect(bySetting.stored(kind, "one").id).toBe(String(id));
        const inProgram = stage.another();
        await inProgram.up("one", { ...step, args: { ...step.args, adopt: "twin" } });
        expect(inProgram.stored(kind, "one").id).toBe(String(id));
        expect((await inProgram.preview("one", { ...step, args: { ...step.args, adopt: "twin" } })).op).toBe("same");
        expect(await stage.writes()).toEqual([]);
      },
      async specOnly(stage) {
        const list = await stage.madeList("base", { name: "Base" });
        const step = subject.wanted(stage, list);
        await stage.refuses(
          stage.another({ adopt: "twin" }).up("one", step),
          `adopt: "twin" looks for an equal ${noun}, and this service has no operation that lists any`,
        );
        // A person has checked.
        const sure = stage.another({ adopt: "twin", acknowledge: ["twin:none"] });
        expect((await sure.up("one", step)).op).toBe("create");
      },
    }),
    inBoth(20, `${noun}: the same create twice in one program fails at preview`, async (stage) => {
      const list = await stage.madeList("base", { name: "Base" });
      const step = subject.wanted(stage, list);
      const text = await stage.refusal(() => stage.engine.previewAll({ one: step, two: step }));
      expect(text).toContain(`${noun} "two": it equals one of this program in every property`);
      expect(text).toContain('acknowledge: ["twin:<its id>"]');

      // An acknowledgement does not create a second object for the same resource.
      const other = { ...step, args: { ...step.args, acknowledge: ["twin:none"] } };
      expect(await stage.refusal(() => stage.engine.previewAll({ one: step, two: other }))).toBe(text);
    }),
    inFull(20, `${noun}: a run that was killed after its POST is safe to repeat, without an edit`, async (stage) => {
      const { id, step } = await setUp(stage, subject);
      // The object exists, the state was never written.
      stage.engine.state.delete(stage.engine.urn(kind, "one"));
      await stage.refuses(stage.engine.up("one", step), "OUTREACH_ADOPT=twin");
      stage.engine.restart({ adopt: "twin" });
      const { warnings } = await stage.engine.up("one", step);
      expect(warnings.join("\n")).toContain("`pulumi refresh --clear-pending-creates`");
      expect(stage.engine.stored(kind, "one").id).toBe(String(id));
      expect(await stage.writes()).toEqual([]);
      stage.engine.restart();
      expect(await stage.engine.refresh(kind, "one")).toEqual([]);
    }),
    perMode(20, `${noun}: destroyed and brought up again, without an edit`, {
      async full(stage) {
        const { id, step } = await setUp(stage, subject);
        await stage.engine.destroy(kind, "one");
        stage.engine.restart({ adopt: "twin" });
        await stage.engine.up("one", step);
        expect(stage.engine.stored(kind, "one").id === String(id)).toBe(subject.outlivesDelete);
        stage.engine.restart();
        expect((await stage.engine.preview("one", step)).op).toBe("same");
        expect(await subject.ids(stage)).toHaveLength(subject.before + 1);
      },
      async specOnly(stage) {
        const { id, step } = await setUp(stage, subject);
        await stage.engine.destroy(kind, "one");
        await stage.forget();
        if (subject.outlivesDelete) {
          const text = await stage.refusal(stage.engine.up("one", step));
          expect(text).toContain(`runs have recorded a ${noun} of this name`);
          expect(text).toContain(`adopt: ${id}. Or OUTREACH_ADOPT=twin for one run.`);
          expect(text).toContain(`acknowledge: ["twin:${id}"]`);
          expect(await stage.writes()).toEqual([]);
          stage.engine.restart({ adopt: "twin" });
        }
        await stage.engine.up("one", step);
        expect(stage.engine.stored(kind, "one").id === String(id)).toBe(subject.outlivesDelete);
        expect(await subject.ids(stage)).toHaveLength(subject.before + 1);
      },
    }),
  ];
});
