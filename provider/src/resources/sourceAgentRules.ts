import type { Problem, RuleContext, Values } from "../lifecycle/definition";
import { nearest } from "../lifecycle/nearest";
import { isOpen, isRecord, shapeProblems } from "../lifecycle/validate";
import { idleCodes, isMeantAsIs } from "./acknowledgement";
import { didYouMean } from "./fields";
import { signalValues } from "./signalSchema";
import { documentedTypes, isDocumented, likelyEvents, refusedTypes, seatTypes } from "./signalTypes";
import { defaultAgentType, textLists } from "./sourceAgentSchema";
import { plainText } from "./texts";

/** Specification: Limits, agent signals. */
const fewestSignals = 4;
const mostSignals = 15;

interface KnownSignal {
  readonly index: number;
  readonly path: string;
  readonly type: string;
  readonly signal: Values;
}

/** The signals whose type is known. */
function readSignals({ variables }: Values): KnownSignal[] {
  if (isOpen(variables) || !Array.isArray(variables)) return [];
  return variables.flatMap((signal: unknown, index) => {
    if (isOpen(signal) || !isRecord(signal) || typeof signal.type !== "string" || isOpen(signal.type)) return [];
    return [{ index, path: `variables[${index}]`, type: signal.type, signal }];
  });
}

/** The broken rules of a value, whether or not somebody said that it is meant so. */
function valueProblems({ index, type, signal }: KnownSignal): Problem[] {
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

function signalWarnings({ path, type, signal }: KnownSignal): string[] {
  if (!isDocumented(type)) {
    const meant = didYouMean(nearest(type, documentedTypes));
    return [`${path}.type is no documented type of signal; it is sent as written${meant}`];
  }
  const odd = likelyEvents.has(type) && typeof signal.value === "string" && signal.value !== "true";
  return odd && !isOpen(signal.value)
    ? [`${path}.value is not \`true\`: no other value is documented for an event like \`${type}\``]
    : [];
}

function repeatedTexts(inputs: Values): string[] {
  return textLists.flatMap((property) => {
    const items = inputs[property];
    if (!Array.isArray(items)) return [];
    const texts = items.filter((item) => typeof item === "string" && !isOpen(item)).map(plainText);
    return new Set(texts).size < texts.length ? [`${property} holds the same text more than once`] : [];
  });
}

function repeatedSignals(signals: readonly KnownSignal[]): string[] {
  const first = new Map<string, string>();
  return signals.flatMap(({ path, type, signal }) => {
    if (typeof signal.value !== "string" || isOpen(signal.value)) return [];
    const key = JSON.stringify([type, signal.value]);
    const before = first.get(key);
    if (before === undefined) first.set(key, path);
    return before === undefined ? [] : [`${path} is the same signal as ${before}`];
  });
}

/** Whether there is a broken value at this path, or may be one. */
function isNeeded(path: string, { variables }: Values): boolean {
  if (isOpen(variables)) return true;
  const index = /^variables\[(\d+)\]$/.exec(path)?.[1];
  const signal: unknown = Array.isArray(variables) && index !== undefined ? variables[Number(index)] : undefined;
  if (isOpen(signal) || (isRecord(signal) && (isOpen(signal.type) || isOpen(signal.value)))) return true;
  const known = readSignals({ variables }).find((each) => each.path === path);
  return known !== undefined && valueProblems(known).length > 0;
}

/** What is allowed in a source agent and yet probably not meant. */
export function sourceAgentWarnings(inputs: Values): string[] {
  const signals = readSignals(inputs);
  const warnings = signals.flatMap(signalWarnings);
  warnings.push(
    ...repeatedSignals(signals),
    ...repeatedTexts(inputs),
    ...idleCodes(inputs, (path) => isNeeded(path, inputs)),
  );
  const agentType = inputs.agentType ?? defaultAgentType;
  if (agentType === "autopilot" && inputs.variables === undefined) {
    warnings.push("variables is missing: an `autopilot` agent without signals has nothing to run");
  }
  return warnings;
}
