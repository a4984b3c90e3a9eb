import { present } from "../text/groups";
import { icon } from "./icons";
import { html, type Inserted, type Markup } from "./markup";
import { sentence } from "./texts";
import type { Chip } from "./words";
import { number } from "./words";

export function chip({ sign, word, tone }: Chip): Markup {
  return html`<span class="chip ${tone}"><span class="sign" aria-hidden="true">${sign}</span>${word}</span>`;
}

/** A fact: a term and its description. */
export function fact(term: Inserted, description: Inserted): Markup {
  return html`<div><dt>${term}</dt><dd>${description}</dd></div>`;
}

/** Facts below each other, without missing ones. */
export function facts(rows: readonly FactRow[], look?: string): Markup {
  const shown = present(rows).map(([term, description]) => fact(term, description));
  return html`<dl class="facts${look !== undefined && ` ${look}`}">${shown}</dl>`;
}
export type FactRow = readonly [term: Inserted, description: Inserted] | false | undefined;

/** Sentences of this package below each other. */
export function bullets(texts: readonly string[]): Markup {
  return html`<ul class="card bullets">${texts.map((text) => html`<li>${sentence(text)}</li>`)}</ul>`;
}

/** The page's main result. */
export interface Verdict {
  readonly tone: "good" | "warn" | "bad";
  readonly picture: string;
  readonly heading: string;
  readonly text: Inserted;
}

export function verdictCard(label: string, { tone, picture, heading, text }: Verdict): Markup {
  return html`<section class="verdict ${tone}" aria-label="${label}">${icon(picture)}<div><p class="verdict-heading">${heading}</p>${text}</div></section>`;
}

/** A part of the page with a heading. A filter hides it if it hides all of its items. */
export function section(id: string, heading: string, aside: Inserted, body: Inserted, lead?: Inserted): Markup {
  return html`<section class="section" id="${id}" aria-labelledby="${id}-heading" data-group tabindex="-1"><header>
<h2 id="${id}-heading">${heading}</h2><p class="aside">${aside}</p></header>${
    lead !== undefined && html`<p class="lead">${lead}</p>`
  }
${body}</section>
`;
}

/** A part of a page. Without a body it is omitted. */
export type Part = readonly [id: string, heading: string, body: Markup | undefined, count?: number];

/** Links to the parts of the page. */
export function navigation(brand: string, parts: readonly Part[]): Markup {
  return html`<nav aria-label="Parts of this page"><p class="brand"><span class="mark" aria-hidden="true"></span>${brand}</p><ul>${parts.map(
    ([id, heading, , count]) =>
      html`<li><a href="#${id}">${heading}${count !== undefined && html` <span class="nav-count">${number(count)}</span>`}</a></li>`,
  )}</ul></nav>`;
}
