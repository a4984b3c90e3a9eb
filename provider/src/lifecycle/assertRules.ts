import type { Settings } from "../api/settings";
import type { Definition, Values } from "./definition";
import { Refusal } from "./refusal";
import { describeProblems } from "./validate";

/** Stops before anything is sent where a value that preview could not know breaks a rule. */
export function assertRules(
  definition: Definition,
  inputs: Values,
  settings: Settings,
  acknowledged: ReadonlySet<string>,
  name: string,
): void {
  const { premiumSeats, launch } = settings;
  const problems = definition.problems(inputs, { acknowledged, premiumSeats, launch });
  if (problems.length > 0) throw new Refusal(describeProblems(definition.noun, name, problems), "Nothing was sent.");
}
