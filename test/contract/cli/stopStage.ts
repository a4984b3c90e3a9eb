import { startSandbox } from "pulumi-outreach-sandbox";
import { stopShape } from "../../../provider/src/follow/stop";
import { cycle, send, signals, stageOf } from "../../support/runningAccount";

/** An account with running agents, and the command that stops them; one for each test of a file. */
export function stopStage() {
  const stage = stageOf(() => startSandbox({ rateLimit: false, firstId: 5_000 }));
  return {
    stage,

    /** Two running agents and a paused one, an active campaign and an inactive one. */
    async running() {
      const { sandbox } = stage();
      const first = await cycle(sandbox, "Fintech Q1");
      const second = await cycle(sandbox, "Logistics Q1", { active: false });
      const paused = { name: "Old finder", listId: first.listId, variables: signals, paused: true };
      const { id: third } = await send(sandbox, "POST", "/v1/agent", paused);
      await stage().requests();
      return { first: first.agentId, second: second.agentId, third };
    },

    async stop(...words: string[]) {
      const { code, stdout, stderr } = await stage().run(["stop", "--yes", "--json", ...words]);
      return { code, stderr, stopped: stopShape.parse(JSON.parse(stdout)) };
    },

    /** Ids of the running agents. */
    async agentsRunning(): Promise<number[]> {
      const { agents } = await stage().sandbox.objects();
      return agents.flatMap(({ id, paused }) => (paused ? [] : [id]));
    },
  };
}
