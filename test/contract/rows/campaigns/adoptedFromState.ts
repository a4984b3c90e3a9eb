import { expect } from "vitest";
import { readRecord } from "../../../../provider/src/lifecycle/record";
import type { TestStack } from "../../../support/testStack";
import { type Case, inFull, inSpecOnly, otherText, Stage } from "../stage";

/** The machine that has recorded the runs, and one that knows only the state. */
const machines: Readonly<Record<string, (stage: Stage) => TestStack>> = {
  "with records": (stage) => stage.engine,
  "without records": (stage) => stage.elsewhere(),
};

/** The campaign `q1` runs on these lists; the state has it under its resource, or as a pending create. */
const before = {
  "of another resource": async (stage: Stage, listIds: readonly number[]) => {
    const id = await stage.made("q1", stage.campaign(0, { listIds, active: true }));
    return { id, adopter: "q9" };
  },
  "of a pending create": async (stage: Stage, listIds: readonly number[]) => {
    await stage.lose("q1", stage.campaign(0, { listIds, active: true }));
    const { campaigns } = await stage.sandbox.objects();
    return { id: Number(campaigns.at(-1)?.id), adopter: "q1" };
  },
};

/** Adoptions of a campaign whose lists the service does not show, and of which the state has lists. */
export const adoptedFromState: readonly Case[] = [
  inFull(
    21,
    "a draft that is renamed by its adoption does not count as running because active is omitted",
    async (stage) => {
      const [one, two] = [await stage.madeList("one"), await stage.madeList("two")];
      const q1 = (...listIds: number[]) => stage.campaign(one, { active: true, listIds });
      const draft = (args = {}) => stage.campaign(two, { name: "Draft", ...args });
      await stage.engine.upAll({ q1: q1(one), draft: draft() });
      const adopt = Number(stage.engine.stored("Campaign", "draft").id);
      const renamed = { q1: q1(one, two), renamed: draft({ adopt }) };
      expect(await stage.elsewhere().upAll(renamed, "deletes")).toMatchObject({ q1: "update", renamed: "create" });
    },
  ),
  inFull(21, "lists that an adopted campaign may use are known until they are shown or set", async (stage) => {
    const [one, two] = [await stage.madeList("one"), await stage.madeList("two")];
    const id = await stage.made("q1", stage.campaign(one, { listIds: [one, two] }));
    const adopted = (args: object = {}) => stage.campaign(one, { adopt: id, ...args });
    for (const settle of [
      async (engine: TestStack) => {
        await stage.sandbox.configure({ campaignCarriesLists: true });
        await engine.refresh("Campaign", "q9");
        await stage.sandbox.configure({ campaignCarriesLists: false });
      },
      async (engine: TestStack) => await engine.up("q9", adopted({ listIds: [one, two] })),
    ]) {
      const engine = stage.elsewhere();
      const mayUse = () => readRecord(engine.stored("Campaign", "q9").outputs, "campaign").mayUse;
      await engine.up("q9", adopted());
      expect(mayUse()).toEqual([String(two)]);
      await engine.refresh("Campaign", "q9");
      expect(mayUse()).toEqual([String(two)]);
      await settle(engine);
      expect(mayUse()).toBeUndefined();
    }
  }),
  ...Object.entries(machines).map(([which, machine]) =>
    inSpecOnly(
      21,
      `${which}: the lists of a replaced draft are not replaced by others when it is adopted again`,
      async (stage) => {
        const [one, two] = [await stage.madeList("one"), await stage.madeList("two")];
        const id = await stage.made("q1", stage.campaign(one));
        const other = stage.campaign(two, { acknowledge: [`inactive:${id}`] });
        await stage.engine.up("q1", other);
        const engine = machine(stage);
        engine.restart({ acknowledge: [`inactive:${engine.stored("Campaign", "q1").id}`] });
        const again = stage.campaign(two, { adopt: id, active: false, steps: otherText });
        await stage.refuses(engine.up("q1", again), `that id ${id} uses list ${one}, and the program declares only`);
      },
    ),
  ),
  ...Object.entries(machines).flatMap(([which, machine]) =>
    Object.entries(before).flatMap(([whose, made]) => [
      inSpecOnly(21, `${which}: the lists ${whose} are not replaced by others when it is adopted`, async (stage) => {
        const [one, two] = [await stage.madeList("one"), await stage.madeList("two")];
        const { id, adopter } = await made(stage, [one]);
        await stage.forget();
        const adopted = stage.campaign(two, { active: true, adopt: id });
        const text = await stage.refusal(machine(stage).upAll({ [adopter]: adopted }));
        expect(text).toContain(`that id ${id} uses list ${one}, and the program declares only list ${two}`);
        expect(await stage.writes()).toEqual([]);
      }),
      inSpecOnly(
        21,
        `${which}: the lists ${whose} stay known if the program omits one when it is adopted`,
        async (stage) => {
          const [one, two] = [await stage.madeList("one"), await stage.madeList("two")];
          const { id, adopter } = await made(stage, [one, two]);
          const engine = machine(stage);
          const program = { [adopter]: stage.campaign(one, { active: true, adopt: id }) };
          await engine.upAll(program, "deletes");
          expect(engine.warnings).toContainEqual(
            expect.stringContaining(`that it also uses list ${two}, which the program does not declare`),
          );
          await stage.forget();
          const spring = stage.campaign(two, { name: "Spring", active: true, steps: otherText });
          // Also on a machine that knows only the new state.
          const job = new Stage(stage.sandbox, stage.mode).engine;
          for (const [urn, stored] of engine.state) job.state.set(urn, structuredClone(stored));
          for (const work of [
            () => job.previewAll({ ...program, spring }),
            () => job.upAll({ ...program, spring }),
            () => job.upAll({ spring, ...program }),
            () => job.up("spring", spring),
            () => engine.upAll({ ...program, spring }),
          ]) {
            await stage.refuses(work, `"shared-list:${id}"`);
          }
          expect(await stage.writes()).toEqual([]);
        },
      ),
    ]),
  ),
];
