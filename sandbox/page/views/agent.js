import { useState } from "preact/hooks";
import { html } from "../html.js";
import { Card, Chip, Empty, Facts, Names, Pending, Title, To, Working } from "../parts/basics.js";
import { Dialog, Field, Lines, linesOf } from "../parts/dialog.js";
import { Table } from "../parts/table.js";
import { Path } from "../parts/texts.js";
import { linkTo } from "../place.js";
import { useRead } from "../service.js";
import { counted, keywordOf, number, signalName, when } from "../words.js";

/** @typedef {import("../../src/page/reads/agents.js").AgentShown} AgentShown */

/** @param {{ id: number }} props */
export function AgentView({ id }) {
  const { data, problem } = useRead("agent", { id }, ["agent", "agent_log", "contact", "enrolment", "user_account"]);
  const [isEditing, edit] = useState(false);
  if (!data) return html`<${Title} title="Agent" /><${Pending} problem=${problem} />`;
  return html`
    <p class="crumbs"><a href=${linkTo("agents")}>Agents</a></p>
    <${Title} title=${data.name} lead=${html`<${Working} on=${!data.paused} owner=${data.owner} labels=${["Running", "Paused"]} /> ${counted(data.leads, "lead")} in <${To} view="lists" to=${data.list} />`}
      aside=${html`<button type="button" onClick=${() => edit(true)}>Edit</button>`} />
    ${isEditing && html`<${Edit} shown=${data} close=${() => edit(false)} />`}
    <div class="columns wide-first">
      <div>
        <${Card} title="Found leads" aside=${html`<a href=${linkTo("contacts", undefined, { agent: data.id })}>All leads</a>`}><${Found} shown=${data} /><//>
        <${Card} title="Runs"><${Runs} shown=${data} /><//>
      </div>
      <div>
        <${Card} title="Signals"><${Signals} shown=${data} /><//>
        <${Card} title="Who it looks for"><${Facts} of=${criteriaOf(data)} /><//>
      </div>
    </div>`;
}

/** @param {AgentShown} shown @returns {[string, unknown][]} */
function criteriaOf({ agent, owner }) {
  const texts = (/** @type {string[] | null} */ values) =>
    values === null || values.length === 0 ? null : html`<${Names} of=${values} />`;
  return [
    ["Job titles", texts(agent.targetJobTitles)],
    ["Industries", texts(agent.targetIndustries)],
    ["Locations", texts(agent.targetLocations)],
    ["Company sizes", texts(agent.targetCompanySizes)],
    ["Company types", texts(agent.targetCompanyTypes)],
    ["Keywords", texts(agent.mandatoryKeywords)],
    ["Ignored companies", texts(agent.ignoredCompanies)],
    ["Service providers", agent.excludeServiceProviders ? "excluded" : "included"],
    ["Lowest score", agent.minLeadScore === null ? null : String(agent.minLeadScore)],
    [
      "Credits this month",
      agent.maxCreditUsage === null
        ? number(agent.creditUsage)
        : `${number(agent.creditUsage)} of ${number(agent.maxCreditUsage)}`,
    ],
    ["Type", agent.agentType],
    ["Owner", owner.name],
    ["Id", String(agent.id)],
  ];
}

/** The value that a signal looks for, which may be an address. @param {{ of: string | null }} props */
function Keyword({ of }) {
  const keyword = keywordOf(of);
  return keyword === null ? null : html`<span class="second"><${Path} path=${keyword} /></span>`;
}

/** @param {{ shown: AgentShown }} props */
function Found({ shown: { found, agent } }) {
  if (found.length === 0)
    return html`<${Empty}>${agent.lastRun === null ? "It has not run yet: move time ahead." : "It has found nobody yet."}<//>`;
  const rows = found.map((lead) => ({
    key: lead.id,
    cells: [
      html`<a class="strong" href=${linkTo("contacts", lead.id)}>${lead.name}</a><span class="second">${lead.jobTitle}</span>`,
      lead.company,
      html`${signalName(lead.signal)}<${Keyword} of=${lead.keyword} />`,
      lead.score,
      html`<${Chip} state=${lead.status} />`,
    ],
  }));
  return html`<${Table} label="Found leads" heads=${["Name", "Company", "Found by", "Score", "State"]} widths=${[23, 23, 22, 11, 21]} rows=${rows} />`;
}

/** @param {{ shown: AgentShown }} props */
function Runs({ shown: { runs } }) {
  if (runs.length === 0) return html`<${Empty}>No run yet.<//>`;
  const rows = runs.map((run) => ({
    key: run.id,
    cells: [
      when(run.createdAt),
      html`${signalName(run.agentType)}<${Keyword} of=${run.agentKeyword} />`,
      number(run.totalLeads),
      number(run.leadsCreated),
    ],
  }));
  return html`<${Table} label="Runs" heads=${["Time", "Signal", "Found", "Imported"]} widths=${[26, 46, 12, 16]} rows=${rows} />`;
}

/** @param {{ shown: AgentShown }} props */
function Signals({ shown: { agent } }) {
  const signals = agent.variables ?? [];
  if (signals.length === 0) return html`<${Empty}>No signal.<//>`;
  return html`<ul class="signals">
    ${signals.map(
      (signal) => html`<li key=${`${signal.type} ${signal.value}`}>
        <p><b>${signalName(signal.type)}</b>${signal.addedByService && html` <span class="muted">added by the service</span>`}</p>
        ${keywordOf(signal.value) !== null && html`<p><${Path} path=${signal.value} /></p>`}
        ${signal.last_usage && html`<p class="muted">${counted(signal.nbResultsLastLaunch, "lead")} in the last run</p>`}
      </li>`,
    )}
  </ul>`;
}

/** @param {{ shown: AgentShown, close: () => void }} props */
function Edit({ shown: { agent }, close }) {
  // The agent when the dialog opened: only fields that the user changed are sent, not fields that changed meanwhile.
  const [before] = useState(() => valuesOf(agent));
  const [values, setValues] = useState(before);
  const set = (/** @type {keyof Values} */ name) => (/** @type {string} */ value) =>
    setValues((all) => ({ ...all, [name]: value }));
  const toggle = (/** @type {Event & { currentTarget: HTMLInputElement }} */ event) =>
    setValues((all) => ({ ...all, paused: event.currentTarget.checked }));
  const input = () => ({ agentId: agent.id, ...changedFields(before, values) });
  return html`<${Dialog} title="Edit the agent" action="Save" operation="editAgent" input=${input} close=${close}>
    <${Field} label="Name" value=${values.name} onValue=${set("name")} required=${true} />
    <${Lines} label="Job titles" value=${values.titles} onValue=${set("titles")} />
    <${Lines} label="Locations" value=${values.locations} onValue=${set("locations")} />
    <${Field} label="Lowest score" type="number" min="0" max="1" step="0.01" value=${values.score} onValue=${set("score")} hint="From 0 to 1; empty for none" />
    <label class="check"><input type="checkbox" checked=${values.paused} onChange=${toggle} />Paused</label>
    <p class="muted">This is what a person does in the app. A Pulumi stack that manages the agent sees it after <code>pulumi refresh</code>.</p>
  <//>`;
}

/** @typedef {{ name: string, paused: boolean, titles: string, locations: string, score: string }} Values */

/** @param {AgentShown["agent"]} agent @returns {Values} */
function valuesOf({ name, paused, targetJobTitles, targetLocations, minLeadScore }) {
  return {
    ...{ name, paused, titles: targetJobTitles.join("\n"), locations: targetLocations.join("\n") },
    score: minLeadScore === null ? "" : String(minLeadScore),
  };
}

/** @param {Values} before @param {Values} after */
function changedFields(before, after) {
  return {
    ...(after.name !== before.name && { name: after.name }),
    ...(after.paused !== before.paused && { paused: after.paused }),
    ...(after.titles !== before.titles && { targetJobTitles: linesOf(after.titles) }),
    ...(after.locations !== before.locations && { targetLocations: linesOf(after.locations) }),
    ...(after.score !== before.score && { minLeadScore: after.score === "" ? null : Number(after.score) }),
  };
}
