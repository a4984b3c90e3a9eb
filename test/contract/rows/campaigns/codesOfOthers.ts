import { expect } from "vitest";
import { type Case, inSpecOnly, otherText, type Stage } from "../stage";
import { launch, shares } from "./inTheApp";

const machines = ["laptop", "job"] as const;
type Where = (typeof machines)[number];

const each = (row: (where: Where) => Case): Case[] => machines.map(row);

/** Jan's draft was replaced with a code that stays in the program, and was launched in the app afterwards. */
async function oldDraftLaunched(stage: Stage, where: Where, more = {}) {
  const list = await stage.madeList();
  const draft = (name: string, args = {}) => stage.campaign(list, { name, active: false, ...args });
  await stage.upOn(where, { jan: draft("Jan") });
  const id = Number(stage.engine.stored("Campaign", "jan").id);
  const acknowledge = [`inactive:${id}`];
  const jan = draft("Jan", { steps: otherText, acknowledge });
  await stage.upOn(where, { jan, ...more });
  await launch(stage, list, id);
  const feb = (args = {}) => draft("Feb", { active: true, ...args });
  return { list, id, jan, feb, draft, acknowledge };
}

/** A code that another resource has counts for that one; what a refusal prints counts for the resource that it names. */
export const codesOfOthers: readonly Case[] = [
  ...each((where) =>
    inSpecOnly(10, `${where}: the printed code counts although another resource has it in the state`, async (stage) => {
      const { id, jan, feb, acknowledge } = await oldDraftLaunched(stage, where);
      const text = await stage.refusal(stage.upOn(where, { jan, feb: feb() }));
      expect(text).toContain(
        `OUTREACH_ACKNOWLEDGE=inactive:${id} for one run (in the program, "inactive:${id}" has counted for this resource or another one, and does not count again)`,
      );
      expect(text).not.toContain(`acknowledge: ["inactive:${id}"] on the resource`);
      await stage.sandbox.setActive({ campaignId: id, active: false });
      await stage.refuses(stage.upOn(where, { jan, feb: feb({ acknowledge }) }), `OUTREACH_ACKNOWLEDGE=inactive:${id}`);
      await stage.upOn(where, { jan, feb: feb({ acknowledge }) }, acknowledge);
    }),
  ),
  ...each((where) =>
    inSpecOnly(
      21,
      `${where}: the printed code of an adoption counts although another resource has it`,
      async (stage) => {
        const list = await stage.madeList();
        const q1 = (args = {}) => stage.campaign(list, args);
        await stage.upOn("laptop", { q1: q1({ active: true }) });
        const id = Number(stage.engine.stored("Campaign", "q1").id);
        await launch(stage, list, id);
        await stage.sandbox.setActive({ campaignId: id, active: false });
        await stage.upOn(where, { q1: q1({ active: false, acknowledge: [`inactive:${id}`], steps: otherText }) });
        const adopts = { q2: q1({ active: false, adopt: id }) };
        const text = await stage.refusal(stage.upOn("laptop", adopts)).catch(() => undefined);
        if (text !== undefined) {
          expect(text).not.toContain(`acknowledge: ["inactive:${id}"] on the resource`);
          await stage.upOn("laptop", adopts, [`inactive:${id}`]);
        }
      },
    ),
  ),
  ...each((where) =>
    inSpecOnly(10, `${where}: a code does not count for a draft to which it is copied`, async (stage) => {
      const list = await stage.madeList();
      const feb = (args = {}) => stage.campaign(list, { name: "Feb", steps: otherText, ...args });
      const jan = (args = {}) => stage.campaign(list, { name: "Jan", active: false, ...args });
      await stage.upOn(where, { jan: jan() });
      const id = Number(stage.engine.stored("Campaign", "jan").id);
      const acknowledge = [`inactive:${id}`];
      const program = { jan: jan({ steps: otherText, acknowledge }) };
      await stage.upOn(where, { ...program, feb: feb({ active: false }) });
      const own = Number(stage.engine.stored("Campaign", "feb").id);
      await launch(stage, list, id);
      const starts = feb({ active: true, acknowledge: [...acknowledge, `inactive:${own}`] });
      await stage.refuses(stage.upOn(where, { ...program, feb: starts }), shares(id));
    }),
  ),
  ...each((where) =>
    inSpecOnly(
      10,
      `${where}: a copied code does not count beside a campaign that is declared active again`,
      async (stage) => {
        const list = await stage.madeList();
        const of = (name: string, args = {}) => stage.campaign(list, { name, ...args });
        await stage.upOn(where, { jan: of("Jan", { active: true }) });
        const id = Number(stage.engine.stored("Campaign", "jan").id);
        await launch(stage, list, id);
        const code = `inactive:${id}`;
        const feb = of("Feb", { active: false });
        await stage.sandbox.setActive({ campaignId: id, active: false });
        await stage.upOn(where, { jan: of("Jan", { active: false, acknowledge: [code] }), feb });
        const own = Number(stage.engine.stored("Campaign", "feb").id);
        await stage.sandbox.setActive({ campaignId: id, active: true });
        stage.engine.state.delete(stage.engine.urn("Campaign", "jan"));
        const jan = of("Jan", { active: true, adopt: id, acknowledge: [code] });
        await stage.upOn(where, { jan, feb });
        const starts = of("Feb", { active: true, acknowledge: [code, `inactive:${own}`] });
        await stage.refuses(stage.upOn(where, { jan, feb: starts }), `also used by the active campaign`);
      },
    ),
  ),
  ...each((where) =>
    inSpecOnly(
      17,
      `${where}: a code that lets a start share with a launched draft is not called idle`,
      async (stage) => {
        const list = await stage.madeList();
        const jan = stage.campaign(list, { name: "Jan", active: false });
        await stage.upOn(where, { jan });
        const id = Number(stage.engine.stored("Campaign", "jan").id);
        await launch(stage, list, id);
        const code = `shared-list:${id}`;
        const feb = stage.campaign(list, { name: "Feb", active: true, steps: otherText, acknowledge: [code] });
        const { warnings } = await stage.upOn(where, { jan, feb });
        expect(warnings.join()).not.toContain("no longer applies");
      },
    ),
  ),
  ...(["inactive", "restart"] as const).map((which) =>
    inSpecOnly(10, `a used ${which} code that the same change removes is asked for the run`, async (stage) => {
      const list = await stage.madeList();
      const q1 = (args = {}) => stage.campaign(list, args);
      await stage.upOn("job", { q1: q1({ active: true }) });
      const id = () => Number(stage.engine.stored("Campaign", "q1").id);
      await launch(stage, list, id());
      const acknowledge = [`inactive:${id()}`, ...(which === "restart" ? ["restart"] : [])];
      await stage.sandbox.setActive({ campaignId: id(), active: false });
      const next = which === "restart" ? { active: true, steps: otherText } : { active: false };
      await stage.upOn("job", { q1: q1({ ...next, acknowledge }) });
      const wanted = q1({ active: which === "restart", steps: [...otherText].reverse().slice(0, 1) });
      const text = await stage.refusal(stage.upOn("job", { q1: wanted }));
      expect(text).not.toContain("on the resource");
      const codes = [`inactive:${id()}`, ...(which === "restart" ? ["restart"] : [])];
      await stage.upOn("job", { q1: wanted }, codes);
    }),
  ),
];
