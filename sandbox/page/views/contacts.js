import { useMemo } from "preact/hooks";
import { html } from "../html.js";
import { Chip, Title } from "../parts/basics.js";
import { Choice, Field } from "../parts/dialog.js";
import { Rows } from "../parts/rows.js";
import { linkTo, replacePlace } from "../place.js";
import { useScope } from "../scope.js";
import { useRead } from "../service.js";
import { allReasons, capital, reasonName, stateName, stepName, when } from "../words.js";

/** @typedef {import("../../src/page/reads/contacts.js").ContactRow} ContactRow */

const states = ["waiting", "running", "answered", "finished", "skipped", "excluded", "connected", "paused", "idle"];
const columns = [
  { head: "Name", sort: "name" },
  { head: "Company and list", sort: "company" },
  { head: "State", sort: "state" },
  { head: "Last step", sort: "last" },
  { head: "Next step", sort: "next" },
  { head: "Reason" },
];

/** @type {[string, string][]} */
const sorts = [
  ["", "Newest first"],
  ["newest down", "Oldest first"],
  ["name up", "Name, A to Z"],
  ["name down", "Name, Z to A"],
  ["company up", "Company, A to Z"],
  ["company down", "Company, Z to A"],
  ["state up", "State, A to Z"],
  ["state down", "State, Z to A"],
  ["last down", "Last step, latest first"],
  ["last up", "Last step, earliest first"],
  ["next up", "Next step, soonest first"],
  ["next down", "Next step, latest first"],
];

/** @param {{ query: Record<string, string> }} props */
export function Contacts({ query }) {
  const { user } = useScope();
  const filter = { ...query, user };
  const key = JSON.stringify(filter);
  const chosen = useMemo(() => filter, [key]);
  const change = (/** @type {Record<string, string>} */ values) =>
    replacePlace(linkTo("contacts", undefined, { ...query, ...values }));
  const choose = (/** @type {string} */ name) => (/** @type {string} */ value) => change({ [name]: value });
  const chooseSort = (/** @type {string} */ value) => {
    const [sort = "", order = ""] = value.split(" ");
    change({ sort, order });
  };
  const { sort = "", order = "up" } = query;
  // Dates sort from their interesting end: last sent first, or next due first.
  const sortBy = (/** @type {string} */ by) => {
    const first = by === "last" ? "down" : "up";
    change({ sort: by, order: sort === by ? (order === "up" ? "down" : "up") : first });
  };
  return html`
    <div class="fill">
      <${Title} title="Contacts" />
      <form class="filters many" role="search" aria-label="Contacts" onSubmit=${(/** @type {Event} */ event) => event.preventDefault()}>
        <${Field} label="Search" type="search" value=${query.search ?? ""} onValue=${choose("search")} />
        <${Choices} query=${query} choose=${choose} />
        <${Choice} label="State" value=${query.state ?? ""} onValue=${choose("state")}
          options=${[["", "Any state"], ...states.map((state) => [state, stateName(state)])]} />
        <${Choice} label="Reason" value=${query.reason ?? ""} onValue=${choose("reason")}
          options=${[["", "Any reason"], ...allReasons.map((reason) => [reason, capital(reasonName(reason))])]} />
        <${Choice} label="Sort by" value=${sort === "" ? "" : `${sort} ${order}`} onValue=${chooseSort} options=${sorts} />
      </form>
      <${Rows} filter=${chosen} columns=${columns} row=${row} sort=${sortBy} />
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
function row({ id, name, jobTitle, company, status, list, last, next, reason }) {
  const why = reason === null ? "" : capital(reasonName(reason));
  return [
    html`<a class="strong" href=${linkTo("contacts", id)}>${name}</a><span class="second">${jobTitle}</span>`,
    html`${company}<span class="second">${list?.name}</span>`,
    html`<${Chip} state=${status} />`,
    last && html`${last.stepNumber}. ${stepName(last.type)}<span class="second">${when(last.at)}</span>`,
    next &&
      html`${next.stepNumber}. ${stepName(next.type)}<span class="second">${next.queued ? "in the queue" : when(next.dueAt)}</span>`,
    why && html`<span class="why" title=${why}>${why}</span>`,
  ];
}
