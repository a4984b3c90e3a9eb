import { useMemo } from "preact/hooks";
import { html } from "../html.js";
import { Chip, Title } from "../parts/basics.js";
import { Choice, Field } from "../parts/dialog.js";
import { Rows } from "../parts/rows.js";
import { linkTo, replacePlace } from "../place.js";
import { useScope } from "../scope.js";
import { useRead } from "../service.js";
import { number, signalName, stateName } from "../words.js";

/** @typedef {import("../../src/page/reads/contacts.js").ContactRow} ContactRow */

const states = ["waiting", "running", "answered", "finished", "skipped", "excluded", "connected", "paused", "idle"];
const columns = ["Name", "Company", "State", "List", "Found by"];

/** @param {{ query: Record<string, string> }} props */
export function Contacts({ query }) {
  const { user } = useScope();
  const filter = { ...query, user };
  const key = JSON.stringify(filter);
  const chosen = useMemo(() => filter, [key]);
  const choose = (/** @type {string} */ name) => (/** @type {string} */ value) =>
    replacePlace(linkTo("contacts", undefined, { ...query, [name]: value }));
  return html`
    <div class="fill">
      <${Title} title="Contacts" />
      <form class="filters" role="search" onSubmit=${(/** @type {Event} */ event) => event.preventDefault()}>
        <${Field} label="Search" type="search" value=${query.search ?? ""} onValue=${choose("search")} />
        <${Choices} query=${query} choose=${choose} />
        <${Choice} label="State" value=${query.state ?? ""} onValue=${choose("state")}
          options=${[["", "Any state"], ...states.map((state) => [state, stateName(state)])]} />
      </form>
      <${Rows} filter=${chosen} columns=${columns} row=${row} />
    </div>`;
}

/** @param {{ query: Record<string, string>, choose: (name: string) => (value: string) => void }} props */
function Choices({ query, choose }) {
  const lists = useRead("lists", {}, ["lead_list"]).data ?? [];
  const agents = useRead("agents", {}, ["agent"]).data ?? [];
  const campaigns = useRead("campaigns", {}, ["campaign"]).data ?? [];
  const options = (/** @type {string} */ all, /** @type {{ id: number, name: string }[]} */ objects) => [
    ["", all],
    ...objects.map(({ id, name }) => [String(id), name]),
  ];
  return html`
    <${Choice} label="List" value=${query.list ?? ""} onValue=${choose("list")} options=${options("Any list", lists)} />
    <${Choice} label="Agent" value=${query.agent ?? ""} onValue=${choose("agent")} options=${options("Any agent", agents)} />
    <${Choice} label="Campaign" value=${query.campaign ?? ""} onValue=${choose("campaign")} options=${options("Any campaign", campaigns)} />`;
}

/** The cells of a row. @param {ContactRow} contact */
function row({ id, name, jobTitle, company, status, list, agent, signal, score }) {
  return [
    html`<a class="strong" href=${linkTo("contacts", id)}>${name}</a><span class="second">${jobTitle}</span>`,
    html`${company}`,
    html`<${Chip} state=${status} />`,
    html`${list?.name ?? ""}`,
    agent
      ? html`${agent.name}<span class="second">${signalName(signal)}${score === null ? "" : `, score ${number(score)}`}</span>`
      : "",
  ];
}
