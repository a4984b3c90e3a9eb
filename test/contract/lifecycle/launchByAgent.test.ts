import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Account } from "../../../provider/src/api/account";
import { codingAgents } from "../../../provider/src/host/codingAgents";
import { signal } from "../../../provider/src/resources/sourceAgent/signal";
import { modes, otherText, type Stage, signals, stageOn } from "../rows/stage";

afterEach(() => void vi.restoreAllMocks());

/** Without the header by which the local service identifies itself, which would exempt these runs. */
const withRealService = () => vi.spyOn(Account.prototype, "isLocalService", "get").mockReturnValue(false);

/** A way to start to write to people: a person's setup, and the agent's run. */
interface Start {
  readonly what: string;
  prepare(stage: Stage): Promise<() => Promise<unknown>>;
}

const starts: readonly Start[] = [
  {
    what: "an active campaign",
    async prepare(stage) {
      const list = await stage.madeList();
      return () => stage.engine.up("q1", stage.campaign(list, { active: true }));
    },
  },
  {
    what: "an active campaign in place of an inactive one",
    async prepare(stage) {
      const { list } = await stage.madeCampaign({ active: false });
      const codes = stage.mode === "specOnly" ? [`inactive:${stage.engine.stored("Campaign", "q1").id}`] : [];
      return () => stage.engine.up("q1", stage.campaign(list, { active: true, acknowledge: codes }));
    },
  },
  {
    what: "another list of a running campaign",
    async prepare(stage) {
      const [first, second] = [await stage.madeList(), await stage.madeList("more")];
      await stage.made("q1", stage.campaign(first, { active: true }));
      return () => stage.engine.up("q1", stage.campaign(first, { listIds: [first, second], active: true }));
    },
  },
  {
    what: "a source agent on the list of a running campaign",
    async prepare(stage) {
      const { list } = await stage.madeCampaign({ active: true });
      return () => stage.engine.up("finder", stage.agent(list));
    },
  },
  {
    what: "a source agent that is pointed at the list of a running campaign",
    async prepare(stage) {
      const [first, second] = [await stage.madeList(), await stage.madeList("more")];
      await stage.made("q1", stage.campaign(second, { active: true }));
      await stage.made("finder", stage.agent(first));
      return () => stage.engine.up("finder", stage.agent(second));
    },
  },
  {
    what: "a source agent that is resumed on the list of a running campaign",
    async prepare(stage) {
      const { list } = await stage.madeCampaign({ active: true });
      await stage.made("finder", stage.agent(list, { paused: true }));
      return () => stage.engine.up("finder", stage.agent(list, { paused: false }));
    },
  },
  {
    what: "a source agent that gets its first signals on the list of a running campaign",
    async prepare(stage) {
      const { list } = await stage.madeCampaign({ active: true });
      await stage.made("finder", stage.agent(list, { variables: undefined }));
      return () => stage.engine.up("finder", stage.agent(list));
    },
  },
];
/** The specification has no operation that attaches a list, and none that changes an agent except the pause. */
const inMode = { full: starts, specOnly: [0, 1, 3].flatMap((index) => starts[index] ?? []) } as const;
const cases = modes.flatMap((mode) => inMode[mode].map((start) => ({ mode, ...start })));

describe("a run that a coding agent has started", () => {
  it.each(cases)("does not start $what ($mode)", async ({ mode, prepare }) => {
    const stage = await stageOn(mode);
    const run = await prepare(stage);
    const before = structuredClone([...stage.engine.state]);
    await stage.forget();
    withRealService();
    for (const { name } of codingAgents) {
      stage.engine.restart({ codingAgent: name });
      const text = await stage.refusal(run);
      expect(text).toContain(`the environment shows that ${name} started this run. Nothing was sent for it.`);
      const facts: unknown = JSON.parse(/^launch-refused (.*)$/m.exec(text)?.[1] ?? "null");
      expect(facts).toMatchObject({ setting: "outreach:launch", refusedFor: name, lists: [expect.any(String)] });
    }
    expect(await stage.writes()).toEqual([]);
    expect([...stage.engine.state]).toEqual(before);

    // The same run succeeds if a person starts it, or if the setting is written.
    stage.engine.restart();
    await run();
    expect(await stage.writes()).not.toEqual([]);
  });

  it.each(cases)("starts $what on the local service ($mode)", async ({ mode, prepare }) => {
    const stage = await stageOn(mode);
    const run = await prepare(stage);
    await stage.forget();
    stage.engine.restart({ codingAgent: "claude-code" });
    await run();
    expect(await stage.writes()).not.toEqual([]);
  });

  it("changes resources that write to nobody, and those that already run", async () => {
    const stage = await stageOn("full");
    withRealService();
    stage.engine.restart();
    const { list } = await stage.madeCampaign({ active: true });
    stage.engine.restart({ codingAgent: "claude-code" });
    await stage.forget();
    await stage.engine.up("q1", stage.campaign(list, { active: true, steps: otherText }));
    await stage.engine.up("more", stage.list({ name: "More" }));
    const more = Number(stage.engine.stored("List", "more").id);
    await stage.engine.up("finder", stage.agent(more));
    await stage.engine.up("q2", stage.campaign(more, { name: "Second" }));
    expect(await stage.writes()).toEqual([
      "PATCH /v1/campaign/ID",
      "POST /v1/list",
      "POST /v1/agent",
      "POST /v1/campaign",
    ]);
  });

  it("changes the signals of a source agent, and adds the first ones to a paused one", async () => {
    const stage = await stageOn("full");
    withRealService();
    stage.engine.restart();
    const { list } = await stage.madeCampaign({ active: true });
    await stage.made("finder", stage.agent(list));
    await stage.made("resting", stage.agent(list, { name: "Resting", variables: undefined, paused: true }));
    stage.engine.restart({ codingAgent: "claude-code" });
    await stage.forget();
    const more = [...signals, signal.recentlyChangedJob()];
    await stage.engine.up("finder", stage.agent(list, { variables: more }));
    await stage.engine.up("resting", stage.agent(list, { name: "Resting", paused: true }));
    expect(await stage.writes()).toEqual(["PATCH /v1/agent/ID", "PATCH /v1/agent/ID"]);
  });

  it("learns at preview what the update will refuse, except on the local service", async () => {
    const stage = await stageOn("full");
    const list = await stage.madeList();
    const wanted = stage.campaign(list, { active: true });
    stage.engine.restart({ codingAgent: "claude-code" });
    const { op, warnings } = await stage.engine.preview("q1", wanted);
    expect([op, warnings.filter((text) => text.includes("refuse"))]).toEqual(["create", []]);
    stage.engine.restart({ codingAgent: "claude-code", origin: "https://outreach.example.com" });
    expect((await stage.engine.preview("q1", wanted)).warnings.join("\n")).toContain(
      "the update will refuse to start it, because the environment shows that claude-code started this run",
    );
  });

  beforeEach(() => vi.restoreAllMocks());
});
