import { expect } from "vitest";
import { type Case, inBoth, inSpecOnly, otherText, type Stage } from "../stage";
import { launch, shares } from "./inTheApp";

const machines = ["laptop", "job"] as const;

/** What a run adopts as off, with the other resources of the program before or after it. */
const orders = {
  before: (adopted: object, others: object) => ({ ...others, ...adopted }),
  after: (adopted: object, others: object) => ({ ...adopted, ...others }),
};
type Order = (typeof orders)[keyof typeof orders];

const each = (row: (where: (typeof machines)[number], how: string, order: Order) => Case): Case[] =>
  machines.flatMap((where) => Object.entries(orders).map(([how, order]) => row(where, how, order)));

/** A campaign of the app on a list, whose people it has written to. */
async function launched(stage: Stage) {
  const list = await stage.madeList();
  const id = await stage.madeByHand(list, { active: false });
  await launch(stage, list, id);
  const adopted = { q2: stage.campaign(list, { name: "By hand", active: false, adopt: id }) };
  const starts = (name: string, args = {}) => ({
    feb: stage.campaign(list, { name, active: true, steps: otherText, ...args }),
  });
  return { list, id, adopted, starts };
}

/** A campaign that the run adopts as off counts for what the same run starts. */
export const adoptedInRun: readonly Case[] = [
  ...each((where, how, order) =>
    inSpecOnly(
      17,
      `${where}: a start ${how} the adoption of a campaign that was launched in the app`,
      async (stage) => {
        const { id, adopted, starts } = await launched(stage);
        const text = how === "before" ? shares(id) : "its log shows that it has run";
        await stage.refuses(stage.upOn(where, order(adopted, starts("Feb"))), text);
      },
    ),
  ),
  ...each((where, how, order) =>
    inSpecOnly(
      17,
      `${where}: a start ${how} the adoption of a campaign of the same name that is off`,
      async (stage) => {
        const { id, adopted, starts } = await launched(stage);
        await stage.sandbox.setActive({ campaignId: id, active: false });
        const acknowledge = [`inactive:${id}`];
        const others = starts("By hand", { acknowledge });
        await stage.refuses(stage.upOn(where, order(adopted, others), how === "before" ? [] : acknowledge), "restart");
      },
    ),
  ),
  ...Object.entries(orders).map(([how, order]) =>
    inSpecOnly(
      21,
      `a start ${how} the adoption of the resource's own lost draft, which was launched`,
      async (stage) => {
        const list = await stage.madeList();
        await stage.lose("q1", stage.campaign(list, { active: false }));
        const [lost] = (await stage.sandbox.objects()).campaigns;
        const id = Number(lost?.id);
        await launch(stage, list, id);
        const adopted = { q1: stage.campaign(list, { active: false, adopt: id }) };
        const feb = stage.campaign(list, { name: "Feb", active: true, steps: otherText });
        const text = how === "before" ? shares(id) : "its log shows that it has run";
        await stage.refuses(stage.upOn("job", order(adopted, { feb })), text);
      },
    ),
  ),
  inBoth(17, "a start beside the adoption of a campaign that nobody has launched", async (stage) => {
    const list = await stage.madeList();
    const id = await stage.madeByHand(list, { active: false });
    const adopted = { q2: stage.campaign(list, { name: "By hand", active: false, adopt: id }) };
    const feb = { feb: stage.campaign(list, { name: "Feb", active: true, steps: otherText }) };
    await stage.upOn("job", orders.before(adopted, feb));
  }),
  // The state has a draft of the resource, and the program points it at a campaign of the app.
  ...each((where, how, order) =>
    inSpecOnly(
      17,
      `${where}: a start ${how} an existing resource adopts what was launched in the app`,
      async (stage) => {
        const list = await stage.madeList();
        const q2 = (args = {}) => stage.campaign(list, { name: "Jan", active: false, ...args });
        await stage.upOn(where, { q2: q2() });
        const own = Number(stage.engine.stored("Campaign", "q2").id);
        const id = await stage.madeByHand(list, { active: false });
        await launch(stage, list, id);
        const acknowledge = [`inactive:${own}`];
        const adopted = { q2: q2({ name: "By hand", adopt: id, acknowledge }) };
        const feb = { feb: stage.campaign(list, { name: "Feb", active: true, steps: otherText }) };
        await stage.refuses(stage.upOn(where, order(adopted, feb)), `${id}`);
        expect((await stage.storedCampaigns()).filter(({ active }) => active).map((each) => each.id)).toEqual([id]);
      },
    ),
  ),
  ...each((where, how, order) =>
    inSpecOnly(17, `${where}: a start ${how} the adoption of a campaign as running`, async (stage) => {
      const { list, id, starts } = await launched(stage);
      const adopted = { q2: stage.campaign(list, { name: "By hand", active: true, adopt: id }) };
      await stage.refuses(stage.upOn(where, order(adopted, starts("Feb"))), `${id}`);
      expect((await stage.storedCampaigns()).filter(({ active }) => active).map((each) => each.id)).toEqual([id]);
    }),
  ),
  ...machines.map((where) =>
    inSpecOnly(
      21,
      `${where}: a campaign whose log shows that it has run is adopted as off with a code`,
      async (stage) => {
        const { list, id, adopted } = await launched(stage);
        const text = await stage.refusal(stage.upOn(where, adopted));
        expect(text).toContain(
          `its log shows that it has run, this service does not show whether it is off, and the program declares active: false`,
        );
        expect(text).toContain(`"inactive:${id}"`);
        await stage.sandbox.setActive({ campaignId: id, active: false });
        await stage.upOn(where, adopted, [`inactive:${id}`]);
        // The state has the word, so that it is asked for once.
        const march = stage.campaign(list, { name: "March", active: true, steps: otherText });
        const { warnings } = await stage.upOn(where, { ...adopted, march });
        expect(warnings.join()).toContain(`another campaign has run on its list (id ${id})`);
      },
    ),
  ),
  inSpecOnly(
    21,
    "a campaign that was adopted as off and launched since is adopted under another name with a code",
    async (stage) => {
      const list = await stage.madeList();
      const draft = (args = {}) => stage.campaign(list, { active: false, ...args });
      await stage.upOn("job", { q1: draft() });
      const id = Number(stage.engine.stored("Campaign", "q1").id);
      await launch(stage, list, id);
      await stage.refuses(stage.upOn("job", { q2: draft({ adopt: id }) }), `"inactive:${id}"`);
      await stage.upOn("job", { q2: draft({ adopt: id }) }, [`inactive:${id}`]);
      await stage.upOn("job", { q3: draft({ adopt: id }) });
    },
  ),
  inSpecOnly("pending", "a lost start is not settled by another draft that its resource adopts", async (stage) => {
    const list = await stage.madeList();
    const id = await stage.madeByHand(list, { active: false });
    await stage.killedAfter("q1", stage.campaign(list, { name: "Jan", active: true }));
    await stage.upOn("laptop", { q1: stage.campaign(list, { name: "By hand", active: false, adopt: id }) });
    const feb = stage.campaign(list, { name: "Feb", active: true, steps: otherText });
    const program = { q1: stage.campaign(list, { name: "By hand", active: false }), feb };
    await stage.refuses(stage.upOn("laptop", program), "an earlier run was cut off");
  }),
  // All checks come before the first create.
  ...["another start", "an agent"].map((which) =>
    inSpecOnly(17, `a start beside an adoption on two lists, with ${which} on the second one`, async (stage) => {
      const [one, two] = [await stage.madeList("one"), await stage.madeList("two")];
      const id = await stage.madeByHand(one, { active: false, listIds: [one, two] });
      await launch(stage, one, id);
      const starts = (list: number, name: string) => stage.campaign(list, { name, active: true, steps: otherText });
      const more = which === "an agent" ? stage.agent(two) : starts(two, "March");
      const q2 = stage.campaign(one, { name: "By hand", active: false, adopt: id, listIds: [one, two] });
      const engine = stage.elsewhere();
      await stage.refuses(engine.upAtOnce({ feb: starts(one, "Feb"), more, q2 }), `${id}`);
      expect((await stage.storedCampaigns()).filter(({ active }) => active).map((each) => each.id)).toEqual([id]);
    }),
  ),
  ...Object.entries(orders).map(([how, order]) =>
    inSpecOnly(
      17,
      `a start ${how} a renamed resource adopts its draft with a list that the app has added`,
      async (stage) => {
        const [one, two] = [await stage.madeList("one"), await stage.madeList("two")];
        const draft = (listIds: number[], args = {}) => stage.campaign(one, { active: false, listIds, ...args });
        await stage.upOn("job", { q1: draft([one]) });
        const id = Number(stage.engine.stored("Campaign", "q1").id);
        await launch(stage, one, id);
        const feb = stage.campaign(two, { name: "Feb", active: true, steps: otherText });
        const program = order({ q2: draft([one, two], { adopt: id }) }, { feb });
        await stage.refuses(stage.upOn("job", program), `${id}`);
        expect((await stage.storedCampaigns()).filter(({ active }) => active).map((each) => each.id)).toEqual([id]);
      },
    ),
  ),
  inSpecOnly(
    17,
    "a campaign that gets a list which another resource has of the one that it adopts as running",
    async (stage) => {
      const [one, two] = [await stage.madeList("one"), await stage.madeList("two")];
      const id = await stage.madeByHand(two, { active: false });
      await launch(stage, two, id);
      const q2 = stage.campaign(two, { name: "By hand", active: true, adopt: id });
      const feb = stage.campaign(one, { name: "Feb", active: true, steps: otherText, listIds: [one, two] });
      await stage.refuses(stage.elsewhere().previewAll({ feb, q2 }), "also used by the active campaign");
    },
  ),
  ...["a draft", "off"].map((which) =>
    inSpecOnly(17, `a start before another name adopts as running what the state has as ${which}`, async (stage) => {
      const list = await stage.madeList();
      const q1 = (args = {}) => stage.campaign(list, { name: "By hand", ...args });
      await stage.upOn("job", { q1: q1({ active: which === "off" }) });
      const id = Number(stage.engine.stored("Campaign", "q1").id);
      if (which === "off") await stage.upOn("job", { q1: q1({ active: false }) }, [`inactive:${id}`]);
      // A moment ago, so that its log is empty.
      await stage.sandbox.setActive({ campaignId: id, active: true });
      const feb = stage.campaign(list, { name: "Feb", active: true, steps: otherText });
      await stage.refuses(stage.upOn("job", { feb, q1b: q1({ active: true, adopt: id }) }), `${id}`);
      expect((await stage.storedCampaigns()).filter(({ active }) => active).map((each) => each.id)).toEqual([id]);
    }),
  ),
  inSpecOnly("pending", "a lost start that its resource adopts as off under another name is settled", async (stage) => {
    const list = await stage.madeList();
    await stage.lose("q1", stage.campaign(list, { name: "Jan", active: true }));
    const [lost] = await stage.storedCampaigns();
    const id = Number(lost?.id);
    await launch(stage, list, id);
    await stage.sandbox.setActive({ campaignId: id, active: false });
    const q1 = stage.campaign(list, { name: "Jan v2", active: false, adopt: id });
    await stage.upOn("laptop", { q1 }, [`inactive:${id}`]);
    const feb = stage.campaign(list, { name: "Feb", active: true, steps: otherText });
    const { warnings } = await stage.upOn("laptop", { q1, feb });
    expect(warnings.join()).toContain(`another campaign has run on its list (id ${id})`);
  }),
  inSpecOnly(17, "a start before a former version that ran elsewhere is adopted with the list", async (stage) => {
    const [one, two] = [await stage.madeList("one"), await stage.madeList("two")];
    const id = await stage.madeByHand(one, { active: true, listIds: [one, two] });
    const q1 = (args = {}) => stage.campaign(one, { name: "By hand", ...args });
    await stage.upOn("job", { q1: q1({ active: true, adopt: id }) });
    await launch(stage, two, id);
    await stage.sandbox.setActive({ campaignId: id, active: false });
    await stage.upOn("job", { q1: q1({ active: false, steps: otherText }) }, [`inactive:${id}`]);
    const draft = q1({ active: false, steps: otherText });
    const feb = stage.campaign(two, { name: "Feb", active: true, steps: otherText });
    const q9 = q1({ active: false, adopt: id, listIds: [one, two] });
    await stage.refuses(stage.upOn("job", { q1: draft, feb, q9 }), `${id}`);
  }),
];
