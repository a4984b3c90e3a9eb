import { chanceProbability, type Part } from "./chance";
import { type Entry, entriesByContact, notStartedCount, type SeenCampaign, stepsOf } from "./entries";

/** How many people were skipped at one step of a campaign, since a point in time and before it. */
export interface StepShare {
  /** From 1. */
  readonly step: number;
  readonly type?: string;
  readonly since: Part;
  readonly before: Part;
  /** Why people were skipped since then, most frequent first. */
  readonly reasons: readonly { readonly reason: string; readonly people: number }[];
}

/** With fewer people, since or before, the share is not conclusive. */
export const fewestSkipped = 5;
export const fewestBefore = 20;
/** Minimum ratio between the share since then and the share before. */
export const leastRatio = 2;
/** Maximum probability of a difference by chance. There are as many comparisons per day as steps. */
export const mostChance = 1e-4;

/** True if a significantly larger share of people was skipped than before. */
export function isSignificantlyLarger({ since, before }: Pick<StepShare, "since" | "before">): boolean {
  if (since.count < fewestSkipped || before.of < fewestBefore) return false;
  if (since.count / since.of < (leastRatio * before.count) / before.of) return false;
  return chanceProbability(before, since) < mostChance;
}

/**
 * The shares for each step at which somebody was skipped since a point in time, relative to the people whose turn it was.
 * Comparing with those who received the step would be misleading: people who cannot be contacted are skipped immediately,
 * while others wait for quotas.
 */
export function stepShares(campaign: SeenCampaign, since: number, now: number): StepShare[] {
  const { entries } = campaign;
  if (entries === undefined) return [];
  const steps = stepsOf(campaign);
  const turns = turnsOf(entries, steps?.map(({ delay }) => delay) ?? [], now);
  const skipped = turns.filter(({ isSkipped, at }) => isSkipped && at >= since);
  const numbers = [...new Set(skipped.map(({ step }) => step))].sort((left, right) => left - right);
  return numbers.flatMap((step): StepShare[] => {
    const own = turns.filter((turn) => turn.step === step);
    // People waiting for the first step have no log entry: those who have not started count as recent and not skipped.
    const waiting = step === 1 ? notStartedCount(campaign) : 0;
    if (waiting === undefined) return [];
    const part = (of: readonly Turn[]): Part => ({ count: of.filter((each) => each.isSkipped).length, of: of.length });
    const now_ = part(own.filter(({ at }) => at >= since));
    return [
      {
        ...{ step, type: steps?.[step - 1]?.type ?? own.find(({ type }) => type !== undefined)?.type },
        since: { count: now_.count, of: now_.of + waiting },
        before: part(own.filter(({ at }) => at < since)),
        reasons: reasonsOf(skipped.filter((turn) => turn.step === step)),
      },
    ];
  });
}

/** A person whose turn it was for a step. */
interface Turn {
  readonly step: number;
  /** When the step was due, or when the person was skipped. */
  readonly at: number;
  readonly isSkipped: boolean;
  readonly type?: string;
  readonly reason?: string;
}

function turnsOf(entries: readonly Entry[], delays: readonly number[], now: number): Turn[] {
  return [...entriesByContact(entries).values()].flatMap((own) => {
    const turns = new Map<number, Turn>();
    for (const { what, step, at, type, reason } of own) {
      if (step === undefined) continue;
      const due = turns.get(step);
      if (what === "skipped") turns.set(step, { step, at, type, reason, isSkipped: true });
      if (what !== "sent") continue;
      turns.set(step, { step, at: due?.at ?? at, type, isSkipped: false });
      const delay = delays[step];
      if (delay !== undefined && at + delay <= now) {
        turns.set(step + 1, { step: step + 1, at: at + delay, isSkipped: false });
      }
    }
    // A person who left the campaign without being skipped has no further turns.
    const last = own.at(-1);
    return [...turns.values()].filter(({ step, isSkipped }) => {
      if (isSkipped || last === undefined || last.what === "sent") return true;
      return own.some((entry) => entry.what === "sent" && entry.step === step);
    });
  });
}

/** Why people were skipped since then, by step. */
export function skipReasons(entries: readonly Entry[], since: number) {
  const skipped = entries.filter(({ what, at }) => what === "skipped" && at >= since);
  const steps = [...new Set(skipped.map(({ step }) => step ?? 0))].sort((left, right) => left - right);
  return steps.map((step) => {
    const own = skipped.filter((entry) => (entry.step ?? 0) === step);
    return { step, people: own.length, reasons: [...reasonsOf(own)] };
  });
}

function reasonsOf(turns: readonly Pick<Turn, "reason">[]): StepShare["reasons"] {
  const counts = new Map<string, number>();
  for (const { reason = "no reason given" } of turns) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts]
    .map(([reason, people]) => ({ reason, people }))
    .sort((left, right) => right.people - left.people || (left.reason < right.reason ? -1 : 1));
}
