import { reviewOf } from "../../../provider/src/review/build";
import { readPlan } from "../../../provider/src/review/input/read";
import type { Review } from "../../../provider/src/review/model";
import { campaignOutputs, campaignValues, previewOf, type Told } from "./previews";

/** Reviews of single changes, by the codes of their findings. */

export const review = (text: string): Review => reviewOf([readPlan({ source: "test", text })]);
export const codes = (steps: readonly Told[], same?: number) =>
  review(previewOf(steps, [], same))
    .findings.filter(({ code }) => !code.startsWith("content:"))
    .map(({ level, code }) => `${level} ${code}`);
export const hasDanger = (steps: readonly Told[], same?: number) =>
  codes(steps, same).some((c) => c.startsWith("danger"));

export const on = campaignValues({ active: true });
export const off = campaignValues();
export const runs: Told = {
  op: "same",
  name: "q1",
  id: "9",
  before: on,
  after: on,
  outputs: campaignOutputs(on, true),
  outputsAfter: campaignOutputs(on, true),
};
export const running = (after: Told["after"]): Told => ({
  op: "update",
  name: "q1",
  id: "9",
  before: on,
  outputs: campaignOutputs(on, true),
  after,
});
export const first = Array.isArray(on.steps) ? on.steps.slice(0, 2) : [];
