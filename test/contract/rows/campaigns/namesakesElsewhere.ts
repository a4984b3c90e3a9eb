import { expect } from "vitest";
import { handOver } from "../oldRecords";
import { type Case, delayed, inBoth, inFull, inSpecOnly, otherText, type Stage } from "../stage";
import { launch } from "./inTheApp";

/** Two drafts of one name on different lists, both in the state. */
async function twoClients(stage: Stage) {
  const { list, id } = await stage.madeCampaign();
  const more = await stage.madeList("more");
  const second = await stage.made("q2", stage.campaign(more));
  await stage.forget();
  return { list, id, more, second };
}

const createdOnce = ["POST /v1/campaign"];

/** A campaign of another resource that the run has not compared yet, or does not target, is held by that resource. */
export const namesakesElsewhere: readonly Case[] = [
  inBoth(2, "a campaign is replaced beside one of its name on another list, which comes later", async (stage) => {
    const { list, id } = await twoClients(stage);
    stage.engine.restart({ acknowledge: [`inactive:${id}`] });
    expect((await stage.engine.up("q1", stage.campaign(list, { steps: delayed }))).op).toBe("replace");
    const again = stage.engine.stored("Campaign", "q1").id;
    stage.engine.restart({ acknowledge: [`inactive:${again}`] });
    expect((await stage.engine.up("q1", stage.campaign(list, { linkedinSeatId: 8 }))).op).toBe("replace");
    expect(await stage.writes()).toEqual([...createdOnce, ...createdOnce]);
  }),
  inBoth(2, "a forced replacement takes the same way", async (stage) => {
    const { list, id } = await twoClients(stage);
    stage.engine.restart({ acknowledge: [`inactive:${id}`] });
    const forced = { ...stage.campaign(list, { steps: delayed }), replace: true };
    expect((await stage.engine.up("q1", forced)).op).toBe("replace");
  }),
  inBoth(2, "a new campaign starts on a list of its own beside two of its name", async (stage) => {
    await twoClients(stage);
    const third = await stage.madeList("third");
    expect((await stage.engine.up("q3", stage.campaign(third, { active: true }))).op).toBe("create");
  }),
  ...["on another list", "on the same list"].map((where) =>
    inSpecOnly(
      20,
      `one that another machine has replaced after it ran is ${where === "on another list" ? "not held" : "held"} ${where}`,
      async (stage) => {
        const { list, id } = await stage.madeCampaign({ active: true });
        const more = await stage.madeList("more");
        await launch(stage, list, id);
        await stage.sandbox.setActive({ campaignId: id, active: false });
        const job = stage.elsewhere();
        await job.up("q1", stage.campaign(list, { active: false, steps: otherText, acknowledge: [`inactive:${id}`] }));
        handOver(job, stage.engine);
        await stage.forget();
        if (where === "on another list") {
          expect((await stage.engine.up("q2", stage.campaign(more))).op).toBe("create");
          return expect(await stage.writes()).toEqual(createdOnce);
        }
        await stage.refuses(stage.engine.up("q2", stage.campaign(list)), `twin:${id}`);
      },
    ),
  ),
  inSpecOnly(2, "one of the name on one of the new one's lists is refused as before", async (stage) => {
    const { list, id, more } = await twoClients(stage);
    const third = await stage.madeList("third");
    const program = stage.campaign(third, { listIds: [third, list], steps: otherText });
    await stage.refuses(stage.engine.up("q3", program), "this stack has not stopped managing it", `twin:${id}`);
    // A resource that was renamed without an alias.
    await stage.refuses(stage.engine.up("renamed", stage.campaign(more)), "this stack has not stopped managing it");
  }),
  inSpecOnly(2, "one of a killed run, which no state has, is refused on other lists as well", async (stage) => {
    const { second } = await twoClients(stage);
    stage.engine.state.delete(stage.engine.urn("Campaign", "q2"));
    const third = await stage.madeList("third");
    await stage.refuses(stage.engine.up("q2", stage.campaign(third)), `twin:${second}`);
  }),
  inSpecOnly(2, "one that ran on the new one's list before does not count as elsewhere", async (stage) => {
    const { list, more, second } = await twoClients(stage);
    stage.engine.restart({ acknowledge: [`inactive:${second}`, "restart"] });
    await stage.engine.up("q2", stage.campaign(more, { active: true, steps: otherText }));
    const ran = Number(stage.engine.stored("Campaign", "q2").id);
    stage.engine.restart({ acknowledge: [`inactive:${ran}`, "restart"] });
    await stage.engine.up("q2", stage.campaign(list, { listIds: [await stage.madeList("new")], steps: otherText }));
    stage.engine.restart();
    const third = stage.campaign(more, { active: true, steps: delayed });
    await stage.refuses(stage.engine.up("q3", third), "start again at step 1");
  }),
  ...["two", "three"].map((count) =>
    inFull(2, `a draft of which ${count} versions were on a list leaves no doubt who is on it`, async (stage) => {
      const [one, two] = [await stage.madeList("one"), await stage.madeList("two")];
      await stage.madeByHand(await stage.madeList("elsewhere"), { name: "Same", steps: otherText });
      const runs = stage.campaign(await stage.madeList("runs"), { active: true, name: "Winter" });
      const draft = (listId: number, steps: unknown) => stage.campaign(listId, { name: "Draft", steps });
      await stage.engine.upAll({ runs, draft: draft(one, otherText) });
      await stage.engine.upAll({ runs, draft: draft(one, delayed) });
      if (count === "three") await stage.engine.upAll({ runs, draft: draft(one, delayed.slice(0, 2)) });
      const engine = stage.elsewhere();
      await engine.upAll({ runs, draft: draft(two, otherText) });
      const same = stage.campaign(one, { name: "Same", steps: otherText });
      expect((await engine.upAll({ runs, draft: draft(two, otherText), same })).same).toBe("create");
    }),
  ),
];
