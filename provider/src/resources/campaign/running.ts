import { howToAcknowledge } from "../../lifecycle/acknowledge";
import type { Situation } from "../../lifecycle/guards";
import type { Change } from "../../lifecycle/kind";
import { mayRunAs } from "../../lifecycle/mayRun";
import type { Recorded } from "../../lifecycle/record";
import { Refusal } from "../../lifecycle/refusal";
import type { CampaignValues } from "./values";

/** True if it runs or may run. */
export function mayRun({ active }: CampaignValues, record: Recorded | undefined): boolean {
  return mayRunAs(active, record);
}

/** True if `restart` is acknowledged. The `restart` in the program that started this campaign does not count again. */
export function isRestartSaid({ run, acknowledged, record }: Situation & { readonly record: Recorded }): boolean {
  if (run.settings().acknowledge.includes("restart")) return true;
  return acknowledged.has("restart") && record.restarted !== true;
}

export function isOfActive({ property }: Change): boolean {
  return property === "active";
}

/** `canResume`: switching the old campaign on again does all that the program asks for. */
export function restart(about: string, why: string, canResume: boolean, isUsed?: boolean): Refusal {
  const anew =
    isUsed === true
      ? 'the "restart" in the program has started this one and does not count again: OUTREACH_ACKNOWLEDGE=restart for one run'
      : howToAcknowledge("restart");
  return new Refusal(
    `${about}: an active campaign would replace it, and ${why}: its people would start again at step 1.`,
    canResume
      ? "Switch it on in the app, keep active: true in the program, and run `pulumi up --refresh`."
      : "Revert the change, or create the new one with active: false.",
    `Or start it again on purpose: ${anew}.`,
  );
}
