import { html } from "../html.js";
import { Empty, Links, Meter, Pending, Title } from "../parts/basics.js";
import { linkTo } from "../place.js";
import { useRead } from "../service.js";
import { counted, number, quotaName } from "../words.js";

/** @typedef {import("../../src/page/reads/seats.js").SeatShown} SeatShown */

export function Seats() {
  const { data, problem } = useRead("seats", {}, ["clock", "linkedin_seat", "email_seat", "campaign"]);
  if (!data) return html`<${Title} title="Seats" /><${Pending} problem=${problem} />`;
  return html`
    <${Title} title="Seats" lead="What each seat has used of its quotas today, and which campaigns have used it." />
    ${data.length === 0 && html`<${Empty}>No seat.<//>`}
    <ul class="cards">${data.map((seat) => html`<${Seat} key=${`${seat.channel} ${seat.id}`} seat=${seat} />`)}</ul>`;
}

/** @param {{ seat: SeatShown }} props */
function Seat({ seat }) {
  const { id, channel, name, owner, premium, launchHours, quotas, campaigns } = seat;
  return html`<li class="card">
    <header><h2>${name}</h2><span class="chip plain">${channel === "network" ? "Network" : "E-mail"} ${id}${premium ? ", premium" : ""}</span></header>
    <p class="muted">${channel === "network" && launchHours ? `${owner.name} · sends from ${launchHours.from}:00 to ${launchHours.to}:00 UTC` : owner.name}</p>
    ${quotas.map(
      ({ kind, used, quota, parts }) =>
        html`<${Meter} key=${kind} label=${quotaName(kind)} value=${used} most=${quota} detail=${
          parts.length > 0 &&
          parts.map(
            ({ campaign, count }, index) =>
              html`${index > 0 && ", "}<a key=${campaign.id} href=${linkTo("campaigns", campaign.id)}>${campaign.name}</a> ${number(count)}`,
          )
        } />`,
    )}
    <p class="muted">${counted(campaigns.length, "active campaign")}${campaigns.length > 0 ? ": " : ""}${campaigns.length > 0 && html`<${Links} view="campaigns" to=${campaigns} />`}</p>
  </li>`;
}
