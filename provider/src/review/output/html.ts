import { type PageOptions, pageDocument } from "../../page/document";
import { html } from "../../page/markup";
import { navigation, type Part } from "../../page/parts";
import type { Review } from "../model";
import { agents } from "./page/agents";
import { calendar, calendarCampaigns } from "./page/calendar";
import { columnStyle, columnsOf } from "./page/calendarColumns";
import { campaigns } from "./page/campaigns";
import { dangers, notices } from "./page/findings";
import { filter, header, titleOf } from "./page/header";
import { lists } from "./page/lists";
import { Places } from "./page/places";
import { ending, leftBehind, leftOut, messages, others } from "./page/rest";
import { script } from "./page/script";
import { style } from "./page/styles/style";

/**
 * One self-contained page of a review. It loads nothing: its policy allows no request, and no style or script but its
 * own. Everything in it can be read without the script.
 */
export function reviewPage(review: Review, options: PageOptions = {}): string {
  const places = new Places(review);
  const title = options.title ?? titleOf(review);
  const shown = calendarCampaigns(review);
  const columns = columnsOf(shown);
  const styles = `${style}${shown.length === 0 ? "" : columnStyle(columns)}`;
  const parts = partsOf(review, [
    ["dangers", "Dangers", dangers(review, places)],
    ["notices", "Notices", notices(review, places)],
    ["calendar", "Calendar", calendar(shown, columns, places, options.now)],
    ["campaigns", "Campaigns", campaigns(review, places)],
    ["agents", "Source agents", agents(review, places)],
    ["lists", "Lists", lists(review, places)],
    ["others", "Other resources", others(review, places)],
    ["left-behind", "What stays", leftBehind(review, places)],
    ["left-out", "What is not known", leftOut(review)],
    ["messages", "Messages of Pulumi", messages(review, places)],
  ]);
  return pageDocument({
    ...{ title, styles, script, isLarge: isLarge(review), navigation: navigation("Outreach review", parts) },
    main: html`${header(review, title)}
${filter(places)}
${parts.map(([, , body]) => body)}${parts.length === 0 && html`<p class="card muted">Nothing changes.</p>`}
${ending(review, options.now)}`,
  });
}

/** With more resources, the browser leaves out of its work what is not in view. */
const mostAtOnce = 60;

function isLarge({ campaigns, agents, lists }: Review): boolean {
  return campaigns.length + agents.length + lists.length > mostAtOnce;
}

function partsOf(review: Review, all: readonly Part[]): readonly Part[] {
  const counts: Readonly<Record<string, number>> = {
    dangers: review.findings.filter(({ level }) => level === "danger").length,
    notices: review.findings.filter(({ level }) => level === "notice").length,
    campaigns: review.campaigns.length,
    agents: review.agents.length,
    lists: review.lists.length,
  };
  return all.flatMap(([id, heading, body]) => (body ? [[id, heading, body, counts[id]] as const] : []));
}
