import { expect } from "vitest";
import { type Case, inFull, perMode } from "../stage";
import { subjects } from "./subjects";

/** Listings without the new object that show in some way that they are incomplete. */
const partOfListing: readonly (readonly [
  string,
  { readonly body: unknown; readonly headers?: Record<string, string> },
])[] = [
  ["a page with more to come", { body: { data: [], hasMore: true } }],
  ["a page with a cursor", { body: { data: [], meta: { nextCursor: "b64" } } }],
  ["an array with a link to the next page", { body: [], headers: { link: '</v1?page=2>; rel="next"' } }],
];

/** A create whose response is lost. */
export const pending: readonly Case[] = subjects.flatMap((subject): Case[] => {
  const { kind, noun, path, called } = subject;

  return [
    perMode(
      "pending",
      `${noun}: a create whose response is lost and cannot be settled stays pending, and has a way out`,
      {
        async full(stage) {
          const list = await stage.madeList("base", { name: "Base" });
          const step = subject.wanted(stage, list);
          await stage.sandbox.fault({ kind: "reset", when: "after", method: "POST", path });
          await stage.sandbox.fault({ kind: "omit", path, createdSince: true, count: 50 });
          const text = await stage.refusal(stage.engine.up("one", step));
          expect(text).toContain(`Creating ${called}: the answer was lost`);
          expect(text).toContain("Run `pulumi up --refresh`");
          expect(stage.engine.slept).toEqual([500, 2000]);
          expect(stage.engine.stored(kind, "one").id).toMatch(/^pending-/);
          expect(
            await stage.refusal(stage.engine.up("one", { ...step, args: { ...step.args, acknowledge: ["restart"] } })),
          ).toContain("its creation is still pending");
          await stage.sandbox.clearFaults();
          await stage.forget();
          expect((await stage.engine.upRefreshed("one", step)).op).toBe("same");
          expect(await stage.writes()).toEqual([]);
          expect(await subject.ids(stage)).toHaveLength(subject.before + 1);
        },
        async specOnly(stage) {
          const list = await stage.madeList("base", { name: "Base" });
          const step = subject.wanted(stage, list);
          const named = (name: string, args = {}) => ({
            ...step,
            args: { ...step.args, ...args, ...(name === "one" ? {} : { name: `Number ${name}` }) },
          });
          const lose = async (name: string) => {
            await stage.lose(name, named(name));
          };
          await lose("one");
          // A refresh leaves the decision to the program in the next run.
          await stage.engine.refresh(kind, "one");
          const text = stage.engine.warnings.join("\n");
          expect(text).toContain(`its creation is still pending, and this service does not list ${noun}s`);
          expect(text).toContain("adopt: <its id>");
          expect(text).toContain(
            'acknowledge: ["twin:none"] on the resource, or OUTREACH_ACKNOWLEDGE=twin:none for one run',
          );
          // Looking for a twin settles nothing if nothing is listed.
          await stage.forget();
          expect((await stage.engine.preview("one", named("one"))).warnings.join()).toContain(
            "`pulumi up` fails until",
          );
          const byTwin = { ...step, args: { ...step.args, adopt: "twin" } };
          await stage.refuses(stage.engine.up("one", byTwin), "still pending");
          expect(await stage.writes()).toEqual([]);
          // A person finds it in the app.
          const id = (await subject.ids(stage)).at(-1) ?? 0;
          const adopting = { ...step, args: { ...step.args, adopt: id } };
          expect((await stage.engine.up("one", adopting)).op).toBe("replace");
          expect(stage.engine.stored(kind, "one").id).toBe(String(id));
          expect((await stage.engine.preview("one", adopting)).op).toBe("same");

          // Or knows that it does not exist, and acknowledges that for one run.
          stage.engine.restart();
          await lose("two");
          stage.engine.restart({ acknowledge: ["twin:none"] });
          expect((await stage.engine.upRefreshed("two", named("two"))).op).toBe("create");
          expect(stage.engine.stored(kind, "two").id).toMatch(/^\d+$/);
          // Or in the program.
          stage.engine.restart();
          await lose("three");
          const none = named("three", { acknowledge: ["twin:none"] });
          expect((await stage.engine.up("three", none)).op).toBe("replace");
          expect(stage.engine.stored(kind, "three").id).toMatch(/^\d+$/);
          await lose("four");
          await stage.refuses(stage.engine.destroy(kind, "four"), "its creation is still pending");
          stage.engine.restart({ acknowledge: ["twin:none"] });
          await stage.engine.destroy(kind, "four");
        },
      },
    ),
    ...partOfListing.map(([sign, answer]): Case => {
      return inFull("pending", `${noun}: ${sign} does not prove that a lost create had no effect`, async (stage) => {
        const list = await stage.madeList("base", { name: "Base" });
        const step = subject.wanted(stage, list);
        await stage.sandbox.fault({ kind: "reset", when: "after", method: "POST", path });
        await stage.sandbox.fault({ kind: "status", method: "GET", path, status: 200, count: 50, ...answer });
        await stage.refusal(stage.engine.up("one", step));
        expect(stage.engine.warnings.join()).toContain(`the service lists only some of the ${noun}s`);
        await stage.forget();
        await stage.refuses(stage.engine.upRefreshed("one", step), "its creation is still pending");
        expect(await stage.writes()).toEqual([]);
        expect(await subject.ids(stage)).toHaveLength(subject.before + 1);
      });
    }),
  ];
});
