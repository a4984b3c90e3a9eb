import { expect } from "vitest";
import { type Case, inFull, otherText, type Stage } from "../stage";

/** Campaign A has run on two lists and is off. */
async function ranOnTwo(stage: Stage) {
  const { l1, l2, id } = await runsOnTwo(stage);
  await stage.sandbox.setActive({ campaignId: id, active: false });
  await stage.engine.refresh("Campaign", "a");
  return { l1, l2, id, less: stage.campaign(l1, { name: "A" }) };
}

async function runsOnTwo(stage: Stage) {
  const [l1, l2] = [await stage.madeList("one"), await stage.madeList("two")];
  const id = await stage.made("a", stage.campaign(l1, { name: "A", listIds: [l1, l2], active: true }));
  await stage.addPerson(l2);
  await stage.sandbox.advance({ days: 3 });
  return { l1, l2, id };
}

const startsAgain = (id: number) =>
  `a campaign of this name has run on the same list, or on one that is not known (id ${id})`;
const hasRunToo = (id: number) => `another campaign has run on its list (id ${id})`;

/** Lists on which a campaign ran and which it has since dropped: their people have had its steps. */
export const givenUpLists: readonly Case[] = [
  inFull(
    13,
    "a list that a campaign drops in the same change is not used by an active one with its name",
    async (stage) => {
      const { l2, id, less } = await ranOnTwo(stage);
      const again = { name: "A", active: true, steps: otherText };
      const program = { a: less, a2: stage.campaign(l2, again) };
      await stage.forget();
      await stage.refuses(stage.engine.upAll(program), startsAgain(id));
      expect(await stage.writes()).toEqual(["PATCH /v1/campaign/ID"]);
      const meant = stage.campaign(l2, { ...again, acknowledge: ["restart"] });
      expect((await stage.engine.up("a2", meant)).op).toBe("create");
    },
  ),
  inFull(
    13,
    "a list that a campaign dropped earlier is not used by an active one with its name, in any stack",
    async (stage) => {
      const { l2, id, less } = await ranOnTwo(stage);
      await stage.engine.up("a", less);
      await stage.engine.refresh("Campaign", "a");
      const again = stage.campaign(l2, { name: "A", active: true, steps: otherText });
      await stage.forget();
      for (const engine of [stage.engine, stage.another()])
        expect(await stage.refusal(engine.up("a2", again))).toContain(startsAgain(id));
      expect(await stage.writes()).toEqual([]);
    },
  ),
  inFull(13, "an active campaign with another name on a dropped list causes a warning", async (stage) => {
    const { l2, id, less } = await ranOnTwo(stage);
    const d = stage.campaign(l2, { name: "D", active: true });
    expect(await stage.engine.upAll({ a: less, d })).toEqual({ a: "update", d: "create" });
    expect(stage.engine.warnings.join()).toContain(hasRunToo(id));
    const acknowledge = [`shared-list:${stage.engine.stored("Campaign", "d").id}`];
    const { warnings } = await stage.another().up("e", stage.campaign(l2, { name: "E", acknowledge, active: true }));
    expect(warnings.join()).toContain(hasRunToo(id));
  }),
  inFull(
    13,
    "a list that was detached from a running campaign in the app is not used by an active one with its name",
    async (stage) => {
      await stage.sandbox.configure({ campaignCarriesLists: true });
      const { l1, l2, id } = await runsOnTwo(stage);
      await stage.patchByHand(`/v1/campaign/${id}`, { listIds: [l1] });
      await stage.engine.refresh("Campaign", "a");
      const again = stage.campaign(l2, { name: "A", active: true, steps: otherText });
      await stage.forget();
      await stage.refuses(stage.engine.up("a2", again), startsAgain(id));
      expect(await stage.writes()).toEqual([]);
      const { warnings } = await stage.engine.up("d", stage.campaign(l2, { name: "D", active: true }));
      expect(warnings.join()).toContain(hasRunToo(id));
    },
  ),
  inFull(13, "a list that a campaign dropped before it first ran is free", async (stage) => {
    const [l1, l2] = [await stage.madeList("one"), await stage.madeList("two")];
    const id = await stage.made("a", stage.campaign(l1, { name: "A", listIds: [l1, l2] }));
    await stage.engine.up("a", stage.campaign(l1, { name: "A" }));
    await stage.sandbox.setActive({ campaignId: id, active: true });
    await stage.engine.refresh("Campaign", "a");
    const { op, warnings } = await stage.engine.up(
      "a2",
      stage.campaign(l2, { name: "A", active: true, steps: otherText }),
    );
    expect(op).toBe("create");
    expect(warnings.join()).not.toContain("has run");
  }),
];
