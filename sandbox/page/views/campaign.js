import { useState } from "preact/hooks";
import { html } from "../html.js";
import { Card, Empty, Facts, Links, Pending, Rate, Tiles, Title, Working } from "../parts/basics.js";
import { DayChart } from "../parts/days.js";
import { Dialog } from "../parts/dialog.js";
import { Icon } from "../parts/icons.js";
import { PeopleBar, totalOf } from "../parts/people.js";
import { Path, Texts, templateOf } from "../parts/texts.js";
import { linkTo } from "../place.js";
import { useRead } from "../service.js";
import { counted, number, percent, reasonName, stateName, stepName, when } from "../words.js";

/** @typedef {import("../../src/page/reads/campaign.js").CampaignShown} CampaignShown */

const kinds = [
  ...["clock", "campaign", "campaign_log", "enrolment", "contact", "lead_list", "linkedin_seat", "email_seat"],
  ...["organization", "user_account"],
];

/** @param {{ id: number }} props */
export function CampaignView({ id }) {
  const { data, problem } = useRead("campaign", { id }, kinds);
  if (!data) return html`<${Title} title="Campaign" /><${Pending} problem=${problem} />`;
  return html`
    <p class="crumbs"><a href=${linkTo("campaigns")}>Campaigns</a></p>
    <${Title} title=${data.name} lead=${html`<${Working} on=${data.active} owner=${data.owner} /> ${counted(totalOf(data.people), "person", "people")}`}
      aside=${html`<${Switch} campaign=${data} />`} />
    <${Numbers} campaign=${data} />
    <div class="columns">
      <div>
        <${Card} title="Steps"><${Timeline} campaign=${data} /><//>
        <${Card} title="Queue" aside=${data.queued > 0 && counted(data.queued, "step")}><${Queue} campaign=${data} /><//>
      </div>
      <div>
        <${Card} title="People">
          <${PeopleBar} people=${data.people} legend=${(/** @type {string} */ state) => linkTo("contacts", undefined, { campaign: data.id, state })} />
        <//>
        <${Card} title="Sent per day">
          ${data.days.length === 0 ? html`<${Empty}>Nothing was sent yet.<//>` : html`<${DayChart} days=${data.days} />`}
        <//>
        <${Ends} campaign=${data} />
        <${Card} title="Facts"><${Facts} of=${factsOf(data)} /><//>
      </div>
    </div>`;
}

/** @param {{ campaign: CampaignShown }} props */
function Numbers({ campaign: { id, sent, sentToday, contacted, replied, invitations, queued } }) {
  const rate = (/** @type {number} */ part, /** @type {number} */ of) => (of === 0 ? "–" : percent(part, of));
  const parts = (/** @type {number} */ part, /** @type {number} */ of) => `${number(part)} of ${number(of)}`;
  return html`<${Tiles} of=${[
    ["Sent", number(sent), `${number(sentToday)} today`],
    ["People reached", number(contacted), ""],
    ["Reply rate", rate(replied, contacted), parts(replied, contacted), linkTo("replies", undefined, { campaign: id })],
    ...(invitations
      ? [
          [
            "Acceptance rate",
            rate(invitations.accepted, invitations.sent),
            parts(invitations.accepted, invitations.sent),
          ],
        ]
      : []),
    ["In the queue", number(queued), "", linkTo("tomorrow")],
  ]} />`;
}

/** @param {CampaignShown} campaign @returns {[string, unknown][]} */
function factsOf({ id, owner, lists, linkedinSeat, emailSeats, language, skipInvitationAfterDays, createdAt }) {
  return [
    ["Id", String(id)],
    ["Owner", owner.name],
    ["Lists", html`<${Links} view="lists" to=${lists} />`],
    [
      "Network seat",
      linkedinSeat && html`${linkedinSeat.name} (${linkedinSeat.id}${linkedinSeat.premium && ", premium"})`,
    ],
    [
      "E-mail seats",
      emailSeats.length === 0
        ? null
        : emailSeats.map(({ id: seat, email }) => html`<div key=${seat}><${Path} path=${email} /></div>`),
    ],
    ["Language", language],
    ["Invitations", `given up after ${skipInvitationAfterDays} days`],
    ["Created", when(createdAt)],
  ];
}

/** Switches the campaign, as a person does in the app. @param {{ campaign: CampaignShown }} props */
function Switch({ campaign }) {
  // The dialog does not change while it is open, even if a program switches the campaign meanwhile.
  const [wanted, ask] = useState(/** @type {boolean | undefined} */ (undefined));
  const [isChanged, setChanged] = useState(false);
  const { active } = campaign;
  return html`<div class="switch">
    <button type="button" class=${active ? "" : "primary"} onClick=${() => ask(!active)}>${labelOf(!active)}</button>
    ${isChanged && html`<p class="notice" role="status">Changed outside of Pulumi. Run <code>pulumi refresh</code> to record it in the state.</p>`}
    ${wanted !== undefined && html`<${Question} campaign=${campaign} wanted=${wanted} close=${() => ask(undefined)} after=${() => setChanged(true)} />`}
  </div>`;
}

/** @param {boolean} wanted */
const labelOf = (wanted) => (wanted ? "Switch on" : "Switch off");

/** @param {{ campaign: CampaignShown, wanted: boolean, close: () => void, after: () => void }} props */
function Question({ campaign, wanted, close, after }) {
  const { id, name, active, people, rivals } = campaign;
  const reach = people.waiting + people.running;
  const input = () => ({ campaignId: id, active: wanted });
  return html`<${Dialog} title=${`${labelOf(wanted)} “${name}”?`} action=${labelOf(wanted)} operation="setActive" input=${input}
    close=${close} after=${after} danger=${wanted}>
    ${
      wanted
        ? html`<p>${counted(reach, "person", "people")} ${reach === 1 ? "goes" : "go"} through its steps from the next hour on.</p>
          ${rivals.length > 0 && html`<p>People of its lists who are in other campaigns get messages from both:</p>`}
          ${rivals.length > 0 && html`<ul>${rivals.map((rival) => html`<li key=${rival.id}>${rival.name} is active on the same list</li>`)}</ul>`}`
        : html`<p>Nothing more is sent from the next hour on. People keep their place, and continue if it is switched on again.</p>`
    }
    ${active === wanted && html`<p role="status">Meanwhile it was switched ${wanted ? "on" : "off"} by somebody else.</p>`}
    <p class="muted">This is what a person does in the app. A Pulumi stack that manages the campaign sees it after <code>pulumi refresh</code>.</p>
  <//>`;
}

/** @param {{ campaign: CampaignShown }} props */
function Timeline({ campaign }) {
  return html`<ol class="timeline">
    ${campaign.timeline.map(
      ({ step, unfilled, day, sent, replied, accepted, skipped }) => html`<li key=${step.stepNumber}>
        <span class="event-icon"><${Icon} name=${step.type} /></span>
        <div>
          <p class="step-head"><b>${step.stepNumber}. ${stepName(step.type)}</b> <span class="muted">${day === 0 ? "at once" : `day ${day} at the earliest`}</span></p>
          <${Texts} texts=${templateOf(step, unfilled)} />
          ${step.url && html`<p class="muted"><${Path} path=${step.url} /></p>`}
          ${step.numberOfPosts && html`<p class="muted">${counted(step.numberOfPosts, "post")}</p>`}
          <div class="outcome">
            <span><b>${number(sent)}</b> sent</span>
            ${accepted !== null && html`<${Rate} label="accepted" part=${accepted} of=${sent} state="finished" />`}
            ${takesReplies(step.type) && html`<${Rate} label="replied" part=${replied} of=${sent} />`}
            ${skipped > 0 && html`<span class="skipped">${number(skipped)} skipped</span>`}
          </div>
        </div>
      </li>`,
    )}
  </ol>`;
}

/** @param {string} type */
const takesReplies = (type) => type === "message" || type === "voiceMessage" || type === "email";

/** @param {{ campaign: CampaignShown }} props */
function Queue({ campaign }) {
  if (!campaign.active) return html`<${Empty}>The campaign is off: nothing is queued.<//>`;
  if (campaign.owner.hasLeft) return html`<${Empty}>Its owner has left the organization: nothing is queued.<//>`;
  if (campaign.queue.length === 0)
    return html`<${Empty}>Nothing is due. The planner checks again at the next full hour.<//>`;
  const more = campaign.queued - campaign.queue.length;
  return html`<p class="muted">What may be sent from the next hour on, within the quotas of the seats, as each person gets it.</p>
    <ol class="queue">
      ${campaign.queue.map(
        ({ contactId, name, company, stepNumber, type, texts }) => html`<li key=${contactId}>
          <p><a class="strong" href=${linkTo("contacts", contactId)}>${name}</a>${company && html` <span class="muted">${company}</span>`}</p>
          <p class="muted">${stepNumber}. ${stepName(type)}</p>
          <${Texts} texts=${texts} />
        </li>`,
      )}
    </ol>
    ${more > 0 && html`<p class="muted">and ${number(more)} more</p>`}`;
}

/** @param {{ campaign: CampaignShown }} props */
function Ends({ campaign: { id, ends } }) {
  if (ends.length === 0) return null;
  return html`<${Card} title="Why people left">
    <ul class="ends">
      ${ends.map(
        ({ status, reason, count }) => html`<li key=${`${status} ${reason}`}>
          <a href=${linkTo("contacts", undefined, { campaign: id, state: status, reason })}>
            <span class=${`dot ${status}`}></span><span>${stateName(status)}: ${reasonName(reason)}</span><b>${number(count)}</b>
          </a>
        </li>`,
      )}
    </ul>
  <//>`;
}
