import { expect } from "vitest";
import { type Case, inBoth, inFull, inSpecOnly } from "./stage";

/** Acknowledgements and records that concern something else. */
export const wrongWords: readonly Case[] = [
  inBoth(
    8,
    "an agent that another resource has taken over is released, and not deleted, in later runs as well",
    async (stage) => {
      const list = await stage.madeList();
      const id = await stage.made("old", stage.agent(list));
      // As when another create fails: the engine starts no deletes.
      await stage.engine.upAll({ fresh: stage.agent(list, { adopt: id }) });
      await stage.engine.upAll({ fresh: stage.agent(list, { adopt: id }) }, "deletes");
      expect(stage.engine.warnings.join()).toContain("another resource of this program has adopted it");
      expect((await stage.storedAgent(id)).name).toBe("Finder");
      expect((await stage.engine.preview("fresh", stage.agent(list))).op).toBe("same");
    },
  ),
  inBoth(21, "two resources that manage one object are an error in each run", async (stage) => {
    const list = await stage.madeList();
    const id = await stage.made("old", stage.agent(list));
    await stage.engine.upAll({ fresh: stage.agent(list, { adopt: id }) });
    const both = { old: stage.agent(list), fresh: stage.agent(list) };
    const text = await stage.refusal(() => stage.engine.previewAll(both));
    expect(text).toContain("an object can be managed only once");
    expect(text).toContain("`pulumi state delete");
  }),
  inBoth(
    8,
    "the object of a resource that is not a target of the run is not adopted, and so not deleted with the adopter",
    async (stage) => {
      const { list, id } = await stage.madeAgent();
      await stage.forget();
      const thief = stage.agent(list, { adopt: id });
      // The engine does not call the provider for finder, which the program still declares.
      const beside = [stage.engine.urn("SourceAgent", "finder")];
      expect(await stage.refusal(stage.engine.up("thief", { ...thief, beside }))).toContain(
        `source agent ${id} is already managed by finder of this program (under another provider, or not a target of this run)`,
      );
      expect(stage.engine.state.has(stage.engine.urn("SourceAgent", "thief"))).toBe(false);
      expect(await stage.writes()).toEqual([]);
    },
  ),
  inFull(20, "a campaign that is recorded on another list is not a twin", async (stage) => {
    const [one, two] = [await stage.madeList("one"), await stage.madeList("two")];
    await stage.made("q1", stage.campaign(one));
    expect((await stage.engine.up("q2", stage.campaign(two))).op).toBe("create");
  }),
  inSpecOnly(13, "many campaigns with one name on other lists hide none that ran on this one", async (stage) => {
    const lists: number[] = [];
    for (let index = 0; index < 21; index += 1) lists.push(await stage.madeList(`list ${index}`));
    const program = lists.map((list, index) => [`q${index}`, stage.campaign(list, { active: index === 20 })] as const);
    stage.engine.restart({ acknowledge: ["restart"] });
    await stage.engine.upAll(Object.fromEntries(program));
    const last = lists.at(-1) ?? 0;
    const ran = stage.engine.stored("Campaign", "q20").id;
    stage.engine.restart({ acknowledge: [`inactive:${ran}`] });
    await stage.engine.destroy("Campaign", "q20");
    stage.engine.restart();
    await stage.addPerson(last);
    await stage.sandbox.advance({ days: 2 });
    const recorded = [...stage.engine.state.values()].map(({ id }) => `twin:${id}`);
    stage.engine.restart({ acknowledge: [...recorded, `twin:${ran}`] });
    await stage.refuses(stage.engine.up("again", stage.campaign(last, { active: true })), "restart");
  }),
  inSpecOnly(13, "the code that a campaign is off does not allow its people to start again", async (stage) => {
    const { list, id } = await stage.madeCampaign({ active: true });
    const words = [`twin:${id}`, `inactive:${id}`];
    const again = stage.campaign(list, { active: true, acknowledge: words });
    await stage.refuses(stage.engine.up("q1again", again), "would start again at step 1");
  }),
  inFull(20, "an agent because of which another create was refused is not deleted in the same run", async (stage) => {
    const list = await stage.madeList();
    const id = await stage.made("old", stage.agent(list));
    // As with --continue-on-error: the deletes follow although a create was refused.
    const text = await stage.refusal(stage.engine.upContinuing({ fresh: stage.agent(list) }));
    expect(text).toContain("another resource was not created in this run because this object exists");
    expect((await stage.storedAgent(id)).name).toBe("Finder");
  }),
  inSpecOnly(
    21,
    "a campaign that is recorded as active is taken over as off only with an acknowledgement",
    async (stage) => {
      const { list, id } = await stage.madeCampaign({ active: true });
      stage.engine.state.delete(stage.engine.urn("Campaign", "q1"));
      const off = (acknowledge: string[] = []) => stage.campaign(list, { adopt: id, active: false, acknowledge });
      await stage.refuses(stage.engine.up("q1", off()), `acknowledge: ["inactive:${id}"]`);
      expect((await stage.engine.up("q1", off([`inactive:${id}`]))).op).toBe("create");
      // Adopted as running, and off: the state is corrected after an acknowledgement, and nothing is sent.
      stage.engine.state.delete(stage.engine.urn("Campaign", "q1"));
      await stage.engine.up("q1", stage.campaign(list, { active: true, adopt: id }));
      await stage.forget();
      expect(await stage.refusal(() => stage.engine.preview("q1", stage.campaign(list, { active: false })))).toContain(
        `Switch it off in the app if it runs, then confirm it: acknowledge: ["inactive:${id}"]`,
      );
      const corrected = stage.campaign(list, { active: false, acknowledge: [`inactive:${id}`] });
      expect((await stage.engine.preview("q1", corrected)).op).toBe("update");
      expect((await stage.engine.up("q1", corrected)).warnings.join()).toContain("recorded as off");
      expect(stage.engine.stored("Campaign", "q1").outputs.active).toBe(false);
      expect((await stage.engine.preview("q1", corrected)).op).toBe("same");
      expect(await stage.writes()).toEqual([]);
      // It is recorded as well: another campaign may start on its list.
      const other = stage.campaign(list, { name: "Other", active: true });
      expect((await stage.another().upIn("other", "other", other)).op).toBe("create");
    },
  ),
  inFull(
    9,
    "a campaign that ran without being declared active is accepted only if no other active campaign uses its list",
    async (stage) => {
      const { list, id: other } = await stage.madeCampaign({ active: true });
      await stage.sandbox.fault({ kind: "alter", method: "POST", path: "/v1/campaign", set: { active: true } });
      await stage.refusal(stage.engine.up("q2", stage.campaign(list, { name: "Second" })));
      await stage.sandbox.setActive({ campaignId: Number(stage.engine.stored("Campaign", "q2").id), active: true });
      const accepted = stage.campaign(list, { name: "Second", active: true });
      await stage.refuses(stage.engine.up("q2", accepted), `shared-list:${other}`);
    },
  ),
  inSpecOnly("pending", "a code for one lost create does not apply to another one", async (stage) => {
    const list = await stage.madeList();
    const lost = stage.campaign(list, { active: true, acknowledge: ["twin:none"] });
    await stage.killedAfter("q1", lost);
    await stage.forget();
    const second = stage.campaign(list, { name: "Second", active: true, acknowledge: ["twin:none"] });
    await stage.refuses(stage.engine.up("q2", second), "was cut off while it created an active");
    // Another stack with the same name needs an acknowledgement, since it may exist, and a plain code does not apply
    // to it.
    const other = stage.another();
    const same = stage.campaign(list, { acknowledge: ["twin:none"] });
    expect(await stage.refusal(other.upIn("other", "q1", same))).toMatch(
      /of this name for another stack.*\n.*\n.*acknowledge: \["twin:none:\w+"\]/,
    );
    await stage.refuses(stage.engine.up("q1", lost), /acknowledge: \["twin:none:\w+"\]/);
    expect(await stage.writes()).toEqual([]);
    // Its own code applies to it everywhere, once.
    const text = await stage.refusal(other.upIn("other", "q2", second));
    const named = { ...second.args, acknowledge: [/"(twin:none:\w+)"/.exec(text)?.[1]] };
    expect((await other.up("q2", { ...second, args: named })).op).toBe("create");
    const third = stage.campaign(list, {
      name: "Third",
      active: true,
      acknowledge: [`shared-list:${other.stored("Campaign", "q2").id}`],
    });
    expect((await other.upIn("third", "q3", third)).op).toBe("create");
  }),
];
