import { describe } from "./about";
import { acknowledgements } from "./acknowledge";
import { textsOf } from "./facts";
import { noteFoundOn } from "./foundOn";
import { type Change, nameIn, type ResourceKind, runningIn, targetsIn, type Values } from "./kind";
import { noteFormer } from "./passedOn";
import { isConcluded, type Recorded, readRecord } from "./record";
import { type Line, Refusal } from "./refusal";
import type { Run } from "./run";
import type { ChangeSituation } from "./situation";
import { containsUnknown } from "./unknown";
import { mayLack, unsettledChanges } from "./unsettled";
import { inTurn, say } from "./wayOut";
import { command, howToRename, inApp, revert, undeclare } from "./ways";

/** An object in the state, its declared values, and the acknowledgements in force. */
type Compared = Pick<ChangeSituation, "kind" | "id" | "olds" | "news" | "record" | "acknowledged">;

/** Compares an object in the state with its declared values, and notes its secret values. */
export function changing(kind: ResourceKind, run: Run, id: string, olds: Values, news: Values) {
  const nameless = describe(kind.noun, nameIn(kind, olds));
  const about = describe(kind.noun, nameIn(kind, olds), id);
  const record = readRecord(olds, about);
  run.memory.noteSecrets(kind, olds, record);
  noteFoundOn(run.memory, kind, id, record);
  const hints = run.memory.hintsFor(kind, news);
  noteFormer(run.memory, kind, hints.urn ?? record.urn, record);
  const before = { held: olds, isPending: record.pending !== undefined, used: hints.used };
  const codes = acknowledgements(kind, news, run.settings(), before);
  return {
    hints,
    compared: { kind, run, about, nameless, ...codes, urn: hints.urn ?? record.urn, id, olds, news, record },
  };
}

/** Adds the changes, and whether they replace the object. */
export function withChanges<T extends Pick<Compared, "record">>(compared: T, changes: readonly Change[]) {
  return { ...compared, changes, replacing: compared.record.gone === true || replacesOf(changes).length > 0 };
}

/** The declared changes, except a change of whether it runs that the next two rules handle. */
export function changesOf(compared: Compared): Change[] {
  const { kind, olds, news, record } = compared;
  // The update itself checks whether it still runs.
  const isLater = record.unasked === true && runningIn(kind, news) === false;
  const all = kind.changes(olds, news);
  const isHandled = isLater || saysOff(compared);
  const changes = isHandled ? all.filter(({ property }) => property !== kind.roles.running) : all;
  return [...changes, ...unsettledChanges(compared, all)];
}

/**
 * True if the program declares the object as off, "off" is acknowledged, and the service does not show it. The state then
 * records that it is off, and nothing is sent.
 */
export function saysOff({ kind, id, olds, news, record, acknowledged }: Compared): boolean {
  if (record.unseen !== true || record.unasked === true || !acknowledged.has(`inactive:${id}`)) return false;
  return runningIn(kind, news) === false && runningIn(kind, olds) !== false;
}

/**
 * Handles a change that the service cannot make, because it has no operation for reading the object. Objects that contact
 * people are replaced after their rules allow it; for others the refusal names the command.
 */
export function orReplaced({ kind, record, news }: Compared, change: Change): Change {
  const isSent = record.unseen !== true || kind.reaches === undefined || change.effect !== "update";
  // An unknown value never causes a replacement, and neither does a value that the state has.
  if (isSent || change.isUnsettled === true) return change;
  if (containsUnknown({ value: news[change.property] })) return { ...change, mayReplace: true };
  return { ...change, effect: "replace", isUnsendable: true };
}

/** The changed properties that require a replacement. */
export function replacesOf(changes: readonly Change[]): string[] {
  return [...new Set(changes.filter(({ effect }) => effect !== "update").map(({ property }) => property))];
}

/**
 * The targets whose people a running object starts to contact through this change.
 *
 * @param record the object's record: an earlier change, whose outcome is not known, may have removed targets. If an adoption
 * or an export has taken the targets from the program, a change of them may attach each of them.
 */
export function addedTargets(
  kind: ResourceKind,
  olds: Values,
  news: Values,
  record: Pick<Recorded, "unsettled" | "concluded"> = {},
): string[] {
  if (kind.reaches === undefined) return [];
  const property = kind.roles.targets?.property ?? "";
  const [before, after] = [textsOf(targetsIn(kind, olds)), textsOf(targetsIn(kind, news))];
  if (isConcluded(property, record) && !kind.same(property, olds[property], news[property])) return after;
  const attempted = record.unsettled?.[property];
  return after.filter((target) => !before.includes(target) || (attempted !== undefined && mayLack(attempted, target)));
}

/** Splits the changes of an object that cannot be read: those with an operation of their own, and the rest. */
export function inParts({ isAlwaysSent }: ResourceKind, changes: readonly Change[], news: Values) {
  const isSent = (change: Change) => isAlwaysSent?.(change, news) === true;
  return { first: changes.filter(isSent), rest: changes.filter((change) => !isSent(change)) };
}

/** The refusal if the service has no operation for these changes. `known`: an earlier run detected that. */
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

/** Ways to continue that do not change the object. */
function waysBeside({ roles }: ResourceKind, id: string, changes: readonly Change[]): Line[] {
  const { targets, paused } = roles;
  const lines: Line[] = [];
  const isOfTargets = changes.some(({ property, mayReplace }) => property === targets?.property && mayReplace === true);
  if (targets !== undefined && isOfTargets) {
    lines.push(say`If only the resource of its ${targets.noun} has another name or parent now: ${howToRename}.`);
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

/** True if an account limit paused the object and no refresh has shown otherwise, so that the change is not sent again. */
export function isHeldBack({ roles }: ResourceKind, { pausedByLimit, declared }: Recorded, { property }: Change) {
  return pausedByLimit === true && property === roles.paused && declared.includes(property);
}
