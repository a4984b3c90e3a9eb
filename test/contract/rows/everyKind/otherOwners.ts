import { expect } from "vitest";
import { behindGateway } from "../gateway";
import { type Case, inFull, perMode, type Stage } from "../stage";
import { type Subject, setUp, subjects } from "./subjects";

const attempts = ["preview", "update", "replacement", "delete"] as const;

/** Creates it with a response that names another owner, and tries to continue. Nothing more is sent for it. */
async function createdForAnother(stage: Stage, subject: Subject) {
  const { kind, noun, path, called } = subject;
  const step = subject.wanted(stage, await stage.madeList("base", { name: "Base" }));
  await stage.forget();
  await stage.sandbox.fault({ kind: "alter", method: "POST", path, set: { userId: 103 } });
  const text = await stage.refusal(stage.engine.up("one", step));
  const id = (await subject.ids(stage)).at(-1);
  expect(text).toContain(
    `Creating ${called}: the service answered that ${noun} ${id} belongs to user 103, and this run acts as user 101`,
  );
  expect(text).toContain(`pulumi state delete '${stage.engine.urn(kind, "one")}'`);
  const later = {
    preview: () => stage.engine.preview("one", step),
    update: () => stage.engine.up("one", step),
    replacement: () => stage.engine.up("one", { ...step, replace: true }),
    delete: () => stage.engine.destroy(kind, "one"),
  };
  for (const attempt of attempts) {
    // A new list is created before the old one is checked; the old one is its twin.
    const isTwin = attempt === "replacement" && !subject.deletesFirst;
    const why = isTwin ? /already holds the same|has created a/ : /a run was answered that it belongs to user 103/;
    await stage.refuses(later[attempt], why);
  }
  expect(stage.engine.stored(kind, "one").id).toBe(String(id));
  expect(await stage.writes()).toEqual([`POST ${path}`]);
  return { step, id };
}

/** A response that names another owner, for example because a gateway drops the member's header. */
export const otherOwners: readonly Case[] = subjects.flatMap((subject): Case[] => {
  const { kind, noun, path } = subject;
  const cases: Case[] = [
    perMode(
      "pending",
      `${noun}: a create whose response names another owner is recorded, and neither repeated nor touched`,
      {
        async full(stage) {
          const { step } = await createdForAnother(stage, subject);
          // By now the service shows that the acting user owns it.
          expect(await stage.engine.refresh(kind, "one")).toEqual([]);
          expect((await stage.engine.up("one", step)).op).toBe("same");
          expect(await stage.writes()).toEqual([`POST ${path}`]);
        },
        async specOnly(stage) {
          const { id } = await createdForAnother(stage, subject);
          await stage.refuses(stage.engine.refresh(kind, "one"), "it belongs to user 103");
          expect(stage.engine.stored(kind, "one").id).toBe(String(id));
        },
      },
    ),
    inFull(
      "pending",
      `${noun}: a lost create that is found with another owner is settled, and not touched`,
      async (stage) => {
        const step = subject.wanted(stage, await stage.madeList("base", { name: "Base" }));
        const before = await subject.ids(stage);
        await stage.forget();
        await stage.sandbox.fault({ kind: "reset", when: "after", method: "POST", path });
        await stage.sandbox.fault({ kind: "alter", method: "GET", path, set: { userId: 103 }, count: 9 });
        await stage.refuses(stage.engine.up("one", step), "belongs to user 103");
        await stage.refuses(stage.engine.upRefreshed("one", step), "belongs to user 103");
        expect((await subject.ids(stage)).length).toBe(before.length + 1);
        expect(await stage.writes()).toEqual([`POST ${path}`]);
      },
    ),
    inFull(
      "pending",
      `${noun}: a pending create that a refresh finds with another owner is settled, and not touched`,
      async (stage) => {
        const step = subject.wanted(stage, await stage.madeList("base", { name: "Base" }));
        await stage.forget();
        await stage.sandbox.fault({ kind: "reset", when: "after", method: "POST", path });
        await stage.sandbox.fault({ kind: "omit", path, createdSince: true, count: 9 });
        await stage.refuses(stage.engine.up("one", step), "It is recorded as pending");
        await stage.sandbox.clearFaults();
        await stage.sandbox.fault({ kind: "alter", method: "GET", path, set: { userId: 103 }, count: 9 });
        await stage.engine.refresh(kind, "one");
        expect(stage.engine.warnings.join()).toContain("belongs to user 103, and this run acts as user 101");
        expect(stage.engine.stored(kind, "one").id).toBe(String((await subject.ids(stage)).at(-1)));
        await stage.refuses(stage.engine.up("one", step), "it belongs to user 103");
        expect(await stage.writes()).toEqual([`POST ${path}`]);
      },
    ),
  ];
  if (kind === "List") return cases;
  return [
    ...cases,
    inFull(
      4,
      `${noun}: a change whose response names another owner fails, and nothing more is sent for it`,
      async (stage) => {
        const { id, step } = await setUp(stage, subject);
        const renamed = { ...step, args: { ...step.args, name: "Renamed" } };
        await stage.sandbox.fault({ kind: "alter", method: "PATCH", path: `${path}/*`, set: { userId: 103 } });
        const text = await stage.refusal(stage.engine.up("one", renamed));
        expect(text).toContain(`the service answered that ${noun} ${id} belongs to user 103`);
        await stage.refuses(stage.engine.up("one", renamed), "it belongs to user 103");
        expect(await stage.writes()).toEqual([`PATCH ${path}/ID`]);
      },
    ),
  ];
});

/** A gateway that drops the member's header from reads returns the key owner's objects. */
export const droppedFromReads: readonly Case[] = subjects
  .filter(({ kind }) => kind === "List" || kind === "SourceAgent")
  .map((subject) =>
    inFull(
      23,
      `${subject.noun}: a listing of another user's objects proves neither that one is gone nor that none was created`,
      async (stage) => {
        const { kind, path } = subject;
        const lists = { owner: await stage.madeList("base"), member: 0 };
        await stage.made("owners", subject.wanted(stage, lists.owner, { name: "Of the owner" }));
        let drops = false;
        const header = "x-impersonate-user-id";
        const dropping = ({ method, url = "" }: { readonly method?: string; readonly url?: string }) =>
          drops && method === "GET" && url.startsWith(path) ? header : undefined;
        await behindGateway(
          stage,
          async (origin) => {
            const engine = stage.another({ origin, impersonateUserId: "102" });
            await engine.up("base", stage.list({ name: "Base of the member" }));
            lists.member = Number(engine.stored("List", "base").id);
            const step = subject.wanted(stage, lists.member);
            await engine.up("one", step);
            await stage.forget();
            drops = true;
            await stage.refuses(engine.refresh(kind, "one"), "of user 101");
            expect(engine.state.has(engine.urn(kind, "one"))).toBe(true);
            await stage.refusal(engine.upRefreshed("one", step));
            expect(await stage.writes()).toEqual([]);
          },
          dropping,
        );
      },
    ),
  );

/** The gateway itself: its creates belong to the key's owner, and the member never sees them. */
export const droppedHeaders: readonly Case[] = subjects
  .filter(({ kind }) => kind === "List" || kind === "Tag")
  .map((subject) =>
    inFull(
      "pending",
      `${subject.noun}: one that a gateway has created for the key's owner is not created again after a refresh`,
      async (stage) => {
        const header = "x-impersonate-user-id";
        const drops = ({ method }: { readonly method?: string }) => (method === "POST" ? header : undefined);
        const work = async (origin: string) => {
          const engine = stage.another({ origin, impersonateUserId: "102" });
          const step = subject.wanted(stage, 1);
          await stage.refuses(engine.up("one", step), "belongs to user 101, and this run acts as user 102");
          await stage.refuses(engine.upRefreshed("one", step), "it belongs to user 101");
          expect(engine.stored(subject.kind, "one").id).toBe(String((await subject.ids(stage)).at(-1)));
          expect(await stage.writes()).toEqual([`POST ${subject.path}`]);
        };
        await stage.forget();
        await behindGateway(stage, work, drops);
      },
    ),
  );
