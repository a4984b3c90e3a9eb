import { html, type Inserted, type Markup } from "../../../page/markup";
import { fact, type Verdict, verdictCard } from "../../../page/parts";
import { name, plainLines, plainName, value } from "../../../page/texts";
import { counted, listed } from "../../../page/words";
import type { Review, ReviewedStack } from "../../model";
import { abouts, approvalOf, ofLevel, type Stop, stopsOf } from "../layout";
import type { Places } from "./places";
import { countsInWords } from "./words";

/** The title of the page if none is given. */
export function titleOf({ about, stacks }: Review): string {
  const { heading, preposition } = abouts[about];
  const [first] = stacks;
  if (!first || (stacks.length === 1 && first.stack === "")) return heading;
  return `${heading} ${preposition} ${stacks.length === 1 ? plainName(first.stack) : counted(stacks.length, "stack")}`;
}

/** What comes out of the review, and for which stacks. */
export function header(review: Review): Markup {
  const { stacks } = review;
  return html`${verdictCard("Verdict", verdictOf(review))}${howToApprove(review)}
${stopsOf(review).map((stop) => stopped(stop, review.about))}
<section class="card stacks" aria-label="Stacks">${stacks.map((stack) => stackFacts(stack, stacks.length > 1))}${
    review.fingerprint !== undefined &&
    stacks.length > 1 &&
    html`<dl class="facts">${fingerprint("Fingerprint of all", review.fingerprint)}</dl>`
  }${stacks.length === 0 && html`<p class="muted">This review is about no stack.</p>`}</section>
`;
}

/** Where the reviewed program comes from. */
export function origin({ origin: its }: Review): Markup | undefined {
  if (its === undefined) return undefined;
  const { request, author, commit } = its;
  return html`<dl class="facts origin">${request !== undefined && fact("Pull request", name(request))}${
    author !== undefined && fact("Author", name(author))
  }${commit !== undefined && fact("Commit", html`<code>${name(commit.slice(0, 12))}</code>`)}</dl>`;
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
  const dangers = counted(count, "danger");
  const text = (words: string) => html`<p class="verdict-text">${words}</p>`;
  if (verdict === "failed") {
    const names = stopsOf(review).map(({ stack }) => plainName(stack.stack));
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

/** Why a stack stopped. This stands before everything else. */
function stopped({ stack: { stack }, errors }: Stop, about: Review["about"]): Markup {
  const what =
    abouts[about].run === "update"
      ? "The rest of the update was not made."
      : "The rest of the change was not computed.";
  return html`<section class="card stopped" aria-label="Errors of ${plainName(stack)}"><h2>Stack ${name(stack)}: ${
    errors.length === 0 ? "stopped" : counted(errors.length, "error")
  }</h2><p>${what} It can hold dangers that this review does not show.</p>
<ul class="diagnostics">${errors.map(diagnostic)}</ul></section>`;
}

/** One message of the engine or of a provider. */
export function diagnostic({ resource, text }: ReviewedStack["diagnostics"][number]): Markup {
  return html`<li>${resource !== undefined && html`<p><code>${name(resource)}</code></p>`}${plainLines(text)}</li>`;
}

function stackFacts(stack: ReviewedStack, isOneOfSeveral: boolean): Markup {
  const settings = Object.entries(stack.settings).map(([setting, text]) =>
    fact(html`<code>${name(setting)}</code>`, value(text)),
  );
  const { service, userId, email } = stack.actor ?? {};
  const member = [...(userId === undefined ? [] : [`user ${userId}`]), ...(email === undefined ? [] : [email])];
  return html`<dl class="facts">${fact("Stack", html`<b>${name(stack.stack)}</b>`)}${stack.project !== "" && fact("Project", name(stack.project))}${
    service !== undefined && fact("Service", value(service))
  }${member.length > 0 && fact("Acts for", value(member.join(", ")))}${fact(
    "Resources",
    countsInWords(stack.counts),
  )}${stack.status === "stopped" && fact("Status", "stopped, not complete")}${
    stack.fingerprint !== undefined &&
    fingerprint(isOneOfSeveral ? "Its fingerprint" : "Fingerprint", stack.fingerprint)
  }${settings}</dl>`;
}

/** With the name of the hash before it. */
const shortLength = 19;

/** Names the planned changes. Another plan has another one. */
function fingerprint(term: Inserted, text: string): Markup {
  if (text.length <= shortLength) return fact(term, html`<code>${name(text)}</code>`);
  return fact(
    term,
    html`<details class="fingerprint"><summary><code>${name(text.slice(0, shortLength))}…</code></summary><code class="whole">${name(text, 600)}</code></details>`,
  );
}

/** The fields that hide what a reader does not look for. The script shows them, because they need it. */
export function filter({ stacks }: Places): Markup {
  return html`<span id="filter-top"></span><div class="filter" id="filter" role="search" aria-label="Filter of this page" hidden><div class="filter-fields">
<div class="filter-text"><label for="filter-text">Filter</label><input id="filter-text" type="search" autocomplete="off" spellcheck="false" placeholder="Name or text" aria-describedby="filter-state"></div>
${
  stacks.length > 1 &&
  html`<div class="filter-stack"><label for="filter-stack">Stack</label><select id="filter-stack"><option value="">All stacks</option>${stacks.map(
    (stack, index) => html`<option value="${index}">${plainName(stack)}</option>`,
  )}</select></div>`
}<label class="check"><input id="filter-dangers" type="checkbox"> Dangers only</label>
<div class="buttons"><button type="button" id="open-all">Open all</button><button type="button" id="close-all">Close all</button></div></div>
<p id="filter-state" role="status"></p></div>
`;
}
