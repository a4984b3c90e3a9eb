import { type Line, Refusal } from "./refusal";
import { say } from "./wayOut";
import { undeclare } from "./ways";

/**
 * True if `adopt` would make a replacement adopt the replaced object or an equal one. The id of another object is allowed:
 * it may be the new object, created by a run that was killed before the state recorded it.
 */
export function isLeftOver(adopt: unknown, id: string): boolean {
  return adopt !== undefined && (typeof adopt !== "number" || String(adopt) === id);
}

/** The refusal for `isLeftOver`, at diff or, if a replacement was forced without a diff, at the delete. */
export function adoptStillSet(about: string, why: string, ...further: readonly Line[]): Refusal {
  return new Refusal(
    `${about}: ${why}, and adopt is still set, so an existing object would be adopted and no new one created.`,
    say`${undeclare("adopt", "Remove adopt from the program")}, then run this again.`,
    ...further,
  );
}
