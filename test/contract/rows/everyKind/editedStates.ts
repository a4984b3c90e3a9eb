import { expect } from "vitest";
import type { Step } from "../../../support/testStack";
import { type Case, inBoth, inFull, perMode, type Stage } from "../stage";
import { type Subject, subjects } from "./subjects";

const noSuchId = '".." is not a valid id, so nothing was sent';

/** States that somebody has edited, or that contain an object of another service. */
export const editedStates: readonly Case[] = subjects.flatMap((subject): Case[] => {
  const { kind, noun } = subject;
  const setUp: SetUp = async (stage) => {
    const list = await stage.madeList("base", { name: "Base" });
    const step = subject.wanted(stage, list, { name: "Own" });
    await stage.engine.up("own", step);
    await stage.forget();
    return step;
  };

  const renamed = (step: Step) => ({ ...step, args: { ...step.args, name: "New" } });

  return [
    inBoth(23, `${noun}: an id that no object can have is neither read nor changed`, async (stage) => {
      const step = await setUp(stage);
      stage.engine.stored(kind, "own").id = "..";
      const unread = `${noun} "Own" (id ..): could not read the ${noun}: ${noSuchId}`;
      await stage.refuses(stage.engine.refresh(kind, "own"), unread);
      const refused = await stage.refusal(stage.engine.up("own", renamed(step)));
      expect(refused).toContain(`${noun} "Own" (id ..): `);
      expect(refused).toContain(subject.cannotRename[stage.mode] ?? unread);
      expect(await stage.writes()).toEqual([]);
    }),
    inFull(23, `${noun}: an object whose creation time differs from the state is a different object`, async (stage) => {
      const step = await setUp(stage);
      const { id, outputs } = stage.engine.stored(kind, "own");
      outputs.createdAt = "2020-01-01T00:00:00.000Z";
      const another = `${noun} "Own" (id ${id}): this id belongs to another ${noun} ("Own", `;
      const text = await stage.refusal(stage.engine.refresh(kind, "own"));
      expect(text).toContain(another);
      expect(text).toContain("created 2020-01-01T00:00:00.000Z. Nothing was sent.");
      await stage.refuses(stage.engine.up("own", renamed(step)), subject.cannotRename.full ?? another);
      expect(await stage.writes()).toEqual([]);
      // A code that all of them were created again at their current address.
      stage.engine.restart({ acknowledge: [`moved:${stage.settings.origin}`] });
      expect(await stage.engine.refresh(kind, "own")).toEqual([]);
      stage.engine.restart();
      expect(await stage.engine.refresh(kind, "own")).toEqual([]);
    }),
    inBoth(
      14,
      `${noun}: an alias that gives its state to a resource of another kind is refused, and nothing is sent`,
      async (stage) => {
        await setUp(stage);
        const { engine } = stage;
        const stored = engine.stored(kind, "own");
        const [taker, wanted] =
          kind === "List"
            ? (["Campaign", stage.campaign(5, { name: "Own" })] as const)
            : (["List", stage.list({ name: "Own" })] as const);
        engine.state.delete(engine.urn(kind, "own"));
        engine.state.set(engine.urn(taker, "taker"), stored);
        for (const refused of [engine.preview("taker", wanted), engine.up("taker", wanted)]) {
          expect(await stage.refusal(refused)).toContain(
            `"Own" (id ${stored.id}): an alias gives it the state of own, which is a ${kind}: that object would go on, and nothing would manage it any more.`,
          );
        }
        expect(await stage.writes()).toEqual([]);
        expect(engine.stored(taker, "taker").id).toBe(stored.id);
      },
    ),
    subject.deletesFirst ? lookedAt(subject, setUp) : neverLookedAt(subject, setUp),
  ];
});

type SetUp = (stage: Stage) => Promise<Step>;

/** An object that may run is checked before it is released. */
function lookedAt({ kind, noun }: Subject, setUp: SetUp): Case {
  return perMode(23, `${noun}: the object in an edited state is not deleted`, {
    async full(stage) {
      await setUp(stage);
      const stored = stage.engine.stored(kind, "own");
      const { id } = stored;
      stored.outputs.createdAt = "2020-01-01T00:00:00.000Z";
      const text = await stage.refusal(stage.engine.destroy(kind, "own"));
      expect(text).toContain(`${noun} "Own" (id ${id}): this id belongs to another ${noun} ("Own", `);
      expect(text).toContain("created 2020-01-01T00:00:00.000Z. Nothing was sent.");
      stored.id = "..";
      await stage.refuses(stage.engine.destroy(kind, "own"), noSuchId);
      expect(await stage.writes()).toEqual([]);
    },
    async specOnly(stage) {
      await setUp(stage);
      stage.engine.stored(kind, "own").id = "..";
      await stage.refuses(stage.engine.destroy(kind, "own"), `${noun} "Own" (id ..): could not`, noSuchId);
      expect(await stage.writes()).toEqual([]);
    },
  });
}

function neverLookedAt({ kind, noun }: Subject, setUp: SetUp): Case {
  return inBoth(23, `${noun}: the object in an edited state leaves the state, and nothing is sent`, async (stage) => {
    await setUp(stage);
    stage.engine.stored(kind, "own").id = "..";
    expect(await stage.engine.destroy(kind, "own")).toEqual([
      expect.stringContaining(`${noun} "Own" (id ..): the service has no operation that deletes a ${noun}. It leaves`),
    ]);
    expect(await stage.writes()).toEqual([]);
  });
}
