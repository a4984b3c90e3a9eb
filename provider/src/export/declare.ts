import { isRecord } from "../api/json";
import type { Answer } from "../api/objects";
import { type Kind, kinds } from "../kinds";
import type { ResourceKind, RuleContext, Values } from "../lifecycle/kind";
import { problemLine } from "../lifecycle/problem";
import { differences } from "../lifecycle/twins";
import { defaultAgentType } from "../resources/sourceAgent/words";

/** How a program declares an object, or why it cannot. */
export type Declaration =
  | {
      readonly declared: Values;
      readonly acknowledge: readonly string[];
      /** The arguments in normal form, as in the state. */
      readonly inputs: Values;
      /** Notes about properties whose value in the service is not valid in a program, each with the broken rule. */
      readonly notes: readonly string[];
    }
  | { readonly reason: string };

/** Default values of objects. Declaring them would add nothing. */
const defaults: Readonly<Partial<Record<Kind, Values>>> = {
  SourceAgent: {
    agentType: defaultAgentType,
    excludeServiceProviders: false,
    skipIcpFilter: false,
    includeOpenToWorkProfiles: false,
    // "Usually true", service specification: `POST /v1/agent`, smart lead finder mode.
    leadWaterfall: true,
    paused: false,
  },
};

/**
 * The declaration of an object: the values that the service returns, without defaults and the flag for running. A malformed
 * value that may be acknowledged is acknowledged with `as-is`. A property that breaks another rule is not declared; if it
 * is required, the object is not declared at all.
 *
 * @param told values that are missing from the response
 */
export function declarationOf(name: Kind, answer: Answer, told: Values, context: RuleContext): Declaration {
  const kind = kinds[name];
  const shown = { ...kind.observed(answer, {}), ...told };
  const declared = worthDeclaring(kind, shown, defaults[name] ?? {});
  const dropped = new Map<string, string>();
  let acknowledge: readonly string[] = [];
  // Each iteration acknowledges a value, drops a property, or gives up.
  for (;;) {
    const problems = kind.problems({ ...declared, acknowledge }, context);
    const [problem] = problems;
    if (problem === undefined) break;
    const codes = new Set(problems.flatMap(({ path }) => asIsCodes(kind, declared, path)));
    const more = [...codes].filter((code) => !acknowledge.includes(code));
    if (more.length > 0) {
      acknowledge = [...acknowledge, ...more];
      continue;
    }
    const property = /^[A-Za-z]*/.exec(problem.path)?.[0] ?? "";
    if (declared[property] === undefined) {
      const served = answer[property];
      const isEmpty = Array.isArray(served) && served.length === 0;
      return { reason: dropped.get(property) ?? (isEmpty ? `${property}: is empty` : problemLine(problem)) };
    }
    dropped.set(property, problemLine(problem));
    delete declared[property];
    acknowledge = acknowledge.filter((code) => !code.startsWith(`as-is:${property}`));
  }
  const notes = [...dropped.values()].map((line) => `Not declared, and so not managed: ${line}.`);
  const inputs = kind.canonical(acknowledge.length === 0 ? declared : { ...declared, acknowledge });
  const others = differences(kind, answer, inputs);
  if (others.length > 0)
    return { reason: `the values in the service are not valid in a program: ${others.join(", ")}` };
  if (Array.isArray(answer.variables) && answer.variables.some((signal) => !isRecord(signal))) {
    notes.push(
      "Its signals are not declared, and so not managed: the service shows them in a form that cannot be sent.",
    );
  }
  return { declared, acknowledge, inputs, notes };
}

/** The acknowledgement code for the value at this path, or for the object around it. */
function asIsCodes(kind: ResourceKind, declared: Values, path: string): string[] {
  const place = [path, path.replace(/\.[^.]*$/, "")].find((each) => kind.needsAsIs(declared, each));
  return place === undefined ? [] : [`as-is:${place}`];
}

function worthDeclaring(kind: ResourceKind, shown: Values, usually: Values): Record<string, unknown> {
  const declared: Record<string, unknown> = {};
  for (const property of kind.properties) {
    const value = shown[property];
    const isEmpty = value === undefined || value === "" || (Array.isArray(value) && value.length === 0);
    // The running flag is left to the app, so that a copy of the program never starts to write to people.
    if (isEmpty || value === usually[property] || property === kind.roles.running) continue;
    declared[property] = value;
  }
  return declared;
}
