import { expect } from "vitest";
import { type Case, delayed, inBoth, inFull, perMode, type Stage, steps } from "../stage";

/** A campaign that the program started and that was then switched off in the app. */
async function onceActive(stage: Stage, list: number): Promise<number> {
  const id = await stage.made("q1", stage.campaign(list, { active: true }));
  await stage.sandbox.setActive({ campaignId: id, active: false });
  await stage.engine.refresh("Campaign", "q1");
  return id;
}

/** A campaign that somebody ran for a day, unseen by the stack. */
async function ranUnseen(stage: Stage): Promise<{ id: number; list: number }> {
  const { list, id } = await stage.madeCampaign();
  await stage.addPerson(list);
  await stage.sandbox.setActive({ campaignId: id, active: true });
  await stage.sandbox.advance({ days: 2 });
  await stage.sandbox.setActive({ campaignId: id, active: false });
  await stage.forget();
  return { id, list };
}

/** Starting a campaign by creating a new one, and campaigns that may have run before. */
export const starting: readonly Case[] = [
  perMode(9, "a launch in the app is recorded, and every guard respects it", {
    async full(stage) {
      const { list, id } = await stage.madeCampaign();
      await stage.sandbox.setActive({ campaignId: id, active: true });
      await stage.engine.refresh("Campaign", "q1");
      expect(stage.engine.stored("Campaign", "q1").outputs).toMatchObject({
        active: true,
        recorded: expect.stringContaining('"everActive":true'),
      });
      const text = await stage.refusal(() => stage.engine.preview("q1", stage.campaign(list, { steps: delayed })));
      expect(text).toContain(`(id ${id}): changing steps[1].delayAfterLastStep replaces it, and it is active`);
    },
    async specOnly(stage) {
      const { list, id } = await stage.madeCampaign();
      await stage.sandbox.setActive({ campaignId: id, active: true });
      await stage.engine.refresh("Campaign", "q1");
      // It is not visible: a person has to check before it is replaced.
      expect(await stage.refusal(() => stage.engine.preview("q1", stage.campaign(list, { steps: delayed })))).toContain(
        `acknowledge: ["inactive:${id}"]`,
      );
      expect((await stage.engine.destroy("Campaign", "q1")).join()).toContain(
        "does not show whether somebody has switched it on since",
      );
    },
  }),
  perMode(12, "active: true replaces a campaign that never was active", {
    async full(stage) {
      const { list, id } = await stage.madeCampaign({ active: false });
      expect((await stage.engine.preview("q1", stage.campaign(list, { active: true }))).op).toBe("replace");
      await stage.engine.up("q1", stage.campaign(list, { active: true }));
      expect((await stage.sandbox.objects()).campaigns).toMatchObject([{ id, active: false }, { active: true }]);
    },
    async specOnly(stage) {
      const { list, id } = await stage.madeCampaign({ active: false });
      await stage.forget();
      const text = await stage.refusal(stage.engine.up("q1", stage.campaign(list, { active: true })));
      expect(text).toContain("an active campaign would replace it, and this service has no operation that shows");
      expect(text).toContain(`acknowledge: ["inactive:${id}"]`);
      expect(await stage.writes()).toEqual([]);
      const { op, warnings } = await stage.engine.up(
        "q1",
        stage.campaign(list, { active: true, acknowledge: [`inactive:${id}`] }),
      );
      expect(op).toBe("replace");
      expect(warnings.join()).toContain(`treated as inactive because "inactive:${id}" is acknowledged`);
    },
  }),
  inFull(12, "after switching it on in the app, a refresh is enough", async (stage) => {
    const { list, id } = await stage.madeCampaign({ active: false });
    await stage.sandbox.setActive({ campaignId: id, active: true });
    expect(await stage.engine.refresh("Campaign", "q1")).toEqual(["active"]);
    expect((await stage.engine.preview("q1", stage.campaign(list, { active: true }))).op).toBe("same");
    expect((await stage.engine.preview("q1", stage.campaign(list))).op).toBe("update");
  }),
  inFull(13, "replacing a campaign that was ever active with an active one is refused at preview", async (stage) => {
    const list = await stage.madeList();
    const id = await onceActive(stage, list);
    const text = await stage.refusal(() => stage.engine.preview("q1", stage.campaign(list, { active: true })));
    expect(text).toContain(`(id ${id}): an active campaign would replace it, and it was active before`);
    expect(text).toContain("Switch it on in the app, keep active: true in the program, and run `pulumi up --refresh`");
    expect(text).toContain('acknowledge: ["restart"] on the resource, or OUTREACH_ACKNOWLEDGE=restart');
    // The first way out.
    await stage.sandbox.setActive({ campaignId: id, active: true });
    expect((await stage.engine.upRefreshed("q1", stage.campaign(list, { active: true }))).op).toBe("same");
  }),
  inFull(13, "the code restart lifts it, in the program and for a run", async (stage) => {
    const list = await stage.madeList();
    await onceActive(stage, list);
    const changed = stage.campaign(list, { active: true, steps: delayed });
    const text = await stage.refusal(() => stage.engine.preview("q1", changed));
    expect(text).toContain("Revert the change, or create the new one with active: false");
    stage.engine.restart({ acknowledge: ["restart"] });
    expect((await stage.engine.preview("q1", changed)).op).toBe("replace");
    stage.engine.restart();
    const acknowledged = stage.campaign(list, { active: true, steps: delayed, acknowledge: ["restart"] });
    expect((await stage.engine.up("q1", acknowledged)).op).toBe("replace");
    expect((await stage.engine.preview("q1", acknowledged)).warnings.join()).toContain(
      'acknowledge: "restart" no longer applies; remove it',
    );
  }),
  perMode(13, "if only the log shows it, the update refuses, and also if the log cannot be read", {
    async full(stage) {
      const { id, list } = await ranUnseen(stage);
      const started = stage.campaign(list, { active: true });
      const text = await stage.refusal(stage.engine.up("q1", started));
      expect(text).toContain(`(id ${id}): an active campaign would replace it, and its log shows that it has run`);
      expect(text).toContain("Switch it on in the app, keep active: true");
      // The old one, if switched on, would have other texts.
      const changed = stage.campaign(list, { active: true, steps: steps.slice(0, 2) });
      await stage.refuses(stage.engine.up("q1", changed), "Revert the change, or create the new one with");
      await stage.sandbox.fault({ kind: "status", path: "/v1/campaign/*/logs", status: 403 });
      await stage.refuses(stage.engine.up("q1", started), "its log cannot be read");
      expect(await stage.writes()).toEqual([]);
      expect(stage.engine.stored("Campaign", "q1").id).toBe(String(id));
    },
    async specOnly(stage) {
      const { id, list } = await ranUnseen(stage);
      const started = stage.campaign(list, { active: true, acknowledge: [`inactive:${id}`] });
      const text = await stage.refusal(stage.engine.up("q1", started));
      expect(text).toContain(`(id ${id}): an active campaign would replace it, and its log shows that it has run`);
      await stage.sandbox.fault({ kind: "status", path: "/v1/campaign/*/logs", status: 403 });
      await stage.refuses(stage.engine.up("q1", started), "its log cannot be read");
      expect(await stage.writes()).toEqual([]);
      expect(stage.engine.stored("Campaign", "q1").id).toBe(String(id));
    },
  }),
  inBoth("acknowledge", "launch: never refuses active: true, also if it was unknown at preview", async (stage) => {
    const list = await stage.madeList();
    stage.engine.restart({ launch: "never" });
    const text = await stage.refusal(() => stage.engine.preview("q1", stage.campaign(list, { active: true })));
    expect(text).toContain("active: must not be `true` here: the setting launch is `never`");
    const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
    expect((await stage.engine.preview("q1", stage.campaign(list, { active: unknown }))).op).toBe("create");
  }),
];
