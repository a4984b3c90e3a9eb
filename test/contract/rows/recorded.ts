import { expect } from "vitest";
import { type Case, inBoth, inSpecOnly, otherText, perMode } from "./stage";

/** The records for a new object's name, if the service lists none. */
export const recorded: readonly Case[] = [
  inSpecOnly(
    20,
    "a second stack with the same program creates no second list and no second campaign on it",
    async (stage) => {
      const list = await stage.madeList("leads", { name: "Founders" });
      const q1 = stage.campaign(list, { active: true });
      const id = await stage.made("q1", q1);
      const other = stage.another();
      await stage.forget();
      const text = await stage.refusal(other.upIn("other", "leads", stage.list({ name: "Founders" })));
      expect(text).toContain(`Creating list "Founders": runs have recorded a list of this name (id ${list})`);
      expect(text).toContain(`Another stack has created it: use its id here instead of declaring it twice`);
      expect(text).toContain(`adopt: ${list}.`);
      // Every code at once, including those for the start of the campaign.
      const campaign = await stage.refusal(other.upIn("other", "q1", q1));
      expect(campaign).toContain(`a campaign of this name for the same list (id ${id})`);
      expect(campaign).toContain(
        `(the same people would be written to twice): acknowledge: ["twin:${id}", "shared-list:${id}"] on`,
      );
      // The same for one that never starts.
      expect(await stage.refusal(other.upIn("other", "q1", stage.campaign(list)))).toContain(
        `To create another one beside it: acknowledge: ["twin:${id}"] on`,
      );
      // A run's setting takes nothing from another stack.
      for (const step of [stage.list({ name: "Founders" }), q1]) {
        await stage.refuses(stage.another({ adopt: "twin" }).upIn("third", "x", step), "has created it");
      }
      expect(await stage.writes()).toEqual([]);
      const both = { ...q1, args: { ...q1.args, acknowledge: [`twin:${id}`, `shared-list:${id}`] } };
      expect((await other.upIn("other", "q1", both)).op).toBe("create");
    },
  ),
  perMode(
    20,
    "a campaign that is recorded as off and not listed is read by its id before another one starts on its list",
    {
      async full(stage) {
        const list = await stage.madeList();
        const spring = await stage.made("spring", stage.campaign(list, { name: "Spring", active: false }));
        await stage.sandbox.setActive({ campaignId: spring, active: true });
        const path = "/v1/campaign";
        const unlisted = { kind: "status", method: "GET", path, status: 405, count: 9 } as const;
        const omitted = { kind: "omit" as const, path, ids: [spring], count: 9 };
        for (const [index, fault] of [unlisted, omitted].entries()) {
          await stage.sandbox.fault(fault);
          await stage.forget();
          const autumn = stage.campaign(list, { name: "Autumn", active: true });
          // No code overrides what the service shows at the campaign's own address.
          const other = stage.another({ acknowledge: [`inactive:${spring}`] });
          const text = await stage.refusal(other.upIn(`other${index}`, "autumn", autumn));
          expect(text).toContain(`list ${list} is already used by an active campaign (id ${spring})`);
          expect(text).not.toContain("inactive:");
          expect(await stage.writes()).toEqual([]);
          expect(await stage.reads()).toContain(`GET /v1/campaign/${spring}`);
          await stage.sandbox.clearFaults();
        }
      },
      async specOnly(stage) {
        const list = await stage.madeList();
        await stage.made("spring", stage.campaign(list, { name: "Spring", active: false }));
        await stage.made("summer", stage.campaign(list, { name: "Summer", active: false }));
        await stage.forget();
        const autumn = stage.campaign(list, { name: "Autumn", active: true });
        await stage.another().upIn("other", "autumn", autumn);
        // The service cannot read campaigns by id, so they are not requested one by one.
        const asked = (await stage.reads()).filter((read) => /^GET \/v1\/campaign\/\d+$/.test(read));
        expect(asked).toHaveLength(1);
        expect(await stage.writes()).toEqual(["POST /v1/campaign"]);
      },
    },
  ),
  inBoth(20, "one refusal of a twin names every code, also for other campaigns that run on the list", async (stage) => {
    const list = await stage.madeList();
    const q1 = stage.campaign(list, { active: true });
    const id = await stage.made("q1", q1);
    const beside = { name: "Autumn", active: true, acknowledge: [`shared-list:${id}`] };
    const autumn = await stage.made("autumn", stage.campaign(list, beside));
    await stage.forget();
    const other = stage.another();
    const codes = [`twin:${id}`, `shared-list:${id}`, `shared-list:${autumn}`];
    expect(await stage.refusal(other.upIn("other", "q1", q1))).toContain(
      `acknowledge: [${codes.map((code) => `"${code}"`).join(", ")}] on`,
    );
    expect(await stage.writes()).toEqual([]);
    await other.upIn("other", "q1", { ...q1, args: { ...q1.args, acknowledge: codes } });
    expect(await stage.writes()).toEqual(["POST /v1/campaign"]);
  }),
  inSpecOnly(
    20,
    "an object that the records cannot distinguish from another is created with a warning that names that one",
    async (stage) => {
      const [one, two] = [await stage.madeList("one"), await stage.madeList("two")];
      const finder = await stage.made("finder", stage.agent(one));
      const q1 = await stage.made("q1", stage.campaign(one));
      const other = stage.another();
      expect((await other.upIn("other", "finder", stage.agent(one))).warnings.join()).toContain(
        `runs have recorded another source agent of this name (id ${finder})`,
      );
      expect((await other.upIn("other", "q1", stage.campaign(two))).warnings.join()).toContain(
        `runs have recorded another campaign of this name (id ${q1})`,
      );
      // Also one that shares a single list.
      const shared = stage.campaign(two, { listIds: [two, one], steps: otherText });
      await stage.refuses(stage.another().upIn("third", "q1", shared), `(ids ${q1}, `);
      // A deleted agent does not count.
      await stage.engine.destroy("SourceAgent", "finder");
      const again = await stage.engine.up("finder", stage.agent(one));
      expect(again.warnings.join()).not.toContain(`id ${finder}`);
    },
  ),
  inSpecOnly(
    20,
    "an object that another resource in the program manages is not created a second time",
    async (stage) => {
      const leads = stage.list({ name: "Founders" });
      const list = await stage.made("leads", leads);
      const finder = stage.agent(list);
      const q1 = stage.campaign(list);
      await stage.engine.upAll({ leads, finder, q1 });
      await stage.forget();
      const { engine } = stage;
      for (const [name, step] of Object.entries({ leads, finder, q1 })) {
        const id = engine.stored(step.kind, name).id;
        const text = await stage.refusal(engine.upAll({ leads, finder, q1, copy: step }));
        expect(text).toContain(`(id ${id}), which this service does not show`);
        expect(text).toContain("Another resource of this program manages it: use its id here");
        // Nor is it adopted as the only one with its name.
        engine.restart({ adopt: "twin" });
        await stage.refuses(engine.upAll({ leads, finder, q1, copy: step }), "Nothing was sent");
        engine.restart();
      }
      expect(await stage.writes()).toEqual([]);
      const beside = stage.agent(list, { acknowledge: [`twin:${engine.stored("SourceAgent", "finder").id}`] });
      expect((await engine.upAll({ leads, finder, q1, copy: beside })).copy).toBe("create");
      // Different content distinguishes them.
      const other = stage.campaign(list, { steps: otherText });
      const program = { leads, finder, q1, copy: beside, other };
      expect((await engine.upAll(program)).other).toBe("create");
      expect(engine.warnings.join()).toContain("runs have recorded another campaign of this name");
    },
  ),
  inSpecOnly(
    20,
    "adopt: twin takes over the only recorded object, but none that is recorded as active",
    async (stage) => {
      const list = await stage.madeList("leads", { name: "Founders" });
      const off = await stage.made("off", stage.campaign(list, { name: "Off" }));
      const on = await stage.made("on", stage.campaign(list, { name: "On", active: true }));
      const finder = await stage.made("finder", stage.agent(list));
      const byTwin = { adopt: "twin" } as const;
      await stage.forget();
      const other = stage.another();
      for (const [name, step, id] of [
        ["leads", stage.list({ name: "Founders", ...byTwin }), list],
        ["off", stage.campaign(list, { name: "Off", active: false, ...byTwin }), off],
        ["finder", stage.agent(list, byTwin), finder],
      ] as const) {
        const { warnings } = await other.upIn("other", name, step);
        expect(warnings.join()).toContain("another stack has created");
        expect(other.stored(step.kind, name).id).toBe(String(id));
      }
      // In the stack that has released it, by the run's setting.
      stage.engine.restart({ acknowledge: [`inactive:${on}`] });
      await stage.engine.destroy("Campaign", "on");
      const again = stage.campaign(list, { name: "On", active: false });
      stage.engine.restart({ adopt: "twin" });
      await stage.engine.up("on", again);
      expect(stage.engine.stored("Campaign", "on").id).toBe(String(on));
      // Two with the same name: a person decides.
      expect(await stage.writes()).toEqual([]);
      const second = stage.campaign(list, { name: "Off", acknowledge: [`twin:${off}`] });
      await stage.another().upIn("third", "second", second);
      expect(
        await stage.refusal(stage.another().upIn("fourth", "off", stage.campaign(list, { name: "Off", ...byTwin }))),
      ).toContain(`(ids ${off}, `);
    },
  ),
  inSpecOnly(
    20,
    "one that is recorded as active is taken over by its id, or once it is acknowledged as off",
    async (stage) => {
      const { list, id } = await stage.madeCampaign({ active: true });
      const byTwin = stage.campaign(list, { active: false, adopt: "twin" });
      const other = stage.another();
      await stage.refuses(other.upIn("other", "q1", byTwin), `adopt: ${id}.`);
      other.restart({ acknowledge: [`inactive:${id}`] });
      await other.upIn("other", "q1", byTwin);
      expect(other.stored("Campaign", "q1").id).toBe(String(id));
    },
  ),
];
