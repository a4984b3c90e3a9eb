import { isRecord } from "../../api/json";
import { plainText } from "../../api/texts";
import { nearest } from "../../kind/nearest";
import { didYouMean } from "../../kind/validate";
import { isOpen } from "../../lifecycle/unknown";
import { type KnownSignal, readSignals, valueProblems } from "./rules";
import { documentedTypes, isDocumented, likelyEvents } from "./signalTypes";
import type { SourceAgentValues } from "./values";
import { defaultAgentType, textLists } from "./words";

function signalWarnings({ path, type, signal }: KnownSignal): string[] {
  if (!isDocumented(type)) {
    const meant = didYouMean(nearest(type, documentedTypes));
    const hint = meant === undefined ? "" : `; ${meant}`;
    return [`${path}.type is not a documented type of signal; it is sent as written${hint}`];
  }
  const odd = likelyEvents.has(type) && typeof signal.value === "string" && signal.value !== "true";
  return odd && !isOpen(signal.value)
    ? [`${path}.value is not \`true\`: no other value is documented for an event like \`${type}\``]
    : [];
}

function repeatedTexts(inputs: SourceAgentValues): string[] {
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

/** True if there is, or may be, a malformed value at this path. */
export function needsAsIs({ variables }: SourceAgentValues, path: string): boolean {
  if (isOpen(variables)) return true;
  const index = /^variables\[(\d+)\]$/.exec(path)?.[1];
  const signal: unknown = Array.isArray(variables) && index !== undefined ? variables[Number(index)] : undefined;
  if (isOpen(signal) || (isRecord(signal) && (isOpen(signal.type) || isOpen(signal.value)))) return true;
  const known = readSignals({ variables }).find((each) => each.path === path);
  return known !== undefined && valueProblems(known).length > 0;
}

/** Warnings about values of a source agent that are allowed but probably not intended. */
export function sourceAgentWarnings(inputs: SourceAgentValues): string[] {
  const signals = readSignals(inputs);
  const warnings = signals.flatMap(signalWarnings);
  warnings.push(...repeatedSignals(signals), ...repeatedTexts(inputs));
  const agentType = inputs.agentType ?? defaultAgentType;
  if (agentType === "autopilot" && inputs.variables === undefined) {
    warnings.push("variables is missing: an `autopilot` agent without signals has nothing to run");
  }
  return warnings;
}
