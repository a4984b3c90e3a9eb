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

/** A job declares a campaign as off that the laptop has adopted as running: the state precedes the laptop's records. */
export const adoptedThenOff: readonly Case[] = Object.entries(adoptions).flatMap(([which, adopt]) => [
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
