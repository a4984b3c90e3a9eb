import { describe } from "./about";
import { acknowledgements } from "./acknowledge";
import { textsOf } from "./facts";
import { type Change, nameIn, type ResourceKind, runningIn, targetsIn, type Values } from "./kind";
import { type Recorded, readRecord } from "./record";
import { type Line, Refusal } from "./refusal";
import type { Run } from "./run";
import type { ChangeSituation } from "./situation";
import { containsUnknown } from "./unknown";
import { inTurn, say } from "./wayOut";
import { command, howToRename, inApp, revert, undeclare } from "./ways";

/** An object of the state, what the program declares of it, and the acknowledgements in force. */
type Compared = Pick<ChangeSituation, "kind" | "id" | "olds" | "news" | "record" | "acknowledged">;

/** An object of the state and what the program declares of it now. Notes which of its values are secret. */
export function changing(kind: ResourceKind, run: Run, id: string, olds: Values, news: Values) {
  const nameless = describe(kind.noun, nameIn(kind, olds));
  const about = describe(kind.noun, nameIn(kind, olds), id);
  const record = readRecord(olds, about);
  run.memory.noteSecrets(kind, olds, record);
  const hints = run.memory.hintsFor(kind, news);
  const codes = acknowledgements(news, run.settings(), olds);
  return {
    hints,
    compared: { kind, run, about, nameless, ...codes, urn: hints.urn ?? record.urn, id, olds, news, record },
  };
}

/** With the changes, and whether they replace it. */
export function withChanges<T extends object>(compared: T, changes: readonly Change[]) {
  return { ...compared, changes, replacing: replacesOf(changes).length > 0 };
}

/** What the program asks for, without a change of whether it runs that the next two rules decide. */
export function changesOf(compared: Compared): Change[] {
  const { kind, olds, news, record } = compared;
  // The update itself reads whether it still runs.
  const isLater = record.unasked === true && runningIn(kind, news) === false;
  const all = kind.changes(olds, news);
  return isLater || saysOff(compared) ? all.filter(({ property }) => property !== kind.roles.running) : all;
}

/**
 * True if the program declares that it is off, this is acknowledged, and the service does not show it: the state then
 * records it, and nothing is sent.
 */
export function saysOff({ kind, id, olds, news, record, acknowledged }: Compared): boolean {
  if (record.unseen !== true || record.unasked === true || !acknowledged.has(`inactive:${id}`)) return false;
  return runningIn(kind, news) === false && runningIn(kind, olds) !== false;
}

/**
 * A service that cannot read an object cannot change it either. If the object contacts people, a new one replaces it,
 * after its rules have asked; the others name the command.
 */
export function orReplaced({ kind, record, news }: Compared, change: Change): Change {
  const isSent = record.unseen !== true || kind.reaches === undefined || change.effect !== "update";
  // An unknown value never causes a replacement.
  if (isSent) return change;
  if (containsUnknown({ value: news[change.property] })) return { ...change, mayReplace: true };
  return { ...change, effect: "replace", isUnsendable: true };
}

/** The properties for which a new object has to take the place of this one. */
export function replacesOf(changes: readonly Change[]): string[] {
  return [...new Set(changes.filter(({ effect }) => effect !== "update").map(({ property }) => property))];
}

/** The targets whose people an object begins to contact by this change, if it runs. */
export function addedTargets(kind: ResourceKind, olds: Values, news: Values): string[] {
  const before = textsOf(targetsIn(kind, olds));
  return kind.reaches === undefined ? [] : textsOf(targetsIn(kind, news)).filter((target) => !before.includes(target));
}

/** Of an object that cannot be read: the changes that the service has an operation for in any case, and the rest. */
export function inParts({ isAlwaysSent }: ResourceKind, changes: readonly Change[], news: Values) {
  const isSent = (change: Change) => isAlwaysSent?.(change, news) === true;
  return { first: changes.filter(isSent), rest: changes.filter((change) => !isSent(change)) };
}

/** The service has no operation for these changes. `known`: an earlier run has found that out. */
export function cannotChange(
  { kind, about, urn, id }: Pick<ChangeSituation, "kind" | "about" | "urn" | "id">,
  changes: readonly Change[],
  when?: "known",
): Refusal {
  const since = when === "known" ? " (`pulumi refresh` checks again)" : "";
  return new Refusal(
    `Updating ${about}: this service has no operation that changes ${paths(changes)}${since}; nothing was sent.`,
    ...waysBeside(kind, id, changes),
    say`Create a new ${kind.noun} instead${kind.loses === undefined ? "" : ` (${kind.loses})`}: ${command("pulumi up --replace", urn)}. Or ${revert("revert the change")}.`,
  );
}

/** What leaves the object as it is. */
function waysBeside({ roles }: ResourceKind, id: string, changes: readonly Change[]): Line[] {
  const { targets, paused } = roles;
  const lines: Line[] = [];
  const isOfTargets = changes.some(({ property, mayReplace }) => property === targets?.property && mayReplace === true);
  if (targets !== undefined && isOfTargets) {
    lines.push(say`If only the resource of its ${targets.noun} has another name now: ${howToRename}.`);
  }
  if (paused !== undefined && changes.length > 0 && changes.every(({ property }) => property === paused)) {
    const removed = undeclare(paused, `remove ${paused} from the program`);
    lines.push(inTurn`${inApp("resume", [id], "Resume it in the app")}, and ${removed}.`);
  }
  return lines;
}

export function paths(changes: readonly Change[]): string {
  return changes.map((change) => change.path).join(", ");
}

/** True if a limit of the account has paused it and no refresh has shown otherwise: such a change is not sent again. */
export function isHeldBack({ roles }: ResourceKind, { pausedByLimit, declared }: Recorded, { property }: Change) {
  return pausedByLimit === true && property === roles.paused && declared.includes(property);
}
