import { icon } from "./icons";
import { attributes, html, type Inserted, type Markup } from "./markup";
import { name } from "./texts";
import { number } from "./words";

/** One step of a campaign. */
export interface TimelineStep {
  readonly type: string;
  readonly number: number;
  readonly label: string;
  /** When it is carried out, shown after its label. */
  readonly when: Inserted;
  /** Its change, as an additional CSS class. */
  readonly change?: string;
  readonly id?: string;
  readonly chip?: Inserted;
  readonly body: Inserted;
}

/** Steps from top to bottom. */
export function timeline(steps: readonly TimelineStep[]): Markup {
  return html`<ol class="timeline">${steps.map(timelineStep)}</ol>`;
}

function timelineStep({ type, number: position, label, when, change, id, chip, body }: TimelineStep): Markup {
  const look = ["step", ...(change === undefined ? [] : [change]), type === "email" ? "email" : "network"].join(" ");
  return html`<li class="${look}"${attributes({ id, tabindex: id === undefined ? undefined : "-1" })}><span class="step-icon">${icon(type)}</span><div>
<p class="step-head"><b>${number(position)}. ${name(label)}</b> <span class="muted">${when}</span>${chip}</p>
${body}</div></li>
`;
}

const fields: ReadonlyMap<string, string> = new Map([
  ["message", "Message"],
  ["subject", "Subject"],
  ["note", "Note"],
]);

/** A text of a step, with its field's name above it if there are several. */
export function words(field: string, isNamed: boolean, body: Inserted): Markup {
  const label = isNamed && html`<span class="field">${fields.get(field) ?? name(field)}</span>`;
  return html`<div class="words${field === "subject" && " subject"}">${label}${body}</div>`;
}
