import type { Plan } from "../input/plan";
import type { Finding, ReviewedCampaign, UsedList } from "../model";
import { mayBeUnseen } from "../resources";
import { about, called, capital, inTense, listsWords, quote } from "./sentences";

/**
 * A campaign that is created while another one on its lists leaves the program, as after a renaming without an alias. If
 * the service shows its campaigns, the update refuses the new one. If it shows none and nothing is recorded on the machine,
 * the update creates it, and refuses the delete of the old one too late.
 */
export function sideBySideFindings(
  { about: when, resources }: Plan,
  campaigns: readonly ReviewedCampaign[],
): Finding[] {
  if (when === "drift") return [];
  const unseen = new Set(resources.filter(mayBeUnseen).map(({ urn }) => urn));
  const leaving = campaigns.filter(
    ({ change, running, urn }) => change === "deleted" && running !== "no" && unseen.has(urn),
  );
  return campaigns.flatMap((coming) => {
    if (coming.change !== "created" || coming.runs === "no") return [];
    return leaving.flatMap((old) => {
      const shared = coming.lists.filter((list) => old.lists.some((its) => mayBeSame(list, its)));
      // What is adopted is the old one itself.
      if (shared.length === 0 || (old.id !== undefined && coming.adopts === old.id)) return [];
      const beside = `${called("campaign", old)}${old.id === undefined ? "" : ` (id ${old.id})`}`;
      const is = old.running === "yes" ? "is running" : "may be running";
      const both = coming.runs === "yes" && old.running === "yes" ? "both write" : "both may write";
      const lead = inTense(when, {
        planned: `${called("campaign", coming)} comes into the program beside ${beside}, which leaves it, ${is} and cannot be switched off by this service`,
        done: `${called("campaign", coming)} came into the program beside ${beside}, which left it, ${is} and cannot be switched off by this service`,
        drift: "",
      });
      const advice = `If it is the same campaign under another resource name, add the old name ${quote(old.resource)} to the option aliases of the new resource. Otherwise switch the old one off in the app first.`;
      const text = `${capital(lead)}: ${both} to the people of ${listsWords(shared)}. ${advice}`;
      return [
        { ...about(coming, "danger", "side-by-side", text, "listIds"), reaches: [`campaign ${old.id ?? old.urn}`] },
      ];
    });
  });
}

/** True also if it cannot be told which list the new campaign uses. */
function mayBeSame(list: UsedList, its: UsedList): boolean {
  if (list.id !== undefined || its.id === undefined) return list.id === its.id;
  if (list.uncertain === "hidden") return true;
  return list.uncertain === "twin" && list.name === its.name;
}
