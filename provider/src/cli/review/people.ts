import type { Account } from "../../api/account";
import { Gathered, type MemberSeat, type Reading } from "../../follow/people/gather";
import { type Entry, entriesIn } from "../../kind/doNotContact";
import { Suppression } from "../../kind/suppression";
import { causeOf } from "../../lifecycle/about";
import { doNotContactName } from "../../lifecycle/companies";
import { Refusal } from "../../lifecycle/refusal";
import { judge } from "../../people/collisions";
import { personsOf } from "../../people/persons";
import { type Plan, stackKey } from "../../review/input/plan";
import type { Review, UsedList } from "../../review/model";
import { startingCampaigns } from "../../review/output/sections";
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
  for (const { first, stacks } of byKey(review, plans)) {
    const reading = context.terminal.during("Reading the people of all members", (progress) =>
      gather(first, stacks, progress, leftOut, context),
    );
    const read = await orLeftOut(reading, leftOut);
    const all = livePeople(read, entries, context);
    for (const { key } of stacks) people.set(key, { ...all, ownLists: read.ownLists?.get(key) });
  }
  return { people, leftOut };
}

function livePeople(
  { gathered, isWhole }: Read,
  entries: readonly Entry[] | undefined,
  { clock }: CommandContext,
): LivePeople {
  const { collisions, others } = judge(gathered?.appearances ?? []);
  return {
    persons: [...collisions, ...others],
    isUnread: !isWhole,
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
  /** The names of the lists of the members for whom the stacks act, by `stackKey`. */
  readonly ownLists?: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

/** A stack whose campaigns come to these lists by this change. */
interface Reaching {
  readonly key: string;
  readonly account: Account;
  readonly lists: readonly UsedList[];
}

/** The stacks of one key, which sees the same members whatever stack it is for. */
interface OfKey {
  /** Its settings reach the service. */
  readonly first: PlanAccount;
  readonly stacks: Reaching[];
}

/** The stacks whose campaigns come to lists, by the key that reads their people. */
function byKey(review: Review, plans: readonly PlanAccount[]): Iterable<OfKey> {
  const starting = startingCampaigns(review);
  const keys = new Map<string, OfKey>();
  for (const first of plans) {
    const { plan, account } = first;
    const lists = review.campaigns
      .filter(({ stack }) => stack === plan.stack)
      .flatMap((each) => reachedLists(each, starting.has(each.urn)));
    if (lists.length === 0) continue;
    const key = JSON.stringify([account.settings.origin, account.settings.apiKey]);
    const ofKey = keys.get(key) ?? { first, stacks: [] };
    keys.set(key, ofKey);
    ofKey.stacks.push({ key: stackKey(plan), account, lists });
  }
  return keys.values();
}

async function gather(
  { account, from }: PlanAccount,
  stacks: readonly Reaching[],
  progress: Reading,
  leftOut: string[],
  context: CommandContext,
): Promise<Read> {
  const { seats, areAll } = await seatsFor(account, from, leftOut, context);
  const gathered = await Gathered.of(seats, progress);
  const ownLists = await listsOfStacks(gathered, stacks);
  const ids = stacks.flatMap(({ key, lists }) => [...reachedIds(lists, ownLists.get(key)).ids]);
  await gathered.readLogs(peopleIn(personsOf(gathered.appearances), new Set(ids)), progress);
  leftOut.push(...gathered.warnings.map((warning) => `People of the organization: ${warning}`));
  return { gathered, isWhole: areAll && gathered.isRead, ownLists };
}

/** The lists among which a stack may take one over, with their names: asked for if a list of it is known by its name alone. */
async function listsOfStacks(gathered: Gathered, stacks: readonly Reaching[]) {
  const own = new Map<string, ReadonlyMap<string, string>>();
  for (const { key, account, lists } of stacks) {
    if (lists.every(({ id }) => id !== undefined)) continue;
    const listed = gathered.read((await account.actingUser()).id)?.listed.lists;
    if (listed !== undefined) own.set(key, new Map(listed.map(({ id, name = "" }) => [id, name])));
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
