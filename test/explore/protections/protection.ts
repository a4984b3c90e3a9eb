import type { InvariantName } from "../invariants";
import type { Scenario } from "../schedule";

/** A text that occurs once in the provider's source, and what replaces it to remove the protection. */
export interface Cut {
  readonly file: string;
  readonly text: string;
  readonly without: string;
}

/** A protection that can be removed from the code; without it, a scenario violates an invariant. */
export interface Protection {
  readonly name: string;
  /** What happens without it. */
  readonly threat: string;
  /** More than one if each of them suffices. */
  readonly cuts: readonly Cut[];
  readonly invariant: InvariantName;
  readonly scenario: Scenario;
  readonly faults: number;
}
