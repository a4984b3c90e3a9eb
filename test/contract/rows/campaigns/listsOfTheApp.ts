import { expect } from "vitest";
import { type Case, inFull, type Stage } from "../stage";
import { shares } from "./inTheApp";

/** A running campaign on two lists; somebody has taken it off the second one in the app. */
async function takenOff(stage: Stage) {
  const [kept, off, more] = [await stage.madeList("kept"), await stage.madeList("off"), await stage.madeList("more")];
  const id = await stage.made("q1", stage.campaign(kept, { listIds: [kept, off], active: true }));
  await stage.addPerson(off);
  await stage.patchByHand(`/v1/campaign/${id}`, { listIds: [kept] });
  return { id, kept, off, more };
}

/** An update sends all lists of a campaign, also those that somebody has removed from it in the app. */
export const listsOfTheApp: readonly Case[] = [
  ...(["adds another", "removes another"] as const).flatMap((how) =>
    [true, false].map((hasRecords) => {
      const machine = hasRecords ? "with records" : "without records";
      const listsOf = ({ kept, off, more }: Awaited<ReturnType<typeof takenOff>>) =>
        how === "adds another" ? [kept, off, more] : [off];
      return inFull(
        17,
        `a list removed in the app is not attached again by an update that ${how}, ${machine}`,
        async (stage) => {
          const its = await takenOff(stage);
          const { id, kept, off } = its;
          const changed = (...acknowledge: string[]) =>
            stage.campaign(kept, { listIds: listsOf(its), active: true, acknowledge });
          const engine = hasRecords ? stage.engine : stage.elsewhere();
          await stage.forget();
          await stage.refuses(
            engine.up("q1", changed()),
            `this update attaches list ${off}, on which it, or a campaign`,
          );
          expect(await stage.writes()).toEqual([]);
          // Another campaign has started there since.
          const client = stage.remembering();
          await client.upIn("client", "q2", stage.campaign(off, { name: "Spring", active: true }));
          const other = Number(client.stored("Campaign", "q2").id);
          await stage.forget();
          await stage.refuses(engine.up("q1", changed()), shares(other));
          await stage.refuses(engine.up("q1", changed("restart")), shares(other));
          expect(await stage.writes()).toEqual([]);
          expect((await engine.up("q1", changed("restart", `shared-list:${other}`))).op).toBe("update");
          expect((await stage.storedCampaign(id)).listIds).toEqual(listsOf(its));
        },
      );
    }),
  ),
  inFull(17, "a list that somebody has moved to another campaign of the program is not taken back", async (stage) => {
    const { kept, off, more } = await takenOff(stage);
    const q2 = stage.campaign(more, { name: "Spring", active: true });
    const second = await stage.made("q2", q2);
    await stage.patchByHand(`/v1/campaign/${second}`, { listIds: [more, off] });
    const added = await stage.madeList("added");
    const q1 = stage.campaign(kept, { listIds: [kept, off, added], active: true });
    await stage.forget();
    await stage.refuses(stage.elsewhere().upAll({ q1, q2 }), shares(second));
    expect(await stage.writes()).toEqual([]);
  }),
  inFull(
    17,
    "a list that two campaigns share on purpose does not hold up the next change of the first",
    async (stage) => {
      const [shared, more] = [await stage.madeList("shared"), await stage.madeList("more")];
      const id = await stage.made("q1", stage.campaign(shared, { active: true }));
      const q2 = stage.campaign(shared, { name: "Spring", active: true, acknowledge: [`shared-list:${id}`] });
      await stage.engine.up("q2", q2);
      const q1 = stage.campaign(shared, { listIds: [shared, more], active: true });
      expect(await stage.elsewhere().upAll({ q1, q2 })).toEqual({ q1: "update", q2: "same" });
    },
  ),
  inFull(17, "nor does a draft that hides a campaign on its list", async (stage) => {
    const [list, more] = [await stage.madeList("list"), await stage.madeList("more")];
    await stage.made("q1", stage.campaign(list, { active: true }));
    await stage.another().up("draft", stage.campaign(list, { name: "Follow-up" }));
    const q1 = stage.campaign(list, { listIds: [list, more], active: true });
    expect((await stage.elsewhere().up("q1", q1)).op).toBe("update");
  }),
  inFull(21, "the preview names every list of an adopted campaign that a change of them may attach", async (stage) => {
    const [one, two] = [await stage.madeList("one"), await stage.madeList("two")];
    const id = await stage.madeByHand(one, { active: true });
    const adopted = stage.campaign(one, { name: "By hand", listIds: [one, two], active: true, adopt: id });
    await stage.engine.up("q1", adopted);
    const { warnings } = await stage.elsewhere().preview("q1", stage.campaign(two, { name: "By hand", active: true }));
    expect(warnings.join()).toContain(`it will write to the people of list ${two}, which this update attaches`);
  }),
  inFull(17, "nor if the code for sharing is the first one's, and of another stack's campaign", async (stage) => {
    const [shared, one, two] = [
      await stage.madeList("shared"),
      await stage.madeList("one"),
      await stage.madeList("two"),
    ];
    const id = await stage.made("q1", stage.campaign(shared, { active: true }));
    const theirs = stage.remembering();
    const q2 = stage.campaign(shared, { name: "Spring", active: true, acknowledge: [`shared-list:${id}`] });
    await theirs.upIn("client", "q2", q2);
    const acknowledge = [`shared-list:${theirs.stored("Campaign", "q2").id}`];
    const q1 = (...listIds: number[]) =>
      stage.campaign(shared, { listIds: [shared, ...listIds], active: true, acknowledge });
    const engine = stage.elsewhere();
    for (const lists of [[one], [one, two]]) expect((await engine.up("q1", q1(...lists))).op).toBe("update");
  }),
  inFull(
    17,
    "a draft of the program that was attached beside a running one has acknowledged nothing",
    async (stage) => {
      const [list, kept, more] = [
        await stage.madeList("list"),
        await stage.madeList("kept"),
        await stage.madeList("more"),
      ];
      const id = await stage.made("q1", stage.campaign(list, { listIds: [list, kept], active: true }));
      const draft = await stage.made("q2", stage.campaign(list, { name: "Follow-up" }));
      await stage.patchByHand(`/v1/campaign/${id}`, { listIds: [kept] });
      await stage.sandbox.setActive({ campaignId: draft, active: true });
      const program = {
        q1: stage.campaign(list, { listIds: [list, kept, more], active: true }),
        q2: stage.campaign(list, { name: "Follow-up", active: true }),
      };
      await stage.forget();
      await stage.refuses(stage.elsewhere().upAllRefreshed(program), shares(draft));
      expect(await stage.writes()).toEqual([]);
    },
  ),
];
