import type { Answer } from "../../../provider/src/api/objects";
import { warnAboutInputs } from "../../../provider/src/lifecycle/check";
import type { ResourceKind, RuleContext, Values } from "../../../provider/src/lifecycle/kind";
import { problemLine } from "../../../provider/src/lifecycle/problem";
import { campaignKind } from "../../../provider/src/resources/campaign/kind";
import { step } from "../../../provider/src/resources/campaign/step";
import { sourceAgentKind } from "../../../provider/src/resources/sourceAgent/kind";
import { signal } from "../../../provider/src/resources/sourceAgent/signal";

/** The placeholder for an unknown value in everything that a Node.js program sends. */
export const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

export const context: RuleContext = { acknowledged: new Set(), launch: "allow" };

export const list: Values = { name: "Fintech founders" };

export const agent: Values = {
  name: "Fintech founders finder",
  listId: 12,
  variables: [
    signal.searchKeyword("open banking"),
    signal.hiring(),
    signal.competitorPage("https://network.example.com/company/acme"),
    signal.technology("stripe"),
  ],
};

export const campaign: Values = {
  name: "Fintech Q1",
  listIds: [12],
  linkedinSeatId: 7,
  steps: [
    step.visitProfile(),
    step.invitation({ delayAfterLastStep: 1 }),
    step.message({ message: "Hi [FirstName], shall we talk?" }),
  ],
};

export const emailCampaign: Values = {
  name: "Fintech mails",
  listIds: [12],
  emailSeatIds: [3],
  steps: [step.email({ subject: "A word", message: "Hi [FirstName]" })],
};

/** Problems as `path: text`, as printed. */
export function problemsOf(definition: ResourceKind, inputs: Values, rules: Partial<RuleContext> = {}): string[] {
  return definition.problems(inputs, { ...context, ...rules }).map(problemLine);
}

type Rules = Partial<RuleContext>;

export const agentProblems = (inputs: Values, rules?: Rules) => problemsOf(sourceAgentKind, inputs, rules);
export const campaignProblems = (inputs: Values, rules?: Rules) => problemsOf(campaignKind, inputs, rules);

/** Warnings of check, without the resource's name. */
export function warningsOf(kind: ResourceKind, inputs: Values, rules: Partial<RuleContext> = {}): string[] {
  const said: string[] = [];
  const run = { warn: (text: string) => void said.push(text.replace(/^it: /, "")) };
  warnAboutInputs(kind, { run, about: "it" }, inputs, { ...context, ...rules });
  return said;
}

export const agentWarnings = (inputs: Values, rules?: Rules) => warningsOf(sourceAgentKind, inputs, rules);
export const campaignWarnings = (inputs: Values, rules?: Rules) => warningsOf(campaignKind, inputs, rules);

/** This many different signals. */
export const technologies = (count: number) =>
  Array.from({ length: count }, (_, index) => signal.technology(`tool${index}`));

/** A response of the service with these fields. */
export function answerOf(fields: Values): Answer {
  return { ...fields, id: "41" };
}

/** Replaces the value at a path of keys and positions. */
export function withValue(value: unknown, path: readonly (string | number)[], replacement: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return replacement;
  if (Array.isArray(value))
    return value.map((item, index) => (index === key ? withValue(item, rest, replacement) : item));
  if (typeof value !== "object" || value === null) throw new Error(`no value at ${path.join(".")}`);
  return { ...value, [key]: withValue(Reflect.get(value, key), rest, replacement) };
}

/** Inputs with the value at a path replaced. */
export function withInput(inputs: Values, path: readonly (string | number)[], replacement: unknown): Values {
  const [property, ...rest] = path;
  if (typeof property !== "string") throw new Error("a path begins with a property");
  return { ...inputs, [property]: withValue(inputs[property], rest, replacement) };
}

/** Every path inside a value, including its root. */
export function pathsIn(value: unknown, at: readonly (string | number)[] = []): (string | number)[][] {
  const here = at.length === 0 ? [] : [[...at]];
  if (Array.isArray(value)) return [...here, ...value.flatMap((item, index) => pathsIn(item, [...at, index]))];
  if (typeof value !== "object" || value === null) return here;
  return [...here, ...Object.entries(value).flatMap(([key, item]) => pathsIn(item, [...at, key]))];
}
