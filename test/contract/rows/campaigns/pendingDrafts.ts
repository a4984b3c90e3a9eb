import { expect } from "vitest";
import type { Program, TestStack } from "../../../support/testStack";
import { type Case, inSpecOnly, otherText, type Stage } from "../stage";

const onEach = (row: (where: string, machine: (stage: Stage) => TestStack) => Case): Case[] => [
  row("with records", (stage) => stage.engine),
  row("without records", (stage) => stage.elsewhere()),
];

/** The response to the create of the draft `q1` was lost, and somebody has launched it in the app. */
async function launched(stage: Stage) {
  const list = await stage.madeList();
  await stage.addPerson(list);
  const q1 = stage.campaign(list);
  await stage.lose("q1", q1);
  const id = (await stage.sandbox.objects()).campaigns.at(-1)?.id ?? 0;
  await stage.sandbox.setActive({ campaignId: id, active: true });
  await stage.forget();
  return { list, id, q1 };
}

/** A campaign that ran and is off; the create of the draft in its place was lost, and a refresh has settled it as absent. */
async function settledAfterRun(stage: Stage, machine: (stage: Stage) => TestStack) {
  const { list, id } = await stage.madeCampaign({ active: true });
  await stage.addPerson(list);
  await stage.sandbox.advance({ days: 3 });
  await stage.sandbox.setActive({ campaignId: id, active: false });
  const draft = (args = {}) => stage.campaign(list, { steps: otherText, ...args });
  await stage.sandbox.fault({ kind: "reset", when: "before", method: "POST", path: "/v1/campaign" });
  await stage.refusal(stage.engine.up("q1", draft({ active: false, acknowledge: [`inactive:${id}`] })));
  await stage.sandbox.clearFaults();
  const job = machine(stage);
  job.restart({ acknowledge: ["twin:none"] });
  await job.refresh("Campaign", "q1");
  job.restart();
  await stage.forget();
  return { job, list, draft };
}

/** A pending draft has no id, so that nothing shows whether it runs. */
export const pendingDrafts: readonly Case[] = [
  inSpecOnly(17, "the records name a pending draft that the state does not have any more", async (stage) => {
    const { list } = await launched(stage);
    const said = /got no response, and it may use list .*the same people are written to twice/;
    const q2 = stage.campaign(list, { name: "Second", active: true });
    stage.engine.state.delete(stage.engine.urn("Campaign", "q1"));
    await stage.engine.upAll({ q2 });
    expect(stage.engine.warnings.filter((text) => said.test(text))).toHaveLength(1);
  }),
  inSpecOnly(
    17,
    "the adoption of one lost draft leaves another one of its resource open, with records",
    async (stage) => {
      const list = await stage.madeList();
      const q1 = (args = {}) => stage.campaign(list, { active: false, ...args });
      const lost = async (name: string) => {
        await stage.killedAfter("q1", q1({ name }));
        await stage.sandbox.clearFaults();
        return Math.max(...(await stage.sandbox.objects()).campaigns.map(({ id }) => id));
      };
      await lost("Spring");
      const second = await lost("Summer");
      await stage.engine.up("q1", q1({ name: "Summer", adopt: second }));
      const q2 = stage.campaign(list, { name: "Second", active: true });
      const { warnings } = await stage.engine.up("q2", q2);
      expect(warnings.filter((text) => text.includes("got no response, and it may use list"))).toHaveLength(1);
    },
  ),
  inSpecOnly(17, "a lost draft that another name has adopted is settled by the printed code", async (stage) => {
    const list = await stage.madeList();
    await stage.killedAfter("q1", stage.campaign(list));
    await stage.sandbox.clearFaults();
    const adopt = Number((await stage.sandbox.objects()).campaigns.at(-1)?.id);
    const renamed = stage.campaign(list, { name: "Renamed", active: false });
    await stage.engine.up("q2", { ...renamed, args: { ...renamed.args, adopt } });
    const said = /got no response, and it may use list .*"(twin:none:[^"]+)"/;
    const starts = async (name: string, ...codes: readonly string[]) => {
      const others = (await stage.sandbox.objects()).campaigns.map(({ id }) => `shared-list:${id}`);
      const wanted = { name, active: true, steps: otherText, acknowledge: [...others, ...codes] };
      return (await stage.engine.up(name, stage.campaign(list, wanted))).warnings.join("\n");
    };
    const first = await starts("Second");
    expect(first).toMatch(said);
    expect(await starts("Third", said.exec(first)?.[1] ?? "")).not.toMatch(said);
    expect(await starts("Fourth")).not.toMatch(said);
  }),
  inSpecOnly(17, "a pending draft of the state is named once", async (stage) => {
    const { list } = await launched(stage);
    await stage.engine.upAll({ q2: stage.campaign(list, { name: "Second", active: true }) });
    const named = stage.engine.warnings.filter((text) => /got no response, and|still pending, may use/.test(text));
    expect(named).toHaveLength(1);
  }),
  ...onEach((where, machine) =>
    inSpecOnly(17, `a start on the list of a pending draft causes a warning, ${where}`, async (stage) => {
      const { list, q1 } = await launched(stage);
      const job = machine(stage);
      const q2 = stage.campaign(list, { name: "Second", active: true });
      const words = `campaign "q1" of this stack, whose creation is still pending, may use list ${list}: if it was launched in the app, the same people are written to twice`;
      const about = () => job.warnings.filter((text) => text.includes(words));
      // Whichever of the two is declared first, and alone, as with `--target`.
      const programs: Program[] = [{ q2, q1 }, { q1, q2 }, { q2 }];
      for (const program of programs) {
        await job.previewAll(program);
        expect(about()).toEqual([expect.stringMatching(/^campaign "q2": /)]);
      }
      // Not for drafts, nor on other lists.
      const other = await stage.madeList("other");
      for (const args of [{ active: false }, { listIds: [other] }]) {
        await job.previewAll({ q1, q2: stage.campaign(list, { name: "Second", active: true, ...args }) });
        expect(job.warnings.join("\n")).not.toContain("may use list");
      }
      await job.upAll({ q2 }, "leaves");
      expect(about()).toHaveLength(1);
    }),
  ),
  ...onEach((where, machine) =>
    inSpecOnly(
      13,
      `a preview knows where the resource of a create that had no effect has run, ${where}`,
      async (stage) => {
        const { job, list, draft } = await settledAfterRun(stage, machine);
        await job.previewAll({ finder: stage.agent(list), other: draft({ name: "Other", active: true }) });
        expect(job.warnings.join()).not.toContain("creation is still pending");
        await stage.refuses(() => job.previewAll({ renamed: draft({ active: true }) }), "start again at step 1");
        await stage.refuses(job.upAll({ renamed: draft({ active: true }) }), "start again at step 1");
        expect(await stage.writes()).toEqual([]);
      },
    ),
  ),
  ...onEach((where, machine) =>
    inSpecOnly(17, `nor is there one once the draft is settled, ${where}`, async (stage) => {
      const { list, id } = await launched(stage);
      const job = machine(stage);
      await job.up("q1", stage.campaign(list, { adopt: id, active: false }));
      const q2 = stage.campaign(list, { name: "Second", active: true });
      await job.preview("q2", q2);
      expect(job.warnings.join("\n")).not.toContain("may use list");
      // Its log shows the update that it was launched.
      await stage.sandbox.advance({ days: 3 });
      await stage.refuses(job.up("q2", q2), `already used by an active campaign (id ${id})`);
      expect(await stage.writes()).toEqual([]);
    }),
  ),
];
