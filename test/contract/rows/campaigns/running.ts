import { expect } from "vitest";
import { type Case, delayed, inBoth, inSpecOnly, perMode, steps } from "../stage";

/** A running campaign is neither stopped, replaced nor deleted. */
export const running: readonly Case[] = [
  perMode(14, "active: false on a running one fails at preview; off in the app and refreshed, it is accepted", {
    async full(stage) {
      const { list, id } = await stage.madeCampaign({ active: true });
      const text = await stage.refusal(() => stage.engine.preview("q1", stage.campaign(list, { active: false })));
      expect(text).toContain(`campaign "Fintech Q1" (id ${id}): it is active`);
      expect(text).toContain("Switch it off in the app, then run `pulumi refresh`");
      expect(text).toContain("write active: true (or remove active)");
      await stage.sandbox.setActive({ campaignId: id, active: false });
      expect(await stage.engine.refresh("Campaign", "q1")).toEqual(["active"]);
      expect((await stage.engine.preview("q1", stage.campaign(list, { active: false }))).op).toBe("same");
    },
    async specOnly(stage) {
      const { list, id } = await stage.madeCampaign({ active: true });
      const text = await stage.refusal(() => stage.engine.preview("q1", stage.campaign(list, { active: false })));
      expect(text).toContain(`campaign "Fintech Q1" (id ${id}): it is active`);
      expect((await stage.engine.preview("q1", stage.campaign(list))).op).toBe("update");
      // To replace it: codes that it is off, and that its people may start again.
      const changed = (...acknowledge: string[]) =>
        stage.campaign(list, { active: true, steps: steps.slice(0, 2), acknowledge });
      await stage.refuses(() => stage.engine.preview("q1", changed()), `inactive:${id}`);
      await stage.refuses(() => stage.engine.preview("q1", changed(`inactive:${id}`)), "restart");
      expect((await stage.engine.up("q1", changed(`inactive:${id}`, "restart"))).op).toBe("replace");
    },
  }),
  inBoth(14, "anything that replaces a running one fails at preview", async (stage) => {
    const { list, id } = await stage.madeCampaign({ active: true });
    await stage.forget();
    const changed = stage.campaign(list, { active: true, steps: delayed, acknowledge: ["restart"] });
    const text = await stage.refusal(() => stage.engine.preview("q1", changed));
    expect(text).toContain(`(id ${id}): changing steps[1].delayAfterLastStep replaces it, and it is active`);
    expect(text).toContain("Revert the change");
  }),
  perMode(14, "in a replacement without a diff, the delete keeps a running one, before anything is created", {
    async full(stage) {
      const { list, id } = await stage.madeCampaign({ active: true });
      await stage.forget();
      await stage.refuses(
        stage.engine.up("q1", stage.campaign(list, { active: true }, { replace: true })),
        `Deleting campaign "Fintech Q1" (id ${id}): it is active`,
      );
      expect(await stage.writes()).toEqual([]);
      // Switched off, its people still must not start again.
      await stage.sandbox.setActive({ campaignId: id, active: false });
      const again = stage.campaign(list, { active: true }, { replace: true });
      await stage.refuses(stage.engine.up("q1", again), "it was active before");
      const inactive = stage.campaign(list, { active: false }, { replace: true });
      expect((await stage.engine.up("q1", inactive)).op).toBe("replace");
    },
    async specOnly(stage) {
      const { list, id } = await stage.madeCampaign({ active: true });
      await stage.forget();
      const again = stage.campaign(list, { active: true }, { replace: true });
      const text = await stage.refusal(stage.engine.up("q1", again));
      expect(text).toContain("it was active, and this service has no operation that shows whether it still is");
      // Both codes at once.
      expect(text).toContain(`acknowledge: ["inactive:${id}", "restart"]`);
      stage.engine.restart({ acknowledge: [`inactive:${id}`] });
      await stage.refuses(stage.engine.up("q1", again), "it was active before");
      expect(await stage.writes()).toEqual([]);
      stage.engine.restart({ acknowledge: [`inactive:${id}`, "restart"] });
      expect((await stage.engine.up("q1", again)).op).toBe("replace");
    },
  }),
  perMode(14, "a replacement with retainOnDelete is refused at preview; forced, the twin guard holds", {
    async full(stage) {
      const list = await stage.madeList();
      const retained = { retainOnDelete: true };
      // The engine uses the option in the state.
      const id = await stage.made("q1", stage.campaign(list, {}, retained));
      await stage.refuses(
        () => stage.engine.preview("q1", stage.campaign(list, { steps: delayed }, retained)),
        "with retainOnDelete the old one is never checked",
        "Remove retainOnDelete",
      );
      const forced = stage.campaign(list, {}, { ...retained, replace: true });
      await stage.refuses(stage.engine.up("q1", forced), `already holds the same campaign, id ${id}`);
    },
    async specOnly(stage) {
      const { list } = await stage.madeCampaign();
      const changed = stage.campaign(list, { steps: delayed }, { retainOnDelete: true });
      await stage.refuses(() => stage.engine.preview("q1", changed), "Remove retainOnDelete");
    },
  }),
  perMode(15, "a deleted inactive campaign leaves the state and stays in the account, with a warning", {
    async full(stage) {
      const { id } = await stage.madeCampaign();
      await stage.forget();
      const warnings = await stage.engine.destroy("Campaign", "q1");
      expect(warnings).toEqual([
        `campaign "Fintech Q1" (id ${id}): the service has no operation that deletes a campaign. It leaves the state; the campaign stays in the account.`,
      ]);
      expect(await stage.writes()).toEqual([]);
    },
    async specOnly(stage) {
      const { id } = await stage.madeCampaign();
      const warnings = (await stage.engine.destroy("Campaign", "q1")).join("\n");
      expect(warnings).toContain(
        `(id ${id}): it was created inactive; this service does not show whether somebody has switched it on since`,
      );
      expect(warnings).toContain("It leaves the state; the campaign stays in the account");
    },
  }),
  perMode(16, "a running campaign is not deleted", {
    async full(stage) {
      const { id } = await stage.madeCampaign();
      // The state does not show it.
      await stage.sandbox.setActive({ campaignId: id, active: true });
      const text = await stage.refusal(stage.engine.destroy("Campaign", "q1"));
      expect(text).toContain(`Deleting campaign "Fintech Q1" (id ${id}): it is active`);
      expect(text).toContain("Switch it off in the app");
      expect(text).toContain(`\`pulumi state delete '${stage.engine.urn("Campaign", "q1")}'\``);
      await stage.sandbox.setActive({ campaignId: id, active: false });
      expect(await stage.engine.destroy("Campaign", "q1")).toHaveLength(1);
    },
    async specOnly(stage) {
      const { id } = await stage.madeCampaign({ active: true });
      const text = await stage.refusal(stage.engine.destroy("Campaign", "q1"));
      expect(text).toContain("it was active, and this service has no operation that shows whether it still is");
      expect(text).toContain(`OUTREACH_ACKNOWLEDGE=inactive:${id} for one run`);
      expect(text).toContain("pulumi state delete");
      stage.engine.restart({ acknowledge: [`inactive:${id}`] });
      expect((await stage.engine.destroy("Campaign", "q1")).join()).toContain("treated as inactive because");
    },
  }),
  inSpecOnly(16, "a campaign that is recorded as active is not released because of an edited state", async (stage) => {
    const { id } = await stage.madeCampaign({ active: true });
    const stored = stage.engine.stored("Campaign", "q1");
    const { everActive: _ever, ...record } = JSON.parse(String(stored.outputs.recorded));
    const outputs = { ...stored.outputs, active: false, recorded: JSON.stringify(record) };
    stage.engine.state.set(stage.engine.urn("Campaign", "q1"), { ...stored, outputs });
    await stage.refuses(stage.engine.destroy("Campaign", "q1"), `inactive:${id}`);
  }),
];
