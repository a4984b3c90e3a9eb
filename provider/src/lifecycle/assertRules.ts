import type { Settings } from "../api/settings";
import type { ResourceKind, Values } from "./kind";
import { describeProblems } from "./problem";
import { Refusal } from "./refusal";

/** Refuses, before anything is sent, if a value that was unknown at preview breaks a rule. */
export function assertRules(
  kind: ResourceKind,
  inputs: Values,
  settings: Settings,
  acknowledged: ReadonlySet<string>,
  name: string,
): void {
  const { premiumSeats, launch } = settings;
  const problems = kind.problems(inputs, { acknowledged, premiumSeats, launch });
  if (problems.length > 0) throw new Refusal(describeProblems(kind.noun, name, problems), "Nothing was sent.");
}
