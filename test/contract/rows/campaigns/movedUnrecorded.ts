import { expect } from "vitest";
import type { Program, TestStack } from "../../../support/testStack";
import { type Case, inFull, type Stage } from "../stage";

/**
 * As in `movedLists`, but the service shows another campaign on the moved list: only the state shows that A uses it.
 */
async function hiddenMove(stage: Stage) {
  const [l1, l2, l3] = [await stage.madeList("one"), await stage.madeList("two"), await stage.madeList("three")];
  const a = await stage.made("a", stage.campaign(l1, { name: "A", listIds: [l1, l2], active: true }));
  const b = await stage.made("b", stage.campaign(l3, { name: "B", active: true }));
  const c = stage.campaign(l2, { name: "C", active: false });
  await stage.made("c", c);
  const now = {
    a: stage.campaign(l1, { name: "A", active: true }),
    b: stage.campaign(l3, { name: "B", listIds: [l3, l2], active: true }),
    c,
  };
  await stage.forget();
  return { l1, l2, l3, a, b, now };
}

type Move = Awaited<ReturnType<typeof hiddenMove>>;

/** A fault of one request, or a change in the app. */
const failures: Readonly<Record<string, (stage: Stage, move: Move) => Promise<unknown>>> = {
  nothing: async () => undefined,
  "the change of A is refused": ({ sandbox }, { a }) =>
    sandbox.fault({ kind: "status", method: "PATCH", path: `/v1/campaign/${a}`, status: 400 }),
  "the change of A fails at the service": ({ sandbox }, { a }) =>
    sandbox.fault({ kind: "status", method: "PATCH", path: `/v1/campaign/${a}`, status: 500, count: 99 }),
  "the change of A is cut off": ({ sandbox }, { a }) =>
    sandbox.fault({ kind: "reset", when: "before", method: "PATCH", path: `/v1/campaign/${a}`, count: 99 }),
  "A cannot be read": ({ sandbox }, { a }) =>
    sandbox.fault({ kind: "status", method: "GET", path: `/v1/campaign/${a}`, status: 500, count: 99 }),
  "A was edited in the app": async (stage, { a }) => {
    await stage.patchByHand(`/v1/campaign/${a}`, { name: "A by hand" });
  },
  "the change of B is refused": ({ sandbox }, { b }) =>
    sandbox.fault({ kind: "status", method: "PATCH", path: `/v1/campaign/${b}`, status: 400 }),
};

type Up = (engine: TestStack, now: Move["now"]) => Promise<unknown>;

/** The rows below cover the case that B is sent before A is compared or read. */
const ways: readonly (readonly [string, Up])[] = [
  ["A first, at the same time", (engine, { a, b, c }) => engine.upAtOnce({ a, b, c })],
  ["B first, at the same time", (engine, { a, b, c }) => engine.upAtOnce({ b, a, c })],
  ["A first, one by one", (engine, { a, b, c }) => engine.upContinuing({ a, b, c })],
  ["A first, after a refresh", (engine, { a, b, c }) => engine.upAllRefreshed({ a, b, c })],
  ["B first, after a refresh", (engine, { a, b, c }) => engine.upAllRefreshed({ b, a, c })],
];

async function listsOfTwo(stage: Stage): Promise<number[]> {
  const { campaigns } = await stage.sandbox.objects();
  const used = campaigns.filter(({ active }) => active).flatMap(({ listIds }) => listIds);
  return used.filter((listId, index) => used.indexOf(listId) !== index);
}

/** A list moves between running campaigns, on a machine without records. */
export const movedUnrecorded: readonly Case[] = [
  inFull(
    17,
    "a list does not move on a machine without records if the campaign that drops it was edited in the app",
    async (stage) => {
      const { l1, l2, a, b, now } = await hiddenMove(stage);
      await stage.patchByHand(`/v1/campaign/${a}`, { name: "A by hand" });
      const engine = stage.elsewhere();
      const renamed = { ...now, a: stage.campaign(l1, { name: "A new", active: true }) };
      await stage.refusal(engine.upAtOnce(renamed));
      expect(await stage.refusal(engine.upContinuing(renamed))).toContain(
        `list ${l2} is still used by an active campaign (id ${a}), which gives it up in the same change`,
      );
      expect((await stage.storedCampaign(a)).listIds).toContain(l2);
      expect((await stage.storedCampaign(b)).listIds).not.toContain(l2);
    },
  ),
  inFull(17, "a list moves on a machine without records", async (stage) => {
    const { l2, b, now } = await hiddenMove(stage);
    expect(await stage.elsewhere().upAtOnce(now)).toEqual({ a: "update", b: "update", c: "same" });
    expect((await stage.storedCampaign(b)).listIds).toContain(l2);
  }),
  ...Object.entries(failures).flatMap(([failure, fail]) =>
    ways.map(([way, up]) =>
      inFull(
        17,
        `no list has two active campaigns on a machine without records: ${way}, ${failure}`,
        async (stage: Stage) => {
          const move = await hiddenMove(stage);
          const engine = stage.elsewhere();
          await fail(stage, move);
          await up(engine, move.now).catch(() => undefined);
          expect(await listsOfTwo(stage)).toEqual([]);
        },
      ),
    ),
  ),
  inFull(
    17,
    "a list that moves to a campaign that is updated before the other one is compared: both commands name the order",
    async (stage) => {
      const { l2, a, now } = await hiddenMove(stage);
      const engine = stage.elsewhere();
      const reversed = { b: now.b, a: now.a };
      await engine.previewAll(reversed);
      expect(engine.warnings.join("\n")).toContain("The resource a in the option dependsOn of b orders the two.");
      await stage.forget();
      const text = await stage.refusal(engine.upAll(reversed));
      expect(text).toContain(`list ${l2} is already used by an active campaign (id ${a})`);
      expect(text).toContain("its resource in the option dependsOn of this one.");
      expect(await stage.writes()).toEqual([]);
      // In the other order, it moves.
      expect(await engine.upAll({ a: now.a, b: now.b })).toEqual({ a: "update", b: "update" });
    },
  ),
  inFull(17, "a list moves with --refresh from a campaign that an alias has renamed", async (stage) => {
    const { l2, b, now } = await hiddenMove(stage);
    const { engine } = stage;
    engine.state.set(engine.urn("Campaign", "renamed"), engine.stored("Campaign", "a"));
    engine.state.delete(engine.urn("Campaign", "a"));
    const program = { renamed: now.a, b: now.b };
    expect(await engine.upAllRefreshed(program)).toEqual({ renamed: "update", b: "update" });
    expect((await stage.storedCampaign(b)).listIds).toContain(l2);
  }),
  inFull(
    17,
    "with --refresh, the update refuses to move a list to a campaign that comes first, with the way out",
    async (stage) => {
      const { l2, a, now } = await hiddenMove(stage);
      const reversed = { b: now.b, a: now.a };
      await stage.engine.previewAll(reversed, { refresh: true });
      expect(stage.engine.warnings.join("\n")).toContain("The resource a in the option dependsOn of b orders the two.");
      const text = await stage.refusal(stage.engine.upAllRefreshed(reversed));
      expect(text).toContain(`list ${l2} is already used by an active campaign (id ${a})`);
      expect(text).toContain("its resource in the option dependsOn of this one.");
      expect(await stage.writes()).toEqual([]);
    },
  ),
  inFull(17, "a plan is the same with and without --refresh if nothing has drifted", async (stage) => {
    const { l1, l2, l3, a, now } = await hiddenMove(stage);
    const campaign = (name: string, listIds: number[], args: object = {}) =>
      stage.campaign(l1, { name, listIds, active: true, ...args });
    const kept = campaign("A", [l1, l2]);
    const programs: readonly Program[] = [
      { a: now.a, b: now.b },
      { a: kept, b: now.b },
      { a: kept, b: campaign("B", [l3, l2], { acknowledge: [`shared-list:${a}`] }) },
      { a: campaign("A", [l1, l3]), b: campaign("B", [l2]) },
      { a: now.a, d: campaign("D", [l2]) },
      { a: kept, d: campaign("D", [l2]) },
      { b: now.b },
      { d: campaign("D", [l2]) },
    ];
    const verdict = async (program: Program, refresh: boolean) => {
      const operations = await stage.engine.previewAll(program, { refresh }).catch(({ message }: Error) => message);
      return { operations, warnings: stage.engine.warnings };
    };
    for (const program of programs) {
      for (const each of [program, Object.fromEntries(Object.entries(program).reverse())]) {
        expect(await verdict(each, true), Object.keys(each).join()).toEqual(await verdict(each, false));
      }
    }
    expect(await stage.writes()).toEqual([]);
  }),
];
