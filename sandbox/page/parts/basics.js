import { html } from "../html.js";
import { linkTo } from "../place.js";
import { counted, number, percent, stateName } from "../words.js";

/** A state by colour and text. @param {{ state: string, label?: string }} props */
export function Chip({ state, label }) {
  return html`<span class=${`chip ${state}`}>${label ?? stateName(state)}</span>`;
}

/** @param {{ on: boolean, labels?: [string, string] }} props */
export function OnOff({ on, labels = ["Active", "Off"] }) {
  return html`<span class=${`chip ${on ? "on" : "off"}`}>${on ? labels[0] : labels[1]}</span>`;
}

/**
 * Whether an object is switched on. If its owner has left, it does nothing even then.
 * @param {{ on: boolean, owner: { hasLeft: boolean }, labels?: [string, string] }} props
 */
export function Working({ on, owner, labels }) {
  if (on && owner.hasLeft) return html`<${Chip} state="paused" label="Owner has left" />`;
  return html`<${OnOff} on=${on} labels=${labels} />`;
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

/**
 * A placeholder until the response arrives; shows the error if there is none. @param {{ problem: string | undefined }}
 * props
 */
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

/** Key numbers, each with a detail and a link. @param {{ of: [string, string, string, string?][] }} props */
export function Tiles({ of }) {
  return html`<ul class="tiles">
    ${of.map(([label, value, detail, link]) => {
      const content = html`<span class="tile-label">${label}</span><span class="tile-value">${value}</span><span class="tile-detail">${detail}</span>`;
      return html`<li key=${label}>${link === undefined ? html`<div class="tile">${content}</div>` : html`<a class="tile" href=${link}>${content}</a>`}</li>`;
    })}
  </ul>`;
}

/** Names with commas between them. @param {{ of: string[] }} props */
export function Names({ of }) {
  if (of.length === 0) return html`<span class="muted">none</span>`;
  return of.map((name, index) => html`${index > 0 && ", "}${name}`);
}

/** @param {{ of: [string, unknown][] }} props */
export function Facts({ of }) {
  return html`<dl class="facts">
    ${of.map(([name, value]) => html`<div key=${name}><dt>${name}</dt><dd>${value ?? html`<span class="muted">none</span>`}</dd></div>`)}
  </dl>`;
}

/**
 * A link to an object, or text if there is no object. @param {{ view: string, to: { id: number, name: string } | null
 * }} props
 */
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
 * A part of a whole in percent, with a bar, which is easier to read than 12 of 40. @param {{ label: string, part:
 * number, of: number, state?: string }} props
 */
export function Rate({ label, part, of, state = "answered" }) {
  if (of === 0) return null;
  return html`<div class="rate">
    <span class="rate-bar" aria-hidden="true"><span class=${state} style=${{ width: `${Math.min(100, (100 * part) / of)}%` }}></span></span>
    <span><b>${percent(part, of)}</b> ${label} <span class="muted">(${number(part)} of ${number(of)})</span></span>
  </div>`;
}

/** The number of steps sent on each of the last days, as a chart without numbers. @param {{ days: number[] }} props */
export function Spark({ days }) {
  const most = Math.max(1, ...days);
  const sum = days.reduce((total, count) => total + count, 0);
  return html`<span class="spark" role="img" aria-label=${`${counted(sum, "step")} sent in the last ${days.length} days`}>
    ${days.map((count, index) => html`<span key=${index} class=${count === 0 ? "zero" : ""} style=${{ height: `${Math.max(6, (100 * count) / most)}%` }}></span>`)}
  </span>`;
}
