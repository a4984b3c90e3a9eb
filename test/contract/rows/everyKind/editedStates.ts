import { expect } from "vitest";
import type { Case, Stage } from "../stage";
import { subjects } from "./subjects";

/** States that somebody has edited, or that are about an object of another service. */
export const editedStates: readonly Case[] = subjects.flatMap((subject): Case[] => {
  const { kind, noun } = subject;
  const setUp = async (stage: Stage) => {
    const list = await stage.madeList("base", { name: "Base" });
    const step = subject.wanted(stage, list, { name: "Own" });
    await stage.engine.up("own", step);
    await stage.forget();
    return step;
  };

  return [
    {
      row: 23,
      what: `${noun}: an id that no object can have is neither read, changed nor deleted`,
      async both(stage) {
        const step = await setUp(stage);
        stage.engine.stored(kind, "own").id = "..";
        for (const work of [
          () => stage.engine.refresh(kind, "own"),
          // With the specification's operations alone, its preview refuses every change.
          ...(kind === "List" || stage.mode === "specOnly"
            ? []
            : [() => stage.engine.up("own", { ...step, args: { ...step.args, name: "New" } })]),
          ...(kind === "List" ? [] : [() => stage.engine.destroy(kind, "own")]),
        ]) {
          const text = await stage.refusal(work);
          expect(text).toContain(`${noun} "Own" (id ..): could not`);
          expect(text).toContain('".." is the id of no object, so nothing was sent');
        }
        expect(await stage.writes()).toEqual([]);
      },
    },
    {
      row: 23,
      what: `${noun}: what was created at another moment than the state says is another object`,
      async full(stage) {
        const step = await setUp(stage);
        const { id, outputs } = stage.engine.stored(kind, "own");
        outputs.createdAt = "2020-01-01T00:00:00.000Z";
        for (const work of [
          () => stage.engine.refresh(kind, "own"),
          ...(kind === "List" ? [] : [() => stage.engine.up("own", { ...step, args: { ...step.args, name: "New" } })]),
          ...(kind === "List" ? [] : [() => stage.engine.destroy(kind, "own")]),
        ]) {
          const text = await stage.refusal(work);
          expect(text).toContain(`${noun} "Own" (id ${id}): under this id there is another ${noun} ("Own", `);
          expect(text).toContain("created 2020-01-01T00:00:00.000Z. Nothing was sent.");
        }
        expect(await stage.writes()).toEqual([]);
        // A person's word that all of them are new where they are now.
        stage.engine.restart({ acknowledge: [`moved:${stage.settings.origin}`] });
        expect(await stage.engine.refresh(kind, "own")).toEqual([]);
        stage.engine.restart();
        expect(await stage.engine.refresh(kind, "own")).toEqual([]);
      },
    },
  ];
});
