import { expect } from "vitest";
import { type Case, delayed, inBoth, inFull, inSpecOnly, otherText } from "../stage";
import { attachedInApp, launch, shares } from "./inTheApp";

/** What passes to the next resource of a campaign, and to the next draft on its list. */
export const passedOn: readonly Case[] = [
  inFull(17, "a draft that is adopted as the only twin keeps what it has found", async (stage) => {
    const { q1, id, follow } = await attachedInApp(stage);
    await stage.made("follow", follow());
    const engine = stage.elsewhere();
    engine.restart({ adopt: "twin" });
    await engine.upAll({ q1, renamed: follow() }, "deletes");
    engine.restart();
    await stage.refuses(engine.upAllRefreshed({ q1, renamed: follow({ active: true }) }), shares(id));
  }),
  ...["a list that an update adds", "its replacement's list"].map((what) =>
    inFull(17, `a draft knows what a later draft of the program has found on ${what}`, async (stage) => {
      const { q1, id, two, own, more, follow } = await attachedInApp(stage);
      const first = (args = {}) => stage.campaign(own, { name: "First", ...args });
      await stage.engine.upAll({ first: first(), q1, follow: follow() });
      const moved =
        what === "a list that an update adds" ? { listIds: [own, two] } : { listIds: [two], steps: delayed };
      const engine = stage.elsewhere();
      await engine.upAll({ first: first(moved), q1, follow: follow() });
      const left = follow({ listIds: [more] });
      await engine.upAll({ first: first(moved), q1, follow: left });
      await stage.refuses(
        engine.upAllRefreshed({ first: first({ ...moved, active: true }), q1, follow: left }),
        shares(id),
      );
    }),
  ),
  inFull(17, "what a campaign has given up stays given up under another resource", async (stage) => {
    const [one, two] = [await stage.madeList("one"), await stage.madeList("two")];
    const q1 = (...listIds: number[]) => stage.campaign(one, { active: true, listIds });
    const next = (args = {}) => stage.campaign(two, { name: "Next", steps: otherText, ...args });
    const id = await stage.made("q1", q1(one, two));
    await stage.engine.upAll({ q1: q1(one, two), next: next() });
    await stage.engine.upAll({ q1: q1(one), next: next() });
    const engine = stage.elsewhere();
    const renamed = stage.campaign(one, { active: true, adopt: id });
    await engine.upAll({ renamed, next: next() }, "deletes");
    expect((await engine.upAll({ renamed, next: next({ active: true }) })).next).toBe("replace");
  }),
  inFull(
    13,
    "the people of a list show a campaign of the name that ran there before another one hid it",
    async (stage) => {
      const { one, two, id } = await attachedInApp(stage);
      await stage.sandbox.advance({ days: 3 });
      await stage.sandbox.setActive({ campaignId: id, active: false });
      await stage.madeByHand(two, { name: "Winter" });
      const q1 = stage.campaign(one, { active: false });
      const next = stage.campaign(two, { active: true, steps: otherText });
      await stage.refuses(stage.elsewhere().upAllRefreshed({ q1, next }), "its people would start again at step 1");
    },
  ),
  ...[true, false].map((isRecorded) =>
    inSpecOnly(
      17,
      `a lost draft that another resource adopts passes its former drafts on${isRecorded ? "" : ", without records"}`,
      async (stage) => {
        const list = await stage.madeList();
        const first = await stage.made("q1", stage.campaign(list));
        const changed = { steps: otherText, acknowledge: [`inactive:${first}`] };
        await stage.lose("q1", stage.campaign(list, changed));
        const second = Math.max(...(await stage.sandbox.objects()).campaigns.map((each) => each.id));
        const engine = isRecorded ? stage.engine : stage.elsewhere();
        engine.restart({ acknowledge: ["twin:none"] });
        const renamed = (args = {}) => stage.campaign(list, { steps: otherText, ...args });
        await engine.upAll({ renamed: renamed({ adopt: second, active: false }) }, "deletes");
        engine.restart();
        await launch(stage, list, first);
        const starts = renamed({ active: true, acknowledge: [`inactive:${second}`] });
        await stage.refuses(engine.up("renamed", starts), shares(first));
      },
    ),
  ),
  inSpecOnly(
    17,
    "a resource with a draft of its own that adopts another one has the former drafts of both",
    async (stage) => {
      const list = await stage.madeList();
      const first = await stage.made("q1", stage.campaign(list));
      const draft = (args = {}) => stage.campaign(list, { steps: otherText, active: false, ...args });
      const second = await stage.made("q1", draft({ acknowledge: [`inactive:${first}`] }));
      const other = await stage.made("renamed", stage.campaign(list, { name: "Other", active: false }));
      const engine = stage.elsewhere();
      engine.restart({ acknowledge: [`inactive:${other}`] });
      await engine.upAll({ renamed: draft({ adopt: second }) }, "deletes");
      await launch(stage, list, first);
      engine.restart();
      const starts = draft({ active: true, acknowledge: [`inactive:${second}`, `inactive:${other}`] });
      await stage.refuses(engine.up("renamed", starts), shares(first));
    },
  ),
  inSpecOnly(
    17,
    "a resource that adopts a draft which an earlier run has released knows its former drafts",
    async (stage) => {
      const list = await stage.madeList();
      const first = await stage.made("q1", stage.campaign(list));
      const draft = (args = {}) => stage.campaign(list, { steps: otherText, active: false, ...args });
      const second = await stage.made("q1", draft({ acknowledge: [`inactive:${first}`] }));
      stage.engine.restart({ acknowledge: [`inactive:${second}`] });
      await stage.engine.upAll({}, "deletes");
      stage.engine.restart();
      await stage.engine.upAll({ renamed: draft({ adopt: second }) });
      const changed = draft({ steps: delayed, acknowledge: [`inactive:${second}`] });
      expect((await stage.engine.up("renamed", changed)).op).toBe("replace");
    },
  ),
  ...["a new resource", "a resource that has a draft"].map((which) =>
    inBoth(13, `a restart of a campaign that stays does not use up that of ${which}`, async (stage) => {
      const { list, id } = await stage.madeCampaign({ active: true });
      await stage.addPerson(list);
      await stage.sandbox.advance({ days: 3 });
      await stage.sandbox.setActive({ campaignId: id, active: false });
      const q1 = stage.campaign(list, { steps: delayed, active: true, acknowledge: ["restart", `inactive:${id}`] });
      const again = await stage.made("q1", q1);
      await stage.sandbox.advance({ days: 3 });
      await stage.sandbox.setActive({ campaignId: again, active: false });
      const codes = [`inactive:${again}`, `inactive:${id}`];
      const off = { ...q1, args: { ...q1.args, active: false, acknowledge: ["restart", ...codes] } };
      await stage.engine.upAllRefreshed({ q1: off });
      const next = (args = {}) => stage.campaign(list, { steps: otherText, ...args });
      const engine = stage.elsewhere();
      if (which !== "a new resource") await engine.upAll({ q1: off, next: next() });
      engine.restart({ acknowledge: codes });
      const draft = engine.state.get(engine.urn("Campaign", "next"))?.id;
      const said = draft === undefined ? [] : [`inactive:${draft}`];
      const starts = next({ active: true, acknowledge: ["restart", ...said] });
      expect((await engine.upAll({ q1: off, next: starts })).next).toMatch(/create|replace/);
    }),
  ),
  inFull(
    17,
    "a list that an update of the same run takes from a campaign is free, also behind a draft",
    async (stage) => {
      const [one, two, third] = [
        await stage.madeList("one"),
        await stage.madeList("two"),
        await stage.madeList("third"),
      ];
      await stage.made("other", stage.campaign(third, { name: "Other" }));
      const other = stage.campaign(third, { name: "Other" });
      const q1 = (...listIds: number[]) => stage.campaign(one, { active: true, listIds });
      const follow = stage.campaign(two, { name: "Follow-up" });
      await stage.engine.upAll({ other, q1: q1(one, two) });
      await stage.engine.upAll({ other, q1: q1(one, two), follow });
      const next = stage.campaign(two, { name: "Next", active: true, steps: otherText });
      expect((await stage.elsewhere().upAll({ other, q1: q1(one), follow, next })).next).toBe("create");
    },
  ),
  inFull(
    20,
    "a draft that comes to equal the former draft of another resource on another list is no twin",
    async (stage) => {
      const [one, two] = [await stage.madeList("one"), await stage.madeList("two")];
      await stage.madeByHand(two, { name: "Winter" });
      const q2 = (args = {}) => stage.campaign(two, args);
      await stage.engine.upAll({ q1: stage.campaign(one), q2: q2({ steps: delayed }) });
      const q1 = stage.campaign(one, { steps: delayed.map((each) => ({ ...each, delayAfterLastStep: 9 })) });
      await stage.engine.upAll({ q1, q2: q2({ steps: delayed }) });
      expect((await stage.elsewhere().upAll({ q1, q2: q2() })).q2).toBe("replace");
    },
  ),
  inFull(17, "a draft that is adopted again after a lost replacement keeps what it has found", async (stage) => {
    const { q1, id, follow } = await attachedInApp(stage);
    const first = await stage.made("follow", follow());
    await stage.answers("GET /v1/campaign", 503, { skip: 2, count: 50 });
    await stage.answers("POST /v1/campaign", 504, { when: "before", count: 9 });
    await stage.refusal(stage.engine.upAll({ q1, follow: follow({ steps: delayed }) }));
    await stage.sandbox.clearFaults();
    const engine = stage.elsewhere();
    await stage.refusal(engine.upAllRefreshed({ q1, follow: follow() }));
    await engine.upAll({ q1, follow: follow({ adopt: first }) });
    await engine.upAll({ q1, follow: follow() });
    await stage.refuses(engine.upAllRefreshed({ q1, follow: follow({ active: true }) }), shares(id));
  }),
  inFull(
    20,
    "the campaign of a lost create that a refresh has taken is no twin of one on another list",
    async (stage) => {
      const [one, two] = [await stage.madeList("one"), await stage.madeList("two")];
      await stage.madeByHand(two, { name: "Winter" });
      const q1 = stage.campaign(one);
      await stage.answers("GET /v1/campaign", 503, { skip: 1, count: 50 });
      await stage.answers("POST /v1/campaign", 504, { when: "after", count: 1 });
      await stage.refusal(stage.engine.upAll({ q1 }));
      await stage.sandbox.clearFaults();
      const engine = stage.elsewhere();
      await engine.upAllRefreshed({ q1 });
      expect((await engine.upAll({ q1, q2: stage.campaign(two) })).q2).toBe("create");
    },
  ),
  inFull(17, "an adoption names the lists of the program that it does not attach", async (stage) => {
    const { one, own, id } = await attachedInApp(stage);
    const renamed = stage.campaign(one, { active: true, listIds: [one, own], adopt: id });
    const engine = stage.elsewhere();
    const { warnings } = await engine.up("renamed", renamed);
    expect(warnings.join()).toContain(`list ${own} of the program does not name it`);
    // As it says.
    const lists = (...listIds: number[]) => stage.campaign(one, { active: true, listIds });
    expect((await engine.up("renamed", lists(one))).op).toBe("update");
    expect((await engine.up("renamed", lists(one, own))).op).toBe("update");
    expect((await stage.sandbox.objects()).campaigns.find((each) => each.id === id)?.listIds).toContain(own);
  }),
  inFull(17, "an update that takes off a list which the app has attached says so", async (stage) => {
    const { one, two, own } = await attachedInApp(stage);
    const { warnings } = await stage.elsewhere().up("q1", stage.campaign(one, { active: true, listIds: [one, own] }));
    expect(warnings.join()).toContain(`list ${two} is attached to it and not in the program: this update takes it off`);
  }),
];
