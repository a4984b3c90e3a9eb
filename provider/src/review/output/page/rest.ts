import { html, type Markup } from "../../../page/markup";
import { chip, section } from "../../../page/parts";
import { name, sentence } from "../../../page/texts";
import { counted, number } from "../../../page/words";
import type { OtherResources, Review, ReviewedStack } from "../../model";
import { diagnostic } from "./header";
import { item } from "./parts";
import type { Places } from "./places";
import { changeChips } from "./words";

/** Changed resources of other packages: counts, and names on demand. */
export function others({ others }: Review, places: Places): Markup | undefined {
  if (others.length === 0) return undefined;
  const total = others.reduce((sum, { count }) => sum + count, 0);
  const body = html`<ul class="card plain-list">${others.map((each) => other(each, places))}</ul>`;
  return section(
    "others",
    "Other resources",
    number(total),
    body,
    "Changed resources of other packages, by their type.",
  );
}

function other({ stack, type, change, count, names }: OtherResources, places: Places): Markup {
  const rest = count - names.length;
  const head = html`<b>${number(count)}</b> <code>${name(type)}</code> ${chip(changeChips[change])}${
    places.stacks.length > 1 && html` <span class="muted">${name(stack)}</span>`
  }`;
  if (names.length === 0) return html`<li${item("other", places.stackNumber(stack), false)}>${head}</li>`;
  return html`<li${item("other", places.stackNumber(stack), false)}><details><summary>${head}</summary><ul class="things">${names.map(
    (each) => html`<li><code>${name(each)}</code></li>`,
  )}${rest > 0 && html`<li class="muted">and ${number(rest)} more</li>`}</ul></details></li>`;
}

/** Objects that the program manages no more and that stay in the account. */
export function leftBehind({ leftBehind }: Review, places: Places): Markup | undefined {
  if (leftBehind.length === 0) return undefined;
  const body = html`<ul class="card plain-list">${leftBehind.map(
    ({ stack, noun, name: called, id, text }) =>
      html`<li${item("left", places.stackNumber(stack), false)}><p><b>${called === undefined ? noun : name(called)}</b> <span class="muted">${name(
        noun,
      )}${id !== undefined && html` <code>${name(id)}</code>`}${places.stacks.length > 1 && html` · ${name(stack)}`}</span></p><p>${sentence(text)}</p></li>`,
  )}</ul>`;
  return section("left-behind", "What stays in the account", number(leftBehind.length), body);
}

/** Facts that the review could not know. */
export function leftOut({ leftOut }: Review): Markup | undefined {
  if (leftOut.length === 0) return undefined;
  const body = html`<ul class="card bullets">${leftOut.map((text) => html`<li${item("fact", undefined, false)}>${sentence(text)}</li>`)}</ul>`;
  return section("left-out", "What this review does not know", number(leftOut.length), body);
}

/** Warnings of the preview, and of stacks that are complete also errors. */
export function messages({ stacks }: Review, places: Places): Markup | undefined {
  const shown = stacks.map((stack) => ({ stack, texts: stack.diagnostics.filter((each) => isMessage(each, stack)) }));
  const total = shown.reduce((sum, { texts }) => sum + texts.length, 0);
  if (total === 0) return undefined;
  const body = html`<div class="card">${shown.map(
    ({ stack, texts }) =>
      texts.length > 0 &&
      html`<details class="messages"${item("fact", places.stackNumber(stack.stack), false)}><summary>${counted(texts.length, "message")} of ${name(
        stack.stack,
      )}</summary><ul class="diagnostics">${texts.map(diagnostic)}</ul></details>`,
  )}</div>`;
  return section("messages", "Messages of Pulumi", number(total), body);
}

/** Errors of a stopped stack stand at the top of the page. */
function isMessage({ severity }: ReviewedStack["diagnostics"][number], { status }: ReviewedStack): boolean {
  return severity !== "error" || status !== "stopped";
}
