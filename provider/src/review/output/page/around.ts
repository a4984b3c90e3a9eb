import { html, type Markup } from "../../../page/markup";
import { chip, type FactRow, facts, section, type Verdict, verdictCard } from "../../../page/parts";
import { name, plainLines, sentence, truncatedName, value } from "../../../page/texts";
import { formattedCount, number } from "../../../page/words";
import { present } from "../../../text/groups";
import { listed } from "../../../text/words";
import type { OtherResources, Review, ReviewedStack } from "../../model";
import { abouts, approvalOf, ofLevel, type Stop, stopsOf } from "../layout";
import { item } from "./parts";
import type { Places } from "./places";
import { changeChips, countsInWords } from "./words";

/** The page's parts before and after the findings and resources. */

/** The page's default title. */
export function titleOf({ about, stacks }: Review): string {
  const { heading, preposition } = abouts[about];
  const [first] = stacks;
  if (!first || (stacks.length === 1 && first.stack === "")) return heading;
  return `${heading} ${preposition} ${stacks.length === 1 ? truncatedName(first.stack) : formattedCount(stacks.length, "stack")}`;
}

/** The verdict and the stacks. */
export function header(review: Review): Markup {
  const { stacks } = review;
  return html`${verdictCard("Verdict", verdictOf(review))}${howToApprove(review)}
${stopsOf(review).map((stop) => stopNotice(stop, review.about))}
<section class="card stacks" aria-label="Stacks">${stacks.map((stack) => stackFacts(stack, stacks.length > 1))}${
    review.fingerprint !== undefined &&
    stacks.length > 1 &&
    facts([["Fingerprint of all", shortened(review.fingerprint)]])
  }${stacks.length === 0 && html`<p class="muted">This review is about no stack.</p>`}</section>
`;
}

/** The origin of the reviewed program. */
export function origin({ origin: its }: Review): Markup | undefined {
  if (its === undefined) return undefined;
  const { request, author, commit } = its;
  const rows: readonly FactRow[] = [
    request !== undefined && ["Pull request", name(request)],
    author !== undefined && ["Author", name(author)],
    commit !== undefined && ["Commit", html`<code>${name(commit.slice(0, 12))}</code>`],
  ];
  return facts(rows, "origin");
}

function howToApprove(review: Review): Markup | undefined {
  const approval = approvalOf(review);
  if (approval === undefined) return undefined;
  return html`<section class="card approve" aria-label="How to approve">${
    approval === "none"
      ? html`<p>No approval of this plan counts: it holds values that cannot be shown or compared.</p>`
      : html`<p>To approve exactly these changes, write this line into a review of the pull request, or give the fingerprint to <code>pulumi-outreach review --approved</code>:</p><p><code class="approval" dir="auto">${approval}</code></p>`
  }</section>`;
}

function verdictOf(review: Review): Verdict {
  const { about, verdict, findings } = review;
  const count = ofLevel(findings, "danger").length;
  const dangers = formattedCount(count, "danger");
  const text = (words: string) => html`<p class="verdict-text">${words}</p>`;
  if (verdict === "failed") {
    const names = stopsOf(review).map(({ stack }) => truncatedName(stack.stack));
    return {
      ...{ tone: "bad", picture: "stopped" },
      heading: `The ${abouts[about].run}${names.length > 0 ? ` of ${listed(names)}` : ""} stopped early`,
      text: text(
        `What came after the error is not in this review. The rest of it shows ${count === 0 ? "no danger" : dangers}.`,
      ),
    };
  }
  const { fine, dangerous } = abouts[about];
  if (count === 0) return { tone: "good", picture: "fine", heading: fine.heading, text: text(fine.text) };
  return { tone: "bad", picture: "danger", heading: `${dangerous.heading}: ${dangers}`, text: text(dangerous.text) };
}

/** Why a stack stopped, shown before everything else. */
function stopNotice({ stack: { stack }, errors }: Stop, about: Review["about"]): Markup {
  const what =
    abouts[about].run === "update"
      ? "The rest of the update was not made."
      : "The rest of the change was not computed.";
  return html`<section class="card stopped" aria-label="Errors of ${truncatedName(stack)}"><h2>Stack ${name(stack)}: ${
    errors.length === 0 ? "stopped" : formattedCount(errors.length, "error")
  }</h2><p>${what} It can hold dangers that this review does not show.</p>
<ul class="diagnostics">${errors.map(diagnostic)}</ul></section>`;
}

/** A message of the engine or of a provider. */
function diagnostic({ resource, text }: ReviewedStack["diagnostics"][number]): Markup {
  return html`<li>${resource !== undefined && html`<p><code>${name(resource)}</code></p>`}${plainLines(text)}</li>`;
}

function stackFacts(stack: ReviewedStack, isOneOfSeveral: boolean): Markup {
  const { service, userId, email } = stack.actor ?? {};
  const member = present([userId !== undefined && `user ${userId}`, email]);
  return facts([
    ["Stack", html`<b>${name(stack.stack)}</b>`],
    stack.project !== "" && ["Project", name(stack.project)],
    service !== undefined && ["Service", value(service)],
    member.length > 0 && ["Acts for", value(member.join(", "))],
    ["Resources", countsInWords(stack.counts)],
    stack.status === "stopped" && ["Status", "stopped, not complete"],
    stack.fingerprint !== undefined && [
      isOneOfSeveral ? "Its fingerprint" : "Fingerprint",
      shortened(stack.fingerprint),
    ],
    ...Object.entries(stack.settings).map(
      ([setting, text]) => [html`<code>${name(setting)}</code>`, value(text)] as const,
    ),
  ]);
}

/** Includes the hash's name as a prefix. */
const shortLength = 19;

/** A shortened fingerprint, which identifies the planned changes. */
function shortened(text: string): Markup {
  if (text.length <= shortLength) return html`<code>${name(text)}</code>`;
  return html`<details class="fingerprint"><summary><code>${name(text.slice(0, shortLength))}…</code></summary><code class="whole">${name(text, 600)}</code></details>`;
}

/** The controls that filter the page. The script shows them, because they do not work without it. */
export function filter({ stacks }: Places): Markup {
  return html`<span id="filter-top"></span><div class="filter" id="filter" role="search" aria-label="Filter of this page" hidden><div class="filter-fields">
<div class="filter-text"><label for="filter-text">Filter</label><input id="filter-text" type="search" autocomplete="off" spellcheck="false" placeholder="Name or text" aria-describedby="filter-state"></div>
${
  stacks.length > 1 &&
  html`<div class="filter-stack"><label for="filter-stack">Stack</label><select id="filter-stack"><option value="">All stacks</option>${stacks.map(
    (stack, index) => html`<option value="${index}">${truncatedName(stack)}</option>`,
  )}</select></div>`
}<label class="check"><input id="filter-dangers" type="checkbox"> Dangers only</label>
<div class="buttons"><button type="button" id="open-all">Open all</button><button type="button" id="close-all">Close all</button></div></div>
<p id="filter-state" role="status"></p></div>
`;
}

/** Changed resources of other packages: counts, with collapsed names. */
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

/** Objects that the program no longer manages and that stay in the account. */
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

/** What the review could not know. */
export function leftOut({ leftOut }: Review): Markup | undefined {
  if (leftOut.length === 0) return undefined;
  const body = html`<ul class="card bullets">${leftOut.map((text) => html`<li${item("fact", undefined, false)}>${sentence(text)}</li>`)}</ul>`;
  return section("left-out", "What this review does not know", number(leftOut.length), body);
}

/** Warnings of the preview, and errors of complete stacks. */
export function messages({ stacks }: Review, places: Places): Markup | undefined {
  const shown = stacks.map((stack) => ({ stack, texts: stack.diagnostics.filter((each) => isMessage(each, stack)) }));
  const total = shown.reduce((sum, { texts }) => sum + texts.length, 0);
  if (total === 0) return undefined;
  const body = html`<div class="card">${shown.map(
    ({ stack, texts }) =>
      texts.length > 0 &&
      html`<details class="messages"${item("fact", places.stackNumber(stack.stack), false)}><summary>${formattedCount(texts.length, "message")} of ${name(
        stack.stack,
      )}</summary><ul class="diagnostics">${texts.map(diagnostic)}</ul></details>`,
  )}</div>`;
  return section("messages", "Messages of Pulumi", number(total), body);
}

/** False for errors of a stopped stack, which are at the top of the page. */
function isMessage({ severity }: ReviewedStack["diagnostics"][number], { status }: ReviewedStack): boolean {
  return severity !== "error" || status !== "stopped";
}
