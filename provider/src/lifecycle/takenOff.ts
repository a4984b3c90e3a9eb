import { shownOn, textsOf } from "./facts";
import { findingsByTarget, hiddenIn } from "./findings";
import { targetsIn } from "./kind";
import { runsOrRan } from "./ranOn";
import { hasLeft, type Recorded } from "./record";
import type { UpdateSituation } from "./situation";

/** What is known of the targets off which an update takes an object: afterwards, nothing shows that it was there. */
export interface TakenOff {
  /** Those that only the service or other objects of this stack show, because somebody has attached them in the app. */
  readonly attached: readonly string[];
  /** The record, with those as targets that the object may use. */
  readonly record: Recorded;
  /**
   * For an object that is recorded as never run, and is taken off any: whether its log has entries; undefined if it cannot be
   * read. Otherwise false.
   */
  readonly hasLog: boolean | undefined;
}

/** An update that sends targets takes the object off all others on which it may be, whether the state has them or not. */
export async function takenOff(situation: UpdateSituation): Promise<TakenOff> {
  const { kind, account, about, id, olds, news, record } = situation;
  const sent = textsOf(targetsIn(kind, news));
  const isTaken = (target: string) => !sent.includes(target);
  const attached = (await shownTargets(situation)).filter(isTaken);
  const mayUse = [...new Set([...(record.mayUse ?? []), ...attached])];
  const attempted = record.unsettled?.[kind.roles.targets?.property ?? ""] ?? [];
  const all = [targetsIn(kind, olds), mayUse, ...attempted].flatMap(textsOf);
  const isUnknown = all.some(isTaken) && !runsOrRan(kind, olds, record);
  const hasLog = isUnknown && (await kind.looks?.hasRun(account, `updating ${about}`, id));
  const unattached = record.unattached?.filter((target) => !attached.includes(target));
  const known = { ...record, ...(unattached && { unattached }), ...(mayUse.length > 0 && { mayUse }) };
  return { attached, record: known, hasLog };
}

/** The targets that name the object, and those on which another object of this stack hides it. */
async function shownTargets({ kind, run, account, about, id, record }: UpdateSituation): Promise<string[]> {
  const shows = kind.looks?.targetsShow;
  const listing = shows && (await account.listing(shows.kind, `updating ${about}`));
  if (shows === undefined || listing === undefined) return [];
  const shown = shownOn(listing.answers, shows.field);
  const named = [...shown].flatMap(([target, by]) => (by === id ? [target] : []));
  const hidden = hiddenIn(findingsByTarget(run.memory, kind), shown, undefined).get(id) ?? [];
  return [...named, ...[...hidden].flatMap(([target, after]) => (hasLeft(record, target, after) ? [] : [target]))];
}
