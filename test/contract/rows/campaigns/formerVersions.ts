import { expect } from "vitest";
import type { TestStack } from "../../../support/testStack";
import { type Case, delayed, inSpecOnly, otherText, type Stage } from "../stage";

type Args = Readonly<Record<string, unknown>>;

/** The same row on a machine with the records of the earlier versions, and on one without. */
const onEach = (row: (where: string, machine: (stage: Stage) => TestStack) => Case): Case[] => [
  row("with records", (stage) => stage.engine),
  row("without records", (stage) => stage.elsewhere()),
];

const idOf = (job: TestStack) => Number(job.stored("Campaign", "q1").id);

/** A draft was replaced, its resource left the state, and the program has adopted the second version again. */
async function adoptedAgain(stage: Stage, how: "removed" | "state delete") {
  const list = await stage.madeList();
  const program = (args: Args = {}) => stage.campaign(list, { active: false, ...args });
  const { engine } = stage;
  await engine.up("q1", program());
  const first = idOf(engine);
  await engine.up("q1", program({ steps: otherText, acknowledge: [`inactive:${first}`] }));
  const second = idOf(engine);
  if (how === "removed") {
    engine.restart({ acknowledge: [`inactive:${second}`] });
    await engine.upAll({}, "deletes");
    engine.restart();
  } else {
    engine.state.delete(engine.urn("Campaign", "q1"));
  }
  // The first version differs, so only the second one is the program's.
  const text = await stage.refusal(engine.up("q1", program({ steps: otherText })));
  expect(text).toContain(`adopt: ${second}`);
  expect(text).not.toContain(String(first));
  await engine.up("q1", program({ steps: otherText, adopt: second }));
  await stage.forget();
  return { list, first, second, program };
}

/** The same after the first version has run, with the second one on this list, so that only the records know the first. */
async function ranBeforeAdopted(stage: Stage, lists: { readonly first: number; readonly second: number }) {
  await stage.addPerson(lists.first);
  const first = await stage.made("q1", stage.campaign(lists.first, { active: true }));
  await stage.sandbox.advance({ days: 3 });
  await stage.sandbox.setActive({ campaignId: first, active: false });
  const draft = (args: Args = {}) => stage.campaign(lists.second, { steps: otherText, active: false, ...args });
  const second = await stage.made("q1", draft({ acknowledge: [`inactive:${first}`] }));
  const kept = { leads: stage.list({ name: "List leads" }), more: stage.list({ name: "List more" }) };
  await stage.engine.upAll(kept, "deletes");
  await stage.engine.upAll({ ...kept, q1: draft({ adopt: second }) });
  await stage.forget();
  return { first, second, draft };
}

const ways = ["removed", "state delete"] as const;

/** Versions that a resource has released before it left the state, and which the state therefore no longer names. */
export const formerVersions: readonly Case[] = [
  ...ways.flatMap((how) =>
    onEach((where, machine) =>
      inSpecOnly(
        20,
        `a draft adopted again (${how}) is changed and started beside former versions, ${where}`,
        async (stage) => {
          const { second, program } = await adoptedAgain(stage, how);
          const job = machine(stage);
          const third = program({ steps: delayed, acknowledge: [`inactive:${second}`] });
          expect((await job.up("q1", third)).op).toBe("replace");
          const starts = program({ steps: delayed, active: true, acknowledge: [`inactive:${idOf(job)}`] });
          expect((await job.up("q1", starts)).op).toBe("replace");
          expect(await stage.writes()).toEqual(["POST /v1/campaign", "POST /v1/campaign"]);
        },
      ),
    ),
  ),
  inSpecOnly(20, "an equal version that the resource has released stays a twin, with records", async (stage) => {
    const { first, second, program } = await adoptedAgain(stage, "removed");
    const reverted = program({ acknowledge: [`inactive:${second}`] });
    await stage.refuses(stage.engine.up("q1", reverted), `(id ${first})`, `adopt: ${first}`, `twin:${first}`);
    // Also one that starts in the place of a resource that has left the state.
    stage.engine.state.delete(stage.engine.urn("Campaign", "q1"));
    await stage.refuses(stage.engine.up("q1", program({ active: true })), `twin:${first}`);
    expect(await stage.writes()).toEqual([]);
  }),
  inSpecOnly(20, "a version that another resource or stack has released stays a twin, with records", async (stage) => {
    const { list, first } = await adoptedAgain(stage, "removed");
    const other = stage.campaign(list, { steps: delayed });
    await stage.refuses(stage.engine.up("q2", other), `twin:${first}`);
    await stage.refuses(stage.another().upIn("other", "q1", other), `twin:${first}`);
    expect(await stage.writes()).toEqual([]);
  }),
  inSpecOnly(
    20,
    "a version that was launched in the app since is found before a start, with records",
    async (stage) => {
      const { list, first, second, program } = await adoptedAgain(stage, "removed");
      await stage.addPerson(list);
      await stage.sandbox.setActive({ campaignId: first, active: true });
      await stage.sandbox.advance({ days: 3 });
      const starts = (...codes: string[]) =>
        program({ steps: otherText, active: true, acknowledge: [`inactive:${second}`, ...codes] });
      await stage.refuses(
        stage.engine.up("q1", starts()),
        `already used by an active campaign (id ${first})`,
        `"inactive:${first}", "restart"`,
      );
      await stage.refuses(stage.engine.up("q1", starts(`inactive:${first}`)), "its people would start again at step 1");
      expect(await stage.writes()).toEqual([]);
    },
  ),
  ...onEach((where, machine) =>
    inSpecOnly(13, `a draft adopted again does not start where a former version has run, ${where}`, async (stage) => {
      const list = await stage.madeList();
      await stage.madeList("more");
      const { second, draft } = await ranBeforeAdopted(stage, { first: list, second: list });
      const starts = draft({ active: true, acknowledge: [`inactive:${second}`] });
      await stage.refuses(machine(stage).up("q1", starts), "its people would start again at step 1");
      expect(await stage.writes()).toEqual([]);
    }),
  ),
  ...onEach((where, machine) =>
    inSpecOnly(13, `nor, after a revert, on the list where the former version has run, ${where}`, async (stage) => {
      const [list, more] = [await stage.madeList(), await stage.madeList("more")];
      const { first, second } = await ranBeforeAdopted(stage, { first: list, second: more });
      const codes = [`inactive:${second}`, `twin:${first}`];
      const reverted = stage.campaign(list, { active: true, acknowledge: codes });
      await stage.refuses(machine(stage).up("q1", reverted), "its people would start again at step 1");
      expect(await stage.writes()).toEqual([]);
    }),
  ),
];
