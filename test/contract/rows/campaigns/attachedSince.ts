import { expect } from "vitest";
import type { Program, Step } from "../../../support/testStack";
import { type Case, delayed, inFull, otherText, type Stage } from "../stage";
import { shares } from "./inTheApp";

const hasRun = "a campaign of this name has run on the same list";

/** A draft on a list that its run creates, so that nothing was there before it. */
async function draftOnNew(stage: Stage, args: Readonly<Record<string, unknown>>) {
  const lists = { one: stage.list({ name: "One" }), two: stage.list({ name: "Two" }) };
  const draft: Step = { ...stage.campaign(0, args), onLists: ["one"] };
  await stage.engine.upAll({ ...lists, draft });
  const [one, two] = ["one", "two"].map((name) => Number(stage.engine.stored("List", name).id));
  if (one === undefined || two === undefined) throw new Error("no list was created");
  await stage.addPerson(one);
  return { lists, one, two, draft: stage.campaign(one, args) };
}

/** What was attached to a list after a draft, or after an adoption, and may have left it since. */
export const attachedSince: readonly Case[] = [
  inFull(13, "a campaign that has run on a draft's list and was moved to another one has run there", async (stage) => {
    const { lists, one, two, draft } = await draftOnNew(stage, { name: "Follow-up" });
    const q1 = (list: number, args = {}) => stage.campaign(list, { active: true, ...args });
    await stage.engine.upAll({ ...lists, draft, q1: q1(one) });
    await stage.sandbox.advance({ days: 3 });
    const moved = stage.elsewhere();
    await moved.upAll({ ...lists, draft, q1: q1(two) });
    await stage.sandbox.setActive({ campaignId: Number(moved.stored("Campaign", "q1").id), active: false });
    await moved.upAllRefreshed({ ...lists, draft }, "deletes");
    await stage.forget();
    for (const [urn, stored] of moved.state) stage.engine.state.set(urn, structuredClone(stored));
    stage.engine.state.delete(stage.engine.urn("Campaign", "q1"));
    await stage.refuses(stage.elsewhere().upAll({ ...lists, draft, q1: q1(one) }), hasRun);
    expect(await stage.writes()).toEqual([]);
    expect(await stage.elsewhere().upAll({ ...lists, draft, q1: q1(one, { acknowledge: ["restart"] }) })).toMatchObject(
      {
        q1: "create",
      },
    );
  }),
  inFull(13, "a copy made in the app that has run on a draft's list and was moved has run there", async (stage) => {
    const { one, two, draft } = await draftOnNew(stage, {});
    const copy = await stage.madeByHand(one, {
      ...{ name: "Fintech Q1", active: true, acknowledge: ["twin:none", "restart"] },
      steps: otherText,
    });
    await stage.sandbox.advance({ days: 3 });
    await stage.sandbox.setActive({ campaignId: copy, active: false });
    await stage.patchByHand(`/v1/campaign/${copy}`, { listIds: [two] });
    await stage.forget();
    const starts = { ...draft, args: { ...draft.args, active: true } };
    await stage.refuses(stage.elsewhere().up("draft", starts), hasRun, String(copy));
    expect(await stage.writes()).toEqual([]);
  }),
  inFull(17, "an adoption with fewer lists does not end what a draft has found on another one", async (stage) => {
    const [one, two] = [await stage.madeList("one"), await stage.madeList("two")];
    const app = await stage.madeByHand(one, { listIds: [one, two], active: true });
    const follow = stage.campaign(one, { name: "Follow-up" });
    await stage.engine.up("follow", follow);
    const adopts = (more = {}) => stage.campaign(two, { name: "By hand", active: true, ...more });
    const spring = stage.campaign(one, { name: "Spring", active: true });
    await stage.refuses(stage.elsewhere().upAll({ follow, app: adopts({ adopt: app }), spring }), shares(app));
    const { warnings } = await stage.engine.up("app", adopts({ adopt: app }));
    expect(warnings.join()).toContain(`also uses list ${one}, which the program does not declare`);
    // With the adopted one in its state, the preview refuses.
    const beside = `list ${one} is also used by the active campaign "By hand" (id ${app}) of this stack`;
    await stage.refuses(stage.elsewhere().upAllRefreshed({ follow, app: adopts(), spring }), beside);
    await stage.refuses(stage.elsewhere().up("spring", spring), shares(app));
  }),
  ...["start", "update"].map((how) =>
    inFull(17, `a draft keeps what it has found of a campaign of its own stack, for ${how}s`, async (stage) => {
      const [one, two, own] = [await stage.madeList("one"), await stage.madeList("two"), await stage.madeList("own")];
      const q1 = stage.campaign(one, { active: true });
      const id = await stage.made("q1", q1);
      await stage.patchByHand(`/v1/campaign/${id}`, { listIds: [one, two] });
      const draft: Program = how === "start" ? {} : { follow: stage.campaign(two, { name: "Follow-up" }) };
      const spring = (active: boolean, ...listIds: number[]) =>
        stage.campaign(two, { name: "Spring", active, listIds, steps: otherText });
      const before = how === "start" ? spring(false, two) : spring(true, own);
      await stage.engine.upAll({ q1, ...draft, spring: before });
      const after = how === "start" ? spring(true, two) : spring(true, own, two);
      await stage.refuses(stage.elsewhere().upAllRefreshed({ q1, ...draft, spring: after }), shares(id));
      await stage.refuses(stage.elsewhere().up("spring", after), shares(id));
    }),
  ),
  inFull(17, "what a campaign of the stack has given up since does not count as found", async (stage) => {
    const [one, two] = [await stage.madeList("one"), await stage.madeList("two")];
    const q1 = (...listIds: number[]) => stage.campaign(one, { active: true, listIds });
    await stage.made("q1", q1(one, two));
    const follow = stage.campaign(two, { name: "Follow-up" });
    await stage.engine.upAll({ q1: q1(one, two), follow });
    await stage.engine.upAll({ q1: q1(one), follow });
    const spring = stage.campaign(two, { name: "Spring", active: true, steps: otherText });
    for (const engine of [stage.elsewhere(), stage.engine]) {
      expect((await engine.previewAll({ q1: q1(one), follow, spring })).spring).toBe("create");
    }
    expect((await stage.elsewhere().upAll({ q1: q1(one), follow, spring })).spring).toBe("create");
  }),
  ...[true, false].map((isKept) =>
    inFull(
      13,
      `a campaign starts on another list than the one of its name that is off${isKept ? "" : " and leaves the program"}`,
      async (stage) => {
        const [one, two] = [await stage.madeList("one"), await stage.madeList("two")];
        const q1 = (active: boolean) => stage.campaign(one, { active });
        const id = await stage.made("q1", q1(true));
        await stage.addPerson(one);
        await stage.sandbox.advance({ days: 3 });
        await stage.sandbox.setActive({ campaignId: id, active: false });
        await stage.engine.upAllRefreshed({ q1: q1(false) });
        const q2 = stage.campaign(two, { active: true, steps: otherText });
        const program: Program = isKept ? { q1: q1(false), q2 } : { q2 };
        expect((await stage.elsewhere().upAll(program, isKept ? "leaves" : "deletes")).q2).toBe("create");
      },
    ),
  ),
  inFull(17, "a list that somebody has removed in the app is not attached again behind a draft", async (stage) => {
    const [one, two, more] = [await stage.madeList("one"), await stage.madeList("two"), await stage.madeList("more")];
    const q1 = (...listIds: number[]) => stage.campaign(one, { listIds, active: true });
    const id = await stage.made("q1", q1(one, two));
    await stage.patchByHand(`/v1/campaign/${id}`, { listIds: [two] });
    const follow = stage.campaign(one, { name: "Follow-up" });
    await stage.engine.up("follow", follow);
    await stage.forget();
    const program: Program = { follow, q1: q1(one, two, more) };
    await stage.refuses(stage.elsewhere().upAll(program), `attaches list ${one}, on which it`);
    expect((await stage.storedCampaign(id)).listIds).toEqual([two]);
    expect(await stage.writes()).toEqual([]);
  }),
  inFull(17, "a list that the app has given to another campaign is not taken back behind a draft", async (stage) => {
    const [one, two, more] = [await stage.madeList("one"), await stage.madeList("two"), await stage.madeList("more")];
    const q1 = (...listIds: number[]) => stage.campaign(one, { listIds, active: true });
    const id = await stage.made("q1", q1(one, two));
    await stage.patchByHand(`/v1/campaign/${id}`, { listIds: [two] });
    const app = await stage.madeByHand(one, { active: true, acknowledge: [`shared-list:${id}`] });
    const follow = stage.campaign(one, { name: "Follow-up" });
    await stage.engine.up("follow", follow);
    await stage.refuses(stage.elsewhere().upAll({ follow, q1: q1(one, two, more) }), shares(app));
    expect((await stage.storedCampaign(id)).listIds).toEqual([two]);
  }),
  ...[true, undefined].map((active) =>
    inFull(
      17,
      `a running campaign ${active === true ? "that declares it" : "of which the program does not say that it runs"} gets no list on which a draft hides another one`,
      async (stage) => {
        const [own, theirs] = [await stage.madeList("own"), await stage.madeList("theirs")];
        const q1 = (...listIds: number[]) => stage.campaign(own, { listIds, active });
        const id = await stage.made("q1", q1(own));
        if (active === undefined) await stage.sandbox.setActive({ campaignId: id, active: true });
        const app = await stage.madeByHand(theirs, { active: true });
        const follow = stage.campaign(theirs, { name: "Follow-up" });
        await stage.engine.upAllRefreshed({ q1: q1(own), follow });
        await stage.refuses(stage.elsewhere().upAll({ q1: q1(own, theirs), follow }), shares(app));
        expect((await stage.storedCampaign(id)).listIds).toEqual([own]);
      },
    ),
  ),
  inFull(17, "a change of a draft's lists does not forget what it has found", async (stage) => {
    const [one, two] = [await stage.madeList("one"), await stage.madeList("two")];
    const app = await stage.madeByHand(one, { active: true });
    const follow = (...listIds: number[]) => stage.campaign(one, { name: "Follow-up", listIds });
    await stage.engine.up("follow", follow(one));
    await stage.madeByHand(one, { name: "Draft" });
    await stage.engine.up("follow", follow(one, two));
    const spring = stage.campaign(one, { name: "Spring", active: true });
    await stage.refuses(stage.elsewhere().upAll({ follow: follow(one, two), spring }), shares(app));
  }),
  inFull(17, "a former version that somebody has switched on again is on its list", async (stage) => {
    const list = await stage.madeList();
    const q1 = (args = {}) => stage.campaign(list, { active: true, ...args });
    const first = await stage.made("q1", q1());
    await stage.sandbox.setActive({ campaignId: first, active: false });
    await stage.engine.upAllRefreshed({ q1: q1({ acknowledge: ["restart"], steps: delayed }) });
    const second = Number(stage.engine.stored("Campaign", "q1").id);
    expect(second).not.toBe(first);
    await stage.sandbox.setActive({ campaignId: second, active: false });
    await stage.sandbox.setActive({ campaignId: first, active: true });
    await stage.engine.upAllRefreshed({ q1: q1({ steps: delayed }) }).catch(() => {});
    await stage.forget();
    const again = stage.elsewhere();
    again.restart({ acknowledge: ["restart"] });
    await stage.refuses(again.up("q1", q1({ steps: delayed })), shares(first));
    expect(await stage.writes()).toEqual([]);
  }),
  inFull(17, "two running campaigns exchange their lists by way of empty ones", async (stage) => {
    const ids = ["one", "two", "empty", "another"].map(async (name) => await stage.madeList(name));
    const [one = 0, two = 0, empty = 0, another = 0] = await Promise.all(ids);
    const of = (name: string) => (list: number) => stage.campaign(list, { name, active: true });
    const [q1, q2] = [of("First"), of("Second")];
    await stage.engine.upAll({ q1: q1(one), q2: q2(two) });
    const swapped = { q1: q1(two), q2: q2(one) };
    await stage.refuses(stage.engine.previewAll(swapped), "a campaign that would have none left gets an empty list");
    await stage.engine.upAll({ q1: q1(empty), q2: q2(another) });
    expect(await stage.elsewhere().upAll(swapped)).toEqual({ q1: "update", q2: "update" });
  }),
];
