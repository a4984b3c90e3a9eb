import { Refusal } from "../lifecycle/refusal";
import { environmentVariable } from "./environment";

/** Set by `pulumi-outreach check` alone: the program runs without a service. */
export const checkVariable = "OUTREACH_CHECK";

/** True in a program that `pulumi-outreach check` runs. */
export const isChecked = (): boolean => environmentVariable(checkVariable) !== undefined;

/** Why a function has no answer in a check. */
export function noAnswer(name: string): Refusal {
  return new Refusal(
    "`pulumi-outreach check` asks no service, so there is no answer.",
    `Use ${name}Output, whose result a check does not know, or take the value from the config.`,
  );
}
