import { madeOn, type PageOptions, pageDocument } from "../../page/document";
import { html } from "../../page/markup";
import { navigation, type Part, section } from "../../page/parts";
import { base } from "../../page/styles/base";
import { layout } from "../../page/styles/layout";
import { parts as partStyles } from "../../page/styles/parts";
import { print } from "../../page/styles/print";
import { name, plainName, sentence } from "../../page/texts";
import { number } from "../../page/words";
import { againstWords, settingWords, summaryWords } from "../difference/words";
import type { Compared } from "../run/compare";
import { calendar } from "./page/calendar";
import { style } from "./page/style";

/** One self-contained page of a comparison: what is different, and the calendars of both programs. It has no script. */
export function differencePage({ difference, before, after }: Compared, options: PageOptions = {}): string {
  const { project, stack, effects, assumptions, seed } = difference;
  const title = options.title ?? `Rehearsal of ${plainName(stack)} against ${plainName(againstWords(difference))}`;
  const bullets = (texts: readonly string[]) =>
    html`<ul class="card bullets">${texts.map((text) => html`<li>${sentence(text)}</li>`)}</ul>`;
  const found =
    effects.length === 0
      ? html`<p class="card muted">${summaryWords(difference)}</p>`
      : bullets(effects.map(({ text }) => text));
  const [now, earlier] = [
    { id: "calendar-after", heading: "Calendar now" },
    { id: "calendar-before", heading: "Calendar before" },
  ];
  const all: readonly Part[] = [
    [
      "differences",
      "Differences",
      section("differences", "Differences", number(effects.length), found),
      effects.length,
    ],
    [now.id, now.heading, calendar(after, now)],
    [earlier.id, earlier.heading, calendar(before, earlier)],
    [
      "assumptions",
      "What is assumed",
      section("assumptions", "What is assumed", number(assumptions.length), bullets(assumptions)),
    ],
  ];
  return pageDocument({
    title,
    styles: `${base}${layout}${partStyles}${style}${print}`,
    isLarge: false,
    navigation: navigation("Outreach rehearsal", all),
    main: html`<header class="title"><p class="eyebrow">Outreach rehearsal</p>
<h1 dir="auto">${title}</h1>
<p class="lead">${settingWords(difference).replace(/ What is assumed of both:$/, "")} Nobody real was contacted.</p></header>
${all.map(([, , body]) => body)}
<footer><p>Project ${name(project)}, seed ${number(seed)}.${madeOn(options.now)} This page loads nothing and sends nothing.</p></footer>`,
  });
}
