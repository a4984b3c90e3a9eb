import { expect } from "vitest";
import type { Step } from "../../support/testStack";
import { type Case, inFull, perMode, type Stage } from "./stage";

const visitor = { agentType: "website-visitor", variables: undefined };

/** States with ids that somebody has written by hand, and the agents with these ids. */
export const editedAgents: readonly Case[] = [
  perMode(23, "an id that somebody has written into the state is not deleted: it is another agent", {
    async full(stage) {
      const list = await stage.madeList();
      const other = await stage.madeList("other");
      const id = await stage.made("finder", stage.agent(list));
      const [urn, stored] = [stage.engine.urn("SourceAgent", "finder"), stage.engine.stored("SourceAgent", "finder")];
      // Equal, but created later; of another type; and with the same creation time, as far as it is known.
      await stage.sandbox.advance({ minutes: 5 });
      const { twin } = await makeOthers(stage, list, other);
      await stage.forget();
      stored.id = String(twin);
      const { createdAt } = stored.outputs;
      for (const work of [
        () => stage.engine.destroy("SourceAgent", "finder"),
        () => stage.engine.up("finder", stage.agent(list, visitor)),
        () => stage.engine.up("finder", stage.agent(list, { minLeadScore: 0.8 })),
        () => stage.engine.refresh("SourceAgent", "finder"),
      ]) {
        const text = await stage.refusal(work);
        expect(text).toContain(
          `source agent "Finder" (id ${twin}): this id belongs to another source agent ("Finder", list ${list}, autopilot, created `,
        );
        expect(text).toContain(
          `the state holds "Finder", list ${list}, autopilot, created ${createdAt}. Nothing was sent`,
        );
        expect(text).toContain(`Correct the id in the state`);
        expect(text).toContain(`\`pulumi state delete '${urn}'\``);
      }
      expect(await stage.writes()).toEqual([]);
      stored.id = String(id);
      await stage.engine.destroy("SourceAgent", "finder");
      expect(await stage.writes()).toEqual(["DELETE /v1/agent/ID"]);
    },
    async specOnly(stage) {
      await stage.madeAgent();
      await stage.engine.destroy("SourceAgent", "finder");
      expect((await stage.sandbox.counts()).agents).toBe(0);
    },
  }),
  inFull(23, "without creation times, name, type and list together distinguish agents", async (stage) => {
    const list = await stage.madeList();
    const other = await stage.madeList("other");
    const { twin, visiting, elsewhere } = await makeOthers(stage, list, other);
    await stage.forget();
    for (const known of [true, false]) {
      for (const [id, isOther] of [
        [visiting, true],
        [elsewhere, !known],
      ] as const) {
        const name = `${id} ${known}`;
        await stage.made(name, stage.agent(list, { name: "Finder", acknowledge: [`twin:${twin}`] }));
        const stored = stage.engine.stored("SourceAgent", name);
        const own = stored.id;
        if (!known) delete stored.outputs.createdAt;
        stored.id = String(id);
        if (isOther) {
          const text = await stage.refusal(stage.engine.destroy("SourceAgent", name));
          expect(text).toContain(`(id ${id}): this id belongs to another source agent ("Finder", `);
          expect(text).toContain("If it was only changed in the app: `pulumi refresh`");
        }
        stored.id = own;
        await stage.engine.destroy("SourceAgent", name);
      }
    }
    expect((await stage.sandbox.objects()).agents.map(({ id }) => id)).toEqual([twin, visiting, elsewhere]);
  }),
  inFull(
    23,
    "an agent that was renamed in the app is deleted with a warning, and a missing one is not an error",
    async (stage) => {
      const list = await stage.madeList();
      for (const known of [true, false]) {
        const id = await stage.made("finder", stage.agent(list));
        if (!known) delete stage.engine.stored("SourceAgent", "finder").outputs.createdAt;
        await stage.sandbox.editAgent({ agentId: id, name: "Hunter\u202e" });
        expect((await stage.engine.destroy("SourceAgent", "finder")).join()).toContain(
          `source agent "Finder" (id ${id}): it is named "Hunter\\u202e" at the service, and is deleted.`,
        );
      }
      const id = await stage.made("finder", stage.agent(list));
      await stage.sandbox.deleteAgent({ agentId: id });
      await stage.forget();
      expect(await stage.engine.destroy("SourceAgent", "finder")).toEqual([]);
      expect(await stage.writes()).toEqual([]);
    },
  ),
];

/** Somebody else's agents: one like the case's own, one of another type, one on another list. */
async function makeOthers(stage: Stage, list: number, other: number) {
  const engine = stage.another();
  const make = async (name: string, wanted: Step) => {
    await engine.up(name, wanted);
    return Number(engine.stored("SourceAgent", name).id);
  };
  const twins = (await stage.sandbox.objects()).agents.map(({ id }) => `twin:${id}`);
  return {
    twin: await make("twin", stage.agent(list, { acknowledge: twins })),
    visiting: await make("visiting", stage.agent(list, visitor)),
    elsewhere: await make("elsewhere", stage.agent(other)),
  };
}
