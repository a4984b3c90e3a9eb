import { expect } from "vitest";
import { type Case, delayed, inSpecOnly, otherText, type Stage } from "../stage";

type Args = Readonly<Record<string, unknown>>;

/** The create of `q1` was lost on the laptop, which has recorded that; a job without these records settles it. */
async function settled(stage: Stage, args: Args, when: "before" | "after", code?: string) {
  const list = await stage.madeList();
  const q1 = (more: Args = {}) => ({ q1: stage.campaign(list, { active: false, ...args, ...more }) });
  await stage.sandbox.fault({ kind: "reset", when, method: "POST", path: "/v1/campaign" });
  await stage.refusal(stage.upOn("laptop", q1()));
  await stage.sandbox.clearFaults();
  const made = (await stage.storedCampaigns()).at(-1)?.id;
  await stage.upOn("job", q1(code === undefined ? { adopt: made } : { acknowledge: [code] }));
  return { list, q1, id: Number(stage.engine.stored("Campaign", "q1").id) };
}

const feb = (stage: Stage, list: number) => ({
  feb: stage.campaign(list, { name: "Feb", active: true, steps: delayed }),
});

const ways = [
  ["adopted", "after", undefined],
  ["said to be absent", "before", "twin:none"],
] as const;

/** Another resource adopts an earlier version of one whose latest create was lost: that is not what the create has made. */
const earlierVersions: readonly Case[] = (["laptop", "job"] as const).map((where) =>
  inSpecOnly(
    "pending",
    `${where}: an earlier version that another resource adopts settles no lost create`,
    async (stage) => {
      const list = await stage.madeList();
      const q1 = (args: Args = {}) => ({ q1: stage.campaign(list, { active: false, ...args }) });
      await stage.upOn(where, q1());
      const first = Number(stage.engine.stored("Campaign", "q1").id);
      await stage.upOn(where, q1({ steps: otherText }), [`inactive:${first}`]);
      const second = Number(stage.engine.stored("Campaign", "q1").id);
      await stage.sandbox.fault({ kind: "reset", when: "after", method: "POST", path: "/v1/campaign" });
      const codes = [`inactive:${second}`, `inactive:${first}`, `twin:${first}`];
      await stage.refuses(stage.upOn(where, q1(), codes), "pending");
      await stage.sandbox.clearFaults();
      const q2 = stage.campaign(list, { active: false, adopt: first, acknowledge: [`inactive:${first}`] });
      await stage.refuses(stage.upOn(where, { q2 }), "its creation is still pending");
    },
  ),
);

/** A start that was lost without effect, and that its user gives up for another one on the same list. */
const givenUp: readonly Case[] = (["laptop", "job"] as const).flatMap((where) => [
  inSpecOnly(
    "pending",
    `${where}: a lost start that leaves the program lets another one start with the printed code`,
    async (stage) => {
      const list = await stage.madeList();
      await stage.sandbox.fault({ kind: "reset", when: "before", method: "POST", path: "/v1/campaign" });
      await stage.refusal(stage.upOn(where, { q1: stage.campaign(list, { active: true }) }));
      await stage.sandbox.clearFaults();
      const printed = "If it is certainly not there: OUTREACH_ACKNOWLEDGE=twin:none for one run";
      await stage.refuses(stage.upOn(where, feb(stage, list)), "whose creation is still pending", printed);
      await stage.upOn(where, feb(stage, list), ["twin:none"]);
      expect((await stage.storedCampaigns()).map(({ name }) => name)).toEqual(["Feb"]);
      await stage.upOn(where, feb(stage, list));
    },
  ),
  inSpecOnly("pending", `${where}: not if the program still declares the lost one`, async (stage) => {
    const list = await stage.madeList();
    const q1 = { q1: stage.campaign(list, { active: true }) };
    await stage.sandbox.fault({ kind: "reset", when: "before", method: "POST", path: "/v1/campaign" });
    await stage.refusal(stage.upOn(where, q1));
    await stage.sandbox.clearFaults();
    const machine = where === "laptop" ? stage.engine : stage.elsewhere();
    machine.restart({ acknowledge: ["twin:none"] });
    for (const program of [
      { ...q1, ...feb(stage, list) },
      { ...feb(stage, list), ...q1 },
    ]) {
      await stage.refuses(() => machine.previewAll(program), "the same people would be written to twice");
      // Without a preview, one of them starts.
      await stage.refuses(stage.upOn(where, program, ["twin:none"]), "the same people would be written to twice");
    }
    expect((await stage.storedCampaigns()).filter(({ active }) => active)).toHaveLength(1);
  }),
]);

/** The state shows what another machine has settled: it is settled for the records of this one, too. */
const elsewhere: readonly Case[] = ways.flatMap(([how, when, code]) => [
  inSpecOnly("pending", `a lost draft that a job has ${how} does not refuse its own replacement`, async (stage) => {
    const { q1, id } = await settled(stage, {}, when, code);
    await stage.upOn("laptop", q1({ steps: otherText }), [`inactive:${id}`]);
    const next = Number(stage.engine.stored("Campaign", "q1").id);
    expect(next).not.toBe(id);
    await stage.upOn("laptop", q1({ steps: delayed }), [`inactive:${next}`]);
    // The draft that it has made is known.
    await stage.refuses(stage.upOn("laptop", q1(), []), `inactive:`);
  }),
  inSpecOnly("pending", `a lost draft that a job has ${how} does not warn a start on its list`, async (stage) => {
    const { list, q1 } = await settled(stage, {}, when, code);
    const { warnings } = await stage.upOn("laptop", { ...q1(), ...feb(stage, list) });
    expect(warnings.filter((text) => text.includes("got no response"))).toEqual([]);
  }),
  inSpecOnly(
    "pending",
    `a lost draft that a job has ${how} is settled also if another name has adopted it since`,
    async (stage) => {
      const { list, id } = await settled(stage, {}, when, code);
      const jan = { jan: stage.campaign(list, { active: false, adopt: id }) };
      await stage.upOn("job", jan);
      const { warnings } = await stage.upOn("laptop", { ...jan, ...feb(stage, list) });
      expect(warnings.filter((text) => text.includes("got no response"))).toEqual([]);
    },
  ),
  inSpecOnly(
    "pending",
    `a lost start that a job has ${how} refuses others as the campaign that runs`,
    async (stage) => {
      const { list, q1, id } = await settled(stage, { active: true }, when, code);
      await stage.refuses(stage.upOn("laptop", { ...q1(), ...feb(stage, list) }), `(id ${id})`, `shared-list:${id}`);
      await stage.sandbox.setActive({ campaignId: id, active: false });
      const off = q1({ active: false, acknowledge: [`inactive:${id}`] });
      await stage.upOn("job", off);
      await stage.upOn("laptop", { ...off, ...feb(stage, list) });
      expect(stage.engine.stored("Campaign", "feb").id).toMatch(/^\d+$/);
    },
  ),
  inSpecOnly(
    "pending",
    `a lost start that a job has ${how} is not settled for a stack that did not have it`,
    async (stage) => {
      const { list } = await settled(stage, { active: true }, when, code);
      await stage.refuses(stage.another().upAllIn("another", feb(stage, list)), "may be running");
    },
  ),
]);

export const settledElsewhere: readonly Case[] = [...elsewhere, ...earlierVersions, ...givenUp];
