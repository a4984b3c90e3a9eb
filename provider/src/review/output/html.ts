import { type PageOptions, pageDocument } from "../../page/document";
import { html } from "../../page/markup";
import type { Part } from "../../page/parts";
import { formattedCount } from "../../page/words";
import { grouped } from "../../text/groups";
import type { Finding, Review } from "../model";
import { abouts, ofLevel, sectionsOf } from "./layout";
import { filter, header, leftBehind, leftOut, messages, origin, others, titleOf } from "./page/around";
import { calendar, calendarCampaigns } from "./page/calendar";
import { columnStyle, columnsOf } from "./page/calendarColumns";
import { dangers, notices } from "./page/findings";
import { Places } from "./page/places";
import { resources } from "./page/resources";
import { script } from "./page/script";
import { style } from "./page/styles/style";
import { brand, nouns } from "./page/words";

/**
 * A self-contained page that shows a review. It loads nothing: its policy allows no requests, and only its own style and
 * script. All of its content is readable without the script.
 */
export function reviewPage(review: Review, { title = titleOf(review), now }: PageOptions = {}): string {
  const places = new Places(review);
  const shown = calendarCampaigns(review);
  const columns = columnsOf(shown);
  const styles = `${style}${shown.length === 0 ? "" : columnStyle(columns)}`;
  const count = (level: Finding["level"]) => ofLevel(review.findings, level).length;
  const sections = sectionsOf(review);
  return pageDocument({
    ...{ brand, title, lead: abouts[review.about].lead, origin: origin(review), styles, script, now },
    isLarge: sections.length > mostAtOnce,
    verdict: html`${header(review)}
${filter(places)}`,
    parts: [
      ["dangers", "Dangers", dangers(review, places), count("danger")],
      ["notices", "Notices", notices(review, places), count("notice")],
      ["calendar", "Calendar", calendar(shown, { columns, places, now })],
      ...[...grouped(sections, ({ noun }) => noun)].map(([noun, its]): Part => {
        const { word, heading } = nouns[noun];
        return [`${word}s`, heading, resources(noun, its, places), its.length];
      }),
      ["others", "Other resources", others(review, places)],
      ["left-behind", "What stays", leftBehind(review, places)],
      ["left-out", "What is not known", leftOut(review)],
      ["messages", "Messages of Pulumi", messages(review, places)],
    ],
    pageFooter: `${formattedCount(review.unchanged, "resource")} ${review.unchanged === 1 ? "does" : "do"} not change.`,
  });
}

/** With more resources, the browser skips rendering parts that are not in view. */
const mostAtOnce = 60;
