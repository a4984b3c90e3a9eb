import { expect } from "vitest";
import { type Case, inSpecOnly, otherText, type Stage } from "../stage";
import { launch } from "./inTheApp";

/** How the laptop's resource came to a campaign that another one, or nobody, had created for it. */
const adoptions: Readonly<Record<string, (stage: Stage, list: number) => Promise<number>>> = {
  async "of the app"(stage, list) {
    const id = await stage.madeByHand(list, { name: "Camp", active: true });
    await stage.upOn("laptop", { q1: stage.campaign(list, { name: "Camp", active: true, adopt: id }) });
    return id;
  },
  async "of a resource that was renamed"(stage, list) {
    const campaign = (args = {}) => stage.campaign(list, { name: "Camp", active: true, ...args });
    await stage.upOn("laptop", { q0: campaign() });
    const id = Number(stage.engine.stored("Campaign", "q0").id);
    await stage.upOn("laptop", { q1: campaign({ adopt: id }) });
    return id;
  },
  async "of a lost create"(stage, list) {
    const campaign = (args = {}) => stage.campaign(list, { name: "Camp", active: true, ...args });
    await stage.lose("q1", campaign());
    const [lost] = (await stage.sandbox.objects()).campaigns;
    await stage.upOn("laptop", { q1: campaign({ adopt: Number(lost?.id) }) });
    return Number(lost?.id);
  },
};

/** The state precedes the laptop's records. */
const saidOff: readonly Case[] = Object.entries(adoptions).flatMap(([which, adopt]) => [
  inSpecOnly(10, `a campaign ${which}, off in the state: another one starts`, async (stage) => {
    const list = await stage.madeList();
    const id = await adopt(stage, list);
    await launch(stage, list, id);
    await stage.sandbox.setActive({ campaignId: id, active: false });
    const q1 = stage.campaign(list, { name: "Camp", active: false, acknowledge: [`inactive:${id}`] });
    await stage.upOn("job", { q1 });
    const q3 = stage.campaign(list, { name: "Other", active: true, steps: otherText });
    await stage.upOn("laptop", { q1, q3 });
  }),
  inSpecOnly(10, `a campaign ${which}, replaced by a draft: the draft starts`, async (stage) => {
    const list = await stage.madeList();
    const id = await adopt(stage, list);
    await launch(stage, list, id);
    await stage.sandbox.setActive({ campaignId: id, active: false });
    const draft = (args = {}) => stage.campaign(list, { name: "Camp", active: false, steps: otherText, ...args });
    await stage.upOn("job", { q1: draft() }, [`inactive:${id}`]);
    const own = Number(stage.engine.stored("Campaign", "q1").id);
    await stage.upOn("laptop", { q1: draft({ active: true }) }, [`inactive:${own}`, "restart"]);
  }),
]);

/** A former version that ran is adopted back with a list of the draft that has replaced it, which it has had in the app. */
const adoptedBack: readonly Case[] = (["laptop", "job"] as const).flatMap((where) =>
  ["q1", "q9"].map((who) =>
    inSpecOnly(
      17,
      `${where}: a start before ${who} adopts back a former version with a list of the draft`,
      async (stage) => {
        const [one, two] = [await stage.madeList("one"), await stage.madeList("two")];
        const id = await stage.madeByHand(one, { active: true, name: "Jan", listIds: [one, two] });
        const jan = (listIds: number[], args = {}) => stage.campaign(one, { name: "Jan", listIds, ...args });
        await stage.upOn(where, { q1: jan([one], { active: true, adopt: id }) });
        await launch(stage, two, id);
        await stage.sandbox.setActive({ campaignId: id, active: false });
        const q1 = jan([two], { active: false });
        await stage.upOn(where, { q1 }, [`inactive:${id}`]);
        const draft = Number(stage.engine.stored("Campaign", "q1").id);
        const back = jan([one, two], { active: false, adopt: id, acknowledge: [`inactive:${draft}`] });
        const feb = stage.campaign(two, { name: "Feb", active: true, steps: otherText });
        const program = { feb, q1, [who]: back };
        // A job has no records, so only the log shows that it has run.
        if (where === "job") return await stage.refuses(stage.upOn(where, program), `active campaign (id ${id})`);
        const { warnings } = await stage.upOn(where, program);
        expect(warnings.join()).toContain(`another campaign has run on its list (id ${id})`);
      },
    ),
  ),
);

/** A campaign that one machine has adopted or replaced, and that the state shows as off. */
export const adoptedThenOff: readonly Case[] = [...saidOff, ...adoptedBack];
