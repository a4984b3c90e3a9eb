import { expect } from "vitest";
import { type Case, inFull, inSpecOnly, otherText, type Stage } from "../stage";

const hidden = "it is not known which lists these active campaigns use";

/** A campaign that was made in the app on two lists is adopted with one of them. */
async function adoptedWithOne(stage: Stage) {
  const [one, two] = [await stage.madeList("one"), await stage.madeList("two")];
  const id = await stage.madeByHand(one, { listIds: [one, two], active: true });
  const q1 = stage.campaign(one, { name: "By hand", active: true, adopt: id });
  await stage.engine.up("q1", q1);
  return { id, two, q1, next: stage.campaign(two, { name: "Spring", active: true, steps: otherText }) };
}

/** The lists of a campaign that was adopted from a service that does not show it are those of the program. */
export const listsNotShown: readonly Case[] = [
  ...(["", " on a machine without records"] as const).flatMap((where) => [
    inSpecOnly(17, `a start names an adopted campaign that may use more lists${where}`, async (stage) => {
      const { id, q1, next } = await adoptedWithOne(stage);
      const engine = where === "" ? stage.engine : stage.elsewhere();
      await engine.upAll({ q1, next });
      expect(engine.warnings.join("\n")).toMatch(new RegExp(`${hidden}: id ${id}`));
    }),
    inSpecOnly(17, `the same if the adopting resource is not part of the run${where}`, async (stage) => {
      const { id, next } = await adoptedWithOne(stage);
      const engine = where === "" ? stage.engine : stage.elsewhere();
      const { warnings } = await engine.up("next", next);
      expect(warnings.join("\n")).toMatch(new RegExp(`${hidden}: id ${id}`));
    }),
    inSpecOnly(17, `the same if a draft of the state starts alone${where}`, async (stage) => {
      const { id, two, next } = await adoptedWithOne(stage);
      const draft = await stage.made("next", stage.campaign(two, { name: "Spring" }));
      const engine = where === "" ? stage.engine : stage.elsewhere();
      const starts = { ...next, args: { ...next.args, acknowledge: [`inactive:${draft}`] } };
      expect((await engine.preview("next", starts)).op).toBe("replace");
      const { warnings } = await engine.up("next", starts);
      expect(warnings.join("\n")).toMatch(new RegExp(`${hidden}: id ${id}`));
    }),
  ]),
  inSpecOnly(17, "a start does not name a campaign that the stack has created itself", async (stage) => {
    const { list } = await stage.madeCampaign({ active: true });
    const two = await stage.madeList("two");
    const next = stage.campaign(two, { name: "Spring", active: true, steps: otherText });
    await stage.engine.upAll({ q1: stage.campaign(list, { active: true }), next });
    expect(stage.engine.warnings.join("\n")).not.toContain(hidden);
  }),
  inSpecOnly(17, "one of the adopted campaign's name starts on another list without a code", async (stage) => {
    const { q1, two } = await adoptedWithOne(stage);
    const next = stage.campaign(two, { name: "By hand", active: true, steps: otherText });
    await stage.engine.upAll({ q1, next });
    expect(stage.engine.warnings.join("\n")).toContain(hidden);
  }),
  inFull(17, "a service that shows campaigns names one on the list, or none", async (stage) => {
    const { q1, next, id } = await adoptedWithOne(stage);
    await stage.refuses(stage.engine.upAll({ q1, next }), `shared-list:${id}`);
  }),
];
