import type { Settings } from "../api/settings";
import type { ResourceKind, Values } from "./kind";
import { describeProblems } from "./problem";
import { Refusal } from "./refusal";
import { way } from "./wayOut";

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
  if (problems.length === 0) return;
  const corrected = problems.map(({ path }) => ({ do: "declare", property: path }) as const);
  throw new Refusal(way(describeProblems(kind.noun, name, problems), ...corrected), "Nothing was sent.");
}
