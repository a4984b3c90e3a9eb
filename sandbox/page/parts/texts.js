import { html } from "../html.js";

/** @typedef {import("../../src/objects/campaign.js").SentTexts} SentTexts */

/** The texts of a step. The variables in a template are marked. @param {{ texts: SentTexts | null }} props */
export function Texts({ texts }) {
  if (!texts) return null;
  const { subject, message, note } = texts;
  if (subject === undefined && message === undefined && note === undefined) return null;
  return html`<blockquote class="texts">
    ${subject !== undefined && html`<p class="subject">${marked(subject)}</p>`}
    ${message === null && html`<p class="muted">Written by the service's AI for each contact. The sandbox writes none.</p>`}
    ${typeof message === "string" && html`<p>${marked(message)}</p>`}
    ${note !== undefined && html`<p>${marked(note)}</p>`}
  </blockquote>`;
}

/** @param {string} text */
function marked(text) {
  return text
    .split(/(\[[A-Za-z]+\])/)
    .map((part, index) => (index % 2 === 1 ? html`<span class="variable" key=${index}>${part}</span>` : part));
}

/** @param {import("../../src/objects/campaign.js").CampaignStep} step @returns {SentTexts} */
export function templateOf({ subject, message, note, messageMode }) {
  return { subject, message: messageMode === "ai" ? null : message, note };
}
