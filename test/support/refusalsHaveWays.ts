import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { onRefusal, type Refused } from "./refusals";
import { isInText, stepsInText } from "./waysInText";

const wrong: string[] = [];

// Checks every refusal of the contract suite: it has a way out, and its text and its data name the same ones.
beforeAll(() => onRefusal((refused) => wrong.push(...problemsOf(refused))));
afterEach(() => expect(wrong.splice(0)).toEqual([]));
afterAll(() => onRefusal(undefined));

function problemsOf({ text, ways }: Refused): string[] {
  if (ways.length === 0 || ways.some((steps) => steps.length === 0)) return [`no way out of: ${text}`];
  const [told, held] = [stepsInText(text), ways.flat().filter(isInText)].map((steps) =>
    [...new Set(steps.map((step) => JSON.stringify(step, Object.keys(step).sort())))].sort(),
  );
  return String(told) === String(held) ? [] : [`${text}\n  tells ${told}\n  holds ${held}`];
}
