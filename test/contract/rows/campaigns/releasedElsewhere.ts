import { expect } from "vitest";
import { type Case, inSpecOnly, otherText, type Stage } from "../stage";
import { launch, shares } from "./inTheApp";

/** Another machine of the stack has created the campaign, so that this machine has the state and no record of it. */
async function createdElsewhere(stage: Stage, list: number, active: boolean) {
  const job = stage.elsewhere();
  await job.up("q1", stage.campaign(list, { active }));
  for (const [urn, stored] of job.state) stage.engine.state.set(urn, structuredClone(stored));
  return Number(job.stored("Campaign", "q1").id);
}

/** The same for one that has run, is off, and is removed on this machine. */
async function ranAndRemoved(stage: Stage) {
  const [list, more] = [await stage.madeList(), await stage.madeList("more")];
  await stage.addPerson(list);
  const id = await createdElsewhere(stage, list, true);
  await stage.sandbox.advance({ days: 3 });
  await stage.sandbox.setActive({ campaignId: id, active: false });
  const lists = { leads: stage.list({ name: "List leads" }), more: stage.list({ name: "List more" }) };
  stage.engine.restart({ acknowledge: [`inactive:${id}`] });
  await stage.engine.upAll(lists, "deletes");
  stage.engine.restart();
  return { list, more, lists, id };
}

/** A draft of another machine that this one has replaced; the second one is removed, and adopted again. */
async function formerElsewhere(stage: Stage) {
  const list = await stage.madeList();
  const first = await createdElsewhere(stage, list, false);
  const draft = (args = {}) => stage.campaign(list, { steps: otherText, active: false, ...args });
  const second = await stage.made("q1", draft({ acknowledge: [`inactive:${first}`] }));
  const lists = { leads: stage.list({ name: "List leads" }) };
  await stage.engine.upAll(lists, "deletes");
  await stage.engine.upAll({ ...lists, q1: draft({ adopt: second }) });
  return { list, first, starts: draft({ active: true, acknowledge: [`inactive:${second}`] }) };
}

/** What this machine records of a campaign that another one has created, and that leaves the state here. */
export const releasedElsewhere: readonly Case[] = [
  inSpecOnly(18, "a campaign of another machine that was removed here has run on its list", async (stage) => {
    const { list, lists, id } = await ranAndRemoved(stage);
    const other = stage.campaign(list, { name: "Other", steps: otherText, active: true });
    await stage.engine.upAll({ ...lists, other });
    expect(stage.engine.warnings.join()).toContain(`another campaign has run on its list (id ${id})`);
  }),
  inSpecOnly(20, "a campaign of another machine that was removed here is no twin on another list", async (stage) => {
    const { more, lists } = await ranAndRemoved(stage);
    const draft = stage.campaign(more, { steps: otherText, active: false });
    expect((await stage.engine.upAll({ ...lists, draft })).draft).toBe("create");
  }),
  ...["removed", "replaced"].map((how) =>
    inSpecOnly(
      17,
      `a draft that was launched in the app, is off and was ${how} holds up no start on the machine that created it`,
      async (stage) => {
        const list = await stage.madeList();
        const id = await stage.made("q1", stage.campaign(list, { active: false }));
        await launch(stage, list, id);
        await stage.sandbox.setActive({ campaignId: id, active: false });
        const q1 = stage.campaign(list, { steps: otherText, active: false });
        const lists = { leads: stage.list({ name: "List leads" }) };
        stage.engine.restart({ acknowledge: [`inactive:${id}`] });
        await stage.engine.upAll(how === "removed" ? lists : { ...lists, q1 }, "deletes");
        stage.engine.restart();
        const spring = stage.campaign(list, { name: "Spring", active: true });
        const { op, warnings } = await stage.engine.up("spring", spring);
        expect(op).toBe("create");
        expect(warnings.join()).toMatch(new RegExp(`another campaign has run on its list \\(ids? ${id}`));
      },
    ),
  ),
  ...Object.entries({
    "with records": (stage: Stage) => stage.engine,
    "without records": (stage: Stage) => stage.elsewhere(),
  }).map(([which, machine]) =>
    inSpecOnly(
      17,
      `${which}: a draft of another machine that was replaced here runs beside what is adopted again`,
      async (stage) => {
        const { list, first, starts } = await formerElsewhere(stage);
        await launch(stage, list, first);
        await stage.refuses(machine(stage).up("q1", starts), shares(first));
      },
    ),
  ),
];
