import { expect } from "vitest";
import { type Case, inBoth, inSpecOnly } from "../stage";
import { type Subject, setUp, subjects } from "./subjects";

/** The old one is deleted first, and its delete refuses. */
function oldFirst(subject: Subject): Case[] {
  const { kind, noun, called } = subject;
  return [
    inBoth(
      21,
      `${noun}: a forced replacement while adopt is set is refused before anything is touched`,
      async (stage) => {
        const { id, step } = await setUp(stage, subject);
        const forced = { ...step, args: { ...step.args, adopt: id }, replace: true };
        await stage.refuses(stage.engine.up("one", forced), `(id ${id}): this run replaces it, and adopt is still set`);
        expect(await stage.writes()).toEqual([]);
      },
    ),
    inBoth("belongs", `${noun}: another address is refused by a forced replacement`, async (stage) => {
      const { id, step } = await setUp(stage, subject);
      stage.engine.restart({ origin: stage.settings.origin.replace("127.0.0.1", "localhost") });
      const text = await stage.refusal(stage.engine.up("one", { ...step, replace: true }));
      expect(text).toContain(`${called} (id ${id}): it belongs to the service at ${stage.settings.origin}`);
      expect(text).toContain(`OUTREACH_ACKNOWLEDGE=moved:${stage.settings.origin} pulumi refresh`);
      expect(await stage.writes()).toEqual([]);
    }),
    inSpecOnly("pending", `${noun}: a forced replacement while the create is pending is refused`, async (stage) => {
      const list = await stage.madeList("base", { name: "Base" });
      const step = subject.wanted(stage, list);
      await stage.lose("one", step);
      await stage.forget();
      const forced = { ...step, args: { ...step.args, adopt: "twin" }, replace: true };
      await stage.refuses(stage.engine.up("one", forced), "still pending");
      expect(stage.engine.stored(kind, "one").id).toMatch(/^pending-/);
      expect(await stage.writes()).toEqual([]);
    }),
  ];
}

/** The new one is created first, and its create makes no second object. */
function newFirst(subject: Subject): Case[] {
  const { kind, noun, called } = subject;
  return [
    inBoth(
      21,
      `${noun}: a forced replacement while adopt is set takes over the same object, and writes nothing`,
      async (stage) => {
        const { id, step } = await setUp(stage, subject);
        const adopting = { ...step, args: { ...step.args, adopt: id } };
        expect((await stage.engine.up("one", { ...adopting, replace: true })).op).toBe("replace");
        expect(stage.engine.stored(kind, "one").id).toBe(String(id));
        expect((await stage.engine.preview("one", adopting)).op).toBe("same");
        expect(await stage.writes()).toEqual([]);
      },
    ),
    inBoth("belongs", `${noun}: a forced replacement at another address creates no second object`, async (stage) => {
      const { id, step } = await setUp(stage, subject);
      stage.engine.restart({ origin: stage.settings.origin.replace("127.0.0.1", "localhost") });
      const text = await stage.refusal(stage.engine.up("one", { ...step, replace: true }));
      const reasons = {
        full: `Creating ${called}: the account already holds the same ${noun}, id ${id}; nothing was sent`,
        specOnly: `Creating ${called}: an earlier run of this stack has created a ${noun} of this name (id ${id})`,
      };
      expect(text).toContain(reasons[stage.mode]);
      expect(await stage.writes()).toEqual([]);
    }),
    inSpecOnly("pending", `${noun}: a forced replacement while the create is pending sends nothing`, async (stage) => {
      const step = subject.wanted(stage, await stage.madeList("base", { name: "Base" }));
      await stage.lose("one", step);
      await stage.forget();
      const forced = { ...step, args: { ...step.args, adopt: "twin" }, replace: true };
      const text = await stage.refusal(stage.engine.up("one", forced));
      expect(text).toContain("an earlier run was cut off while it created it, so it may exist");
      expect(stage.engine.stored(kind, "one").id).toMatch(/^pending-/);
      expect(await stage.writes()).toEqual([]);
    }),
  ];
}

/** Replacements that the engine forces without a diff. */
export const forcing: readonly Case[] = subjects.flatMap((subject) =>
  subject.deletesFirst ? oldFirst(subject) : newFirst(subject),
);
