import { type Category, ServiceError } from "../api/errors";
import type { Answer } from "../api/objects";
import { textsOf } from "./facts";
import { allFound } from "./foundOn";
import { type Change, pausedIn, type ResourceKind, type Values } from "./kind";
import { type Recorded, writtenRecord } from "./record";
import { type Line, PartialFailure, Refusal } from "./refusal";
import type { ChangeSituation, DeleteSituation, UpdateSituation } from "./situation";
import { inTurn, type Part, say, way } from "./wayOut";
import { command, commandLine, inApp } from "./ways";

/** An object in the state, and its declared values. */
interface Compared {
  readonly kind: ResourceKind;
  readonly olds: Values;
  readonly news: Values;
  readonly record: Recorded;
}

/**
 * The properties whose declared value equals the state's, while the service may hold that of an earlier change without an
 * outcome. Declaring the old value again is then a change. Without those that the service is known not to change, or not to
 * show: they never cause a replacement.
 *
 * @param changes the other changes
 */
export function unsettledChanges({ kind, news, record }: Compared, changes: readonly Change[]): Change[] {
  if (record.gone === true) return [];
  const changed = new Set(changes.map(({ property }) => property));
  return kind.properties
    .filter((property) => record.unsettled?.[property] !== undefined && !changed.has(property))
    .filter((property) => news[property] !== undefined)
    .map((property): Change => ({ property, path: property, effect: "update", isUnsettled: true }))
    .filter((change) => canSend(kind, record, change, news));
}

function canSend({ isAlwaysSent }: ResourceKind, record: Recorded, change: Change, news: Values): boolean {
  const isKnownToFail = record.unseen === true || record.unchangeable === true;
  return !isKnownToFail || isAlwaysSent?.(change, news) === true;
}

/** Warns that the service may hold the values of an earlier change, and whether this update replaces them. */
export function* warnAboutUnsettled(situation: ChangeSituation) {
  const { kind, about, news, record, changes, replacing } = situation;
  const isSent = (property: string) => changes.some((change) => change.property === property);
  const isUnsent = (property: string) => property === kind.roles.paused && record.pauseUnsent === true;
  if (replacing) return;
  if (record.pauseUnsent === true && pausedIn(kind, news) !== false && isSent(String(kind.roles.paused))) {
    yield {
      warn: `${about}: it was adopted as paused, which this service does not show, so it may run: this update pauses it.`,
    };
  }
  const unsettled = kind.properties.filter((property) => record.unsettled?.[property] !== undefined);
  const all = unsettled.filter((property) => !isUnsent(property));
  if (all.length === 0) return;
  const [sent, others] = [all.filter(isSent), all.filter((property) => !isSent(property))];
  const earlier = (properties: readonly string[]) =>
    `${about}: an earlier change of ${properties.join(", ")} failed without a clear answer and may have taken effect`;
  if (sent.length > 0) yield { warn: `${earlier(sent)}: this update sends the declared value.` };
  if (others.length > 0) {
    yield { warn: `${earlier(others)}, and no update sends another value: ${howToEnd(situation, others)}` };
  }
}

/** How to end the doubt about properties whose declared value no update sends. */
function howToEnd({ kind, record }: ChangeSituation, properties: readonly string[]): string {
  if (record.unseen !== true) return "run `pulumi refresh` to see what the service holds, or look in the app.";
  const attempts = properties.flatMap((property) =>
    (record.unsettled?.[property] ?? [])
      .filter((value) => isSendable(kind, record, property, value))
      .map((value) => ({ property, value })),
  );
  const ends = attempts.map(({ property, value }) => {
    const isPaused = property === kind.roles.paused;
    const resume = isPaused
      ? `; if it is to run, resume it in the app after that, and remove ${property} from the program`
      : "";
    return ` To settle it: declare ${property}: ${String(value)} and run \`pulumi up\`, which sends it again${resume}.`;
  });
  return `look in the app, because this service does not show it.${ends.join("")}`;
}

/** True if the service has an operation that sets this value. */
function isSendable(kind: ResourceKind, record: Recorded, property: string, value: unknown): boolean {
  return canSend(kind, record, { property, path: property, effect: "update" }, { [property]: value });
}

/**
 * The state's values, with those of a change without an outcome if the service holds them. A value that this run declares
 * counts as well, because a secret one is not recorded.
 */
export function asHeld({ kind, olds, news, record }: Compared, answer: Answer): Values {
  const held: Record<string, unknown> = { ...olds };
  for (const [property, attempted] of Object.entries(record.unsettled ?? {})) {
    const holds = (value: unknown) => {
      const shown = kind.observed(answer, { ...olds, [property]: value });
      return property in shown && kind.same(property, value, shown[property]);
    };
    if (holds(olds[property])) continue;
    const value = [...attempted, news[property]].find((each) => each !== undefined && holds(each));
    if (value !== undefined) held[property] = value;
  }
  return held;
}

/**
 * The state of an object that was adopted as paused and that the program no longer declares as such: no update pauses it, and
 * whether it is paused is unknown.
 */
export function withoutUnsentPause({
  kind,
  olds,
  news,
  record: { pauseUnsent, ...record },
}: Compared): Pick<Compared, "olds" | "record"> {
  const property = String(kind.roles.paused);
  if (pauseUnsent !== true) return { olds, record };
  if (news[property] !== undefined) return { olds, record: { ...record, pauseUnsent } };
  const { [property]: _unknown, ...known } = olds;
  return { olds: known, record: settled(record, [{ property }]) };
}

/** The record after these changes have got an outcome. */
export function settled({ unsettled, ...record }: Recorded, changes: readonly Pick<Change, "property">[]): Recorded {
  const left = Object.entries(unsettled ?? {}).filter(([name]) => !changes.some(({ property }) => property === name));
  return left.length === 0 ? record : { ...record, unsettled: Object.fromEntries(left) };
}

/** The record after these changes were sent without an outcome. Secret values are not in it. */
function unsettledRecord(
  { kind, run, news, record, found = {} }: UpdateSituation,
  changes: readonly Change[],
): Recorded {
  const secret = new Set([...(record.secret ?? []), ...(run.memory.hintsFor(kind, news).secret ?? [])]);
  const unsettled = { ...record.unsettled };
  for (const property of new Set(changes.map((change) => change.property))) {
    const [before, value] = [unsettled[property] ?? [], news[property]];
    const isKnown = before.some((each) => kind.same(property, each, value));
    const after = isKnown ? before : [...before, value];
    unsettled[property] = secret.has(property) ? [] : after;
  }
  // Once it is attached, its targets show only itself.
  return { ...withSent(kind, record, changes), ...allFound(record, found), unsettled };
}

/** The record once these changes were sent: a pause that was sent is not one that no update has sent. */
export function withSent(
  kind: Pick<ResourceKind, "roles">,
  { pauseUnsent, ...record }: Recorded,
  changes: readonly Pick<Change, "property">[],
): Recorded {
  const isSent = changes.some(({ property }) => property === kind.roles.paused);
  return pauseUnsent === true && !isSent ? { ...record, pauseUnsent } : record;
}

/**
 * The failure of an update that may have made these changes. The state keeps the old values and records the changes:
 * otherwise a program that declares the old values again would count as unchanged, and the new ones would stay.
 */
export function unsettledFailure(
  situation: UpdateSituation,
  changes: readonly Change[],
  ...lines: readonly Line[]
): PartialFailure {
  const recorded = writtenRecord(unsettledRecord(situation, changes));
  return new PartialFailure(situation.id, { ...situation.olds, recorded }, ...lines);
}

/** The error of a request that was to make these changes. A failure that certainly had no effect stays the same. */
export function orUnsettled(situation: UpdateSituation, changes: readonly Change[], error: unknown): unknown {
  if (!(error instanceof ServiceError) || !error.mayHaveTakenEffect) return error;
  const isOfLast = doubtful.has(error.category);
  return unsettledFailure(situation, changes, ...withoutAdvice(error), howToSend(situation, changes, isOfLast));
}

/** Failures of an attempt that may have taken effect. */
const doubtful: ReadonlySet<Category> = new Set(["lost", "broken", "unreadable", "redirect"]);

/** The error of a read that was to confirm these changes. */
export function unconfirmed(situation: UpdateSituation, changes: readonly Change[], error: ServiceError) {
  return unsettledFailure(situation, changes, ...withoutAdvice(error), howToSend(situation, changes));
}

/** Advice that is wrong for a change that may have taken effect is omitted. */
function withoutAdvice({ lines, category }: ServiceError): readonly string[] {
  return category === "lost" || category === "rateLimit" || category === "unreachable" ? lines.slice(0, 2) : lines;
}

/** @param isOfLast false if the error is about an attempt that certainly had no effect, and follows one that may have had */
function howToSend({ kind, id, olds, record }: UpdateSituation, changes: readonly Change[], isOfLast = true) {
  const properties = [...new Set(changes.map(({ property }) => property))].join(", ");
  const what = isOfLast ? `The change of ${properties}` : `An earlier attempt to change ${properties}`;
  const again = commandLine("pulumi up");
  // Without a declared value, nothing is sent either, but a refresh shows the object.
  const canRevert = changes.every(({ property }) => isSendable(kind, record, property, olds[property]));
  return canRevert
    ? say`${what} may have taken effect. Run ${again} again, also after a revert: it sends what the program then declares.`
    : say`${what} may have taken effect. Run ${again} again, which sends it again. This service cannot revert it: if it is not to stay, ${inApp("look", [id], "look in the app")}.`;
}

/**
 * The error of a delete. If it may have taken effect, the engine keeps the object in the state, and a program that declares
 * it again would count as unchanged.
 *
 * @param isShown true if the service returns the object, so that a refresh notices that it is gone
 */
export function orPerhapsDeleted({ id, urn }: DeleteSituation, isShown: boolean, error: unknown): unknown {
  if (!(error instanceof ServiceError) || !error.mayHaveTakenEffect) return error;
  const what = doubtful.has(error.category) ? "The delete" : "An earlier attempt to delete it";
  const again = way("Run this again", { do: "run", command: "pulumi up" });
  const after: Part = isShown
    ? commandLine("pulumi up --refresh")
    : inTurn`${inApp("look", [id], "look in the app")}, and if it is gone there: ${command("pulumi up --replace", urn)}`;
  return new Refusal(
    ...withoutAdvice(error),
    say`${what} may have taken effect. ${again}. If the change is reverted instead: ${after}.`,
  );
}

/**
 * True if an object may lack this target after changes without an outcome. A secret value is not recorded, so it may lack
 * any.
 *
 * @param attempted the values that were sent
 */
export function mayLack(attempted: readonly unknown[], target: string): boolean {
  return attempted.length === 0 || attempted.some((ids) => !textsOf(ids).includes(target));
}
