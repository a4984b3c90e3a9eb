import { isLarger, type StepShare } from "./skips";

/** A rule of what deviates from the promise. */
export interface Rule<Facts> {
  /** For scripts, and in docs/verifying.md. */
  readonly code: string;
  /** What it is, for the table of the guide. */
  readonly what: string;
  /** Why it is drawn where it is. */
  readonly reason: string;
  holds(facts: Facts): boolean;
}

export interface CampaignFacts {
  readonly isDeclared: boolean;
  /** The program says `active: true`. */
  readonly isToRun: boolean;
  /** Undefined if the service does not tell it. */
  readonly isActive: boolean | undefined;
  readonly isGone: boolean;
  /** Steps that were sent and that no declared campaign has. */
  readonly undeclaredSteps: number;
}

export interface SeatFacts {
  /** Steps that the seat sent on a day that is over. */
  readonly sent: number;
  /** Absent if it is not known. */
  readonly quota?: { readonly allowed: number; readonly got: number };
  /** People are proven to have waited for the whole day. */
  readonly hasWaiting: boolean;
}

/**
 * What counts as a deviation. Of each subject (a campaign, a seat on a day, a step of a campaign) the first rule that holds
 * counts. What is not known is no deviation: it is said apart.
 */
export const rules = {
  campaign: [
    {
      code: "undeclared-campaign",
      what: "a campaign runs, and nothing declares it",
      reason: "nobody has reviewed whom it writes to; one that is off writes to nobody",
      holds: ({ isDeclared, isActive }) => !isDeclared && isActive === true,
    },
    {
      code: "undeclared-step",
      what: "a step was sent that no declared campaign has: by a campaign that is off now, or in another place or of another type than declared",
      reason:
        "nobody has approved it. Texts are not compared, because logs carry none: the comparison with the state finds those",
      holds: ({ undeclaredSteps }) => undeclaredSteps > 0,
    },
    {
      code: "not-running",
      what: "a campaign with `active: true` is off, or not there any more",
      reason:
        "without `active` the program does not say whether it runs, so that launching and stopping it in the app is fair",
      holds: ({ isToRun, isActive, isGone }) => isToRun && (isGone || isActive === false),
    },
  ],
  seat: [
    {
      code: "stopped-seat",
      what: "a seat sent nothing on a day, and people waited for it all day",
      reason:
        "a seat that works sends at least one step then. Today is not over. A weekend counts if the seat has sent on one before, because launch hours may leave weekends out",
      holds: ({ sent, hasWaiting }) => sent === 0 && hasWaiting,
    },
    {
      code: "under-quota",
      what: "a seat sent less on a day than its quota allows, and people waited for it all day",
      reason:
        "whoever waits all day waits for the quota. Of an e-mail seat it is what the service tells, divided among the campaigns that use it; of a LinkedIn seat, whose quotas no operation tells, what it sent on two days of the week before",
      holds: ({ quota, hasWaiting }) => hasWaiting && quota !== undefined && quota.got < quota.allowed,
    },
  ],
  step: [
    {
      code: "skipped-share",
      what: "at least 5 people were skipped at a step, twice the share before, which at least 20 people make",
      reason:
        "less than once in 10,000 comparisons by chance (Fisher's exact test). The share is that of the people whose turn it was, also of those who still wait for the quota",
      holds: isLarger,
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

/** The first rule that holds. */
export function ruleFor<Facts, R extends Rule<Facts>>(table: readonly R[], facts: Facts): R | undefined {
  return table.find((rule) => rule.holds(facts));
}
