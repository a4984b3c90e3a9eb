import { expect } from "vitest";
import type { Program } from "../../../support/testStack";
import { type Case, inBoth, perMode } from "../stage";
import { setUp, subjects } from "./subjects";

/** A state that belongs to another service or to another user. */
export const belonging: readonly Case[] = subjects.flatMap((subject): Case[] => {
  const { kind, noun, called } = subject;

  return [
    inBoth(
      "belongs",
      `${noun}: another address is refused, and so is its change, its delete and its diff`,
      async (stage) => {
        const { id, step } = await setUp(stage, subject);
        const moved = stage.settings.origin.replace("127.0.0.1", "localhost");
        stage.engine.restart({ origin: moved });
        const renamed = { ...step, args: { ...step.args, acknowledge: ["twin:5"] } };
        for (const work of [
          () => stage.engine.preview("one", step),
          () => stage.engine.refresh(kind, "one"),
          () => stage.engine.destroy(kind, "one"),
          () => stage.engine.up("one", renamed),
          () => stage.engine.up("one", step),
        ]) {
          const text = await stage.refusal(work);
          expect(text).toContain(`${called} (id ${id}): it belongs to the service at ${stage.settings.origin}`);
          expect(text).toContain(`OUTREACH_ACKNOWLEDGE=moved:${stage.settings.origin} pulumi refresh`);
        }
        expect(await stage.writes()).toEqual([]);
      },
    ),
    perMode("belongs", `${noun}: moved:<origin> records the new address, and drops nothing`, {
      async full(stage) {
        const { id, step } = await setUp(stage, subject);
        const moved = stage.settings.origin.replace("127.0.0.1", "localhost");
        stage.engine.restart({ origin: moved, acknowledge: [`moved:${stage.settings.origin}`] });
        expect(await stage.engine.refresh(kind, "one")).toEqual([]);
        stage.engine.restart({ origin: moved });
        expect((await stage.engine.preview("one", step)).op).toBe("same");
        expect(await stage.engine.refresh(kind, "one")).toEqual([]);
        // It was acknowledged as moved to an address where it is missing.
        await subject.removeOutside(stage, id);
        stage.engine.restart({ acknowledge: [`moved:${moved}`] });
        await stage.refuses(stage.engine.refresh(kind, "one"), "It stays in the state");
        expect(stage.engine.stored(kind, "one").id).toBe(String(id));
      },
      async specOnly(stage) {
        const { step } = await setUp(stage, subject);
        const moved = stage.settings.origin.replace("127.0.0.1", "localhost");
        stage.engine.restart({ origin: moved, acknowledge: [`moved:${stage.settings.origin}`] });
        expect(await stage.engine.refresh(kind, "one")).toEqual([]);
        stage.engine.restart({ origin: moved });
        expect((await stage.engine.preview("one", step)).op).toBe("same");
      },
    }),
    inBoth("belongs", `${noun}: another acting user is refused`, async (stage) => {
      const { id, step } = await setUp(stage, subject);
      stage.engine.restart({ impersonateUserId: "102" });
      const atPreview = await stage.refusal(() => stage.engine.preview("one", step));
      expect(atPreview).toContain(`${called} (id ${id}): it belongs to user 101, and this run acts as user 102`);
      // If only the service knows, it is requested before anything is sent.
      stage.engine.restart({ impersonateEmail: "alice@fernhill.example.com" });
      for (const work of [
        () => stage.engine.refresh(kind, "one"),
        () => stage.engine.destroy(kind, "one"),
        () => stage.engine.up("one", { ...step, args: { ...step.args, acknowledge: ["twin:5"] } }),
        () => stage.engine.upAll({ one: step, two: subject.wanted(stage, 1, { name: "New" }) }),
      ]) {
        await stage.refuses(work, /belongs? to user 101/, "acts as user 102");
      }
      expect(await stage.writes()).toEqual([]);
      expect(stage.engine.stored(kind, "one").id).toBe(String(id));
    }),
    inBoth(
      "belongs",
      `${noun}: moved to another user's key or address, without another change, it is refused`,
      async (stage) => {
        const { id, step } = await setUp(stage, subject);
        for (const moved of [{ apiKey: "osk_demo_alice" }, { impersonateEmail: "alice@fernhill.example.com" }]) {
          stage.engine.restart(moved);
          await stage.forget();
          // No run has recorded the key's user, so only the update can determine it.
          const planned = await stage.engine.preview("one", step);
          expect(planned.op).toBe("update");
          expect(planned.warnings.join()).toContain("no run has recorded which user");
          expect(await stage.reads()).toEqual([]);
          await stage.refuses(
            stage.engine.up("one", step),
            `Updating ${called} (id ${id}): it belongs to user 101, and this run acts as user 102`,
            "move it back to the Provider",
            "remove it from the program as well, or the next `pulumi up` creates another one",
          );
          expect(stage.engine.stored(kind, "one").id).toBe(String(id));
        }
        stage.engine.restart();
        expect((await stage.engine.preview("one", step)).op).toBe("same");
        expect(await stage.writes()).toEqual([]);
      },
    ),
    inBoth(
      "belongs",
      `${noun}: moved to another user whom earlier runs have recorded, it is refused at preview`,
      async (stage) => {
        const { id, step } = await setUp(stage, subject);
        const engine = stage.remembering();
        engine.state.set(engine.urn(kind, "one"), stage.engine.stored(kind, "one"));
        for (const moved of [{ apiKey: "osk_demo_alice" }, { impersonateEmail: "alice@fernhill.example.com" }]) {
          engine.restart(moved);
          await stage.refusal(engine.refresh(kind, "one"));
          await stage.forget();
          const text = await stage.refusal(engine.preview("one", step));
          expect(text).toContain(`${called} (id ${id}): it belongs to user 101, and this run acts as user 102`);
          expect(await stage.reads()).toEqual([]);
        }
        // Another key of the same user.
        engine.restart({ apiKey: "osk_demo_owner_second" });
        expect((await engine.preview("one", step)).op).toBe("update");
        expect((await engine.up("one", step)).op).toBe("update");
        expect((await engine.preview("one", step)).op).toBe("same");
        engine.restart();
        // Recorded since the first request with that key.
        expect(await engine.refresh(kind, "one")).toEqual([]);
        engine.restart({ apiKey: "osk_demo_owner_second" });
        expect((await engine.preview("one", step)).op).toBe("same");
        expect(await stage.writes()).toEqual([]);
      },
    ),
    inBoth(
      "belongs",
      `${noun}: nothing is created for a user other than the stack's, first or alone`,
      async (stage) => {
        const { step } = await setUp(stage, subject);
        const fresh = { ...step, args: { ...step.args, name: "Fresh" } };
        const programs: readonly Program[] = [{ fresh, one: step }, { fresh }];
        for (const program of programs) {
          const engine = stage.elsewhere();
          engine.restart({ apiKey: "osk_demo_alice" });
          await engine.previewAll(program);
          expect(engine.warnings.join()).toContain("no run has recorded which user it acts as");
          expect(await stage.refusal(engine.upAll(program))).toContain(
            "this run acts as user 102, and other resources of this stack belong to user 101. Nothing was sent for it.",
          );
        }
        expect(await stage.writes()).toEqual([]);
        // Another key of the same user.
        const engine = stage.elsewhere();
        engine.restart({ apiKey: "osk_demo_owner_second" });
        await engine.previewAll({ fresh });
        expect((await engine.upAll({ fresh })).fresh).toBe("create");
        expect(await stage.writes()).toHaveLength(1);
      },
    ),
    inBoth(
      "belongs",
      `${noun}: a new one of another user whom earlier runs have recorded is refused at preview`,
      async (stage) => {
        const { step } = await setUp(stage, subject);
        const engine = stage.remembering();
        engine.state.set(engine.urn(kind, "one"), stage.engine.stored(kind, "one"));
        engine.restart({ apiKey: "osk_demo_alice" });
        await stage.refusal(engine.refresh(kind, "one"));
        await stage.forget();
        const fresh = { ...step, args: { ...step.args, name: "Fresh" } };
        for (const moved of [{ apiKey: "osk_demo_alice" }, { impersonateUserId: "102" }]) {
          engine.restart(moved);
          expect(await stage.refusal(engine.preview("fresh", fresh))).toContain(
            "this run acts as user 102, and other resources of this stack belong to user 101",
          );
        }
        expect([...(await stage.reads()), ...(await stage.writes())]).toEqual([]);
      },
    ),
  ];
});
