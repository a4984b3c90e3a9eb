import { reviewOf } from "../../../provider/src/review/build";
import { readPlan } from "../../../provider/src/review/input/read";
import { type Review, reviewSchema } from "../../../provider/src/review/model";
import { campaignOutputs, campaignValues, previewOf, type Told } from "./previews";

/** Reviews of single changes, by the codes of their findings. */

/** A step for one campaign. */
export const campaign = (more: Partial<Told>): Told => ({ op: "update", name: "q1", id: "9", ...more });

export const review = (text: string): Review => reviewSchema.parse(reviewOf([readPlan({ source: "test", text })]));

/** `danger starts-sending`, without the text checks. */
export const codesIn = (text: string): string[] =>
  review(text)
    .findings.filter(({ code }) => !code.startsWith("content:"))
    .map(({ level, code }) => `${level} ${code}`);
export const codes = (steps: readonly Told[], same?: number) => codesIn(previewOf(steps, [], same));
export const hasDanger = (steps: readonly Told[], same?: number) =>
  codes(steps, same).some((c) => c.startsWith("danger"));

export const on = campaignValues({ active: true });
export const off = campaignValues();
export const runs: Told = {
  ...{ op: "same", name: "q1", id: "9", before: on, after: on },
  ...{ outputs: campaignOutputs(on, true), outputsAfter: campaignOutputs(on, true) },
};
/** The same, inactive and never active before. */
export const rests = campaign({ op: "same", before: off, outputs: campaignOutputs(off, false), after: off });
export const running = (after: Told["after"]): Told =>
  campaign({ before: on, outputs: campaignOutputs(on, true), after });
export const first = Array.isArray(on.steps) ? on.steps.slice(0, 2) : [];
