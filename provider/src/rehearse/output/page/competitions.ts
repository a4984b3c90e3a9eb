import { html, type Markup } from "../../../page/markup";
import { section } from "../../../page/parts";
import { name } from "../../../page/texts";
import { formattedCount } from "../../../page/words";
import type { Rehearsal } from "../../model";
import { countsWords, finishWords, fullWords, seatName } from "../../words";

/** The seats shared by several campaigns, with each campaign's share. */
export function competitions({ competitions: all, campaigns, days }: Rehearsal): Markup | undefined {
  if (all.length === 0) return undefined;
  const body = all.map(({ seat, kind, full, campaigns: rivals }) => {
    const rows = rivals.map(({ campaign, name: called, counts }) => {
      const index = campaigns.findIndex(({ key }) => key === campaign);
      const found = campaigns[index];
      const finish = found === undefined ? undefined : finishWords(found, days);
      return html`<li><p><a href="#campaign-${index + 1}">${name(called, 80)}</a></p><p>${countsWords(counts)}${
        finish !== undefined && html` <span class="muted">finishes: ${finish}</span>`
      }</p></li>`;
    });
    return html`<div class="card"><p><b>${seatName({ seat, kind })}</b> <span class="muted">${
      full.length === 0 ? "enough for all of them" : html`used up: ${fullWords(full)}`
    }</span></p><ul class="plain-list">${rows}</ul></div>
`;
  });
  return section(
    "competitions",
    "Campaigns that share a seat",
    formattedCount(all.length, "seat"),
    body,
    "Campaigns on one seat share its quotas, so that each of them takes longer.",
  );
}
