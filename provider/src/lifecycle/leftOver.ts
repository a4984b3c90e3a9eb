import { Refusal } from "./refusal";

/**
 * True where a replacement would take over the very object that it replaces, or whatever is like it. Another object,
 * named by its id, is what the replacement itself has made, in a run that was killed before it could be recorded.
 */
export function isLeftOver(adopt: unknown, id: string): boolean {
  return adopt !== undefined && (typeof adopt !== "number" || String(adopt) === id);
}

/** Also for a delete whose replacement was forced without a diff. */
export function adoptStillSet(about: string, why: string): Refusal {
  return new Refusal(
    `${about}: ${why}, and adopt is still set, so the new one would be taken over and not made.`,
    "Remove adopt from the program, then run this again.",
  );
}
