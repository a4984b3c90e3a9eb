import { expect } from "vitest";
import type { Step, TestStack } from "../../../support/testStack";
import { type Case, inBoth, inFull, inSpecOnly, otherText, type Stage } from "../stage";

type Machine = (stage: Stage) => TestStack;
type Args = Readonly<Record<string, unknown>>;

const machines: readonly (readonly [string, Machine])[] = [
  ["with records", (stage) => stage.engine],
  ["without records", (stage) => stage.elsewhere()],
];

/** The same row on a machine with the records of the failed run, and on one without. */
const onEach = (row: (where: string, machine: Machine) => Case): Case[] =>
  machines.map(([where, machine]) => row(where, machine));

const urn = (stage: Stage) => stage.engine.urn("Campaign", "q1");

/** The state has the old campaign as deleted, because the service has refused the one that replaces it. */
async function failed(stage: Stage, list: number, args: Args): Promise<void> {
  await stage.answers("POST /v1/campaign", 400, { body: { message: "linkedinSeatId 88 is not a seat" } });
  const text = await stage.refusal(stage.engine.up("q1", stage.campaign(list, { linkedinSeatId: 88, ...args })));
  expect(text).toContain("is not a seat");
  expect(stage.engine.warnings.join()).toContain("until a run has created its replacement, the engine counts it as");
  await stage.forget();
}

async function failedDraft(stage: Stage, args: Args = {}) {
  const { list, id } = await stage.madeCampaign({ active: false });
  const said = stage.mode === "specOnly" ? { acknowledge: [`inactive:${id}`] } : {};
  await failed(stage, list, { active: false, ...said, ...args });
  return { list, id, program: (more: Args = {}) => stage.campaign(list, { active: false, ...more }) };
}

/** What the refusals print: the engine no longer refreshes the old object, and the create adopts it. */
async function keeps(stage: Stage, job: TestStack, program: Step, id: number, how: "replace" | "create" = "replace") {
  if (how === "create") job.state.delete(urn(stage));
  await stage.forget();
  const adopting = { ...program, args: { ...program.args, adopt: id } };
  expect((await job.up("q1", adopting)).op).toBe(how);
  expect(job.stored("Campaign", "q1").id).toBe(String(id));
  expect((await job.preview("q1", program)).op).toBe("same");
  expect(await stage.writes()).toEqual([]);
}

/** The same for an agent, which the service has deleted. */
async function failedAgent(stage: Stage) {
  const { list, id } = await stage.madeAgent();
  await stage.answers("POST /v1/agent", 400);
  await stage.refusal(stage.engine.up("finder", stage.agent(list, { agentType: "website-visitor" })));
  await stage.forget();
  return { id, agent: stage.agent(list) };
}

async function createsAgain(stage: Stage, job: TestStack, agent: Step, id: number): Promise<void> {
  expect((await job.up("finder", agent)).op).toBe("replace");
  expect(job.stored("SourceAgent", "finder").id).not.toBe(String(id));
  expect(await stage.writes()).toEqual(["POST /v1/agent"]);
}

const sameAgain = (id: number) => `the account already holds the same campaign, id ${id}`;
const keepIt = (id: number) => new RegExp(`To keep (it|that one): adopt: ${id}\\.`);
/** For one that differs from the state. */
const keepOther = (stage: Stage, id: number) => `\`pulumi state delete '${urn(stage)}'\`, then adopt: ${id}`;

/** The replacement of a campaign fails at the service, and its change is reverted. */
export const revertedReplacements: readonly Case[] = [
  ...onEach((where, machine) =>
    inFull(14, `a reverted replacement makes no second, equal campaign, ${where}`, async (stage) => {
      const { id, program } = await failedDraft(stage);
      const job = machine(stage);
      await stage.refuses(job.up("q1", program()), sameAgain(id), `twin:${id}`, keepIt(id));
      // It is refused again, since nothing has changed.
      await stage.refuses(job.up("q1", program()), sameAgain(id), keepIt(id));
      expect(await stage.writes()).toEqual([]);
      await keeps(stage, job, program(), id);
    }),
  ),
  ...onEach((where, machine) =>
    inFull(14, `the same for a campaign that has run and was switched off, ${where}`, async (stage) => {
      const { list, id } = await stage.madeCampaign({ active: true });
      await stage.sandbox.setActive({ campaignId: id, active: false });
      await stage.engine.refresh("Campaign", "q1");
      await failed(stage, list, { active: false });
      const job = machine(stage);
      const program = stage.campaign(list, { active: false });
      await stage.refuses(job.up("q1", program), sameAgain(id), keepIt(id));
      expect(await stage.writes()).toEqual([]);
      await keeps(stage, job, program, id);
    }),
  ),
  ...onEach((where, machine) =>
    inFull(14, `\`adopt\` keeps it also while the state has it, ${where}`, async (stage) => {
      const { id, program } = await failedDraft(stage);
      const job = machine(stage);
      expect((await job.up("q1", program({ adopt: id }))).op).toBe("replace");
      expect(job.stored("Campaign", "q1").id).toBe(String(id));
      expect((await job.preview("q1", program())).op).toBe("same");
      expect(await stage.writes()).toEqual([]);
    }),
  ),
  ...onEach((where, machine) =>
    inFull(14, `OUTREACH_ADOPT=twin keeps it, ${where}`, async (stage) => {
      const { id, program } = await failedDraft(stage);
      const job = machine(stage);
      job.restart({ adopt: "twin" });
      expect((await job.up("q1", program())).op).toBe("replace");
      expect(job.stored("Campaign", "q1").id).toBe(String(id));
      expect(await stage.writes()).toEqual([]);
    }),
  ),
  ...onEach((where, machine) =>
    inFull(14, `"twin:<id>" creates another one beside it, ${where}`, async (stage) => {
      const { id, program } = await failedDraft(stage);
      const job = machine(stage);
      const { op, warnings } = await job.up("q1", program({ acknowledge: [`twin:${id}`] }));
      expect(op).toBe("replace");
      expect(warnings.join()).not.toContain("no longer applies");
      expect(await stage.writes()).toEqual(["POST /v1/campaign"]);
    }),
  ),
  ...onEach((where, machine) =>
    inFull(14, `a corrected replacement is continued, ${where}`, async (stage) => {
      const { id, program } = await failedDraft(stage);
      const job = machine(stage);
      expect((await job.up("q1", program({ linkedinSeatId: 8 }))).op).toBe("replace");
      expect(job.stored("Campaign", "q1").id).not.toBe(String(id));
      expect(await stage.writes()).toEqual(["POST /v1/campaign"]);
    }),
  ),
  ...onEach((where, machine) =>
    inFull(14, `lists that the service does not show distinguish the two, ${where}`, async (stage) => {
      const more = await stage.madeList("more");
      const { list, program } = await failedDraft(stage);
      const job = machine(stage);
      expect((await job.up("q1", program({ listIds: [list, more] }))).op).toBe("replace");
      expect(await stage.writes()).toEqual(["POST /v1/campaign"]);
    }),
  ),
  ...onEach((where, machine) =>
    inFull(14, `a draft that an active one replaces is no twin of it, ${where}`, async (stage) => {
      const { program } = await failedDraft(stage, { active: true });
      expect((await machine(stage).up("q1", program({ active: true }))).op).toBe("replace");
      expect(await stage.writes()).toEqual(["POST /v1/campaign"]);
    }),
  ),
  ...onEach((where, machine) =>
    inFull(14, `a draft that was launched meanwhile can be kept as active, ${where}`, async (stage) => {
      const { id, program } = await failedDraft(stage, { active: true });
      await stage.sandbox.setActive({ campaignId: id, active: true });
      const job = machine(stage);
      const active = { active: true };
      const text = await stage.refusal(job.up("q1", program(active)));
      expect(text).toContain(sameAgain(id));
      expect(text).toContain(keepOther(stage, id));
      // A second active one beside it is refused in any case.
      expect(text).not.toContain("acknowledge");
      await stage.refuses(job.up("q1", program({ ...active, adopt: id })), "adopt is still set", keepOther(stage, id));
      await keeps(stage, job, program(active), id, "create");
    }),
  ),
  ...onEach((where, machine) =>
    inFull(14, `one that was switched on again in the app can be kept as active, ${where}`, async (stage) => {
      const { list, id } = await stage.madeCampaign({ active: true });
      await stage.sandbox.setActive({ campaignId: id, active: false });
      await stage.engine.refresh("Campaign", "q1");
      await failed(stage, list, { active: true, acknowledge: ["restart"] });
      await stage.sandbox.setActive({ campaignId: id, active: true });
      const job = machine(stage);
      const program = stage.campaign(list, { active: true });
      const text = await stage.refusal(job.upRefreshed("q1", program));
      expect(text).toContain("its people would start again at step 1");
      expect(text).toContain(keepOther(stage, id));
      await keeps(stage, job, program, id, "create");
    }),
  ),
  inFull(14, "another text does not leave a running campaign behind, with records", async (stage) => {
    const { id, program } = await failedDraft(stage);
    await stage.sandbox.setActive({ campaignId: id, active: true });
    await stage.refuses(stage.engine.up("q1", program({ steps: otherText })), `(id ${id}): it is active`);
    expect(await stage.writes()).toEqual([]);
  }),
  ...onEach((where, machine) =>
    inSpecOnly(14, `a reverted replacement makes no second, equal campaign, ${where}`, async (stage) => {
      const { id, program } = await failedDraft(stage);
      const job = machine(stage);
      await stage.refuses(job.up("q1", program()), `inactive:${id}`, "the same campaign again", keepIt(id));
      expect(await stage.writes()).toEqual([]);
      await keeps(stage, job, program(), id);
    }),
  ),
  ...onEach((where, machine) =>
    inSpecOnly(14, `only "twin:<id>" asks for the replacement again, ${where}`, async (stage) => {
      const { id, program } = await failedDraft(stage);
      const job = machine(stage);
      // Left over from the change that has failed.
      const acknowledge = [`inactive:${id}`, "restart"];
      await stage.refuses(job.up("q1", program({ acknowledge })), `the same campaign, id ${id}`, `twin:${id}`);
      expect((await job.up("q1", program({ acknowledge: [`inactive:${id}`, `twin:${id}`] }))).op).toBe("replace");
      expect(await stage.writes()).toEqual(["POST /v1/campaign"]);
    }),
  ),
  ...onEach((where, machine) =>
    inFull(14, `an agent that was deleted is created again, also after a revert, ${where}`, async (stage) => {
      const { agent, id } = await failedAgent(stage);
      await createsAgain(stage, machine(stage), agent, id);
    }),
  ),
  inSpecOnly(14, "an agent that was deleted is created again, also after a revert, with records", async (stage) => {
    const { agent, id } = await failedAgent(stage);
    await createsAgain(stage, stage.engine, agent, id);
  }),
  inSpecOnly(14, "without records, a person looks whether the agent was deleted", async (stage) => {
    const { agent, id } = await failedAgent(stage);
    const job = stage.elsewhere();
    const its = stage.engine.urn("SourceAgent", "finder");
    const command = `only \`pulumi state delete '${its}'\``;
    await stage.refuses(job.up("finder", agent), `(id ${id}): the engine did not ask for its delete`, command);
    job.state.delete(its);
    expect((await job.up("finder", agent)).op).toBe("create");
    expect(await stage.writes()).toEqual(["POST /v1/agent"]);
  }),
  inBoth(14, "a forced replacement of an unchanged campaign still creates an equal one", async (stage) => {
    const { list, id } = await stage.madeCampaign({ active: false });
    const said = stage.mode === "specOnly" ? { acknowledge: [`inactive:${id}`] } : {};
    await stage.forget();
    const forced = { ...stage.campaign(list, { active: false, ...said }), replace: true };
    expect((await stage.engine.up("q1", forced)).op).toBe("replace");
    expect(await stage.writes()).toEqual(["POST /v1/campaign"]);
  }),
];
