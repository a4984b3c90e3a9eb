import { useState } from "preact/hooks";
import { html } from "../html.js";
import { Card, Names, OnOff, Pending, Title } from "../parts/basics.js";
import { Dialog, Lines, linesOf } from "../parts/dialog.js";
import { Table } from "../parts/table.js";
import { Path } from "../parts/texts.js";
import { useScope } from "../scope.js";
import { useRead } from "../service.js";
import { counted, number } from "../words.js";

/** @typedef {import("../../src/page/reads/members.js").MemberShown} MemberShown */
/** @typedef {Pick<import("../../src/page/reads/members.js").OrganizationShown, "id" | "name" | "blocklist">} Edited */

const heads = ["Name", "State", "Keys", "Lists", "Agents", "Campaigns", "Contacts", "Webhook", "View"];

export function Members() {
  const kinds = ["user_account", "organization", "api_key", "lead_list", "agent", "campaign", "contact"];
  const { data, problem } = useRead("members", {}, kinds);
  const { user, setUser } = useScope();
  const [edited, edit] = useState(/** @type {Edited | undefined} */ (undefined));
  if (!data) return html`<${Title} title="Members" /><${Pending} problem=${problem} />`;
  return html`
    <${Title} title="Members" lead="Each user sees only their own objects. The owner of an organization may act for its members." />
    ${edited && html`<${Blocklist} of=${edited} close=${() => edit(undefined)} />`}
    ${user !== undefined && html`<p class="notice">This page shows the objects of one user. <button type="button" onClick=${() => setUser(undefined)}>View as everyone</button></p>`}
    ${data.map(
      ({
        id,
        name,
        members,
        blocklist,
      }) => html`<${Card} key=${id} title=${name} aside=${`Organization ${id}, ${counted(members.length, "user")}`}>
        <${Table} label=${`Members of ${name}`} heads=${heads} widths=${[23, 10, 6, 6, 8, 11, 9, 16, 11]} rows=${members.map((member) => row(member, user === member.id, setUser))} />
        <div class="blocklist">
          <p><span class="muted">Blocklist:</span> <${Names} of=${blocklist} /></p>
          <button type="button" aria-label=${`Edit the blocklist of ${name}`} onClick=${() => edit({ id, name, blocklist })}>Edit</button>
        </div>
      <//>`,
    )}`;
}

/** @param {{ of: Edited, close: () => void }} props */
function Blocklist({ of: { id, name, blocklist }, close }) {
  const [text, setText] = useState(blocklist.join("\n"));
  // Changes by others while the dialog is open are kept.
  const input = () => {
    const companies = linesOf(text);
    const missing = (/** @type {string[]} */ from, /** @type {string[]} */ of) =>
      of.filter((one) => !from.includes(one));
    return { organizationId: id, add: missing(blocklist, companies), remove: missing(companies, blocklist) };
  };
  return html`<${Dialog} title=${`Blocklist of ${name}`} action="Save" operation="editBlocklist" input=${input} close=${close}>
    <${Lines} label="Companies" value=${text} onValue=${setText} />
    <p class="muted">People at these companies are not contacted. People who have left a campaign do not return when a company is removed.</p>
  <//>`;
}

/** @param {MemberShown} member @param {boolean} isViewed @param {(user: number | undefined) => void} view */
function row(member, isViewed, view) {
  const { id, name, email, role, active, webhook } = member;
  const toggle = () => view(isViewed ? undefined : id);
  return {
    key: id,
    isMarked: isViewed,
    cells: [
      html`<span class="strong">${name}</span><span class="second">${id}, ${role}, ${email}</span>`,
      html`<${OnOff} on=${active} labels=${["Active", "Has left"]} />`,
      number(member.keys),
      number(member.lists),
      number(member.agents),
      number(member.campaigns),
      number(member.contacts),
      webhook
        ? html`<span class="second"><${Path} path=${webhook.url} /></span><span class="second">${webhook.signed ? "signed" : "not signed"}</span>`
        : html`<span class="muted">none</span>`,
      html`<button type="button" aria-pressed=${isViewed} aria-label=${`View as ${name}`} onClick=${toggle}>View as</button>`,
    ],
  };
}
