import type { Recorded } from "../../lifecycle/record";

/** A campaign as a plan or a state declares it. */
export interface DeclaredCampaign {
  /** The name of its resource. */
  readonly resource: string;
  /** Undefined if it was not created yet, or if the create was not answered. */
  readonly id?: string;
  /** Undefined if it is a secret. */
  readonly name?: string;
  /** Undefined if the program does not say whether it runs. */
  readonly active?: boolean;
  /** Undefined if they are secret, or known only after an update. */
  readonly steps?: readonly DeclaredStep[];
  readonly linkedinSeatId?: string;
  readonly emailSeatIds?: readonly string[];
  readonly listIds?: readonly string[];
  /** Undefined if the state does not tell it in a readable form. */
  readonly owner?: Pick<Recorded, "origin" | "actingUserId">;
}

export interface DeclaredStep {
  readonly type: string;
  /** Days after the step before. Undefined: the default of the service. */
  readonly delayAfterLastStep?: number;
}

/** What the account is compared with. */
export interface Promised {
  readonly from: "plan" | "state";
  readonly campaigns: readonly DeclaredCampaign[];
}
