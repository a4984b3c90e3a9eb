import { expect, it } from "vitest";
import { assumptionsOf, type Circumstances } from "../../../provider/src/rehearse/assumptions";

const plain: Circumstances = {
  ...{ contacts: 200, lists: 1, arriveOver: 1, answerRate: 0.2, incomplete: 0.1, hasConfig: true },
  ...{ hasAgents: false, hasNetworkSteps: false, hasEmails: true, hasNoteOfPremiumSeat: false, hasEnvironments: false },
  ...{ switchedOn: [], foreignLists: [], overridden: [], replacedSecrets: [], secretSettings: [], openedSecrets: [] },
};

it.each<[Partial<Circumstances>, string]>([
  [{}, "200 made-up people arrive on the first day: 10% have no company"],
  [{ lists: 3, arriveOver: 4 }, "in equal parts over the first 4 days, in equal parts in 3 lists"],
  [{ answerRate: 0.125 }, "12.5% of the people answer"],
  [{ hasAgents: true }, "Source agents find nobody beyond these"],
  [{ hasNetworkSteps: true }, "Seven of ten invitations are accepted"],
  [{ hasNoteOfPremiumSeat: true }, "longer than 180 characters is a premium one"],
  [{ switchedOn: ["a", "b"] }, "Switched on by the rehearsal on the first day, as a person would in the app: a, b."],
  [{ switchedOn: Array.from({ length: 12 }, (_, index) => `c${index}`) }, "c9 and 2 more."],
  [{ foreignLists: [5] }, "exist, without contacts of their own: 5."],
  [{ overridden: ["alice"] }, "The address and the key of these providers were not used: alice."],
  [{ replacedSecrets: ["team:token"] }, "had a placeholder as their value: team:token."],
  [{ secretSettings: ["outreach:premiumSeats"] }, "were left out: outreach:premiumSeats."],
  [{ openedSecrets: ["team:object"] }, "were no secrets: team:object."],
  [{ hasEnvironments: true }, "(ESC) were left out"],
  [{ hasConfig: false }, "The stack has no config file"],
])("the assumptions follow from the run: %j", (changes, sentence) => {
  const usual = assumptionsOf(plain).join("\n");
  expect(assumptionsOf({ ...plain, ...changes }).join("\n")).toContain(sentence);
  if (Object.keys(changes).length > 0) expect(usual).not.toContain(sentence);
});
