import { html } from "../html.js";
import { Card, Chip, Facts, Pending, Title, To } from "../parts/basics.js";
import { Icon } from "../parts/icons.js";
import { PersonActions } from "../parts/personActions.js";
import { Path, Texts } from "../parts/texts.js";
import { linkTo } from "../place.js";
import { useRead } from "../service.js";
import { capital, dayOfMonth, keywordOf, reasonName, signalName, stateName, stepName, when } from "../words.js";

/** @typedef {import("../../src/page/reads/story.js").ContactStory} ContactStory */
/** @typedef {import("../../src/page/reads/story.js").StoryEvent} StoryEvent */
/** @typedef {import("../../src/page/reads/story.js").NextShown} NextShown */

const kinds = [
  ...["clock", "contact", "campaign_log", "enrolment", "campaign", "lead_list", "agent", "organization"],
  ...["linkedin_seat", "email_seat"],
];

/** @param {{ id: number }} props */
export function ContactView({ id }) {
  const { data, problem } = useRead("contact", { id }, kinds);
  if (!data) return html`<${Title} title="Contact" /><${Pending} problem=${problem} />`;
  const { contact } = data;
  return html`
    <p class="crumbs"><a href=${linkTo("contacts")}>Contacts</a></p>
    <${Title} title=${data.name} lead=${html`<${Chip} state=${data.status} /> ${contact.jobTitle}${contact.jobTitle && contact.company && ", "}${contact.company}`}
      aside=${html`<${PersonActions} story=${data} />`} />
    <div class="columns">
      <div>
        <${Card} title="Story">
          <ol class="events story">
            ${data.events.map((event, index) => html`<${Event} key=${index} event=${event} />`)}
            ${data.next.map((next) => html`<${Next} key=${`next ${next.campaign.id}`} next=${next} />`)}
          </ol>
        <//>
      </div>
      <div><${Card} title="Facts"><${Facts} of=${factsOf(data)} /><//></div>
    </div>`;
}

/** @param {ContactStory} story @returns {[string, unknown][]} */
function factsOf({ contact, owner, list, agent }) {
  const flags = [
    contact.unsubscribed && "unsubscribed from e-mails",
    contact.bounced && "e-mail bounced",
    contact.blocked && "company on the blocklist",
    contact.openToWork && "open to work",
  ].filter(Boolean);
  return [
    ["Id", String(contact.id)],
    ["Owner", owner.name],
    ["List", html`<${To} view="lists" to=${list} />`],
    ["Found by", html`<${To} view="agents" to=${agent} />`],
    ["E-mail", contact.email && html`<${Path} path=${contact.email} />`],
    ["Profile", contact.profileUrl && html`<${Path} path=${contact.profileUrl} />`],
    ["About", contact.profileBaseline],
    ["Industry", contact.industry],
    ["Location", contact.location],
    ["Company size", contact.companySize],
    ["Score", contact.total_scoring === null ? null : String(contact.total_scoring)],
    ["Marks", flags.length === 0 ? null : flags.join(", ")],
  ];
}

/** @param {{ event: StoryEvent }} props */
function Event({ event }) {
  return html`<li class=${classOf(event)}>
    <span class="event-icon"><${Icon} name=${iconOf(event)} /></span>
    <div>
      <p><${Line} event=${event} /></p>
      <p class="muted"><time dateTime=${event.at}>${when(event.at)}</time>${event.kind === "sent" && event.seat ? ` · from ${event.seat}` : ""}</p>
      ${event.kind === "sent" && html`<${Texts} texts=${event.texts} />`}
      ${event.kind === "ended" && event.reply !== null && html`<blockquote class="texts"><p>${event.reply}</p></blockquote>`}
    </div>
  </li>`;
}

/** @param {StoryEvent} event */
function classOf(event) {
  if (event.kind === "ended") return event.status;
  return event.kind === "sent" ? "sent" : "imported";
}

/** @param {StoryEvent} event */
function iconOf(event) {
  if (event.kind === "sent") return event.type ?? "message";
  return event.kind === "ended" ? event.status : "imported";
}

/** @param {{ event: StoryEvent }} props */
function Line({ event }) {
  switch (event.kind) {
    case "added":
      return html`Added to <${To} view="lists" to=${event.list} />`;
    case "imported":
      return html`Imported by <${To} view="agents" to=${event.agent} /> into <${To} view="lists" to=${event.list} />: ${foundBy(event.signal)}`;
    case "sent":
      return html`<b>${event.stepNumber}. ${stepName(event.type)}</b> · <${To} view="campaigns" to=${event.campaign} />`;
    case "ended":
      return html`<b>${stateName(event.status)}</b>${event.reason && `: ${event.reason}`}${stepOf(event)} · <${To} view="campaigns" to=${event.campaign} />`;
  }
}

/** @param {{ type: string | null, keyword: string | null }} signal */
function foundBy({ type, keyword }) {
  return html`found by <b>${signalName(type)}</b>${keywordOf(keyword) && html` <q>${keyword}</q>`}`;
}

/** The step that was answered or not sent. @param {Extract<StoryEvent, { kind: "ended" }>} event */
function stepOf({ status, stepNumber, type }) {
  if (stepNumber === null) return null;
  return html` <span class="muted">(${status === "answered" ? "" : "not sent: "}${stepNumber}. ${stepName(type)})</span>`;
}

/** @param {NextShown} next */
function waitOf({ queued, reason, dueAt }) {
  if (reason === "delay") return `Due on ${dayOfMonth(dueAt)} at the earliest`;
  const why = reason === null ? undefined : reasonName(reason);
  if (!queued) return why === undefined ? "Due at the next full hour" : capital(why);
  return why === undefined ? "In the queue" : `In the queue: ${why}`;
}

/** @param {{ next: NextShown }} props */
function Next({ next }) {
  return html`<li class="next">
    <span class="event-icon"><${Icon} name=${next.type} /></span>
    <div>
      <p>Next: <b>${next.stepNumber}. ${stepName(next.type)}</b> · <${To} view="campaigns" to=${next.campaign} /></p>
      <p class="muted">${waitOf(next)}</p>
      <${Texts} texts=${next.texts} />
    </div>
  </li>`;
}
