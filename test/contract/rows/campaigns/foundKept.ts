import { type Case, delayed, inFull, otherText, type Stage } from "../stage";

const shares = (id: number) => `by an active campaign (id ${id})`;

/** A running campaign that was attached to a second list in the app, and one that has run on that list beside it. */
async function ranBeside(stage: Stage) {
  const [one, two, own] = [await stage.madeList("one"), await stage.madeList("two"), await stage.madeList("own")];
  const q1 = stage.campaign(one, { active: true });
  const id = await stage.made("q1", q1);
  await stage.addPerson(two);
  await stage.patchByHand(`/v1/campaign/${id}`, { listIds: [one, two] });
  const follow = (list: number, args = {}) => stage.campaign(list, { name: "Follow-up", ...args });
  const ran = await stage.made("follow", follow(two, { active: true, acknowledge: [`shared-list:${id}`] }));
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
      const moved = follow(own, { steps: delayed });
      await stage.engine.upAllRefreshed({ q1, follow: moved });
      await stage.refuses(stage.elsewhere().upAllRefreshed({ q1, follow: moved, next }), shares(id));
    },
  ),
  inFull(17, "an attach without an answer keeps what the draft has found", async (stage) => {
    const [one, two, own] = [await stage.madeList("one"), await stage.madeList("two"), await stage.madeList("own")];
    const q1 = stage.campaign(one, { active: true });
    const id = await stage.made("q1", q1);
    await stage.patchByHand(`/v1/campaign/${id}`, { listIds: [one, two] });
    const follow = (args = {}) => stage.campaign(own, { name: "Follow-up", ...args });
    await stage.made("follow", follow());
    await stage.answers("PATCH /v1/campaign/*", 504, { when: "after", count: 9 });
    const both = { listIds: [own, two] };
    await stage.refusal(stage.engine.upAll({ q1, follow: follow(both) }));
    await stage.sandbox.clearFaults();
    const engine = stage.elsewhere();
    await engine.upAllRefreshed({ q1, follow: follow(both) });
    await stage.refuses(engine.upAllRefreshed({ q1, follow: follow({ ...both, active: true }) }), shares(id));
  }),
  inFull(17, "a lost draft that its own resource adopts keeps what it has found", async (stage) => {
    const [one, two] = [await stage.madeList("one"), await stage.madeList("two")];
    const q1 = stage.campaign(one, { active: true });
    const id = await stage.made("q1", q1);
    await stage.patchByHand(`/v1/campaign/${id}`, { listIds: [one, two] });
    const follow = (args = {}) => stage.campaign(two, { name: "Follow-up", ...args });
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
