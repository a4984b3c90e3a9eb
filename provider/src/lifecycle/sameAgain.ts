import type { Finding } from "../api/objects";
import { describe } from "./about";
import { howToAcknowledge, howToAcknowledgeForRun } from "./acknowledge";
import { ownCodes } from "./codes";
import { nameIn, type Values } from "./kind";
import { Refusal } from "./refusal";
import type { DeleteSituation } from "./situation";
import { type Advice, inTurn, say } from "./wayOut";
import { adoptOne, howToKeepOld } from "./ways";

/**
 * True if the engine continues a replacement that the program does not ask for: after a failed create it counts the old
 * object as deleted, also if the change has been reverted. Otherwise it requests the delete, as in a forced replacement.
 */
export function isSameAgain(situation: DeleteSituation, found: Finding | undefined): boolean {
  const { kind, replacement, isSkipped } = situation;
  if (isSkipped !== true || replacement === undefined || kind.operations.delete !== undefined) return false;
  if (found?.status === "gone") return false;
  const shown = found?.status === "found" ? Object.entries(kind.observed(found.answer, replacement)) : [];
  // The state has what the service does not show, such as the targets.
  const held = Object.fromEntries(shown.filter(([, value]) => value !== undefined));
  return asStated(situation).some((its) => kind.changes({ ...its, ...held }, replacement).length === 0);
}

/** The state's values, and those with a person's confirmation that it is off, which the service does not show. */
function asStated(situation: DeleteSituation): Values[] {
  const { outputs, acknowledged } = situation;
  return [outputs, ...(acknowledged.has(codeOf(situation)) ? asSaidOff(situation) : [])];
}

function asSaidOff({ kind, outputs }: DeleteSituation): Values[] {
  const { running } = kind.roles;
  return running === undefined ? [] : [{ ...outputs, [running]: false }];
}

const codeOf = ({ id }: DeleteSituation) => `inactive:${id}`;

/**
 * How to keep it. The create adopts it in place of the replacement, and keeps what the state has of it. If it equals the
 * state only with a person's confirmation (`inactive:<id>`), the run that adopts it needs that code too. If the program differs
 * otherwise, as for an object that was switched on in the app, a diff comes first and refuses `adopt`.
 */
export function howToKeepSame(situation: DeleteSituation): Advice {
  const { kind, id, outputs, acknowledged, replacement } = situation;
  const equals = (its: Values) => replacement !== undefined && kind.changes(its, replacement).length === 0;
  if (equals(outputs)) return adoptOne([id]);
  const code = codeOf(situation);
  if (!acknowledged.has(code) || !asSaidOff(situation).some(equals)) return howToKeepOld(situation);
  const { run } = situation;
  if (!run.settings().acknowledge.includes(code)) return adoptOne([id]);
  const isDeclared = replacement !== undefined && ownCodes(replacement).includes(code);
  return inTurn`${adoptOne([id])} together with ${isDeclared ? howToAcknowledgeForRun(code) : howToAcknowledge(code)}`;
}

/** The refusal to create it a second time. An active one is not replaced, whatever is acknowledged. */
export function refusedSameAgain(situation: DeleteSituation, isRunning: boolean): Refusal {
  const { kind, id, outputs } = situation;
  const runs = isRunning ? ", which is active" : "";
  const beside = say`To create another one beside it: ${howToAcknowledge(`twin:${id}`)}.`;
  return new Refusal(
    `Creating ${describe(kind.noun, nameIn(kind, outputs))}: the account already holds the same ${kind.noun}, id ${id}${runs}; nothing was sent.`,
    say`An earlier run has failed to replace it, and the program declares it unchanged now. To keep it: ${howToKeepSame(situation)}.`,
    ...(isRunning ? [] : [beside]),
  );
}
