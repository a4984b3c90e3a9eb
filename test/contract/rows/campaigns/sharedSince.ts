import { expect } from "vitest";
import type { Program, Step } from "../../../support/testStack";
import { type Case, delayed, inFull, otherText, type Stage } from "../stage";
import { shares } from "./inTheApp";

const ofLists: readonly Case[] = (["the one that is changed", "the other one"] as const).map((which) =>
  inFull(
    17,
    `a list that the app gives to the other campaign is not attached beside it by the code of ${which}`,
    async (stage) => {
      const [one, three, four] = [
        await stage.madeList("one"),
        await stage.madeList("three"),
        await stage.madeList("four"),
      ];
      const a = (args = {}) => stage.campaign(one, { active: true, ...args });
      const id = await stage.made("a", a());
      const b = (listIds: number[], args = {}) =>
        stage.campaign(one, { name: "Follow-up", active: true, steps: otherText, listIds, ...args });
      const code = { acknowledge: [`shared-list:${id}`] };
      await stage.engine.upAll({ a: a(), b: b([one, three], code) });
      const other = Number(stage.engine.stored("Campaign", "b").id);
      const isOwn = which === "the one that is changed";
      const said = (listIds: number[]) =>
        isOwn ? { a: a(), b: b(listIds, code) } : { a: a({ acknowledge: [`shared-list:${other}`] }), b: b(listIds) };
      await stage.engine.upAll(said([one, three]));
      await stage.patchByHand(`/v1/campaign/${other}`, { listIds: [one] });
      await stage.patchByHand(`/v1/campaign/${id}`, { listIds: [one, three] });
      await stage.addPerson(three);
      await stage.refuses(stage.elsewhere().upAllRefreshed(said([one, three, four])), shares(id));
    },
  ),
);

type Draft = (args?: object) => Step;

/** Ways to start a draft whose lists have changed since its code was added; what the run says. */
const startsLater: Readonly<Record<string, (stage: Stage, others: Program, draft: Draft) => Promise<string>>> = {
  "declared as active": (stage, others, draft) =>
    stage.refusal(stage.elsewhere().upAllRefreshed({ ...others, b: draft({ active: true }) })),
  "declared as active with another delay": (stage, others, draft) =>
    stage.refusal(stage.elsewhere().upAllRefreshed({ ...others, b: draft({ active: true, steps: delayed }) })),
  async "adopted under another name before"(stage, others, draft) {
    const id = Number(stage.engine.stored("Campaign", "b").id);
    await stage.engine.upAll({ ...others, later: draft({ adopt: id }) }, "deletes");
    return await stage.refusal(stage.elsewhere().upAllRefreshed({ ...others, later: draft({ active: true }) }));
  },
  async "replaced by another draft before"(stage, others, draft) {
    await stage.engine.upAll({ ...others, b: draft({ steps: delayed }) });
    return await stage.refusal(
      stage.elsewhere().upAllRefreshed({ ...others, b: draft({ active: true, steps: delayed }) }),
    );
  },
};

/** A code for a list that two campaigns share says nothing of lists that only one of them has. */
export const sharedSince: readonly Case[] = [
  ...ofLists,
  inFull(
    17,
    "nor by a code for another list, if a draft had found the other campaign there before it left",
    async (stage) => {
      const [one, l, z, four] = [
        await stage.madeList("one"),
        await stage.madeList("l"),
        await stage.madeList("z"),
        await stage.madeList("four"),
      ];
      const b = (...listIds: number[]) => stage.campaign(one, { name: "B", active: true, steps: otherText, listIds });
      const other = await stage.made("b", b(one));
      const code = { acknowledge: [`shared-list:${other}`] };
      const a = (...listIds: number[]) => stage.campaign(one, { name: "A", active: true, listIds, ...code });
      await stage.engine.upAll({ b: b(one), a: a(one) });
      const id = Number(stage.engine.stored("Campaign", "a").id);
      await stage.patchByHand(`/v1/campaign/${id}`, { listIds: [one, l] });
      const f = stage.campaign(l, { name: "F", steps: delayed });
      await stage.engine.upAll({ b: b(one), a: a(one), f });
      await stage.engine.upAll({ b: b(one), a: a(one, z), f });
      await stage.engine.upAll({ b: b(one, l), a: a(one, z), f });
      await stage.patchByHand(`/v1/campaign/${other}`, { listIds: [one] });
      await stage.patchByHand(`/v1/campaign/${id}`, { listIds: [one, z, l] });
      await stage.addPerson(l);
      await stage.refuses(stage.elsewhere().upAllRefreshed({ b: b(one, l, four), a: a(one, z), f }), shares(id));
    },
  ),
  ...["for another list", "for the list", "for the list, by the run"].map((what) =>
    inFull(17, `a code given ${what} before the other campaign was switched on again`, async (stage) => {
      const lists = await Promise.all(["two", "s", "l", "t"].map((name) => stage.madeList(name)));
      const [two = 0, s = 0, l = 0, t = 0] = lists;
      const b = (listIds: number[], acknowledge: string[] = []) =>
        stage.campaign(two, { name: "B", active: true, listIds, acknowledge });
      const id = await stage.made("b", b([two]));
      const a = await stage.madeByHand(s, { name: "A", active: true, steps: otherText, listIds: [s, l] });
      const code = `shared-list:${a}`;
      const codes = what.includes("run") ? [] : [code];
      const run = (engine = stage.engine) => engine.restart({ acknowledge: what.includes("run") ? [code] : [] });
      const off = () => stage.sandbox.setActive({ campaignId: a, active: false });
      run();
      await stage.engine.upAllRefreshed({ b: b([two, s], codes) });
      if (what === "for another list") await off();
      else run();
      if (what === "for the list") await stage.engine.upAllRefreshed({ b: b([two, s]) });
      await stage.engine.upAllRefreshed({ b: b([two, s, l], codes) });
      await stage.addPerson(l);
      await stage.sandbox.setActive({ campaignId: a, active: true });
      await stage.patchByHand(`/v1/campaign/${id}`, { listIds: [two, s] });
      const engine = stage.elsewhere();
      const again = engine.upAllRefreshed({ b: b([two, s, l, t], codes) });
      if (what === "for another list") await stage.refuses(again, shares(a));
      else expect((await again).b).toBe("update");
    }),
  ),
  ...["the other one", "the one that is changed"].map((which) =>
    inFull(17, `a code that ${which} has had since both shared another list`, async (stage) => {
      const lists = await Promise.all(["two", "s", "l", "t"].map((name) => stage.madeList(name)));
      const [two = 0, s = 0, l = 0, t = 0] = lists;
      const b = (listIds: number[], acknowledge: string[] = []) =>
        stage.campaign(two, { name: "B", active: true, listIds, acknowledge });
      const a = (acknowledge: string[] = []) =>
        stage.campaign(s, { name: "A", active: true, steps: otherText, listIds: [s, l], acknowledge });
      const id = await stage.made("b", b([two]));
      await stage.engine.upAll({ a: a(), b: b([two]) });
      const other = Number(stage.engine.stored("Campaign", "a").id);
      const codes = { a: [`shared-list:${id}`], b: [`shared-list:${other}`] };
      const said = which === "the other one" ? { a: codes.a, b: [] } : { a: [], b: codes.b };
      stage.engine.restart({ acknowledge: codes.b });
      await stage.engine.upAll({ a: a(said.a), b: b([two, s], said.b) });
      await stage.sandbox.setActive({ campaignId: other, active: false });
      stage.engine.restart();
      await stage.engine.upAllRefreshed({
        a: { ...a(said.a), args: { ...a(said.a).args, active: false } },
        b: b([two, s, l], said.b),
      });
      await stage.addPerson(l);
      await stage.sandbox.setActive({ campaignId: other, active: true });
      await stage.patchByHand(`/v1/campaign/${id}`, { listIds: [two, s] });
      const engine = stage.elsewhere();
      await stage.refuses(engine.upAllRefreshed({ a: a(said.a), b: b([two, s, l, t], said.b) }), shares(other));
    }),
  ),
  ...Object.entries(startsLater).map(([how, starts]) =>
    inFull(17, `the code of a draft does not count for lists that it gets later, ${how}`, async (stage) => {
      const lists = await Promise.all(["two", "s", "l"].map((name) => stage.madeList(name)));
      const [two = 0, s = 0, l = 0] = lists;
      const a = stage.campaign(s, { name: "A", active: true, steps: otherText, listIds: [s, l] });
      const id = await stage.made("a", a);
      const code = { acknowledge: [`shared-list:${id}`] };
      const b = (listIds: number[], args = {}) => stage.campaign(two, { name: "B", listIds, ...args });
      await stage.engine.upAll({ a, b: b([two, s]) });
      await stage.engine.upAll({ a, b: b([two, s], code) });
      await stage.addPerson(l);
      await stage.engine.upAll({ a, b: b([two, s, l], code) });
      const again = await starts(stage, { a }, (args = {}) => b([two, s, l], { ...code, ...args }));
      expect(again).toContain(`list ${l} is also used`);
      expect(again).toMatch(new RegExp(`the active campaign "A" \\(id ${id}\\) of this stack`));
      expect(again).toContain("does not count again");
      // It counts for those that it had then.
      const only = b([two, s], { active: true, ...code, steps: otherText });
      const name = stage.engine.state.has(stage.engine.urn("Campaign", "b")) ? "b" : "later";
      expect((await stage.elsewhere().previewAll({ a, [name]: only }))[name]).toBe("replace");
    }),
  ),
  inFull(
    17,
    "a code of the run is kept for the campaigns whose lists it sends, not for others that it changes",
    async (stage) => {
      const lists = await Promise.all(["two", "k", "s", "l", "t"].map((name) => stage.madeList(name)));
      const [two = 0, k = 0, s = 0, l = 0, t = 0] = lists;
      const a = await stage.madeByHand(s, { name: "A", steps: otherText, listIds: [s, l] });
      const b = (...listIds: number[]) => stage.campaign(two, { name: "B", active: true, listIds });
      const c = (listIds: number[], args = {}) => stage.campaign(k, { name: "C", active: true, listIds, ...args });
      await stage.engine.upAll({ b: b(two), c: c([k]) });
      await stage.engine.upAll({ b: b(two), c: c([k, l]) });
      await stage.addPerson(l);
      await stage.sandbox.setActive({ campaignId: a, active: true });
      stage.engine.restart({ acknowledge: [`shared-list:${a}`] });
      const text = { steps: otherText };
      await stage.engine.upAllRefreshed({ b: b(two, s), c: c([k, l], text) });
      await stage.patchByHand(`/v1/campaign/${stage.engine.stored("Campaign", "c").id}`, { listIds: [k] });
      const engine = stage.elsewhere();
      await stage.refuses(engine.upAllRefreshed({ b: b(two, s), c: c([k, l, t], text) }), shares(a));
    },
  ),
  ...["a draft", "a campaign that ran"].map((what) =>
    inFull(17, `a code for sharing counts for its lists also after ${what} has got another one`, async (stage) => {
      const lists = await Promise.all(["two", "s", "k"].map((name) => stage.madeList(name)));
      const [two = 0, s = 0, k = 0] = lists;
      const a = stage.campaign(s, { name: "A", active: true, steps: otherText });
      const code = { acknowledge: [`shared-list:${await stage.made("a", a)}`] };
      const ran = what === "a draft" ? {} : { active: true };
      const b = (listIds: number[], args = {}) => stage.campaign(two, { name: "B", listIds, ...code, ...args });
      await stage.engine.upAll({ a, b: b([two, s], ran) });
      await stage.engine.upAll({ a, b: b([two, s, k], ran) });
      const id = Number(stage.engine.stored("Campaign", "b").id);
      if (what !== "a draft") await stage.sandbox.setActive({ campaignId: id, active: false });
      const engine = stage.elsewhere();
      engine.restart({ acknowledge: what === "a draft" ? [] : ["restart"] });
      const starts = b([two, s, k], { active: true, steps: delayed });
      expect((await engine.upAllRefreshed({ a, b: starts })).b).toBe("replace");
    }),
  ),
  inFull(17, "a code of the run does not renew what a code in the program counts for", async (stage) => {
    const lists = await Promise.all(["own", "k", "s", "l"].map((name) => stage.madeList(name)));
    const [own = 0, k = 0, s = 0, l = 0] = lists;
    const a = stage.campaign(s, { name: "A", active: true, steps: otherText, listIds: [s, l] });
    const id = await stage.made("a", a);
    const b = (listIds: number[], args = {}) =>
      stage.campaign(own, { name: "B", listIds, acknowledge: [`shared-list:${id}`], ...args });
    const c = (args = {}) => stage.campaign(k, { name: "C", ...args });
    await stage.engine.upAll({ a, b: b([own, s]), c: c() });
    await stage.engine.upAll({ a, b: b([own, s, l]), c: c() });
    stage.engine.restart({ acknowledge: [`shared-list:${id}`] });
    const started = c({ active: true, listIds: [k, s] });
    await stage.engine.upAll({ a, b: b([own, s, l], { steps: otherText }), c: started });
    const other = `shared-list:${stage.engine.stored("Campaign", "c").id}`;
    const starts = b([own, s, l], { active: true, steps: otherText, acknowledge: [`shared-list:${id}`, other] });
    await stage.refuses(stage.elsewhere().upAllRefreshed({ a, b: starts, c: started }), `list ${l} is`, `(id ${id})`);
  }),
];
