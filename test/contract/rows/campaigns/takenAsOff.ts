import { expect } from "vitest";
import type { TestStack } from "../../../support/testStack";
import { type Case, delayed, inSpecOnly, otherText, type Stage } from "../stage";

/** A started campaign that has run and is off, and whose create got no response. */
async function lostAndRun(stage: Stage) {
  const list = await stage.madeList();
  await stage.addPerson(list);
  await stage.lose("q1", stage.campaign(list, { active: true }));
  const { campaigns } = await stage.sandbox.objects();
  const id = Number(campaigns[0]?.id);
  await stage.sandbox.advance({ days: 3 });
  await stage.sandbox.setActive({ campaignId: id, active: false });
  return { list, id };
}

/** Takes it over as off, as a person confirms. */
async function takenOver(engine: TestStack, stage: Stage, list: number, id: number) {
  await engine.up("q1", stage.campaign(list, { active: false, adopt: id, acknowledge: [`inactive:${id}`] }));
  await stage.forget();
}

/** A campaign that ran was removed as off, and the program declares it again and adopts it. */
const adoptedAgain = inSpecOnly(
  21,
  "one that ran, was removed as off and is adopted again holds up no start of another one, without records",
  async (stage) => {
    const { list, id } = await stage.madeCampaign({ active: true });
    await stage.addPerson(list);
    await stage.sandbox.advance({ days: 3 });
    await stage.sandbox.setActive({ campaignId: id, active: false });
    stage.engine.restart({ acknowledge: [`inactive:${id}`] });
    await stage.engine.destroy("Campaign", "q1");
    stage.engine.restart();
    await stage.engine.up("q1", stage.campaign(list, { active: false, adopt: id }));
    const spring = stage.campaign(list, { name: "Spring", active: true });
    const { op, warnings } = await stage.elsewhere().up("spring", spring);
    expect(op).toBe("create");
    expect(warnings.join()).toContain(`another campaign has run on its list (id ${id})`);
  },
);

/** A campaign whose create was lost, and that is taken over as off. */
const lostStarts: readonly Case[] = Object.entries({
  "with records": (stage: Stage) => stage.engine,
  "without records": (stage: Stage) => stage.elsewhere(),
}).flatMap(([which, machine]) => [
  inSpecOnly(
    21,
    `${which}: a lost start that is taken over as off does not start again without a code`,
    async (stage) => {
      const { list, id } = await lostAndRun(stage);
      const engine = machine(stage);
      await takenOver(engine, stage, list, id);
      const starts = (...codes: string[]) => {
        engine.restart({ acknowledge: codes });
        return stage.campaign(list, { active: true });
      };
      await stage.refuses(engine.preview("q1", starts()), `OUTREACH_ACKNOWLEDGE=inactive:${id},restart for one run`);
      await stage.refuses(engine.preview("q1", starts(`inactive:${id}`)), "it was active before");
      expect(await stage.writes()).toEqual([]);
      expect((await engine.up("q1", starts(`inactive:${id}`, "restart"))).op).toBe("replace");
    },
  ),
  inSpecOnly(21, `${which}: it holds up no start of another one on its list`, async (stage) => {
    const { list, id } = await lostAndRun(stage);
    const engine = machine(stage);
    await takenOver(engine, stage, list, id);
    const spring = stage.campaign(list, { name: "Spring", active: true });
    const { op, warnings } = await engine.up("spring", spring);
    expect(op).toBe("create");
    expect(warnings.join()).toContain(`another campaign has run on its list (id ${id})`);
  }),
  inSpecOnly(21, `${which}: one of its name asks for "restart" on its list at preview`, async (stage) => {
    const { list, id } = await lostAndRun(stage);
    const engine = machine(stage);
    await takenOver(engine, stage, list, id);
    const renamed = stage.campaign(list, { active: true });
    await stage.refuses(engine.preview("renamed", renamed), "has the same name and has run on the same list");
  }),
]);

/** A version that ran and that a draft has replaced is adopted again: its replacement has recorded that it is off. */
const formerVersions: readonly Case[] = ["its own resource", "another resource"].flatMap((which) => {
  const key = which === "its own resource" ? "q1" : "q2";
  const adopted = async (stage: Stage) => {
    const { list, id } = await stage.madeCampaign({ active: true });
    await stage.addPerson(list);
    await stage.sandbox.advance({ days: 3 });
    await stage.sandbox.setActive({ campaignId: id, active: false });
    const acknowledge = [`inactive:${id}`];
    const before = stage.elsewhere();
    await before.up("q1", stage.campaign(list, { active: false, steps: otherText, acknowledge }));
    const engine = stage.elsewhere(before);
    const off = [`inactive:${engine.stored("Campaign", "q1").id}`];
    await engine.upAll({ [key]: stage.campaign(list, { active: false, adopt: id, acknowledge: off }) }, "deletes");
    return { list, id, engine: stage.elsewhere(engine) };
  };
  return [
    inSpecOnly(
      21,
      `a former version that ${which} adopts again as off holds up no start of another one`,
      async (stage) => {
        const { list, id, engine } = await adopted(stage);
        const other = stage.campaign(list, { name: "Spring", active: true });
        const program = { [key]: stage.campaign(list, { active: false }), other };
        expect((await engine.upAll(program, "deletes")).other).toBe("create");
        expect(engine.warnings.join()).toContain(`another campaign has run on its list (id ${id})`);
      },
    ),
    inSpecOnly(
      21,
      `a former version that ${which} adopts again as off is not removed as one that never ran`,
      async (stage) => {
        const { id, engine } = await adopted(stage);
        await stage.refuses(engine.destroy("Campaign", key), `inactive:${id}`);
      },
    ),
  ];
});

/** A machine that has recorded a campaign as running, and another one that has replaced it or recorded it as off. */
const recordedElsewhere: readonly Case[] = ["replaced it", "recorded it as off"].map((what) =>
  inSpecOnly(21, `another machine has ${what}: a start beside it asks for no code`, async (stage) => {
    const { list, id } = await stage.madeCampaign({ active: true });
    await stage.addPerson(list);
    await stage.sandbox.advance({ days: 3 });
    await stage.sandbox.setActive({ campaignId: id, active: false });
    const other = stage.elsewhere();
    const text = what === "replaced it" ? { steps: otherText } : {};
    const off = (args = {}) => stage.campaign(list, { active: false, ...text, ...args });
    await other.up("q1", off({ acknowledge: [`inactive:${id}`] }));
    for (const [urn, stored] of other.state) stage.engine.state.set(urn, structuredClone(stored));
    const spring = (name: string) => stage.campaign(list, { name, active: true, steps: delayed });
    expect((await stage.engine.upAll({ q1: off(), spring: spring("Spring") })).spring).toBe("create");
    expect(stage.engine.warnings.join()).toContain("another campaign has run on its list");
  }),
);

/** Campaigns that are taken over as off. */
export const takenAsOff: readonly Case[] = [...lostStarts, adoptedAgain, ...formerVersions, ...recordedElsewhere];
