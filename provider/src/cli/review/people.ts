import type { Account } from "../../api/account";
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

/** The people that campaigns come to by a change, and what could not be read of them. */
export interface ReviewedPeople {
  readonly people: ReadonlyMap<string, LivePeople>;
  readonly leftOut: readonly string[];
}

/** Where settings are from that the environment lacks. */
export type SettingsFrom = Pick<AccountOptions, "stack" | "shown">;

/** A plan with the account that its stack acts with. */
export interface PlanAccount {
  readonly plan: Plan;
  readonly account: Account;
  /** Where its settings are from. */
  readonly from: SettingsFrom;
}

/**
 * Reads the people of all members, if a campaign comes to a list of people by this change: once for each key, one request for
 * each 100 contacts and one for each log of a campaign that has them.
 *
 * @param review the review without them, which tells the lists
 * @param folder where `outreach.do-not-contact` may be
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
  for (const { first, reaching } of byKey(review, plans)) {
    const reading = context.terminal.during("Reading the people of all members", (progress) =>
      gather(first, reaching, progress, leftOut, context),
    );
    const read = livePeople(await orLeftOut(reading, leftOut), reaching, entries, context);
    for (const { stack } of reaching) people.set(stack, read);
    for (const { campaign, isElsewhere } of reaching) {
      if (isElsewhere) leftOut.push(elsewhere(campaign));
    }
  }
  return { people, leftOut };
}

function elsewhere({ name, resource }: ReviewedCampaign): string {
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

/** What was read of people; `isWhole` is false if something could not be read that the service has. */
interface Read {
  readonly gathered?: Gathered;
  readonly isWhole: boolean;
  /** The names of the lists of the members for whom campaigns act, by the URNs of campaigns. */
  readonly ownLists?: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

/** A campaign that comes to these lists by this change. */
interface Reaching {
  /** `stackKey` */
  readonly stack: string;
  readonly campaign: ReviewedCampaign;
  readonly lists: readonly UsedList[];
  readonly account: Account;
  /** For whom its provider acts, if the program says it. */
  readonly member: Omit<Owner, "service"> | undefined;
  readonly isElsewhere: boolean;
}

/** The campaigns of one key, which sees the same members whatever stack it is for. */
interface OfKey {
  /** Its settings reach the service. */
  readonly first: PlanAccount;
  readonly reaching: Reaching[];
}

/** The campaigns that come to lists, by the key that reads their people. */
function byKey(review: Review, plans: readonly PlanAccount[]): Iterable<OfKey> {
  const keys = new Map<string, OfKey>();
  for (const first of plans) {
    const { origin, apiKey } = first.account.settings;
    const reaching = reachingOf(review, first);
    if (reaching.length === 0) continue;
    const key = JSON.stringify([origin, apiKey]);
    const ofKey = keys.get(key) ?? { first, reaching: [] };
    keys.set(key, ofKey);
    ofKey.reaching.push(...reaching);
  }
  return keys.values();
}

function reachingOf(review: Review, { plan, account }: PlanAccount): Reaching[] {
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

async function gather(
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

/** The lists of which a campaign may take one over, with their names, if one of its lists is known by its name alone. */
async function listsOfMembers(gathered: Gathered, seats: readonly MemberSeat[], reaching: readonly Reaching[]) {
  const own = new Map<string, ReadonlyMap<string, string>>();
  for (const { campaign, lists, account, member } of reaching) {
    if (lists.every(({ id }) => id !== undefined)) continue;
    const byEmail = seats.find(({ email }) => email !== undefined && email.trim().toLowerCase() === member?.email);
    const id = member === undefined ? (await account.actingUser()).id : (member.userId ?? byEmail?.member);
    const listed = id === undefined ? undefined : gathered.read(id)?.listed.lists;
    if (listed !== undefined) own.set(campaign.urn, new Map(listed.map((list) => [list.id, list.name ?? ""])));
  }
  return own;
}

/** All members if the key may act for them, else the one that the stack acts for. */
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

async function orLeftOut(gathering: Promise<Read>, leftOut: string[]): Promise<Read> {
  try {
    return await gathering;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    leftOut.push(`Whether others contact the people of these lists is not known: ${causeOf(error)}.`);
    return { isWhole: false };
  }
}
