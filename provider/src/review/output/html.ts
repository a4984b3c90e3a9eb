import { type PageOptions, pageDocument } from "../../page/document";
import { grouped } from "../../page/groups";
import { html } from "../../page/markup";
import { navigation, type Part } from "../../page/parts";
import type { Finding, Review } from "../model";
import { ofLevel } from "./layout";
import { calendar, calendarCampaigns } from "./page/calendar";
import { columnStyle, columnsOf } from "./page/calendarColumns";
import { dangers, notices } from "./page/findings";
import { filter, header, titleOf } from "./page/header";
import { Places } from "./page/places";
import { resources } from "./page/resources";
import { ending, leftBehind, leftOut, messages, others } from "./page/rest";
import { script } from "./page/script";
import { style } from "./page/styles/style";
import { nouns } from "./page/words";
import { sectionsOf } from "./sections";

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
  const count = (level: Finding["level"]) => ofLevel(review.findings, level).length;
  const sections = sectionsOf(review);
  const all: readonly Part[] = [
    ["dangers", "Dangers", dangers(review, places), count("danger")],
    ["notices", "Notices", notices(review, places), count("notice")],
    ["calendar", "Calendar", calendar(shown, columns, places, options.now)],
    ...[...grouped(sections, ({ noun }) => noun)].map(([noun, its]): Part => {
      const { word, heading } = nouns[noun];
      return [`${word}s`, heading, resources(noun, its, places), its.length];
    }),
    ["others", "Other resources", others(review, places)],
    ["left-behind", "What stays", leftBehind(review, places)],
    ["left-out", "What is not known", leftOut(review)],
    ["messages", "Messages of Pulumi", messages(review, places)],
  ];
  const parts = all.filter(([, , body]) => body !== undefined);
  const isLarge = sections.length > mostAtOnce;
  return pageDocument({
    ...{ title, styles, script, isLarge, navigation: navigation("Outreach review", parts) },
    main: html`${header(review, title)}
${filter(places)}
${parts.map(([, , body]) => body)}${parts.length === 0 && html`<p class="card muted">Nothing changes.</p>`}
${ending(review, options.now)}`,
  });
}

/** With more resources, the browser leaves out of its work what is not in view. */
const mostAtOnce = 60;
