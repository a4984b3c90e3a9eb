import { html } from "../html.js";
import { Empty, Pending, Title, To, Working } from "../parts/basics.js";
import { Table } from "../parts/table.js";
import { linkTo } from "../place.js";
import { useRead } from "../service.js";
import { counted, number, when } from "../words.js";

/** @typedef {import("../../src/page/reads/agents.js").AgentRow} AgentRow */

const heads = ["Name", "State", "Type", "List", "Signals", "Leads", "Last run", "Owner"];

export function Agents() {
  const { data, problem } = useRead("agents", {}, ["agent", "contact", "lead_list", "user_account"]);
  if (!data) return html`<${Title} title="Agents" /><${Pending} problem=${problem} />`;
  return html`
    <${Title} title="Agents" lead="Source agents look for leads once a day and put them into a list." />
    ${
      data.length === 0
        ? html`<${Empty}>No agent yet.<//>`
        : html`<section class="card"><${Table} label="Agents" heads=${heads} widths=${[20, 10, 10, 18, 9, 7, 14, 12]} rows=${data.map(row)} /></section>`
    }`;
}

/** @param {AgentRow} agent */
function row(agent) {
  const leads = linkTo("contacts", undefined, { agent: agent.id });
  return {
    key: agent.id,
    cells: [
      html`<a class="strong" href=${linkTo("agents", agent.id)}>${agent.name}</a>`,
      html`<${Working} on=${!agent.paused} owner=${agent.owner} labels=${["Running", "Paused"]} />`,
      agent.type,
      html`<${To} view="lists" to=${agent.list} />`,
      counted(agent.signals, "signal"),
      html`<a href=${leads}>${number(agent.leads)}</a>`,
      agent.lastRun === null ? html`<span class="muted">not yet</span>` : when(agent.lastRun),
      agent.owner.name,
    ],
  };
}
