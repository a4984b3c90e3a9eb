import { safeText } from "../../api/redact";
import type { Person } from "../../people/model";
import { suppressedAmong } from "../../people/suppressed";
import type { ContentRules } from "../content/rules";
import type { Plan } from "../input/plan";
import type { Finding, ReviewedCampaign } from "../model";
import { type LivePeople, peopleIn, reachedIds, reachedLists } from "../reachedPeople";
import { about, called, capital, enumeration, quote } from "./sentences";

const day = 86_400_000;

/** People whom a finding names. */
const mostPeople = 10;

/**
 * People in the lists that campaigns come to by this change, whom other campaigns of the organization contact or have
 * contacted, or who are not to be contacted. The texts are numbers alone: a review may be a comment that everybody reads. The
 * names stand apart, for the outputs that may show them.
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
  return reaching.flatMap(({ campaign, reached, isUnread }) => [
    ...contacted(campaign, reached, people, { twice, withinDays: contactedWithinDays }),
    ...suppressed(campaign, reached, people),
    ...(isUnread ? [unread(campaign)] : []),
  ]);
}

/** A danger that could not be looked for is not known to be absent. */
function unread(campaign: ReviewedCampaign): Finding {
  const text = `${capital(called("campaign", campaign))} comes to people in its lists, and not all people of the organization could be read: nobody knows whether other campaigns contact them, or outreach.do-not-contact names them. What the review could not know says why.`;
  return about(campaign, "danger", "unread-people", text, "listIds");
}

function contacted(
  campaign: ReviewedCampaign,
  reached: readonly Person[],
  live: LivePeople,
  { twice, withinDays }: { readonly twice: ReadonlySet<Person>; readonly withinDays: number },
): Finding[] {
  const own = new Set([campaign.id, campaign.idBefore]);
  const found = reached.flatMap((person) => {
    const its = contactOf(person.appearances, own, live.now - withinDays * day);
    // No service knows of a campaign that the same change starts.
    const how = its !== "running" && twice.has(person) ? "beside" : its;
    return how === undefined ? [] : [{ person, how, at: lastStep(person, own) }];
  });
  const total = found.length;
  if (total === 0) return [];
  const count = (wanted: Contacted) => found.filter(({ how }) => how === wanted).length;
  const counts = {
    ...{ running: count("running"), beside: count("beside") },
    ...{ recent: count("recent"), untold: count("untold") },
  };
  const worst = found.toSorted((left, right) => ways.indexOf(left.how) - ways.indexOf(right.how) || right.at - left.at);
  const who = worst.slice(0, mostPeople).map(({ person }) => described(person, own, live));
  const parts = [
    ...(counts.running === 0 ? [] : [`${counts.running} by a campaign that runs`]),
    ...(counts.beside === 0 ? [] : [`${counts.beside} by another campaign of this change`]),
    ...(counts.recent === 0 ? [] : [`${counts.recent} within the last ${withinDays} days`]),
    ...(counts.untold === 0 ? [] : [`${counts.untold} of whom the service does not tell when, or whether it goes on`]),
  ];
  const text = `${capital(called("campaign", campaign))} comes to ${counted(total)} in its lists whom other campaigns of the organization contact or have contacted: ${enumeration(parts)}. \`pulumi-outreach people --collisions\` names those of several members and campaigns; take them out of the list in the app, or approve that they get both.`;
  return [{ ...about(campaign, "danger", "already-contacted", text, "listIds"), who }];
}

/** How another campaign has to do with a person, worst first. */
const ways = ["running", "beside", "recent", "untold"] as const;
type Contacted = (typeof ways)[number];

/** When another campaign has written to a person last. */
function lastStep({ appearances }: Person, own: ReadonlySet<string | undefined>): number {
  const times = othersOf(appearances, own).map(({ at }) => Date.parse(at?.slice(0, 40) ?? ""));
  return Math.max(0, ...times.filter((time) => !Number.isNaN(time)));
}

function othersOf(appearances: Person["appearances"], own: ReadonlySet<string | undefined>) {
  return appearances.flatMap(({ member, campaigns }) =>
    campaigns.filter(({ campaignId }) => !own.has(campaignId)).map((each) => ({ ...each, member })),
  );
}

/** `Ada Byron, Engines (“Banking” of Bruno Keller runs)`. */
function described(person: Person, own: ReadonlySet<string | undefined>, { members, now }: LivePeople): string {
  const first = <T>(of: (appearance: Person["appearances"][number]) => T | undefined) =>
    person.appearances.map(of).find((each) => each !== undefined && each !== "");
  const name =
    first((each) => each.name) ?? first((each) => each.profileUrl ?? each.email) ?? "somebody without a name";
  const company = first((each) => each.company);
  const told = othersOf(person.appearances, own).map(({ member, name: campaign, campaignId, active, isOver, at }) => {
    const whose = members?.get(member) ?? `user ${member}`;
    const its = campaign === undefined ? `campaign ${campaignId}` : quote(campaign);
    const days = at === undefined ? Number.NaN : Math.floor((now - Date.parse(at.slice(0, 40))) / day);
    // The clock of the service may be ahead.
    const when = Number.isNaN(days) ? "" : `, ${days <= 0 ? "today" : days === 1 ? "1 day ago" : `${days} days ago`}`;
    return `${its} of ${whose}${active === true && !isOver ? " runs" : ""}${when}`;
  });
  const what = told.length === 0 ? "" : ` (${enumeration(told, 3)})`;
  return safeText(`${name}${company === undefined ? "" : `, ${company}`}${what}`, 300);
}

/** The worst that other campaigns do to a person. */
function contactOf(
  appearances: Person["appearances"],
  own: ReadonlySet<string | undefined>,
  since: number,
): Contacted | undefined {
  const others = othersOf(appearances, own);
  if (others.some(({ active, isOver }) => active === true && !isOver)) return "running";
  const times = others.map(({ step, at }) => (step === undefined ? undefined : Date.parse(at?.slice(0, 40) ?? "")));
  if (times.some((time) => time !== undefined && time >= since)) return "recent";
  const isOpen = others.some(({ active, isOver }) => active === undefined && !isOver);
  const isUndated = times.some((time) => time !== undefined && Number.isNaN(time));
  // One contact in the campaign's own list is no sign of another campaign; a second one, whose campaigns nobody shows, is.
  const isHidden = appearances.length > 1 && appearances.some((each) => each.inList && !each.areAllCampaigns);
  return isOpen || isUndated || isHidden ? "untold" : undefined;
}

function suppressed(campaign: ReviewedCampaign, reached: readonly Person[], live: LivePeople): Finding[] {
  const { suppression } = live;
  const found = suppression === undefined ? [] : suppressedAmong(reached, suppression);
  if (found.length === 0) return [];
  const lines = [...new Set(found.flatMap((person) => person.lines.map(({ line }) => line)))];
  const named = enumeration(lines.sort((left, right) => left - right).map(String));
  const text = `${capital(called("campaign", campaign))} comes to ${counted(found.length)} in its lists who ${found.length === 1 ? "is" : "are"} not to be contacted (${lines.length === 1 ? "line" : "lines"} ${named} of outreach.do-not-contact). \`pulumi-outreach people --suppressed\` names them and where to take them out in the app; no operation of the service removes a person.`;
  const own = new Set([campaign.id, campaign.idBefore]);
  const who = found.slice(0, mostPeople).map((person) => described(person, own, live));
  return [{ ...about(campaign, "danger", "suppressed-person", text, "listIds"), who }];
}

function counted(people: number): string {
  return people === 1 ? "1 person" : `${people} people`;
}
