import type { Finding, Review, ReviewedCampaign } from "../model";
import type { Together } from "../together";
import { about, called, calledFrom, capital, inTense, listsWords, quote } from "./sentences";

/**
 * A campaign that is created while another one on its lists leaves the program, as after a renaming without an alias. If
 * the service shows its campaigns, the update refuses the new one. If it shows none and nothing is recorded on the machine,
 * the update creates it, and refuses the delete of the old one too late.
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
      // What is adopted is the old one itself.
      if (shared.length === 0 || (old.id !== undefined && coming.adopts === old.id)) return [];
      const beside = `${calledFrom(coming, old)}${old.id === undefined ? "" : ` (id ${old.id})`}`;
      const is = old.running === "yes" ? "is running" : "may be running";
      const both = coming.runs === "yes" && old.running === "yes" ? "both write" : "both may write";
      const lead = inTense(when, {
        planned: `${called("campaign", coming)} comes into the program beside ${beside}, which leaves it, ${is} and cannot be switched off by this service`,
        done: `${called("campaign", coming)} came into the program beside ${beside}, which left it, ${is} and cannot be switched off by this service`,
        drift: "",
      });
      const alias = `If it is the same campaign under another resource name, add the old name ${quote(old.resource)} to the option aliases of the new resource. Otherwise switch`;
      const advice = `${together.areOfOneStack(coming, old) ? alias : "Switch"} the old one off in the app first.`;
      const text = `${capital(lead)}: ${both} to the people of ${listsWords(shared)}. ${advice}`;
      return [
        { ...about(coming, "danger", "side-by-side", text, "listIds"), reaches: [`campaign ${old.id ?? old.urn}`] },
      ];
    });
  });
}
