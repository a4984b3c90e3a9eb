import { html } from "../html.js";

/** @typedef {import("../../src/objects/campaign.js").SentTexts} SentTexts */

/** The texts of a step. The variables in a template are marked. @param {{ texts: SentTexts | null }} props */
export function Texts({ texts }) {
  if (!texts) return null;
  const { subject, message, note, holes = {}, unfilled = [] } = texts;
  if (subject === undefined && message === undefined && note === undefined) return null;
  return html`<blockquote class="texts">
    ${subject !== undefined && html`<p class="subject"><bdi>${marked(subject, holes.subject)}</bdi></p>`}
    ${message === null && html`<p class="muted">Written by the service's AI for each contact. The sandbox writes none.</p>`}
    ${typeof message === "string" && html`<p><bdi>${marked(message, holes.message)}</bdi></p>`}
    ${note !== undefined && html`<p><bdi>${marked(note, holes.note, unfilled)}</bdi></p>`}
  </blockquote>`;
}

/**
 * A text with its variables marked, and the gaps that empty ones have left. @param {string} text @param {number[]}
 * [holes] @param {string[]} [unfilled]
 */
function marked(text, holes = [], unfilled = []) {
  const ends = [...holes, text.length];
  return ends.map((end, index) => {
    const part = text.slice(index === 0 ? 0 : ends[index - 1], end);
    return html`${variablesIn(part, unfilled)}${index < holes.length && html`<${Hole} key=${`hole ${index}`} />`}`;
  });
}

function Hole() {
  return html`<mark class="hole" title="A variable of the text has no value for this contact">empty</mark>`;
}

/** @param {string} text @param {string[]} unfilled */
function variablesIn(text, unfilled) {
  return text.split(/(\[[A-Za-z]+\])/).map((part, index) => {
    if (index % 2 === 0) return part;
    if (!unfilled.includes(part)) return html`<span class="variable" key=${index}>${[part]}</span>`;
    return html`<mark class="hole" key=${index} title="Not filled in: notes of invitations are sent as they are written">${[part]}</mark>`;
  });
}

/** @param {import("../../src/objects/campaign.js").CampaignStep} step @param {string[]} [unfilled] @returns {SentTexts} */
export function templateOf({ subject, message, note, messageMode }, unfilled) {
  return { subject, message: messageMode === "ai" ? null : message, note, unfilled };
}

/**
 * An address that can wrap after slashes and dots, and after the `@` of an e-mail address. @param {{ path: string,
 * query?: string }} props
 */
export function Path({ path, query = "" }) {
  const parts = path.split(/(?<=[/@])|(?<=\.)(?=[A-Za-z])/);
  return html`<bdi>${parts.map((part, index) => html`${index > 0 && html`<wbr />`}<span key=${index}>${[part]}</span>`)}${query !== "" && html`<wbr />${[`?${query}`]}`}</bdi>`;
}
