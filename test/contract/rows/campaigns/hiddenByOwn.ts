import { expect } from "vitest";
import type { Program, Step } from "../../../support/testStack";
import { type Case, delayed, inFull, otherText, type Stage } from "../stage";
import { shares } from "./inTheApp";
import { client } from "./otherClients";

/** A campaign that runs in the app, on a list whose people it has not reached yet. */
async function inApp(stage: Stage) {
  const list = await stage.madeList();
  return { list, id: await stage.madeByHand(list, { active: true }) };
}

/** Another stack that uses the same template: a campaign that runs, and a draft that hides it on its list. */
async function otherClient(stage: Stage) {
  const { theirs, list } = await client(stage);
  await theirs.up("later", stage.campaign(list, { name: "Follow-up" }));
  await stage.sandbox.advance({ days: 1 });
}

/** A campaign on the program's new list. */
const onFresh =
  (stage: Stage) =>
  (args: Readonly<Record<string, unknown>>): Step => ({ ...stage.campaign(0, args), onLists: ["fresh"] });

/** A list names only the campaign attached last: the stack's own campaigns do not make it forget those before them. */
export const hiddenByOwn: readonly Case[] = [
  inFull(17, "a campaign of the app is not forgotten when this run's draft hides it", async (stage) => {
    const { list, id } = await inApp(stage);
    const program: Program = {
      draft: stage.campaign(list, { name: "Follow-up" }),
      q1: stage.campaign(list, { active: true }),
    };
    const engine = stage.elsewhere();
    await stage.refuses(engine.upAll(program), shares(id));
    expect((await stage.sandbox.objects()).campaigns.filter(({ active }) => active)).toHaveLength(1);
  }),
  ...["created with the list", "attached to it later"].map((how) =>
    inFull(17, `a campaign of the app is not forgotten when a draft was ${how} in an earlier run`, async (stage) => {
      const { list, id } = await inApp(stage);
      const other = await stage.madeList("other");
      await stage.made("q1", stage.campaign(how.startsWith("created") ? list : other));
      if (how.startsWith("attached")) await stage.engine.up("q1", stage.campaign(list));
      // Another draft that replaces it knows as much.
      await stage.engine.up("q1", stage.campaign(list, { steps: otherText }));
      await stage.forget();
      const starts = stage.campaign(list, { active: true, steps: otherText });
      await stage.refuses(stage.elsewhere().up("q1", starts), shares(id));
      await stage.refuses(
        stage.elsewhere().upAll({
          q1: stage.campaign(list, { steps: otherText }),
          q2: stage.campaign(list, { name: "Spring", active: true }),
        }),
        shares(id),
      );
      expect(await stage.writes()).toEqual([]);
      const said = { ...starts, args: { ...starts.args, acknowledge: [`shared-list:${id}`] } };
      expect((await stage.elsewhere().up("q1", said)).op).toBe("replace");
    }),
  ),
  inFull(17, "a campaign of the app that is off does not hold up the start of the draft that hid it", async (stage) => {
    const { list, id } = await inApp(stage);
    await stage.made("q1", stage.campaign(list));
    await stage.sandbox.setActive({ campaignId: id, active: false });
    expect((await stage.elsewhere().up("q1", stage.campaign(list, { active: true }))).op).toBe("replace");
  }),
  inFull(17, "a third active campaign on a list has to acknowledge both", async (stage) => {
    const { list, id } = await inApp(stage);
    const first = stage.campaign(list, { active: true, acknowledge: [`shared-list:${id}`] });
    const second = await stage.made("q1", first);
    const third = (...acknowledge: string[]) => stage.campaign(list, { name: "Spring", active: true, acknowledge });
    const program = (...codes: string[]): Program => ({ q1: first, q3: third(...codes) });
    await stage.refuses(stage.elsewhere().upAll(program(`shared-list:${second}`)), shares(id));
    const both = program(`shared-list:${second}`, `shared-list:${id}`);
    expect(await stage.elsewhere().upAll(both)).toEqual({ q1: "same", q3: "create" });
  }),
  inFull(20, "a second client starts the same template on a list that its run has created", async (stage) => {
    await otherClient(stage);
    const fresh = stage.list({ name: "Fresh" });
    const q1 = { ...stage.campaign(0, { active: true }), onLists: ["fresh"] };
    expect(await stage.elsewhere().upAll({ fresh, q1 })).toEqual({ fresh: "create", q1: "create" });
  }),
  ...[false, true].map((isDraftBefore) =>
    inFull(
      20,
      `a second client starts ${isDraftBefore ? "its draft of" : "another campaign of"} the same template in a later run`,
      async (stage) => {
        await otherClient(stage);
        const { engine } = stage;
        const fresh = stage.list({ name: "Fresh" });
        const on = onFresh(stage);
        const before = isDraftBefore ? on({}) : on({ name: "Follow-up" });
        await engine.upAll({ fresh, q1: before });
        const later = stage.elsewhere();
        const program: Program = isDraftBefore
          ? { fresh, q1: on({ active: true }) }
          : { fresh, q1: before, q2: on({ active: true, steps: delayed }) };
        expect(Object.values(await later.upAll(program)).sort()).toEqual(
          (isDraftBefore ? ["replace", "same"] : ["create", "same", "same"]).sort(),
        );
      },
    ),
  ),
  inFull(20, "two clients start the same template after their drafts have had another version", async (stage) => {
    const on = onFresh(stage);
    const clients = ["one", "two"].map((name) => {
      const engine = stage.remembering();
      const leads = stage.list({ name: `Leads of ${name}` });
      const up = (q1: Step) => engine.upAllIn(name, { fresh: leads, q1 });
      return { up };
    });
    for (const { up } of clients) {
      await up(on({}));
      await up(on({ steps: delayed }));
    }
    for (const { up } of clients) {
      expect(await up(on({ active: true, steps: delayed }))).toEqual({ fresh: "same", q1: "replace" });
    }
  }),
  inFull(20, "a campaign starts on its new list, whatever its resource ran before", async (stage) => {
    const { id } = await stage.madeCampaign({ active: true });
    await stage.sandbox.setActive({ campaignId: id, active: false });
    await stage.engine.refresh("Campaign", "q1");
    const fresh = stage.list({ name: "Fresh" });
    const on = onFresh(stage);
    await stage.engine.upAll({ fresh, q1: on({ steps: delayed }) });
    await stage.engine.upAll({ fresh, q1: on({}) });
    const started = await stage.elsewhere().upAll({ fresh, q1: on({ active: true }) });
    expect(started).toEqual({ fresh: "same", q1: "replace" });
  }),
  inFull(
    17,
    "a campaign of the app is not forgotten when the draft that hid it moves to another list",
    async (stage) => {
      const { list, id } = await inApp(stage);
      const other = await stage.madeList("other");
      await stage.made("q1", stage.campaign(list));
      const moved = stage.campaign(other, { active: true });
      await stage.engine.up("q1", moved);
      const q2 = stage.campaign(list, { name: "Spring", active: true });
      await stage.refuses(stage.elsewhere().upAll({ q1: moved, q2 }), shares(id));
    },
  ),
  inFull(20, "an equal campaign that a later one of another stack hides on the list stays a twin", async (stage) => {
    const { list, id } = await stage.madeCampaign();
    await stage.another().up("draft", stage.campaign(list, { name: "Follow-up" }));
    const lost = stage.elsewhere();
    lost.state.delete(lost.urn("Campaign", "q1"));
    await stage.refuses(lost.up("q1", stage.campaign(list)), `the account already holds the same campaign, id ${id}`);
  }),
  inFull(20, "so does one that this stack's own later campaign hides on a list of one run", async (stage) => {
    const leads = stage.list({ name: "Fresh" });
    const on = (args: Readonly<Record<string, unknown>>): Step => ({ ...stage.campaign(0, args), onLists: ["leads"] });
    const program: Program = { leads, q1: on({}), later: on({ name: "Follow-up" }) };
    await stage.engine.upAll(program);
    const id = stage.engine.stored("Campaign", "q1").id;
    const lost = stage.elsewhere();
    lost.state.delete(lost.urn("Campaign", "q1"));
    await stage.refuses(lost.upAll(program), `the account already holds the same campaign, id ${id}`);
  }),
  inFull(20, "a program with a loop over clients changes and starts the drafts of all", async (stage) => {
    const [one, two] = [await stage.madeList("one"), await stage.madeList("two")];
    const program = (args: Readonly<Record<string, unknown>>): Program => ({
      c1: stage.campaign(one, args),
      c2: stage.campaign(two, args),
    });
    for (const args of [{}, { steps: delayed }, { steps: delayed, active: true }]) {
      const done = await stage.engine.upAll(program(args));
      expect(new Set(Object.values(done)).size).toBe(1);
    }
    const { campaigns } = await stage.sandbox.objects();
    expect(campaigns.filter(({ active }) => active)).toHaveLength(2);
  }),
  inFull(
    17,
    "a list that a campaign of this stack has given up is free for the draft that was prepared there",
    async (stage) => {
      const [list, kept] = [await stage.madeList("list"), await stage.madeList("kept")];
      await stage.made("q0", stage.campaign(list, { name: "First", listIds: [list, kept], active: true }));
      await stage.made("q1", stage.campaign(list));
      await stage.engine.up("q0", stage.campaign(kept, { name: "First", active: true }));
      expect((await stage.elsewhere().up("q1", stage.campaign(list, { active: true }))).op).toBe("replace");
    },
  ),
  inFull(17, "a campaign of the app is not forgotten because older records have it on another list", async (stage) => {
    const [list, kept] = [await stage.madeList("list"), await stage.madeList("kept")];
    const theirs = stage.another();
    await theirs.up("app", stage.campaign(kept, { name: "By hand", active: true }));
    const id = Number(theirs.stored("Campaign", "app").id);
    await stage.patchByHand(`/v1/campaign/${id}`, { listIds: [kept, list] });
    await stage.made("q1", stage.campaign(list));
    await stage.refuses(stage.engine.up("q1", stage.campaign(list, { active: true })), shares(id));
  }),
  inFull(12, "a draft that was deleted in the app is created again and starts without a code", async (stage) => {
    const { list, id } = await stage.madeCampaign();
    await stage.sandbox.deleteCampaign({ campaignId: id });
    const engine = stage.elsewhere();
    expect(await engine.upAllRefreshed({ q1: stage.campaign(list) })).toEqual({ q1: "create" });
    expect((await engine.up("q1", stage.campaign(list, { active: true }))).op).toBe("replace");
  }),
];
