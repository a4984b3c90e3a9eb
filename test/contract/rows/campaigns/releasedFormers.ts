import { expect, onTestFinished, vi } from "vitest";
import { MemoryStore } from "../../../../provider/src/api/coordination/memoryStore";
import { delayed, inFull, inSpecOnly, otherText, type Stage } from "../stage";
import { launch, shares } from "./inTheApp";

type Machine = "laptop" | "job";

/** Runs on machines that have one state, of which the job has no records and has made everything. */
class Machines {
  constructor(readonly stage: Stage) {}

  id(name = "q1"): number {
    return Number(this.stage.engine.stored("Campaign", name).id);
  }

  async made(list: number, args = {}, acknowledge: string[] = []): Promise<number> {
    await this.stage.upOn("job", { q1: this.stage.campaign(list, args) }, acknowledge);
    return this.id();
  }

  /** It writes to a person of the list and is switched off in the app. */
  async ranOn(list: number, id: number) {
    const person = { firstName: "Ada", lastName: "Okoye", profileUrl: `https://network.example.com/in/of-${id}` };
    await this.stage.sandbox.addContacts({ userId: 101, contacts: [{ ...person, listId: list }] });
    await this.stage.sandbox.advance({ days: 3 });
    await this.stage.sandbox.setActive({ campaignId: id, active: false });
  }

  async lists(): Promise<readonly [number, number]> {
    return [await this.stage.madeList(), await this.stage.madeList("more")];
  }

  /** The resource has had a campaign that ran on the first list, and has a draft on the second one. */
  async draftAfterOne() {
    const [list, more] = await this.lists();
    const first = await this.made(list, { active: true });
    await this.ranOn(list, first);
    const draft = await this.made(more, { active: false }, [`inactive:${first}`]);
    return { list, more, first, draft };
  }

  /** The same with one that has run as well. */
  async twoInTurn() {
    const [list, more] = await this.lists();
    const first = await this.made(list, { active: true });
    await this.ranOn(list, first);
    const second = await this.made(more, { active: true }, [`inactive:${first}`, "restart"]);
    await this.ranOn(more, second);
    return { list, more, first, second };
  }

  /** Two drafts in turn on one list. */
  async twoDrafts() {
    const list = await this.stage.madeList();
    const first = await this.made(list, { active: false });
    const second = await this.made(list, { active: false, steps: otherText }, [`inactive:${first}`]);
    return { list, first, second };
  }

  async laptop(program = {}, acknowledge: string[] = []): Promise<string> {
    return (await this.stage.upOn("laptop", program, acknowledge)).warnings.join();
  }

  /** The warnings of a start on the laptop, or its refusal. */
  async start(list: number, name: string, more = {}): Promise<string> {
    const another = this.stage.campaign(list, { name, active: true, steps: delayed });
    return await this.laptop({ ...more, another }).catch(String);
  }
}

const name = "Fintech Q1";

const afterDrafts: Record<string, (its: Machines, more: number, draft: number) => Promise<unknown>> = {
  "the laptop removes it": (its) => its.laptop(),
  "the laptop replaces its draft and removes it": async (its, more, draft) => {
    const q1 = its.stage.campaign(more, { active: false, steps: otherText });
    await its.laptop({ q1 }, [`inactive:${draft}`]);
    await its.laptop();
  },
  "the laptop replaces its draft and the job removes it": async (its, more, draft) => {
    const q1 = its.stage.campaign(more, { active: false, steps: otherText });
    await its.laptop({ q1 }, [`inactive:${draft}`]);
    await its.stage.upOn("job", {});
  },
};

const afterTwo: Record<string, (its: Machines, more: number, second: number) => Promise<unknown>> = {
  "the laptop removes it": (its, _, second) => its.laptop({}, [`inactive:${second}`]),
  "the laptop says that it is off and the job removes it": async (its, more, second) => {
    await its.laptop({ q1: its.stage.campaign(more, { active: false }) }, [`inactive:${second}`]);
    await its.stage.upOn("job", {}, [`inactive:${second}`]);
  },
  ...Object.fromEntries(
    ["job", "laptop"].map((who) => [
      `the laptop replaces it and the ${who} removes it`,
      async (its: Machines, more: number, second: number) => {
        const q1 = its.stage.campaign(more, { active: false, steps: otherText });
        await its.laptop({ q1 }, [`inactive:${second}`]);
        await its.stage.upOn(who as Machine, {}, [`inactive:${its.id()}`]);
      },
    ]),
  ),
};

/** By what happens to a resource with two drafts, what the program declares then. */
const leaving: Record<string, (its: Machines, list: number, second: number) => Promise<object>> = {
  "the laptop removes it": async (its) => {
    await its.laptop();
    return {};
  },
  "the laptop replaces it and the job removes it": async (its, list, second) => {
    const q1 = its.stage.campaign(list, { active: false, steps: delayed });
    await its.laptop({ q1 }, [`inactive:${second}`]);
    await its.stage.upOn("job", {});
    return {};
  },
  "the laptop adopts its second draft under another name and the job removes that": async (its, list, second) => {
    await its.laptop({ q2: its.stage.campaign(list, { active: false, steps: otherText, adopt: second }) });
    await its.stage.upOn("job", {});
    return {};
  },
  "the laptop removes it and adopts its second draft": async (its, list, second) => {
    const q2 = its.stage.campaign(list, { active: false, steps: otherText, adopt: second });
    await its.laptop();
    await its.laptop({ q2 });
    return { q2 };
  },
};

/** What a run on the laptop records of what only the state knew of a resource's earlier campaigns. */
export const releasedFormers = [
  ...Object.entries(afterDrafts).map(([how, leave]) =>
    inSpecOnly(13, `a campaign that ran before a draft of another machine starts again where ${how}`, async (stage) => {
      const its = new Machines(stage);
      const { list, more, first, draft } = await its.draftAfterOne();
      await leave(its, more, draft);
      expect(await its.start(list, name)).toMatch(
        new RegExp(`start again at step 1.*${first}|${first}.*start again at step 1`, "s"),
      );
    }),
  ),
  ...Object.entries(afterTwo).flatMap(([how, leave]) => [
    inSpecOnly(
      18,
      `a campaign before the last one of another machine has run on the list where ${how}`,
      async (stage) => {
        const its = new Machines(stage);
        const { list, more, first, second } = await its.twoInTurn();
        await leave(its, more, second);
        expect(await its.start(list, "Other")).toMatch(
          new RegExp(`another campaign has run on its list \\(ids? .*${first}`),
        );
      },
    ),
    inSpecOnly(13, `a campaign before the last one of another machine starts again where ${how}`, async (stage) => {
      const its = new Machines(stage);
      const { list, more, second } = await its.twoInTurn();
      await leave(its, more, second);
      expect(await its.start(list, name)).toContain("start again at step 1");
    }),
  ]),
  ...Object.entries(leaving).map(([how, leave]) =>
    inSpecOnly(17, `the first of two drafts of another machine is launched after ${how}`, async (stage) => {
      const its = new Machines(stage);
      const { list, first, second } = await its.twoDrafts();
      const more = await leave(its, list, second);
      await launch(stage, list, first);
      expect(await its.start(list, "Other", more)).toContain(shares(first));
    }),
  ),
  inSpecOnly(
    17,
    "one that is adopted again starts beside the draft that only the state had before it",
    async (stage) => {
      const its = new Machines(stage);
      const { list, first, second } = await its.twoDrafts();
      const q2 = (args = {}) => stage.campaign(list, { active: false, steps: otherText, ...args });
      await its.laptop();
      await its.laptop({ q2: q2({ adopt: second }) });
      await launch(stage, list, first);
      await stage.refuses(its.laptop({ q2: q2({ active: true }) }, [`inactive:${second}`]), shares(first));
    },
  ),
  inSpecOnly(13, "one that is adopted again starts where one that only the state had before it ran", async (stage) => {
    const its = new Machines(stage);
    const { list, more, draft } = await its.draftAfterOne();
    await its.laptop();
    await its.laptop({ q2: stage.campaign(more, { active: false, adopt: draft }) });
    const q2 = stage.campaign(list, { active: true });
    await stage.refuses(its.laptop({ q2 }, [`inactive:${draft}`]), "start again at step 1");
  }),
  inSpecOnly(
    18,
    "a list that another machine knew of a campaign when it adopted it counts after its removal",
    async (stage) => {
      const its = new Machines(stage);
      const [list, more] = await its.lists();
      const id = await its.made(list, { active: true, listIds: [list, more] });
      await launch(stage, more, id);
      await stage.upOn("job", { q2: stage.campaign(list, { active: true, adopt: id }) });
      await stage.sandbox.setActive({ campaignId: id, active: false });
      await its.laptop({}, [`inactive:${id}`]);
      expect(await its.start(more, "Other")).toContain(`another campaign has run on its list (id ${id})`);
    },
  ),
  inFull(
    17,
    "the first of two drafts of another machine runs after a refresh has found the second one deleted",
    async (stage) => {
      const its = new Machines(stage);
      const list = await stage.madeList();
      const first = await its.made(list, { active: false });
      const second = await its.made(list, { active: false, steps: delayed });
      // The list names the campaign that is attached last.
      await stage.madeByHand(list, { active: false });
      await stage.sandbox.deleteCampaign({ campaignId: second });
      await stage.engine.refresh("Campaign", "q1");
      await stage.sandbox.setActive({ campaignId: first, active: true });
      expect(await its.start(list, "Other")).toContain(shares(first));
    },
  ),
  inSpecOnly(
    17,
    "a draft of another machine is launched after its resource was removed with a create that was lost",
    async (stage) => {
      const its = new Machines(stage);
      const list = await stage.madeList();
      const first = await its.made(list, { active: false });
      await stage.sandbox.fault({ kind: "reset", when: "after", method: "POST", path: "/v1/campaign" });
      const draft = { active: false, steps: otherText };
      await stage.refusal(its.made(list, draft, [`inactive:${first}`]));
      await its.laptop({}, ["twin:none"]);
      await launch(stage, list, first);
      expect(await its.start(list, "Other")).toContain(shares(first));
    },
  ),
  inSpecOnly(
    20,
    "a resource whose earlier drafts only the state knew is declared again with another text",
    async (stage) => {
      const its = new Machines(stage);
      const { list, first, second } = await its.twoDrafts();
      await its.laptop();
      const again = (args = {}) => its.laptop({ q1: stage.campaign(list, { active: false, ...args }) });
      await stage.refuses(again(), `(id ${first})`);
      await again({ steps: delayed });
      expect([first, second]).not.toContain(its.id());
    },
  ),
  inSpecOnly(20, "a draft on another list than those that only the state knew is no twin of them", async (stage) => {
    const its = new Machines(stage);
    const { list, more } = await its.twoInTurn();
    await its.laptop({}, [`inactive:${its.id()}`]);
    const third = await stage.madeList("third");
    const another = (on: number) => its.laptop({ another: stage.campaign(on, { active: false }) });
    for (const on of [list, more]) await stage.refuses(another(on), "twin:");
    expect(await another(third)).toContain("runs have recorded another campaign of this name");
  }),
  inSpecOnly(20, "what the records know already of earlier campaigns is not written again", async (stage) => {
    const { engine } = stage;
    const list = await stage.madeList();
    const q1 = (args = {}) => stage.campaign(list, args);
    const first = await stage.made("q1", q1({ active: true }));
    engine.restart({ acknowledge: [`inactive:${first}`] });
    const second = await stage.made("q1", q1({ active: false }));
    engine.restart({ acknowledge: [`inactive:${second}`] });
    await engine.up("q1", q1({ active: false, steps: otherText }));
    const written = vi.spyOn(MemoryStore.prototype, "remember");
    onTestFinished(() => written.mockRestore());
    engine.restart();
    const third = engine.stored("Campaign", "q1").id;
    await engine.upAll({ leads: stage.list({ name: "List leads" }) }, "deletes");
    expect(written.mock.calls.map(([{ id }]) => id)).toEqual([third]);
  }),
];
