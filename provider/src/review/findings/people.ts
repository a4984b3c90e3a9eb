import { safeText } from "../../api/redact";
import type { Person } from "../../people/model";
import { suppressedAmong } from "../../people/suppressed";
import { counted } from "../../text/words";
import type { ContentRules } from "../content/rules";
import type { Plan } from "../input/plan";
import type { Finding, ReviewedCampaign } from "../model";
import { type LivePeople, peopleIn, reachedIds, reachedLists } from "../reachedPeople";
import { listedUpTo, quote, type Teller, tellerOf } from "./sentences";

const day = 86_400_000;

/** Maximum number of people whom a finding names. */
const mostPeople = 10;

/**
 * Findings about people in newly reached lists whom other campaigns of the organization contact or have contacted, or who
 * must not be contacted. The texts contain only numbers, because a review may be a public comment. Names are separate, for
 * the outputs that may show them.
 */
export function peopleFindings(
  { about: when }: Pick<Plan, "about">,
  campaigns: readonly ReviewedCampaign[],
  starting: ReadonlySet<string>,
  people: LivePeople | undefined,
  { contactedWithinDays }: Pick<ContentRules, "contactedWithinDays">,
): Finding[] {
  if (when !== "planned" || people === undefined) return [];
  const reaching = campaigns.map((campaign) => {
    const lists = reachedLists(campaign, starting.has(campaign.urn));
    if (lists.length === 0) return { campaign, reached: [], isUnread: false };
    if (people.elsewhere?.has(campaign.urn) === true) return { campaign, reached: [], isUnread: true };
    const { ids, areAll } = reachedIds(lists, people.ownLists?.get(campaign.urn));
    return { campaign, reached: peopleIn(people.persons, ids), isUnread: people.isUnread === true || !areAll };
  });
  const [once, twice] = [new Set<Person>(), new Set<Person>()];
  for (const person of reaching.flatMap(({ reached }) => reached)) (once.has(person) ? twice : once).add(person);
  return reaching.flatMap(({ campaign, reached, isUnread }) => {
    const teller = tellerOf(when, "campaign", campaign);
    const own = new Set([campaign.id, campaign.idBefore]);
    return [
      ...contactedFindings(teller, reached, own, people, { twice, withinDays: contactedWithinDays }),
      ...suppressedFindings(teller, reached, own, people),
      // People who could not be read may be affected, too.
      ...(isUnread ? [teller.tell("danger", "unread-people", unread, "listIds")] : []),
    ];
  });
}

const unread =
  "comes to people in its lists, and not all people of the organization could be read: nobody knows whether other campaigns contact them, or outreach.do-not-contact names them. What the review could not know says why.";

/** The reviewed campaign's ids, to exclude it from the other campaigns. */
type Own = ReadonlySet<string | undefined>;

function contactedFindings(
  { tell }: Teller,
  reached: readonly Person[],
  own: Own,
  live: LivePeople,
  { twice, withinDays }: { readonly twice: ReadonlySet<Person>; readonly withinDays: number },
): Finding[] {
  const found = reached.flatMap((person) => {
    const its = worstContact(person.appearances, own, live.now - withinDays * day);
    // The service does not show a campaign that the same change starts.
    const how = its !== "running" && twice.has(person) ? "beside" : its;
    return how === undefined ? [] : [{ person, how, at: lastStep(person, own) }];
  });
  if (found.length === 0) return [];
  const worst = found.toSorted(
    (left, right) => contactKinds.indexOf(left.how) - contactKinds.indexOf(right.how) || right.at - left.at,
  );
  const words: Readonly<Record<Contacted, string>> = {
    running: "by a campaign that runs",
    beside: "by another campaign of this change",
    recent: `within the last ${withinDays} days`,
    untold: "of whom the service does not tell when, or whether it goes on",
  };
  const parts = contactKinds.flatMap((way) => {
    const count = found.filter(({ how }) => how === way).length;
    return count === 0 ? [] : [`${count} ${words[way]}`];
  });
  const told = `comes to ${counted(found.length, "person", "people")} in its lists whom other campaigns of the organization contact or have contacted: ${listedUpTo(parts)}. \`pulumi-outreach people --collisions\` names those of several members and campaigns; take them out of the list in the app, or approve that they get both.`;
  const who = personWords(
    worst.map(({ person }) => person),
    own,
    live,
  );
  return [{ ...tell("danger", "already-contacted", told, "listIds"), who }];
}

/** How another campaign contacts a person, worst first. */
const contactKinds = ["running", "beside", "recent", "untold"] as const;
type Contacted = (typeof contactKinds)[number];

/** The time of another campaign's last message to a person. */
function lastStep({ appearances }: Person, own: Own): number {
  const times = otherCampaigns(appearances, own).map(({ at }) => timeOf(at));
  return Math.max(0, ...times.filter((time) => !Number.isNaN(time)));
}

const timeOf = (at: string | undefined) => Date.parse(at?.slice(0, 40) ?? "");

function otherCampaigns(appearances: Person["appearances"], own: Own) {
  return appearances.flatMap(({ member, campaigns }) =>
    campaigns.filter(({ campaignId }) => !own.has(campaignId)).map((each) => ({ ...each, member })),
  );
}

/** The first people: `Ada Byron, Engines (“Banking” of Bruno Keller runs)`. */
function personWords(people: readonly Person[], own: Own, { members, now }: LivePeople): string[] {
  return people.slice(0, mostPeople).map(({ appearances }) => {
    const first = <T>(of: (appearance: Person["appearances"][number]) => T | undefined) =>
      appearances.map(of).find((each) => each !== undefined && each !== "");
    const name =
      first((each) => each.name) ?? first((each) => each.profileUrl ?? each.email) ?? "somebody without a name";
    const company = first((each) => each.company);
    const told = otherCampaigns(appearances, own).map(({ member, name: campaign, campaignId, active, isOver, at }) => {
      const whose = members?.get(member) ?? `user ${member}`;
      const its = campaign === undefined ? `campaign ${campaignId}` : quote(campaign);
      const days = Math.floor((now - timeOf(at)) / day);
      // The service's clock may be ahead.
      const when = Number.isNaN(days) ? "" : `, ${days <= 0 ? "today" : `${counted(days, "day")} ago`}`;
      return `${its} of ${whose}${active === true && !isOver ? " runs" : ""}${when}`;
    });
    const what = told.length === 0 ? "" : ` (${listedUpTo(told, 3)})`;
    return safeText(`${name}${company === undefined ? "" : `, ${company}`}${what}`, 300);
  });
}

/** The worst way in which other campaigns contact a person. */
function worstContact(appearances: Person["appearances"], own: Own, since: number): Contacted | undefined {
  const others = otherCampaigns(appearances, own);
  if (others.some(({ active, isOver }) => active === true && !isOver)) return "running";
  const times = others.flatMap(({ step, at }) => (step === undefined ? [] : [timeOf(at)]));
  if (times.some((time) => time >= since)) return "recent";
  const isOpen = others.some(({ active, isOver }) => active === undefined && !isOver);
  // The contact in the campaign's own list says nothing about other campaigns. A second contact with unknown campaigns does.
  const isHidden = appearances.length > 1 && appearances.some((each) => each.inList && !each.areAllCampaigns);
  return isOpen || times.some(Number.isNaN) || isHidden ? "untold" : undefined;
}

function suppressedFindings({ tell }: Teller, reached: readonly Person[], own: Own, live: LivePeople): Finding[] {
  const found = live.suppression === undefined ? [] : suppressedAmong(reached, live.suppression);
  if (found.length === 0) return [];
  const lines = [...new Set(found.flatMap((person) => person.lines.map(({ line }) => line)))];
  const named = listedUpTo(lines.sort((left, right) => left - right).map(String));
  const told = `comes to ${counted(found.length, "person", "people")} in its lists who ${found.length === 1 ? "is" : "are"} not to be contacted (${lines.length === 1 ? "line" : "lines"} ${named} of outreach.do-not-contact). \`pulumi-outreach people --suppressed\` names them and where to take them out in the app; no operation of the service removes a person.`;
  return [{ ...tell("danger", "suppressed-person", told, "listIds"), who: personWords(found, own, live) }];
}
