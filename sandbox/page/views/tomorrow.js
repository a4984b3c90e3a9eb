import { html } from "../html.js";
import { Empty, Pending, Title } from "../parts/basics.js";
import { Growing } from "../parts/list.js";
import { Matrix } from "../parts/table.js";
import { linkTo } from "../place.js";
import { useRead } from "../service.js";
import { capital, number, quotaName, reasonName, weekday } from "../words.js";

/** @typedef {import("../../src/page/reads/tomorrow.js").CampaignAhead} CampaignAhead */
/** @typedef {import("../../src/page/reads/tomorrow.js").SeatAhead} SeatAhead */

const kinds = [
  ...["clock", "campaign", "enrolment", "contact", "lead_list", "agent"],
  ...["linkedin_seat", "email_seat", "organization", "user_account"],
];
const sendKinds = /** @type {const} */ (["profileVisits", "likes", "invitations", "messages", "email"]);
const waits = /** @type {const} */ (["delay", "invitation", "quota", "hours", "intake", "paused", "list"]);

export function TomorrowView() {
  const { data, problem } = useRead("tomorrow", {}, kinds);
  if (!data) return html`<${Title} title="Tomorrow" /><${Pending} problem=${problem} />`;
  const { campaigns, seats } = data;
  const days = data.days.map((day, index) => (index === 0 ? "Today" : weekday(day)));
  return html`
    <${Title} title="Tomorrow" lead="What is sent on each of the next days if nobody changes anything; of today, the rest." />
    ${campaigns.length === 0 && html`<${Empty}>No campaign is switched on: nothing is sent.<//>`}
    ${
      campaigns.length > 0 &&
      html`<section class="group"><h2>Campaigns</h2>
        <ul class="ahead"><${Growing} of=${campaigns.map((campaign) => html`<${CampaignDays} key=${campaign.id} campaign=${campaign} days=${days} />`)} /></ul>
      </section>`
    }
    ${
      seats.length > 0 &&
      html`<section class="group"><h2>Seats</h2>
        <ul class="ahead"><${Growing} of=${seats.map((seat) => html`<${SeatDays} key=${`${seat.channel} ${seat.id}`} seat=${seat} days=${days} />`)} /></ul>
      </section>`
    }`;
}

/** @param {{ campaign: CampaignAhead, days: string[] }} props */
function CampaignDays({ campaign: { id, name, waiting, days: planned }, days }) {
  const cell = (/** @type {number | undefined} */ count) =>
    count === undefined || count === 0 ? html`<span class="muted">–</span>` : number(count);
  const sent = sendKinds
    .filter((kind) => planned.some(({ sends }) => sends[kind] !== undefined))
    .map((kind) => ({
      key: kind,
      name: quotaName(kind),
      cells: [null, ...planned.map(({ sends }) => cell(sends[kind]))],
    }));
  const waiters = waits
    .filter((wait) => [waiting, ...planned.map((day) => day.waiting)].some((counts) => counts[wait] !== undefined))
    .map((wait) => ({
      key: wait,
      name: capital(reasonName(wait)),
      cells: [waiting, ...planned.map((day) => day.waiting)].map((counts) => cell(counts[wait])),
    }));
  return html`<li class="card">
    <header><h3 class="strong"><a href=${linkTo("campaigns", id)}>${name}</a></h3></header>
    ${
      sent.length + waiters.length === 0
        ? html`<${Empty}>Nothing is due, and nobody waits.<//>`
        : html`<${Matrix} label=${`The next days of ${name}`} heads=${["", "Now", ...days]}
          groups=${[
            { title: "Sent", rows: sent },
            { title: "People who wait at the end of the day", rows: waiters },
          ]} />`
    }
  </li>`;
}

/** @param {{ seat: SeatAhead, days: string[] }} props */
function SeatDays({ seat: { id, name, channel, owner, launchHours, quotas }, days }) {
  const title = channel === "network" ? `Network seat ${id}` : name;
  const rows = quotas.map(({ kind, quota, used }) => ({
    key: kind,
    name: `${quotaName(kind)}, ${number(quota)} a day`,
    cells: used.map((count) => html`<span class=${count >= quota ? "full" : ""}>${number(count)}</span>`),
  }));
  return html`<li class="card">
    <header><h3 class="strong">${title}</h3></header>
    <p class="muted">${owner.name}${launchHours && ` · sends from ${launchHours.from}:00 to ${launchHours.to}:00 UTC`}</p>
    ${
      rows.length === 0
        ? html`<${Empty}>Nothing is sent from it.<//>`
        : html`<${Matrix} label=${`The next days of ${title}`} heads=${["", ...days]} groups=${[{ title: "Used of the quota by the end of the day", rows }]} />`
    }
  </li>`;
}
