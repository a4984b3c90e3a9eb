import { expect } from "vitest";
import type { Program } from "../../../support/testStack";
import { type Case, inBoth, inFull, otherText, perMode, type Stage } from "../stage";

async function warningsOf(stage: Stage, program: Program): Promise<string> {
  await stage.engine.previewAll(program);
  return stage.engine.warnings.join("\n");
}

/** A preview's warnings before people are written to. */
export const announced: readonly Case[] = [
  perMode(18, "attaching a list to a running campaign is reported at preview", {
    async specOnly(stage) {
      const [one, two] = [await stage.madeList("one"), await stage.madeList("two")];
      await stage.made("q1", stage.campaign(one, { active: true }));
      const attached = stage.campaign(one, { active: true, listIds: [one, two] });
      await stage.refuses(() => stage.engine.preview("q1", attached), "no operation that changes listIds");
    },
    async full(stage) {
      const [one, two] = [await stage.madeList("one"), await stage.madeList("two")];
      const id = await stage.made("q1", stage.campaign(one, { active: true }));
      const { warnings } = await stage.engine.preview("q1", stage.campaign(one, { active: true, listIds: [one, two] }));
      expect(warnings.join()).toContain(
        `(id ${id}): it is running, and it will write to the people of list ${two}, which this update attaches`,
      );
      const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
      expect(
        (
          await stage.engine.preview("q1", stage.campaign(one, { active: true, listIds: [one, unknown] }))
        ).warnings.join(),
      ).toContain("it will write to the people of a list, which this update attaches");
    },
  }),
  inBoth(18, "creating an agent for a running campaign's list is reported at preview", async (stage) => {
    const list = await stage.madeList();
    const q1 = stage.campaign(list, { active: true });
    const id = await stage.made("q1", q1);
    const finder = stage.agent(list);
    expect(await warningsOf(stage, { finder, q1 })).toBe(
      `source agent "finder": its list is used by the running campaign "q1" (id ${id}), which will write to the people it finds.`,
    );
    // If the engine does not provide the state, the campaign warns.
    stage.engine.answersState = false;
    expect(await warningsOf(stage, { finder, q1 })).toContain(
      `(id ${id}): it is running, and source agent "Finder" begins to fill its list`,
    );
    const odd = stage.agent(list, { name: "Find\u202eer" });
    expect(await warningsOf(stage, { finder: odd, q1 })).toContain('source agent "Find\\u202eer" begins');
    stage.engine.answersState = true;
    expect(await warningsOf(stage, { q1, finder })).toContain(
      `source agent "finder": its list is used by the running campaign "Fintech Q1" (id ${id})`,
    );
    const paused = stage.agent(list, { paused: true });
    expect(await warningsOf(stage, { q1, finder: paused })).not.toContain("running");
  }),
  inFull(
    18,
    "pointing an agent at a running campaign's list, or resuming it there, is reported at preview",
    async (stage) => {
      const [one, two] = [await stage.madeList("one"), await stage.madeList("two")];
      const q1 = stage.campaign(one, { active: true });
      await stage.made("q1", q1);
      await stage.made("finder", stage.agent(two, { paused: true }));
      const pointed = stage.agent(one, { paused: true });
      expect(await warningsOf(stage, { finder: pointed, q1 })).toContain("begins to fill its list");
      const paused = (isPaused: boolean) => stage.agent(one, { name: "Paused", paused: isPaused });
      await stage.made("paused", paused(true));
      const used = /source agent "Paused" \(id \d+\): its list is used by the running campaign "q1"/;
      expect(await warningsOf(stage, { paused: paused(false), q1 })).toMatch(used);
      expect(await warningsOf(stage, { paused: paused(true), q1 })).toBe("");
    },
  ),
  inFull(
    18,
    "an agent that is resumed or moved alone is reported at preview because of the running campaign in the state",
    async (stage) => {
      const { list, id } = await stage.madeCampaign({ active: true });
      const other = await stage.madeList("other");
      await stage.made("resumed", stage.agent(list, { name: "Resumed", paused: true }));
      await stage.made("moved", stage.agent(other, { name: "Moved" }));
      const told = `its list is used by the running campaign "q1" (id ${id})`;
      const moved = stage.agent(list, { name: "Moved" });
      const engine = stage.elsewhere();
      const resumed = stage.agent(list, { name: "Resumed", paused: false });
      const programs: Program[] = [{ resumed }, { moved }];
      for (const program of programs) {
        await engine.previewAll(program);
        expect(engine.warnings.join()).toContain(told);
      }
      await engine.previewAll({ resumed: stage.agent(list, { name: "Resumed", paused: true }) });
      expect(engine.warnings).toEqual([]);
    },
  ),
  inFull(
    18,
    "an agent on a running campaign's list that only the update may resume is reported at preview",
    async (stage) => {
      const list = await stage.madeList();
      const q1 = stage.campaign(list, { active: true });
      await stage.made("q1", q1);
      await stage.made("finder", stage.agent(list, { paused: true }));
      const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
      const resumed = stage.agent(list, { paused: unknown });
      for (const program of [
        { finder: resumed, q1 },
        { q1, finder: resumed },
      ]) {
        expect(await warningsOf(stage, program)).toContain("its list is used by the running campaign");
      }
    },
  ),
  inFull(
    19,
    "an agent that was resumed in the app does not count as paused when it moves to a running campaign's list",
    async (stage) => {
      const [one, two] = [await stage.madeList("one"), await stage.madeList("two")];
      const id = await stage.made("q1", stage.campaign(one, { active: true }));
      const paused = (list: number) => stage.agent(list, { paused: true });
      const agent = await stage.made("finder", paused(two));
      await stage.patchByHand(`/v1/agent/${agent}`, { paused: false });
      await stage.forget();
      expect(await stage.refusal(stage.engine.up("finder", paused(one)))).toContain(
        `(id ${agent}): paused changed outside the program since the last run, so nothing was sent`,
      );
      expect(await stage.writes()).toEqual([]);
      // Without data from the service, it may be.
      const path = `/v1/agent/${agent}`;
      await stage.sandbox.fault({ kind: "alter", method: "GET", path, remove: ["paused"], count: 9 });
      expect((await stage.engine.up("finder", paused(one))).warnings.join()).toContain(
        `the people it finds enter a running campaign (id ${id})`,
      );
      await stage.sandbox.clearFaults();
      await stage.patchByHand(path, { paused: true });
      await stage.engine.up("finder", paused(two));
      expect((await stage.engine.up("finder", paused(one))).warnings.join()).not.toContain("the people it finds enter");
    },
  ),
  inFull(18, "the same with another stack's campaign is reported when it happens", async (stage) => {
    const list = await stage.madeList();
    const other = stage.another();
    await other.up("theirs", stage.campaign(list, { active: true }));
    const { warnings } = await stage.engine.up("finder", stage.agent(list));
    expect(warnings.join()).toContain(
      `the people it finds enter a running campaign (id ${other.stored("Campaign", "theirs").id})`,
    );
  }),
  inBoth(18, "starting a campaign, and changing a running one's texts, are reported at preview", async (stage) => {
    const list = await stage.madeList();
    const q1 = stage.campaign(list, { active: true });
    expect((await stage.engine.preview("q1", q1)).warnings.join()).toContain(
      "it starts to write to the people of its lists",
    );
    expect((await stage.engine.preview("q1", stage.campaign(list))).warnings).toEqual([]);
  }),
  perMode(18, "a new text of a running campaign is reported at preview", {
    async full(stage) {
      const { list, id } = await stage.madeCampaign({ active: true });
      const changed = stage.campaign(list, { active: true, steps: otherText });
      expect((await stage.engine.preview("q1", changed)).warnings).toEqual([
        `campaign "Fintech Q1" (id ${id}): it is running: with this update, people get the new text of steps[2].message, except those who have had that step.`,
      ]);
      await stage.sandbox.setActive({ campaignId: id, active: false });
      await stage.engine.refresh("Campaign", "q1");
      expect(
        (await stage.engine.preview("q1", stage.campaign(list, { steps: otherText }))).warnings,
      ).not.toContainEqual(expect.stringContaining("running"));
    },
    async specOnly(stage) {
      const { list } = await stage.madeCampaign({ active: true });
      const changed = stage.campaign(list, { active: true, steps: otherText });
      await stage.refuses(() => stage.engine.preview("q1", changed), "no operation that changes steps");
    },
  }),
];
