import { createHash } from "node:crypto";
import { iconSheet } from "./icons";
import { attributes, constant, html, type Inserted } from "./markup";
import { navigation, type Part } from "./parts";

/** A page, apart from its frame. */
export interface PageContent {
  /** Above the title and the links: `Outreach review`. */
  readonly brand: string;
  readonly title: string;
  readonly lead: Inserted;
  /** Below the lead: where it comes from. */
  readonly origin?: Inserted;
  readonly styles: string;
  /** Everything can be read without it. */
  readonly script?: string;
  /** True if the browser shall leave out of its work what is not in view. */
  readonly isLarge?: boolean;
  /** What comes out of it, before its parts. */
  readonly verdict?: Inserted;
  /** Those without a body are left out. */
  readonly parts: readonly Part[];
  /** The last lines begin with it. */
  readonly ending: Inserted;
  readonly now: Date | undefined;
}

/** How a page is made, apart from what it shows. */
export interface PageOptions {
  /** Its heading. */
  readonly title?: string;
  /** When it was made. Left out of the page if this is left out, so that equal contents make equal pages. */
  readonly now?: Date;
}

/**
 * One self-contained page. It loads nothing: its policy allows no request, and no style or script but its own.
 */
export function pageDocument(content: PageContent): string {
  const { brand, title, lead, origin, styles, script, isLarge = false, verdict, ending, now } = content;
  const parts = content.parts.filter(([, , body]) => body !== undefined);
  return `${html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy(styles, script)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${constant(styles)}</style>
</head>
<body${attributes({ class: isLarge && "large" })}>
<a class="skip" href="#main">Skip to content</a>
${iconSheet()}
<div id="page">
${navigation(brand, parts)}
<main id="main" tabindex="-1">
<header class="title"><p class="eyebrow">${brand}</p>
<h1 dir="auto">${title}</h1>
<p class="lead">${lead}</p>${origin}</header>
${
  verdict !== undefined &&
  html`${verdict}
`
}${parts.map(([, , body]) => body)}${parts.length === 0 && html`<p class="card muted">Nothing changes.</p>`}
<footer><p>${ending}${madeOn(now)} This page loads nothing and sends nothing.</p></footer>
</main>
</div>${
    script !== undefined &&
    html`
<script>${constant(script)}</script>`
  }
</body>
</html>`}
`;
}

/** Nothing may be loaded, and only this style and this script may be used. */
function policy(styles: string, script: string | undefined): string {
  const scripts = script === undefined ? "'none'" : hashOf(script);
  const rules = ["default-src 'none'", `style-src ${hashOf(styles)}`, `script-src ${scripts}`];
  return [...rules, "base-uri 'none'", "form-action 'none'"].join("; ");
}

function hashOf(text: string): string {
  return `'sha256-${createHash("sha256").update(text, "utf8").digest("base64")}'`;
}

/** `2026-03-02 08:00 UTC` as a part of the last lines of a page. */
function madeOn(now: Date | undefined): Inserted {
  if (now === undefined) return undefined;
  const time = `${now.toISOString().slice(0, 16).replace("T", " ")} UTC`;
  return html` Made on <time datetime="${now.toISOString()}">${time}</time>.`;
}
