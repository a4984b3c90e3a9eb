import { nameDigest } from "../../api/coordination/creations";
import { describe, ids, nameOf } from "../../lifecycle/about";
import { howToAcknowledge } from "../../lifecycle/acknowledge";
import { mayAdoptTwin } from "../../lifecycle/createFacts";
import type { PlanSituation } from "../../lifecycle/guards";
import { Refusal } from "../../lifecycle/refusal";
import type { Stated } from "../../lifecycle/stated";
import { say } from "../../lifecycle/wayOut";
import { another, howToRenameFrom } from "../../lifecycle/ways";
import { knownIds } from "./reach";
import type { CampaignValues } from "./values";

/**
 * Before a campaign starts: refuses if one of the same name has run on one of its lists according to the state, as after
 * a rename of the resource. During the update, `refuseStartingAgain` does the same with what runs have recorded.
 */
export function lookAtStated(situation: PlanSituation<CampaignValues>): void {
  const { run, about, urn, inputs, acknowledged, stated } = situation;
  if (stated === "unread") {
    run.warn(
      `${about}: the engine did not tell what the state holds of other campaigns. If this service does not show campaigns, one that runs or has run on the same list and that the program no longer declares is not known here: run \`pulumi up --refresh\`.`,
      urn,
      "starts-sending",
    );
    return;
  }
  // If it turns out to take over an equal campaign, nothing starts again.
  if (acknowledged.has("restart") || mayAdoptTwin(run.settings(), inputs)) return;
  const lists = knownIds(inputs.listIds);
  const name = nameDigest(String(inputs.name));
  const isAgain = (each: Stated) =>
    each.name === name &&
    !(each.is === "running" && acknowledged.has(`shared-list:${each.id}`)) &&
    (each.targets.length === 0 || each.targets.some((listId) => lists.includes(Number(listId))));
  const [first, ...more] = stated.filter(isAgain);
  if (first === undefined) return;
  const before = describe("campaign", nameOf(first.urn), first.id);
  const others = more.length === 0 ? "" : `, and so has ${ids(more.map((each) => each.id ?? nameOf(each.urn)))}`;
  throw new Refusal(
    `${about}: the ${before} of this stack has the same name and has run on the same list${others}: its people would start again at step 1.`,
    say`${howToRenameFrom(nameOf(first.urn), nameOf(urn))} Or ${another("listIds", "use another list")}.`,
    say`Or start it again on purpose: ${howToAcknowledge("restart")}.`,
  );
}
