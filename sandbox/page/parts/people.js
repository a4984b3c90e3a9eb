import { html } from "../html.js";
import { number, stateName } from "../words.js";

/** @typedef {import("../../src/page/people.js").People} People */
/** @typedef {import("../../src/page/people.js").CampaignState} CampaignState */

/** @type {CampaignState[]} */
const order = ["answered", "finished", "running", "waiting", "skipped", "excluded"];

/** @param {People} people */
export const totalOf = (people) => order.reduce((sum, state) => sum + people[state], 0);

/** People by state as one bar. @param {{ people: People, legend?: (state: CampaignState) => string }} props */
export function PeopleBar({ people, legend }) {
  const total = totalOf(people);
  const present = order.filter((state) => people[state] > 0);
  const text = present.map((state) => `${people[state]} ${stateName(state).toLowerCase()}`).join(", ");
  return html`<div class="people">
    <div class="people-bar" role="img" aria-label=${text === "" ? "No people yet" : `People: ${text}`}>
      ${present.map((state) => html`<span key=${state} class=${state} style=${{ flexGrow: people[state] / total }}></span>`)}
    </div>
    ${
      legend &&
      html`<ul class="legend">
        ${order.map(
          (state) => html`<li key=${state} class=${people[state] === 0 ? "zero" : ""}>
            <a href=${legend(state)}><span class=${`dot ${state}`}></span>${stateName(state)}<b>${number(people[state])}</b></a>
          </li>`,
        )}
      </ul>`
    }
  </div>`;
}
