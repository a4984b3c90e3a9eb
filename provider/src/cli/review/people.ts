import type { Account } from "../../api/account";
import { memberAddress } from "../../api/normal";
import { Gathered, type MemberSeat, type Reading } from "../../follow/people/gather";
import { type Entry, entriesIn } from "../../kind/doNotContact";
import { Suppression } from "../../kind/suppression";
import { causeOf } from "../../lifecycle/about";
import { doNotContactName } from "../../lifecycle/companies";
import { Refusal } from "../../lifecycle/refusal";
import { judge } from "../../people/collisions";
import { personsOf } from "../../people/persons";
import { quote } from "../../review/findings/sentences";
import { type Plan, stackKey } from "../../review/input/plan";
import type { Review, ReviewedCampaign, UsedList } from "../../review/model";
import { startingCampaigns } from "../../review/output/layout";
import { actsElsewhere, type Owner, ownMember } from "../../review/owner";
import { type LivePeople, peopleIn, reachedIds, reachedLists } from "../../review/reachedPeople";
import type { AccountOptions, CommandContext } from "../command";
import { textOf } from "../files";
import { openSeats } from "../people/seats";

/** The people whom campaigns reach through a change, and sentences about people who could not be read. */
export interface ReviewedPeople {
  readonly people: ReadonlyMap<string, LivePeople>;
  readonly leftOut: readonly string[];
}

/** The source of settings that the environment lacks. */
export type SettingsFrom = Pick<AccountOptions, "stack" | "shown">;

/** A plan with the account of its stack. */
export interface PlanAccount {
  readonly plan: Plan;
  readonly account: Account;
  /** The source of the account's settings. */
  readonly from: SettingsFrom;
}

/**
 * Reads the people of all members if a campaign reaches a list's people through this change. For each key, this takes one
 * request per 100 contacts and one for the log of each campaign that has contacted them.
 *
 * @param review the review without these people, which contains the lists
 * @param folder the folder that may contain `outreach.do-not-contact`
 */
export async function readReviewedPeople(
  review: Review,
  plans: readonly PlanAccount[],
  folder: string,
  context: CommandContext,
): Promise<ReviewedPeople> {
  const people = new Map<string, LivePeople>();
  const leftOut: string[] = [];
  const lines = await textOf(`${folder}/${doNotContactName}`);
  const entries = lines === undefined ? undefined : entriesIn(lines);
  for (const { first, reaching } of groupByKey(review, plans)) {
    const reading = context.terminal.during("Reading the people of all members", (progress) =>
      gatherPeople(first, reaching, progress, leftOut, context),
    );
    const read = livePeople(await orNote(reading, leftOut), reaching, entries, context);
    for (const { stack } of reaching) people.set(stack, read);
    for (const { campaign, isElsewhere } of reaching) {
      if (isElsewhere) leftOut.push(notReadNote(campaign));
    }
  }
  return { people, leftOut };
}

function notReadNote({ name, resource }: ReviewedCampaign): string {
  return `The people of campaign ${quote(name ?? resource)} were not read: its provider has a key of its own, or acts at another service.`;
}

function livePeople(
  { gathered, isWhole, ownLists }: Read,
  reaching: readonly Reaching[],
  entries: readonly Entry[] | undefined,
  { clock }: CommandContext,
): LivePeople {
  const { collisions, others } = judge(gathered?.appearances ?? []);
  return {
    persons: [...collisions, ...others],
    isUnread: !isWhole,
    ownLists,
    elsewhere: new Set(reaching.flatMap(({ campaign, isElsewhere }) => (isElsewhere ? [campaign.urn] : []))),
    now: clock.wallTime(),
    members: new Map(
      (gathered?.memberDocuments ?? []).flatMap(({ id, name }) => (name === "" ? [] : [[id, name] as const])),
    ),
    suppression: entries === undefined ? undefined : new Suppression(entries),
  };
}

/** The people that were read; `isWhole` is false if some of the service's data could not be read. */
interface Read {
  readonly gathered?: Gathered;
  readonly isWhole: boolean;
  /** For each campaign's URN, the names of its member's lists. */
  readonly ownLists?: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

/** A campaign that reaches the people of these lists through this change. */
interface Reaching {
  /** The `stackKey` of its stack. */
  readonly stack: string;
  readonly campaign: ReviewedCampaign;
  readonly lists: readonly UsedList[];
  readonly account: Account;
  /** The member for whom its provider acts, if the program sets one. */
  readonly member: Omit<Owner, "service"> | undefined;
  readonly isElsewhere: boolean;
}

/** The campaigns that act with one key. A key has the same members in every stack. */
interface OfKey {
  /** The plan whose account reads the people. */
  readonly first: PlanAccount;
  readonly reaching: Reaching[];
}

/** Groups the campaigns that reach lists by their key. */
function groupByKey(review: Review, plans: readonly PlanAccount[]): Iterable<OfKey> {
  const keys = new Map<string, OfKey>();
  for (const first of plans) {
    const { origin, apiKey } = first.account.settings;
    const reaching = reachingCampaigns(review, first);
    if (reaching.length === 0) continue;
    const key = JSON.stringify([origin, apiKey]);
    const ofKey = keys.get(key) ?? { first, reaching: [] };
    keys.set(key, ofKey);
    ofKey.reaching.push(...reaching);
  }
  return keys.values();
}

function reachingCampaigns(review: Review, { plan, account }: PlanAccount): Reaching[] {
  const starting = startingCampaigns(review);
  const planned = new Map(plan.resources.map((resource) => [resource.urn, resource]));
  return review.campaigns.flatMap((campaign) => {
    const resource = planned.get(campaign.urn);
    const lists = reachedLists(campaign, starting.has(campaign.urn));
    if (resource === undefined || lists.length === 0) return [];
    const isElsewhere = actsElsewhere(plan, resource, account.settings.origin);
    return [{ stack: stackKey(plan), campaign, lists, account, member: ownMember(plan, resource), isElsewhere }];
  });
}

async function gatherPeople(
  { account, from }: PlanAccount,
  reaching: readonly Reaching[],
  progress: Reading,
  leftOut: string[],
  context: CommandContext,
): Promise<Read> {
  const { seats, areAll } = await seatsFor(account, from, leftOut, context);
  const gathered = await Gathered.of(seats, progress);
  const ownLists = await listsOfMembers(gathered, seats, reaching);
  const ids = reaching.flatMap(({ campaign, lists }) => [...reachedIds(lists, ownLists.get(campaign.urn)).ids]);
  await gathered.readLogs(peopleIn(personsOf(gathered.appearances), new Set(ids)), progress);
  leftOut.push(...gathered.warnings.map((warning) => `People of the organization: ${warning}`));
  return { gathered, isWhole: areAll && gathered.isRead, ownLists };
}

/** For each campaign with a list whose id is unknown: its member's lists, one of which it may take over. */
async function listsOfMembers(gathered: Gathered, seats: readonly MemberSeat[], reaching: readonly Reaching[]) {
  const own = new Map<string, ReadonlyMap<string, string>>();
  for (const { campaign, lists, account, member } of reaching) {
    if (lists.every(({ id }) => id !== undefined)) continue;
    const byEmail = seats.find(({ email }) => email !== undefined && memberAddress(email) === member?.email);
    const id = member === undefined ? (await account.actingUser()).id : (member.userId ?? byEmail?.member);
    const listed = id === undefined ? undefined : gathered.read(id)?.listed.lists;
    if (listed !== undefined) own.set(campaign.urn, new Map(listed.map((list) => [list.id, list.name ?? ""])));
  }
  return own;
}

/** All members if the key may act for them, otherwise only the stack's acting user. */
async function seatsFor(
  account: Account,
  from: SettingsFrom,
  leftOut: string[],
  context: CommandContext,
): Promise<{ readonly seats: readonly MemberSeat[]; readonly areAll: boolean }> {
  try {
    const opened = await openSeats(from, context);
    leftOut.push(...opened.leftOut.map((each) => `People of the organization: ${each}`));
    return { seats: opened.seats, areAll: opened.areAll };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    leftOut.push(`Whether other members contact the people of these lists is not known: ${causeOf(error)}.`);
    const { id } = await account.actingUser();
    return { seats: [{ member: id, name: "", account }], areAll: false };
  }
}

async function orNote(gathering: Promise<Read>, leftOut: string[]): Promise<Read> {
  try {
    return await gathering;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    leftOut.push(`Whether others contact the people of these lists is not known: ${causeOf(error)}.`);
    return { isWhole: false };
  }
}
