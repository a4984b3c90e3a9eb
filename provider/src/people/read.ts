import type { Account } from "../api/account";
import { ServiceError } from "../api/errors";
import type { Kind } from "../kinds";
import { causeOf } from "../lifecycle/about";
import { Refusal } from "../lifecycle/refusal";
import { readContactPages } from "../reads/contacts";
import type { ObjectShapes } from "../reads/objectShapes";
import { type Objects, readObjects } from "../reads/objects";
import { appearanceOf, CampaignsOfLists, type Listed } from "./appearance";
import type { Appearance } from "./model";

/** A member whose contacts are read, and the account acting for that member. */
export interface Seat {
  readonly member: string;
  readonly account: Account;
}

/** The data read for one member. */
export interface MemberPeople extends Seat {
  readonly listed: Listed;
  readonly appearances: readonly Appearance[];
  /** False if the service did not show that there are no more contacts. */
  readonly isComplete: boolean;
  /** Sentences about data of this member that could not be read. */
  readonly gaps: readonly string[];
}

/** Failures that do not affect other requests or members. */
const isolatedFailures: ReadonlySet<string> = new Set([
  ...["lost", "broken", "unreadable", "unauthorized", "forbidden"],
  ...["notFound", "unknownOperation", "refused", "identity"],
]);

/**
 * Runs `work`. If it fails for a reason that does not affect other requests, adds the reason to the gaps and returns
 * undefined. Other failures are thrown.
 */
export async function orGap<T>(work: () => Promise<T>, gaps: string[]): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal) && !(error instanceof ServiceError && isolatedFailures.has(error.category)))
      throw error;
    gaps.push(`${causeOf(error)}.`);
    return undefined;
  }
}

/**
 * Reads all contacts of a member with their campaigns: one request per 100 contacts, one to verify the acting user, and the
 * listings of campaigns and lists. Stores nothing. Never reads a queue, because that has side effects on contacts.
 *
 * @param onPage called after each page with the number of contacts read for this member
 */
export async function readMemberPeople(seat: Seat, onPage: (count: number) => void): Promise<MemberPeople> {
  const { account, member } = seat;
  const gaps: string[] = [];
  const appearances: Appearance[] = [];
  // Unverified, a gateway that removes the impersonation header would return the key owner's contacts for every member.
  const user = await orGap(() => account.actingUser(), gaps);
  if (user === undefined) return { ...seat, listed: { isWhole: false }, appearances, isComplete: false, gaps };
  const listed = await readListed(account, gaps);
  const finder = new CampaignsOfLists(listed);
  const end = await orGap(
    () =>
      readContactPages(account, {}, Infinity, (found) => {
        for (const contact of found) appearances.push(appearanceOf(contact, member, finder));
        onPage(appearances.length);
      }),
    gaps,
  );
  if (end?.isComplete === false) gaps.push("the service answered with a part of the contacts.");
  return { ...seat, listed, appearances: withListMembership(appearances), isComplete: end?.isComplete === true, gaps };
}

async function readListed(account: Account, gaps: string[]): Promise<Listed> {
  const listed = <K extends Kind>(kind: K) => orGap(() => readObjects(account, kind), gaps);
  const [campaigns, lists] = await Promise.all([listed("Campaign"), listed("List")]);
  const isWhole = (objects: Objects<ObjectShapes[Kind]> | undefined) => objects?.whole !== false;
  if (!isWhole(campaigns)) gaps.push("the service listed a part of the campaigns.");
  if (!isWhole(lists)) gaps.push("the service listed a part of the lists.");
  return { campaigns: campaigns?.items, lists: lists?.items, isWhole: isWhole(campaigns) && isWhole(lists) };
}

/** If the service returns no list for any contact, that does not mean that they are on none. */
function withListMembership(appearances: readonly Appearance[]): readonly Appearance[] {
  if (appearances.some(({ inList }) => inList)) return appearances;
  return appearances.map((each) => ({ ...each, inList: true }));
}
