import { describe, nameOf, resourceName } from "./about";
import { acknowledgements, isIdleOnceCreated, warnAboutIdle } from "./acknowledge";
import { type Acting, actingFor, assertActingFor, assertSameSettings } from "./belongs";
import { cannotChange, isHeldBack, paths } from "./cannotChange";
import { splitHints } from "./check";
import type { DiffSituation } from "./guards";
import { holdWarnings } from "./heldWarnings";
import { type Change, nameIn, type ResourceKind, runningIn, type Values } from "./kind";
import { adoptStillSet, isLeftOver } from "./leftOver";
import { assertNotOfOther } from "./otherOwner";
import { howToSettle, isSaidAbsent } from "./pending";
import { isPendingId, type Recorded, readRecord } from "./record";
import { Refusal } from "./refusal";
import type { Run } from "./run";
import { saysOff } from "./saidOff";
import { containsUnknown, isUnknown } from "./unknown";
import { say, way } from "./wayOut";
import { command, letGo, revert, undeclare } from "./ways";

/**
 * `changes` stays undefined if the engine's own comparison of inputs gives the right answer: property diffs,
 * `ignoreChanges` and `replaceOnChanges` work only then.
 */
export interface Diffed {
  readonly changes?: boolean;
  readonly replaces?: string[];
  readonly deleteBeforeReplace?: boolean;
}

/**
 * Tells the engine what a change does, or refuses it. Sends no request. It notes in the memory of the run which resource manages
 * which object, which users own these objects, and what the guards of a kind need to know of other resources. Only in
 * a preview does the engine ask for all diffs before it changes anything; in an update these notes let a later call of
 * the same run refuse what two resources would do together.
 */
export async function diff(
  kind: ResourceKind,
  run: Run,
  id: string,
  rawOlds: Values,
  rawNews: Values,
): Promise<Diffed> {
  const { inputs: olds } = splitHints(rawOlds);
  const record = readRecord(olds, describe(kind.noun, nameIn(kind, olds), id));
  run.memory.noteSecrets(kind, olds, record);
  const acting = await actingFor(record, run);
  const held = holdWarnings(run);
  const diffed = compare({ kind, run: held.run, id, olds, record, acting }, rawNews);
  held.print();
  return diffed;
}

interface Recalled extends Pick<DiffSituation, "kind" | "run" | "id" | "olds" | "record"> {
  readonly acting: Acting;
}

function compare({ kind, run, id, olds, record, acting }: Recalled, rawNews: Values): Diffed {
  const { inputs: news } = splitHints(rawNews);
  // A refresh only reports, so this diff refuses nothing.
  if (run.memory.isDiffOfRefresh(kind, id, news)) return {};

  const about = describe(kind.noun, nameIn(kind, olds), id);
  const settings = run.settings();
  const { acknowledged, spent } = acknowledgements(news, settings, olds);
  const hints = run.memory.hintsFor(kind, news);
  const urn = hints.urn ?? record.urn;
  assertSameSettings(record, settings, acknowledged, about);
  assertActingFor(record, acting, acknowledged, about);
  if (record.unseen === true) run.memory.unshown.add(kind);
  if (record.origin === settings.origin) run.memory.owners.add(record.actingUserId);

  if (isPendingId(id)) {
    kind.guards.atRead?.({ kind, run, about, acknowledged, urn, id, outputs: olds, record });
    // `adopt: "twin"` cannot settle it, because looking did not: only an id or "twin:none" can.
    if (typeof hints.adopt !== "number" && !isSaidAbsent(record, acknowledged)) {
      const how = howToSettle(record, record.pending?.knownBefore !== undefined);
      run.warn(`${about}: its creation is still pending: \`pulumi up\` fails until that is settled. ${how}`, urn);
      return { changes: true };
    }
    run.memory.noteCompared(kind, { id, outputs: olds }, hints, news, true);
    return { changes: true, replaces: [kind.roles.name], deleteBeforeReplace: true };
  }

  assertNotOfOther({ kind, about, urn, id, record });

  // If the inputs equal those of the state, the engine changes nothing, even if the service holds other values.
  const all = hints.unchanged ? [] : kind.changes(olds, news);
  // The update itself reads whether it still runs.
  const { running } = kind.roles;
  const isLater = record.unasked === true && runningIn(kind, news) === false;
  const isSaidOff = saysOff(kind, { id, olds, news, record, acknowledged });
  const wanted = isLater || isSaidOff ? all.filter(({ property }) => property !== running) : all;
  const changes = wanted.map((change) => orReplaced(kind, record, news, change));
  const replaces = [
    ...new Set(changes.filter((change) => change.effect !== "update").map((change) => change.property)),
  ];
  const replacing = replaces.length > 0;
  const codes = { acknowledged, spent };
  const situation = { kind, run, about, ...codes, urn, id, olds, news, record, changes, replacing, hints };
  if (replacing) assertReplaceable(situation, replaces);
  warnAboutLate(situation);
  kind.guards.atDiff?.(situation);
  assertAdoptedOnce(situation);
  run.memory.noteCompared(kind, { id, outputs: olds }, hints, news, replacing);
  if (replacing) {
    return { replaces, deleteBeforeReplace: kind.deletesFirst };
  }
  assertCanChange(situation);
  warnAboutConcluded(situation);
  if (record.unasked === true) {
    if (runningIn(kind, news) !== true) {
      run.warn(
        `${about}: it is running, although the program did not ask for that: this update fails until it is switched off in the app, or the program declares ${running}: true.`,
        urn,
        "starts-sending",
      );
    }
    return { changes: true };
  }
  // After a rename by alias, the state has to record the new URN: a later delete finds its replacement by it.
  const before = record.urn === undefined ? record.exportedAs : nameOf(record.urn);
  const isRenamed = hints.urn !== undefined && before !== undefined && nameOf(hints.urn) !== before;
  if (isRenamed) return { changes: true };
  if (acting === "notRecorded") {
    run.warn(
      "The key or the member in the settings is another one than at the last change of these resources, and no run has recorded which user it acts as: each of them is updated, which sends nothing for it and is refused if it belongs to another user.",
      undefined,
      "other-key",
    );
    return { changes: true };
  }
  warnAboutIdle(situation, news, (code) => spent.has(code) || isIdleOnceCreated(code, id, record.origin));
  return {};
}

/**
 * A service that cannot read an object cannot change it either. If the object contacts people, a new one replaces it,
 * after its guards have asked; the others name the command.
 */
function orReplaced(kind: ResourceKind, record: Recorded, news: Values, change: Change): Change {
  const isSent = record.unseen !== true || kind.reaches === undefined || change.effect !== "update";
  // An unknown value never causes a replacement.
  if (isSent) return change;
  if (containsUnknown({ value: news[change.property] })) return { ...change, mayReplace: true };
  return { ...change, effect: "replace", isUnsendable: true };
}

/** A preview plans an update for values that it does not know, and the update may turn out to replace the object. */
function warnAboutLate({ kind, run, about, urn, changes, news, replacing }: DiffSituation): void {
  const late = changes.filter(({ mayReplace }) => mayReplace === true);
  if (late.length === 0) return;
  const running = runningIn(kind, news);
  const starts = running === true || isUnknown(running) ? `; the new ${kind.noun} may start` : "";
  const replaces = replacing ? "replaces it" : "may replace it";
  run.warn(
    `${about}: ${paths(late)} is known only during the update, which ${replaces}${starts}.`,
    urn,
    starts === "" ? undefined : "starts-sending",
  );
}

/** If an earlier run found that the service cannot make such a change, the preview refuses it already. */
function assertCanChange(situation: DiffSituation): void {
  const { kind, run, about, urn, news, record } = situation;
  const changes = situation.changes.filter((change) => !isHeldBack(kind, record, change));
  const isKnownToFail = record.unseen === true || record.unchangeable === true;
  if (!isKnownToFail || changes.length === 0 || kind.guards.sendsUnread?.(changes, news) === true) return;
  const [first, rest] = kind.guards.sendsFirst?.(changes, news) ?? [[], changes];
  if (first.length === 0) throw cannotChange(situation, changes, "known");
  run.warn(
    `${about}: \`pulumi up\` changes ${paths(first)} and then fails: this service has no operation that changes ${paths(rest)}.`,
    urn,
  );
}

/** What a change sends replaces the whole value, so that what the export could not see would be lost. */
function warnAboutConcluded({ run, about, urn, changes, record }: DiffSituation): void {
  const properties = [...new Set(changes.map(({ property }) => property))];
  const concluded = properties.filter((property) => record.concluded?.includes(property));
  if (concluded.length === 0) return;
  run.warn(
    `${about}: the service does not show ${concluded.join(", ")}, so the export concluded it: this change replaces all that the service holds there. Compare it with the app first.`,
    urn,
  );
}

function assertAdoptedOnce({ kind, run, about, urn, id, hints, replacing }: DiffSituation): void {
  const other = run.memory.claim("manager", kind, id, urn);
  if (other !== undefined) {
    throw new Refusal(
      `${about}: it is managed here, and ${resourceName(other)} of this program manages or adopts it too; an object can be managed only once.`,
      say`${way(`Remove adopt: ${id} from ${resourceName(other)}`, { do: "undeclare", property: "adopt", resource: nameOf(other) })}, or keep only one of the two: ${letGo(urn)}.`,
    );
  }
  if (!replacing && typeof hints.adopt === "number" && String(hints.adopt) !== id) {
    run.warn(
      `${about}: adopt: ${hints.adopt} has no effect, because this resource exists already; remove it from the program. If id ${id} was adopted by mistake: ${command("pulumi state delete", urn)}, then \`pulumi up\` adopts ${hints.adopt}.`,
      urn,
    );
  }
}

function assertReplaceable({ about, hints, id }: DiffSituation, replaces: readonly string[]): void {
  if (isLeftOver(hints.adopt, id)) throw adoptStillSet(about, `changing ${replaces.join(", ")} replaces it`);
  if (!hints.retained) return;
  throw new Refusal(
    `${about}: changing ${replaces.join(", ")} replaces it, and with retainOnDelete the old one is never checked: two could run side by side.`,
    say`${undeclare("retainOnDelete", "Remove retainOnDelete for this change")}, or ${revert("revert the change")}.`,
  );
}
