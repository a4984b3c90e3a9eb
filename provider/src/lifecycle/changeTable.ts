import type { Finding } from "../api/objects";
import { isRecordedUrn, nameOf, printable, resourceName } from "./about";
import { howToConfirm, idleCodes, isIdleOnceCreated, isOfMoment } from "./acknowledge";
import { type Acting, otherActor, otherSettings } from "./belongs";
import { addedTargets, cannotChange, inParts, isHeldBack, paths, replacesOf } from "./changes";
import { recordCompanies, tellCompanies } from "./companiesDeclared";
import { type Outcome, type Rule, refused } from "./decision";
import { servedIds } from "./facts";
import { runningIn, targetsIn, type Values } from "./kind";
import { adoptStillSet, howToKeepLeftOver, isLeftOver } from "./leftOver";
import type { Hints } from "./memory";
import { refusedOfOther } from "./otherOwner";
import { howToSettleOrRevert, isSaidAbsent } from "./pending";
import { isConcluded, isPendingId, isReplacedId } from "./record";
import { Refusal } from "./refusal";
import type { AbsentSituation, ChangeSituation, ReadSituation } from "./situation";
import { isUnknown } from "./unknown";
import { warnAboutUnsettled } from "./unsettled";
import { inTurn, say, way } from "./wayOut";
import { declare, howToKeepOld, inApp, letGo, revert, undeclare } from "./ways";

/** The facts for deciding on a change. The diff continues without unknown (undefined) facts, the update reads them. */
export interface ChangeFacts<V = Values> {
  readonly situation: ChangeSituation<V>;
  /** `Updating campaign "Fintech Q1" (id 12)`; without the first word in a diff. */
  readonly attempt: string;
  /** The program's hints about the resource besides its inputs. */
  readonly hints: Hints;
  readonly actor?: Acting;
  /** The refusal if a value that was unknown to the check breaks a rule. */
  readonly broken?: Refusal;
  /** The object as read by id. */
  readonly found?: Finding;
}

/** The outcome of a diff other than the engine's own comparison. An update only has the second one. */
export type Planned =
  | { readonly replace: readonly string[]; readonly isFirstDeleted: boolean }
  /** Writes the state although no property changes. */
  | { readonly replace?: undefined };

type Changing = Iterable<Outcome<Planned>>;
/** `ofPlan`: the row compares plans. The plans of other resources may have failed since the diff. */
type ChangeRule = Rule<ChangeFacts, Planned> & { readonly ofPlan?: true };

/**
 * The rows for changes. The diff applies all of them, in a preview and right before each update. The update repeats the
 * rows that depend only on the object.
 */
export function changeTable({ policy }: KindOfChange, at: "diff" | "update"): readonly ChangeRule[] {
  const ofKind = (policy.changeRules ?? []).map((rule) => ({ ...rule, ofPlan: true as const }));
  return [...beforeKinds(policy), ...ofKind, ...afterKinds].filter(({ ofPlan }) => at === "diff" || ofPlan !== true);
}

type ReadRules = readonly Rule<Omit<ReadSituation, "account">>[];

interface PolicyOfChange {
  readonly changeRules?: readonly Rule<ChangeFacts>[];
  readonly readRules?: ReadRules;
  readonly absentRules?: readonly Rule<AbsentSituation>[];
}

/** The rows that a kind adds. */
interface KindOfChange {
  readonly policy: PolicyOfChange;
}

export const beforeKinds = (policy: PolicyOfChange = {}): readonly ChangeRule[] => [
  { name: "other-kind", decide: refuseOtherKind },
  { name: "other-service", decide: refuseOtherSettings },
  { name: "other-user", decide: refuseOtherUser },
  { name: "pending", decide: (facts) => refusePending(facts, policy) },
  { name: "late-values", decide: refuseLateValues },
  { name: "other-owner", decide: refuseOfOther },
  { name: "adopt-still-set", decide: refuseAdoptedReplacement, ofPlan: true },
  { name: "never-deleted", decide: refuseRetained, ofPlan: true },
  { name: "known-late", decide: warnAboutLate, ofPlan: true },
  { name: "unsettled", decide: ({ situation }) => warnAboutUnsettled(situation), ofPlan: true },
];

export const afterKinds: readonly ChangeRule[] = [
  { name: "managed-twice", decide: refuseManagedTwice, ofPlan: true },
  { name: "replacement", decide: replace },
  { name: "no-operation", decide: refuseKnownToFail, ofPlan: true },
  { name: "concluded", decide: warnAboutConcluded, ofPlan: true },
  { name: "do-not-contact", decide: tellCompanies, ofPlan: true },
  { name: "unasked", decide: refuseUnasked },
  { name: "renamed", decide: recordUrn },
  { name: "other-source", decide: recordCompanies },
  { name: "unknown-user", decide: recordActor },
  { name: "idle-codes", decide: warnAboutIdle, ofPlan: true },
];

/** Refuses an alias with which a running object would leave the state without a delete and its guards. */
function* refuseOtherKind({ situation: { about, record }, hints }: ChangeFacts): Changing {
  const [before, now] = [kindNameIn(record.urn), kindNameIn(hints.urn)];
  if (before === undefined || now === undefined || before === now) return;
  yield refused(
    `${about}: an alias gives it the state of ${resourceName(record.urn)}, which is a ${printable(before)}: that object would go on, and nothing would manage it any more. Nothing was sent.`,
    undeclare("aliases", "Remove the alias that names it."),
  );
}

/** `Campaign`: the end of the type in a URN. */
function kindNameIn(urn: string | undefined): string | undefined {
  return urn?.split("::")[2]?.split(":").at(-1);
}

function* refuseOtherSettings({ situation: { run, record, acknowledged }, attempt }: ChangeFacts): Changing {
  const refusal = otherSettings(record, run.settings(), acknowledged, attempt);
  if (refusal !== undefined) yield { refuse: () => refusal };
}

function* refuseOtherUser({ situation, attempt, actor, broken }: ChangeFacts): Changing {
  const { kind, id, record, acknowledged } = situation;
  // The next two rows refuse it anyway.
  if (actor === undefined && (isPendingId(id) || broken !== undefined)) return;
  if (actor === undefined) return yield { look: { ask: "actor", kind } };
  const refusal = typeof actor === "string" ? undefined : otherActor(record, actor.as, acknowledged, attempt);
  if (refusal !== undefined) yield { refuse: () => refusal };
  const { run } = situation;
  yield {
    note() {
      if (record.unseen === true) run.memory.unshown.add(kind);
      if (record.origin === run.settings().origin) run.memory.owners.add(record.actingUserId);
    },
  };
}

/** Refuses a create without a response. Only a replacement settles it, after the program states the outcome. */
function* refusePending({ situation, hints }: ChangeFacts, policy: PolicyOfChange): Changing {
  const { readRules = [], absentRules = [] } = policy;
  const { kind, about, nameless, id, olds: outputs, record, acknowledged } = situation;
  if (!isPendingId(id)) return;
  if (record.pending?.isAbsent !== true) {
    for (const { decide } of readRules) yield* decide({ ...situation, outputs });
  }
  // The lookup has already failed, so `adopt: "twin"` cannot settle it: only an id or "twin:none" can.
  const isAbsent = isSaidAbsent(record, acknowledged);
  const isAdopted = typeof hints.adopt === "number" && !isReplacedId(record, hints.adopt);
  if (isAdopted || isAbsent) {
    for (const { decide } of isAdopted ? [] : absentRules) yield* decide({ ...situation, replacement: situation.news });
    yield { act: { replace: [kind.roles.name], isFirstDeleted: true } };
  }
  const how = howToSettleOrRevert(situation);
  const warn = `${about}: its creation is still pending: \`pulumi up\` fails until that is settled. ${how}`;
  const refuse = () =>
    new Refusal(`${nameless}: its creation is still pending (its answer was lost), so it cannot be changed yet.`, how);
  yield { refuse, foretold: [{ warn }] };
}

function* refuseLateValues({ broken }: ChangeFacts): Changing {
  if (broken !== undefined) yield { refuse: () => broken };
}

function* refuseOfOther({ situation, attempt }: ChangeFacts): Changing {
  const { ownedBy } = situation.record;
  if (ownedBy !== undefined) yield { refuse: () => refusedOfOther({ ...situation, about: attempt }, ownedBy) };
}

function* refuseAdoptedReplacement({ situation, hints }: ChangeFacts): Changing {
  const { about, id, changes, replacing, record } = situation;
  if (!replacing || !isLeftOver(hints.adopt, id)) return;
  const why = record.gone === true ? "it no longer exists" : `changing ${replacesOf(changes).join(", ")} replaces it`;
  yield { refuse: () => adoptStillSet(about, why, ...howToKeepLeftOver(situation)) };
}

function* refuseRetained({ situation: { about, changes }, hints }: ChangeFacts): Changing {
  const replaces = replacesOf(changes);
  if (replaces.length === 0 || !hints.retained) return;
  yield refused(
    `${about}: changing ${replaces.join(", ")} replaces it, and with retainOnDelete the old one is never checked: two could run side by side.`,
    say`${undeclare("retainOnDelete", "Remove retainOnDelete for this change")}, or ${revert("revert the change")}.`,
  );
}

/** Warns that an update with values unknown to the preview may turn out to be a replacement. */
function* warnAboutLate({ situation: { kind, about, changes, news, replacing } }: ChangeFacts): Changing {
  const late = changes.filter(({ mayReplace }) => mayReplace === true);
  if (late.length === 0) return;
  const running = runningIn(kind, news);
  const starts = running === true || isUnknown(running) ? `; the new ${kind.noun} may start` : "";
  const replaces = replacing ? "replaces it" : "may replace it";
  yield {
    warn: `${about}: ${paths(late)} is known only during the update, which ${replaces}${starts}.`,
    reach: starts === "" ? undefined : "starts-sending",
  };
}

/** What the state knows of an object passes to another resource that adopts it, but not by `pulumi state delete`. */
function* refuseManagedTwice({ situation, hints }: ChangeFacts): Changing {
  const { kind, run, about, urn, id, record, replacing } = situation;
  const other = run.memory.otherClaim(kind, id, urn);
  yield { note: () => run.memory.claim("manager", kind, id, urn) };
  if (other !== undefined) {
    const name = resourceName(other);
    const only =
      run.memory.object(kind, id).adopter === other
        ? say`if ${name} takes its place, ${way("remove this resource from the program", { do: "undeclareResource" })} in the same run`
        : say`keep only one of the two: ${letGo(urn)}`;
    yield refused(
      `${about}: it is managed here, and ${name} of this program manages or adopts it too; an object can be managed only once.`,
      say`${way(`Remove adopt: ${id} from ${name}`, { do: "undeclare", property: "adopt", resource: nameOf(other) })}, or ${only}.`,
    );
  }
  if (replacing || typeof hints.adopt !== "number" || String(hints.adopt) === id) return;
  yield {
    warn: `${about}: adopt: ${hints.adopt} has no effect, because this resource exists already; remove it from the program. To adopt ${hints.adopt} instead: ${howToKeepOld({ kind, urn, id: String(hints.adopt), record })}, and \`pulumi up\`.`,
  };
}

function* replace({ situation: { kind, changes, record } }: ChangeFacts): Changing {
  // The engine needs a property, also if only the object is missing.
  const replaces = record.gone === true ? [kind.roles.name] : replacesOf(changes);
  if (replaces.length > 0) yield { act: { replace: replaces, isFirstDeleted: kind.deletesFirst } };
}

/** Refuses a change that the service could not make in an earlier run. */
function* refuseKnownToFail({ situation }: ChangeFacts): Changing {
  const { kind, about, record } = situation;
  const changes = situation.changes.filter((change) => !isHeldBack(kind, record, change));
  const { first, rest } = inParts(kind, changes, situation.news);
  if ((record.unseen !== true && record.unchangeable !== true) || rest.length === 0) return;
  if (first.length === 0) yield { refuse: () => cannotChange(situation, changes, "known") };
  yield {
    warn: `${about}: \`pulumi up\` changes ${paths(first)} and then fails: this service has no operation that changes ${paths(rest)}.`,
  };
}

/** Warns that a change replaces a whole value, so that parts that the export or the adoption could not see would be lost. */
function* warnAboutConcluded({ situation: { kind, about, changes, news, record } }: ChangeFacts): Changing {
  const concluded = [...new Set(changes.map((change) => change.property))].filter((each) => isConcluded(each, record));
  if (concluded.length === 0) return;
  const { property, noun } = kind.roles.targets ?? {};
  const by = concluded.includes(property ?? "") ? ` by ${noun} ${servedIds(targetsIn(kind, news)).join(", ")}` : "";
  yield {
    warn: `${about}: the service does not show ${concluded.join(", ")}, so the export concluded it, or the adoption took it from the program: this change replaces all that the service holds there${by}. Compare it with the app first.`,
  };
}

/** Refuses to change an object that unexpectedly runs, until it is off or the program declares that it runs. */
function* refuseUnasked(facts: ChangeFacts): Changing {
  const { situation, attempt, found } = facts;
  const { kind, about, id, news, record } = situation;
  if (record.unasked !== true) return;
  const isDeclared = runningIn(kind, news) === true;
  const running = String(kind.roles.running);
  const warn = `${about}: it is running, although the program did not ask for that: this update fails until it is switched off in the app, or the program declares ${running}: true.`;
  const foretold = isDeclared ? [] : [{ warn, reach: "starts-sending" as const }];
  if (found === undefined) return yield { look: { ask: "itself", kind, id }, foretold };
  const isOff = isFoundOff(facts);
  if (isOff && isDeclared) {
    yield refused(
      `${attempt}: a run has failed because it was running, and it is off now. Nothing was sent.`,
      say`${undeclare(running, `Remove ${running}: true`)}; or ${inApp("switchOn", [id], "switch it on in the app")} and run \`pulumi up\` again.`,
    );
  }
  if (isOff || isDeclared) return;
  yield refused(
    `${attempt}: it is running, although the program did not ask for that. Nothing was sent.`,
    say`${inApp("switchOff", [id], "Switch it off in the app")} and run \`pulumi up\` again. Or write ${declare(running, true)} to accept that it runs.`,
    ...(found.status === "found"
      ? []
      : [
          say`This service does not show whether it is off; ${inTurn`${inApp("switchOff", [id], "once it is")}: ${howToConfirm(situation, `inactive:${id}`)}`}.`,
        ]),
  );
}

/** True if the service shows the object as off, or if it does not show it and "off" is acknowledged. */
export function isFoundOff({ situation: { kind, id, acknowledged }, found }: ChangeFacts): boolean {
  if (found?.status === "found") return runningIn(kind, found.answer) === false;
  return found !== undefined && acknowledged.has(`inactive:${id}`);
}

/** Records the new URN after an alias has renamed or moved it: a later delete uses it to find its replacement. */
function* recordUrn({ situation: { record }, hints: { urn } }: ChangeFacts): Changing {
  const isRecorded = record.urn !== undefined || record.exportedAs !== undefined;
  if (urn !== undefined && isRecorded && !isRecordedUrn(record, urn)) yield { act: {} };
}

function* recordActor({ actor }: ChangeFacts): Changing {
  if (actor !== "notRecorded") return;
  yield {
    warn: "The key or the member in the settings is another one than at the last change of these resources, and no run has recorded which user it acts as: each of them is updated, which sends nothing for it and is refused if it belongs to another user.",
    reach: "other-key",
    underStack: true,
  };
  yield { act: {} };
}

function* warnAboutIdle({ situation }: ChangeFacts): Changing {
  const { kind, id, olds, news, record, spent } = situation;
  const isAttaching = addedTargets(kind, olds, news).length > 0;
  const isSpent = (code: string) => spent?.has(code) === true && isOfMoment(code);
  const isInForce = (code: string) => code === "restart" && isAttaching && spent?.has(code) !== true;
  const isIdle = (code: string) => isSpent(code) || (isIdleOnceCreated(code, id, record.origin) && !isInForce(code));
  for (const warn of idleCodes(situation, news, isIdle)) yield { warn };
}
