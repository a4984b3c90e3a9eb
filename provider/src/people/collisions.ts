import { companyForm, personNameForm } from "../api/normal";
import {
  type Appearance,
  type Collision,
  type Judgement,
  type Level,
  levels,
  type Namesakes,
  type Person,
} from "./model";
import { compareIds, personsOf } from "./persons";

/**
 * Determines which contacts are the same person, and how serious it is that several members or campaigns have that person.
 * The only place that decides this. Independent of the order of the contacts.
 */
export function judge(appearances: readonly Appearance[]): Judgement {
  const collisions: Collision[] = [];
  const others: Person[] = [];
  const persons = personsOf(appearances);
  for (const person of persons) {
    if (isCollision(person.appearances)) collisions.push({ ...person, level: levelOf(person.appearances) });
    else others.push(person);
  }
  return { collisions: collisions.sort(worstFirst), others, perhaps: namesakesOf(persons) };
}

/**
 * True if several members have the person on lists or in campaigns, or if campaigns would contact the person more than
 * once.
 */
function isCollision(appearances: readonly Appearance[]): boolean {
  const members = new Set(appearances.filter(isUsed).map(({ member }) => member));
  return members.size > 1 || appearances.reduce((sum, { campaigns }) => sum + campaigns.length, 0) > 1;
}

/** True if the contact is on a list or in a campaign, not just stored. */
export function isUsed({ inList, campaigns }: Appearance): boolean {
  return inList || campaigns.length > 0;
}

/** The level by the number of campaigns running for a person: certain ones, and those that may be running. */
export function levelOf(appearances: readonly Appearance[]): Level {
  const open = appearances.flatMap(({ campaigns }) => campaigns.filter(({ isOver }) => !isOver));
  const running = open.filter(({ active }) => active === true).length;
  if (running > 1) return "both-running";
  const isTold = open.every(({ active }) => active !== undefined);
  if (!isTold || appearances.some((each) => isUsed(each) && !each.areAllCampaigns)) return "unknown";
  return running === 1 ? "one-running" : "none-running";
}

/** People with the same name, at least two of whom are used by different members or campaigns. */
function namesakesOf(persons: readonly Person[]): Namesakes[] {
  const named = new Map<string, Set<Person>>();
  for (const person of persons) {
    if (!person.appearances.some(isUsed)) continue;
    for (const { name } of person.appearances) {
      const form = personNameForm(name);
      if (form !== undefined) named.set(form, (named.get(form) ?? new Set()).add(person));
    }
  }
  const found = [...named.values()].flatMap((set): Namesakes[] => {
    const people = [...set];
    const appearances = people.flatMap((person) => person.appearances);
    const members = new Set(appearances.filter(isUsed).map(({ member }) => member));
    const campaigns = new Set(appearances.flatMap((each) => each.campaigns.map(({ campaignId }) => campaignId)));
    if (people.length < 2 || (members.size < 2 && campaigns.size < 2)) return [];
    const companies = new Set(
      people.map(({ appearances: own }) => companyForm(own.find((each) => each.company)?.company)),
    );
    const isSameCompany = companies.size === 1 && !companies.has(undefined);
    return [{ level: levelOf(appearances), isSameCompany, people }];
  });
  const namesakesRank = ({ isSameCompany }: Namesakes) => (isSameCompany ? 0 : 1);
  const asRanked = ({ level, people }: Namesakes) => ({
    level,
    appearances: people.flatMap((each) => each.appearances),
  });
  return found.sort(
    (left, right) => namesakesRank(left) - namesakesRank(right) || worstFirst(asRanked(left), asRanked(right)),
  );
}

type Ranked = Pick<Collision, "level" | "appearances">;

/** Sorts by level, then most recently contacted, then ids; independent of reading order. */
export function worstFirst(left: Ranked, right: Ranked): number {
  const byLevel = levels.indexOf(left.level) - levels.indexOf(right.level);
  if (byLevel !== 0) return byLevel;
  const [latest, other] = [lastContactedAt(left), lastContactedAt(right)];
  if (latest !== other) return latest > other ? -1 : 1;
  const [first, second] = [left.appearances[0], right.appearances[0]];
  if (first === undefined || second === undefined) return 0;
  return compareIds(first.member, second.member) || compareIds(first.contactId, second.contactId);
}

function lastContactedAt({ appearances }: Ranked): number {
  const times = appearances.flatMap(({ campaigns }) => campaigns.map(({ at }) => Date.parse(at?.slice(0, 40) ?? "")));
  return times.reduce((latest, time) => (time > latest ? time : latest), 0);
}
