import { expect } from "vitest";
import { type Case, inBoth, inFull, perMode } from "./stage";

export const lists: readonly Case[] = [
  inBoth(1, "a list is created once, and the next run has no changes", async (stage) => {
    await stage.forget();
    expect((await stage.engine.up("leads", stage.list())).op).toBe("create");
    expect(await stage.writes()).toEqual(["POST /v1/list"]);
    const { id, outputs } = stage.engine.stored("List", "leads");
    expect(outputs.name).toBe("Fintech founders");
    const recorded = { version: 1, origin: stage.sandbox.url, actingUserId: "101", declared: ["name"] };
    expect(JSON.parse(String(outputs.recorded))).toMatchObject(recorded);
    expect((await stage.sandbox.objects()).lists.map((list) => String(list.id))).toEqual([id]);
    expect(await stage.engine.preview("leads", stage.list())).toEqual({ op: "same", warnings: [] });
  }),
  inBoth(2, "a new name fails at preview with both ways out", async (stage) => {
    const id = await stage.madeList("leads", { name: "Founders" });
    const text = await stage.refusal(() => stage.engine.preview("leads", stage.list({ name: "CEOs" })));
    expect(text).toContain(`list "Founders" (id ${id})`);
    const wayOut = { full: "Rename it in the app, then run `pulumi refresh`", specOnly: "Keep the old name" };
    expect(text).toContain(wayOut[stage.mode]);
    expect(text).toContain('acknowledge: ["rename"] on the resource, or OUTREACH_ACKNOWLEDGE=rename');
  }),
  perMode(2, "after a rename in the app, a refresh takes over the new name", {
    async full(stage) {
      const id = await stage.madeList("leads", { name: "Founders" });
      await stage.sandbox.renameList({ listId: id, name: "CEOs" });
      expect(await stage.engine.refresh("List", "leads")).toEqual(["name"]);
      expect((await stage.engine.preview("leads", stage.list({ name: "CEOs" }))).op).toBe("same");
    },
    async specOnly(stage) {
      const id = await stage.madeList("leads", { name: "Founders" });
      await stage.sandbox.renameList({ listId: id, name: "CEOs" });
      expect(await stage.engine.refresh("List", "leads")).toEqual([]);
      // The state cannot detect it: with the old name kept in the program, nothing changes.
      expect((await stage.engine.preview("leads", stage.list({ name: "Founders" }))).op).toBe("same");
    },
  }),
  inFull(
    2,
    "a name that the service stores in another Unicode form, or with other spaces, is the declared name",
    async (stage) => {
      const declared = stage.list({ name: "Caf\u00e9 founders" });
      const id = await stage.made("leads", declared);
      await stage.sandbox.renameList({ listId: id, name: "Cafe\u0301\u00a0 founders" });
      await stage.forget();
      expect(await stage.engine.refresh("List", "leads")).toEqual([]);
      expect((await stage.engine.preview("leads", declared)).op).toBe("same");
      expect(await stage.engine.upAllRefreshed({ leads: declared })).toEqual({ leads: "same" });
      // Another stack does not create it a second time, under the stored name or the declared one.
      for (const name of ["Cafe\u0301 founders", "Caf\u00e9 founders"]) {
        await stage.refuses(stage.another().up("leads", stage.list({ name })), `adopt: ${id}`);
      }
      const twice = { one: declared, other: stage.list({ name: "Cafe\u0301  founders" }) };
      await stage.refuses(() => stage.another().previewAll(twice), "it equals one of this program");
      expect(await stage.writes()).toEqual([]);
    },
  ),
  inBoth(2, "a list that was created under another form of the name counts as recorded", async (stage) => {
    const id = await stage.madeList("leads", { name: "Caf\u00e9 founders" });
    await stage.refuses(stage.another().up("other", stage.list({ name: "Cafe\u0301 founders " })), `adopt: ${id}`);
  }),
  perMode(2, "acknowledged, the new list is created first and campaigns move to it", {
    async full(stage) {
      const old = await stage.madeList("leads", { name: "Founders" });
      const campaign = await stage.made("q1", stage.campaign(old));
      await stage.forget();
      const renamed = stage.list({ name: "CEOs", acknowledge: ["rename"] });
      const preview = await stage.engine.preview("leads", renamed);
      expect(preview.op).toBe("replace");
      expect(preview.warnings.join()).toContain("a new, empty list replaces it");
      await stage.engine.up("leads", renamed);
      const id = Number(stage.engine.stored("List", "leads").id);
      expect((await stage.engine.up("q1", stage.campaign(id))).op).toBe("update");
      expect(await stage.writes()).toEqual(["POST /v1/list", "PATCH /v1/campaign/ID"]);
      expect((await stage.storedCampaign(campaign)).listIds).toEqual([id]);
      expect((await stage.sandbox.objects()).lists.map((list) => list.name)).toEqual(["Founders", "CEOs"]);
    },
    async specOnly(stage) {
      const old = await stage.madeList("leads", { name: "Founders" });
      await stage.made("q1", stage.campaign(old));
      await stage.engine.up("leads", stage.list({ name: "CEOs", acknowledge: ["rename"] }));
      const id = Number(stage.engine.stored("List", "leads").id);
      const text = await stage.refusal(stage.engine.up("q1", stage.campaign(id)));
      expect(text).toContain("has no operation that changes listIds");
      const off = `inactive:${stage.engine.stored("Campaign", "q1").id}`;
      expect(text).toContain(`acknowledge: ["${off}"]`);
      expect((await stage.engine.up("q1", stage.campaign(id, { acknowledge: [off] }))).op).toBe("replace");
    },
  }),
  perMode(2, "acknowledged and forced without a diff, the guards of a create still apply", {
    async full(stage) {
      const id = await stage.madeList("leads", { name: "Founders" });
      const text = await stage.refusal(stage.engine.up("leads", stage.list({ name: "Founders" }, { replace: true })));
      expect(text).toContain(`the account already holds the same list, id ${id}`);
    },
    async specOnly(stage) {
      await stage.madeList("leads", { name: "Founders" });
      // The records show it.
      const forced = stage.list({ name: "Founders" }, { replace: true });
      await stage.refuses(stage.engine.up("leads", forced), "has created a list of this name");
    },
  }),
  inBoth(2, "refused at preview while one of the program's active campaigns uses it", async (stage) => {
    const old = await stage.madeList("leads", { name: "Founders" });
    const campaign = await stage.made("q1", stage.campaign(old, { active: true }));
    const text = await stage.refusal(() =>
      stage.engine.previewAll({
        leads: stage.list({ name: "CEOs", acknowledge: ["rename"] }),
        q1: stage.campaign(old, { active: true }),
      }),
    );
    expect(text).toContain(`(id ${campaign}): it is active and uses list ${old}`);
    const wayOut = { full: "Switch the campaign off in the app and run `pulumi refresh`", specOnly: "Keep the name" };
    expect(text).toContain(wayOut[stage.mode]);
  }),
  perMode(2, "refused while somebody else's active campaign uses it", {
    async full(stage) {
      const old = await stage.madeList("leads", { name: "Founders" });
      const other = stage.another();
      await other.up("theirs", stage.campaign(old, { active: true }));
      await stage.forget();
      const renamed = stage.list({ name: "CEOs", acknowledge: ["rename"] });
      const text = await stage.refusal(stage.engine.up("leads", renamed));
      expect(text).toContain(`an active campaign (id ${other.stored("Campaign", "theirs").id}) uses that list`);
      expect(await stage.writes()).toEqual([]);
      await stage.sandbox.setActive({ campaignId: Number(other.stored("Campaign", "theirs").id), active: false });
      expect((await stage.engine.up("leads", renamed)).op).toBe("replace");
      // The same for an adopted one, which the state remembers after the program no longer does.
      await stage.sandbox.setActive({ campaignId: Number(other.stored("Campaign", "theirs").id), active: true });
      const adopter = stage.another();
      await adopter.up("old", stage.list({ name: "Founders", adopt: old }));
      await adopter.up("old", stage.list({ name: "Founders" }));
      const again = stage.list({ name: "Chairs", acknowledge: ["rename"] });
      await stage.refuses(adopter.up("old", again), "uses that list");
    },
    async specOnly(stage) {
      const old = await stage.madeList("leads", { name: "Founders" });
      const other = stage.another();
      await other.up("theirs", stage.campaign(old, { active: true }));
      // This machine's records show it.
      const text = await stage.refusal(stage.engine.up("leads", stage.list({ name: "CEOs", acknowledge: ["rename"] })));
      expect(text).toContain(`an active campaign (id ${other.stored("Campaign", "theirs").id}) uses that list`);
    },
  }),
  inBoth(3, "a deleted list leaves the state and stays in the account, with a warning", async (stage) => {
    const id = await stage.madeList("leads", { name: "Founders" });
    await stage.forget();
    const warnings = await stage.engine.destroy("List", "leads");
    expect(warnings.join()).toContain(`list "Founders" (id ${id}): the service has no operation that deletes a list`);
    expect(await stage.writes()).toEqual([]);
    expect((await stage.sandbox.counts()).lists).toBe(1);
  }),
];
