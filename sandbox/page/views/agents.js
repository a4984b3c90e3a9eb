import { html } from "../html.js";
import { Empty, OnOff, Pending, Table, Title, To } from "../parts/basics.js";
import { linkTo } from "../place.js";
import { useRead } from "../service.js";
import { counted, number, when } from "../words.js";

export function Agents() {
  const { data, problem } = useRead("agents", {}, ["agent", "contact", "lead_list"]);
  if (!data) return html`<${Title} title="Agents" /><${Pending} problem=${problem} />`;
  return html`
    <${Title} title="Agents" lead="Source agents look for leads once a day and put them into a list." />
    ${
      data.length === 0
        ? html`<${Empty}>No agent yet.<//>`
        : html`<section class="card"><${Table} label="Agents" heads=${["Name", "State", "Type", "List", "Signals", "Leads", "Last run", "Owner"]}>
          ${data.map(
            (agent) => html`<tr key=${agent.id}>
              <th scope="row"><a class="strong" href=${linkTo("agents", agent.id)}>${agent.name}</a></th>
              <td><${OnOff} on=${!agent.paused} labels=${["Running", "Paused"]} /></td>
              <td>${agent.type}</td>
              <td><${To} view="lists" to=${agent.list} /></td>
              <td>${counted(agent.signals, "signal")}</td>
              <td><a href=${linkTo("contacts", undefined, { agent: agent.id })}>${number(agent.leads)}</a></td>
              <td>${agent.lastRun === null ? html`<span class="muted">not yet</span>` : when(agent.lastRun)}</td>
              <td>${agent.owner.name}</td>
            </tr>`,
          )}
        <//></section>`
    }`;
}
