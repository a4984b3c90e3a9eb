import type { Account } from "../../api/account";
import type { KnownCreation } from "../../api/objects";
import { isPartial } from "../../api/page";
import { isSameName } from "../../api/texts";
import type { Declarer } from "../../lifecycle/about";
import type { RunMemory } from "../../lifecycle/memory";
import { type CampaignInView, campaignsInView, startedCampaigns, stoppedCampaigns } from "../inView";
import { campaignOperations } from "./operations";
import { campaignsOfPeople } from "./people";

/** An active campaign that uses a list, as far as is known. */
export interface ListUse {
  readonly listId: string;
  readonly campaignId: string;
}

/** One campaign of the account, combined from records, states, the program and listings. */
export interface KnownCampaign {
  readonly id: string;
  active: boolean;
  /** True if it is recorded that it was active at any time. */
  ran: boolean;
  /** The lists that it is recorded to have had since it first ran, also those that it has given up. */
  readonly ranOn: Set<string>;
  sameName: boolean;
  /** True if this stack has created it or manages it. */
  ownStack: boolean;
  readonly listIds: Set<string>;
  /** False if it may use more lists than these. */
  areAllLists: boolean;
  /** True if a listing holds it and leaves out whether it is active. */
  isUntold: boolean;
  /** True if the service returns its lists, which then include those attached in the app. */
  areServed: boolean;
  /** False if a complete listing does not hold it. */
  isListed: boolean;
}

export interface Campaigns {
  readonly all: readonly KnownCampaign[];
  /** Ids of those that the service shows as active: no acknowledgement overrules this. */
  readonly shownActive: ReadonlySet<string>;
  /** False if the service lists no campaigns, so that nothing shows whether one was switched off in the app. */
  readonly isSeen: boolean;
  /** Creations of active campaigns that were not answered; empty if a complete listing shows their outcome. */
  readonly lost: readonly KnownCreation[];
}

export interface Around {
  readonly account: Account;
  readonly memory: RunMemory;
  /** `checking the lists of campaign "Fintech Q1"`. */
  readonly about: string;
  readonly name?: unknown;
  readonly declarer?: Declarer;
  /** True to list the campaigns again: a person may have switched one on since the run began. */
  readonly fresh?: boolean;
}

/**
 * All known campaigns: those that runs have recorded, those in the state and the program of this run, and those that
 * the service lists. If the service shows whether one is active, that overrules the other sources.
 */
export async function knownCampaigns({ account, memory, about, name, declarer, fresh }: Around): Promise<Campaigns> {
  const all = new Map<string, KnownCampaign>();
  const of = (id: string): KnownCampaign => {
    const known = all.get(id) ?? {
      ...{ id, active: false, ran: false, sameName: false, ownStack: false, isListed: true },
      ...{ areAllLists: false, areServed: false, isUntold: false },
      ...{ listIds: new Set<string>(), ranOn: new Set<string>() },
    };
    all.set(id, known);
    return known;
  };
  const note = (id: string, listIds: readonly string[] | undefined, changes: Partial<KnownCampaign>) => {
    const known = Object.assign(of(id), changes, listIds === undefined ? {} : { areAllLists: true });
    for (const listId of listIds ?? []) known.listIds.add(listId);
  };

  const recorded = await account.records.known("Campaign", name, "all");
  for (const { id, targets, running, ran, ranOn, stack, resource, ...its } of recorded) {
    if (id === undefined) continue;
    const ownStack = stack !== undefined && stack === declarer?.stack;
    // A campaign that the same resource created under an earlier name counts as one of the same name.
    const sameName = its.sameName || (resource !== undefined && resource === declarer?.resource);
    note(id, targets, { active: running === true, ran: running === true || ran === true, sameName, ownStack });
    for (const listId of ranOn ?? []) of(id).ranOn.add(listId);
  }
  for (const campaign of campaignsInView.of(memory).every) {
    const { id } = campaign;
    const used = listsInUse(memory, campaign);
    const lists = used.length === 0 ? undefined : used.map(String);
    if (id !== undefined) note(id, lists, { active: true, ran: true, ownStack: true });
  }
  for (const [id, listIds] of startedCampaigns.of(memory)) note(id, listIds, { active: true, ran: true });
  for (const id of stoppedCampaigns.of(memory)) of(id).active = false;

  // The listings must include campaigns that another process has started since.
  const options = { unlessMade: { kind: "Campaign" } } as const;
  const campaigns = await account.listing("Campaign", about, fresh === true ? { fresh } : options);
  const lists = await account.listing("List", about, fresh === true ? { fresh } : options);
  const listed = new Set(campaigns?.answers.map(({ id }) => id));
  for (const { id, active, name: its, listIds } of campaigns?.answers ?? []) {
    // An answer that leaves out `active` does not mean that the campaign is off.
    const isOn = active === undefined ? (all.get(id)?.active ?? true) : active !== false;
    const isActive = isOn || startedCampaigns.of(memory).has(id);
    const ran = isActive || (all.get(id)?.ran ?? false);
    const served = servedLists(listIds);
    note(id, served.length === 0 ? undefined : served, { active: isActive, ran });
    of(id).areServed = served.length > 0;
    of(id).isUntold = active === undefined;
    if (isSameName(its, name)) of(id).sameName = true;
  }
  // A create of a killed run has no recorded id, so its campaign is recognized by the name.
  for (const { targets, isNamed } of recorded.filter(({ id }) => id === undefined)) {
    const mayBe = (campaigns?.answers ?? []).filter(
      (answer) => typeof answer.name === "string" && isNamed(answer.name),
    );
    for (const { id } of mayBe.filter((answer) => !of(answer.id).areAllLists)) note(id, targets, {});
  }
  for (const known of all.values()) known.isListed = campaigns?.whole !== true || listed.has(known.id);
  for (const list of lists?.answers ?? []) {
    const known = all.get(String(list.campaignId));
    known?.listIds.add(list.id);
  }
  const isWhole = campaigns?.whole === true;
  return {
    all: [...all.values()],
    shownActive: new Set(campaigns?.answers.filter(({ active }) => active === true).map(({ id }) => id)),
    isSeen: campaigns !== undefined,
    lost: isWhole ? [] : recorded.filter(({ id, running }) => id === undefined && running === true),
  };
}

/** Those of the program, and those of the state until an update has succeeded: before that, nothing is given up. */
function listsInUse(memory: RunMemory, { id, listIds, before = [], isOnlyRead }: CampaignInView): readonly number[] {
  if (id === undefined || !memory.updates.hasSucceeded({ name: "Campaign" }, id)) return [...listIds, ...before];
  // An alias gives the updated resource another URN than the one under which it was read.
  return isOnlyRead === true ? [] : listIds;
}

/** `uses`: active campaigns that certainly use these lists. `hidden`: active ones whose lists are not all known. */
export async function activeUses(
  around: Around,
  listIds: readonly string[],
): Promise<{ readonly uses: readonly ListUse[]; readonly hidden: readonly string[]; readonly campaigns: Campaigns }> {
  const campaigns = await knownCampaigns(around);
  const isActive = async (known: KnownCampaign) =>
    (known.isListed && !known.isUntold) || (await stateOf(around, known)) === "active";
  const uses: ListUse[] = [];
  /** Campaigns not known to use these lists. The people of a list may show that one was attached in the app. */
  const elsewhere: KnownCampaign[] = [];
  for (const known of campaigns.all.filter(({ active, isUntold }) => active || isUntold)) {
    const shared = listIds.filter((listId) => known.listIds.has(listId));
    if (shared.length === 0 && known.areServed) continue;
    if (shared.length === 0 && !known.active) continue;
    const isOnlyRecorded = shared.length === 0 && known.areAllLists;
    if (!isOnlyRecorded && !(await isActive(known))) continue;
    uses.push(...shared.map((listId) => ({ listId, campaignId: known.id })));
    if (shared.length === 0) elsewhere.push(known);
  }
  const reached = new Set<string>();
  let arePeopleHidden = false;
  for (const listId of elsewhere.length === 0 ? [] : listIds) {
    const people = await campaignsOfPeople(around.account, around.about, listId);
    if (!people.areAll) arePeopleHidden = true;
    for (const known of elsewhere.filter(({ id }) => people.ids.has(id))) {
      if (await isActive(known)) uses.push({ listId, campaignId: known.id });
      reached.add(known.id);
    }
  }
  const hidden = elsewhere
    .filter(({ id, areAllLists }) => (arePeopleHidden || !areAllLists) && !reached.has(id))
    .map(({ id }) => id);
  return { uses, hidden, campaigns };
}

/** Reads one campaign by itself. If the service does not show whether it is active, the record counts. */
export async function stateOf(
  { account, about }: Around,
  known: KnownCampaign,
): Promise<"active" | "inactive" | "gone"> {
  const finding = await account.find("Campaign", known.id, about, { fresh: true });
  if (finding.status === "gone") return "gone";
  const shown = finding.status === "found" ? finding.answer.active : undefined;
  return (shown === undefined ? known.active : shown !== false) ? "active" : "inactive";
}

/** The list ids in an answer; none if the answer does not show them. */
export function servedLists(listIds: unknown): string[] {
  return textsOf(listIds).filter((listId) => /^\d+$/.test(listId));
}

/** Ids as texts; none if they are not known. */
export function textsOf(ids: unknown): string[] {
  return Array.isArray(ids) ? ids.map(String) : [];
}

/** True if the campaign has log entries; undefined if they cannot be read. */
export async function hasLogs({ account, about }: Pick<Around, "account" | "about">, id: string) {
  const page = await account.lookPage(campaignOperations.logs, about, { id });
  return page === undefined ? undefined : page.items.length > 0 || isPartial(page);
}
