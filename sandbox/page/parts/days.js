import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { html } from "../html.js";
import { dayOfMonth } from "../words.js";

/** @typedef {import("../../src/page/reads/days.js").DayShown} DayShown */

const HEIGHT = 150;
const TOP = 12;
const BASE = 126;
const GAP = 0.24;

/**
 * The steps sent per day, as stacked bars; a table with the numbers follows for screen readers. @param {{ days:
 * DayShown[] }} props
 */
export function DayChart({ days }) {
  const figure = useRef(/** @type {HTMLElement | null} */ (null));
  const width = useWidth(figure);
  const shown = padded(days);
  const most = Math.max(
    4,
    ...shown.map(({ network, emails }) => network + emails),
    ...shown.map(({ answers }) => answers),
  );
  const scale = (/** @type {number} */ value) => (value / most) * (BASE - TOP);
  const slot = (width - 34) / shown.length;
  const lines = [0, 0.5, 1].map((part) => Math.round(most * part));
  return html`<figure class="days" ref=${figure}>
    <svg viewBox=${`0 0 ${width} ${HEIGHT}`} role="img" aria-label=${summary(days)}>
      ${lines.map(
        (value) => html`<g key=${value}>
          <line class="grid" x1="34" x2=${width} y1=${BASE - scale(value)} y2=${BASE - scale(value)} />
          <text class="axis" x="28" y=${BASE - scale(value) + 4} text-anchor="end">${value}</text>
        </g>`,
      )}
      ${shown.map(({ day, network, emails, answers }, index) => {
        const x = 34 + index * slot + (slot * GAP) / 2;
        const wide = slot * (1 - GAP);
        return html`<g key=${day}>
          <title>${`${dayOfMonth(day)}: ${network} on the network, ${emails} e-mails, ${answers} replies`}</title>
          <rect class="hit" x=${34 + index * slot} y="0" width=${slot} height=${BASE} />
          <rect class="network" x=${x} y=${BASE - scale(network)} width=${wide} height=${scale(network)} />
          <rect class="emails" x=${x} y=${BASE - scale(network + emails)} width=${wide} height=${scale(emails)} />
          ${answers > 0 && html`<circle class="answers" cx=${x + wide / 2} cy=${BASE - scale(answers)} r=${Math.min(4.5, wide / 2)} />`}
          ${isLabelled(index, shown.length, width) && html`<text class="axis" x=${x + wide / 2} y=${HEIGHT - 6} text-anchor="middle">${dayOfMonth(day)}</text>`}
        </g>`;
      })}
    </svg>
    <figcaption class="keys"><span class="key network">Network steps</span><span class="key emails">E-mails</span><span class="key answers">Replies</span></figcaption>
  </figure>`;
}

/** With two days, the bars would be too wide: at least two weeks are shown. @param {DayShown[]} days */
function padded(days) {
  const shown = [...days];
  while (shown.length < 14) {
    const last = shown.at(-1)?.day ?? new Date(0).toISOString().slice(0, 10);
    const day = new Date(Date.parse(last) + 86_400_000).toISOString().slice(0, 10);
    shown.push({ day, network: 0, emails: 0, answers: 0 });
  }
  return shown;
}

/** @param {number} index @param {number} count @param {number} width */
function isLabelled(index, count, width) {
  const every = Math.ceil((count * 62) / width);
  return index % every === 0;
}

/** Drawn at its real size, so that its text has the usual size. @param {{ current: HTMLElement | null }} element */
function useWidth(element) {
  const [width, setWidth] = useState(480);
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return;
    const update = () => setWidth(Math.max(240, current.clientWidth));
    const observer = new ResizeObserver(update);
    observer.observe(current);
    update();
    return () => observer.disconnect();
  }, []);
  return width;
}

/** @param {DayShown[]} days */
function summary(days) {
  const sum = (/** @type {"network" | "emails" | "answers"} */ name) =>
    days.reduce((total, day) => total + day[name], 0);
  return `Sent per day over ${days.length} days: ${sum("network")} network steps, ${sum("emails")} e-mails; ${sum("answers")} replies`;
}
