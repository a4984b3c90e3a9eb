import { html } from "../html.js";
import { Card, Empty, Pending, Table, Title, To } from "../parts/basics.js";
import { linkTo } from "../place.js";
import { useRead } from "../service.js";
import { machineTimeOfDay } from "../words.js";

/** @typedef {import("../../src/page/reads/deliveries.js").DeliveryRow} DeliveryRow */
/** @typedef {import("../../src/page/reads/deliveries.js").DeliveryShown} DeliveryShown */

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
        : html`<div class="columns">
          <section class="card"><${Table} label="Deliveries" heads=${["#", "Sent", "Event", "Contact", "Answer", "Signature"]}>
            ${data.map((row) => html`<${Row} key=${row.number} row=${row} isChosen=${row.number === chosen} />`)}
          <//></section>
          ${chosen === undefined ? html`<p class="empty">Choose a delivery to see what was sent.</p>` : html`<${Sent} key=${chosen} number=${chosen} />`}
        </div>`
    }`;
}

/** @param {{ row: DeliveryRow, isChosen: boolean }} props */
function Row({ row: { number, sentAt, event, contact, status, signed }, isChosen }) {
  return html`<tr class=${isChosen ? "marked" : ""}>
    <th scope="row"><a class="strong" href=${linkTo("deliveries", undefined, { number })} aria-current=${isChosen ? "true" : undefined}>${number}</a></th>
    <td>${sentAt === null ? html`<span class="muted">waiting</span>` : machineTimeOfDay(sentAt)}</td>
    <td>${event}</td>
    <td><${To} view="contacts" to=${contact} /></td>
    <td>${status === null ? html`<span class="chip ${sentAt === null ? "waiting" : "bad"}">${sentAt === null ? "Waiting" : "No answer"}</span>` : html`<span class=${`chip ${status < 300 ? "good" : "bad"}`}>${status}</span>`}</td>
    <td>${signed ? "signed" : html`<span class="muted">none</span>`}</td>
  </tr>`;
}

/** @param {{ number: number }} props */
function Sent({ number }) {
  const { data, problem } = useRead("delivery", { id: number }, ["delivery"]);
  return html`<${Card} title=${`Delivery ${number}`}>
    ${data ? html`<h3>Request</h3><pre tabindex="0">POST ${data.url}${headersOf(data)}</pre><h3>Body</h3><pre tabindex="0">${pretty(data.body)}</pre>` : html`<${Pending} problem=${problem} />`}
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
