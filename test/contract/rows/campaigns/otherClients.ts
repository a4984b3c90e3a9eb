import { expect } from "vitest";
import { type Case, delayed, inFull, otherText, type Stage } from "../stage";

/** Another stack, on a machine that shares nothing, with a campaign from the same template on its own list. */
export async function client(stage: Stage, args: object = {}) {
  const theirs = stage.remembering();
  await theirs.upIn("client", "leads", stage.list({ name: "Their leads" }));
  const list = Number(theirs.stored("List", "leads").id);
  await theirs.up("q1", stage.campaign(list, { active: true, ...args }));
  return { theirs, list, id: Number(theirs.stored("Campaign", "q1").id) };
}

/** The campaign has written to somebody. */
async function ran(stage: Stage, list: number): Promise<void> {
  await stage.addPerson(list);
  await stage.sandbox.advance({ days: 3 });
}

/** Campaigns of several clients in one account: the same name and texts, each on its own lists. */
export const otherClients: readonly Case[] = [
  ...[true, false].map((active) =>
    inFull(
      20,
      `an equal campaign is no twin if the service shows it on another list only (${active ? "active" : "inactive"})`,
      async (stage) => {
        const { id } = await client(stage, { active });
        const list = await stage.madeList();
        await stage.forget();
        const wanted = stage.campaign(list, { active, ...(active ? { acknowledge: ["restart"] } : {}) });
        const engine = stage.elsewhere();
        engine.restart({ adopt: "twin" });
        expect((await engine.up("q1", wanted)).op).toBe("create");
        expect(engine.stored("Campaign", "q1").id).not.toBe(String(id));
        expect(await stage.writes()).toEqual(["POST /v1/campaign"]);
      },
    ),
  ),
  inFull(20, "an equal campaign is a twin if a later one may hide it on the list", async (stage) => {
    const [one, two] = [await stage.madeList("one"), await stage.madeList("two")];
    const id = await stage.madeByHand(one, { name: "Fintech Q1", listIds: [one, two] });
    await stage.madeByHand(two, { name: "Later" });
    await stage.forget();
    const text = await stage.refusal(stage.elsewhere().up("q1", stage.campaign(two)));
    expect(text).toContain(`the account already holds the same campaign, id ${id}`);
    expect(text).toContain(`The service shows that it uses list ${one}. To take it over: add list ${one} to listIds`);
    const adopting = stage.elsewhere();
    adopting.restart({ adopt: "twin" });
    await stage.refuses(adopting.up("q1", stage.campaign(two)), `the service shows that id ${id} uses list ${one}`);
    expect(await stage.writes()).toEqual([]);
  }),
  inFull(21, "a campaign that the service shows on another list is not taken over without that list", async (stage) => {
    const { list: theirs, id } = await client(stage);
    const [list, more] = [await stage.madeList("base"), await stage.madeList("more")];
    await stage.forget();
    for (const args of [{ active: true }, { active: undefined }]) {
      const wanted = stage.campaign(list, { ...args, adopt: id });
      const refused = `the service shows that id ${id} uses list ${theirs}, and the program declares only list ${list}`;
      await stage.refuses(stage.elsewhere().up("q1", wanted), refused, `add list ${theirs} to listIds and adopt`);
    }
    const off = stage.campaign(list, { active: false, adopt: id });
    await stage.refuses(stage.elsewhere().up("q1", off), "it differs from the program in active");
    // As the refusal says.
    const engine = stage.elsewhere();
    const both = stage.campaign(list, { active: true, listIds: [theirs, list] });
    await engine.up("q1", { ...both, args: { ...both.args, adopt: id } });
    expect(await stage.writes()).toEqual([]);
    const changed = stage.campaign(list, { active: true, listIds: [list, more] });
    const { warnings } = await engine.preview("q1", changed);
    expect(warnings.join()).toContain(`replaces all that the service holds there by list ${list}, ${more}`);
    await engine.up("q1", changed);
    expect((await stage.storedCampaign(id)).listIds).toEqual([list, more]);
    // From here on the state has the service's lists.
    const next = await engine.preview("q1", stage.campaign(list, { active: true }));
    expect(next.warnings.join()).not.toContain("replaces all");
  }),
  inFull(21, "a list that only the service shows for an adopted campaign is named and recorded", async (stage) => {
    const [one, two] = [await stage.madeList("one"), await stage.madeList("two")];
    const id = await stage.madeByHand(one, { listIds: [one, two], active: true });
    const { warnings } = await stage.engine.up("q1", stage.campaign(one, { name: "By hand", active: true, adopt: id }));
    expect(warnings.join()).toContain(`the service shows that it also uses list ${two}, which the program does not`);
    // A draft hides it.
    await stage.madeByHand(two, { name: "Draft" });
    const second = stage.campaign(two, { name: "Second", active: true });
    await stage.refuses(stage.another().up("second", second), `by an active campaign (id ${id})`);
  }),
  inFull(13, "a campaign starts on a list that its run has created, whoever has used its name", async (stage) => {
    const { list } = await client(stage);
    await ran(stage, list);
    const program = (...onLists: string[]) => ({
      ...{ old: stage.list({ name: "Old" }), fresh: stage.list({ name: "Fresh" }) },
      q1: { ...stage.campaign(0, { active: true, steps: otherText }), onLists },
    });
    // On a list that exists already, the other campaign may have run.
    const engine = stage.elsewhere();
    await engine.up("old", stage.list({ name: "Old" }));
    await stage.forget();
    const again = "a campaign of this name has run on the same list, or on one that is not known";
    await stage.refuses(engine.upAll(program("old", "fresh")), again);
    await stage.refuses(engine.upAll(program("fresh")), again);
    expect(await stage.writes()).toEqual(["POST /v1/list"]);
    const another = stage.elsewhere();
    const renamed = { ...program("fresh"), fresh: stage.list({ name: "Another" }) };
    expect(await another.upAll({ fresh: renamed.fresh, q1: renamed.q1 })).toEqual({ fresh: "create", q1: "create" });
  }),
  inFull(
    13,
    "a campaign of the name may have run on such a list unless the service shows that it is older",
    async (stage) => {
      const leads = stage.list({ name: "Fresh" });
      const late = { ...stage.campaign(0, { active: true, steps: otherText }), onLists: ["fresh"] };
      const { list } = await client(stage);
      await ran(stage, list);
      await stage.sandbox.fault({ kind: "alter", method: "GET", path: "/v1/campaign", set: { createdAt: null } });
      const engine = stage.elsewhere();
      await stage.refuses(engine.upAll({ fresh: leads, q1: late }), "or on one that is not known");
    },
  ),
  inFull(
    13,
    "a campaign of the name that was created since and runs elsewhere does not count as one on the list",
    async (stage) => {
      const { list, id: first } = await stage.madeCampaign({ active: true });
      await ran(stage, list);
      const { list: theirs, id } = await client(stage, { steps: otherText, acknowledge: ["restart"] });
      await stage.sandbox.setActive({ campaignId: first, active: false });
      await stage.engine.refresh("Campaign", "q1");
      const wanted = (...acknowledge: string[]) => stage.campaign(list, { active: true, steps: delayed, acknowledge });
      await stage.forget();
      const text = await stage.refusal(stage.elsewhere().up("q1", wanted("restart")));
      expect(text).toContain(
        `has run on the same list, or on one that is not known (id ${id}; the service shows list ${theirs})`,
      );
      expect(text).not.toContain("adopt");
      expect(await stage.writes()).toEqual([]);
      const { op, warnings } = await stage.elsewhere().up("q1", wanted("restart", `twin:${id}`));
      expect(op).toBe("replace");
      expect(warnings.join()).not.toContain("no longer applies");
    },
  ),
];
