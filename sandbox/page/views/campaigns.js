import { html } from "../html.js";
import { Empty, Links, Pending, Spark, Title, Working } from "../parts/basics.js";
import { Growing } from "../parts/list.js";
import { PeopleBar, totalOf } from "../parts/people.js";
import { linkTo } from "../place.js";
import { useRead } from "../service.js";
import { counted, number, percent, stepName } from "../words.js";

const kinds = [
  ...["clock", "campaign", "campaign_log", "enrolment", "contact", "lead_list"],
  ...["linkedin_seat", "email_seat", "organization", "user_account"],
];

export function Campaigns() {
  const { data, problem } = useRead("campaigns", {}, kinds);
  if (!data) return html`<${Title} title="Campaigns" /><${Pending} problem=${problem} />`;
  return html`
    <${Title} title="Campaigns" lead=${counted(data.length, "campaign")} />
    ${data.length === 0 && html`<${Empty}>No campaign yet. A Pulumi program or a request creates one.<//>`}
    <ul class="cards">
      <${Growing} of=${data.map(
        (campaign) => html`<li class="card campaign" key=${campaign.id}>
          <header><h2><a href=${linkTo("campaigns", campaign.id)}>${campaign.name}</a></h2><${Working} on=${campaign.active} owner=${campaign.owner} /></header>
          <p class="muted">${campaign.owner.name} · <${Links} view="lists" to=${campaign.lists} /></p>
          <ol class="steps" aria-label="Steps">${campaign.steps.map((type, index) => html`<li key=${index}>${stepName(type)}</li>`)}</ol>
          <${PeopleBar} people=${campaign.people} />
          ${campaign.sent > 0 && html`<${Spark} days=${campaign.recent} />`}
          <p class="numbers-line">
            <span><b>${number(totalOf(campaign.people))}</b> people</span>
            <span><b>${number(campaign.sent)}</b> sent, <b>${number(campaign.sentToday)}</b> today</span>
            <span><b>${number(campaign.queued)}</b> in the queue</span>
            ${campaign.contacted > 0 && html`<span><b>${percent(campaign.replied, campaign.contacted)}</b> replied</span>`}
            ${campaign.invitations && campaign.invitations.sent > 0 && html`<span><b>${percent(campaign.invitations.accepted, campaign.invitations.sent)}</b> accepted</span>`}
          </p>
        </li>`,
      )} />
    </ul>`;
}
