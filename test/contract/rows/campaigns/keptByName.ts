import { expect } from "vitest";
import type { TestStack } from "../../../support/testStack";
import { type Case, delayed, inSpecOnly, otherText, type Stage } from "../stage";
import { launch } from "./inTheApp";

const again = "start again at step 1";

/** A draft whose resource had a campaign before that ran on the same list, and a machine without records. */
async function laterDraft(stage: Stage, machineOf = (its: Stage): TestStack => its.elsewhere()) {
  const { list, id: before } = await stage.madeCampaign({ active: true });
  await launch(stage, list, before);
  await stage.sandbox.setActive({ campaignId: before, active: false });
  const draft = (args = {}) => stage.campaign(list, { active: false, steps: otherText, ...args });
  const machine = machineOf(stage);
  await machine.up("q1", draft({ acknowledge: [`inactive:${before}`] }));
  const id = Number(machine.stored("Campaign", "q1").id);
  const next = (from: TestStack) => stage.elsewhere(from);
  const starts = (machine: TestStack, name: string, its: number) =>
    stage.refuses(
      next(machine).upAll({ [name]: draft({ active: true, acknowledge: [`inactive:${its}`] }) }, "deletes"),
      again,
    );
  return { list, before, id, draft, engine: next(machine), next, starts };
}

/** What a message prints loses nothing that the state knows of a resource: where its campaigns ran, and its former drafts. */
export const keptByName: readonly Case[] = [
  ...["the former campaign", "one of the app"].map((which) =>
    inSpecOnly(21, `a rename with the id of ${which} is corrected as printed`, async (stage) => {
      const { list, before, id, draft, engine, next, starts } = await laterDraft(stage);
      const wrong = which === "the former campaign" ? before : await stage.madeByHand(list, { active: false });
      await engine.upAll({ q2: draft({ adopt: wrong }) }, "deletes");
      expect(engine.warnings.join()).toContain(
        "If the id is wrong: give the resource another name without an alias, correct it, and run `pulumi up`",
      );
      const corrected = next(engine);
      // It ran before, so its resource is not removed without a look.
      if (wrong === before) corrected.restart({ acknowledge: [`inactive:${before}`] });
      await corrected.upAll({ q3: draft({ adopt: id }) }, "deletes");
      await starts(corrected, "q3", id);
    }),
  ),
  inSpecOnly(21, "former drafts are known after a rename with a wrong id", async (stage) => {
    const list = await stage.madeList();
    const draft = (args = {}) => stage.campaign(list, { active: false, steps: delayed, ...args });
    const first = await stage.made("q1", stage.campaign(list, { active: false }));
    const engine = stage.elsewhere();
    await engine.up("q1", draft({ acknowledge: [`inactive:${first}`] }));
    const id = Number(engine.stored("Campaign", "q1").id);
    const renamed = stage.elsewhere(engine);
    await renamed.upAll({ q2: draft({ adopt: await stage.madeByHand(list, { active: false }) }) }, "deletes");
    const corrected = stage.elsewhere(renamed);
    await corrected.upAll({ q3: draft({ adopt: id }) }, "deletes");
    await launch(stage, list, first);
    const other = stage.campaign(list, { name: "Other", active: true, steps: otherText });
    await stage.refuses(stage.elsewhere(corrected).upAll({ q3: draft(), other }), `(id ${first})`);
  }),
  inSpecOnly(21, "`adopt` of another one on a resource that exists is followed as printed", async (stage) => {
    const { id, draft, engine, next, starts } = await laterDraft(stage);
    const last = (args = {}) => draft({ steps: delayed, ...args });
    await engine.upAll({ q1: last({ acknowledge: [`inactive:${id}`] }) });
    const told = next(engine);
    await told.upAll({ q1: last({ adopt: id }) });
    expect(told.warnings.join()).toContain(
      `To adopt ${id} instead: give the resource another name without an alias, with adopt: ${id}, and \`pulumi up\``,
    );
    await told.upAll({ q2: draft({ adopt: id }) }, "deletes");
    await starts(told, "q2", id);
  }),
  inSpecOnly(21, "a new name in front of the old one is brought up as printed", async (stage) => {
    const { id, draft, engine, next, starts } = await laterDraft(stage);
    await stage.refuses(
      engine.previewAll({ q2: draft({ adopt: id }), q1: draft() }),
      "or if q2 takes its place, remove this resource from the program in the same run",
    );
    const removed = next(engine);
    await removed.upAll({ q2: draft({ adopt: id }) }, "deletes");
    await starts(removed, "q2", id);
  }),
  inSpecOnly(21, "a change beside older records of another name is made as printed", async (stage) => {
    const { id, draft, engine, next, starts } = await laterDraft(stage);
    // This machine records the other name, and another one has renamed it back since.
    await engine.upAll({ q2: draft({ adopt: id }) }, "deletes");
    const back = next(engine);
    await back.upAll({ q1: draft({ adopt: id }) }, "deletes");
    engine.state.clear();
    for (const [urn, stored] of back.state) engine.state.set(urn, structuredClone(stored));
    const change = draft({ steps: delayed, acknowledge: [`inactive:${id}`] });
    await stage.refuses(
      engine.upAll({ q1: change }),
      `give the resource another name without an alias, with adopt: ${id} and \`pulumi up\`, and then make this change again`,
    );
    await engine.upAll({ q3: draft({ adopt: id }) }, "deletes");
    await starts(engine, "q3", id);
  }),
  ...["with records", "without records"].flatMap((records) => [
    inSpecOnly(
      13,
      `a former version that runs again is taken back as running without "restart", ${records}`,
      async (stage) => {
        const { list, before, id, engine } = await laterDraft(stage);
        await stage.sandbox.setActive({ campaignId: before, active: true });
        const machine = records === "with records" ? engine : stage.elsewhere(engine);
        machine.restart({ acknowledge: [`inactive:${id}`] });
        const taken = stage.campaign(list, { active: true, adopt: before });
        expect((await machine.upAll({ q1: taken })).q1).toBe("replace");
        expect(machine.stored("Campaign", "q1").id).toBe(String(before));
      },
    ),
  ]),
  inSpecOnly(
    21,
    "a former version that ran on two lists is taken as running with one: the other one is named",
    async (stage) => {
      const [one, two] = [await stage.madeList("one"), await stage.madeList("two")];
      const both = (args = {}) => stage.campaign(one, { listIds: [one, two], ...args });
      const id = await stage.made("q1", both({ active: true }));
      await launch(stage, one, id);
      await stage.sandbox.setActive({ campaignId: id, active: false });
      const engine = stage.elsewhere();
      const q1 = both({ active: false, steps: otherText, acknowledge: [`inactive:${id}`] });
      await engine.up("q1", q1);
      await stage.sandbox.setActive({ campaignId: id, active: true });
      const machine = stage.elsewhere(engine);
      await machine.upAll({ q1, q2: stage.campaign(one, { active: true, adopt: id }) });
      expect(machine.warnings.join()).toContain(`it also uses list ${two}`);
    },
  ),
  inSpecOnly(
    21,
    "what is adopted as running counts more than that its former resource had it as off",
    async (stage) => {
      const { list, before, draft } = await laterDraft(stage, (stage) => stage.engine);
      await stage.sandbox.setActive({ campaignId: before, active: true });
      const q2 = stage.campaign(list, { active: true, adopt: before });
      await stage.engine.upAll({ q1: draft(), q2 });
      stage.engine.state.delete(stage.engine.urn("Campaign", "q2"));
      const other = stage.campaign(list, { name: "Other", active: true, steps: delayed });
      await stage.refuses(stage.engine.upAll({ q1: draft(), other }), `(id ${before})`, "active campaign");
    },
  ),
];
