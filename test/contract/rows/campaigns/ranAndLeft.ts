import { type Case, delayed, inFull, otherText, type Stage } from "../stage";
import { launch } from "./inTheApp";

const hasRun = /has run on (the same list|these lists)|was active before/;

/** A draft that somebody has launched in the app and switched off, and that an update then moves to another list. */
async function movedAfterRun(stage: Stage) {
  const [x, y] = [await stage.madeList("x"), await stage.madeList("y")];
  const id = await stage.made("q1", stage.campaign(x));
  await launch(stage, x, id);
  await stage.sandbox.setActive({ campaignId: id, active: false });
  const moved = stage.campaign(y);
  await stage.engine.upAll({ q1: moved });
  return { x, y, id, moved };
}

/** A campaign that has left a list since it ran there: only the people of the list show it. */
export const ranAndLeft: readonly Case[] = [
  inFull(13, "another campaign of the name does not start on a list that it has left since it ran", async (stage) => {
    const { x, id, moved } = await movedAfterRun(stage);
    const second = stage.campaign(x, { active: true });
    await stage.refuses(stage.elsewhere().upAllRefreshed({ q1: moved, second }), hasRun, String(id));
  }),
  inFull(13, "the same if its resource is removed in between", async (stage) => {
    const { x, id } = await movedAfterRun(stage);
    await stage.engine.upAllRefreshed({}, "deletes");
    const second = stage.campaign(x, { active: true });
    await stage.refuses(stage.elsewhere().upAllRefreshed({ second }), hasRun, String(id));
  }),
  inFull(13, "its own resource does not start again on the list", async (stage) => {
    const { x, y } = await movedAfterRun(stage);
    const engine = stage.elsewhere();
    await engine.upAll({ q1: stage.campaign(y, { steps: delayed }) });
    await stage.refuses(engine.upAllRefreshed({ q1: stage.campaign(x, { steps: delayed, active: true }) }), hasRun);
  }),
  inFull(13, "another campaign of the name that runs does not get the list", async (stage) => {
    const { x, id, moved } = await movedAfterRun(stage);
    const w = await stage.madeList("w");
    const second = (...listIds: number[]) => stage.campaign(w, { active: true, listIds, steps: otherText });
    await stage.engine.upAll({ q1: moved, second: second(w) });
    await stage.refuses(stage.elsewhere().upAllRefreshed({ q1: moved, second: second(w, x) }), hasRun, String(id));
  }),
];
