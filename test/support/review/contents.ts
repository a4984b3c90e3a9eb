import { reviewOf } from "../../../provider/src/review/build";
import { type ContentRules, defaultRules } from "../../../provider/src/review/content/rules";
import { readPlan } from "../../../provider/src/review/input/read";
import { campaignValues, previewOf, type Told, withMessage } from "./previews";

/** The findings of the text checks. */
export function findings(steps: readonly Told[], rules: ContentRules = defaultRules) {
  return reviewOf([readPlan({ source: "test", text: previewOf(steps) })], { rules }).findings.filter(({ code }) =>
    code.startsWith("content:"),
  );
}
/** Their codes and places. */
export const codes = (steps: readonly Told[], rules?: ContentRules) =>
  findings(steps, rules).map(({ code, path }) => [code.slice(8), path]);
/** A new campaign with this message as its third step. */
export const created = (message: string, more = {}): Told => ({
  op: "create",
  name: "q1",
  after: withMessage(message, more),
});
export const email = (subject: string, message: string) => ({
  type: "email",
  messageMode: "same",
  subject,
  message,
  delayAfterLastStep: 2,
});
export const withSteps = (...steps: object[]): Told => ({ op: "create", name: "q1", after: campaignValues({ steps }) });
export const text = (message: string, delayAfterLastStep: unknown = 2) => ({
  type: "message",
  messageMode: "same",
  message,
  delayAfterLastStep,
});
export const place = "steps[2].message";
