import { expect } from "vitest";
import type { Operation } from "../../../support/engine/run";
import type { TestStack } from "../../../support/testStack";
import { type Case, delayed, inFull, otherText, perMode, type Stage, steps } from "../stage";

async function running(stage: Stage) {
  const list = await stage.madeList();
  const wanted = stage.campaign(list, { active: true });
  return { list, wanted, id: await stage.made("q1", wanted) };
}

/** Nothing was written before, and the acknowledged campaign is created. */
async function startAcknowledged(stage: Stage, list: number, id: number, op: Operation = "create"): Promise<void> {
  expect(await stage.writes()).toEqual([]);
  const again = stage.campaign(list, { active: true, acknowledge: ["restart", `twin:${id}`] });
  expect((await stage.engine.up("q1", again)).op).toBe(op);
}

/** People who have gone through a campaign do not start again at its first step. */
export const startingAgain: readonly Case[] = [
  perMode(13, "a campaign that ran is not started again under another resource name", {
    async full(stage) {
      const { list, id } = await stage.madeCampaign({ active: true });
      await stage.addPerson(list);
      await stage.sandbox.advance({ days: 2 });
      await stage.sandbox.setActive({ campaignId: id, active: false });
      await stage.engine.refresh("Campaign", "q1");
      await stage.forget();
      const again = stage.campaign(list, { active: true, steps: otherText });
      for (const engine of [stage.engine, stage.another(), stage.elsewhere()]) {
        const text = await stage.refusal(engine.up("q1again", again));
        expect(text).toContain(`its people would start again at step 1`);
        expect(text).toContain(`(id ${id})`);
        expect(text).toContain('aliases: ["<its old URN>"]');
      }
      expect(await stage.writes()).toEqual([]);
      // A campaign with another name is a normal case.
      const { op, warnings } = await stage.engine.up("next", { ...again, args: { ...again.args, name: "Follow-up" } });
      expect(op).toBe("create");
      expect(warnings.join()).toContain(`another campaign has run on its list (id ${id})`);
    },
    async specOnly(stage) {
      const { list, id } = await stage.madeCampaign({ active: true });
      stage.engine.restart({ acknowledge: [`inactive:${id}`] });
      await stage.engine.destroy("Campaign", "q1");
      stage.engine.restart();
      await stage.addPerson(list);
      await stage.sandbox.advance({ days: 2 });
      await stage.forget();
      const again = stage.campaign(list, { active: true, steps: otherText });
      await stage.refuses(stage.engine.up("q1again", again), "would start again at step 1");
      expect(await stage.writes()).toEqual([]);
      stage.engine.restart({ acknowledge: ["restart", `twin:${id}`] });
      expect((await stage.engine.up("q1again", again)).op).toBe("create");
    },
  }),
  inFull(13, "one with the same name that never ran, or ran on other lists, blocks nothing", async (stage) => {
    const [one, two] = [await stage.madeList("one"), await stage.madeList("two")];
    await stage.made("never", stage.campaign(one));
    const ran = await stage.made("ran", stage.campaign(two, { active: true, steps: otherText }));
    await stage.sandbox.setActive({ campaignId: ran, active: false });
    const again = stage.campaign(one, { active: true, steps: steps.slice(0, 2) });
    expect((await stage.engine.up("q1", again)).op).toBe("create");
  }),
  perMode(13, "a running campaign that has vanished is not started again, even if nothing else shows that it ran", {
    async full(stage) {
      const { list, id, wanted } = await running(stage);
      await stage.sandbox.deleteCampaign({ campaignId: id });
      await stage.forget();
      const refused = (engine: TestStack) =>
        stage.refuses(
          engine.upAllRefreshed({ q1: wanted }),
          "it has run, and no longer exists: its people would start",
        );
      await refused(stage.engine);
      // The refresh was recorded, and the run is repeated on a machine without records.
      await refused(stage.elsewhere());
      const elsewhere = stage.elsewhere();
      await stage.refuses(elsewhere.up("q1", wanted), "it has run, and no longer exists");
      const stored = elsewhere.stored("Campaign", "q1");
      expect([stored.id, stored.outputs.active]).toEqual([String(id), false]);
      // An inactive one writes to nobody.
      expect(await elsewhere.previewAll({ q1: stage.campaign(list) })).toEqual({ q1: "replace" });
      expect(elsewhere.warnings.join()).toContain("it no longer exists; this update creates a new one");
      await startAcknowledged(stage, list, id, "replace");
      // Also in two steps, an inactive one first, its people do not start again.
      const gone = stage.elsewhere();
      await stage.sandbox.deleteCampaign({ campaignId: Number(gone.stored("Campaign", "q1").id) });
      await gone.refresh("Campaign", "q1");
      expect((await gone.up("q1", stage.campaign(list))).op).toBe("replace");
      const text = await stage.refusal(gone.up("q1", wanted));
      expect(text).toContain(
        "a campaign that it replaced has run on these lists: its people would start again at step 1",
      );
      // To switch on the new one in the app would start them again, too.
      expect(text).not.toContain("witch it on");
      // What no longer exists leaves the state with its resource.
      await stage.engine.refresh("Campaign", "q1");
      await stage.engine.destroy("Campaign", "q1");
      expect([...stage.engine.state.keys()].filter((urn) => urn.includes("Campaign"))).toEqual([]);
    },
    async specOnly(stage) {
      const { list, id, wanted } = await running(stage);
      stage.engine.restart({ acknowledge: [`inactive:${id}`] });
      await stage.engine.destroy("Campaign", "q1");
      stage.engine.restart();
      const empty = { kind: "status", method: "GET", path: "/v1/campaign/*/logs", status: 200, body: [] } as const;
      await stage.sandbox.fault({ ...empty, count: 9 });
      await stage.forget();
      await stage.refuses(stage.engine.up("q1", wanted), "would start again at step 1");
      await startAcknowledged(stage, list, id);
    },
  }),
  inFull(21, "in place of a campaign that ran and has vanished, another one is taken over", async (stage) => {
    const { list, id } = await stage.madeCampaign({ active: true });
    await stage.sandbox.deleteCampaign({ campaignId: id });
    await stage.engine.refresh("Campaign", "q1");
    const program = (adopt: number) => ({ q1: stage.campaign(list, { active: true, adopt }) });
    await stage.refuses(() => stage.engine.previewAll(program(id)), "it no longer exists, and adopt is still set");
    const rebuilt = await stage.madeByHand(list, { name: "Fintech Q1", active: true, acknowledge: ["restart"] });
    await stage.forget();
    expect(await stage.engine.upAll(program(rebuilt))).toEqual({ q1: "replace" });
    expect(stage.engine.stored("Campaign", "q1").id).toBe(String(rebuilt));
    expect(await stage.writes()).toEqual([]);
  }),
  inFull(
    13,
    "a vanished campaign that a machine without records refreshes is not started again in that run",
    async (stage) => {
      const list = await stage.madeList();
      const wanted = stage.campaign(list, { active: true });
      const id = await stage.made("q1", wanted);
      const elsewhere = stage.elsewhere();
      await stage.sandbox.deleteCampaign({ campaignId: id });
      await stage.refuses(elsewhere.upAllRefreshed({ q1: wanted }), "would start again at step 1");
    },
  ),
  inFull(
    13,
    "a list whose people have gone through a campaign with this name is not attached to a running one",
    async (stage) => {
      const [one, two] = [await stage.madeList("one"), await stage.madeList("two")];
      const old = await stage.made("q1", stage.campaign(one, { active: true }));
      await stage.sandbox.setActive({ campaignId: old, active: false });
      await stage.engine.destroy("Campaign", "q1");
      await stage.made("q2", stage.campaign(two, { active: true, steps: otherText }));
      const both = { listIds: [one, two], active: true, steps: otherText };
      await stage.forget();
      await stage.refuses(
        stage.engine.up("q2", stage.campaign(two, both)),
        `a campaign of this name has run on the same list, or on one that is not known (id ${old})`,
      );
      expect(await stage.writes()).toEqual([]);
      const restart = stage.campaign(two, { ...both, acknowledge: ["restart"] });
      expect((await stage.engine.up("q2", restart)).op).toBe("update");
    },
  ),
  inFull(13, "a restart that stays in the program starts only one campaign", async (stage) => {
    const { list, id: first } = await stage.madeCampaign({ active: true });
    await stage.sandbox.setActive({ campaignId: first, active: false });
    await stage.engine.refresh("Campaign", "q1");
    const anew = { active: true, steps: otherText };
    const said = stage.campaign(list, { ...anew, acknowledge: ["restart"] });
    expect((await stage.engine.up("q1", said)).op).toBe("replace");
    const id = Number(stage.engine.stored("Campaign", "q1").id);
    // Somebody stops it.
    await stage.sandbox.setActive({ campaignId: id, active: false });
    await stage.forget();
    await stage.refuses(stage.engine.up("q1", { ...said, replace: true }), "does not count again");
    const text = await stage.refusal(stage.engine.upRefreshed("q1", said));
    expect(text).toContain("Switch it on in the app");
    expect(text).toContain(
      'in the program, "restart" has counted for this resource or another one, and does not count again',
    );
    expect(await stage.writes()).toEqual([]);
    stage.engine.restart({ acknowledge: ["restart"] });
    expect((await stage.engine.up("q1", said)).op).toBe("replace");
    // Removed and added again, it counts again.
    stage.engine.restart();
    await stage.engine.up("q1", stage.campaign(list, anew));
    await stage.sandbox.setActive({ campaignId: Number(stage.engine.stored("Campaign", "q1").id), active: false });
    const third = { active: true, steps: steps.slice(0, 2), acknowledge: ["restart"] };
    expect((await stage.engine.upRefreshed("q1", stage.campaign(list, third))).op).toBe("replace");
  }),
  inFull(
    13,
    "a restart that stays in the program does not start the campaign again once that one has vanished",
    async (stage) => {
      const { list, id: first } = await running(stage);
      await stage.sandbox.setActive({ campaignId: first, active: false });
      await stage.engine.refresh("Campaign", "q1");
      const said = stage.campaign(list, { active: true, steps: otherText, acknowledge: ["restart"] });
      expect((await stage.engine.up("q1", said)).op).toBe("replace");
      const id = Number(stage.engine.stored("Campaign", "q1").id);
      await stage.sandbox.deleteCampaign({ campaignId: id });
      await stage.forget();
      const text = await stage.refusal(stage.engine.upAllRefreshed({ q1: said }));
      expect(text).toContain("its people would start again at step 1");
      expect(text).toContain(
        'in the program, "restart" has counted for this resource or another one, and does not count again',
      );
      expect(await stage.writes()).toEqual([]);
      stage.engine.restart({ acknowledge: ["restart"] });
      expect((await stage.engine.up("q1", said)).op).toBe("replace");
    },
  ),
  inFull(13, "a restart that stays in the program lets no list start again that is attached later", async (stage) => {
    const [one, two] = [await stage.madeList("one"), await stage.madeList("two")];
    const both = { listIds: [one, two] };
    const first = await stage.made("q1", stage.campaign(one, { active: true, ...both }));
    await stage.addPerson(two);
    await stage.sandbox.advance({ days: 3 });
    await stage.sandbox.setActive({ campaignId: first, active: false });
    await stage.engine.refresh("Campaign", "q1");
    const said = { active: true, steps: otherText, acknowledge: ["restart"] };
    expect((await stage.engine.up("q1", stage.campaign(one, said))).op).toBe("replace");
    await stage.forget();
    for (const engine of [stage.engine, stage.elsewhere()]) {
      const text = await stage.refusal(engine.up("q1", stage.campaign(one, { ...said, ...both })));
      expect(text).toContain("the people of that list would start again at step 1");
      expect(text).toContain("does not count again");
    }
    expect(await stage.writes()).toEqual([]);
  }),
  inFull(
    13,
    "a restart that stays in the program does not count after an inactive campaign in between",
    async (stage) => {
      const { list, id: first } = await stage.madeCampaign({ active: true });
      await stage.addPerson(list);
      await stage.sandbox.advance({ days: 3 });
      await stage.sandbox.setActive({ campaignId: first, active: false });
      await stage.engine.refresh("Campaign", "q1");
      const program = (args: object) => stage.campaign(list, { ...args, acknowledge: ["restart"] });
      expect((await stage.engine.up("q1", program({ steps: delayed }))).op).toBe("replace");
      await stage.forget();
      for (const engine of [stage.engine, stage.elsewhere()]) {
        const text = await stage.refusal(engine.up("q1", program({ steps: delayed, active: true })));
        expect(text).toContain("its people would start again at step 1");
      }
      expect(await stage.writes()).toEqual([]);
    },
  ),
  inFull(13, "a restart does not count again for a resource that is renamed without an alias", async (stage) => {
    const said = { active: true, acknowledge: ["restart"] };
    const { list, id } = await stage.madeCampaign(said);
    await stage.addPerson(list);
    await stage.sandbox.advance({ days: 3 });
    await stage.sandbox.setActive({ campaignId: id, active: false });
    await stage.engine.refresh("Campaign", "q1");
    await stage.forget();
    const renamed = { renamed: stage.campaign(list, { ...said, steps: otherText }) };
    const text = await stage.refusal(stage.elsewhere().upAll(renamed, "deletes"));
    expect(text).toContain("its people would start again at step 1");
    expect(text).toContain("does not count again");
    expect(await stage.writes()).toEqual([]);
  }),
  inFull(13, "a restart has counted if a refresh finds its campaign after a lost response", async (stage) => {
    const list = await stage.madeList();
    const said = stage.campaign(list, { active: true, acknowledge: ["restart"] });
    await stage.loseUnlisted("q1", said);
    await stage.engine.refresh("Campaign", "q1");
    const id = Number(stage.engine.stored("Campaign", "q1").id);
    await stage.sandbox.setActive({ campaignId: id, active: false });
    await stage.refuses(stage.engine.upRefreshed("q1", said), "does not count again");
  }),
  inFull(13, "a vanished campaign is not started again under a name that was corrected meanwhile", async (stage) => {
    const { list, id } = await stage.madeCampaign({ active: true });
    await stage.sandbox.deleteCampaign({ campaignId: id });
    const corrected = stage.campaign(list, { name: "Corrected", active: true });
    await stage.refuses(stage.engine.upRefreshed("q1", corrected), "would start again at step 1");
  }),
  ...["with records", "without records"].flatMap((records) =>
    ["the draft", "a version before it"].map((which) =>
      inFull(19, `${which} has vanished since the state was written: its start says so, ${records}`, async (stage) => {
        const { list, id } = await stage.madeCampaign();
        const before = which === "the draft" ? {} : { steps: otherText };
        if (which !== "the draft") await stage.engine.up("q1", stage.campaign(list, before));
        await stage.sandbox.deleteCampaign({ campaignId: id });
        await stage.forget();
        const engine = records === "with records" ? stage.engine : stage.elsewhere();
        const { op, warnings } = await engine.up("q1", stage.campaign(list, { ...before, active: true }));
        expect(op).toBe("replace");
        expect(warnings.join()).toContain(
          `no longer lists id ${id}, which this resource had before: if one of them was started in the app, its people get the steps again`,
        );
      }),
    ),
  ),
];
