import { type Case, inFull, otherText } from "../stage";
import { shares } from "./inTheApp";

/** A code for a list that two campaigns share says nothing of lists that only one of them has. */
export const sharedSince: readonly Case[] = (["the one that is changed", "the other one"] as const).map((which) =>
  inFull(
    17,
    `a list that the app gives to the other campaign is not attached beside it by the code of ${which}`,
    async (stage) => {
      const [one, three, four] = [
        await stage.madeList("one"),
        await stage.madeList("three"),
        await stage.madeList("four"),
      ];
      const a = (args = {}) => stage.campaign(one, { active: true, ...args });
      const id = await stage.made("a", a());
      const b = (listIds: number[], args = {}) =>
        stage.campaign(one, { name: "Follow-up", active: true, steps: otherText, listIds, ...args });
      const code = { acknowledge: [`shared-list:${id}`] };
      await stage.engine.upAll({ a: a(), b: b([one, three], code) });
      const other = Number(stage.engine.stored("Campaign", "b").id);
      const isOwn = which === "the one that is changed";
      const said = (listIds: number[]) =>
        isOwn ? { a: a(), b: b(listIds, code) } : { a: a({ acknowledge: [`shared-list:${other}`] }), b: b(listIds) };
      await stage.engine.upAll(said([one, three]));
      await stage.patchByHand(`/v1/campaign/${other}`, { listIds: [one] });
      await stage.patchByHand(`/v1/campaign/${id}`, { listIds: [one, three] });
      await stage.addPerson(three);
      await stage.refuses(stage.elsewhere().upAllRefreshed(said([one, three, four])), shares(id));
    },
  ),
);
