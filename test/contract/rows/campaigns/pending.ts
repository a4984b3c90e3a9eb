import { expect } from "vitest";
import { type Case, inFull, inSpecOnly, perMode } from "../stage";

/** A create of a campaign whose response was lost. */
export const pending: readonly Case[] = [
  inSpecOnly("pending", "a lost create is settled by its name and its lists, not by a namesake's", async (stage) => {
    const [one, two] = [await stage.madeList("one"), await stage.madeList("two")];
    await stage.lose("q1", stage.campaign(one, { active: true }));
    const namesake = stage.campaign(two, { active: true, acknowledge: ["twin:none"] });
    expect((await stage.engine.up("q2", namesake)).op).toBe("create");
    const other = stage.campaign(one, { name: "Other", active: true });
    await stage.refuses(stage.another().up("other", other), "was cut off while it created an active");
  }),
  inSpecOnly(17, "a pending active campaign counts as running", async (stage) => {
    const list = await stage.madeList();
    const pending = stage.campaign(list, { active: true });
    await stage.lose("q1", pending);
    await stage.forget();
    const second = stage.campaign(list, { name: "Second", active: true });
    await stage.refuses(() => stage.engine.previewAll({ q1: pending, second }), "whose creation is still pending");
    await stage.refuses(() => stage.engine.previewAll({ second, q1: pending }), "whose creation is still pending");
    // This stack has it in the state, and another one sees it in the records.
    await stage.refuses(stage.engine.up("second", second), "whose creation is still pending");
    expect(await stage.refusal(stage.another().up("second", second))).toContain(
      "an earlier run was cut off while it created an active campaign for the same list",
    );
    expect(await stage.writes()).toEqual([]);
  }),
  perMode("pending", "a pending active campaign is not dropped while it may run, and never silently", {
    async full(stage) {
      const list = await stage.madeList();
      await stage.sandbox.fault({ kind: "reset", when: "before", method: "POST", path: "/v1/campaign" });
      await stage.answers("GET /v1/campaign", 503, { skip: 1, count: 50 });
      await stage.refusal(stage.engine.up("q1", stage.campaign(list, { active: true })));
      expect(stage.engine.stored("Campaign", "q1").id).toMatch(/^pending-/);
      const text = await stage.refusal(stage.engine.destroy("Campaign", "q1"));
      expect(text).toContain("its creation is still pending");
      expect(text).toContain("If it took effect, it is running");
      expect(text).toContain("remove it from the program as well");
      await stage.sandbox.clearFaults();
      expect(await stage.engine.destroy("Campaign", "q1")).toContainEqual(
        expect.stringContaining("its pending creation did not take effect, so it leaves the state"),
      );
    },
    async specOnly(stage) {
      const list = await stage.madeList();
      await stage.sandbox.fault({ kind: "reset", when: "after", method: "POST", path: "/v1/campaign" });
      const text = await stage.refusal(stage.engine.up("q1", stage.campaign(list, { active: true })));
      expect(text).toContain("Look in the app. If it is there: adopt: <its id>.");
      expect(text).not.toContain("refresh");
      await stage.refuses(stage.engine.destroy("Campaign", "q1"), "If it took effect, it is running");
      stage.engine.restart({ acknowledge: ["twin:none"] });
      expect(await stage.engine.destroy("Campaign", "q1")).toContainEqual(
        expect.stringContaining('"twin:none" is acknowledged'),
      );
    },
  }),
  inSpecOnly("pending", "a code from before a create was lost does not determine its outcome", async (stage) => {
    const list = await stage.madeList();
    const wanted = stage.campaign(list, { acknowledge: ["twin:none"] });
    await stage.lose("q1", wanted);
    await stage.forget();
    const pending = await stage.refusal(stage.engine.up("q1", stage.campaign(list, { acknowledge: [] })));
    await stage.engine.refresh("Campaign", "q1");
    const code = /"(twin:none:\w+)"/.exec(stage.engine.warnings.join())?.[1];
    expect(pending).toContain(`acknowledge: ["${code}"] on the resource`);
    // The same for a killed run: the state has nothing, but the records do.
    stage.engine.state.delete(stage.engine.urn("Campaign", "q1"));
    const text = await stage.refusal(stage.engine.up("q1", wanted));
    expect(text).toContain(`acknowledge: ["${code}"] on the resource`);
    expect(text).toContain('The acknowledged "twin:none" was written before the create was sent and does not count.');
    // Nor does it after a run without it, even if the lists have changed since.
    const changed = stage.campaign(await stage.madeList("other"), { acknowledge: ["twin:none"] });
    await stage.forget();
    for (const again of [stage.campaign(list), wanted, changed]) {
      await stage.refuses(stage.engine.up("q1", again), "an earlier run was cut off");
    }
    expect(await stage.writes()).toEqual([]);
    const acknowledge = [code];
    expect((await stage.engine.up("q1", stage.campaign(list, { acknowledge }))).op).toBe("create");
    await stage.engine.destroy("Campaign", "q1");
  }),
  inFull(
    "pending",
    "a campaign that is in the state under another name is not the object of a lost create",
    async (stage) => {
      const [list, path] = [await stage.madeList(), "/v1/campaign"];
      const adopt = await stage.madeByHand(list);
      const taken = stage.campaign(list, { name: "By hand", adopt });
      await stage.engine.up("taken", taken);
      await stage.sandbox.fault({ kind: "omit", path, ids: [adopt], count: 9 });
      await stage.sandbox.fault({ kind: "reset", when: "before", method: "POST", path });
      const lost = stage.campaign(list, { name: "Lost" });
      await stage.refusal(stage.engine.up("lost", lost));
      await stage.sandbox.clearFaults();
      // Only the state and this run show this machine the owner of the other one.
      const program = { taken: stage.campaign(list, { name: "By hand" }), lost };
      expect((await stage.elsewhere().upAllRefreshed(program)).lost).toBe("create");
    },
  ),
];
