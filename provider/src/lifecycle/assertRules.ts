import type { Settings } from "../api/settings";
import type { ResourceKind, Values } from "./kind";
import { describeProblems } from "./problem";
import { Refusal } from "./refusal";
import { way } from "./wayOut";

/** The refusal, before anything is sent, if a value that was unknown at preview breaks a rule. */
export function brokenRules(
  kind: ResourceKind,
  inputs: Values,
  settings: Settings,
  acknowledged: ReadonlySet<string>,
  name: string,
): Refusal | undefined {
  const { premiumSeats, launch } = settings;
  const problems = kind.problems(inputs, { acknowledged, premiumSeats, launch });
  if (problems.length === 0) return undefined;
  const corrected = problems.map(({ path }) => ({ do: "declare", property: path }) as const);
  return new Refusal(way(describeProblems(kind.noun, name, problems), ...corrected), "Nothing was sent.");
}

export function assertRules(...given: Parameters<typeof brokenRules>): void {
  const refusal = brokenRules(...given);
  if (refusal !== undefined) throw refusal;
}
