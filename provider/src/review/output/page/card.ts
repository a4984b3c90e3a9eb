import { attributes, html, type Inserted, type Markup } from "../../../page/markup";
import { chip, fact } from "../../../page/parts";
import { name, value } from "../../../page/texts";
import type { ChangeWord, Finding } from "../../model";
import { dangerChip, item } from "./parts";
import type { Place, Places } from "./places";
import { changeChip } from "./words";

/** With more of one kind, they are closed at first. */
export const mostOpen = 20;

/** What every resource of this package has. */
export interface Reviewed {
  readonly stack: string;
  readonly urn: string;
  readonly resource: string;
  readonly name?: string;
  readonly nameBefore?: string;
  readonly id?: string;
  readonly idBefore?: string;
  readonly adopts?: string;
  readonly change: ChangeWord;
  readonly retained: boolean;
  readonly onlyRead?: boolean;
  readonly droppedWith?: string;
  readonly acknowledged: readonly string[];
  readonly hidden: readonly string[];
}

export interface Card {
  readonly resource: Reviewed;
  /** `campaign`, `agent`, `list`: what the filter counts. */
  readonly noun: string;
  readonly place: Place;
  /** All findings about it. */
  readonly findings: readonly Finding[];
  readonly open: boolean;
  /** Further words in the head: whether a campaign sends. */
  readonly chips?: Inserted;
  readonly second?: Inserted;
  readonly body: Inserted;
}

/** A resource: its name and what happens to it, and the rest, which can be closed. */
export function card(each: Card, places: Places): Markup {
  const { resource, place, findings, open } = each;
  const dangers = findings.filter(({ level }) => level === "danger").length;
  const look = `card ${resource.change}`;
  const what = item(each.noun, places.stackNumber(resource.stack), dangers > 0);
  return html`<details class="${look}"${what}${attributes({ open })}><summary><h3>${title(resource, place)}</h3>
<span class="chips">${chip(changeChip(resource))}${each.chips}${dangerChip(
    dangers,
  )}</span>${each.second !== undefined && html`<span class="second">${each.second}</span>`}</summary>
<div class="card-body"><span class="anchor" id="${place.anchor}" tabindex="-1"></span>${each.body}</div></details>
`;
}

function title({ name: after, nameBefore, resource }: Reviewed, place: Place): Markup {
  if (after !== undefined && nameBefore !== undefined && after !== nameBefore) {
    return html`<del>${name(nameBefore)}</del> <ins>${name(after)}</ins>`;
  }
  return name(after ?? nameBefore ?? resource ?? place.name);
}

/** Where the resource is found: in the program and in the service. */
export function identityFacts(resource: Reviewed, places: Places): Markup {
  const { adopts, acknowledged, hidden, retained, onlyRead, droppedWith } = resource;
  const option = onlyRead === true ? "Option id" : droppedWith === undefined ? "retainOnDelete" : "deletedWith";
  return html`${fact("In the program", html`<code>${name(resource.resource)}</code>`)}${fact("Id", ids(resource))}${
    adopts !== undefined &&
    fact(
      "Takes over",
      adopts === "twin" ? "the equal object in the account, if there is one" : html`<code>${name(adopts)}</code>`,
    )
  }${retained && fact(option, "set: the object stays in the account")}${
    places.stacks.length > 1 && fact("Stack", name(resource.stack))
  }${acknowledged.length > 0 && fact("Newly acknowledged", codes(acknowledged))}${
    hidden.length > 0 && fact("Secret or not known yet, in whole or in part", codes(hidden))
  }`;
}

function codes(words: readonly string[]): Markup {
  return html`<ul class="things">${words.map((word) => html`<li><code>${value(word)}</code></li>`)}</ul>`;
}

function ids({ id, idBefore, change }: Reviewed): Markup {
  const [before, after] = [idBefore ?? id, id].map((each) => each !== undefined && html`<code>${name(each)}</code>`);
  if (change !== "replaced" || !before) return after || html`<span class="muted">none yet</span>`;
  // Before an update, only the id of the object that is replaced is known.
  const isKnown = after && id !== idBefore && idBefore !== undefined;
  return html`<del>${before}</del> <ins>${isKnown ? after : "a new one"}</ins>`;
}
