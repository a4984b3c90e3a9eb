import { expect } from "vitest";
import { unreviewed } from "../../../support/review/planned";
import { type Case, inSpecOnly, type Stage } from "../stage";

/** A running agent that another machine has adopted as paused. */
async function adoptedAsPaused(stage: Stage) {
  const { list, id } = await stage.madeAgent();
  const engine = stage.elsewhere();
  engine.state.delete(engine.urn("SourceAgent", "finder"));
  const agent = (args: Readonly<Record<string, unknown>> = {}) => stage.agent(list, { adopt: id, ...args });
  await engine.up("finder", agent({ paused: true }));
  return { engine, agent, list, id };
}

/** An agent that is taken over as paused may go on finding people, because the service does not show it. */
export const adoptedPaused: readonly Case[] = [
  inSpecOnly(21, "an agent that is taken over as paused is paused by the next update", async (stage) => {
    const { list, id } = await stage.madeAgent();
    const paused = stage.agent(list, { paused: true });
    const engine = stage.elsewhere();
    engine.state.delete(engine.urn("SourceAgent", "finder"));
    await stage.forget();
    const { warnings } = await engine.up("finder", { ...paused, args: { ...paused.args, adopt: id } });
    expect(warnings.join()).toContain(
      "does not show paused, so it may run: run `pulumi up` again, which sends paused: true",
    );
    expect(await stage.writes()).toEqual([]);
    expect((await engine.up("finder", paused)).op).toBe("update");
    expect((await stage.storedAgent(id)).paused).toBe(true);
    expect((await engine.preview("finder", paused)).op).toBe("same");
  }),
  inSpecOnly(21, "the update that pauses it does not speak of a failed change", async (stage) => {
    const { engine, agent } = await adoptedAsPaused(stage);
    const { warnings } = await engine.preview("finder", agent({ paused: true }));
    expect(warnings).toEqual([expect.stringContaining("it was adopted as paused, which this service does not show")]);
  }),
  inSpecOnly(
    21,
    "one whose pause is no longer declared before it was sent is left as it is, which ends",
    async (stage) => {
      const { engine, agent, list, id } = await adoptedAsPaused(stage);
      const campaign = await stage.made("q1", stage.campaign(list, { active: true }));
      engine.state.set(engine.urn("Campaign", "q1"), structuredClone(stage.engine.stored("Campaign", "q1")));
      await stage.forget();
      const program = { q1: stage.campaign(list, { active: true }), finder: agent() };
      const ends = async (run: () => Promise<unknown>) => {
        await run();
        const all = engine.warnings.join("\n");
        expect(all).toContain("paused is no longer declared");
        expect(all).not.toContain("failed without a clear answer");
        // It may be running.
        expect(all).toContain(`its list is used by the running campaign "Fintech Q1" (id ${campaign})`);
      };
      await ends(() => engine.previewAll(program));
      expect(engine.previews.flatMap(unreviewed)).toEqual([]);
      await ends(async () => expect((await engine.upAll(program)).finder).toBe("update"));
      expect(await stage.writes()).toEqual([]);
      expect((await engine.preview("finder", agent())).op).toBe("same");
      expect(engine.warnings).toEqual([]);
      // Whether it is paused is not known, so that a pause declared later is sent.
      expect((await engine.up("finder", agent({ paused: true }))).op).toBe("update");
      expect((await stage.storedAgent(id)).paused).toBe(true);
      expect((await engine.preview("finder", agent({ paused: true }))).warnings).toEqual([]);
    },
  ),
  inSpecOnly(21, "one that is taken over as it runs is not", async (stage) => {
    const { list, id } = await stage.madeAgent();
    const engine = stage.elsewhere();
    engine.state.delete(engine.urn("SourceAgent", "finder"));
    await engine.up("finder", stage.agent(list, { adopt: id }));
    expect((await engine.preview("finder", stage.agent(list))).op).toBe("same");
  }),
];
