import { howToConfirm } from "./acknowledge";
import { saysOff } from "./changes";
import { type Line, Refusal } from "./refusal";
import type { ChangeSituation } from "./situation";
import { say } from "./wayOut";
import { howToKeepOld, undeclare } from "./ways";

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

/**
 * If an earlier run has failed to replace the object, `adopt` is meant to keep it. The engine does not refresh it then, so the
 * state may show that it is off or on, and the program the opposite.
 */
export function howToKeepLeftOver(situation: ChangeSituation): readonly Line[] {
  const { kind, id, changes, record } = situation;
  const mayBeEqual = record.gone !== true && changes.every(({ property }) => property === kind.roles.running);
  if (!mayBeEqual) return [];
  const code = `inactive:${id}`;
  if (saysOff({ ...situation, acknowledged: new Set([code]) })) {
    return [say`If an earlier run has failed to replace it, and it is off: ${howToConfirm(situation, code)}.`];
  }
  return [say`If an earlier run has failed to replace it, and it equals the program: ${howToKeepOld(situation)}.`];
}
