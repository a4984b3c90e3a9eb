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

/** A member whose people are read, and the account that acts for that member. */
export interface Seat {
  readonly member: string;
  readonly account: Account;
}

/** What was read of one member. */
export interface MemberPeople extends Seat {
  readonly listed: Listed;
  readonly appearances: readonly Appearance[];
  /** False if the service did not show its end. */
  readonly isComplete: boolean;
  /** What could not be read of this member, a sentence each. */
  readonly gaps: readonly string[];
}

/** Failures that say nothing about the next request, or the next member. */
const alone: ReadonlySet<string> = new Set([
  ...["lost", "broken", "unreadable", "unauthorized", "forbidden"],
  ...["notFound", "unknownOperation", "refused", "identity"],
]);

/** Undefined for what fails alone, with the reason among the gaps. What every request would meet is thrown. */
export async function orGap<T>(work: () => Promise<T>, gaps: string[]): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal) && !(error instanceof ServiceError && alone.has(error.category))) throw error;
    gaps.push(`${causeOf(error)}.`);
    return undefined;
  }
}

/**
 * All contacts of a member with the campaigns that they are in: a request for each 100 of them, one that proves who is acted
 * for, and the listings of campaigns and lists. Nothing is written down anywhere. Never reads a queue, which moves people.
 *
 * @param onPage called after each page, with how many were read of this member
 */
export async function readMemberPeople(seat: Seat, onPage: (count: number) => void): Promise<MemberPeople> {
  const { account, member } = seat;
  const gaps: string[] = [];
  const appearances: Appearance[] = [];
  // Without a proof, a gateway that removes the header would show the people of the owner for each member.
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
  return { ...seat, listed, appearances: inListsToldBy(appearances), isComplete: end?.isComplete === true, gaps };
}

async function readListed(account: Account, gaps: string[]): Promise<Listed> {
  const listed = <K extends Kind>(kind: K) => orGap(() => readObjects(account, kind), gaps);
  const [campaigns, lists] = await Promise.all([listed("Campaign"), listed("List")]);
  const isWhole = (objects: Objects<ObjectShapes[Kind]> | undefined) => objects?.whole !== false;
  if (!isWhole(campaigns)) gaps.push("the service listed a part of the campaigns.");
  if (!isWhole(lists)) gaps.push("the service listed a part of the lists.");
  return { campaigns: campaigns?.items, lists: lists?.items, isWhole: isWhole(campaigns) && isWhole(lists) };
}

/** A service that shows the list of no contact does not say that they are in none. */
function inListsToldBy(appearances: readonly Appearance[]): readonly Appearance[] {
  if (appearances.some(({ inList }) => inList)) return appearances;
  return appearances.map((each) => ({ ...each, inList: true }));
}
