import type { Values } from "../lifecycle/kind";
import { defaultDelay, defaultNumberOfPosts } from "../resources/campaign/stepSchema";
import { callCode } from "./code";

/** Source code for a step in normal form, without values that its constructor fills in. */
export function stepCode(step: Values, textOf: (text: string, field: string) => unknown): string {
  const { type, messageMode: _said, delayAfterLastStep, numberOfPosts, url, ...texts } = step;
  const written = Object.entries(texts).map(([field, text]) => [
    field,
    typeof text === "string" ? textOf(text, field) : text,
  ]);
  return callCode(`outreach.step.${type}`, {
    ...Object.fromEntries(written),
    url,
    numberOfPosts: numberOfPosts === defaultNumberOfPosts ? undefined : numberOfPosts,
    delayAfterLastStep: delayAfterLastStep === defaultDelay ? undefined : delayAfterLastStep,
  });
}
