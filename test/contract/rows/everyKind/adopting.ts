import { expect } from "vitest";
import { type Case, inBoth, inFull, perMode } from "../stage";
import { notCompared, setUp, subjects } from "./subjects";

/** Taking over an object. */
export const adopting: readonly Case[] = subjects.flatMap((subject): Case[] => {
  const { kind, noun, called } = subject;

  return [
    perMode(21, `${noun}: adopt takes over an object that equals the program, and writes nothing`, {
      async full(stage) {
        const { id, step } = await setUp(stage, subject);
        const engine = stage.another();
        const adopting = { ...step, args: { ...step.args, adopt: id } };
        const { op, warnings } = await engine.up("one", adopting);
        expect(op).toBe("create");
        expect(engine.stored(kind, "one").id).toBe(String(id));
        expect(warnings).toContainEqual(
          `${called} (id ${id}): taken over as it is; nothing was written.${notCompared(subject.untold)}`,
        );
        expect(await stage.writes()).toEqual([]);
        // It never causes a change, whether it stays or is removed.
        expect((await engine.preview("one", adopting)).op).toBe("same");
        expect((await engine.preview("one", step)).op).toBe("same");
        expect(await engine.refresh(kind, "one")).toEqual([]);
        expect((await engine.preview("one", step)).op).toBe("same");
        expect(
          (await engine.preview("one", { ...step, args: { ...step.args, adopt: id + 1 } })).warnings.join(),
        ).toContain(`adopt: ${id + 1} has no effect`);
      },
      async specOnly(stage) {
        const { id, step } = await setUp(stage, subject);
        const engine = stage.another();
        const { warnings } = await engine.up("one", { ...step, args: { ...step.args, adopt: id } });
        expect(engine.stored(kind, "one").id).toBe(String(id));
        expect(warnings.join()).toContain(
          `(id ${id}): adopted as the program declares it, because this service has no operation that reads a ${noun}`,
        );
        expect(await stage.writes()).toEqual([]);
      },
    }),
    inFull(
      21,
      `${noun}: adopt of an object that differs, is missing, or belongs to somebody else is refused`,
      async (stage) => {
        const { id, list, step } = await setUp(stage, subject);
        const { args, shown, untold } = subject.differing;
        const engine = stage.another();
        await stage.refuses(
          engine.up("one", subject.wanted(stage, list, { ...args, adopt: id })),
          `(id ${id}): it differs from the program in ${shown}; nothing was written.${notCompared(untold)}`,
        );
        const missing = await stage.refusal(engine.up("one", { ...step, args: { ...step.args, adopt: 4711 } }));
        expect(missing).toContain(`(id 4711): the acting user has no ${noun} with this id`);
        const foreign = stage.another({ impersonateUserId: "102" });
        const text = await stage.refusal(foreign.up("one", { ...step, args: { ...step.args, adopt: id } }));
        expect(text).toContain(`(id ${id}): the acting user has no ${noun} with this id`);
        expect(await stage.writes()).toEqual([]);
      },
    ),
    inBoth(21, `${noun}: one object is adopted once, and not by a resource that already manages it`, async (stage) => {
      const { id, step } = await setUp(stage, subject);
      const adopting = { ...step, args: { ...step.args, adopt: id } };
      const twice = await stage.refusal(() => stage.another().previewAll({ one: adopting, two: adopting }));
      expect(twice).toContain(`${noun} "two": ${noun} ${id} is already managed by one of this program`);
      for (const program of [
        { one: step, two: adopting },
        { two: adopting, one: step },
      ]) {
        await stage.refuses(() => stage.engine.previewAll(program), `Remove adopt: ${id}`);
      }
    }),
    inBoth(
      21,
      `${noun}: renamed in the program and adopted, the object survives the delete of its old name`,
      async (stage) => {
        const { id, step } = await setUp(stage, subject);
        const base = stage.list({ name: "Base" });
        await stage.engine.upAll({ base, renamed: { ...step, args: { ...step.args, adopt: id } } }, "deletes");
        expect(stage.engine.warnings.join()).toContain("another resource of this program has adopted it");
        expect(stage.engine.stored(kind, "renamed").id).toBe(String(id));
        expect(await stage.writes()).toEqual([]);
      },
    ),
    inBoth(21, `${noun}: what is printed about another id in adopt deletes nothing`, async (stage) => {
      const { id, step } = await setUp(stage, subject);
      stage.engine.restart({ acknowledge: [`inactive:${id}`, `twin:${id}`, "rename"] });
      await stage.engine.up("one", { ...step, replace: true });
      stage.engine.restart();
      await stage.engine.up("one", { ...step, args: { ...step.args, adopt: 4711 } });
      const text = stage.engine.warnings.join();
      expect(text).toContain("adopt: 4711 has no effect");
      expect(text).toContain(
        subject.outlivesDelete ? "To adopt 4711 instead: " : "To adopt 4711 instead: `pulumi state delete",
      );
    }),
    inFull(21, `${noun}: the same if the run's setting has found it as a twin`, async (stage) => {
      const { id, step } = await setUp(stage, subject);
      stage.engine.restart({ adopt: "twin" });
      await stage.engine.upAll({ base: stage.list({ name: "Base" }), renamed: step }, "deletes");
      expect(stage.engine.warnings.join()).toContain("another resource of this program has adopted it");
      expect(stage.engine.stored(kind, "renamed").id).toBe(String(id));
      expect(await stage.writes()).toEqual([]);
    }),
  ];
});
