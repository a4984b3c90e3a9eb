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
        <${Table} label=${`Members of ${name}`} heads=${heads} rows=${members.map((member) => row(member, user === member.id, setUser))} />
        ${blocklist.length > 0 && html`<p class="muted">Blocklist: ${blocklist.join(", ")}</p>`}
      <//>`,
    )}`;
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
        ? html`${webhook.url}<span class="second">${webhook.signed ? "signed" : "not signed"}</span>`
        : html`<span class="muted">none</span>`,
      html`<button type="button" aria-pressed=${isViewed} aria-label=${`View as ${name}`} onClick=${toggle}>View as</button>`,
    ],
  };
}
