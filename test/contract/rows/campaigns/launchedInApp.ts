import { expect } from "vitest";
import type { TestStack } from "../../../support/testStack";
import { type Case, delayed, inFull, inSpecOnly, otherText, type Stage, steps } from "../stage";

/** A campaign that no run has started, and that somebody launched in the app so that it runs. */
async function launched(stage: Stage, id: number | string, list: number): Promise<void> {
  await stage.addPerson(list);
  await stage.sandbox.setActive({ campaignId: Number(id), active: true });
  await stage.sandbox.advance({ days: 3 });
}

/** The machine that has recorded the runs, and one that knows only the state. */
const machines = {
  "with records": { isRecorded: true, machine: (stage: Stage): TestStack => stage.engine },
  "without records": { isRecorded: false, machine: (stage: Stage): TestStack => stage.elsewhere() },
};

const texts = [{}, { steps: delayed }, { steps: otherText }];

/** Version `index` of the campaign `q1`. */
function version(stage: Stage, list: number, index: number, active: boolean, ...acknowledge: string[]) {
  return stage.campaign(list, { active, acknowledge, ...texts[index] });
}

/** A draft on one list that another one on the second list has replaced, and the machine that goes on. */
async function twoDrafts(stage: Stage, before: number, list: number, machine: (stage: Stage) => TestStack) {
  const first = await stage.made("q1", version(stage, before, 0, false));
  await stage.engine.up("q1", version(stage, list, 1, false, `inactive:${first}`));
  return { first, engine: machine(stage) };
}

/** Campaigns that were launched in the app, on a service whose logs alone show it. */
export const launchedInApp: readonly Case[] = [
  inSpecOnly(
    17,
    "the state's campaign that had run when it was replaced holds up no start of another one",
    async (stage) => {
      const list = await stage.madeList();
      const id = await stage.made("q1", version(stage, list, 0, false));
      await launched(stage, id, list);
      await stage.sandbox.setActive({ campaignId: id, active: false });
      const engine = stage.elsewhere();
      await engine.up("q1", version(stage, list, 1, false, `inactive:${id}`));
      const { op, warnings } = await engine.up("spring", stage.campaign(list, { name: "Spring", active: true }));
      expect(op).toBe("create");
      expect(warnings.join()).toContain("another campaign has run on its list");
    },
  ),
  ...Object.entries(machines).flatMap(([which, { machine, isRecorded }]) => [
    ...[403, 404, 500, 501].map((status) =>
      inSpecOnly(
        17,
        `${which}: a campaign whose log is answered with ${status} counts as launched, until somebody has looked`,
        async (stage) => {
          const list = await stage.madeList();
          const id = await stage.made("draft", stage.campaign(list, { name: "Draft" }));
          await launched(stage, id, list);
          await stage.forget();
          const spring = (acknowledge: readonly string[] = []) =>
            stage.campaign(list, { name: "Spring", active: true, acknowledge });
          await stage.answers("GET /v1/campaign/*/logs", status, { count: 99 });
          const engine = machine(stage);
          const text = await stage.refusal(engine.up("spring", spring()));
          expect(text).toContain(`list ${list} is already used by an active campaign (id ${id})`);
          expect(text).toContain(`acknowledge: ["inactive:${id}"]`);
          expect(await stage.writes()).toEqual([]);
          await engine.up("spring", spring([`inactive:${id}`]));
          expect(await stage.writes()).toEqual(["POST /v1/campaign"]);
        },
      ),
    ),
    inSpecOnly(
      13,
      `${which}: a campaign that was launched in the app, ran and is off does not start again under another resource`,
      async (stage) => {
        const list = await stage.madeList();
        const id = await stage.made("q1", stage.campaign(list));
        await launched(stage, id, list);
        await stage.sandbox.setActive({ campaignId: id, active: false });
        await stage.forget();
        const engine = machine(stage);
        const renamed = (...acknowledge: string[]) => ({
          renamed: stage.campaign(list, { active: true, acknowledge }),
        });
        const codes = isRecorded ? [`twin:${id}`] : [];
        const first = await stage.refusal(engine.upAll(renamed(...codes), "deletes"));
        expect(first).toContain('aliases: ["<its old URN>"]');
        expect(first).toContain(`"inactive:${id}", "restart"`);
        codes.push(`inactive:${id}`);
        await stage.refuses(engine.upAll(renamed(...codes), "deletes"), "its people would start again at step 1");
        expect(await stage.writes()).toEqual([]);
        expect((await engine.upAll(renamed(...codes, "restart"))).renamed).toBe("create");
      },
    ),
    ...Object.entries({
      "its own start": (stage: Stage, list: number, draft: string) => ({
        name: "q1",
        start: () => version(stage, list, 2, true, `inactive:${draft}`),
      }),
      "another one's": (stage: Stage, list: number) => ({
        name: "spring",
        start: () => stage.campaign(list, { name: "Spring", active: true }),
      }),
    }).map(([what, starting]) =>
      inSpecOnly(
        17,
        `${which}: a draft that its resource has replaced counts as running once it was launched: ${what}`,
        async (stage) => {
          const list = await stage.madeList();
          const { first, engine } = await twoDrafts(stage, list, list, machine);
          const { name, start } = starting(stage, list, engine.stored("Campaign", "q1").id);
          // Nobody has launched it yet.
          expect((await engine.preview(name, start())).op).toBe(name === "q1" ? "replace" : "create");
          await launched(stage, first, list);
          await stage.forget();
          const text = await stage.refusal(engine.up(name, start()));
          expect(text).toContain(`list ${list} is already used by an active campaign (id ${first})`);
          expect(text).toContain(`"inactive:${first}"`);
          const codes = [`inactive:${first}`];
          engine.restart({ acknowledge: codes });
          if (name === "q1") {
            await stage.refuses(engine.up(name, start()), "its people would start again at step 1");
            engine.restart({ acknowledge: [...codes, "restart"] });
          }
          expect(await stage.writes()).toEqual([]);
          expect((await engine.up(name, start())).op).toBe(name === "q1" ? "replace" : "create");
        },
      ),
    ),
    inSpecOnly(17, `${which}: a replaced draft counts on the lists that it had, and only there`, async (stage) => {
      const [list, other] = [await stage.madeList(), await stage.madeList("other")];
      const { first, engine } = await twoDrafts(stage, list, other, machine);
      await launched(stage, first, list);
      const spring = (on: number) => stage.campaign(on, { name: "Spring", active: true });
      await stage.refuses(engine.up("spring", spring(list)), `"inactive:${first}"`);
      expect((await engine.up("spring", spring(other))).op).toBe("create");
    }),
    inSpecOnly(17, `${which}: replaced drafts that nobody has launched hold up no start`, async (stage) => {
      const list = await stage.madeList();
      const { engine } = await twoDrafts(stage, list, list, machine);
      const second = engine.stored("Campaign", "q1").id;
      await engine.up("q1", version(stage, list, 2, false, `inactive:${second}`));
      expect((await engine.up("spring", stage.campaign(list, { name: "Spring", active: true }))).op).toBe("create");
    }),
    inSpecOnly(
      13,
      `${which}: a replaced draft that was launched counts at the start, also if it is confirmed as off at a later draft`,
      async (stage) => {
        const [list, other] = [await stage.madeList(), await stage.madeList("other")];
        const both = { listIds: [list, other] };
        const first = await stage.made("q1", stage.campaign(list, { active: false, ...both }));
        await stage.engine.up("q1", version(stage, list, 1, false, `inactive:${first}`));
        const engine = machine(stage);
        const second = engine.stored("Campaign", "q1").id;
        await launched(stage, first, list);
        await stage.sandbox.setActive({ campaignId: first, active: false });
        engine.restart({ acknowledge: [`inactive:${second}`, `inactive:${first}`] });
        await engine.up("q1", version(stage, list, 2, false));
        engine.restart({ acknowledge: [] });
        const third = engine.stored("Campaign", "q1").id;
        await stage.forget();
        const last = { steps: steps.slice(0, 1), active: true };
        const codes = [`inactive:${third}`];
        const starts = (...more: string[]) => stage.campaign(list, { ...last, acknowledge: [...codes, ...more] });
        await stage.refuses(engine.up("q1", starts()), `by an active campaign (id ${first})`);
        codes.push(`inactive:${first}`);
        await stage.refuses(engine.up("q1", starts()), "its people would start again at step 1");
        expect(await stage.writes()).toEqual([]);
        expect((await engine.up("q1", starts("restart"))).op).toBe("replace");
        // The launched one has had a second list as well.
        const its = () => engine.stored("Campaign", "q1").id;
        await engine.up("q1", version(stage, other, 2, false, `inactive:${its()}`));
        const elsewhere = stage.campaign(other, { ...last, acknowledge: [`inactive:${its()}`] });
        await stage.refuses(engine.up("q1", elsewhere), "a campaign that it replaced has run on these lists");
      },
    ),
    inFull(
      17,
      `${which}: a replaced draft that was launched is found on the list on which its successor hides it`,
      async (stage) => {
        const list = await stage.madeList();
        const { first, engine } = await twoDrafts(stage, list, list, machine);
        await stage.sandbox.setActive({ campaignId: first, active: true });
        await stage.forget();
        const spring = stage.campaign(list, { name: "Spring", active: true });
        await stage.refuses(engine.up("spring", spring), `by an active campaign (id ${first})`);
        expect(await stage.writes()).toEqual([]);
        await stage.sandbox.deleteCampaign({ campaignId: first });
        expect((await engine.up("spring", spring)).op).toBe("create");
      },
    ),
  ]),
];
