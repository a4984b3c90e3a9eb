import { expect } from "vitest";
import { type Case, delayed, inBoth, inFull, inSpecOnly, perMode } from "../stage";

/** Taking over a campaign that may run, or that uses lists that the program does not name. */
export const adopting: readonly Case[] = [
  inBoth(21, "the object of a failed adoption stays managed", async (stage) => {
    const list = await stage.madeList();
    const id = await stage.made("old", stage.campaign(list, { active: true }));
    const wrong = stage.campaign(list, { name: "Other", adopt: id, active: false });
    const program = { leads: stage.list({ name: "List leads" }), fresh: wrong };
    await stage.refuses(stage.engine.upContinuing(program), "is to adopt it, and has not done so");
    expect(stage.engine.stored("Campaign", "old").id).toBe(String(id));
  }),
  inBoth(
    21,
    "a campaign's recorded lists are not forgotten when a program that omits them adopts it",
    async (stage) => {
      const [one, two] = [await stage.madeList("one"), await stage.madeList("two")];
      const id = await stage.made("q1", stage.campaign(one, { listIds: [one, two], active: true }));
      const adopted = stage.campaign(one, { active: true, adopt: id });
      const { warnings } = await stage.another().up("taken", adopted);
      expect(warnings).toContainEqual(expect.stringContaining(`also uses list ${two}, which the program does not`));
      const d = stage.campaign(two, { name: "D", active: true });
      await stage.refuses(stage.another().up("d", d), `by an active campaign (id ${id})`);
    },
  ),
  perMode(21, "adopting a running campaign is reported, and it counts as running", {
    async full(stage) {
      const list = await stage.madeList();
      const id = await stage.madeByHand(list, { active: true });
      const adopted = stage.campaign(list, { name: "By hand", adopt: id });
      const second = stage.campaign(list, { name: "Second", active: true });
      await stage.refuses(() => stage.engine.previewAll({ second, adopted }), `shared-list:${id}`);
      const { warnings } = await stage.engine.up("adopted", adopted);
      expect(warnings).toContainEqual(
        `campaign "By hand" (id ${id}): it is running; its lists are taken from the program.`,
      );
      await stage.refuses(stage.another().up("second", second), `by an active campaign (id ${id})`);
    },
    async specOnly(stage) {
      const list = await stage.madeList();
      const id = await stage.madeByHand(list, { active: true });
      // A guess would be recorded as a fact.
      const untold = stage.campaign(list, { name: "By hand", adopt: id });
      const asked = "does not show whether it runs, and the program does not declare active";
      await stage.refuses(stage.engine.up("adopted", untold), asked);
      const adopted = stage.campaign(list, { name: "By hand", active: true, adopt: id });
      const second = stage.campaign(list, { name: "Second", active: true });
      for (const program of [
        { second, adopted },
        { adopted, second },
      ]) {
        await stage.refuses(() => stage.engine.previewAll(program), `shared-list:${id}`);
      }
      const { warnings } = await stage.engine.up("adopted", adopted);
      expect(warnings.join()).toContain("does not show whether it runs, so it counts as running");
      expect(warnings.join()).toContain("If the id is wrong: `pulumi state delete");
      // From here on the state shows it at preview.
      const another = stage.campaign(list, { name: "Another", adopt: id + 1 });
      await stage.refuses(() => stage.engine.previewAll({ adopted, another }), asked);
      await stage.refuses(stage.another().up("second", second), `by an active campaign (id ${id})`);
      await stage.refuses(stage.engine.destroy("Campaign", "adopted"), `inactive:${id}`);
    },
  }),
  inFull(
    21,
    "an adopted campaign that the service does not show counts as running, also with active: false",
    async (stage) => {
      const { list, id } = await stage.madeCampaign({ active: true });
      const adopted = stage.campaign(list, { active: false, adopt: id });
      const hide = { kind: "alter", method: "GET", path: "/v1/campaign/*", set: { active: null } } as const;
      await stage.sandbox.fault(hide);
      await stage.refuses(stage.another().up("taken", adopted), `acknowledge: ["inactive:${id}"]`);
    },
  ),
  inFull(
    21,
    "a campaign that ran and is taken over while it is off is not replaced by an active one",
    async (stage) => {
      const list = await stage.madeList();
      const wanted = stage.campaign(list, { active: true });
      const id = await stage.made("q1", wanted);
      await stage.sandbox.setActive({ campaignId: id, active: false });
      stage.engine.state.delete(stage.engine.urn("Campaign", "q1"));
      stage.engine.restart({ adopt: "twin" });
      await stage.engine.up("q1", wanted);
      stage.engine.restart();
      await stage.forget();
      await stage.engine.refresh("Campaign", "q1");
      await stage.refuses(() => stage.engine.preview("q1", wanted), "Switch it on in the app");
      expect(await stage.writes()).toEqual([]);
    },
  ),
  inBoth(21, "taking over a running campaign beside another one on its list is reported", async (stage) => {
    const list = await stage.madeList();
    const runs = await stage.made("runs", stage.campaign(list, { name: "Runs", active: true }));
    const acknowledge = [`shared-list:${runs}`];
    const id = await stage.made("q1", stage.campaign(list, { active: true, acknowledge }));
    const untold = stage.campaign(list, { adopt: id });
    const other = stage.another();
    if (stage.mode === "full") {
      const { warnings } = await other.upIn("other", "q1", untold);
      expect(warnings.join()).toContain(`already used by an active campaign (id ${runs})`);
    } else {
      const running = stage.campaign(list, { active: true, adopt: id });
      await stage.refuses(other.upIn("other", "q1", running), `already used by an active campaign (id ${runs})`);
    }
  }),
  inSpecOnly(
    21,
    "a campaign is not taken over with lists other than its original ones, if the service shows none",
    async (stage) => {
      const [one, two] = [await stage.madeList("one"), await stage.madeList("two")];
      const id = await stage.made("q1", stage.campaign(one));
      await stage.forget();
      const other = stage.another();
      const wrong = await stage.refusal(other.upIn("other", "q1", stage.campaign(two, { active: false, adopt: id })));
      expect(wrong).toContain(`id ${id} uses list ${one}, and the program declares only list ${two}`);
      expect(await stage.writes()).toEqual([]);
      const acknowledge = [`inactive:${id}`];
      const both = stage.campaign(two, { listIds: [one, two], active: false, adopt: id, acknowledge });
      await other.upIn("other", "q1", both);
      expect(other.stored("Campaign", "q1").id).toBe(String(id));
      expect(await stage.writes()).toEqual([]);
    },
  ),
  inFull(
    20,
    "an active twin is taken over by its id, or by the run's setting once it is switched off",
    async (stage) => {
      const list = await stage.madeList();
      const active = stage.campaign(list, { active: true });
      const id = await stage.made("q1", active);
      const engine = stage.another();
      const text = await stage.refusal(engine.up("q1", active));
      expect(text).toContain(`id ${id}, which is active; nothing was sent`);
      expect(text).toContain("OUTREACH_ADOPT=twin for one run, once it is switched off in the app");
      engine.restart({ adopt: "twin" });
      await stage.refuses(engine.up("q1", active), "is active");
      await stage.sandbox.setActive({ campaignId: id, active: false });
      const { warnings } = await engine.up("q1", active);
      expect(engine.stored("Campaign", "q1").id).toBe(String(id));
      expect(warnings.join()).toContain(`(id ${id}): it is inactive, and the program declares active: true`);
      engine.restart();
      // The program declares no change, so the service's different values are no reason to suggest a replacement.
      expect(await engine.preview("q1", active)).toEqual({ op: "same", warnings: [] });
      await stage.sandbox.setActive({ campaignId: id, active: true });
      expect((await engine.upRefreshed("q1", active)).op).toBe("same");
    },
  ),
  inFull(21, "a replacement while adopt is set fails at preview", async (stage) => {
    const { list, id } = await stage.madeCampaign();
    const engine = stage.another();
    await engine.up("q1", stage.campaign(list, { adopt: id }));
    const changed = (adopt?: number) => stage.campaign(list, { steps: delayed, adopt });
    const text = await stage.refusal(() => engine.preview("q1", changed(id)));
    expect(text).toContain(`(id ${id}): changing steps replaces it, and adopt is still set`);
    expect(text).toContain("Remove adopt from the program");
    expect((await engine.preview("q1", changed())).op).toBe("replace");
  }),
];
