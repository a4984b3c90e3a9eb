import { html } from "../html.js";
import { Empty, Links, Meter, Pending, Title } from "../parts/basics.js";
import { Growing } from "../parts/list.js";
import { linkTo } from "../place.js";
import { useRead } from "../service.js";
import { number, quotaName } from "../words.js";

/** @typedef {import("../../src/page/reads/seats.js").SeatShown} SeatShown */

export function Seats() {
  const { data, problem } = useRead("seats", {}, ["clock", "linkedin_seat", "email_seat", "campaign", "user_account"]);
  if (!data) return html`<${Title} title="Seats" /><${Pending} problem=${problem} />`;
  const owners = [...new Set(data.map(({ owner }) => owner.id))];
  return html`
    <${Title} title="Seats" lead="What each seat has used of its quotas today, and which campaigns have used it." />
    ${data.length === 0 && html`<${Empty}>No seat.<//>`}
    ${owners.map((owner) => {
      const seats = data.filter((seat) => seat.owner.id === owner);
      return html`<section class="group" key=${owner}>
        <h2>${seats[0]?.owner.name}</h2>
        <ul class="cards"><${Growing} of=${seats.map((seat) => html`<${Seat} key=${`${seat.channel} ${seat.id}`} seat=${seat} />`)} /></ul>
      </section>`;
    })}`;
}

/** @param {{ seat: SeatShown }} props */
function Seat({ seat }) {
  const { id, channel, name, premium, launchHours, quotas, campaigns } = seat;
  return html`<li class="card">
    <header><h3 class="strong">${channel === "network" ? `Network seat ${id}` : name}</h3>${premium && html`<span class="chip plain">Premium</span>`}</header>
    <p class="muted">${launchHours ? `Sends from ${launchHours.from}:00 to ${launchHours.to}:00 UTC` : `E-mail seat ${id}`}</p>
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
    <p class="muted after">${campaigns.length === 0 ? "No running campaign uses it" : html`Used by <${Links} view="campaigns" to=${campaigns} />`}</p>
  </li>`;
}
