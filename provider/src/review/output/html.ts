import { createHash } from "node:crypto";
import type { Review } from "../model";
import { agents } from "./page/agents";
import { calendar, calendarCampaigns } from "./page/calendar";
import { columnStyle, columnsOf } from "./page/calendarColumns";
import { campaigns } from "./page/campaigns";
import { dangers, notices } from "./page/findings";
import { filter, header, navigation, titleOf } from "./page/header";
import { iconSheet } from "./page/icons";
import { lists } from "./page/lists";
import { attributes, constant, html, type Markup } from "./page/markup";
import { Places } from "./page/places";
import { ending, leftBehind, leftOut, messages, others } from "./page/rest";
import { script } from "./page/script";
import { style } from "./page/styles/style";

/** How a page is made, apart from what it shows. */
export interface PageOptions {
  /** Its heading. Default: what the review is about, and of which stack. */
  readonly title?: string;
  /** When it was made. Left out of the page if this is left out, so that equal reviews make equal pages. */
  readonly now?: Date;
}

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
    ["calendar", "Calendar", calendar(shown, columns, places)],
    ["campaigns", "Campaigns", campaigns(review, places)],
    ["agents", "Source agents", agents(review, places)],
    ["lists", "Lists", lists(review, places)],
    ["others", "Other resources", others(review, places)],
    ["left-behind", "What stays", leftBehind(review, places)],
    ["left-out", "What is not known", leftOut(review)],
    ["messages", "Messages of Pulumi", messages(review, places)],
  ]);
  return `${html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy(styles)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${constant(styles)}</style>
</head>
<body${attributes({ class: isLarge(review) && "large" })}>
<a class="skip" href="#main">Skip to content</a>
${iconSheet()}
<div id="page">
${navigation(parts)}
<main id="main" tabindex="-1">
${header(review, title)}
${filter(places)}
${parts.map(({ body }) => body)}${parts.length === 0 && html`<p class="card muted">Nothing changes.</p>`}
${ending(review, options.now)}
</main>
</div>
<script>${constant(script)}</script>
</body>
</html>`}
`;
}

/** With more resources, the browser leaves out of its work what is not in view. */
const mostAtOnce = 60;

function isLarge({ campaigns, agents, lists }: Review): boolean {
  return campaigns.length + agents.length + lists.length > mostAtOnce;
}

type Part = readonly [id: string, heading: string, body: Markup | undefined];

function partsOf(review: Review, all: readonly Part[]) {
  const counts: Readonly<Record<string, number>> = {
    dangers: review.findings.filter(({ level }) => level === "danger").length,
    notices: review.findings.filter(({ level }) => level === "notice").length,
    campaigns: review.campaigns.length,
    agents: review.agents.length,
    lists: review.lists.length,
  };
  return all.flatMap(([id, heading, body]) => (body ? [{ id, heading, body, count: counts[id] }] : []));
}

/** Nothing may be loaded, and only this style and this script may be used. */
function policy(styles: string): string {
  const rules = ["default-src 'none'", `style-src ${hashOf(styles)}`, `script-src ${hashOf(script)}`];
  return [...rules, "base-uri 'none'", "form-action 'none'"].join("; ");
}

function hashOf(text: string): string {
  return `'sha256-${createHash("sha256").update(text, "utf8").digest("base64")}'`;
}
