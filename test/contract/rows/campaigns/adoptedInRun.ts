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
        await stage.refuses(stage.upOn(where, order(adopted, starts("Feb"))), shares(id));
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
        await stage.refuses(stage.upOn(where, order(adopted, starts("By hand", { acknowledge }))), "restart");
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
        await stage.refuses(stage.upOn("job", order(adopted, { feb })), shares(id));
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
];
