import { isSignificantlyLarger, type StepShare } from "./skips";

/** A rule for what counts as a deviation from the promise. */
export interface Rule<Facts> {
  /** A stable identifier for scripts, listed in docs/verifying.md. */
  readonly code: string;
  /** A description for the table in the guide. */
  readonly what: string;
  /** The reason for the rule and its threshold. */
  readonly reason: string;
  holds(facts: Facts): boolean;
}

export interface CampaignFacts {
  readonly isDeclared: boolean;
  /** True if the program declares `active: true`. */
  readonly isToRun: boolean;
  /** Undefined if the service does not return it. */
  readonly isActive: boolean | undefined;
  readonly isGone: boolean;
  /** Number of steps sent that no declared campaign contains. */
  readonly undeclaredSteps: number;
}

export interface SeatFacts {
  /** Steps sent by the seat on a past day. */
  readonly sent: number;
  /** Missing if unknown. */
  readonly quota?: { readonly allowed: number; readonly got: number };
  /** True if it is proven that people waited all day. */
  readonly hasWaiting: boolean;
}

/**
 * What counts as a deviation. For each subject (a campaign, a seat on a day, a step of a campaign), the first rule that
 * applies counts. Unknown data is not a deviation and is reported separately.
 */
export const rules = {
  campaign: [
    {
      code: "undeclared-campaign",
      what: "a campaign runs, and nothing declares it",
      reason: "nobody has reviewed whom it contacts; an inactive campaign contacts nobody",
      holds: ({ isDeclared, isActive }) => !isDeclared && isActive === true,
    },
    {
      code: "undeclared-step",
      what: "a step was sent that no declared campaign contains: by a campaign that is off now, or with a position or type other than declared",
      reason:
        "nobody has approved it. Texts are not compared, because logs do not contain them: a comparison with the state finds changed texts",
      holds: ({ undeclaredSteps }) => undeclaredSteps > 0,
    },
    {
      code: "not-running",
      what: "a campaign with `active: true` is off, or no longer exists",
      reason:
        "without `active` the program leaves open whether it runs, so launching and stopping it in the app is allowed",
      holds: ({ isToRun, isActive, isGone }) => isToRun && (isGone || isActive === false),
    },
  ],
  seat: [
    {
      code: "stopped-seat",
      what: "a seat sent nothing on a day, and people waited for it all day",
      reason:
        "a working seat would have sent at least one step. Today does not count, because it is not over. A weekend counts if the seat has sent on one before, because launch hours may exclude weekends",
      holds: ({ sent, hasWaiting }) => sent === 0 && hasWaiting,
    },
    {
      code: "under-quota",
      what: "a seat sent less on a day than its quota allows, and people waited for it all day",
      reason:
        "people who wait all day are waiting for the quota. The quota of an e-mail seat is the service's value, divided among the campaigns that use the seat; that of a LinkedIn seat, which no operation returns, is what the seat sent on two days of the week before",
      holds: ({ quota, hasWaiting }) => hasWaiting && quota !== undefined && quota.got < quota.allowed,
    },
  ],
  step: [
    {
      code: "skipped-share",
      what: "at least 5 people were skipped at a step, and their share is at least twice the share before, measured on at least 20 people",
      reason:
        "by chance this happens in less than one of 10,000 comparisons (Fisher's exact test). The share is relative to the people whose turn it was, including those still waiting for the quota",
      holds: isSignificantlyLarger,
    },
  ],
} as const satisfies {
  campaign: readonly Rule<CampaignFacts>[];
  seat: readonly Rule<SeatFacts>[];
  step: readonly Rule<StepShare>[];
};

export const allRules = [...rules.campaign, ...rules.seat, ...rules.step];
/** The code of a deviation. */
export type Code = (typeof allRules)[number]["code"];

/** The first rule that applies. */
export function ruleFor<Facts, R extends Rule<Facts>>(table: readonly R[], facts: Facts): R | undefined {
  return table.find((rule) => rule.holds(facts));
}
