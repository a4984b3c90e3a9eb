import { expect } from "vitest";
import type { Program, TestStack } from "../../support/testStack";
import { type Case, inBoth, inFull, inSpecOnly, otherText, type Stage } from "./stage";

const machines = {
  "with records": (stage: Stage): TestStack => stage.engine,
  "without records": (stage: Stage): TestStack => stage.elsewhere(),
};

const pendingWords =
  /its list is used by campaign .* whose creation is still pending: .* may write to the people it finds/;

/** The active campaign `q1` on a list, whose create got no response, although it took effect. */
async function lost(stage: Stage) {
  const list = await stage.madeList();
  await stage.lose("q1", stage.campaign(list, { active: true }));
  const { campaigns } = await stage.sandbox.objects();
  return { list, id: campaigns[0]?.id };
}

/** Agents that begin to fill the list of a campaign that may be running. */
export const fedCampaigns: readonly Case[] = [
  ...Object.entries(machines).flatMap(([which, machine]) => [
    inSpecOnly(18, `${which}: a new agent for the list of a campaign whose create is pending`, async (stage) => {
      const { list } = await lost(stage);
      const [q1, finder] = [stage.campaign(list, { active: true }), stage.agent(list)];
      const engine = machine(stage);
      const warned = async (on: TestStack, program: Program) => {
        await on.previewAll(program);
        return on.warnings.filter((text) => pendingWords.test(text)).length;
      };
      expect(await warned(engine, { q1, finder })).toBe(1);
      expect(await warned(engine, { finder, q1 })).toBe(1);
      // Only the state has it, as with --target.
      expect(await warned(stage.elsewhere(), { finder })).toBe(1);
      await stage.forget();
      const { op, warnings } = await engine.up("finder", finder);
      expect(op).toBe("create");
      expect(warnings.join("\n")).toMatch(pendingWords);
      // An agent that finds nobody, or people for another list, is no matter.
      const other = await stage.madeList("other");
      const others = {
        paused: stage.agent(list, { name: "paused", paused: true }),
        other: stage.agent(other, { name: "other" }),
      };
      await engine.upAll(others);
      expect(engine.warnings.join("\n")).not.toContain("may write to");
    }),
    ...["agent first", "campaign first"].map((order) =>
      inSpecOnly(18, `${which}: the same while the program settles that create, ${order}`, async (stage) => {
        const { list, id } = await lost(stage);
        const [q1, finder] = [stage.campaign(list, { active: true, adopt: id }), stage.agent(list)];
        const program = order === "agent first" ? { finder, q1 } : { q1, finder };
        const engine = machine(stage);
        await engine.previewAll(program);
        const words = order === "agent first" ? pendingWords : /its list is used by the running campaign/;
        expect(engine.warnings.join("\n")).toMatch(words);
        expect(await engine.upAll(program)).toEqual({ finder: "create", q1: "replace" });
        expect(engine.warnings.join("\n")).toMatch(words);
      }),
    ),
  ]),
  inBoth(21, "a new agent for the list of a campaign that the same program adopts", async (stage) => {
    const list = await stage.madeList();
    const id = await stage.madeByHand(list, { active: true });
    const q1 = stage.campaign(list, { name: "By hand", active: true, adopt: id });
    const engine = stage.elsewhere();
    await engine.previewAll({ finder: stage.agent(list), q1 });
    expect(engine.warnings.join("\n")).toMatch(
      /it may be running, and source agent "Finder" begins to fill its list: the people it finds may be written to/,
    );
    await engine.previewAll({ q1, finder: stage.agent(list) });
    expect(engine.warnings.filter((text) => text.includes("the people it finds"))).toHaveLength(1);
  }),
  inSpecOnly(18, "a lost create that only the records know", async (stage) => {
    const { list } = await lost(stage);
    const words = "was cut off while it created an active campaign for its list: that may be running";
    const { warnings } = await stage.another().up("finder", stage.agent(list));
    expect(warnings.join("\n")).toContain(words);
    const other = await stage.madeList("other");
    expect(
      (await stage.another().up("other", stage.agent(other, { name: "other" }))).warnings.join("\n"),
    ).not.toContain(words);
  }),
  ...Object.entries(machines).flatMap(([which, machine]) => [
    inSpecOnly(18, `${which}: a former draft that somebody has launched in the app`, async (stage) => {
      const [list, other] = [await stage.madeList(), await stage.madeList("other")];
      const draft = (on: number, ...acknowledge: string[]) => stage.campaign(on, { acknowledge });
      const first = await stage.made("q1", draft(list));
      await stage.engine.up("q1", draft(other, `inactive:${first}`));
      const engine = machine(stage);
      const filling = async (name: string, on = list) =>
        (await engine.up(name, stage.agent(on, { name }))).warnings.join("\n");
      const words = `somebody has launched it in the app (id ${first})`;
      expect(await filling("before")).not.toContain(words);
      await stage.addPerson(list);
      await stage.sandbox.setActive({ campaignId: first, active: true });
      await stage.sandbox.advance({ days: 3 });
      expect(await filling("after")).toContain(words);
      expect(await filling("elsewhere", other)).not.toContain(words);
      engine.restart({ acknowledge: [`inactive:${first}`] });
      expect(await filling("acknowledged")).not.toContain(words);
    }),
    inSpecOnly(18, `${which}: a former draft whose log cannot be read`, async (stage) => {
      const list = await stage.madeList();
      const first = await stage.made("q1", stage.campaign(list));
      await stage.engine.up("q1", stage.campaign(list, { steps: otherText, acknowledge: [`inactive:${first}`] }));
      await stage.answers(`GET /v1/campaign/${first}/logs`, 503, { count: 9 });
      const { warnings } = await machine(stage).up("finder", stage.agent(list));
      expect(warnings.join("\n")).toContain(`somebody has launched it in the app (id ${first})`);
    }),
  ]),
  ...Object.entries({ "is moved to the list": { onOther: true }, "is resumed for the list": { paused: true } }).map(
    ([what, { onOther, paused }]: [string, { onOther?: boolean; paused?: boolean }]) =>
      inFull(18, `an agent that ${what} of a campaign whose create is pending`, async (stage) => {
        const list = await stage.madeList();
        const other = await stage.madeList("other");
        await stage.loseUnlisted("q1", stage.campaign(list, { active: true }));
        await stage.engine.up("finder", stage.agent(onOther === true ? other : list, { paused }));
        const finder = stage.agent(list);
        const args = paused === true ? { ...finder.args, paused: false } : finder.args;
        const program = { q1: stage.campaign(list, { active: true }), finder: { ...finder, args } };
        expect((await stage.engine.previewAll(program)).finder).toBe("update");
        expect(stage.engine.warnings.join("\n")).toMatch(pendingWords);
      }),
  ),
];
