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
 * Who is the same person, and how bad it is that several members or campaigns have that person. The only place that
 * decides either. The order of the contacts does not matter.
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

/** Several members have the person in lists or campaigns, or a campaign would come to the person more than once. */
function isCollision(appearances: readonly Appearance[]): boolean {
  const members = new Set(appearances.filter(isUsed).map(({ member }) => member));
  return members.size > 1 || appearances.reduce((sum, { campaigns }) => sum + campaigns.length, 0) > 1;
}

/** In a list, or in a campaign: not only kept. */
export function isUsed({ inList, campaigns }: Appearance): boolean {
  return inList || campaigns.length > 0;
}

/** How many campaigns run for a person: for certain, and counting those of which nobody can tell it. */
export function levelOf(appearances: readonly Appearance[]): Level {
  const open = appearances.flatMap(({ campaigns }) => campaigns.filter(({ isOver }) => !isOver));
  const running = open.filter(({ active }) => active === true).length;
  if (running > 1) return "both-running";
  const isTold = open.every(({ active }) => active !== undefined);
  if (!isTold || appearances.some((each) => isUsed(each) && !each.areAllCampaigns)) return "unknown";
  return running === 1 ? "one-running" : "none-running";
}

/** People of one name, of whom at least two are in use by different members or campaigns. */
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
  const rank = ({ isSameCompany }: Namesakes) => (isSameCompany ? 0 : 1);
  const whole = ({ level, people }: Namesakes) => ({ level, appearances: people.flatMap((each) => each.appearances) });
  return found.sort((left, right) => rank(left) - rank(right) || worstFirst(whole(left), whole(right)));
}

type Ranked = Pick<Collision, "level" | "appearances">;

/** By level, then the person who was written to last, then the ids: never by the order of reading. */
export function worstFirst(left: Ranked, right: Ranked): number {
  const byLevel = levels.indexOf(left.level) - levels.indexOf(right.level);
  if (byLevel !== 0) return byLevel;
  const [latest, other] = [lastTime(left), lastTime(right)];
  if (latest !== other) return latest > other ? -1 : 1;
  const [first, second] = [left.appearances[0], right.appearances[0]];
  if (first === undefined || second === undefined) return 0;
  return compareIds(first.member, second.member) || compareIds(first.contactId, second.contactId);
}

function lastTime({ appearances }: Ranked): number {
  const times = appearances.flatMap(({ campaigns }) => campaigns.map(({ at }) => Date.parse(at?.slice(0, 40) ?? "")));
  return times.reduce((latest, time) => (time > latest ? time : latest), 0);
}
