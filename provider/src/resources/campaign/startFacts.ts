import type { KnownCreation } from "../../api/objects";
import { isCreatedAfter } from "../../lifecycle/creationTime";
import type { Outcome } from "../../lifecycle/decision";
import type { Values } from "../../lifecycle/declared";
import { hasNeverUsed, isNoUserOf, knownValue, mayRunNow, type ObjectFacts } from "../../lifecycle/facts";
import type { Compared } from "../../lifecycle/memory";
import type { AccountFacts } from "../../lifecycle/observe";
import { readRecord } from "../../lifecycle/record";
import type { CreateSituation as AnyCreateSituation } from "../../lifecycle/situation";
import { shownCampaigns } from "../inView";
import type { CampaignValues } from "./values";

/** The facts for deciding whether a campaign may start to contact the people of these lists. */
export interface StartFacts {
  readonly situation: AnyCreateSituation<CampaignValues>;
  readonly campaigns: AccountFacts;
  readonly listIds: readonly string[];
  /** Id of the campaign that the lists are attached to; undefined if it has not been created. */
  readonly ownId?: string;
  /** True if it already exists and is adopted or accepted as running. */
  readonly isTakenOver?: boolean;
  /** True if refusals are printed as warnings, because nothing would be sent in any case. */
  readonly isOnlyTold?: boolean;
}

/** An active campaign that, as far as known, uses a list. */
export interface ListUse {
  readonly listId: string;
  readonly campaignId: string;
}

/** Whether the campaign has contacted anybody. Its people have received its steps even if it no longer exists. */
export function* hasRun(facts: StartFacts, known: ObjectFacts): Generator<Outcome<never>, boolean> {
  const { campaigns, listIds } = facts;
  const { kind, logs } = campaigns;
  const { id, isListed, found, ranOn } = known;
  if (knownValue(known.hasRun) === true || listIds.some((listId) => ranOn.has(listId))) return true;
  if (!isListed) {
    if (found === undefined) yield { look: { ask: "object", kind, id } };
    else if (found.status === "gone" && !isAmongPeople(facts, known)) return false;
  }
  if (!logs.has(id)) yield { look: { ask: "log", kind, id } };
  return logs.get(id) !== false;
}

/**
 * The people of lists may show campaigns of which neither the service nor records show any more that they have been there.
 * Those of lists that this run has created are not asked about.
 */
export function* askPeople({ kind, users, newTargets }: AccountFacts, listIds: readonly string[]) {
  for (const of of listIds) {
    if (!users.has(of) && newTargets?.has(of) !== true) yield { look: { ask: "users", kind, of } } as const;
  }
}

/**
 * `uses`: active campaigns that certainly use these lists. `hidden`: active ones whose lists are not all known. The
 * contacts of a list may show that it was attached to a campaign in the app.
 */
export function* usesOf(
  { kind, objects, users }: AccountFacts,
  listIds: readonly string[],
): Generator<Outcome<never>, { readonly uses: readonly ListUse[]; readonly hidden: readonly string[] }> {
  const uses: ListUse[] = [];
  const elsewhere: ObjectFacts[] = [];
  for (const known of objects.values()) {
    const shared = listIds.filter((listId) => known.targets.has(listId));
    // People show that it has been on the list, although runs may have recorded others.
    const isNear = shared.length > 0 || withPeopleOf({ users }, listIds, known).length > 0;
    if (!mayRunNow(known) && !(isNear && known.canAsk)) continue;
    if (shared.length === 0 && known.areServed) continue;
    if ((isNear || !known.areAllTargets) && known.canAsk) yield { look: { ask: "object", kind, id: known.id } };
    uses.push(...shared.map((listId) => ({ listId, campaignId: known.id })));
    if (shared.length === 0) elsewhere.push(known);
  }
  const reached = new Set<string>();
  let arePeopleHidden = false;
  for (const listId of elsewhere.length === 0 ? [] : listIds) {
    const people = users.get(listId);
    if (people === undefined) {
      yield { look: { ask: "users", kind, of: listId } };
      continue;
    }
    if (!people.areAll) arePeopleHidden = true;
    for (const known of elsewhere.filter(({ id }) => people.ids.has(id))) {
      if (known.canAsk) yield { look: { ask: "object", kind, id: known.id } };
      uses.push({ listId, campaignId: known.id });
      reached.add(known.id);
    }
  }
  const hidden = elsewhere
    .filter((each) => (arePeopleHidden || !each.areAllTargets || each.areConcluded) && !reached.has(each.id))
    .map(({ id }) => id);
  return { uses, hidden };
}

/** Creates of campaigns that may use one of these lists, and for which nothing shows whether they took effect. */
export function lostOn({ listing, lost }: AccountFacts, listIds: readonly string[]): readonly KnownCreation[] {
  if (listing?.whole === true) return [];
  return lost.filter(({ targets }) => targets?.some((listId) => listIds.includes(listId)) !== false);
}

/** At most this many logs are read to find out whether campaigns have run. */
export const mostLogs = 20;

/**
 * Campaigns on these lists that the service does not return and that no run has started. If people of a list are in one, or its
 * log shows that it has run, it was launched in the app and may be running: at night, one that runs has sent nothing yet. It
 * counts as launched if its log cannot be read, or is beyond the limit.
 *
 * @param isLeftOut true for the id of a campaign that does not matter
 */
export function* launchedOn(
  campaigns: AccountFacts,
  listIds: readonly string[],
  isLeftOut: (id: string) => boolean,
): Generator<Outcome<never>, readonly ListUse[]> {
  const launched: ListUse[] = [];
  const resting = [...campaigns.objects.values()].filter((each) => isAtRest(each) && !each.isOnlyOfPeople);
  let logs = 0;
  for (const known of resting.filter((each) => !isLeftOut(each.id))) {
    const { id, targets } = known;
    const ofPeople = withPeopleOf(campaigns, listIds, known);
    const shared = listIds.filter((listId) => targets.has(listId) || ofPeople.includes(listId));
    if (shared.length === 0) continue;
    logs += 1;
    const isRead = logs <= mostLogs;
    if (isRead && !campaigns.logs.has(id)) yield { look: { ask: "log", kind: campaigns.kind, id } };
    if (isRead && campaigns.logs.get(id) === false && ofPeople.length === 0) continue;
    launched.push(...shared.map((listId) => ({ listId, campaignId: id })));
  }
  return launched;
}

/** True if this campaign uses one of the lists, and only its log or the people show whether it has run. */
export function mayBeLaunchedOn(facts: StartFacts, id: string): boolean {
  const { campaigns, listIds } = facts;
  const known = campaigns.objects.get(id);
  if (known === undefined || !isAtRest(known)) return false;
  return listIds.some((listId) => known.targets.has(listId)) || isAmongPeople(facts, known);
}

/** True if it is neither listed nor readable by id, and has not run as far as known. */
function isAtRest(known: ObjectFacts): boolean {
  const isUnshown = known.listed === undefined && known.found?.status === "unreadable";
  return isUnshown && !mayRunNow(known) && knownValue(known.hasRun) !== true;
}

/** True for the campaign itself, and for the one that it replaces. */
export function isItself({ ownId, situation: { instead } }: StartFacts, id: string): boolean {
  return id === ownId || id === instead;
}

export function othersOf(facts: StartFacts, uses: readonly ListUse[]): ListUse[] {
  return uses.filter(({ campaignId }) => !isItself(facts, campaignId));
}

/**
 * True if sharing the list is acknowledged, or if it is acknowledged that the other one is off and the service does not
 * show it active.
 */
export function isSpokenOf({ situation: { acknowledged }, campaigns }: StartFacts, id: string): boolean {
  const isShown = campaigns.objects.get(id)?.isShownRunning === true;
  return acknowledged.has(`shared-list:${id}`) || (acknowledged.has(`inactive:${id}`) && !isShown);
}

/**
 * Those that only records of this stack's earlier runs show as running, which are older than a person's word. That word is none
 * for the runs of another stack which manages the campaign.
 */
export function saidOffOf(
  { situation: { acknowledged, declarer }, campaigns }: StartFacts,
  uses: readonly ListUse[],
): string[] {
  const isRecorded = (id: string) => {
    const { running, recorded } = campaigns.objects.get(id) ?? {};
    const isOfStack = recorded?.stack === declarer.stack || recorded?.released === true;
    return typeof running === "object" && running.value && running.source === "records" && isOfStack;
  };
  const those = new Set(uses.map(({ campaignId }) => campaignId));
  return [...those].filter((id) => acknowledged.has(`inactive:${id}`) && isRecorded(id));
}

/**
 * True if a code that is no longer in force still counts for this list, which the new campaign takes over. An existing one
 * that gets a list again may have been without it for a while.
 */
export function isSharedOn({ situation: { sharedOn }, ownId }: StartFacts, { listId, campaignId }: ListUse): boolean {
  return ownId === undefined && sharedOn?.[campaignId]?.includes(listId) === true;
}

/** The campaigns that may have run before this one. */
export function othersIn(facts: StartFacts): ObjectFacts[] {
  const { acknowledged } = facts.situation;
  return [...facts.campaigns.objects.values()].filter(
    (each) => !isItself(facts, each.id) && !(mayRunNow(each) && acknowledged.has(`shared-list:${each.id}`)),
  );
}

/** Campaigns with this name that use one of these lists, have run on one, or may do so. */
export function* namesakesOn(facts: StartFacts): Generator<Outcome<never>, readonly ObjectFacts[]> {
  const all: ObjectFacts[] = [];
  for (const each of othersIn(facts).filter(({ isNamesake }) => isNamesake)) {
    if (!isOnOneOf(facts, each) && !(yield* mayHaveUsedOne(facts, each))) continue;
    // It may be on the list, and have been started in the app.
    if (each.canAsk && isAmongPeople(facts, each))
      yield { look: { ask: "object", kind: facts.campaigns.kind, id: each.id } };
    all.push(each);
  }
  return all;
}

/** True if its lists are not all known, unless it has certainly never used these. */
function* mayHaveUsedOne(
  { situation, campaigns, listIds }: StartFacts,
  known: ObjectFacts,
): Generator<Outcome<never>, boolean> {
  const former = known.areAllTargets ? [] : targetsOfFormer(situation, known.id);
  if (former?.some((listId) => listIds.includes(listId)) === true) return true;
  if (former !== undefined) {
    // It may have been attached in the app, or have left the list since it ran: the list's people show that.
    for (const listId of listIds.filter((each) => !hasNeverUsed(known, each, campaigns))) {
      const people = campaigns.users.get(listId);
      if (people === undefined) yield { look: { ask: "users", kind: campaigns.kind, of: listId } };
      else if (people.ids.has(known.id)) return true;
    }
    return false;
  }
  for (const listId of listIds) {
    if (hasNeverUsed(known, listId, campaigns)) continue;
    if (campaigns.knownSince?.has(listId) !== true || !isNoUserOf(known, listId, campaigns)) return true;
    // It may have been attached after the one that the list names, and be gone again: its people show that.
    const people = campaigns.users.get(listId);
    if (people === undefined) yield { look: { ask: "users", kind: campaigns.kind, of: listId } };
    else if (!people.areAll || people.ids.has(known.id)) return true;
  }
  return false;
}

/** The lists of a former version of the campaign's resource; of one that has run, those on which any of them has run. */
function targetsOfFormer({ kind, run, urn, inputs, replaced }: StartFacts["situation"], id: string) {
  const its = replaced?.[id];
  if (its === undefined || typeof its !== "string") return its?.targets;
  const compared = run.memory.comparedWith(kind, urn, inputs);
  return compared === undefined ? undefined : (readRecord(compared.outputs, kind.noun).ranOn ?? []);
}

/**
 * Of these campaigns, those that were created after the one that this replaces, by somebody else or by a run whose state was
 * lost: nobody has seen them when the replacement was acknowledged.
 */
export function madeSince({ situation, campaigns }: StartFacts, those: readonly ObjectFacts[]): ObjectFacts[] {
  const { kind, run, urn, inputs, acknowledged } = situation;
  const compared = run.memory.comparedWith(kind, urn, inputs);
  const instead = situation.instead ?? compared?.id;
  if (instead === undefined) return [];
  const replaced = campaigns.objects.get(instead)?.listed ?? madeAs(compared, kind.noun);
  const inState = new Set([...shownCampaigns.of(run.memory).every].map((each) => each.id));
  return those.filter(
    ({ id, listed, notes }) =>
      id !== instead &&
      listed !== undefined &&
      isCreatedAfter(listed, replaced) &&
      notes.manager === undefined &&
      !inState.has(id) &&
      !acknowledged.has(`twin:${id}`),
  );
}

/** With its creation time; of a create that got no response, the time at which it was sent. */
function madeAs(compared: Compared | undefined, about: string): Values {
  if (compared === undefined) return {};
  const { pending } = readRecord(compared.outputs, about);
  return pending === undefined ? compared.outputs : { createdAt: pending.sent?.from ?? pending.since };
}

/** True if the campaign is known to use one of these lists, to have run on one, or to contain contacts of one. */
export function isOnOneOf(facts: StartFacts, known: ObjectFacts): boolean {
  const { targets, ranOn } = known;
  return facts.listIds.some((listId) => targets.has(listId) || ranOn.has(listId)) || isAmongPeople(facts, known);
}

function isAmongPeople({ listIds, campaigns }: StartFacts, known: ObjectFacts): boolean {
  return withPeopleOf(campaigns, listIds, known).length > 0;
}

/** The lists of which people are in this campaign. */
function withPeopleOf(
  { users }: Pick<AccountFacts, "users">,
  listIds: readonly string[],
  { id }: ObjectFacts,
): string[] {
  return listIds.filter((listId) => users.get(listId)?.ids.has(id) === true);
}
