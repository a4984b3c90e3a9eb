import { isRecord } from "../../api/json";
import { isMeantAsIs } from "../../kind/acknowledgement";
import { shapeProblems } from "../../kind/validate";
import type { RuleContext, Values } from "../../lifecycle/kind";
import type { Problem } from "../../lifecycle/problem";
import { isOpen } from "../../lifecycle/unknown";
import { signalValues } from "./signalSchema";
import { refusedTypes, seatTypes } from "./signalTypes";
import type { SourceAgentValues } from "./values";
import { defaultAgentType } from "./words";

/** Service specification: Limits, agent signals. */
const fewestSignals = 4;
const mostSignals = 15;

/** A signal with a known type. The rules skip the others. */
export interface KnownSignal {
  readonly index: number;
  readonly path: string;
  readonly type: string;
  readonly signal: Values;
}

/** Reads the signals with a known type. */
export function readSignals({ variables }: Pick<SourceAgentValues, "variables">): KnownSignal[] {
  if (isOpen(variables) || !Array.isArray(variables)) return [];
  return variables.flatMap((signal: unknown, index) => {
    if (isOpen(signal) || !isRecord(signal) || typeof signal.type !== "string" || isOpen(signal.type)) return [];
    return [{ index, path: `variables[${index}]`, type: signal.type, signal }];
  });
}

/** The problems of a value, even if `as-is` acknowledges them. */
export function valueProblems({ index, type, signal }: KnownSignal): Problem[] {
  const rule = signalValues.get(type);
  if (rule === undefined || typeof signal.value !== "string" || isOpen(signal.value)) return [];
  return shapeProblems(rule, signal.value, ["variables", index, "value"]);
}

function signalProblems(known: KnownSignal, inputs: SourceAgentValues, context: RuleContext): Problem[] {
  const { path, type, signal } = known;
  if (refusedTypes.has(type)) {
    return [{ path: `${path}.type`, title: `\`${type}\` is a signal that the service refuses`, hint: "remove it" }];
  }
  const problems = isMeantAsIs(path, inputs, context) ? [] : valueProblems(known);
  if (!seatTypes.has(type)) return problems;
  if (signal.needsUserToken !== true && !isOpen(signal.needsUserToken)) {
    problems.push({ path: `${path}.needsUserToken`, allowed: `must be \`true\` for a \`${type}\` signal` });
  }
  if (signal.linkedinSeatId === undefined) {
    const hint = `a \`${type}\` signal needs a LinkedIn seat`;
    problems.push({ path: `${path}.linkedinSeatId`, title: "is missing", hint });
  }
  return problems;
}

function signalCountProblems({ variables, agentType }: SourceAgentValues): Problem[] {
  if (isOpen(variables) || !Array.isArray(variables)) return [];
  if (agentType === "lookalike") {
    const title = "are not allowed for a `lookalike` agent, an empty list included";
    return [{ path: "variables", title, hint: "remove them" }];
  }
  if (variables.length >= fewestSignals && variables.length <= mostSignals) return [];
  const leave = variables.length === 0 ? ", or leave it out" : "";
  const allowed = `${fewestSignals} to ${mostSignals} are allowed${leave}`;
  return [{ path: "variables", title: `has ${variables.length.toLocaleString("en-US")} signals`, allowed }];
}

/** The rules that involve several arguments. All of them run, even if one finds a problem. */
export function sourceAgentProblems(inputs: SourceAgentValues, context: RuleContext): Problem[] {
  const problems = signalCountProblems(inputs);
  problems.push(...readSignals(inputs).flatMap((known) => signalProblems(known, inputs, context)));
  const agentType = inputs.agentType ?? defaultAgentType;
  const credits = inputs.maxCreditUsage !== undefined && !isOpen(inputs.maxCreditUsage);
  if (credits && agentType !== "website-visitor" && !isOpen(agentType)) {
    const title = "is allowed for `website-visitor` agents only";
    problems.push({ path: "maxCreditUsage", title, hint: "remove it, or set agentType" });
  }
  return problems;
}
