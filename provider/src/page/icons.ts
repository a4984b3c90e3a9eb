import { attributes, html, type Markup } from "./markup";

/** SVG paths on a 20×20 grid. */
const paths: Readonly<Record<string, string>> = {
  visitProfile:
    "M2.500 10S5 5 10 5s7.500 5 7.500 5-2.500 5-7.500 5-7.500-5-7.500-5Zm7.500 2a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z",
  invitation: "M8.500 9a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM3 16c0-3 2.500-4.500 5.500-4.500M14 11v6m-3-3h6",
  invitationNote:
    "M7.500 9a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM2.500 16c0-3 2.200-4.500 5-4.500M11 11h6.500v4.500H14L12 17v-1.500h-1Z",
  message: "M4 4h12v9H9l-4 3v-3H4Z",
  voiceMessage: "M10 3a2 2 0 0 0-2 2v5a2 2 0 0 0 4 0V5a2 2 0 0 0-2-2Zm-5 7a5 5 0 0 0 10 0m-5 5v2",
  likePosts: "M10 16S3.500 12 3.500 7.500A3.400 3.400 0 0 1 10 6a3.400 3.400 0 0 1 6.500 1.500C16.500 12 10 16 10 16Z",
  email: "M3 5h14v10H3Zm0 1 7 5 7-5",
  step: "M10 4a6 6 0 1 0 0 12 6 6 0 0 0 0-12Z",
  danger: "M10 3 2.500 16.500h15Zm0 5v4.500m0 1.800v.4",
  notice: "M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14Zm0 6v4.500m0-7.200v.4",
  fine: "M4 10.500 8 14.500 16 6",
  stopped: "M7 3h6l4 4v6l-4 4H7l-4-4V7Zm0 4 6 6m0-6-6 6",
  review: "M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14Z",
};

/** The definitions of all icons, which `icon` refers to. */
export function iconSheet(): Markup {
  const symbols = Object.entries(paths).map(
    ([name, path]) => html`<symbol id="icon-${name}" viewBox="0 0 20 20"><path d="${path}"/></symbol>`,
  );
  return html`<svg class="unseen" aria-hidden="true" focusable="false">${symbols}</svg>`;
}

/** An icon next to a text with the same meaning. */
export function icon(name: string): Markup {
  const shape = Object.hasOwn(paths, name) ? name : "step";
  return html`<svg class="icon" aria-hidden="true"><use${attributes({ href: `#icon-${shape}` })}/></svg>`;
}
