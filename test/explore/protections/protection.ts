import type { InvariantName } from "../invariants";
import type { Scenario } from "../schedule";

/** A place of the provider's source, whose text stands there once, and what stands there without the protection. */
export interface Cut {
  readonly file: string;
  readonly text: string;
  readonly without: string;
}

/** One protection of the code that can be taken out: without it, an invariant does not hold in a scenario. */
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
