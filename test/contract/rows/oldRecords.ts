import { expect } from "vitest";
import type { TestedKind } from "../../support/testedKinds";
import type { TestStack } from "../../support/testStack";
import { type Case, inBoth, type Stage } from "./stage";
import { finderOfFirst } from "./twoProviders";

/** An alias gives a resource in the state another name in the program. */
export function rename(stack: TestStack, kind: TestedKind, before: string, after: string): void {
  const stored = structuredClone(stack.stored(kind, before));
  stack.state.delete(stack.urn(kind, before));
  stack.state.set(stack.urn(kind, after), stored);
}

/** The state that two machines share, passed from one to the other. */
export function handOver(from: TestStack, to: TestStack): void {
  to.state.clear();
  for (const [urn, stored] of from.state) to.state.set(urn, structuredClone(stored));
}

/**
 * An agent that this machine has adopted as `finder`, and that a machine without these records has renamed to `scout`.
 */
async function renamedElsewhere(stage: Stage): Promise<number> {
  const list = await stage.madeList();
  const byHand = stage.elsewhere();
  await byHand.up("by hand", stage.agent(list));
  await stage.engine.up("finder", stage.agent(list, { adopt: Number(byHand.stored("SourceAgent", "by hand").id) }));
  const elsewhere = stage.elsewhere();
  rename(elsewhere, "SourceAgent", "finder", "scout");
  await elsewhere.up("scout", stage.agent(list));
  handOver(elsewhere, stage.engine);
  await stage.forget();
  return list;
}

/** Records that are older than the state, or that another process has written meanwhile. */
export const oldRecords: readonly Case[] = [
  inBoth(
    8,
    "an agent that was adopted here, and renamed by an alias on another machine, is deleted here",
    async (stage) => {
      await renamedElsewhere(stage);
      expect((await stage.engine.destroy("SourceAgent", "scout")).join()).not.toContain("adopted");
      expect(await stage.writes()).toEqual(["DELETE /v1/agent/ID"]);
    },
  ),
  inBoth(
    8,
    "an agent that was adopted here, and renamed on another machine, does not stay beside its replacement",
    async (stage) => {
      const list = await renamedElsewhere(stage);
      await stage.engine.up("scout", stage.agent(list, { agentType: "website-visitor", variables: undefined }));
      expect(await stage.writes()).toEqual(["DELETE /v1/agent/ID", "POST /v1/agent"]);
      expect((await stage.sandbox.objects()).agents).toHaveLength(1);
    },
  ),
  inBoth(8, "an agent that another resource of the stack has adopted since is not replaced", async (stage) => {
    const { first, second, list, id } = await finderOfFirst(stage);
    await second.up("thief", stage.agent(list, { adopt: id }));
    await stage.forget();
    await stage.refuses(
      first.up("finder", stage.agent(list, {}, { replace: true })),
      "runs have recorded that another resource of this stack has adopted this source agent, and this run",
    );
    expect(await stage.writes()).toEqual([]);
  }),
  inBoth(
    8,
    "the object of a resource that an alias has renamed is not adopted under another provider",
    async (stage) => {
      const { first, second, list, id } = await finderOfFirst(stage);
      rename(first, "SourceAgent", "finder", "scout");
      await first.up("scout", stage.agent(list));
      await stage.forget();
      const beside = [first.urn("SourceAgent", "scout")];
      await stage.refuses(
        second.up("thief", { ...stage.agent(list, { adopt: id }), beside }),
        `source agent ${id} is already managed by scout of this program (under another provider, or not a target`,
      );
      expect(await stage.writes()).toEqual([]);
    },
  ),
  inBoth(8, "a machine without records deletes an agent that another one has renamed", async (stage) => {
    await renamedElsewhere(stage);
    await stage.elsewhere().destroy("SourceAgent", "scout");
    expect(await stage.writes()).toEqual(["DELETE /v1/agent/ID"]);
  }),
];
