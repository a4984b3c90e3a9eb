import { grouped } from "../../text/groups";
import type { Finding, Review, ReviewedCampaign, UsedList } from "../model";
import type { Together } from "../together";
import { calledFrom, listedUpTo, listsWords, quote, tellerOf } from "./sentences";

/**
 * A campaign that is created while another campaign on its lists leaves the program, for example after a resource is
 * renamed without an alias. If the service shows its campaigns, the update refuses the create. Otherwise, and if the
 * machine has no record, the update creates the campaign and refuses the old one's delete too late.
 */
export function sideBySideFindings(
  when: Review["about"],
  campaigns: readonly ReviewedCampaign[],
  together: Together,
): Finding[] {
  if (when === "drift") return [];
  const leaving = together.campaigns.filter(
    (old) => old.change === "deleted" && old.running !== "no" && together.mayBeUnseen(old),
  );
  return campaigns.flatMap((coming) => {
    if (coming.change !== "created" || coming.runs === "no") return [];
    return leaving.flatMap((old) => {
      const shared = coming.lists.filter((list) =>
        old.lists.some((its) => together.mayBeSame([coming, list], [old, its])),
      );
      // An adopted campaign is the old one itself.
      if (shared.length === 0 || (old.id !== undefined && coming.adopts === old.id)) return [];
      const beside = `${calledFrom(coming, old)}${old.id === undefined ? "" : ` (id ${old.id})`}`;
      const isSure = old.running === "yes";
      const both = coming.runs === "yes" && isSure ? "both write" : "both may write";
      const alias = `If it is the same campaign under another resource name, add the old name ${quote(old.resource)} to the option aliases of the new resource. Otherwise switch`;
      const rest = `${isSure ? "is running" : "may be running"} and cannot be switched off by this service: ${both} to the people of ${listsWords(shared)}. ${together.areOfOneStack(coming, old) ? alias : "Switch"} the old one off in the app first.`;
      const { tell, inTense } = tellerOf(when, "campaign", coming);
      const told = `${inTense("comes", "came")} into the program beside ${beside}, which ${inTense("leaves", "left")} it, ${rest}`;
      return { ...tell("danger", "side-by-side", told, "listIds"), reaches: [`campaign ${old.id ?? old.urn}`] };
    });
  });
}

const mostNamed = 5;

/**
 * A campaign that is attached to a list, or starts on it, while another campaign sends or may send to the same list, so that
 * its people receive both. Lists count as the same only if that is certain.
 */
export function sharedListFindings(
  when: Review["about"],
  campaigns: readonly ReviewedCampaign[],
  together: Together,
): Finding[] {
  if (when === "drift") return [];
  const uses = together.campaigns.flatMap((campaign) =>
    usedBy(campaign).flatMap((list) => (keyOf(list) === undefined ? [] : [{ campaign, list }])),
  );
  const users = grouped(uses, ({ list }) => keyOf(list));
  const told = new Set<ReviewedCampaign>();
  return campaigns.flatMap((campaign) => {
    const others = new Set<ReviewedCampaign>();
    const shared = usedBy(campaign).filter((list) => {
      if (!comesTo(campaign, list)) return false;
      const beside = (users.get(keyOf(list)) ?? []).filter(
        ({ campaign: other, list: its }) =>
          other !== campaign && !told.has(other) && together.mayBeSame([campaign, list], [other, its]),
      );
      for (const each of beside) others.add(each.campaign);
      return beside.length > 0;
    });
    if (others.size === 0) return [];
    // Report two campaigns that start together only once.
    told.add(campaign);
    // Hundreds of campaigns may use a list, so format only the names that are shown.
    const more = others.size > mostNamed ? [`${others.size - mostNamed} more`] : [];
    const named = [...others].slice(0, mostNamed).map((other) => calledFrom(campaign, other));
    const words = `and ${listedUpTo([...named, ...more])} use ${listsWords(shared)}: the same people may get what each of them sends.`;
    return tellerOf(when, "campaign", campaign).tell("notice", "shared-list", words, "listIds");
  });
}

/** The lists of a campaign that sends or may send. */
const usedBy = ({ runs, lists }: ReviewedCampaign) =>
  runs === "no" ? [] : lists.filter(({ change }) => change !== "removed");

const keyOf = ({ id, urn }: UsedList) => (id === undefined ? urn : `list ${id}`);

function comesTo({ change, running, runs }: ReviewedCampaign, list: UsedList): boolean {
  return change === "created" || list.change === "added" || (runs === "yes" && running !== "yes");
}
