import { createHash } from "node:crypto";
import { iconSheet } from "./icons";
import { attributes, constant, html, type Inserted } from "./markup";
import { navigation, type Part } from "./parts";

/** The content of a page. */
export interface PageContent {
  /** Shown above the title and the links, for example `Outreach review`. */
  readonly brand: string;
  readonly title: string;
  readonly lead: Inserted;
  /** The origin, shown below the lead. */
  readonly origin?: Inserted;
  readonly styles: string;
  /** Optional: everything is readable without it. */
  readonly script?: string;
  /** True if the browser should skip rendering parts that are not in view. */
  readonly isLarge?: boolean;
  /** The result, shown before the parts. */
  readonly verdict?: Inserted;
  /** Parts without a body are omitted. */
  readonly parts: readonly Part[];
  /** The start of the page's footer. */
  readonly pageFooter: Inserted;
  readonly now: Date | undefined;
}

/** Options of a page other than its content. */
export interface PageOptions {
  /** Its heading. */
  readonly title?: string;
  /** Creation time. If missing, the page has none, so that equal content makes equal pages. */
  readonly now?: Date;
}

/** A self-contained page. It loads nothing: its policy allows no requests, and only its own style and script. */
export function pageDocument(content: PageContent): string {
  const { brand, title, lead, origin, styles, script, isLarge = false, verdict, pageFooter, now } = content;
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
<footer><p>${pageFooter}${creationNote(now)} This page loads nothing and sends nothing.</p></footer>
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

/** A policy that forbids loading anything and allows only this style and this script. */
function policy(styles: string, script: string | undefined): string {
  const scripts = script === undefined ? "'none'" : hashOf(script);
  const rules = ["default-src 'none'", `style-src ${hashOf(styles)}`, `script-src ${scripts}`];
  return [...rules, "base-uri 'none'", "form-action 'none'"].join("; ");
}

function hashOf(text: string): string {
  return `'sha256-${createHash("sha256").update(text, "utf8").digest("base64")}'`;
}

/** The creation time for the footer, such as `2026-03-02 08:00 UTC`. */
function creationNote(now: Date | undefined): Inserted {
  if (now === undefined) return undefined;
  const time = `${now.toISOString().slice(0, 16).replace("T", " ")} UTC`;
  return html` Made on <time datetime="${now.toISOString()}">${time}</time>.`;
}
