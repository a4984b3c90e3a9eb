import { expect } from "vitest";
import type { TestStack } from "../../../support/testStack";
import { type Case, delayed, inBoth, inSpecOnly, otherText, type Stage, steps } from "../stage";

/** The state of one machine is the state of the other one. */
function handOver(from: TestStack, to: TestStack): void {
  to.state.clear();
  for (const [urn, stored] of from.state) to.state.set(urn, structuredClone(stored));
}

const texts = [{}, { steps: delayed }, { steps: otherText, linkedinSeatId: 8 }, { steps, linkedinSeatId: 8 }];

/** Version `index` of the campaign, which replaces the one with this id. */
function version(stage: Stage, list: number, index: number, active: boolean, before?: string) {
  const acknowledge = before === undefined ? [] : [`inactive:${before}`];
  return stage.campaign(list, { active, acknowledge, ...texts[index] });
}

/** Objects that a resource has replaced on purpose are no twins of the next one, on any machine. */
export const replacedBefore: readonly Case[] = [
  ...[true, false].map((active) =>
    inSpecOnly(
      11,
      `each version of ${active ? "an active campaign" : "a draft"} replaces the one before`,
      async (stage) => {
        const list = await stage.madeList();
        const ids: string[] = [];
        for (const index of texts.keys()) {
          // In the program it would count once.
          if (active && index > 0) stage.engine.restart({ acknowledge: ["restart"] });
          const { op } = await stage.engine.up("q1", version(stage, list, index, active, ids.at(-1)));
          expect(op).toBe(index === 0 ? "create" : "replace");
          ids.push(stage.engine.stored("Campaign", "q1").id);
        }
        const first = version(stage, list, 0, active, ids.at(-1));
        await stage.refuses(stage.engine.up("q1", first), `adopt: ${ids[0]}`);
        expect((await stage.sandbox.objects()).campaigns).toHaveLength(texts.length);
      },
    ),
  ),
  inSpecOnly(11, "a campaign that another machine has replaced does not hold up the next version", async (stage) => {
    const list = await stage.madeList();
    await stage.engine.up("q1", version(stage, list, 0, false));
    const ci = stage.elsewhere();
    await ci.up("q1", version(stage, list, 1, false, ci.stored("Campaign", "q1").id));
    handOver(ci, stage.engine);
    const second = stage.engine.stored("Campaign", "q1").id;
    expect((await stage.engine.up("q1", version(stage, list, 2, false, second))).op).toBe("replace");
  }),
  inSpecOnly(11, "a campaign of a run whose state was lost still holds up the next version", async (stage) => {
    const list = await stage.madeList();
    await stage.engine.up("q1", version(stage, list, 0, false));
    const before = stage.elsewhere();
    const first = before.stored("Campaign", "q1").id;
    await stage.engine.up("q1", version(stage, list, 1, false, first));
    const lost = stage.engine.stored("Campaign", "q1").id;
    handOver(before, stage.engine);
    await stage.refuses(stage.engine.up("q1", version(stage, list, 2, false, first)), `adopt: ${lost}`);
  }),
  inBoth(15, "an agent that another machine has replaced does not hold up the next one", async (stage) => {
    const { list } = await stage.madeAgent();
    const ci = stage.elsewhere();
    const forced = stage.agent(list, {}, { replace: true });
    expect((await ci.up("finder", forced)).op).toBe("replace");
    handOver(ci, stage.engine);
    expect((await stage.engine.up("finder", forced)).op).toBe("replace");
    const { agents } = await stage.sandbox.objects();
    expect(agents.map(({ id }) => String(id))).toEqual([stage.engine.stored("SourceAgent", "finder").id]);
  }),
  inBoth(15, "an agent that its resource has replaced before is not adopted", async (stage) => {
    const { list, id } = await stage.madeAgent();
    const ci = stage.elsewhere();
    expect((await ci.up("finder", stage.agent(list, {}, { replace: true }))).op).toBe("replace");
    handOver(ci, stage.engine);
    const second = stage.engine.stored("SourceAgent", "finder").id;
    const again = stage.agent(list, { adopt: id }, { replace: true });
    await stage.refuses(stage.engine.up("finder", again), /remove adopt/i);
    const { agents } = await stage.sandbox.objects();
    expect(agents.map(({ id }) => String(id))).toEqual([second]);
  }),
];
