import { html } from "../html.js";
import { Card, Empty, Pending, Title, To } from "../parts/basics.js";
import { Table } from "../parts/table.js";
import { linkTo } from "../place.js";
import { useRead } from "../service.js";
import { machineTimeOfDay } from "../words.js";

/** @typedef {import("../../src/page/reads/deliveries.js").DeliveryRow} DeliveryRow */
/** @typedef {import("../../src/page/reads/deliveries.js").DeliveryShown} DeliveryShown */

const heads = ["#", "Sent", "Event", "Contact", "Answer", "Signature"];

/** @param {{ id?: number, query: Record<string, string> }} props */
export function Deliveries({ query }) {
  const { data, problem } = useRead("deliveries", {}, ["delivery"]);
  if (!data) return html`<${Title} title="Webhook deliveries" /><${Pending} problem=${problem} />`;
  const chosen = query.number === undefined ? undefined : Number(query.number);
  return html`
    <${Title} title="Webhook deliveries" lead="Each contact that is created or changed, as sent to its owner's webhook." />
    ${
      data.length === 0
        ? html`<${Empty}>Nothing was sent. Start the sandbox with --webhook-url, or set a webhook with the operation setWebhook.<//>`
        : html`<div class="columns details-first">
          <section class="card"><${Table} label="Deliveries" heads=${heads} widths=${[11, 16, 16, 26, 17, 14]} rows=${data.map((delivery) => row(delivery, delivery.number === chosen))} /></section>
          ${chosen === undefined ? html`<p class="empty">Choose a delivery to see what was sent.</p>` : html`<${Sent} key=${chosen} number=${chosen} />`}
        </div>`
    }`;
}

/** @param {DeliveryRow} delivery @param {boolean} isMarked */
function row({ number, sentAt, event, contact, status, signed }, isMarked) {
  const link = linkTo("deliveries", undefined, { number });
  return {
    key: number,
    isMarked,
    cells: [
      html`<a class="strong" href=${link} aria-current=${isMarked ? "true" : undefined}>${number}</a>`,
      sentAt === null ? html`<span class="muted">waiting</span>` : machineTimeOfDay(sentAt),
      event,
      html`<${To} view="contacts" to=${contact} />`,
      html`<${Answer} status=${status} sentAt=${sentAt} />`,
      signed ? "signed" : html`<span class="muted">none</span>`,
    ],
  };
}

/** @param {{ status: number | null, sentAt: number | null }} props */
function Answer({ status, sentAt }) {
  if (status !== null) return html`<span class=${`chip ${status < 300 ? "good" : "bad"}`}>${status}</span>`;
  return sentAt === null
    ? html`<span class="chip waiting">Waiting</span>`
    : html`<span class="chip bad">No answer</span>`;
}

/** @param {{ number: number }} props */
function Sent({ number }) {
  const { data, problem } = useRead("delivery", { id: number }, ["delivery"]);
  if (!data) return html`<${Card} title=${`Delivery ${number}`}><${Pending} problem=${problem} /><//>`;
  return html`<${Card} title=${`Delivery ${number}`}>
    <h3>Request</h3><pre class="wrapped" tabindex="0">POST ${data.url}${headersOf(data)}</pre>
    <h3>Body</h3><pre tabindex="0">${pretty(data.body)}</pre>
  <//>`;
}

/** @param {DeliveryShown} delivery */
function headersOf({ headers }) {
  return Object.entries(headers)
    .map(([name, value]) => `\n${name}: ${value}`)
    .join("");
}

/** @param {string} body */
function pretty(body) {
  return JSON.stringify(JSON.parse(body), undefined, 2);
}
