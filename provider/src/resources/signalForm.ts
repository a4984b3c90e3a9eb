import type { Answer } from "../api/account";
import type { Change, Values } from "../lifecycle/definition";
import { containsUnknown } from "../lifecycle/unknown";
import { isOpen, isRecord } from "../lifecycle/validate";
import { idNumber } from "./fields";
import type { Property } from "./properties";
import { isOfTheService } from "./signalTypes";

/** What a program says of a signal beside type and value. */
const details = ["needsUserToken", "linkedinSeatId"] as const;

function canonicalSignal(signal: unknown): unknown {
  if (isOpen(signal) || !isRecord(signal)) return signal;
  const canonical: Record<string, unknown> = {};
  for (const field of ["type", "value", ...details]) {
    const value = signal[field] ?? undefined;
    if (value !== undefined) canonical[field] = field === "linkedinSeatId" ? (idNumber(value) ?? value) : value;
  }
  return canonical;
}

/** Signals by type and value, each to be taken once: the service gives them no id. */
class SignalPool {
  private readonly byKey = new Map<string, Values[]>();

  constructor(signals: readonly unknown[]) {
    for (const signal of signals) {
      if (!isRecord(signal)) continue;
      const key = SignalPool.key(signal);
      const alike = this.byKey.get(key);
      if (alike) alike.push(signal);
      else this.byKey.set(key, [signal]);
    }
  }

  private static key({ type, value }: Values): string {
    return JSON.stringify([type, typeof value === "string" ? value.trim() : value]);
  }

  /** The signal of the same type and value, the one that agrees in its details first. */
  take(signal: Values): Values | undefined {
    const alike = this.byKey.get(SignalPool.key(signal)) ?? [];
    const agreeing = alike.findIndex((other) => details.every((field) => sameDetail(other[field], signal[field])));
    return alike.splice(Math.max(agreeing, 0), 1)[0];
  }

  get left(): Values[] {
    return [...this.byKey.values()].flat();
  }
}

/** A detail that one side does not name is not compared. */
function sameDetail(left: unknown, right: unknown): boolean {
  if (left === undefined || left === null || right === undefined || right === null) return true;
  return left === right || (idNumber(left) !== undefined && idNumber(left) === idNumber(right));
}

/** The served signals, undefined where they are served in another form (as texts, for one). */
function servedSignals(value: unknown): Values[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const signals = value.filter((signal) => isRecord(signal) && typeof signal.type === "string");
  return signals.length === value.length ? signals : undefined;
}

function agentTypeOf(answer: Answer, declared: Values): unknown {
  return answer.agentType ?? declared.agentType;
}

function isOwn(signal: Values, agentType: unknown): boolean {
  return typeof signal.type === "string" && isOfTheService(signal.type, agentType);
}

/** The declared signals that are there, as declared; then those that somebody else has added. */
function observedSignals(value: unknown, declared: unknown, answer: Answer, all: Values): unknown {
  const served = servedSignals(value);
  if (served === undefined) return undefined;
  const pool = new SignalPool(served);
  const observed: unknown[] = [];
  for (const signal of Array.isArray(declared) ? declared : []) {
    if (!isRecord(signal)) continue;
    const found = pool.take(signal);
    if (found === undefined) continue;
    const changed = details.filter((field) => !sameDetail(found[field], signal[field]));
    observed.push(
      changed.length === 0
        ? signal
        : canonicalSignal({ ...signal, ...Object.fromEntries(changed.map((field) => [field, found[field]])) }),
    );
  }
  const agentType = agentTypeOf(answer, all);
  observed.push(...pool.left.filter((signal) => !isOwn(signal, agentType)).map(canonicalSignal));
  // An agent without signals of its own has nothing to declare: an empty list would be refused.
  return observed.length === 0 && declared === undefined ? undefined : observed;
}

function signalChanges(property: string, olds: unknown, news: unknown): Change[] {
  if (news === undefined) return [];
  const whole: Change = { property, path: property, effect: "update" };
  if (!Array.isArray(olds) || !Array.isArray(news)) return [whole];
  const pool = new SignalPool(olds);
  const changes: Change[] = [];
  news.forEach((signal: unknown, index) => {
    const path = `${property}[${index}]`;
    const found = isRecord(signal) && !containsUnknown(signal) ? pool.take(signal) : undefined;
    if (found === undefined || !isRecord(signal)) changes.push({ ...whole, path });
    else {
      for (const field of details) {
        if (signal[field] === undefined || found[field] === signal[field]) continue;
        changes.push({ ...whole, path: `${path}.${field}` });
      }
    }
  });
  if (pool.left.length > 0 && changes.length === 0) changes.push(whole);
  return changes;
}

/** The signals of an agent: no order, and the service adds to each of them and adds some of its own. */
export const signalsProperty: Property = {
  canonical: (value) => (Array.isArray(value) ? value.map(canonicalSignal) : value),
  served: observedSignals,
  same: (left, right) =>
    Array.isArray(left) &&
    Array.isArray(right) &&
    signalChanges("variables", left, right).length === 0 &&
    signalChanges("variables", right, left).length === 0,
  changes: signalChanges,
};

/**
 * The whole list as PATCH wants it: each declared signal with everything that the service added to it, then what the
 * service added by itself. Undefined where the answer serves signals in a form that cannot be carried back.
 */
export function signalsBody(news: Values, answer: Answer): unknown[] | undefined {
  if (!Array.isArray(news.variables)) return undefined;
  const served = servedSignals(answer.variables ?? []);
  if (served === undefined) return undefined;
  const pool = new SignalPool(served);
  const body: unknown[] = news.variables.map((signal: unknown) =>
    isRecord(signal) ? { ...pool.take(signal), ...signal } : signal,
  );
  const agentType = agentTypeOf(answer, news);
  return [...body, ...pool.left.filter((signal) => isOwn(signal, agentType))];
}
