import { html } from "../html.js";
import { Empty, Pending, Title } from "../parts/basics.js";
import { Choice, Field } from "../parts/dialog.js";
import { Faults } from "../parts/faults.js";
import { Table } from "../parts/table.js";
import { Path } from "../parts/texts.js";
import { linkTo, replacePlace } from "../place.js";
import { useRead } from "../service.js";
import { counted, machineTimeOfDay, number } from "../words.js";

/** @typedef {import("../../src/page/reads/requests.js").RequestRow} RequestRow */

const heads = ["Request", "Status", "Acting user", "Changed", "Time"];

/** @param {{ query: Record<string, string> }} props */
export function Requests({ query }) {
  const { method, path, outcome, applied } = query;
  const { data, problem } = useRead("requests", { method, path, outcome, applied }, ["request", "fault"]);
  const choose = (/** @type {string} */ name) => (/** @type {string} */ value) =>
    replacePlace(linkTo("requests", undefined, { ...query, [name]: value }));
  if (!data) return html`<${Title} title="Requests" /><${Pending} problem=${problem} />`;
  return html`
    <${Title} title="Requests" lead=${`${counted(data.total, "request")} since the store was created; the newest first.`} />
    <div class="columns narrow-second">
      <div>
        <form class="filters" role="search" aria-label="Requests" onSubmit=${(/** @type {Event} */ event) => event.preventDefault()}>
          <${Field} label="Path has" type="search" value=${path ?? ""} onValue=${choose("path")} />
          <${Choice} label="Method" value=${method ?? ""} onValue=${choose("method")} options=${[["", "Any"], ["GET", "GET"], ["POST", "POST"], ["PATCH", "PATCH"], ["DELETE", "DELETE"]]} />
          <${Choice} label="Outcome" value=${outcome ?? ""} onValue=${choose("outcome")}
            options=${[["", "Any"], ["fine", "Below 400"], ["refused", "400 to 499"], ["failed", "500 or no answer"], ["faulted", "With a fault"]]} />
          <${Choice} label="Changed data" value=${applied ?? ""} onValue=${choose("applied")} options=${[["", "Any"], ["true", "Yes"], ["false", "No"]]} />
        </form>
        ${
          data.requests.length === 0
            ? html`<${Empty}>No request matches.<//>`
            : html`<section class="card"><${Table} label="Requests" heads=${heads} widths=${[36, 13, 17, 20, 16]} rows=${data.requests.map(row)} /></section>`
        }
      </div>
      <div><${Faults} faults=${data.faults} /></div>
    </div>`;
}

/** @param {RequestRow} request */
function row(request) {
  const { sequence, time, method, path, query, status, userName, applied, created, fault, durationMilliseconds } =
    request;
  const asked = new URLSearchParams(query).toString();
  return {
    key: sequence,
    cells: [
      html`<span class="request"><b>${method}</b> <${Path} path=${path} query=${asked} /></span>${fault && html`<span class="second bad">fault: ${fault.kind}, ${fault.when} the request</span>`}`,
      status === null
        ? html`<span class="chip bad">No answer</span>`
        : html`<span class=${`chip ${status < 400 ? "good" : "bad"}`}>${status}</span>`,
      userName ?? html`<span class="muted">none</span>`,
      created
        ? html`created ${created.kind}<span class="second">${created.name === "" ? created.id : created.name}</span>`
        : applied
          ? "yes"
          : "no",
      html`${machineTimeOfDay(time)}<span class="second">${durationMilliseconds !== null && `${durationMilliseconds.toFixed(1)} ms, `}#${number(sequence)}</span>`,
    ],
  };
}
