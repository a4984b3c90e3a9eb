import { expect } from "vitest";
import { type Case, inBoth, inFull, inSpecOnly, otherText, perMode } from "../stage";

/** Two active campaigns must not use one list. */
export const sharedLists: readonly Case[] = [
  perMode(17, "a second active campaign on a list is refused when it would be created", {
    async full(stage) {
      const { list, id: other } = await stage.madeCampaign({ active: true });
      await stage.forget();
      const second = (acknowledge?: string[]) => stage.campaign(list, { name: "Second", active: true, acknowledge });
      await stage.refuses(
        stage.engine.up("q2", second()),
        `campaign "Second": list ${list} is already used by an active campaign (id ${other})`,
        `acknowledge: ["shared-list:${other}"] on the resource, or OUTREACH_ACKNOWLEDGE=shared-list:${other}`,
      );
      expect(await stage.writes()).toEqual([]);
      await stage.refuses(stage.engine.up("q2", second([`shared-list:${other + 1}`])), "already used");
      expect((await stage.engine.up("q2", second([`shared-list:${other}`]))).op).toBe("create");
      // A third one has to name both.
      await stage.sandbox.configure({ campaignCarriesLists: true });
      const third = await stage.refusal(stage.engine.up("q3", stage.campaign(list, { name: "Third", active: true })));
      expect(third).toContain(`acknowledge: ["shared-list:`);
      expect(third).toContain(`OUTREACH_ACKNOWLEDGE=shared-list:`);
      expect(third.match(/shared-list:\d+/g)).toHaveLength(4);
    },
    async specOnly(stage) {
      const list = await stage.madeList();
      const other = stage.another();
      await other.up("theirs", stage.campaign(list, { active: true }));
      const second = stage.campaign(list, { name: "Second", active: true });
      // This machine's records show it; a machine that shares nothing with it sees nothing.
      const text = await stage.refusal(stage.engine.up("q2", second));
      expect(text).toContain(`acknowledge: ["shared-list:${other.stored("Campaign", "theirs").id}"]`);
      expect((await stage.elsewhere().up("q2", second)).op).toBe("create");
    },
  }),
  inFull(17, "an acknowledged list that is not shared causes a warning", async (stage) => {
    const list = await stage.madeList();
    const { warnings } = await stage.engine.up(
      "q1",
      stage.campaign(list, { active: true, acknowledge: ["shared-list:5"] }),
    );
    expect(warnings.join()).toContain('acknowledge: "shared-list:5" no longer applies; remove it');
  }),
  inBoth(17, "two active campaigns of one program on one known list fail at preview, at the second", async (stage) => {
    const list = await stage.madeList();
    const program = {
      q1: stage.campaign(list, { active: true }),
      q2: stage.campaign(list, { name: "Second", active: true }),
    };
    await stage.refuses(
      () => stage.engine.previewAll(program),
      `campaign "Second": list ${list} is also used by the active campaign "Fintech Q1" of this stack`,
      "bring up q1 alone first",
    );
    const id = await stage.made("q1", program.q1);
    await stage.refuses(() => stage.engine.previewAll(program), `acknowledge: ["shared-list:${id}"]`);
    const acknowledged = {
      ...program,
      q2: stage.campaign(list, { name: "Second", active: true, acknowledge: [`shared-list:${id}`] }),
    };
    await stage.engine.upAll(acknowledged);
    // Both run already: nothing new happens, so nothing is refused, in either order.
    expect(await stage.engine.previewAll({ q2: acknowledged.q2, q1: acknowledged.q1 })).toEqual({
      q1: "same",
      q2: "same",
    });
  }),
  inBoth(
    17,
    "if the preview could not know the list, the second one is refused when it would be created",
    async (stage) => {
      const list = await stage.madeList();
      const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
      const second = { name: "Second", active: true };
      expect(
        await stage.engine.previewAll({
          q1: stage.campaign(list, { active: true, listIds: [unknown] }),
          q2: stage.campaign(list, { ...second, listIds: [unknown] }),
        }),
      ).toEqual({ q1: "create", q2: "create" });
      await stage.engine.up("q1", stage.campaign(list, { active: true }));
      await stage.refuses(
        () => stage.engine.previewAll({ q1: stage.campaign(list, { active: true }), q2: stage.campaign(list, second) }),
        "shared-list:",
      );
    },
  ),
  inFull(17, "a list attached to an active campaign while another active one uses it", async (stage) => {
    const [one, two] = [await stage.madeList("one"), await stage.madeList("two")];
    const other = await stage.made("q1", stage.campaign(one, { active: true }));
    await stage.made("q2", stage.campaign(two, { name: "Second", active: true }));
    const attached = (acknowledge?: string[]) =>
      stage.campaign(two, { name: "Second", active: true, listIds: [one, two], acknowledge });
    await stage.forget();
    const text = await stage.refusal(stage.engine.up("q2", attached()));
    expect(text).toContain(`list ${one} is already used by an active campaign (id ${other})`);
    expect(await stage.writes()).toEqual([]);
    const inProgram = { q1: stage.campaign(one, { active: true }), q2: attached() };
    await stage.refuses(() => stage.engine.previewAll(inProgram), `shared-list:${other}`);
    expect((await stage.engine.up("q2", attached([`shared-list:${other}`]))).op).toBe("update");
  }),
  inFull(17, "a code that a campaign is off does not count while the service shows that it is on", async (stage) => {
    const list = await stage.madeList();
    const a = await stage.made("a", stage.campaign(list, { name: "A", active: true }));
    const d = stage.campaign(list, { name: "D", active: true, acknowledge: [`inactive:${a}`] });
    await stage.forget();
    await stage.refuses(stage.another().up("d", d), `by an active campaign (id ${a})`);
    expect(await stage.writes()).toEqual([]);
  }),
  inFull(17, "one that is taken over with active: true is refused beside another one on its lists", async (stage) => {
    const list = await stage.madeList();
    const id = await stage.made("off", stage.campaign(list, { name: "Off" }));
    const on = await stage.made("on", stage.campaign(list, { name: "On", active: true }));
    const taken = stage.campaign(list, { name: "Off", active: true, adopt: id });
    await stage.refuses(stage.another().up("taken", taken), `by an active campaign (id ${on})`);
  }),
  inFull(
    17,
    "a list is not attached beside a campaign that was switched on in the middle of the run",
    async (stage) => {
      const [one, two] = [await stage.madeList("one"), await stage.madeList("two")];
      const x = await stage.made("x", stage.campaign(two, { name: "X" }));
      await stage.made("b", stage.campaign(one, { name: "B", active: true }));
      const program = {
        first: stage.list({ name: "First" }),
        b: stage.campaign(one, { name: "B", active: true, listIds: [one, two] }),
      };
      const slow = { kind: "delay", method: "POST", path: "/v1/list", when: "after", milliseconds: 400 } as const;
      await stage.sandbox.fault(slow);
      const run = stage.refusal(stage.engine.upAllRefreshed(program));
      const made = async () => (await stage.sandbox.objects()).lists.some(({ name }) => name === "First");
      await expect.poll(made).toBe(true);
      await stage.sandbox.setActive({ campaignId: x, active: true });
      expect(await run).toContain(`by an active campaign (id ${x})`);
    },
  ),
  inSpecOnly(
    20,
    "a list passes from a campaign that is confirmed as off to the next one, in the same change and in a later one",
    async (stage) => {
      const { list, id } = await stage.madeCampaign({ active: true });
      await stage.addPerson(list);
      await stage.sandbox.advance({ days: 3 });
      await stage.sandbox.setActive({ campaignId: id, active: false });
      const q1 = stage.campaign(list, { active: false, acknowledge: [`inactive:${id}`] });
      const next = (args: object = {}) =>
        stage.campaign(list, { name: "Fintech Q2", active: true, steps: otherText, ...args });
      await stage.elsewhere().previewAll({ q1, q2: next() });
      // If it comes first, its own code states the same.
      const first = stage.elsewhere();
      const text = await stage.refusal(() => first.previewAll({ q2: next(), q1 }));
      expect(text).toContain(`or, if that one is off: acknowledge: ["inactive:${id}"]`);
      await first.previewAll({ q2: next({ acknowledge: [`inactive:${id}`] }), q1 });
      // Confirmed in one change, and declared beside it in the next one, on another machine.
      await stage.engine.up("q1", q1);
      const later = stage.elsewhere();
      await later.previewAll({ q1, q2: next() });
      expect((await later.upAll({ q1, q2: next() })).q2).toBe("create");
    },
  ),
  inSpecOnly(20, "a list passes in one run from a campaign that is confirmed as off", async (stage) => {
    const { list, id } = await stage.madeCampaign({ active: true });
    await stage.sandbox.setActive({ campaignId: id, active: false });
    const q1 = stage.campaign(list, { active: false, acknowledge: [`inactive:${id}`] });
    const q2 = stage.campaign(list, { name: "Fintech Q2", active: true, steps: otherText });
    await stage.elsewhere().previewAll({ q1, q2 }, { refresh: true });
    expect(await stage.elsewhere().upAllRefreshed({ q1, q2 })).toEqual({ q1: "update", q2: "create" });
    expect(await stage.elsewhere().upAll({ q1, q2 })).toEqual({ q1: "update", q2: "create" });
  }),
];
