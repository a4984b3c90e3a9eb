import { html } from "../html.js";
import { Empty, Links, OnOff, Pending, Title } from "../parts/basics.js";
import { PeopleBar, totalOf } from "../parts/people.js";
import { linkTo } from "../place.js";
import { useRead } from "../service.js";
import { counted, number, stepName } from "../words.js";

export function Campaigns() {
  const { data, problem } = useRead("campaigns", {}, [
    "clock",
    "campaign",
    "campaign_log",
    "enrolment",
    "contact",
    "lead_list",
  ]);
  if (!data) return html`<${Title} title="Campaigns" /><${Pending} problem=${problem} />`;
  return html`
    <${Title} title="Campaigns" lead=${counted(data.length, "campaign")} />
    ${data.length === 0 && html`<${Empty}>No campaign yet. A Pulumi program or a request creates one.<//>`}
    <ul class="cards">
      ${data.map(
        (campaign) => html`<li class="card campaign" key=${campaign.id}>
          <header><h2><a href=${linkTo("campaigns", campaign.id)}>${campaign.name}</a></h2><${OnOff} on=${campaign.active} /></header>
          <p class="muted">${campaign.owner.name} · <${Links} view="lists" to=${campaign.lists} /></p>
          <ol class="steps" aria-label="Steps">${campaign.steps.map((type, index) => html`<li key=${index}>${stepName(type)}</li>`)}</ol>
          <${PeopleBar} people=${campaign.people} />
          <p class="numbers-line">
            <span><b>${number(totalOf(campaign.people))}</b> people</span>
            <span><b>${number(campaign.replied)}</b> replied</span>
            <span><b>${number(campaign.sentToday)}</b> sent today</span>
            <span><b>${number(campaign.queued)}</b> in the queue</span>
          </p>
        </li>`,
      )}
    </ul>`;
}
