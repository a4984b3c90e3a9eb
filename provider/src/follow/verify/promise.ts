import type { Recorded } from "../../lifecycle/record";

/** A campaign as declared in a plan or state. */
export interface DeclaredCampaign {
  /** The name of its resource. */
  readonly resource: string;
  /** Undefined if it has not been created yet, or if the create got no response. */
  readonly id?: string;
  /** Undefined if it is a secret. */
  readonly name?: string;
  /** Undefined if the program does not set it. */
  readonly active?: boolean;
  /** Undefined if they are secret or known only after an update. */
  readonly steps?: readonly DeclaredStep[];
  readonly linkedinSeatId?: string;
  readonly emailSeatIds?: readonly string[];
  readonly listIds?: readonly string[];
  /** Undefined if it is not readable in the state. */
  readonly owner?: Pick<Recorded, "origin" | "actingUserId">;
}

export interface DeclaredStep {
  readonly type: string;
  /** Days after the previous step. Undefined for the service's default. */
  readonly delayAfterLastStep?: number;
}

/** The declarations that the account is compared with. */
export interface Promised {
  readonly from: "plan" | "state";
  readonly campaigns: readonly DeclaredCampaign[];
}
