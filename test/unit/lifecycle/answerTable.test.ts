import { expect, it } from "vitest";
import { takeIn } from "../../../provider/src/lifecycle/answerTable";
import { guarded, values } from "../resources/guardedCampaign";
import { recordOf } from "../resources/guarding";

it.each<[string, object, boolean | undefined, object | undefined, boolean]>([
  ["response", { active: true }, undefined, undefined, true],
  ["response, rather than what was declared", { active: false }, true, { active: true }, false],
  ["program, if the response lacks it", {}, true, { active: false }, true],
  ["object before the change, if neither shows it", {}, undefined, { active: true }, true],
  ["nothing, if nothing shows it", {}, undefined, {}, false],
])("whether an object of another user runs is taken from the %s", (_, answer, active, before, runs) => {
  const { situation } = guarded();
  const { recorded, problems } = takeIn({
    ...{ ...situation, attempt: "Changing it", owner: recordOf(), isNew: false, news: values({ active }) },
    ...{ answer: { id: "5", userId: 7, ...answer }, ...(before && { before: { id: "5", ...before } }) },
  });
  expect(recorded).toEqual({ ownedBy: "7" });
  const [first] = problems;
  expect(String(first).endsWith(" It is running.")).toBe(runs);
});
