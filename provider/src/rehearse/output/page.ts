import { madeOn, type PageOptions, pageDocument } from "../../page/document";
import { html, type Markup } from "../../page/markup";
import { navigation, type Part, section } from "../../page/parts";
import { base } from "../../page/styles/base";
import { layout } from "../../page/styles/layout";
import { parts as partStyles } from "../../page/styles/parts";
import { print } from "../../page/styles/print";
import { name, plainName, sentence } from "../../page/texts";
import { counted, number } from "../../page/words";
import type { Rehearsal } from "../model";
import { calendar } from "./page/calendar";
import { campaigns } from "./page/campaigns";
import { competitions } from "./page/competitions";
import { style } from "./page/style";
import { verdict } from "./page/verdict";

/** With more campaigns, the browser leaves out of its work what is not in view. */
const mostAtOnce = 60;

/** One self-contained page of a rehearsal. It has no script. */
export function rehearsalPage(rehearsal: Rehearsal, options: PageOptions = {}): string {
  const { stack, days, contacts, assumptions, warnings } = rehearsal;
  const title = options.title ?? `Rehearsal of ${plainName(stack)}`;
  const all: readonly Part[] = [
    ["calendar", "Calendar", calendar(rehearsal)],
    ["competitions", "Shared seats", competitions(rehearsal), rehearsal.competitions.length],
    ["campaigns", "Campaigns", campaigns(rehearsal), rehearsal.campaigns.length],
    ["warnings", "Warnings", sentences("warnings", "Warnings of the program", warnings), warnings.length],
    [
      "assumptions",
      "What is assumed",
      sentences("assumptions", "What is assumed", assumptions, "Because it cannot be known before the real run."),
    ],
  ];
  const shown = all.filter(([, , body]) => body !== undefined);
  return pageDocument({
    title,
    styles: `${base}${layout}${partStyles}${style}${print}`,
    isLarge: rehearsal.campaigns.length > mostAtOnce,
    navigation: navigation("Outreach rehearsal", shown),
    main: html`<header class="title"><p class="eyebrow">Outreach rehearsal</p>
<h1 dir="auto">${title}</h1>
<p class="lead">${counted(days, "day")} with ${counted(contacts, "made-up person", "made-up people")}, played on the local service. Nobody real was contacted.</p></header>
${verdict(rehearsal)}
${shown.map(([, , body]) => body)}
<footer><p>Project ${name(rehearsal.project)}, seed ${number(rehearsal.seed)}.${madeOn(options.now)} This page loads nothing and sends nothing.</p></footer>`,
  });
}

function sentences(id: string, heading: string, texts: readonly string[], lead?: string): Markup | undefined {
  if (texts.length === 0) return undefined;
  const body = html`<ul class="card bullets">${texts.map((text) => html`<li>${sentence(text)}</li>`)}</ul>`;
  return section(id, heading, number(texts.length), body, lead);
}
