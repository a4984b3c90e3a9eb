import { expect } from "vitest";
import { type Case, inFull, otherText, type Stage } from "../stage";

/** The create takes effect, its response is lost, and the listing shows the campaign later. Returns its id. */
async function loseListedLate(stage: Stage, list: number): Promise<number> {
  await stage.answers("POST /v1/campaign", 502, { when: "after" });
  await stage.sandbox.fault({ kind: "omit", path: "/v1/campaign", createdSince: true, count: 50 });
  await stage.refuses(stage.engine.up("q1", stage.campaign(list, { active: true })), "It is recorded as pending");
  await stage.sandbox.clearFaults();
  return (await stage.sandbox.objects()).campaigns.at(-1)?.id ?? 0;
}

/** The service does nothing, and the response to the create is lost. */
async function loseUnsent(stage: Stage, list: number): Promise<void> {
  await stage.sandbox.fault({ kind: "reset", when: "before", method: "POST", path: "/v1/campaign" });
  await stage.refuses(stage.engine.up("q1", stage.campaign(list, { active: true })), "It is recorded as pending");
}

const other = { name: "Other", steps: otherText, active: true };

/** Campaigns that were created at the time of a lost create, and differ from it. */
export const changedSince: readonly Case[] = [
  inFull("pending", "a lost campaign that was renamed and corrected in the app is not created again", async (stage) => {
    const list = await stage.madeList();
    const id = await loseListedLate(stage, list);
    await stage.sandbox.editCampaign({
      campaignId: id,
      name: "Q1, corrected",
      steps: [{ stepNumber: 3, message: "Hello" }],
    });
    await stage.sandbox.advance({ days: 1 });
    await stage.forget();
    const wanted = stage.campaign(list, { active: true });
    const why = `a new one that was created at the same time may be it, renamed or edited since (id ${id})`;
    await stage.refuses(stage.engine.upRefreshed("q1", wanted), why, "adopt: <its id>", "twin:none");
    await stage.refuses(stage.engine.destroy("Campaign", "q1"), why);
    expect(await stage.writes()).toEqual([]);
    // Whoever has looked can say that it is another one.
    stage.engine.restart({ acknowledge: ["twin:none", `shared-list:${id}`] });
    expect((await stage.engine.upRefreshed("q1", wanted)).op).toBe("create");
  }),
  inFull(
    "pending",
    "a campaign whose lists are shown and are others is not the object of a lost create",
    async (stage) => {
      await stage.sandbox.configure({ campaignCarriesLists: true });
      const [list, another] = [await stage.madeList("one"), await stage.madeList("two")];
      await loseUnsent(stage, list);
      await stage.madeByHand(another, other);
      expect((await stage.engine.upRefreshed("q1", stage.campaign(list, { active: true }))).op).toBe("create");
    },
  ),
  inFull("pending", "a campaign on a common list that was made at that time may be it", async (stage) => {
    await stage.sandbox.configure({ campaignCarriesLists: true });
    const [list, another] = [await stage.madeList("one"), await stage.madeList("two")];
    await loseUnsent(stage, list);
    const id = await stage.madeByHand(list, { ...other, active: false, listIds: [another, list] });
    await stage.refuses(stage.engine.refresh("Campaign", "q1"), `renamed or edited since (id ${id})`);
  }),
  inFull("pending", "a campaign that was made long after a lost create is not its object", async (stage) => {
    const [list, another] = [await stage.madeList("one"), await stage.madeList("two")];
    await loseUnsent(stage, list);
    await stage.sandbox.advance({ minutes: 20 });
    await stage.madeByHand(another, other);
    expect((await stage.engine.upRefreshed("q1", stage.campaign(list, { active: true }))).op).toBe("create");
  }),
  inFull(
    "pending",
    "a campaign of another stack that shares the records is not the object of a lost create",
    async (stage) => {
      const [list, another] = [await stage.madeList("one"), await stage.madeList("two")];
      await loseUnsent(stage, list);
      await stage.another().upIn("other", "theirs", stage.campaign(another, other));
      expect((await stage.engine.upRefreshed("q1", stage.campaign(list, { active: true }))).op).toBe("create");
    },
  ),
  inFull("pending", "a campaign of the same program is not the object of a lost create", async (stage) => {
    const [list, another] = [await stage.madeList("one"), await stage.madeList("two")];
    await loseUnsent(stage, list);
    const second = stage.campaign(another, other);
    await stage.engine.up("second", second);
    const program = { second, q1: stage.campaign(list, { active: true }) };
    // This machine has records of it, and another one only the state.
    const elsewhere = stage.elsewhere();
    const { urn, state } = { urn: elsewhere.urn("Campaign", "q1"), state: elsewhere.state };
    const lost = state.get(urn);
    state.delete(urn);
    if (lost !== undefined) state.set(urn, lost);
    expect((await elsewhere.upAllRefreshed(program)).q1).toBe("create");
  }),
];
