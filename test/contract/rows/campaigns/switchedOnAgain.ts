import { expect } from "vitest";
import { type Case, inFull, inSpecOnly, otherText, type Stage } from "../stage";
import { launch } from "./inTheApp";

/** A campaign that is off in the state and on in the app, while the program declares it as active and nothing else changes. */
const starts: Readonly<Record<string, (stage: Stage) => Promise<{ readonly list: number; readonly id: number }>>> = {
  async "was recorded as off"(stage) {
    const made = await stage.madeCampaign({ active: true });
    const off = { active: false, acknowledge: [`inactive:${made.id}`] };
    await stage.engine.up("q1", stage.campaign(made.list, off));
    return made;
  },
  async "was launched in the app"(stage) {
    const made = await stage.madeCampaign();
    await stage.sandbox.setActive({ campaignId: made.id, active: true });
    return made;
  },
};

/** A draft on another list than the campaign that its resource has replaced, and that ran. */
async function laterDraft(stage: Stage) {
  const [one, two] = [await stage.madeList("one"), await stage.madeList("two")];
  const lists = { one: stage.list({ name: "List one" }), two: stage.list({ name: "List two" }) };
  const first = (args = {}) => stage.campaign(one, args);
  const before = await stage.made("q1", first({ active: true }));
  await launch(stage, one, before);
  await stage.sandbox.setActive({ campaignId: before, active: false });
  const q1 = (args = {}) => stage.campaign(two, { active: false, steps: otherText, ...args });
  const id = await stage.made("q1", q1({ acknowledge: [`inactive:${before}`] }));
  return { id, first, lists, q1 };
}

export const switchedOnAgain: readonly Case[] = [
  inFull(12, "a draft that was launched in the app is managed as running by what the refusal prints", async (stage) => {
    const { list, id } = await stage.madeCampaign();
    await stage.sandbox.setActive({ campaignId: id, active: true });
    await stage.forget();
    const wanted = stage.campaign(list, { active: true });
    const records = "The program declares it as it runs: `pulumi up --refresh` records that.";
    await stage.refuses(stage.elsewhere().up("q1", wanted), records);
    const other = await stage.refusal(
      stage.elsewhere().up("q1", stage.campaign(list, { active: true, steps: otherText })),
    );
    expect(other).not.toContain(records);
    const refreshed = stage.elsewhere();
    expect(await refreshed.upAllRefreshed({ q1: wanted })).toEqual({ q1: "update" });
    expect(refreshed.stored("Campaign", "q1")).toMatchObject({ id: String(id), outputs: { active: true } });
    expect(await stage.writes()).toEqual([]);
  }),
  ...Object.entries(starts).flatMap(([what, start]) => [
    inSpecOnly(
      12,
      `a campaign that ${what} and runs is managed as running by what the refusal prints`,
      async (stage) => {
        const { list, id } = await start(stage);
        const urn = stage.engine.urn("Campaign", "q1");
        const wanted = stage.campaign(list, { active: true });
        await stage.forget();
        for (const engine of [stage.elsewhere(), stage.engine]) {
          const text = await stage.refusal(() => engine.preview("q1", wanted));
          expect(text).toContain(
            `Or, if it was switched on in the app and is to go on: \`pulumi state delete '${urn}'\`, then adopt: ${id} and \`pulumi up\`.`,
          );
          engine.state.delete(urn);
          expect((await engine.up("q1", stage.campaign(list, { active: true, adopt: id }))).op).toBe("create");
          expect(engine.stored("Campaign", "q1")).toMatchObject({ id: String(id), outputs: { active: true } });
          expect((await engine.preview("q1", wanted)).op).toBe("same");
        }
        expect(await stage.writes()).toEqual([]);
      },
    ),
    inSpecOnly(12, `a campaign that ${what} is not adopted with another text`, async (stage) => {
      const { list } = await start(stage);
      const text = await stage.refusal(() =>
        stage.engine.preview("q1", stage.campaign(list, { active: true, steps: otherText })),
      );
      expect(text).toContain("inactive:");
      expect(text).not.toContain("adopt:");
    }),
  ]),
  ...["", " after a failed start"].map((after) =>
    inSpecOnly(12, `what the refusal prints keeps the lists where earlier ones ran${after}`, async (stage) => {
      const { id, first, lists, q1 } = await laterDraft(stage);
      if (after !== "") {
        await stage.answers("POST /v1/campaign", 422);
        const codes = [`inactive:${id}`, "restart"];
        await stage.refusal(stage.engine.upAll({ ...lists, q1: q1({ active: true, acknowledge: codes }) }));
        await stage.sandbox.clearFaults();
      }
      await stage.sandbox.setActive({ campaignId: id, active: true });
      await stage.forget();
      for (const engine of [stage.elsewhere(), stage.engine]) {
        const text = await stage.refusal(() => engine.previewAll({ ...lists, q1: q1({ active: true }) }));
        expect(text).toContain(
          `is to go on: give the resource another name without an alias, with adopt: ${id} and \`pulumi up\`.`,
        );
        await engine.upAll({ ...lists, q2: q1({ active: true, adopt: id }) }, "deletes");
        expect(engine.stored("Campaign", "q2")).toMatchObject({ id: String(id), outputs: { active: true } });
        const again = { q2: q1({ active: true }), q3: first({ active: true }) };
        await stage.refuses(engine.upAll({ ...lists, ...again }), "its people would start again at step 1");
      }
      expect(await stage.writes()).toEqual([]);
    }),
  ),
];
