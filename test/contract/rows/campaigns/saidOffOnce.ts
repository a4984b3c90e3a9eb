import { expect } from "vitest";
import { type Case, inSpecOnly, otherText, type Stage } from "../stage";

/** A campaign on two lists that this machine has started. A job without its records has removed it as off. */
async function removedElsewhere(stage: Stage) {
  const [one, two] = [await stage.madeList("one"), await stage.madeList("two")];
  const id = await stage.made("q1", stage.campaign(one, { active: true, listIds: [one, two] }));
  const job = stage.elsewhere();
  job.restart({ acknowledge: [`inactive:${id}`] });
  const lists = { one: stage.list({ name: "List one" }), two: stage.list({ name: "List two" }) };
  await job.upAll(lists, "deletes");
  stage.engine.state.clear();
  stage.engine.restart();
  const starts = (list: number, name: string, args = {}) =>
    stage.campaign(list, { name, active: true, steps: otherText, ...args });
  return { one, two, id, starts };
}

/** What a person says of a campaign replaces what older records say of it. */
export const saidOffOnce: readonly Case[] = [
  inSpecOnly(10, "a campaign that another machine has removed is confirmed as off once", async (stage) => {
    const { one, two, id, starts } = await removedElsewhere(stage);
    const march = starts(one, "March");
    await stage.refuses(stage.engine.up("march", march), `"inactive:${id}"`);
    await stage.engine.up("march", starts(one, "March", { acknowledge: [`inactive:${id}`] }));
    stage.engine.restart();
    await stage.engine.up("april", starts(two, "April"));
    expect(stage.engine.warnings.join()).toContain(`another campaign has run on its list (id ${id})`);
  }),
  inSpecOnly(10, "the code is asked for again if a run has recorded since that the campaign runs", async (stage) => {
    const { one, two, id, starts } = await removedElsewhere(stage);
    await stage.engine.up("march", starts(one, "March", { acknowledge: [`inactive:${id}`] }));
    stage.engine.restart();
    const acknowledge = [`shared-list:${stage.engine.stored("Campaign", "march").id}`];
    await stage.engine.up("q1", stage.campaign(one, { active: true, listIds: [one, two], adopt: id, acknowledge }));
    stage.engine.state.clear();
    stage.engine.restart();
    await stage.refuses(stage.engine.up("april", starts(two, "April")), `"shared-list:${id}"`);
  }),
  inSpecOnly(
    10,
    "the word of another stack does not correct the records of the one that runs the campaign",
    async (stage) => {
      const [one, two] = [await stage.madeList("one"), await stage.madeList("two")];
      const id = await stage.made("q1", stage.campaign(one, { active: true, listIds: [one, two] }));
      const starts = (list: number, name: string, args = {}) =>
        stage.campaign(list, { name, active: true, steps: otherText, ...args });
      const march = starts(one, "March", { acknowledge: [`inactive:${id}`] });
      await stage.another().upIn("other", "march", march);
      await stage.refuses(stage.another().upIn("third", "april", starts(two, "April")), `"inactive:${id}"`);
    },
  ),
  inSpecOnly(
    "pending",
    "a lost start that is left as it runs is adopted first, as printed, so that later starts name it",
    async (stage) => {
      const list = await stage.madeList();
      const camp = (args = {}) => stage.campaign(list, { name: "Camp", active: true, ...args });
      await stage.lose("q1", camp());
      const text = await stage.refusal(stage.upOn("laptop", {}));
      expect(text).toContain(
        "If it is there: declare it once more with adopt: <its id> and run `pulumi up`, so that its id is known; then `pulumi state delete",
      );
      const [lost] = (await stage.sandbox.objects()).campaigns;
      const id = Number(lost?.id);
      await stage.upOn("laptop", { q1: camp({ adopt: id }) });
      stage.engine.state.delete(stage.engine.urn("Campaign", "q1"));
      await stage.upOn("laptop", {});
      const other = (args = {}) => ({
        feb: stage.campaign(list, { name: "Feb", active: true, steps: otherText, ...args }),
      });
      await stage.refuses(stage.upOn("laptop", other()), `"shared-list:${id}"`);
      await stage.upOn("laptop", other({ acknowledge: [`shared-list:${id}`] }));
    },
  ),
];
