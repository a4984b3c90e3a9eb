import type { Stage } from "../stage";

/** A running campaign of the stack to which somebody has attached a second list in the app. */
export async function attachedInApp(stage: Stage) {
  const [one, two] = [await stage.madeList("one"), await stage.madeList("two")];
  const [own, more] = [await stage.madeList("own"), await stage.madeList("more")];
  const q1 = stage.campaign(one, { active: true });
  const id = await stage.made("q1", q1);
  await stage.patchByHand(`/v1/campaign/${id}`, { listIds: [one, two] });
  await stage.addPerson(two);
  const follow = (args = {}) => stage.campaign(two, { name: "Follow-up", ...args });
  return { one, two, own, more, q1, id, follow };
}

/** Switches a draft on in the app, so that its log shows that it has run. */
export async function launch(stage: Stage, list: number, id: number) {
  await stage.addPerson(list);
  await run(stage, id);
}

/** The same for one that has people already. */
export async function run(stage: Stage, id: number) {
  await stage.sandbox.setActive({ campaignId: id, active: true });
  await stage.sandbox.advance({ days: 3 });
}

/** The part of a refusal that names the active campaign on a list. */
export const shares = (id: number) => `by an active campaign (id ${id})`;
