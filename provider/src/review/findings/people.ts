import type { Person } from "../../people/model";
import { suppressedAmong } from "../../people/suppressed";
import type { ContentRules } from "../content/rules";
import type { Plan } from "../input/plan";
import type { Finding, ReviewedCampaign } from "../model";
import { type LivePeople, peopleIn, reachedLists } from "../reachedPeople";
import { about, called, capital, enumeration } from "./sentences";

/**
 * Codes of the findings that `--live` alone makes. No fingerprint covers them: what members hold changes by the hour, and
 * nothing of it is in the plan.
 */
export const liveCodes: ReadonlySet<string> = new Set(["already-contacted", "suppressed-person"]);

const day = 86_400_000;

/**
 * People in the lists that campaigns come to by this change, whom other campaigns of the organization contact or have
 * contacted, or who are not to be contacted. Numbers alone: a review may be a comment that everybody reads.
 */
export function peopleFindings(
  { about: when }: Pick<Plan, "about">,
  campaigns: readonly ReviewedCampaign[],
  starting: ReadonlySet<string>,
  people: LivePeople | undefined,
  { contactedWithinDays }: Pick<ContentRules, "contactedWithinDays">,
): Finding[] {
  if (when !== "planned" || people === undefined) return [];
  return campaigns.flatMap((campaign) => {
    const reached = peopleIn(people.persons, reachedLists(campaign, starting.has(campaign.urn)));
    return [...contacted(campaign, reached, people.now, contactedWithinDays), ...suppressed(campaign, reached, people)];
  });
}

function contacted(campaign: ReviewedCampaign, reached: readonly Person[], now: number, withinDays: number): Finding[] {
  const own = new Set([campaign.id, campaign.idBefore]);
  const counts = { running: 0, recent: 0, untold: 0 };
  for (const { appearances } of reached) {
    const how = contactOf(appearances, own, now - withinDays * day);
    if (how !== undefined) counts[how] += 1;
  }
  const total = counts.running + counts.recent + counts.untold;
  if (total === 0) return [];
  const parts = [
    ...(counts.running === 0 ? [] : [`${counts.running} by a campaign that runs`]),
    ...(counts.recent === 0 ? [] : [`${counts.recent} within the last ${withinDays} days`]),
    ...(counts.untold === 0 ? [] : [`${counts.untold} of whom the service does not tell when, or whether it goes on`]),
  ];
  const text = `${capital(called("campaign", campaign))} comes to ${counted(total)} in its lists whom other campaigns of the organization contact or have contacted: ${enumeration(parts)}. \`pulumi-outreach people --collisions\` names those of several members and campaigns; take them out of the list in the app, or approve that they get both.`;
  return [about(campaign, "danger", "already-contacted", text, "listIds")];
}

/** The worst that other campaigns do to a person. */
function contactOf(
  appearances: Person["appearances"],
  own: ReadonlySet<string | undefined>,
  since: number,
): "running" | "recent" | "untold" | undefined {
  const others = appearances.flatMap(({ campaigns }) => campaigns.filter(({ campaignId }) => !own.has(campaignId)));
  if (others.some(({ active, isOver }) => active === true && !isOver)) return "running";
  const times = others.map(({ step, at }) => (step === undefined ? undefined : Date.parse(at?.slice(0, 40) ?? "")));
  if (times.some((time) => time !== undefined && time >= since)) return "recent";
  const isOpen = others.some(({ active, isOver }) => active === undefined && !isOver);
  const isUndated = times.some((time) => time !== undefined && Number.isNaN(time));
  // One contact in the campaign's own list is no sign of another campaign; a second one, whose campaigns nobody shows, is.
  const isHidden = appearances.length > 1 && appearances.some((each) => each.inList && !each.areAllCampaigns);
  return isOpen || isUndated || isHidden ? "untold" : undefined;
}

function suppressed(campaign: ReviewedCampaign, reached: readonly Person[], { suppression }: LivePeople): Finding[] {
  const found = suppression === undefined ? [] : suppressedAmong(reached, suppression);
  if (found.length === 0) return [];
  const lines = [...new Set(found.flatMap((person) => person.lines.map(({ line }) => line)))];
  const named = enumeration(lines.sort((left, right) => left - right).map(String));
  const text = `${capital(called("campaign", campaign))} comes to ${counted(found.length)} in its lists who ${found.length === 1 ? "is" : "are"} not to be contacted (${lines.length === 1 ? "line" : "lines"} ${named} of outreach.do-not-contact). \`pulumi-outreach people --suppressed\` names them and where to take them out in the app; no operation of the service removes a person.`;
  return [about(campaign, "danger", "suppressed-person", text, "listIds")];
}

function counted(people: number): string {
  return people === 1 ? "1 person" : `${people} people`;
}
