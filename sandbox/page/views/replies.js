import { useEffect, useMemo } from "preact/hooks";
import { html } from "../html.js";
import { Empty, Title, To } from "../parts/basics.js";
import { Choice } from "../parts/dialog.js";
import { Icon } from "../parts/icons.js";
import { usePages } from "../parts/pages.js";
import { useWindow } from "../parts/window.js";
import { linkTo, replacePlace } from "../place.js";
import { useScope } from "../scope.js";
import { useRead } from "../service.js";
import { counted, stepName, when } from "../words.js";

/** @typedef {import("../../src/page/reads/replies.js").ReplyRow} ReplyRow */

/** @param {{ query: Record<string, string> }} props */
export function Replies({ query }) {
  const { user } = useScope();
  const { campaign } = query;
  const filter = useMemo(() => ({ campaign, user }), [campaign, user]);
  const { total, at, show, problem } = usePages("replies", filter, ["campaign_log", "contact", "campaign"]);
  const campaigns = useRead("campaigns", {}, ["campaign"]).data ?? [];
  const { whole, indexes, before, after, measure } = useWindow(total ?? 0, 130);
  const [first, last] = [indexes[0] ?? 0, indexes.at(-1) ?? 0];
  useEffect(() => show(first, last), [first, last, show]);
  const status = problem ?? (total === undefined ? "Loading…" : counted(total, "reply", "replies"));
  return html`
    <${Title} title="Replies" lead="Who replied to which step, the newest first. The texts are made up." />
    <form class="filters" role="search" aria-label="Replies" onSubmit=${(/** @type {Event} */ event) => event.preventDefault()}>
      <${Choice} label="Campaign" value=${campaign ?? ""} onValue=${(/** @type {string} */ value) => replacePlace(linkTo("replies", undefined, { campaign: value }))}
        options=${[["", "Any campaign"], ...campaigns.map(({ id, name }) => [String(id), name])]} />
    </form>
    <p class="muted count" role="status">${status}</p>
    ${total === 0 && html`<${Empty}>Nobody has replied yet. Replies come one hour to two days after a message.<//>`}
    ${
      total !== undefined &&
      total > 0 &&
      html`<section class="card"><ol class="events replies" aria-label="Replies" ref=${whole}>
        ${before > 0 && html`<li key="before" class="gap" aria-hidden="true" style=${{ height: `${before}px` }}></li>`}
        ${indexes.map((index) => html`<${Reply} key=${at(index)?.id ?? `row ${index}`} reply=${at(index)} index=${index} measure=${measure} />`)}
        ${after > 0 && html`<li key="after" class="gap" aria-hidden="true" style=${{ height: `${after}px` }}></li>`}
      </ol></section>`
    }`;
}

/** @param {{ reply: ReplyRow | undefined, index: number, measure?: (element: HTMLElement | null) => void }} props */
function Reply({ reply, index, measure }) {
  if (!reply) return html`<li data-index=${index} ref=${measure}><span class="muted">Loading…</span></li>`;
  const { contact, jobTitle, company, campaign, stepNumber, type, at, text } = reply;
  return html`<li class="answered" data-index=${index} ref=${measure}>
    <span class="event-icon"><${Icon} name="answered" /></span>
    <div>
      <p><a class="strong" href=${linkTo("contacts", contact.id)}>${contact.name}</a>${jobTitle && html` <span class="muted">${jobTitle}</span>`}${company && html` <span class="muted">at ${company}</span>`}</p>
      <p class="muted">to ${stepNumber === null ? "a step" : `${stepNumber}. ${stepName(type)}`} of <${To} view="campaigns" to=${campaign} /> · <time dateTime=${at}>${when(at)}</time></p>
      <blockquote class="texts"><p>${text}</p></blockquote>
    </div>
  </li>`;
}
