import { expect } from "vitest";
import { type Case, delayed, inFull, inSpecOnly, otherText, type Stage } from "../stage";
import { attachedInApp, shares } from "./inTheApp";

/** A campaign that somebody has attached to a second list in the app, and a draft on that list. */
async function drafted(stage: Stage) {
  const { q1, id, two, own, follow: onTwo } = await attachedInApp(stage);
  const follow = (list: number, args = {}) => onTwo({ listIds: [list], ...args });
  const draft = await stage.made("follow", follow(two));
  return { q1, id, draft, two, own, follow };
}

/** What a draft has found on a list stays known where the draft, or its resource, moves. */
export const foundMoved: readonly Case[] = [
  ...[true, false].map((isRecorded) =>
    inFull(
      17,
      `a draft that another resource adopts keeps what it has found${isRecorded ? "" : ", without records"}`,
      async (stage) => {
        const { q1, id, draft, two, follow } = await drafted(stage);
        await stage.engine.upAll({ q1, renamed: follow(two, { adopt: draft }) }, "deletes");
        const engine = isRecorded ? stage.engine : stage.elsewhere();
        await stage.refuses(engine.upAll({ q1, renamed: follow(two, { active: true }) }), shares(id));
      },
    ),
  ),
  inFull(17, "a draft that takes the list of another one knows what that one has found", async (stage) => {
    const { q1, id, two, own, follow } = await drafted(stage);
    const next = (active: boolean) => stage.campaign(two, { name: "Next", active, steps: otherText });
    await stage.engine.upAll({ q1, follow: follow(own), next: next(false) });
    await stage.refuses(stage.elsewhere().upAllRefreshed({ q1, follow: follow(own), next: next(true) }), shares(id));
  }),
  inFull(17, "a draft that has left a list and come back does not take it from a running campaign", async (stage) => {
    const [one, two, more] = [await stage.madeList("one"), await stage.madeList("two"), await stage.madeList("more")];
    const follow = (list: number) => stage.campaign(list, { name: "Follow-up" });
    await stage.made("follow", follow(one));
    await stage.sandbox.advance({ days: 1 });
    const q1 = (...listIds: number[]) => stage.campaign(one, { active: true, listIds });
    await stage.engine.upAll({ follow: follow(one), q1: q1(one) });
    await stage.engine.upAll({ follow: follow(two), q1: q1(one) });
    await stage.engine.upAll({ follow: follow(one), q1: q1(one) });
    expect((await stage.elsewhere().upAll({ follow: follow(one), q1: q1(one, more) })).q1).toBe("update");
  }),
  ...["the same resource", "another resource"].map((which) =>
    inFull(13, `a former version that ran holds up no start on another list, of ${which}`, async (stage) => {
      const [one, two] = [await stage.madeList("one"), await stage.madeList("two")];
      const first = await stage.made("q1", stage.campaign(one, { active: true }));
      await stage.addPerson(one);
      await stage.sandbox.advance({ days: 2 });
      await stage.sandbox.setActive({ campaignId: first, active: false });
      const restarted = stage.campaign(one, { active: true, steps: delayed, acknowledge: ["restart"] });
      await stage.engine.upAllRefreshed({ q1: restarted });
      if (which === "the same resource") {
        const more = stage.campaign(one, { active: true, steps: delayed, listIds: [one, two] });
        expect((await stage.elsewhere().up("q1", more)).op).toBe("update");
      } else {
        const q2 = stage.campaign(two, { active: true, steps: otherText });
        expect((await stage.elsewhere().upAll({ q1: restarted, q2 })).q2).toBe("create");
      }
    }),
  ),
  inFull(17, "a draft that the program declares before the one whose list it takes knows the same", async (stage) => {
    const { q1, id, two, follow } = await drafted(stage);
    const next = (active: boolean) => stage.campaign(two, { name: "Next", active, steps: otherText });
    await stage.engine.upAll({ q1, next: next(false), follow: follow(two) });
    await stage.engine.upAll({ q1, next: next(false) }, "deletes");
    await stage.refuses(stage.elsewhere().upAllRefreshed({ q1, next: next(true) }), shares(id));
  }),
  inFull(17, "what a draft has given up by an update does not count as found", async (stage) => {
    const [one, two] = [await stage.madeList("one"), await stage.madeList("two")];
    const q1 = (...listIds: number[]) => stage.campaign(one, { listIds });
    const id = await stage.made("q1", q1(one, two));
    const next = (active: boolean) => stage.campaign(two, { name: "Next", active, steps: otherText });
    await stage.engine.upAll({ q1: q1(one, two), next: next(false) });
    await stage.engine.upAll({ q1: q1(one), next: next(false) });
    await stage.sandbox.setActive({ campaignId: id, active: true });
    expect((await stage.elsewhere().upAll({ q1: q1(one), next: next(true) })).next).toBe("replace");
  }),
  inFull(13, "a campaign that was adopted with one of its lists may have run on another one", async (stage) => {
    const [one, two] = [await stage.madeList("one"), await stage.madeList("two")];
    const id = await stage.madeByHand(one, { listIds: [one, two], active: true });
    await stage.addPerson(one);
    await stage.sandbox.advance({ days: 3 });
    await stage.madeByHand(one, { name: "Draft" });
    const q1 = (args = {}) => stage.campaign(two, { name: "By hand", active: true, ...args });
    await stage.engine.up("q1", q1({ adopt: id }));
    await stage.sandbox.setActive({ campaignId: id, active: false });
    const off = q1({ active: false });
    await stage.engine.upAllRefreshed({ q1: off });
    const next = stage.campaign(one, { name: "By hand", active: true, steps: otherText });
    await stage.refuses(stage.elsewhere().upAll({ q1: off, next }), "its people would start again at step 1");
  }),
  inFull(20, "a draft is no twin of the former draft of another resource on another list", async (stage) => {
    const [one, two] = [await stage.madeList("one"), await stage.madeList("two")];
    await stage.madeByHand(two, { name: "Winter" });
    const q1 = (active: boolean) => stage.campaign(one, { active });
    await stage.made("q1", q1(false));
    await stage.engine.up("q1", q1(true));
    expect((await stage.elsewhere().upAll({ q1: q1(true), q2: stage.campaign(two) })).q2).toBe("create");
  }),
  inFull(20, "a lost start without effect is repeated after the refresh that the message names", async (stage) => {
    const { list, id } = await stage.madeCampaign();
    const starts = stage.campaign(list, { active: true });
    await stage.answers("GET /v1/campaign", 503, { skip: 1, count: 50 });
    await stage.answers("POST /v1/campaign", 504, { when: "before", count: 9 });
    await stage.refusal(stage.engine.up("q1", starts));
    await stage.sandbox.clearFaults();
    const engine = stage.elsewhere();
    await engine.upAllRefreshed({ q1: starts });
    expect(engine.stored("Campaign", "q1").id).not.toBe(String(id));
    expect((await stage.sandbox.objects()).campaigns.filter(({ active }) => active)).toHaveLength(1);
  }),
  ...[true, false].map((isRecorded) =>
    inSpecOnly(
      17,
      `a resource that adopts a draft knows the drafts before it${isRecorded ? "" : ", without records"}`,
      async (stage) => {
        const list = await stage.madeList();
        const first = await stage.made("q1", stage.campaign(list, { active: false }));
        const draft = (args = {}) => stage.campaign(list, { active: false, steps: otherText, ...args });
        const second = await stage.made("q1", draft({ acknowledge: [`inactive:${first}`] }));
        await stage.engine.upAll({ renamed: draft({ adopt: second }) }, "deletes");
        await stage.addPerson(list);
        await stage.sandbox.setActive({ campaignId: first, active: true });
        await stage.sandbox.advance({ days: 3 });
        await stage.forget();
        const engine = isRecorded ? stage.engine : stage.elsewhere();
        const starts = draft({ active: true, acknowledge: [`inactive:${second}`] });
        await stage.refuses(engine.up("renamed", starts), shares(first));
        // A text change does not meet the first draft as somebody else's.
        const changed = draft({ steps: delayed, acknowledge: [`inactive:${second}`] });
        expect((await engine.up("renamed", changed)).op).toBe("replace");
      },
    ),
  ),
];
