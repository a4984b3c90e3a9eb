import { expect } from "vitest";
import type { Step } from "../../../support/testStack";
import { type Case, inBoth, inFull, inSpecOnly, otherText, type Stage } from "../stage";

/** A running campaign that has given up list `left` for `kept`; only its state shows where it ran. */
interface MovedOn {
  readonly id: number;
  readonly left: number;
  readonly q1: Step;
}

async function gaveUpOne(stage: Stage): Promise<MovedOn> {
  const [kept, left] = [await stage.madeList("kept"), await stage.madeList("left")];
  const id = await stage.made("q1", stage.campaign(kept, { listIds: [kept, left], active: true }));
  const q1 = stage.campaign(kept, { active: true });
  await stage.engine.up("q1", q1);
  return { id, left, q1 };
}

async function replaced(stage: Stage): Promise<MovedOn> {
  const [kept, left] = [await stage.madeList("kept"), await stage.madeList("left")];
  const before = await stage.made("q1", stage.campaign(left, { active: true }));
  const acknowledge = [`inactive:${before}`, "restart", `twin:${before}`];
  const q1 = stage.campaign(kept, { active: true, acknowledge });
  await stage.sandbox.setActive({ campaignId: before, active: false });
  await stage.engine.up("q1", q1);
  return { id: Number(stage.engine.stored("Campaign", "q1").id), left, q1 };
}

const hasRunToo = (id: number) => `another campaign has run on its list (id ${id})`;

/** The preview and the update warn, on a machine without records. */
async function warnsInBoth(stage: Stage, program: Record<string, Step>, id: number) {
  const engine = stage.elsewhere();
  await engine.previewAll(program);
  expect(engine.warnings.join()).toContain(hasRunToo(id));
  await engine.upAll(program);
  expect(engine.warnings.join()).toContain(hasRunToo(id));
}

/** On every machine, a running campaign still counts on the lists on which it ran before. */
export const movedOn: readonly Case[] = [
  ...[false, true].flatMap((campaignCarriesLists) => {
    const shown = campaignCarriesLists ? "a service that shows lists" : "a service that shows no lists";
    return [
      inFull(
        13,
        `${shown}: a campaign with the same name starts on a list that a running one gave up`,
        async (stage) => {
          await stage.sandbox.configure({ campaignCarriesLists });
          const { id, left, q1 } = await gaveUpOne(stage);
          const again = { active: true, steps: otherText };
          await stage.forget();
          await stage.refuses(
            stage.elsewhere().upAll({ q1, q2: stage.campaign(left, again) }),
            `has run on the same list, or on one that is not known (id ${id})`,
          );
          expect(await stage.writes()).toEqual([]);
          const meant = stage.campaign(left, { ...again, acknowledge: ["restart"] });
          expect(await stage.elsewhere().upAll({ q1, q2: meant })).toEqual({ q1: "same", q2: "create" });
        },
      ),
      inFull(
        13,
        `${shown}: a campaign with another name starts on a list that a running one gave up`,
        async (stage) => {
          await stage.sandbox.configure({ campaignCarriesLists });
          const { id, left, q1 } = await gaveUpOne(stage);
          await warnsInBoth(stage, { q1, q2: stage.campaign(left, { name: "Spring", active: true }) }, id);
        },
      ),
      inFull(13, `${shown}: a running campaign gets a list that another running one gave up`, async (stage) => {
        await stage.sandbox.configure({ campaignCarriesLists });
        const { id, left, q1 } = await gaveUpOne(stage);
        const list = await stage.madeList("third");
        await stage.engine.up("q2", stage.campaign(list, { name: "Spring", active: true }));
        const q2 = stage.campaign(list, { name: "Spring", listIds: [list, left], active: true });
        await warnsInBoth(stage, { q1, q2 }, id);
      }),
    ];
  }),
  inSpecOnly(13, "a campaign starts on the list of one that has been replaced on another list", async (stage) => {
    const { id, left, q1 } = await replaced(stage);
    await warnsInBoth(stage, { q1, q2: stage.campaign(left, { name: "Spring", active: true }) }, id);
  }),
  inSpecOnly(13, "the same, if the start is checked before the one that runs on another list", async (stage) => {
    const { id, left, q1 } = await replaced(stage);
    await warnsInBoth(stage, { a: stage.campaign(left, { name: "Spring", active: true }), q1 }, id);
  }),
  inFull(
    17,
    "a list with contacted people moves only if that is acknowledged, and the preview warns",
    async (stage) => {
      const [kept, left] = [await stage.madeList("kept"), await stage.madeList("left")];
      const id = await stage.made("q1", stage.campaign(kept, { listIds: [kept, left], active: true }));
      await stage.addPerson(left);
      await stage.sandbox.advance({ days: 3 });
      const q1 = stage.campaign(kept, { active: true });
      const q2 = stage.campaign(left, { name: "Spring", active: true });
      const acknowledged = stage.campaign(left, { name: "Spring", active: true, acknowledge: [`shared-list:${id}`] });
      const warned = `it takes list ${left} from the running campaign "Fintech Q1" (id ${id}). If that one has contacted`;
      for (const machine of [stage.engine, stage.elsewhere()]) {
        await machine.previewAll({ q1, q2 });
        expect(machine.warnings.join("\n")).toContain(warned);
        await machine.previewAll({ q1, q2: acknowledged });
        expect(machine.warnings.join("\n")).not.toContain(warned);
      }
      await stage.refuses(
        stage.engine.upAll({ q1, q2 }),
        `list ${left} is already used by an active campaign (id ${id})`,
      );
      expect(await stage.engine.upAll({ q1, q2: acknowledged })).toMatchObject({ q2: "create" });
    },
  ),
  ...[false, true].map((isRemoved) =>
    inBoth(
      13,
      `a campaign starts on the list of one that is off${isRemoved ? " and is no longer declared" : ""}`,
      async (stage) => {
        const list = await stage.madeList();
        const id = await stage.made("q1", stage.campaign(list, { active: true }));
        await stage.sandbox.setActive({ campaignId: id, active: false });
        const off = stage.campaign(list, { active: false, acknowledge: [`inactive:${id}`] });
        await stage.engine.refresh("Campaign", "q1");
        await stage.engine.up("q1", off);
        const q2 = stage.campaign(list, { name: "Spring", active: true });
        await warnsInBoth(stage, isRemoved ? { q2 } : { q1: off, q2 }, id);
      },
    ),
  ),
];
