import type { Mode, Stage } from "./rows/stage";
import { delayed, signals } from "./rows/stage";

/** The situation of one example of docs/guards.md. */
export interface GuardExample {
  /** As written in the table of codes and the heading. */
  readonly code: string;
  readonly mode: Mode;
  /** Brings the account and the state into the situation. */
  set(stage: Stage): Promise<Situation>;
}

interface Situation {
  /** The user's run, with these codes acknowledged. It is refused without any. */
  run(acknowledge: readonly string[]): unknown;
  /** Ids, addresses and signs: the page's values, and the values in this test. */
  readonly values: Readonly<Record<string, string | number>>;
}

const founders = { name: "Fintech founders" };

export const guardExamples: readonly GuardExample[] = [
  {
    code: "rename",
    mode: "full",
    async set(stage) {
      const id = await stage.made("fintech", stage.list(founders));
      const renamed = (acknowledge: readonly string[]) => stage.list({ name: "Fintech CEOs", acknowledge });
      return { run: (acknowledge) => stage.engine.preview("fintech", renamed(acknowledge)), values: { 456: id } };
    },
  },
  {
    code: "restart",
    mode: "full",
    async set(stage) {
      const list = await stage.madeList();
      const id = await stage.made("fintech", stage.campaign(list, { active: true }));
      await stage.sandbox.setActive({ campaignId: id, active: false });
      await stage.engine.refresh("Campaign", "fintech");
      const changed = (acknowledge: readonly string[]) =>
        stage.campaign(list, { active: true, steps: delayed, acknowledge });
      return { run: (acknowledge) => stage.engine.preview("fintech", changed(acknowledge)), values: { 12: id } };
    },
  },
  {
    code: "shared-list:<campaign id>",
    mode: "full",
    async set(stage) {
      const list = await stage.madeList();
      const other = await stage.madeByHand(list, { active: true });
      const wanted = (acknowledge: readonly string[]) => stage.campaign(list, { active: true, acknowledge });
      return {
        run: (acknowledge) => stage.engine.up("fintech", wanted(acknowledge)),
        values: { 12: other, 456: list },
      };
    },
  },
  {
    code: "twin:<id>",
    mode: "full",
    async set(stage) {
      const elsewhere = stage.elsewhere();
      await elsewhere.up("theirs", stage.list(founders));
      const { id } = elsewhere.stored("List", "theirs");
      const wanted = (acknowledge: readonly string[]) => stage.list({ ...founders, acknowledge });
      return { run: (acknowledge) => stage.engine.up("fintech", wanted(acknowledge)), values: { 456: id } };
    },
  },
  {
    code: "twin:none",
    mode: "specOnly",
    async set(stage) {
      await killedWhileCreating(stage);
      const wanted = (acknowledge: readonly string[]) => stage.list({ ...founders, acknowledge });
      return { run: (acknowledge) => stage.engine.up("fintech", wanted(acknowledge)), values: {} };
    },
  },
  {
    code: "twin:none:<sign>",
    mode: "specOnly",
    async set(stage) {
      await killedWhileCreating(stage, "twin:none");
      const wanted = (acknowledge: readonly string[]) =>
        stage.list({ ...founders, acknowledge: ["twin:none", ...acknowledge] });
      const text = await stage.refusal(stage.engine.up("fintech", wanted([])));
      return {
        run: (acknowledge) => stage.engine.up("fintech", wanted(acknowledge)),
        values: { "3f9a01c7": /twin:none:(\w+)/.exec(text)?.[1] ?? "" },
      };
    },
  },
  {
    code: "inactive:<id>",
    mode: "specOnly",
    async set(stage) {
      const id = await stage.made("fintech", stage.campaign(await stage.madeList(), { active: true }));
      return {
        run(acknowledge) {
          stage.engine.restart({ acknowledge });
          return stage.engine.destroy("Campaign", "fintech");
        },
        values: { 12: id, "urn:pulumi:dev::outreach::": "urn:pulumi:test::outreach-test::" },
      };
    },
  },
  {
    code: "as-is:<path>",
    mode: "full",
    async set(stage) {
      const list = await stage.madeList();
      const variables = [...signals.slice(0, 2), { type: "TECHNOLOGY", value: "Stripe" }, signals[3]];
      const wanted = (acknowledge: readonly string[]) => stage.agent(list, { variables, acknowledge });
      return { run: (acknowledge) => stage.engine.preview("fintech", wanted(acknowledge)), values: {} };
    },
  },
  {
    code: "moved:<origin>",
    mode: "full",
    async set(stage) {
      const id = await stage.made("fintech", stage.list(founders));
      const { origin } = stage.settings;
      const moved = origin.replace("127.0.0.1", "localhost");
      return {
        run(acknowledge) {
          stage.engine.restart({ origin: moved, acknowledge });
          return stage.engine.refresh("List", "fintech");
        },
        values: { 456: id, "https://old.example.com": origin, "https://new.example.com": moved },
      };
    },
  },
];

/** A run that ends after it has sent the create of a list and before the list is in the state. */
async function killedWhileCreating(stage: Stage, ...acknowledge: readonly string[]): Promise<void> {
  await stage.lose("fintech", stage.list({ ...founders, acknowledge }));
  stage.engine.state.delete(stage.engine.urn("List", "fintech"));
}
