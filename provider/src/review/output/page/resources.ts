import { attributes, html, type Inserted, type Markup } from "../../../page/markup";
import { chip, type FactRow, facts, section } from "../../../page/parts";
import { name, value } from "../../../page/texts";
import { type Chip, formattedCount, number } from "../../../page/words";
import { listed } from "../../../text/words";
import type { ReviewedAgent, ReviewedCampaign } from "../../model";
import { type Criteria, type Fact, isWhole, ofLevel, type Section, stepOf } from "../layout";
import { criteria, dangerChip, factsOf, item, remarks } from "./parts";
import type { Place, Places } from "./places";
import { stepList } from "./steps";
import { changeChip, countsInWords, countsOf, listName, nouns, seatsOf, sendingChip, workChip } from "./words";

/** If a kind has more resources, they are collapsed at first. */
const mostOpen = 20;

type Resource = Section["resource"];

/** A card for each resource of a kind: its change, and collapsible details. */
export function resources(noun: Section["noun"], sections: readonly Section[], places: Places): Markup {
  const { word, heading } = nouns[noun];
  const open = sections.length <= mostOpen;
  const cards = sections.map((each) => card(each, places, open));
  return section(`${word}s`, heading, countsInWords(countsOf(sections.map(({ resource }) => resource))), cards);
}

function card(given: Section, places: Places, open: boolean): Markup | undefined {
  const { noun, resource } = given;
  const place = places.of(resource.urn);
  if (!place) return undefined;
  const findings = places.findings(resource.urn);
  const dangers = ofLevel(findings, "danger").length;
  const what = item(nouns[noun].word, places.stackNumber(resource.stack), dangers > 0);
  const { sign, second } = inShort(given);
  const known = facts([...factsOf(given.facts, isWhole(resource)), ...identityFacts(resource, places)]);
  const main =
    given.steps === undefined
      ? searched(given)
      : html`<h4>Steps</h4>
${stepList(given.steps, isWhole(resource), place, findings)}`;
  return html`<details class="card ${resource.change}"${what}${attributes({ open })}><summary><h3>${title(resource, place)}</h3>
<span class="chips">${chip(changeChip(resource))}${sign && chip(sign)}${dangerChip(dangers)}</span>${
    second !== undefined && html`<span class="second">${second}</span>`
  }</summary>
<div class="card-body"><span class="anchor" id="${place.anchor}" tabindex="-1"></span>${remarks(
    findings.filter((finding) => (stepOf(finding) ?? Number.POSITIVE_INFINITY) > place.steps),
  )}${
    main === undefined
      ? known
      : html`<div class="columns"><div>${main}</div>
<div><h4>Facts</h4>
${known}</div></div>`
  }</div></details>
`;
}

function title({ name: after, nameBefore, resource }: Resource, place: Place): Markup {
  if (after !== undefined && nameBefore !== undefined && after !== nameBefore) {
    return html`<del>${name(nameBefore)}</del> <ins>${name(after)}</ins>`;
  }
  return name(after ?? nameBefore ?? resource ?? place.name);
}

/** An agent's criteria; undefined for other resources. */
function searched({ resource, facts: given }: Section): Markup | undefined {
  const isPlain = isWhole(resource);
  const all = given.filter((each): each is Fact & Criteria => each.kind === "signals" || each.kind === "targeting");
  if (all.length === 0) return undefined;
  const changed = all.filter(({ added, removed }) => added.length + removed.length > 0);
  const signals = changed.filter(({ kind }) => kind === "signals");
  const targeting = all.filter(({ kind }) => kind === "targeting");
  return html`${signals.map(
    (each) =>
      html`<h4>Signals</h4>${criteria(each, isPlain)}${
        each.unchanged > 0 &&
        html`<p class="muted">${number(each.unchanged)} more ${each.unchanged === 1 ? "does" : "do"} not change.</p>`
      }`,
  )}${
    targeting.length > 0 &&
    html`<h4>Targeting</h4>${facts(targeting.map((each) => [name(firstUpper(each.label)), criteria(each, isPlain)]))}`
  }${signals.length + targeting.length === 0 && !isPlain && html`<p class="muted">Whom it looks for does not change.</p>`}`;
}

const firstUpper = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** Identifies the resource in the program and in the service. */
function identityFacts(resource: Resource, places: Places): readonly FactRow[] {
  const { adopts, acknowledged, hidden, retained, onlyRead, droppedWith } = resource;
  const option = onlyRead === true ? "Option id" : droppedWith === undefined ? "retainOnDelete" : "deletedWith";
  const taken =
    adopts === "twin" ? "the equal object in the account, if there is one" : html`<code>${name(adopts ?? "")}</code>`;
  return [
    ["In the program", html`<code>${name(resource.resource)}</code>`],
    ["Id", ids(resource)],
    adopts !== undefined && ["Takes over", taken],
    retained && [option, "set: the object stays in the account"],
    places.stacks.length > 1 && ["Stack", name(resource.stack)],
    acknowledged.length > 0 && ["Newly acknowledged", codes(acknowledged)],
    hidden.length > 0 && ["Secret or not known yet, in whole or in part", codes(hidden)],
  ];
}

function codes(words: readonly string[]): Markup {
  return html`<ul class="things">${words.map((word) => html`<li><code>${value(word)}</code></li>`)}</ul>`;
}

function ids({ id, idBefore, change }: Resource): Markup {
  const [before, after] = [idBefore ?? id, id].map((each) => each !== undefined && html`<code>${name(each)}</code>`);
  if (change !== "replaced" || !before) return after || html`<span class="muted">none yet</span>`;
  // Before an update, only the replaced object's id is known.
  const isKnown = after && id !== idBefore && idBefore !== undefined;
  return html`<del>${before}</del> <ins>${isKnown ? after : "a new one"}</ins>`;
}

/** The content of a collapsed card: a sign in the heading and a line below it. */
function inShort(section: Section): { readonly sign?: Chip; readonly second?: Inserted } {
  switch (section.noun) {
    case "Campaign":
      return { sign: sendingChip(section.resource), second: campaignInShort(section.resource) };
    case "Source agent":
      return { sign: workChip(section.resource), second: agentInShort(section.resource) };
    case "List": {
      const { people } = section.resource;
      return people === undefined ? {} : { second: formattedCount(people, "person", "people") };
    }
  }
}

function campaignInShort(campaign: ReviewedCampaign): Markup {
  const { steps, change } = campaign;
  const counts = (["added", "removed", "changed"] as const).flatMap((each) => {
    const count = steps.filter((step) => step.change === each).length;
    return count === 0 || isWhole(campaign) ? [] : [`${number(count)} ${each === "added" ? "new" : each}`];
  });
  const staying = formattedCount(steps.filter((step) => step.change !== "removed").length, "step");
  const { network, emails } = seatsOf(campaign);
  const from = [network, emails].filter((each) => each !== undefined);
  return html`${change !== "deleted" && html`${staying}${counts.length > 0 && `, ${listed(counts)}`}`}${
    from.length > 0 && html` · ${name(listed(from))}`
  }`;
}

function agentInShort(agent: ReviewedAgent): Markup {
  const { type, list, signals } = agent;
  const counts = (["added", "removed"] as const).flatMap((each) => {
    const count = signals[each].length;
    return count === 0 ? [] : [`${formattedCount(count, "signal")}${isWhole(agent) ? "" : ` ${each}`}`];
  });
  return html`${type !== undefined && name(type)}${list !== undefined && html` · into ${listName(list)}`}${
    counts.length > 0 && ` · ${counts.join(", ")}`
  }`;
}
