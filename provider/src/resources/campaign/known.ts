import { z } from "zod";
import type { Account } from "../../api/account";
import { withoutNulls } from "../../api/json";
import { isSameName } from "../../api/listing";
import type { KnownCreation } from "../../api/objects";
import { operations, reads } from "../../api/operation";
import { pageFrom } from "../../api/shapes";
import type { Declarer } from "../../lifecycle/about";
import type { RunMemory } from "../../lifecycle/memory";
import { campaignsInView, startedCampaigns, stoppedCampaigns } from "../inView";

/** An active campaign that works on a list, as far as anybody knows. */
export interface ListUse {
  readonly listId: string;
  readonly campaignId: string;
}

/** One campaign of the account, put together from everything that tells of it. */
export interface KnownCampaign {
  readonly id: string;
  active: boolean;
  /** It has been active at some time, as far as that is recorded. */
  ran: boolean;
  sameName: boolean;
  /** This stack has created it or manages it. */
  ownStack: boolean;
  readonly listIds: Set<string>;
  /** False where it may work on more lists than these. */
  areAllLists: boolean;
  /** A listing holds it and leaves out whether it is active. */
  isUntold: boolean;
  /** The service itself tells its lists: nobody can have attached others in the app. */
  areServed: boolean;
  /** False where a complete listing does not hold it. */
  isListed: boolean;
}

export interface Campaigns {
  readonly all: readonly KnownCampaign[];
  /** Ids of those that the service shows as active: nobody's word says otherwise. */
  readonly shownActive: ReadonlySet<string>;
  /** False where the service lists none, so that switching one off in the app shows nowhere. */
  readonly isSeen: boolean;
  /** Active ones whose creation was not answered, where no complete listing can tell. */
  readonly lost: readonly KnownCreation[];
}

export interface Around {
  readonly account: Account;
  readonly memory: RunMemory;
  /** `checking the lists of campaign "Fintech Q1"`. */
  readonly about: string;
  readonly name?: unknown;
  readonly declarer?: Declarer;
  /** Asks now what is active: a person may have switched one on since the run began. */
  readonly fresh?: boolean;
}

/**
 * All campaigns that anything tells of: what runs have recorded of those they created, what the states and programs of
 * this run say, and what the service lists, which is the last word on what is active.
 */
export async function knownCampaigns({ account, memory, about, name, declarer, fresh }: Around): Promise<Campaigns> {
  const all = new Map<string, KnownCampaign>();
  const of = (id: string): KnownCampaign => {
    const known = all.get(id) ?? {
      ...{ id, active: false, ran: false, sameName: false, ownStack: false, isListed: true },
      ...{ areAllLists: false, areServed: false, isUntold: false },
      listIds: new Set<string>(),
    };
    all.set(id, known);
    return known;
  };
  const note = (id: string, listIds: readonly string[] | undefined, changes: Partial<KnownCampaign>) => {
    const known = Object.assign(of(id), changes, listIds === undefined ? {} : { areAllLists: true });
    for (const listId of listIds ?? []) known.listIds.add(listId);
  };

  const recorded = await account.records.known("Campaign", name, "all");
  for (const { id, targets, running, ran, stack, resource, ...its } of recorded) {
    if (id === undefined) continue;
    const ownStack = stack !== undefined && stack === declarer?.stack;
    // What the same resource has made under an earlier name is the same to its people.
    const sameName = its.sameName || (resource !== undefined && resource === declarer?.resource);
    note(id, targets, { active: running === true, ran: running === true || ran === true, sameName, ownStack });
  }
  for (const { id, listIds } of campaignsInView.of(memory).every) {
    if (id !== undefined) note(id, listIds.map(String), { active: true, ran: true, ownStack: true });
  }
  for (const [id, listIds] of startedCampaigns.of(memory)) note(id, listIds, { active: true, ran: true });
  for (const id of stoppedCampaigns.of(memory)) of(id).active = false;

  // A campaign that another process has started since works on lists, too.
  const options = { unlessMade: { kind: "Campaign" } } as const;
  const campaigns = await account.listing("Campaign", about, fresh === true ? { fresh } : options);
  const lists = await account.listing("List", about, options);
  const listed = new Set(campaigns?.answers.map(({ id }) => id));
  for (const { id, active, name: its, listIds } of campaigns?.answers ?? []) {
    // An answer that leaves it out does not say that it is off.
    const isOn = active === undefined ? (all.get(id)?.active ?? true) : active !== false;
    const isActive = isOn || startedCampaigns.of(memory).has(id);
    const ran = isActive || (all.get(id)?.ran ?? false);
    const served = servedLists(listIds);
    note(id, served.length === 0 ? undefined : served, { active: isActive, ran });
    of(id).areServed = served.length > 0;
    of(id).isUntold = active === undefined;
    if (isSameName(its, name)) of(id).sameName = true;
  }
  // What a killed run has sent, and nobody has told of since, is known by its name.
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

/** Which active campaigns work on these lists, for sure; and of which active ones nobody knows all lists. */
export async function activeUses(
  around: Around,
  listIds: readonly string[],
): Promise<{ readonly uses: readonly ListUse[]; readonly hidden: readonly string[]; readonly campaigns: Campaigns }> {
  const campaigns = await knownCampaigns(around);
  const isActive = async (known: KnownCampaign) =>
    (known.isListed && !known.isUntold) || (await stateOf(around, known)) === "active";
  const uses: ListUse[] = [];
  /** Those of which the people of a list may tell more: lists are attached in the app as well. */
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
    const found = await campaignsOfPeople(around, listId);
    if (found === undefined) arePeopleHidden = true;
    for (const known of elsewhere.filter(({ id }) => found?.has(id) === true)) {
      if (await isActive(known)) uses.push({ listId, campaignId: known.id });
      reached.add(known.id);
    }
  }
  const hidden = elsewhere
    .filter(({ id, areAllLists }) => (arePeopleHidden || !areAllLists) && !reached.has(id))
    .map(({ id }) => id);
  return { uses, hidden, campaigns };
}

/** What a complete listing lacks is asked for by itself. Where nothing tells, what is recorded counts. */
export async function stateOf(
  { account, about }: Around,
  known: KnownCampaign,
): Promise<"active" | "inactive" | "gone"> {
  const finding = await account.find("Campaign", known.id, about, { fresh: true });
  if (finding.status === "gone") return "gone";
  const shown = finding.status === "found" ? finding.answer.active : undefined;
  return (shown === undefined ? known.active : shown !== false) ? "active" : "inactive";
}

const contactPage = z.object({
  contacts: z.array(
    z.looseObject({
      listId: z.union([z.number(), z.string()]).nullish(),
      campaignStatus: z.array(z.looseObject({ campaignId: z.union([z.number(), z.string()]) })).nullish(),
    }),
  ),
});

/** Campaigns that people of this list have come into, where the service shows that. One page tells enough. */
async function campaignsOfPeople({ account, about }: Around, listId: string): Promise<ReadonlySet<string> | undefined> {
  const query = { listId, limit: "100" };
  const answer = await account.look(operations.listContacts, about, { query });
  if (answer === undefined) return undefined;
  const { data } = contactPage.safeParse(withoutNulls(answer));
  const people = data?.contacts.filter((contact) => String(contact.listId) === listId) ?? [];
  return new Set(
    people.flatMap(({ campaignStatus }) => campaignStatus ?? []).map(({ campaignId }) => String(campaignId)),
  );
}

/** The lists that an answer tells in `listIds`; where it tells none it says nothing of them. */
export function servedLists(listIds: unknown): string[] {
  return textsOf(listIds).filter((listId) => /^\d+$/.test(listId));
}

/** Ids as texts; none where they are not known. */
export function textsOf(ids: unknown): string[] {
  return Array.isArray(ids) ? ids.map(String) : [];
}

const readLogs = reads("/v1/campaign/{id}/logs", "S", "read the campaign's log");

/** True if the campaign has log entries; undefined if they cannot be read. */
export async function hasLogs({ account, about }: Pick<Around, "account" | "about">, id: string) {
  const page = pageFrom(await account.look(readLogs, about, { id }));
  return page === undefined ? undefined : page.items.length > 0 || (page.total ?? 0) > 0;
}
