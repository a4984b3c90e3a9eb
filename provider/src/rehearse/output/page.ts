import { type PageOptions, pageDocument } from "../../page/document";
import { html, type Inserted, type Markup } from "../../page/markup";
import { bullets, type Part, section } from "../../page/parts";
import { name, truncatedName } from "../../page/texts";
import { formattedCount, number } from "../../page/words";
import { againstWords, settingWords, summaryWords } from "../difference/words";
import type { Rehearsal } from "../model";
import type { Compared } from "../run/compare";
import { calendar } from "./page/calendar";
import { campaigns } from "./page/campaigns";
import { competitions } from "./page/competitions";
import { styles } from "./page/style";
import { verdict } from "./page/verdict";

/** With more campaigns, the browser skips rendering parts that are not in view. */
const mostAtOnce = 60;

/** The parts that every rehearsal page has in common. Pages have no script. */
function frame({ project, seed }: Pick<Rehearsal, "project" | "seed">, now: Date | undefined) {
  const pageFooter: Inserted = html`Project ${name(project)}, seed ${number(seed)}.`;
  return { brand: "Outreach rehearsal", styles, pageFooter, now };
}

/** A self-contained page for a rehearsal. */
export function rehearsalPage(rehearsal: Rehearsal, { title, now }: PageOptions = {}): string {
  const { stack, days, contacts, assumptions, warnings, campaigns: all } = rehearsal;
  const why = "Because it cannot be known before the real run.";
  return pageDocument({
    ...frame(rehearsal, now),
    title: title ?? `Rehearsal of ${truncatedName(stack)}`,
    lead: `${formattedCount(days, "day")} with ${formattedCount(contacts, "made-up person", "made-up people")}, played on the local service. Nobody real was contacted.`,
    isLarge: all.length > mostAtOnce,
    verdict: verdict(rehearsal),
    parts: [
      ["calendar", "Calendar", calendar(rehearsal)],
      ["competitions", "Shared seats", competitions(rehearsal), rehearsal.competitions.length],
      ["campaigns", "Campaigns", campaigns(rehearsal), all.length],
      ["warnings", "Warnings", sentences("warnings", "Warnings of the program", warnings), warnings.length],
      ["assumptions", "What is assumed", sentences("assumptions", "What is assumed", assumptions, why)],
    ],
  });
}

/** A self-contained page for a comparison: the differences, and the calendars of both programs. */
export function differencePage({ difference, before, after }: Compared, { title, now }: PageOptions = {}): string {
  const { stack, effects, assumptions } = difference;
  const texts = effects.map(({ text }) => text);
  const found = texts.length === 0 ? html`<p class="card muted">${summaryWords(difference)}</p>` : bullets(texts);
  const calendarPart = (id: string, heading: string, its: Rehearsal): Part => [
    ...([id, heading] as const),
    calendar(its, { id, heading }),
  ];
  return pageDocument({
    ...frame(difference, now),
    title: title ?? `Rehearsal of ${truncatedName(stack)} against ${truncatedName(againstWords(difference))}`,
    lead: `${settingWords(difference)} Nobody real was contacted.`,
    parts: [
      [
        ...(["differences", "Differences"] as const),
        section("differences", "Differences", number(effects.length), found),
        effects.length,
      ],
      calendarPart("calendar-after", "Calendar now", after),
      calendarPart("calendar-before", "Calendar before", before),
      ["assumptions", "What is assumed", sentences("assumptions", "What is assumed", assumptions)],
    ],
  });
}

function sentences(id: string, heading: string, texts: readonly string[], lead?: string): Markup | undefined {
  return texts.length === 0 ? undefined : section(id, heading, number(texts.length), bullets(texts), lead);
}
