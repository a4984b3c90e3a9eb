import { expect } from "vitest";
import type { TestStack } from "../../support/testStack";
import { type Case, inBoth, inFull, type Stage } from "./stage";

/** Two providers of one engine run, the first of which has created the agent `finder`. */
export async function finderOfFirst(stage: Stage) {
  const [first, second] = stage.twoProviders();
  const list = await stage.madeList();
  await first.up("finder", stage.agent(list));
  await stage.forget();
  return { first, second, list, id: Number(first.stored("SourceAgent", "finder").id) };
}

/** The resources of one stack whose providers are separate processes. */
export const twoProviders: readonly Case[] = [
  inBoth(
    8,
    "another provider's object is adopted only if the program no longer declares its resource",
    async (stage) => {
      const { first, second, list, id } = await finderOfFirst(stage);
      const adopting = stage.agent(list, { adopt: id });
      const beside = [first.urn("SourceAgent", "finder")];
      await stage.refuses(
        second.up("thief", { ...adopting, beside }),
        `source agent ${id} is already managed by finder of this program (under another provider, or not a target`,
      );

      // Renamed, and moved to the other provider: the old resource is deleted in another process.
      await second.up("renamed", { ...adopting, beside: [first.urn("SourceAgent", "other")] });
      expect((await first.destroy("SourceAgent", "finder")).join()).toContain(
        "another resource of this stack has adopted it",
      );
      expect(await stage.writes()).toEqual([]);
      // A later run deletes it permanently.
      const later = stage.another();
      later.state.set(later.urn("SourceAgent", "renamed"), second.stored("SourceAgent", "renamed"));
      await later.destroy("SourceAgent", "renamed");
      expect(await stage.writes()).toEqual(["DELETE /v1/agent/ID"]);
    },
  ),
  inBoth(
    8,
    "the object of a resource that the program declares later is adopted: its own delete keeps it, the adopter's does not",
    async (stage) => {
      const { first, second, list, id } = await finderOfFirst(stage);
      // The other process does not know that the program will also declare finder.
      await second.up("thief", stage.agent(list, { adopt: id }));
      expect((await first.up("finder", stage.agent(list))).op).toBe("same");
      const later = (name: string, from: TestStack) => {
        const run = stage.another();
        run.state.set(run.urn("SourceAgent", name), structuredClone(from.stored("SourceAgent", name)));
        return run;
      };
      // A refresh of the former one does not take the object back.
      const former = later("finder", first);
      await former.refresh("SourceAgent", "finder");
      expect((await former.destroy("SourceAgent", "finder")).join()).toContain(
        "another resource of this stack has adopted it",
      );
      expect(await stage.writes()).toEqual([]);
      await later("thief", second).destroy("SourceAgent", "thief");
      expect(await stage.writes()).toEqual(["DELETE /v1/agent/ID"]);
    },
  ),
  inBoth(
    21,
    "the same for a campaign: it leaves the state without a request, and stays in the account",
    async (stage) => {
      const [first, second] = stage.twoProviders();
      const list = await stage.madeList();
      await first.up("q1", stage.campaign(list, { active: false }));
      const id = Number(first.stored("Campaign", "q1").id);
      await stage.forget();
      await second.up("thief", stage.campaign(list, { active: false, adopt: id }));
      const warnings = [...(await first.destroy("Campaign", "q1")), ...(await second.destroy("Campaign", "thief"))];
      expect(warnings.join()).toContain("another resource of this stack has adopted it");
      expect(await stage.writes()).toEqual([]);
      expect((await stage.storedCampaign(id)).active).toBe(false);
    },
  ),
  inFull(
    20,
    "an agent because of which a create under another provider was refused is not deleted in the same run",
    async (stage) => {
      const { first, second, list, id } = await finderOfFirst(stage);
      await stage.refuses(second.up("equal", stage.agent(list)), "already holds the same source agent");
      await stage.refuses(
        first.destroy("SourceAgent", "finder"),
        `(id ${id}): a resource under another provider was not created or has not adopted it in this run`,
      );
      expect(await stage.writes()).toEqual([]);
      // The next run of the engine decides again.
      const later = stage.another();
      later.state.set(later.urn("SourceAgent", "finder"), first.stored("SourceAgent", "finder"));
      await later.destroy("SourceAgent", "finder");
      expect(await stage.writes()).toEqual(["DELETE /v1/agent/ID"]);
    },
  ),
  inFull(
    21,
    "an agent whose adoption under another provider has failed is not deleted in the same run",
    async (stage) => {
      const { first, second, list, id } = await finderOfFirst(stage);
      const other = stage.agent(list, { adopt: id, name: "Other" });
      await stage.refuses(second.up("other", other), "it differs from the program in name");
      await stage.refuses(first.destroy("SourceAgent", "finder"), "has not adopted it in this run");
      expect(await stage.writes()).toEqual([]);
    },
  ),
];
