import { expect } from "vitest";
import type { Step } from "../../../support/testStack";
import { type Case, inBoth, inFull, perMode, type Stage } from "../stage";
import { type Subject, subjects } from "./subjects";

/** Invalid ids in the response to a create. */
const noIds: readonly unknown[] = [0, "..", "pending-1", 2 ** 60];

type SetUp = (stage: Stage) => Promise<{ readonly other: number; readonly step: Step }>;

/** Creates whose response is not a new object. */
export const answers: readonly Case[] = subjects.flatMap((subject): Case[] => {
  const { kind, noun, path } = subject;
  const setUp: SetUp = async (stage) => {
    const list = await stage.madeList("base", { name: "Base" });
    const other = await stage.made("other", subject.wanted(stage, list, { name: "Other" }));
    return { other, step: subject.wanted(stage, list, { name: "Own" }) };
  };
  const answering = (stage: Stage, id: unknown, when: "before" | "after") =>
    stage.answers(`POST ${path}`, 201, { when, body: { id, name: "Own" } });

  return [
    perMode("pending", `${noun}: a create whose response has no valid id is looked up, and found`, {
      async full(stage) {
        const { step } = await setUp(stage);
        for (const [index, id] of noIds.entries()) {
          await answering(stage, id, "after");
          const name = `own ${index}`;
          const { warnings } = await stage.engine.up(name, { ...step, args: { ...step.args, name } });
          expect(warnings.join()).toContain(`POST ${path}: the service answered 201 with the id `);
          expect(warnings.join()).toContain(`which no new ${noun} can have); the one new ${noun} that equals it`);
          expect(stage.engine.stored(kind, name).id).toBe(String((await subject.ids(stage)).at(-1)));
          expect(await stage.engine.refresh(kind, name)).toEqual([]);
        }
      },
      async specOnly(stage) {
        const { step } = await setUp(stage);
        await answering(stage, "..", "after");
        await stage.refuses(
          stage.engine.up("own", step),
          `POST ${path}: the service answered 201 with the id "..", which no new ${noun} can have`,
        );
        expect(stage.engine.stored(kind, "own").id).toMatch(/^pending-/);
      },
    }),
    inFull(
      "pending",
      `${noun}: a create whose response has an id that the listing contradicts is not recorded silently`,
      async (stage) => {
        const { step } = await setUp(stage);
        const own = (name: string) => ({ ...step, args: { ...step.args, name } });
        const answered = { kind: "status", when: "after", method: "POST", path, status: 201 } as const;
        // Without a name in the response, it is the new object with this name.
        await stage.sandbox.fault({ ...answered, body: { id: 4711 } });
        const { warnings } = await stage.engine.up("nameless", own("Nameless"));
        expect(warnings.join()).toContain("with id 4711, which is not listed, while a new one of this name is");
        expect(stage.engine.stored(kind, "nameless").id).toBe(String((await subject.ids(stage)).at(-1)));
        // With its name, it is recorded, and the end of the run reports it.
        await stage.sandbox.fault({ ...answered, body: { id: 4712, name: "Named", active: false } });
        await stage.engine.up("named", own("Named"));
        const real = (await subject.ids(stage)).at(-1);
        expect((await stage.engine.end()).join()).toContain(
          `answered its creation with id 4712, and now lists an equal one that is new (id ${real}) and not id 4712.`,
        );
      },
    ),
    inFull("pending", `${noun}: a create whose response has an existing object is never that object`, async (stage) => {
      const { other, step } = await setUp(stage);
      await answering(stage, other, "before");
      const text = await stage.refusal(stage.engine.up("own", step));
      expect(text).toContain(`with id ${other}, which existed before; if you mean that one: adopt: ${other}`);
      expect(text).toContain("It is recorded as pending, so nothing is sent twice");
      expect(stage.engine.stored(kind, "own").id).toMatch(/^pending-/);

      // If the service has nevertheless created the new object, it is that one.
      await answering(stage, other, "after");
      expect((await stage.engine.upRefreshed("own", step)).op).toBe("create");
      expect(stage.engine.stored(kind, "own").id).toBe(String((await subject.ids(stage)).at(-1)));
      expect(stage.engine.stored(kind, "other").id).toBe(String(other));
    }),
    perMode(
      "pending",
      `${noun}: a create that is refused because of the limit although it took effect is not sent again`,
      {
        async full(stage) {
          const { step } = await setUp(stage);
          const before = await subject.ids(stage);
          await stage.sandbox.fault({ kind: "rateLimit", when: "after", method: "POST", path, retryAfterSeconds: 1 });
          const { warnings } = await stage.engine.up("own", step);
          expect(warnings.join()).toContain(`that equals it, id ${stage.engine.stored(kind, "own").id}, was adopted`);
          expect((await subject.ids(stage)).length).toBe(before.length + 1);

          // If it had not taken effect, it is sent again.
          await stage.sandbox.fault({ kind: "rateLimit", method: "POST", path, retryAfterSeconds: 1 });
          const name = "Second";
          const second = await stage.engine.up("second", { ...step, args: { ...step.args, name } });
          expect([second.op, second.warnings.join()]).toEqual(["create", ""]);
        },
        async specOnly(stage) {
          const { step } = await setUp(stage);
          // A refusal without a reason or a time may not come from the service.
          await stage.answers(`POST ${path}`, 429, { when: "after", body: "busy" });
          await stage.refuses(stage.engine.up("own", step), "the service answered 429");
          expect(stage.engine.stored(kind, "own").id).toMatch(/^pending-/);

          await stage.sandbox.fault({ kind: "rateLimit", method: "POST", path, retryAfterSeconds: 1 });
          const second = await stage.engine.up("second", { ...step, args: { ...step.args, name: "Second" } });
          expect(second.op).toBe("create");
        },
      },
    ),
    inBoth(
      "pending",
      `${noun}: an object in the state is not new, also on a machine without records`,
      async (stage) => {
        const { other, step } = await setUp(stage);
        const elsewhere = stage.elsewhere();
        await answering(stage, other, "before");
        const list = Number(stage.engine.stored("List", "base").id);
        await stage.refuses(
          elsewhere.upAll({ other: subject.wanted(stage, list, { name: "Other" }), own: step }),
          `with id ${other}, which existed before`,
        );
        expect(elsewhere.stored(kind, "own").id).toMatch(/^pending-/);
      },
    ),
    inFull(
      "pending",
      `${noun}: a lost create is settled by a listing with only the identifying properties`,
      async (stage) => {
        const { step } = await setUp(stage);
        const remove = [...subject.superfluous];
        await stage.sandbox.fault({ kind: "alter", method: "GET", path, remove, count: 50 });
        await stage.sandbox.fault({ kind: "reset", when: "after", method: "POST", path });
        const { op, warnings } = await stage.engine.up("own", step);
        const id = (await subject.ids(stage)).at(-1);
        expect(op).toBe("create");
        expect(warnings.join()).toContain(`the one new ${noun} that equals it, id ${id}, was adopted`);
        expect(stage.engine.stored(kind, "own").id).toBe(String(id));
      },
    ),
    inFull(20, `${noun}: an object without a name is not a twin`, async (stage) => {
      const { step } = await setUp(stage);
      const body = [{ id: 17, name: null, active: false }, { id: 18 }];
      await stage.answers(`GET ${path}`, 200, { body, count: 2 });
      const { op, warnings } = await stage.engine.up("own", step);
      expect([op, warnings.join()]).toEqual(["create", ""]);
    }),
    inFull("pending", `${noun}: an object without a name is not the object of a lost create`, async (stage) => {
      const { step } = await setUp(stage);
      const body = [{ id: 17, name: null, active: false, steps: [] }];
      await stage.sandbox.fault({ kind: "reset", when: "before", method: "POST", path });
      await stage.answers(`GET ${path}`, 200, { skip: 1, body, count: 9 });
      await stage.refusal(stage.engine.up("own", step));
      expect(stage.engine.stored(kind, "own").id).toMatch(/^pending-/);
    }),
    inFull(
      "pending",
      `${noun}: a create with an incomplete listing is reported as hard to find again, and stays pending`,
      async (stage) => {
        const { step } = await setUp(stage);
        const body = [{ name: "An object without an id" }];
        await stage.answers(`GET ${path}`, 200, { body, count: 9 });
        await stage.sandbox.fault({ kind: "reset", when: "after", method: "POST", path });
        await stage.refuses(stage.engine.up("own", step), `the ${noun}s that existed before are not all known`);
        expect(stage.engine.warnings.join()).toContain(
          `the service lists only some of the ${noun}s: if this run is killed`,
        );
        expect(stage.engine.stored(kind, "own").id).toMatch(/^pending-/);
      },
    ),
    inFull(
      "pending",
      `${noun}: an object that was missing in the listing before a create is not the object of that create`,
      async (stage) => {
        const { other, step } = await setUp(stage);
        await stage.sandbox.fault({ kind: "omit", path, ids: [other], count: 9 });
        await stage.sandbox.fault({ kind: "reset", when: "before", method: "POST", path });
        const list = Number(stage.engine.stored("List", "base").id);
        const program = { other: subject.wanted(stage, list, { name: "Other" }), own: step };
        await stage.refusal(stage.engine.upAllRefreshed({ base: stage.list({ name: "Base" }), ...program }));
        const { recorded } = stage.engine.stored(kind, "own").outputs;
        expect(JSON.parse(String(recorded)).pending.unlistedBefore).toEqual([String(other)]);
      },
    ),
    ...(subject.isToldByName ? [sentAgain(subject, setUp)] : [inAnotherForm(subject, setUp)]),
  ];
});

/** An object with another name cannot be distinguished from somebody else's. */
function sentAgain({ kind, noun, path, ids }: Subject, setUp: SetUp): Case {
  return inFull(
    "pending",
    `${noun}: a lost create with a name that the service stores in another form is sent again after a refresh`,
    async (stage) => {
      const { step } = await setUp(stage);
      const own = { ...step, args: { ...step.args, name: "Own & Co" } };
      await stage.sandbox.fault({ kind: "alter", method: "GET", path, set: { name: "Own &amp; Co" }, count: 50 });
      await stage.sandbox.fault({ kind: "reset", when: "after", method: "POST", path });
      await stage.refuses(stage.engine.up("own", own), "no such object is listed yet");
      expect(stage.engine.stored(kind, "own").id).toMatch(/^pending-/);
      await stage.forget();
      expect((await stage.engine.upRefreshed("own", own)).op).toBe("create");
      expect(await stage.writes()).toEqual([`POST ${path}`]);
      expect(stage.engine.stored(kind, "own").id).toBe(String((await ids(stage)).at(-1)));
    },
  );
}

function inAnotherForm(subject: Subject, setUp: SetUp): Case {
  const { noun, path } = subject;
  return inFull(
    "pending",
    `${noun}: a lost create with a name that the service stores in another form is not sent again`,
    async (stage) => {
      const { step } = await setUp(stage);
      const own = { ...step, args: { ...step.args, name: "Own & Co" } };
      await stage.sandbox.fault({ kind: "alter", method: "GET", path, set: { name: "Own &amp; Co" }, count: 50 });
      await stage.sandbox.fault({ kind: "reset", when: "after", method: "POST", path });
      const text = await stage.refusal(stage.engine.up("own", own));
      const made = (await subject.ids(stage)).at(-1);
      expect(text).toContain(`equals it in all but the name (id ${made})`);
      await stage.forget();
      await stage.refuses(stage.engine.upRefreshed("own", own), "its creation is still pending");
      expect(await stage.writes()).toEqual([]);

      // An object that is recorded under its own name is a different one.
      await stage.sandbox.clearFaults();
      await stage.sandbox.fault({ kind: "omit", path, createdSince: true, count: 50 });
      await stage.sandbox.fault({ kind: "reset", method: "POST", path });
      const next = { ...step, args: { ...step.args, name: "Next" } };
      await stage.refusal(stage.engine.up("next", next));
      await stage.made("sibling", { ...step, args: { ...step.args, name: "Sibling" } });
      await stage.sandbox.clearFaults();
      expect((await stage.engine.upRefreshed("next", next)).op).toBe("create");
    },
  );
}
