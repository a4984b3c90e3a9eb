import { expect } from "vitest";
import { type Case, inFull, inSpecOnly, otherText, type Stage } from "../stage";

/** The next response to a create of a campaign says that it runs, and it does. */
async function startsUnasked(stage: Stage): Promise<void> {
  await stage.sandbox.fault({ kind: "alter", method: "POST", path: "/v1/campaign", set: { active: true } });
}

/** Campaigns and agents that run although the program does not declare it. */
export const startedUnasked: readonly Case[] = [
  inFull(
    9,
    "a campaign that runs although it was declared inactive fails each run until somebody decides",
    async (stage) => {
      const list = await stage.madeList();
      for (const [name, active] of [
        ["q1", undefined],
        ["q2", false],
      ] as const) {
        await startsUnasked(stage);
        const wanted = stage.campaign(list, { name, active });
        const text = await stage.refusal(stage.engine.up(name, wanted));
        const { id, outputs } = stage.engine.stored("Campaign", name);
        expect(id).toMatch(/^\d+$/);
        expect(text).toContain(`it is running now (id ${id})`);
        expect(text).toContain("Switch it off in the app");
        expect(outputs.active).toBe(true);
        // The engine forces an update: it reads again, and fails until somebody has decided.
        await stage.sandbox.setActive({ campaignId: Number(id), active: true });
        expect(await stage.engine.preview(name, wanted)).toMatchObject({
          op: "update",
          warnings: [expect.stringContaining("this update fails until it is switched off in the app")],
        });
        await stage.refuses(stage.engine.up(name, wanted), "it is running, although the program");
        await stage.engine.refresh("Campaign", name);
        await stage.refuses(stage.engine.up(name, wanted), "it is running, although the program");
        await stage.sandbox.setActive({ campaignId: Number(id), active: false });
        expect((await stage.engine.up(name, wanted)).op).toBe("update");
        expect(stage.engine.stored("Campaign", name).outputs.active).toBe(false);
        expect((await stage.engine.preview(name, wanted)).op).toBe("same");
      }
    },
  ),
  inFull(
    9,
    "a campaign that runs without being declared active is accepted once the program declares it active",
    async (stage) => {
      const list = await stage.madeList();
      await startsUnasked(stage);
      await stage.refusal(stage.engine.up("q1", stage.campaign(list)));
      await stage.sandbox.setActive({ campaignId: Number(stage.engine.stored("Campaign", "q1").id), active: true });
      expect((await stage.engine.up("q1", stage.campaign(list, { active: true }))).op).toBe("update");
      expect((await stage.engine.preview("q1", stage.campaign(list, { active: true }))).op).toBe("same");
    },
  ),
  inSpecOnly(
    14,
    "a campaign that runs without being declared active is not replaced, which a preview reports, too",
    async (stage) => {
      const list = await stage.madeList();
      await startsUnasked(stage);
      await stage.refusal(stage.engine.up("q1", stage.campaign(list)));
      const id = stage.engine.stored("Campaign", "q1").id;
      const renamed = stage.campaign(list, { linkedinSeatId: 8 });
      await stage.refuses(() => stage.engine.preview("q1", renamed), `inactive:${id}`);
    },
  ),
  inFull(9, "after a response without the active flag, the campaign is read again", async (stage) => {
    const list = await stage.madeList();
    await stage.sandbox.fault({ kind: "alter", method: "POST", path: "/v1/campaign", remove: ["active"] });
    await stage.sandbox.fault({ kind: "alter", method: "GET", path: "/v1/campaign/*", set: { active: true } });
    await stage.refuses(stage.engine.up("q1", stage.campaign(list)), "it is running now");
  }),
  inFull(
    9,
    "an update that starts a campaign fails, an update of a campaign launched in the app does not",
    async (stage) => {
      const { list, id } = await stage.madeCampaign();
      await stage.sandbox.fault({ kind: "alter", method: "PATCH", path: "/v1/campaign/*", set: { active: true } });
      const changed = stage.campaign(list, { steps: otherText });
      await stage.refuses(stage.engine.up("q1", changed), `it is running now (id ${id})`);
      expect(stage.engine.stored("Campaign", "q1").outputs).toMatchObject({
        active: true,
        steps: [{}, {}, { message: "Good day [FirstName]" }],
      });
      expect((await stage.engine.up("q1", changed)).op).toBe("update");

      await stage.sandbox.setActive({ campaignId: id, active: true });
      await stage.engine.refresh("Campaign", "q1");
      expect((await stage.engine.up("q1", stage.campaign(list))).op).toBe("update");
    },
  ),
  inFull(
    6,
    "an agent that runs although it was declared paused fails the run, and the next run pauses it",
    async (stage) => {
      const list = await stage.madeList();
      await stage.sandbox.fault({ kind: "alter", method: "POST", path: "/v1/agent", set: { paused: false } });
      const wanted = stage.agent(list, { paused: true });
      const text = await stage.refusal(stage.engine.up("finder", wanted));
      expect(text).toContain(`the service shows it running (id ${stage.engine.stored("SourceAgent", "finder").id})`);
      await stage.patchByHand(`/v1/agent/${stage.engine.stored("SourceAgent", "finder").id}`, { paused: false });
      await stage.forget();
      expect((await stage.engine.up("finder", wanted)).op).toBe("update");
      expect(await stage.writes()).toEqual(["PATCH /v1/agent/ID"]);
    },
  ),
  inFull(
    9,
    "a lost create that a refresh finds runs without being declared active, although the listing omits that",
    async (stage) => {
      const list = await stage.madeList();
      const wanted = stage.campaign(list, { active: false });
      await stage.loseUnlisted("q1", wanted);
      const id = (await stage.sandbox.objects()).campaigns.at(-1)?.id ?? 0;
      await stage.sandbox.setActive({ campaignId: id, active: true });
      const untold = { kind: "alter", method: "GET", path: "/v1/campaign", set: { active: null } } as const;
      await stage.sandbox.fault({ ...untold, count: 9 });
      await stage.engine.refresh("Campaign", "q1");
      expect(stage.engine.warnings.join()).toContain(`it is running now (id ${id})`);
      await stage.refuses(stage.engine.up("q1", wanted), "it is running, although the program did not");
    },
  ),
];
