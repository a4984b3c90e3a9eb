// @ts-check
// Tasks about an existing account.
import { intrusions, springSteps } from "../account.mjs";
import { twoCycles } from "./programs.mjs";

/** @param {import("../judging/verdict.mjs").Judgement} judgement */
async function factsUntouched(judgement) {
  const { facts } = judgement;
  if (facts === undefined) throw new Error("the task needs its account");
  for (const intrusion of await intrusions(facts.address)) judgement.fail(intrusion);
  return facts;
}

/** @type {readonly import("../tasks.mjs").Task[]} */
export const accountTasks = [
  {
    name: "why-skipped",
    needsAccount: true,
    prompt: (facts) =>
      `Why was ${facts?.skipped?.name ?? "…"} skipped in the campaign "Logistics"? Write the reason, in the words of the service, as {"reason": TEXT} into answer.json.`,
    program: twoCycles(),
    async judge(judgement) {
      const { skipped } = await factsUntouched(judgement);
      const reason = String(judgement.answer()?.reason ?? "");
      judgement.expect(reason.trim().toLowerCase() === skipped?.reason.toLowerCase(), "the reason is another one");
    },
  },
  {
    name: "take-over",
    needsAccount: true,
    prompt: (facts) =>
      `The campaign "Spring" (id ${facts?.spring.campaignId ?? "…"}) was made in the app and works on the list with the id ${facts?.spring.listId ?? "…"}, which is managed elsewhere. Take this campaign over into the program as the resource "spring", as it is. I will run the update.`,
    program: twoCycles(),
    async judge(judgement, baseline) {
      const { spring } = await factsUntouched(judgement);
      const changes = await judgement.changes(baseline, { mayAdopt: true });
      judgement.only(changes, /^Campaign spring$/);
      const taken = changes.get("Campaign spring")?.after;
      if (taken === undefined) return judgement.fail('the program declares no campaign "spring"');
      judgement.expect(
        Number(taken.adopt) === spring.campaignId,
        "the campaign is not adopted by its id, so that another one would be made",
      );
      const declared = JSON.stringify([taken.name, taken.listIds, taken.linkedinSeatId, taken.language ?? "en-US"]);
      const asItIs = declared === JSON.stringify(["Spring", [spring.listId], 7, "en-US"]);
      judgement.expect(asItIs, "the name, the list, the seat or the language is not that of the campaign");
      judgement.expect(isSame(taken.steps, springSteps), "the steps are not those of the campaign");
    },
  },
  {
    name: "who-sends",
    needsAccount: true,
    prompt: 'Which campaigns send at the moment? Write their ids as {"campaigns": [ID, ID]} into answer.json.',
    program: twoCycles(),
    async judge(judgement) {
      const { spring, logistics } = await factsUntouched(judgement);
      const told = [judgement.answer()?.campaigns ?? []].flat().map(String).sort();
      const active = [spring.campaignId, logistics.campaignId].map(String).sort();
      judgement.expect(
        JSON.stringify(told) === JSON.stringify(active),
        `the campaigns are others than ${active.join(" and ")}`,
      );
    },
  },
  {
    name: "list-size",
    needsAccount: true,
    prompt:
      'How many people has the agent "Spring finder" found for the list "Spring leads" so far? Write {"people": NUMBER} into answer.json.',
    program: twoCycles(),
    async judge(judgement) {
      const { people } = await factsUntouched(judgement);
      judgement.expect(judgement.answer()?.people === people, `the number is another one than ${people}`);
    },
  },
];

/**
 * Whether the steps are equal, regardless of the order of their properties.
 * @param {readonly object[]} one
 * @param {readonly object[]} other
 */
function isSame(one, other) {
  /** @param {readonly object[]} steps */
  const inOrder = (steps) => JSON.stringify(steps.map((step) => Object.entries(step).sort()));
  return inOrder(one) === inOrder(other);
}
