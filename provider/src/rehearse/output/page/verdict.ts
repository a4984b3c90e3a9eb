import { html, type Markup } from "../../../page/markup";
import { verdictCard } from "../../../page/parts";
import { truncatedName } from "../../../page/texts";
import { formattedCount, number } from "../../../page/words";
import { listed } from "../../../text/words";
import type { Rehearsal } from "../../model";

/** The most important facts: whether everything finishes, and whether texts have empty variables. */
export function verdict({ campaigns, days }: Rehearsal): Markup {
  const late = campaigns.filter(({ finishedOn }) => finishedOn === undefined);
  const gaps = campaigns.filter(({ steps }) => steps.some(({ emptyVariables }) => emptyVariables.length > 0));
  const isFine = late.length === 0;
  const heading = isFine
    ? `${campaigns.length === 1 ? "The campaign finishes" : `All ${number(campaigns.length)} campaigns finish`} within ${formattedCount(days, "day")}`
    : `${campaigns.length === 1 ? "The campaign does" : `${number(late.length)} of ${formattedCount(campaigns.length, "campaign")} ${late.length === 1 ? "does" : "do"}`} not finish within ${formattedCount(days, "day")}`;
  const texts =
    gaps.length === 0
      ? "No contact gets a text with an empty variable."
      : `Some contacts get texts with an empty variable: ${listed(gaps.slice(0, 5).map(({ name }) => truncatedName(name)))}${gaps.length > 5 ? " and others" : ""}.`;
  const isGood = isFine && gaps.length === 0;
  return verdictCard("Result", {
    ...{ tone: isGood ? "good" : "warn", picture: isGood ? "fine" : "notice", heading },
    text: html`<p><bdi dir="ltr">${texts}</bdi></p>`,
  });
}
