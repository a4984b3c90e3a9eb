import { html } from "../html.js";
import { Card, OnOff, Pending, Table, Title } from "../parts/basics.js";
import { useScope } from "../scope.js";
import { useRead } from "../service.js";
import { counted, number } from "../words.js";

/** @typedef {import("../../src/page/reads/members.js").MemberShown} MemberShown */

const heads = ["Name", "State", "Keys", "Lists", "Agents", "Campaigns", "Contacts", "Webhook", "View"];

export function Members() {
  const kinds = ["user_account", "organization", "api_key", "lead_list", "agent", "campaign", "contact"];
  const { data, problem } = useRead("members", {}, kinds);
  const { user, setUser } = useScope();
  if (!data) return html`<${Title} title="Members" /><${Pending} problem=${problem} />`;
  return html`
    <${Title} title="Members" lead="Each user sees only their own objects. The owner of an organization may act for its members." />
    ${user !== undefined && html`<p class="notice">This page shows the objects of one user. <button type="button" onClick=${() => setUser(undefined)}>View as everyone</button></p>`}
    ${data.map(
      ({
        id,
        name,
        members,
        blocklist,
      }) => html`<${Card} key=${id} title=${name} aside=${`Organization ${id}, ${counted(members.length, "user")}`}>
        <${Table} label=${`Members of ${name}`} heads=${heads}>
          ${members.map((member) => html`<${Member} key=${member.id} member=${member} />`)}
        <//>
        ${blocklist.length > 0 && html`<p class="muted">Blocklist: ${blocklist.join(", ")}</p>`}
      <//>`,
    )}`;
}

/** @param {{ member: MemberShown }} props */
function Member({ member }) {
  const { user, setUser } = useScope();
  const { id, name, email, role, active, keys, webhook } = member;
  const isViewed = user === id;
  return html`<tr class=${isViewed ? "marked" : ""}>
    <th scope="row"><span class="strong">${name}</span><span class="second">${id}, ${role}, ${email}</span></th>
    <td><${OnOff} on=${active} labels=${["Active", "Has left"]} /></td>
    <td>${number(keys)}</td><td>${number(member.lists)}</td><td>${number(member.agents)}</td><td>${number(member.campaigns)}</td><td>${number(member.contacts)}</td>
    <td>${webhook ? html`${webhook.url}<span class="second">${webhook.signed ? "signed" : "not signed"}</span>` : html`<span class="muted">none</span>`}</td>
    <td><button type="button" aria-pressed=${isViewed} aria-label=${`View as ${name}`} onClick=${() => setUser(isViewed ? undefined : id)}>View as</button></td>
  </tr>`;
}
