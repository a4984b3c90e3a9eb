import { expect } from "vitest";
import type { Step } from "../../../support/testStack";
import { type Case, delayed, inBoth, inFull, inSpecOnly, otherText, type Stage } from "../stage";
import { launch } from "./inTheApp";

/** A campaign that has written to the people of a list and is off. */
async function ran(stage: Stage, list: number, id: number) {
  await launch(stage, list, id);
  await stage.sandbox.setActive({ campaignId: id, active: false });
}

const feb = (stage: Stage, list: number, args = {}) =>
  stage.campaign(list, { name: "Feb", active: true, steps: otherText, ...args });

const knows = (warnings: readonly string[], id: number) =>
  expect(warnings.join("\n")).toMatch(
    new RegExp(
      `another campaign has run on its list \\(id ${id}\\)|people of its list were in another campaign \\(id ${id}\\)`,
    ),
  );

/** A campaign that is switched on in the app in the evening: people of the list are in it, and it has sent nothing yet. */
async function switchedOnAtNight(stage: Stage, list: number, id: number) {
  await stage.addPerson(list);
  await stage.sandbox.setActive({ campaignId: id, active: true });
  await stage.sandbox.advance({ hours: 3 });
}

/** A draft on the list, as the state or records of this or another stack have it; returns its id and the program beside it. */
const drafts: Readonly<
  Record<string, (stage: Stage, list: number) => Promise<readonly [number, Record<string, Step>]>>
> = {
  async "of the stack"(stage, list) {
    const q1 = stage.campaign(list, { active: false });
    return [await stage.made("q1", q1), { q1 }];
  },
  async "that its resource has replaced"(stage, list) {
    const id = await stage.made("q1", stage.campaign(list, { active: false }));
    const q1 = stage.campaign(list, { active: false, steps: otherText, acknowledge: [`inactive:${id}`] });
    await stage.engine.upAll({ q1 });
    return [id, { q1 }];
  },
  async "of another stack"(stage, list) {
    const another = stage.another();
    await another.upIn("other", "q1", stage.campaign(list, { active: false }));
    return [Number(another.stored("Campaign", "q1").id), {}];
  },
  async "that was adopted with other lists"(stage, list) {
    const other = await stage.madeList("other");
    const id = await stage.madeByHand(list, { active: false, listIds: [list, other] });
    const q1 = stage.campaign(other, { name: "By hand", active: false, adopt: id });
    await stage.engine.upAll({ q1 });
    return [id, { q1 }];
  },
};

/** A campaign that neither the state nor records have: the people of its list show it. */
export const onlyPeople: readonly Case[] = [
  inBoth(17, "a start knows of a campaign that another machine's stack has made and removed", async (stage) => {
    const list = await stage.madeList();
    const id = await stage.madeByHand(list);
    await ran(stage, list, id);
    const engine = stage.elsewhere();
    await engine.upAll({ feb: feb(stage, list) });
    knows(engine.warnings, id);
  }),
  ...Object.entries(drafts).map(([which, made]) =>
    inSpecOnly(17, `a start is refused beside a draft ${which} that runs and has sent nothing yet`, async (stage) => {
      const list = await stage.madeList();
      const [id, program] = await made(stage, list);
      await switchedOnAtNight(stage, list, id);
      const start = (acknowledge: string[] = []) =>
        stage.engine.upAll({ ...program, feb: feb(stage, list, { steps: delayed, acknowledge }) });
      await stage.refuses(start(), `already used by an active campaign (id ${id})`, `inactive:${id}`);
      await start([`shared-list:${id}`]);
    }),
  ),
  inSpecOnly(17, "a start knows of another machine's campaign that has sent nothing yet", async (stage) => {
    const list = await stage.madeList();
    const id = await stage.madeByHand(list, { active: false });
    await switchedOnAtNight(stage, list, id);
    const engine = stage.elsewhere();
    await engine.upAll({ feb: feb(stage, list) });
    knows(engine.warnings, id);
  }),
  ...[400, 403, 422].map((status) =>
    inFull(
      17,
      `a campaign that the list names and that the service refuses to return (${status}) needs a code`,
      async (stage) => {
        const list = await stage.madeList();
        const id = await stage.madeByHand(list);
        await ran(stage, list, id);
        await stage.answers("GET /v1/campaign", 200, { body: [], count: 9 });
        await stage.answers(`GET /v1/campaign/${id}`, status, { count: 9 });
        const engine = stage.elsewhere();
        const start = (acknowledge: string[] = []) => engine.upAll({ feb: feb(stage, list, { acknowledge }) });
        await stage.refuses(start(), `already used by an active campaign (id ${id})`);
        await start([`shared-list:${id}`]);
      },
    ),
  ),
  inFull(17, "a start knows of a former version, once its resource has been removed", async (stage) => {
    const { list, id } = await stage.madeCampaign();
    await ran(stage, list, id);
    await stage.upOn("job", { q1: stage.campaign(list, { steps: delayed }) });
    await stage.upOn("job", {});
    knows((await stage.upOn("job", { feb: feb(stage, list) })).warnings, id);
  }),
  inSpecOnly(
    17,
    "a start knows of a former version, once a machine without records has removed its resource",
    async (stage) => {
      const [list, other] = [await stage.madeList("one"), await stage.madeList("two")];
      await stage.upOn("job", { q1: stage.campaign(list, { active: true }) });
      const id = Number(stage.engine.stored("Campaign", "q1").id);
      await ran(stage, list, id);
      await stage.upOn("job", { q1: stage.campaign(other, { active: false }) }, [`inactive:${id}`]);
      await stage.upOn("job", {});
      knows((await stage.upOn("job", { feb: feb(stage, list) })).warnings, id);
    },
  ),
  inFull(17, "a start knows of a campaign that somebody has taken off the list in the app", async (stage) => {
    const [list, other] = [await stage.madeList("one"), await stage.madeList("two")];
    const id = await stage.madeByHand(list, { listIds: [list, other] });
    await ran(stage, list, id);
    await stage.patchByHand(`/v1/campaign/${id}`, { listIds: [other] });
    const engine = stage.elsewhere();
    await engine.upAll({ feb: feb(stage, list) });
    knows(engine.warnings, id);
  }),
  inFull(17, "so does an update that gives the list to a running campaign", async (stage) => {
    const [list, own] = [await stage.madeList("one"), await stage.madeList("two")];
    const id = await stage.madeByHand(list);
    await ran(stage, list, id);
    await stage.patchByHand(`/v1/campaign/${id}`, { listIds: [own] });
    const more = await stage.madeList("three");
    await stage.patchByHand(`/v1/campaign/${id}`, { listIds: [more] });
    const engine = stage.elsewhere();
    await engine.upAll({ feb: feb(stage, own) });
    await engine.upAll({ feb: feb(stage, own, { listIds: [own, list] }) });
    knows(engine.warnings, id);
  }),
  inBoth(17, "a campaign that shares the list on purpose is not named", async (stage) => {
    const list = await stage.madeList();
    const id = await stage.madeByHand(list);
    await launch(stage, list, id);
    const engine = stage.elsewhere();
    await engine.upAll({ feb: feb(stage, list, { acknowledge: [`shared-list:${id}`] }) });
    expect(engine.warnings.join("\n")).not.toContain("has run on its list");
  }),
  inBoth(17, "the people of a list that the run creates are not looked at", async (stage) => {
    const engine = stage.elsewhere();
    await engine.upAll({ leads: stage.list(), feb: { ...feb(stage, 0), onLists: ["leads"] } });
    expect((await stage.reads()).filter((line) => line.includes("/v1/contact"))).toEqual([]);
  }),
];
