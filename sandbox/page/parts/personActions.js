import { useState } from "preact/hooks";
import { html } from "../html.js";
import { Dialog } from "./dialog.js";

/** @typedef {import("../../src/page/reads/story.js").ContactStory} ContactStory */
/**
 * A change that a person makes to a contact in the app.
 * @typedef {{ label: string, text: string, operation: string, input: object, danger?: boolean }} Change
 */

/** The changes that a person can make to a contact. @param {{ story: ContactStory }} props */
export function PersonActions({ story }) {
  // The dialog does not change while it is open, whatever happens meanwhile.
  const [asked, ask] = useState(/** @type {Change | undefined} */ (undefined));
  return html`<div class="changes" role="group" aria-label="Change">
    ${changesOf(story).map((change) => html`<button key=${change.label} type="button" onClick=${() => ask(change)}>${change.label}</button>`)}
    ${
      asked &&
      html`<${Dialog} title=${`${asked.label}: ${story.name}`} action=${asked.label} operation=${asked.operation} input=${() => asked.input}
        close=${() => ask(undefined)} danger=${asked.danger}>
        <p>${asked.text}</p>
        <p class="muted">This is what a person does in the app.</p>
      <//>`
    }
  </div>`;
}

/** @param {ContactStory} story @returns {Change[]} */
function changesOf({ contact, organization }) {
  const { id: contactId, state, unsubscribed, company } = contact;
  const edit = { operation: "editContact" };
  /** @type {Change[]} */
  const changes = [];
  if (state === "paused") {
    const text = "The contact continues where it was, from the next hour.";
    changes.push({ ...edit, label: "Resume", text, input: { contactId, state: null }, danger: true });
  } else if (state === null || state === "finished" || state === "1stnetwork") {
    const paused = "Nothing more is sent to the contact until it is resumed. It keeps its place in each campaign.";
    const replied = "The contact has replied elsewhere: it leaves each campaign and gets nothing more.";
    changes.push(
      { ...edit, label: "Pause", text: paused, input: { contactId, state: "paused" } },
      { ...edit, label: "Mark as replied", text: replied, input: { contactId, state: "answered" } },
    );
  }
  if (state === "excluded") {
    const text = "The contact can be contacted again, but not by a campaign that it has left.";
    changes.push({ ...edit, label: "Allow again", text, input: { contactId, state: null }, danger: true });
  } else {
    const text = "The contact leaves each campaign and gets nothing more from any of them.";
    changes.push({ ...edit, label: "Exclude", text, input: { contactId, state: "excluded" } });
  }
  changes.push({
    ...edit,
    label: unsubscribed ? "Subscribe" : "Unsubscribe",
    text: unsubscribed ? "The contact gets e-mails again." : "The contact gets no more e-mails, from any campaign.",
    input: { contactId, unsubscribed: !unsubscribed },
    danger: unsubscribed,
  });
  if (company !== null && !isOn(organization.blocklist, company)) {
    changes.push({
      label: "Block the company",
      text: `Nobody in “${organization.name}” contacts people at “${company}” any longer.`,
      operation: "editBlocklist",
      input: { organizationId: organization.id, add: [company] },
    });
  }
  return changes;
}

/** Company names are compared without case and spaces. @param {readonly string[]} blocklist @param {string} company */
function isOn(blocklist, company) {
  const plain = (/** @type {string} */ name) => name.trim().replace(/\s+/g, " ").toLowerCase();
  return blocklist.some((name) => plain(name) === plain(company));
}
