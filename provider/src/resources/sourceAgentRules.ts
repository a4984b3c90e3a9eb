import type { Problem, RuleContext, Values } from "../lifecycle/definition";
import { isOpen, isRecord, shapeProblems } from "../lifecycle/validate";
import { isMeantAsIs } from "./acknowledgement";
import { signalValues } from "./signalSchema";
import { refusedTypes, seatTypes } from "./signalTypes";
import { defaultAgentType } from "./sourceAgentSchema";

/** Specification: Limits, agent signals. */
const fewestSignals = 4;
const mostSignals = 15;

/** A signal whose type is known; no rule is about the others. */
export interface KnownSignal {
  readonly index: number;
  readonly path: string;
  readonly type: string;
  readonly signal: Values;
}

/** The signals whose type is known. */
export function readSignals({ variables }: Values): KnownSignal[] {
  if (isOpen(variables) || !Array.isArray(variables)) return [];
  return variables.flatMap((signal: unknown, index) => {
    if (isOpen(signal) || !isRecord(signal) || typeof signal.type !== "string" || isOpen(signal.type)) return [];
    return [{ index, path: `variables[${index}]`, type: signal.type, signal }];
  });
}

/** The broken rules of a value, whether or not somebody said that it is meant so. */
export function valueProblems({ index, type, signal }: KnownSignal): Problem[] {
  const rule = signalValues.get(type);
  if (rule === undefined || typeof signal.value !== "string" || isOpen(signal.value)) return [];
  return shapeProblems(rule, signal.value, ["variables", index, "value"]);
}

function signalProblems(known: KnownSignal, inputs: Values, context: RuleContext): Problem[] {
  const { path, type, signal } = known;
  if (refusedTypes.has(type)) {
    return [{ path: `${path}.type`, text: `\`${type}\` is a signal that the service refuses: take it out` }];
  }
  const problems = isMeantAsIs(path, inputs, context) ? [] : valueProblems(known);
  if (!seatTypes.has(type)) return problems;
  if (signal.needsUserToken !== true && !isOpen(signal.needsUserToken)) {
    problems.push({ path: `${path}.needsUserToken`, text: `must be \`true\` for a \`${type}\` signal` });
  }
  if (signal.linkedinSeatId === undefined) {
    problems.push({ path: `${path}.linkedinSeatId`, text: `is missing: a \`${type}\` signal needs a LinkedIn seat` });
  }
  return problems;
}

function countProblems({ variables, agentType }: Values): Problem[] {
  if (isOpen(variables) || !Array.isArray(variables)) return [];
  if (agentType === "lookalike") {
    const text = "are not allowed for a `lookalike` agent, an empty list included: take them out";
    return [{ path: "variables", text }];
  }
  if (variables.length >= fewestSignals && variables.length <= mostSignals) return [];
  const text = `has ${variables.length.toLocaleString("en-US")} signals; ${fewestSignals} to ${mostSignals} are allowed`;
  const leave = variables.length === 0 ? ", or leave it out" : "";
  return [{ path: "variables", text: `${text}${leave}` }];
}

/** The rules that join several arguments, each of which runs whatever the others find. */
export function sourceAgentProblems(inputs: Values, context: RuleContext): Problem[] {
  const problems = countProblems(inputs);
  problems.push(...readSignals(inputs).flatMap((known) => signalProblems(known, inputs, context)));
  const agentType = inputs.agentType ?? defaultAgentType;
  const credits = inputs.maxCreditUsage !== undefined && !isOpen(inputs.maxCreditUsage);
  if (credits && agentType !== "website-visitor" && !isOpen(agentType)) {
    const text = "is allowed for `website-visitor` agents only: take it out, or set agentType";
    problems.push({ path: "maxCreditUsage", text });
  }
  return problems;
}
