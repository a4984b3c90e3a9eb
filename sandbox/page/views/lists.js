import { useState } from "preact/hooks";
import { html } from "../html.js";
import { Empty, Links, Pending, Title } from "../parts/basics.js";
import { Dialog, Field } from "../parts/dialog.js";
import { Table } from "../parts/table.js";
import { linkTo } from "../place.js";
import { useRead } from "../service.js";
import { number, when } from "../words.js";

/** @typedef {import("../../src/page/reads/lists.js").ListRow} ListRow */

const heads = ["Name", "Contacts", "Filled by", "Used by", "Owner", "Created", "Change"];

/** @param {{ id?: number }} props */
export function Lists({ id }) {
  const { data, problem } = useRead("lists", {}, ["lead_list", "contact", "campaign", "agent"]);
  const [renamed, rename] = useState(/** @type {ListRow | undefined} */ (undefined));
  if (!data) return html`<${Title} title="Lists" /><${Pending} problem=${problem} />`;
  return html`
    <${Title} title="Lists" lead="Agents put leads into lists, campaigns contact the people of lists." />
    ${renamed && html`<${Rename} list=${renamed} close=${() => rename(undefined)} />`}
    ${
      data.length === 0
        ? html`<${Empty}>No list yet.<//>`
        : html`<section class="card"><${Table} label="Lists" heads=${heads} widths=${[22, 9, 19, 19, 12, 14, 11]} rows=${data.map((list) => row(list, list.id === id, rename))} /></section>`
    }`;
}

/** @param {ListRow} list @param {boolean} isMarked @param {(list: ListRow) => void} rename */
function row(list, isMarked, rename) {
  const contacts = linkTo("contacts", undefined, { list: list.id });
  return {
    key: list.id,
    isMarked,
    cells: [
      html`<span class="strong">${list.name}</span><span class="second">${list.id}</span>`,
      html`<a href=${contacts}>${number(list.contacts)}</a>`,
      html`<${Links} view="agents" to=${list.agents} />`,
      html`<${Links} view="campaigns" to=${list.campaigns} />`,
      list.owner.name,
      when(list.createdAt),
      html`<button type="button" aria-label=${`Rename ${list.name}`} onClick=${() => rename(list)}>Rename</button>`,
    ],
  };
}

/** @param {{ list: ListRow, close: () => void }} props */
function Rename({ list, close }) {
  const [name, setName] = useState(list.name);
  return html`<${Dialog} title="Rename the list" action="Rename" operation="renameList" input=${() => ({ listId: list.id, name })} close=${close}>
    <${Field} label="Name" value=${name} onValue=${setName} required=${true} />
    <p class="muted">The API cannot rename a list, only the app can. A Pulumi stack sees it after <code>pulumi refresh</code>.</p>
  <//>`;
}
