import { expect } from "vitest";
import { type Case, inSpecOnly } from "../stage";

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
  inSpecOnly(21, "one that is taken over as it runs is not", async (stage) => {
    const { list, id } = await stage.madeAgent();
    const engine = stage.elsewhere();
    engine.state.delete(engine.urn("SourceAgent", "finder"));
    await engine.up("finder", stage.agent(list, { adopt: id }));
    expect((await engine.preview("finder", stage.agent(list))).op).toBe("same");
  }),
];
