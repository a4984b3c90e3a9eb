import { type Case, delayed, inFull, otherText, type Stage } from "../stage";
import { attachedInApp, shares } from "./inTheApp";

/** A running campaign that was attached to a second list in the app, and one that has run on that list beside it. */
async function ranBeside(stage: Stage) {
  const { q1, id, two, own, follow } = await attachedInApp(stage);
  const ran = await stage.made("follow", follow({ active: true, acknowledge: [`shared-list:${id}`] }));
  const next = stage.campaign(two, { name: "Next", active: true, steps: otherText });
  return { q1, id, ran, own, follow, next };
}

/** What a campaign has found on a list stays known for as long as the state knows that it has run there. */
export const foundKept: readonly Case[] = [
  inFull(
    17,
    "a campaign that ran and is replaced on another list leaves what it had found on its list",
    async (stage) => {
      const { q1, id, ran, own, follow, next } = await ranBeside(stage);
      await stage.sandbox.setActive({ campaignId: ran, active: false });
      const moved = follow({ listIds: [own], steps: delayed });
      await stage.engine.upAllRefreshed({ q1, follow: moved });
      await stage.refuses(stage.elsewhere().upAllRefreshed({ q1, follow: moved, next }), shares(id));
    },
  ),
  inFull(17, "an attach without an answer keeps what the draft has found", async (stage) => {
    const { q1, id, two, own, follow } = await attachedInApp(stage);
    await stage.made("follow", follow({ listIds: [own] }));
    await stage.answers("PATCH /v1/campaign/*", 504, { when: "after", count: 9 });
    const both = { listIds: [own, two] };
    await stage.refusal(stage.engine.upAll({ q1, follow: follow(both) }));
    await stage.sandbox.clearFaults();
    const engine = stage.elsewhere();
    await engine.upAllRefreshed({ q1, follow: follow(both) });
    await stage.refuses(engine.upAllRefreshed({ q1, follow: follow({ ...both, active: true }) }), shares(id));
  }),
  inFull(17, "a lost draft that its own resource adopts keeps what it has found", async (stage) => {
    const { q1, id, follow } = await attachedInApp(stage);
    await stage.answers("GET /v1/campaign", 503, { skip: 1, count: 50 });
    await stage.answers("POST /v1/campaign", 504, { when: "after", count: 1 });
    await stage.refusal(stage.engine.upAll({ q1, follow: follow() }));
    await stage.sandbox.clearFaults();
    const [draft] = (await stage.sandbox.objects()).campaigns.filter(({ active }) => !active);
    const engine = stage.elsewhere();
    await engine.upAll({ q1, follow: follow({ adopt: draft?.id }) });
    await stage.refuses(engine.upAllRefreshed({ q1, follow: follow({ active: true }) }), shares(id));
  }),
];
