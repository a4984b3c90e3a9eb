import { expect } from "vitest";
import { type Case, inFull, otherText, type Stage } from "../stage";
import { attachedInApp, shares } from "./inTheApp";

const next = (stage: Stage, list: number, args = {}) =>
  stage.campaign(list, { name: "Next", steps: otherText, ...args });

/**
 * A draft that has found nothing on a list, to which a running campaign and then another draft were attached since. By then
 * the list names the first one again, as after the end of a campaign that was attached last.
 */
async function foundSince(stage: Stage) {
  const [one, x, own] = [await stage.madeList("one"), await stage.madeList("x"), await stage.madeList("own")];
  const follow = (args = {}) => stage.campaign(own, { name: "Follow-up", listIds: [own, x], ...args });
  const all = (args = {}) => ({ q1: stage.campaign(one, { active: true }), n: next(stage, x), follow: follow(args) });
  await stage.engine.upAll({ q1: all().q1, follow: stage.campaign(own, { name: "Follow-up" }) });
  await stage.engine.upAll({ ...all(), follow: stage.campaign(own, { name: "Follow-up" }) });
  const id = Number(stage.engine.stored("Campaign", "q1").id);
  await stage.patchByHand(`/v1/campaign/${id}`, { listIds: [one, x] });
  await stage.addPerson(x);
  await stage.engine.upAll(all());
  return { id, x, all, draft: Number(stage.engine.stored("Campaign", "n").id) };
}

/** A campaign by hand comes to the list and goes, so that the list names the newest of the others. */
async function endsWinter(stage: Stage, list: number) {
  const winter = await stage.madeByHand(list, { name: "Winter" });
  await stage.sandbox.deleteCampaign({ campaignId: winter });
}

/** What an object has found on a list is out of date once others of the stack have found something there. */
export const staleAccounts: readonly Case[] = [
  inFull(17, "a draft that had found nobody does not hide whom a later one has found", async (stage) => {
    const { id, x, all, draft } = await foundSince(stage);
    await endsWinter(stage, x);
    expect((await stage.sandbox.objects()).lists.find((each) => each.id === x)?.campaignId).toBe(draft);
    await stage.refuses(stage.elsewhere().upAllRefreshed(all({ active: true })), shares(id));
  }),
  inFull(17, "the same if a draft of the program was there meanwhile", async (stage) => {
    const { id, x, all, draft } = await foundSince(stage);
    const more = await stage.madeList("more");
    const summer = (list: number) => ({ summer: stage.campaign(list, { name: "Summer" }) });
    await stage.engine.upAll({ ...all(), ...summer(x) });
    await stage.engine.upAll({ ...all(), ...summer(more) });
    expect((await stage.sandbox.objects()).lists.find((each) => each.id === x)?.campaignId).toBe(draft);
    await stage.refuses(stage.elsewhere().upAllRefreshed({ ...all({ active: true }), ...summer(more) }), shares(id));
  }),
  inFull(17, "nor does it if the later one was on the list before, and an update has sent its lists", async (stage) => {
    const [one, x, own] = [await stage.madeList("one"), await stage.madeList("x"), await stage.madeList("own")];
    const q1 = stage.campaign(one, { active: true });
    const follow = (listIds: number[], args = {}) => stage.campaign(x, { name: "Follow-up", listIds, ...args });
    const n = next(stage, x);
    await stage.engine.upAll({ q1 });
    await stage.engine.upAll({ q1, follow: follow([x]) });
    await stage.engine.upAll({ q1, follow: follow([x]), n });
    const id = Number(stage.engine.stored("Campaign", "q1").id);
    await stage.patchByHand(`/v1/campaign/${id}`, { listIds: [one, x] });
    await stage.addPerson(x);
    await stage.engine.upAll({ q1, follow: follow([x, own]), n });
    await endsWinter(stage, x);
    const starts = follow([x, own], { active: true });
    await stage.refuses(stage.elsewhere().upAllRefreshed({ q1, follow: starts, n }), shares(id));
  }),
  inFull(17, "nor if it has found that campaign again after an update had taken the list from it", async (stage) => {
    const [one, x, own] = [await stage.madeList("one"), await stage.madeList("x"), await stage.madeList("own")];
    const q1 = (...listIds: number[]) => stage.campaign(one, { active: true, listIds });
    const follow = (listIds: number[], args = {}) => stage.campaign(x, { name: "Follow-up", listIds, ...args });
    const n = next(stage, x);
    await stage.engine.upAll({ q1: q1(one) });
    await stage.engine.upAll({ q1: q1(one), follow: follow([x]) });
    await stage.engine.upAll({ q1: q1(one, x), follow: follow([x]) });
    await stage.engine.upAll({ q1: q1(one, x), follow: follow([x]), n });
    await stage.engine.upAll({ q1: q1(one), follow: follow([x]), n });
    const id = Number(stage.engine.stored("Campaign", "q1").id);
    await stage.patchByHand(`/v1/campaign/${id}`, { listIds: [one, x] });
    await stage.addPerson(x);
    await stage.engine.upAll({ q1: q1(one), follow: follow([x, own]), n });
    await endsWinter(stage, x);
    const starts = follow([x, own], { active: true });
    await stage.refuses(stage.elsewhere().upAllRefreshed({ q1: q1(one), follow: starts, n }), shares(id));
  }),
  inFull(
    17,
    "a list that another stack had given up, and on which a draft has found it again, counts",
    async (stage) => {
      const other = stage.another({});
      const [one, x] = [await stage.madeList("one"), await stage.madeList("x")];
      const theirs = (...listIds: number[]) => stage.campaign(one, { name: "Other stack", active: true, listIds });
      await other.upAllIn("other", { theirs: theirs(one, x) });
      await other.upAllIn("other", { theirs: theirs(one) });
      const id = Number((await stage.sandbox.objects()).campaigns[0]?.id);
      await stage.patchByHand(`/v1/campaign/${id}`, { listIds: [one, x] });
      await stage.addPerson(x);
      const follow = (args = {}) => stage.campaign(x, { name: "Follow-up", steps: otherText, ...args });
      await stage.engine.upAllRefreshed({ follow: follow() });
      await stage.refuses(stage.engine.upAllRefreshed({ follow: follow({ active: true }) }), shares(id));
    },
  ),
  ...(["removed", "moved"] as const).map((leaves) =>
    inFull(17, `a draft knows whom another one has found on its list, also if that one is ${leaves}`, async (stage) => {
      const { q1, id, two, own, follow } = await attachedInApp(stage);
      await stage.engine.upAll({ q1, follow: follow() });
      await stage.madeByHand(two, { name: "Winter" });
      await stage.engine.upAll({ q1, follow: follow(), next: next(stage, two) });
      const rest: Record<string, ReturnType<typeof follow>> = leaves === "removed"
        ? {}
        : { follow: follow({ listIds: [own] }) };
      await stage.engine.upAll({ q1, ...rest, next: next(stage, two) }, "deletes");
      const starts = next(stage, two, { active: true });
      await stage.refuses(stage.elsewhere().upAllRefreshed({ q1, ...rest, next: starts }), shares(id));
    }),
  ),
  inFull(17, "a draft that was created while the state could not be read", async (stage) => {
    const { one, two, own, id, follow } = await attachedInApp(stage);
    const q1 = stage.campaign(one, { active: true, listIds: [one, own] });
    await stage.engine.upAll({ q1 });
    await stage.patchByHand(`/v1/campaign/${id}`, { listIds: [one, own, two] });
    stage.engine.answersState = false;
    await stage.engine.upAll({ follow: follow(), q1 });
    stage.engine.answersState = true;
    await stage.refuses(stage.elsewhere().upAllRefreshed({ follow: follow({ active: true }), q1 }), shares(id));
  }),
  inFull(
    17,
    "a list that somebody has removed is not attached again because the campaign had found others",
    async (stage) => {
      const [one, x, y] = [await stage.madeList("one"), await stage.madeList("x"), await stage.madeList("y")];
      const q1 = (...listIds: number[]) => stage.campaign(one, { active: true, listIds });
      const n = next(stage, x);
      const id = await stage.made("q1", q1(one));
      await stage.engine.upAll({ q1: q1(one), n });
      await stage.addPerson(x);
      await stage.engine.upAll({ q1: q1(one, x), n });
      await stage.patchByHand(`/v1/campaign/${id}`, { listIds: [one] });
      await stage.refuses(stage.elsewhere().upAllRefreshed({ q1: q1(one, x, y), n }), /attaches list .* start again/);
    },
  ),
  inFull(17, "an update that takes a list off counts for a draft that is planned alone", async (stage) => {
    const { one, two, id, follow } = await attachedInApp(stage);
    const more = await stage.madeList("more");
    const q1 = stage.campaign(one, { active: true, listIds: [one, more] });
    await stage.engine.upAll({ q1: stage.campaign(one, { active: true }), follow: follow() });
    await stage.engine.upAll({ q1, follow: follow() });
    expect((await stage.sandbox.objects()).campaigns.find((each) => each.id === id)?.listIds).not.toContain(two);
    await stage.elsewhere().upAll({ follow: follow({ active: true }), q1 });
  }),
];
