import type { Finding } from "../api/objects";
import { describe } from "./about";
import { howToAcknowledge } from "./acknowledge";
import { nameIn } from "./kind";
import { Refusal } from "./refusal";
import type { DeleteSituation } from "./situation";
import { say } from "./wayOut";
import { howToKeepOld } from "./ways";

/**
 * True if the engine continues a replacement that the program does not ask for: after a failed create it counts the old
 * object as deleted, also if the change has been reverted. Otherwise it requests the delete, as in a forced replacement.
 */
export function isSameAgain(situation: DeleteSituation, found: Finding | undefined): boolean {
  const { kind, outputs, replacement, isSkipped } = situation;
  if (isSkipped !== true || replacement === undefined || kind.operations.delete !== undefined) return false;
  if (found?.status === "gone") return false;
  const shown = found?.status === "found" ? Object.entries(kind.observed(found.answer, replacement)) : [];
  // The state has what the service does not show, such as the targets.
  const held = { ...outputs, ...Object.fromEntries(shown.filter(([, value]) => value !== undefined)) };
  return kind.changes(held, replacement).length === 0;
}

/** The refusal to create it a second time. An active one is not replaced, whatever is acknowledged. */
export function refusedSameAgain({ kind, id, outputs, urn }: DeleteSituation, isRunning: boolean): Refusal {
  const runs = isRunning ? ", which is active" : "";
  const beside = say`To create another one beside it: ${howToAcknowledge(`twin:${id}`)}.`;
  return new Refusal(
    `Creating ${describe(kind.noun, nameIn(kind, outputs))}: the account already holds the same ${kind.noun}, id ${id}${runs}; nothing was sent.`,
    say`An earlier run has failed to replace it, and the program declares it unchanged now. To keep it: ${howToKeepOld(urn, id)}.`,
    ...(isRunning ? [] : [beside]),
  );
}
