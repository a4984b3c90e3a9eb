import { expect } from "vitest";
import { readRecord } from "../../../../provider/src/lifecycle/record";
import type { Step } from "../../../support/testStack";
import { type Case, inFull, type Stage } from "../stage";
import { type Subject, subjects } from "./subjects";

/** Somebody creates an equal object with another tool or on another machine; returns its id. */
async function madeByOthers(stage: Stage, { kind }: Subject, step: Step): Promise<string> {
  const others = stage.elsewhere();
  others.state.delete(others.urn(kind, "one"));
  await others.up("theirs", step);
  return others.stored(kind, "theirs").id;
}

/** The service does nothing, and the response to the create is lost. */
async function loseUnsent(stage: Stage, { path }: Subject, step: Step): Promise<void> {
  await stage.sandbox.fault({ kind: "reset", when: "before", method: "POST", path });
  await stage.refuses(stage.engine.up("one", step), "It is recorded as pending");
}

/** What settles a lost create that a listing shows, with the creation time of the object. */
export const settling: readonly Case[] = subjects.flatMap((subject): Case[] => {
  const { kind, noun, path } = subject;
  const open = (stage: Stage, step: Step) => stage.engine.upRefreshed("one", step);

  return [
    inFull(
      "pending",
      `${noun}: an equal one that was made long after a lost create is not taken over`,
      async (stage) => {
        const list = await stage.madeList("base", { name: "Base" });
        const step = subject.wanted(stage, list);
        await loseUnsent(stage, subject, step);
        await stage.sandbox.advance({ minutes: 20 });
        const theirs = await madeByOthers(stage, subject, step);
        await stage.forget();
        const why = `id ${theirs} equals it, but was created long after the create was sent`;
        await stage.refuses(open(stage, step), why, "adopt: <its id>", "twin:none");
        // A preview and a delete treat it in the same way.
        await stage.refuses(() => stage.engine.previewAll({ one: step }, { refresh: true }), why);
        await stage.refuses(stage.engine.destroy(kind, "one"), why);
        // It does not exist: nothing is created beside the other one without a code.
        stage.engine.restart({ acknowledge: ["twin:none"] });
        await stage.refuses(open(stage, step), `twin:${theirs}`);
        expect(await stage.writes()).toEqual([]);
        expect(await subject.ids(stage)).toHaveLength(subject.before + 1);
      },
    ),
    inFull("pending", `${noun}: one that was made long after a lost create can be adopted`, async (stage) => {
      const list = await stage.madeList("base", { name: "Base" });
      const step = subject.wanted(stage, list);
      await loseUnsent(stage, subject, step);
      await stage.sandbox.advance({ days: 1 });
      const theirs = await madeByOthers(stage, subject, step);
      await stage.forget();
      const adopting = { ...step, args: { ...step.args, adopt: Number(theirs) } };
      expect((await stage.engine.up("one", adopting)).op).toBe("replace");
      expect([stage.engine.stored(kind, "one").id, await stage.writes()]).toEqual([theirs, []]);
    }),
    inFull(
      "pending",
      `${noun}: an equal one that was made long before a lost create is not taken over`,
      async (stage) => {
        const list = await stage.madeList("base", { name: "Base" });
        const step = subject.wanted(stage, list);
        const theirs = await madeByOthers(stage, subject, step);
        await stage.sandbox.advance({ minutes: 20 });
        await stage.sandbox.fault({ kind: "omit", path, ids: [Number(theirs)], count: 50 });
        await loseUnsent(stage, subject, step);
        await stage.sandbox.clearFaults();
        await stage.forget();
        await stage.refuses(
          open(stage, step),
          `id ${theirs} equals it, but was created long before the create was sent`,
        );
        expect(await stage.writes()).toEqual([]);
      },
    ),
    inFull("pending", `${noun}: a refresh that takes the object of a lost create says so`, async (stage) => {
      const list = await stage.madeList("base", { name: "Base" });
      const step = subject.wanted(stage, list);
      // This machine's clock is behind the service's.
      await stage.sandbox.advance({ days: 3 });
      await stage.sandbox.fault({ kind: "reset", when: "after", method: "POST", path });
      await stage.sandbox.fault({ kind: "omit", path, createdSince: true, count: 50 });
      await stage.refuses(stage.engine.up("one", step), "It is recorded as pending");
      await stage.sandbox.clearFaults();
      // The time between the create and the refresh makes no difference.
      await stage.sandbox.advance({ days: 2 });
      const id = (await subject.ids(stage)).at(-1);
      // The tests' engine keeps in the state what a preview's refresh has read.
      await stage.engine.previewAll({ one: step }, { refresh: true });
      const words = [`the one new ${noun} that equals it, id ${id}, created 2`, "`pulumi state delete"];
      const { warnings } = stage.engine.previews.at(-1) ?? {};
      for (const word of words) {
        const warning = { text: expect.stringContaining(word), urn: stage.engine.urn(kind, "one"), reach: "adopted" };
        expect(warnings).toContainEqual(warning);
      }
      const { outputs, id: stored } = stage.engine.stored(kind, "one");
      expect([stored, readRecord(outputs, noun).takenOver]).toEqual([String(id), true]);
    }),
  ];
});
