import { isRecord } from "../../api/json";
import type { Answer } from "../../api/objects";
import { exactForm, textForm } from "../../api/texts";
import type { Field } from "../../kind/fields";
import { idNumber, list } from "../../kind/schema";
import type { Change, Values } from "../../lifecycle/kind";
import { containsUnknown, isOpen } from "../../lifecycle/unknown";
import { signalSchema } from "./signalSchema";
import { isOfTheService, signalWords } from "./signalTypes";

/** The fields of a signal besides type and value that a program can declare. */
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

/** True if both details are equal or one of them is missing. */
function sameDetail(left: unknown, right: unknown): boolean {
  if (left === undefined || left === null || right === undefined || right === null) return true;
  return left === right || (idNumber(left) !== undefined && idNumber(left) === idNumber(right));
}

/** How well two signals with the same type and value match: one different detail outweighs all equal ones. */
function fit(left: Values, right: Values): number {
  let score = 0;
  for (const field of details) {
    if (!sameDetail(left[field], right[field])) score -= details.length + 1;
    else if (left[field] !== undefined && right[field] !== undefined) score++;
  }
  return score;
}

/** Normalises texts of signals for comparison. */
type Form = (text: string) => string;

function keyOf({ type, value }: Values, form: Form): string {
  return JSON.stringify([type, typeof value === "string" ? form(value) : value]);
}

const countDetails = (signal: Values) => details.filter((field) => signal[field] !== undefined).length;

interface Pairing {
  /** The partner of each wanted signal, at the same position; undefined if there is none. */
  readonly partners: readonly (Values | undefined)[];
  readonly left: readonly Values[];
}

/** Signals that are equal in every detail; the first `taken` of them have a partner. */
interface Alike {
  readonly signals: Values[];
  taken: number;
}

/** All signals by type and value, then by details, since many may be equal. */
type Offered = Map<string, Map<string, Alike>>;

function detailsOf(signal: Values): string {
  return JSON.stringify(details.map((field) => idNumber(signal[field]) ?? signal[field] ?? "not named"));
}

function inGroups(signals: readonly unknown[], form: Form): Offered {
  const offered: Offered = new Map();
  for (const signal of signals) {
    if (!isRecord(signal)) continue;
    const [key, own] = [keyOf(signal, form), detailsOf(signal)];
    const groups = offered.get(key) ?? new Map<string, Alike>();
    const alike = groups.get(own) ?? { signals: [], taken: 0 };
    alike.signals.push(signal);
    offered.set(key, groups.set(own, alike));
  }
  return offered;
}

/** The group that matches best among those with a signal left. */
function bestGroup(groups: ReadonlyMap<string, Alike>, wanted: Values): Alike | undefined {
  const isLeft = ({ signals, taken }: Alike) => taken < signals.length;
  const same = groups.get(detailsOf(wanted));
  if (same !== undefined && isLeft(same)) return same;
  let best: Alike | undefined;
  let bestFit = Number.NEGATIVE_INFINITY;
  for (const group of groups.values()) {
    const [first] = group.signals;
    if (first === undefined || !isLeft(group) || fit(wanted, first) <= bestFit) continue;
    [best, bestFit] = [group, fit(wanted, first)];
  }
  return best;
}

/**
 * Pairs signals of the same type and value, because the service gives them no ids. If several match, the wanted signals
 * with the most details choose first.
 */
function pairSignals(wanted: readonly unknown[], signals: readonly unknown[], form: Form = textForm): Pairing {
  const offered = inGroups(signals, form);
  const partners: (Values | undefined)[] = wanted.map(() => undefined);
  const choosing = wanted.flatMap((signal, index) =>
    isRecord(signal) && !containsUnknown(signal) ? [{ signal, index }] : [],
  );
  choosing.sort((left, right) => countDetails(right.signal) - countDetails(left.signal));
  for (const { signal, index } of choosing) {
    const group = bestGroup(offered.get(keyOf(signal, form)) ?? new Map(), signal);
    if (group !== undefined) partners[index] = group.signals[group.taken++];
  }
  const groups = [...offered.values()].flatMap((each) => [...each.values()]);
  return { partners, left: groups.flatMap(({ signals, taken }) => signals.slice(taken)) };
}

/** The served signals; undefined if the service returns them in another form, such as strings. */
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

/** The declared signals found in the response, in the declared form, followed by signals added elsewhere. */
function observedSignals(value: unknown, declared: unknown, answer: Answer, all: Values): unknown {
  const served = servedSignals(value);
  if (served === undefined) return undefined;
  const wanted: readonly unknown[] = Array.isArray(declared) ? declared : [];
  const { partners, left } = pairSignals(wanted, served);
  const declaredOnes = wanted.flatMap((signal, index) => {
    const found = partners[index];
    if (found === undefined || !isRecord(signal)) return [];
    const changed = details.filter((field) => !sameDetail(found[field], signal[field]));
    if (changed.length === 0) return [signal];
    return [canonicalSignal({ ...signal, ...Object.fromEntries(changed.map((field) => [field, found[field]])) })];
  });
  const agentType = agentTypeOf(answer, all);
  const added = left.filter((signal) => !isOwn(signal, agentType)).map(canonicalSignal);
  const observed = [...declaredOnes, ...added];
  // For an agent without declared signals the result is undefined, because the service refuses an empty list.
  return observed.length === 0 && declared === undefined ? undefined : observed;
}

function signalChanges(property: string, olds: unknown, news: unknown, form: Form = exactForm): Change[] {
  if (news === undefined) return [];
  const whole: Change = { property, path: property, effect: "update" };
  if (!Array.isArray(olds) || !Array.isArray(news)) return [whole];
  const { partners, left } = pairSignals(news, olds, form);
  const changes: Change[] = [];
  news.forEach((signal: unknown, index) => {
    const path = `${property}[${index}]`;
    const found = partners[index];
    if (found === undefined || !isRecord(signal)) changes.push({ ...whole, path });
    else {
      for (const field of details) {
        if (signal[field] === undefined || found[field] === signal[field]) continue;
        changes.push({ ...whole, path: `${path}.${field}` });
      }
    }
  });
  if (left.length > 0 && changes.length === 0) changes.push(whole);
  return changes;
}

/**
 * The complete list for a PATCH: each declared signal with the fields that the service added to it, then the signals added
 * by the service. Undefined if the response contains signals in a form that cannot be sent back.
 */
function signalsBody(olds: Values, news: Values, answer: Answer): unknown[] | undefined {
  if (!Array.isArray(news.variables)) return undefined;
  const served = servedSignals(answer.variables ?? []);
  if (served === undefined) return undefined;
  const { partners, left } = pairSignals(news.variables, served);
  const body: unknown[] = news.variables.map((signal: unknown, index) =>
    isRecord(signal) ? { ...partners[index], ...signal } : signal,
  );
  const agentType = agentTypeOf(answer, news);
  // A signal declared in the state but not in the program was removed, so it is not one of the service's own.
  const { left: added } = pairSignals(Array.isArray(olds.variables) ? olds.variables : [], left);
  return [...body, ...added.filter((signal) => isOwn(signal, agentType))];
}

/** The signals of an agent. Their order does not matter; the service adds fields and its own signals. */
export const signalsField = {
  schema: list(signalSchema, { what: "a list of signals" }).optional(),
  source: "S",
  nullable: true,
  words: signalWords,
  canonical: (value) => (Array.isArray(value) ? value.map(canonicalSignal) : value),
  served: observedSignals,
  same: (left, right) =>
    Array.isArray(left) &&
    Array.isArray(right) &&
    signalChanges("variables", left, right, textForm).length === 0 &&
    signalChanges("variables", right, left, textForm).length === 0,
  changes: (property, olds, news) => signalChanges(property, olds, news),
  // Signals served as strings cannot be sent back, and sending only the declared ones would drop the service's fields.
  updateValue: signalsBody,
} satisfies Field;
