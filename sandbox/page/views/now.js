import { html } from "../html.js";
import { Card, Empty, Meter, OnOff, Pending, Tiles, Title } from "../parts/basics.js";
import { DayChart } from "../parts/days.js";
import { Icon } from "../parts/icons.js";
import { Growing } from "../parts/list.js";
import { PeopleBar, totalOf } from "../parts/people.js";
import { linkTo } from "../place.js";
import { useRead } from "../service.js";
import { counted, number, signalName, stateName, stepName, when } from "../words.js";

/** @typedef {import("../../src/page/reads/now.js").Now} Now */
/** @typedef {import("../../src/page/reads/now.js").Happening} Happening */

const kinds = [
  ...["clock", "campaign", "campaign_log", "enrolment", "agent", "agent_log", "contact", "limit", "fault"],
  ...["linkedin_seat", "email_seat", "organization", "user_account"],
];

export function NowView() {
  const { data, problem } = useRead("now", {}, kinds);
  if (!data) return html`<${Title} title="Now" /><${Pending} problem=${problem} />`;
  return html`
    <${Title} title="Now" lead=${leadOf(data)} />
    <${Numbers} now=${data} />
    <div class="columns">
      <div>
        <${Card} title="Running campaigns" aside=${html`<a href=${linkTo("campaigns")}>All campaigns</a>`}>
          <${Running} now=${data} />
        <//>
        <${Card} title="Latest"><${Latest} happenings=${data.latest} /><//>
      </div>
      <div>
        ${data.days.length > 0 && html`<${Card} title="Sent per day"><${DayChart} days=${data.days} /><//>`}
        <${Limit} now=${data} />
        ${data.campaigns === 0 && html`<${Begin} />`}
      </div>
    </div>`;
}

/** @param {Now} now */
function leadOf({ running, runningAgents }) {
  if (running.length === 0 && runningAgents === 0) return "Nothing is running.";
  return `${counted(running.length, "campaign")} and ${counted(runningAgents, "source agent")} are running.`;
}

/** @param {{ now: Now }} props */
function Numbers({ now }) {
  /** @type {[string, string, string, string][]} */
  const tiles = [
    ["Running campaigns", number(now.running.length), `of ${now.campaigns}`, linkTo("campaigns")],
    ["Running agents", number(now.runningAgents), `of ${now.agents}`, linkTo("agents")],
    ["Contacts", number(now.contacts), "", linkTo("contacts")],
    ["Sent today", number(now.sentToday), "", linkTo("tomorrow")],
    ["Replies", number(now.answered), `${number(now.answeredToday)} today`, linkTo("replies")],
    ["Active faults", number(now.faults), "", linkTo("requests")],
  ];
  return html`<${Tiles} of=${tiles} />`;
}

/** @param {{ now: Now }} props */
function Running({ now }) {
  if (now.running.length === 0) {
    return html`<${Empty}>${now.campaigns === 0 ? "There is no campaign yet." : "No campaign is switched on."}<//>`;
  }
  return html`<ul class="runs">
    <${Growing} of=${now.running.map(
      (campaign) => html`<li key=${campaign.id}>
        <div class="run-head"><a class="strong" href=${linkTo("campaigns", campaign.id)}>${campaign.name}</a><${OnOff} on=${campaign.active} /></div>
        <${PeopleBar} people=${campaign.people} />
        <p class="muted">${numbersOf(campaign)}</p>
      </li>`,
    )} />
  </ul>`;
}

/** @param {Now["running"][number]} campaign */
function numbersOf({ people, replied, sentToday, queued }) {
  const who = `${counted(totalOf(people), "person", "people")}, ${number(replied)} replied`;
  return `${who} · ${number(sentToday)} sent today · ${number(queued)} in the queue`;
}

/** @param {{ happenings: Happening[] }} props */
function Latest({ happenings }) {
  if (happenings.length === 0) return html`<${Empty}>Nothing has happened yet. Move time ahead.<//>`;
  return html`<ol class="events">
    ${happenings.map(
      (event, index) => html`<li key=${index} class=${event.kind === "run" ? "imported" : event.status}>
        <span class="event-icon"><${Icon} name=${iconOf(event)} /></span>
        <div><p><${Line} event=${event} /></p><p class="muted"><time dateTime=${event.at}>${when(event.at)}</time></p></div>
      </li>`,
    )}
  </ol>`;
}

/** @param {Happening} event */
function iconOf(event) {
  if (event.kind === "run") return "imported";
  return event.status === "sent" ? (event.type ?? "message") : event.status;
}

/** @param {{ event: Happening }} props */
function Line({ event }) {
  if (event.kind === "run") {
    const { agent, found, imported, signal } = event;
    return html`<a href=${linkTo("agents", agent.id)}>${agent.name}</a> imported ${number(imported)} of ${counted(found, "lead")} for <q>${signalName(signal)}</q>`;
  }
  const contact = html`<a href=${linkTo("contacts", event.contact.id)}>${event.contact.name}</a>`;
  const campaign = html`<a class="quiet" href=${linkTo("campaigns", event.campaign.id)}>${event.campaign.name}</a>`;
  if (event.status === "sent") return html`${stepName(event.type)} to ${contact} · ${campaign}`;
  return html`${contact}: <b>${stateName(event.status).toLowerCase()}</b>${event.type !== null && event.status !== "answered" ? `, ${stepName(event.type)} not sent` : ""} · ${campaign}`;
}

/** @param {{ now: Now }} props */
function Limit({ now: { limit, usage } }) {
  if (limit === null) return html`<${Card} title="Request limit"><${Empty}>Switched off.<//><//>`;
  const { requests, tolerated, windowSeconds, perDay } = limit;
  return html`<${Card} title="Request limit">
    <p class="muted">${number(requests)} requests in any ${windowSeconds} s, ${tolerated} more tolerated, ${number(perDay)} a day, for each account.</p>
    ${usage.length === 0 && html`<${Empty}>No request with a key yet.<//>`}
    ${usage.map(
      ({ account, inWindow, today }) =>
        html`<${Meter} key=${account.id} label=${account.name} value=${inWindow} most=${requests + tolerated} warnAt=${requests} detail=${`${number(today)} today`} />`,
    )}
  <//>`;
}

/** How to begin, while there are no objects. */
function Begin() {
  return html`<${Card} title="Begin">
    <p>Let a Pulumi program create a list, an agent and a campaign here:</p>
    <pre tabindex="0">export OUTREACH_BASE_URL=${location.origin}
export OUTREACH_API_KEY=osk_demo_owner
pulumi up</pre>
    <p class="muted">Then move time ahead above and watch who is found, what is sent to whom, and who answers.</p>
  <//>`;
}
