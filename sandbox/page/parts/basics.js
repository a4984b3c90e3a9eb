import { html } from "../html.js";
import { linkTo } from "../place.js";
import { stateName } from "../words.js";

/** A state by colour and text. @param {{ state: string, label?: string }} props */
export function Chip({ state, label }) {
  return html`<span class=${`chip ${state}`}>${label ?? stateName(state)}</span>`;
}

/** @param {{ on: boolean, labels?: [string, string] }} props */
export function OnOff({ on, labels = ["Active", "Off"] }) {
  return html`<span class=${`chip ${on ? "on" : "off"}`}>${on ? labels[0] : labels[1]}</span>`;
}

/**
 * @param {{ title: string, aside?: unknown, children?: unknown, wide?: boolean, level?: number }} props
 */
export function Card({ title, aside, children, wide }) {
  return html`<section class=${`card ${wide ? "wide" : ""}`}>
    <header><h2>${title}</h2>${aside && html`<div class="aside">${aside}</div>`}</header>
    ${children}
  </section>`;
}

/** @param {{ title: string, lead?: unknown, aside?: unknown }} props */
export function Title({ title, lead, aside }) {
  return html`<div class="title">
    <div><h1 tabindex="-1">${title}</h1>${lead && html`<p class="lead">${lead}</p>`}</div>
    ${aside && html`<div class="aside">${aside}</div>`}
  </div>`;
}

/** @param {{ children?: unknown }} props */
export function Empty({ children }) {
  return html`<p class="empty">${children}</p>`;
}

/** Stands in until an answer is there, and shows why there is none. @param {{ problem: string | undefined }} props */
export function Pending({ problem }) {
  if (problem) return html`<p class="problem" role="alert">${problem}</p>`;
  return html`<p class="empty">Loading…</p>`;
}

/**
 * A part of a whole, as a bar with its numbers beside it.
 * @param {{ label: string, value: number, most: number, detail?: unknown, warnAt?: number }} props
 */
export function Meter({ label, value, most, detail, warnAt }) {
  const share = most === 0 ? 0 : Math.min(1, value / most);
  const level = value >= most ? "full" : warnAt !== undefined && value >= warnAt ? "high" : "";
  return html`<div class="meter">
    <div class="meter-label"><span>${label}</span><span class="numbers">${value} of ${most}</span></div>
    <div class=${`meter-bar ${level}`} role="meter" aria-label=${label} aria-valuemin="0" aria-valuemax=${most}
      aria-valuenow=${value} aria-valuetext=${`${value} of ${most}`}><span style=${{ width: `${share * 100}%` }}></span></div>
    ${detail && html`<div class="meter-detail">${detail}</div>`}
  </div>`;
}

/** @param {{ of: [string, unknown][] }} props */
export function Facts({ of }) {
  return html`<dl class="facts">
    ${of.map(([name, value]) => html`<div key=${name}><dt>${name}</dt><dd>${value ?? html`<span class="muted">none</span>`}</dd></div>`)}
  </dl>`;
}

/** A link to an object, or a text where there is none. @param {{ view: string, to: { id: number, name: string } | null }} props */
export function To({ view, to }) {
  if (to === null) return html`<span class="muted">none</span>`;
  return html`<a href=${linkTo(view, to.id)}>${to.name}</a>`;
}

/** Links with commas between them. @param {{ view: string, to: { id: number, name: string }[] }} props */
export function Links({ view, to }) {
  if (to.length === 0) return html`<span class="muted">none</span>`;
  return to.map(
    (one, index) => html`${index > 0 && ", "}<a key=${one.id} href=${linkTo(view, one.id)}>${one.name}</a>`,
  );
}

/**
 * A row of a table. The first cell names it.
 * @typedef {{ key: string | number, cells: unknown[], isMarked?: boolean }} Row
 */

/**
 * A table. On a narrow screen each row is a block, with the name of the column before each value; the roles keep it a
 * table for screen readers.
 * @param {{ label: string, heads: string[], rows: Row[] }} props
 */
export function Table({ label, heads, rows }) {
  return html`<table role="table" aria-label=${label}>
    <thead role="rowgroup"><tr role="row">${heads.map((head) => html`<th role="columnheader" scope="col" key=${head}>${head}</th>`)}</tr></thead>
    <tbody role="rowgroup">
      ${rows.map(
        ({ key, cells, isMarked }) => html`<tr role="row" key=${key} class=${isMarked ? "marked" : ""}>
          ${cells.map((cell, index) =>
            index === 0
              ? html`<th role="rowheader" scope="row" key=${index}>${cell}</th>`
              : html`<td role="cell" key=${index} data-head=${heads[index]} class=${cell === null ? "nothing" : ""}><div>${cell}</div></td>`,
          )}
        </tr>`,
      )}
    </tbody>
  </table>`;
}
