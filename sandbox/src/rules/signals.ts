import { z } from "zod";
import type { User } from "../objects/account.js";
import type { AgentType, Signal, StoredSignal } from "../objects/agent.js";
import type { Store } from "../store/store.js";
import { isSeatOf } from "./campaignSeats.js";

const FEWEST = 4;
const MOST = 15;

/** The type of the signal that the service itself adds to each website-visitor agent. */
export const WEBSITE_VISITOR = "WEBSITE_VISITOR";

const refusedTypes = new Set(["LOOKALIKE", "JOB_SEARCH"]);
const typesWithSeat = new Set(["VISITED_PROFILE", "YOUR_COMPANY_FOLLOWERS"]);

/**
 * The types are not fully documented, so any name in the format of a type is accepted. Values are not checked:
 * a malformed one is stored and finds no leads.
 */
export const signalSchema = z.object({
  type: z.string().regex(/^[A-Z][A-Z0-9_]*$/, "must be the name of a signal type"),
  value: z.string(),
  needsUserToken: z.boolean().optional(),
  linkedinSeatId: z.int().nullable().optional(),
  enabled: z.boolean().optional(),
  options: z.record(z.string(), z.unknown()).nullable().optional(),
  // Added by the service, and checked only if a change sends them back.
  strength: z.unknown().optional(),
  nbResultsLastLaunch: z.unknown().optional(),
  last_usage: z.unknown().optional(),
});

export type SentSignal = z.output<typeof signalSchema>;

export interface SignalRules {
  agentType: AgentType;
  /** The current signals of the agent; none at creation. */
  existing: StoredSignal[];
  /** Whether existing signals must be sent with the fields that the service added to them. */
  decorated: boolean;
}

export function signalProblems(
  store: Store,
  actor: User,
  sent: SentSignal[] | null | undefined,
  rules: SignalRules,
): string[] {
  if (sent === undefined || sent === null) return [];
  const own = new Set(rules.existing.filter((signal) => signal.addedByService).map(identity));
  const declared = sent.filter((signal) => !own.has(identity(signal)) && signal.type !== WEBSITE_VISITOR);
  const problems: string[] = [];
  const onlyOwn = sent.length > 0 && declared.length === 0;
  if (rules.agentType === "lookalike") {
    if (!onlyOwn) problems.push("variables are not allowed for a lookalike agent");
  } else if (onlyOwn && rules.agentType === "website-visitor") {
    // Only signals that the service itself had added were sent back.
  } else if (declared.length < FEWEST || declared.length > MOST) {
    problems.push(`variables must contain from ${FEWEST} to ${MOST} signals`);
  }
  const kept = new Set(rules.existing.map(identity));
  for (const [index, signal] of sent.entries()) {
    const path = `variables.${index}`;
    if (rules.decorated && kept.has(identity(signal))) {
      for (const name of ["strength", "nbResultsLastLaunch", "last_usage"] as const) {
        if (signal[name] === undefined) problems.push(`${path}.${name} should not be empty`);
      }
    }
    if (own.has(identity(signal))) continue;
    if (refusedTypes.has(signal.type)) problems.push(`${path}.type ${signal.type} is not supported`);
    if (signal.type === WEBSITE_VISITOR && rules.agentType !== "website-visitor") {
      problems.push(`${path}.type ${signal.type} is only for website-visitor agents`);
    }
    if (typesWithSeat.has(signal.type)) {
      if (signal.needsUserToken !== true) problems.push(`${path}.needsUserToken must be true for ${signal.type}`);
      if (typeof signal.linkedinSeatId !== "number") {
        problems.push(`${path}.linkedinSeatId is required for ${signal.type}`);
      }
    }
    if (typeof signal.linkedinSeatId === "number" && !isSeatOf(store, actor, signal.linkedinSeatId)) {
      problems.push(`${path}.linkedinSeatId ${signal.linkedinSeatId} is not a seat of your organization`);
    }
  }
  return problems;
}

/** The signals to store: the declared fields, and the fields that the service added to the existing signals. */
export function storedSignals(
  sent: SentSignal[] | null,
  agentType: AgentType,
  existing: StoredSignal[],
): StoredSignal[] | null {
  const before = new Map(existing.map((signal) => [identity(signal), signal]));
  const signals = (sent ?? []).map((signal) => {
    const known = before.get(identity(signal));
    return newSignal(declaredFields(signal), known?.addedByService ?? signal.type === WEBSITE_VISITOR, known);
  });
  if (agentType === "website-visitor" && !signals.some((signal) => signal.type === WEBSITE_VISITOR)) {
    signals.push(newSignal({ type: WEBSITE_VISITOR, value: "true" }, true));
  }
  return signals.length === 0 && sent === null ? null : signals;
}

export function newSignal(signal: Signal, addedByService: boolean, known?: StoredSignal): StoredSignal {
  return {
    ...signal,
    addedByService,
    strength: known?.strength ?? 1,
    nbResultsLastLaunch: known?.nbResultsLastLaunch ?? 0,
    last_usage: known?.last_usage ?? null,
  };
}

function declaredFields(sent: SentSignal): Signal {
  const { strength: _strength, nbResultsLastLaunch: _results, last_usage: _usage, ...declared } = sent;
  return declared;
}

function identity(signal: { type: string; value: string }): string {
  return JSON.stringify([signal.type, signal.value]);
}

/** Whether a signal finds leads. The service accepts malformed values without an error, but they find none. */
export function findsLeads(signal: Signal): boolean {
  if (signal.enabled === false) return false;
  switch (signal.type) {
    case "SEARCH_KEYWORD":
      return /^"\S+( \S+){0,2}"$/.test(signal.value);
    case "COMPETITOR_PAGE_URL":
    case "INFLUENCER_PAGE_URL":
      return URL.canParse(signal.value);
    case "TECHNOLOGY":
      return signal.value !== "" && signal.value === signal.value.toLowerCase();
    case "RECENTLY_CHANGED_JOB":
    case "HIRING":
      return signal.value === "true";
    default:
      return signal.value !== "";
  }
}
