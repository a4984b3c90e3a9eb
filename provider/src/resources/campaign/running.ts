import { howToConfirm } from "../../lifecycle/acknowledge";
import type { Change } from "../../lifecycle/kind";
import { mayRunAs, type Recorded } from "../../lifecycle/record";
import { Refusal } from "../../lifecycle/refusal";
import type { ChangeSituation } from "../../lifecycle/situation";
import { inTurn, say, way } from "../../lifecycle/wayOut";
import { adoptFound, another, commandLine, declare, howToKeepOld, inApp, revert } from "../../lifecycle/ways";
import type { CampaignValues } from "./values";

/** True if it runs or may run. */
export function mayRun({ active }: CampaignValues, record: Recorded | undefined): boolean {
  return mayRunAs(active, record);
}

export function isOfActive({ property }: Change): boolean {
  return property === "active";
}

/** The reason for `restart` if it has not run itself. */
export const followsOne = "a campaign that it replaced has run on these lists";

/** `canResume`: switching the old campaign on again is sufficient. `gone`: it no longer exists. */
export function restart(
  { about, id, spent, urn, record }: Pick<ChangeSituation, "about" | "id" | "spent" | "urn" | "record">,
  why: string,
  old: "canResume" | "stays" | "gone",
): Refusal {
  const inactive = declare("active", false);
  return new Refusal(
    `${about}: an active campaign would replace it, and ${why}: its people would start again at step 1.`,
    old === "canResume"
      ? say`${inTurn`${inApp("switchOn", [id], "Switch it on in the app")}, keep active: true in the program, and run ${commandLine("pulumi up --refresh")}`}. If that is refused, because an earlier run has failed to replace it: ${howToKeepOld({ urn, id, record })}.`
      : old === "gone"
        ? say`${way("Remove its resource", { do: "undeclareResource" })} to give it up, create the new one with ${inactive}, or take over another one: ${adoptFound}.`
        : say`${revert("Revert the change")}, or create the new one with ${inactive}.`,
    say`Or start it again on purpose: ${howToConfirm({ spent }, "restart")}.`,
  );
}

/** An update attaches lists whose people may have been contacted before. */
export function attachedAgain(
  { about, spent }: Pick<ChangeSituation, "about" | "spent">,
  attached: readonly (number | string)[],
): Refusal {
  return new Refusal(
    `${about}: it is running, and this update attaches list ${attached.join(", ")}, on which it, or a campaign before it, has or may have run: the people of that list would start again at step 1.`,
    say`${another("listIds", `Remove list ${attached.join(", ")} from listIds, or use another one`)}.`,
    say`Or start them again on purpose: ${howToConfirm({ spent }, "restart")}.`,
  );
}
