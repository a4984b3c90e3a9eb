import { html, type Inserted, type Markup } from "../../../page/markup";
import { name } from "../../../page/texts";
import { type Chip, counted, listed, number } from "../../../page/words";
import type { ReviewedAgent, ReviewedCampaign } from "../../model";
import { isWhole, type Section } from "../layout";
import { listName, seatsOf } from "./seats";
import { sendingChip, workChip } from "./words";

/** What a closed card tells of its resource: a sign in the head, and a line below it. */
export function inShort(section: Section): { readonly sign?: Chip; readonly second?: Inserted } {
  switch (section.noun) {
    case "Campaign":
      return { sign: sendingChip(section.resource), second: campaignInShort(section.resource) };
    case "Source agent":
      return { sign: workChip(section.resource), second: agentInShort(section.resource) };
    case "List": {
      const { people } = section.resource;
      return people === undefined ? {} : { second: counted(people, "person", "people") };
    }
  }
}

function campaignInShort(campaign: ReviewedCampaign): Markup {
  const { steps, change } = campaign;
  const counts = (["added", "removed", "changed"] as const).flatMap((each) => {
    const count = steps.filter((step) => step.change === each).length;
    return count === 0 || isWhole(campaign) ? [] : [`${number(count)} ${each === "added" ? "new" : each}`];
  });
  const staying = counted(steps.filter((step) => step.change !== "removed").length, "step");
  const { network, emails } = seatsOf(campaign);
  const from = [network, emails].filter((each) => each !== undefined);
  return html`${change !== "deleted" && html`${staying}${counts.length > 0 && `, ${listed(counts)}`}`}${
    from.length > 0 && html` · ${name(listed(from))}`
  }`;
}

function agentInShort(agent: ReviewedAgent): Markup {
  const { type, list, signals } = agent;
  const counts = (["added", "removed"] as const).flatMap((each) => {
    const count = signals[each].length;
    return count === 0 ? [] : [`${counted(count, "signal")}${isWhole(agent) ? "" : ` ${each}`}`];
  });
  return html`${type !== undefined && name(type)}${list !== undefined && html` · into ${listName(list)}`}${
    counts.length > 0 && ` · ${counts.join(", ")}`
  }`;
}
