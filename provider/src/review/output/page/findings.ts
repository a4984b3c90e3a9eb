import { icon } from "../../../page/icons";
import { attributes, html, type Inserted, type Markup } from "../../../page/markup";
import { section } from "../../../page/parts";
import { name, sentence } from "../../../page/texts";
import { formattedCount, number } from "../../../page/words";
import type { Finding, Review } from "../../model";
import { type FindingGroup, findingGroups, type MergedFinding } from "../findingGroups";
import { isPinned, ofLevel, stepOf } from "../layout";
import { item } from "./parts";
import { anchorOf, type Places } from "./places";

/** If there are more notices, they are collapsed at first. Dangers never are. */
const mostNotices = 20;

export function dangers(review: Review, places: Places): Markup | undefined {
  const count = ofLevel(review.findings, "danger").length;
  if (count === 0) return undefined;
  const groups = findingGroups(review, "danger").map((each) => findingGroup(each, places));
  return section("dangers", "Dangers", number(count), html`<ul class="card findings">${groups}</ul>`);
}

export function notices(review: Review, places: Places): Markup | undefined {
  const count = ofLevel(review.findings, "notice").length;
  if (count === 0) return undefined;
  const found = findingGroups(review, "notice").flatMap(({ rows }) => rows);
  const pinned = found.filter(({ finding }) => isPinned(finding.code));
  const others = found.filter(({ finding }) => !isPinned(finding.code));
  const rows = [...pinned, ...others].map((each) => findingRow(each, places));
  const most = Math.max(mostNotices, pinned.length);
  const rest = rows.slice(most);
  const body = html`<div class="card notices"><ul class="findings">${rows.slice(0, most)}</ul>${
    rest.length > 0 &&
    html`<details class="rest"><summary>Show ${formattedCount(rest.length, "more notice")}</summary><ul class="findings">${rest}</ul></details>`
  }</div>`;
  return section("notices", "Notices", number(count), body);
}

function findingGroup({ about, rows }: FindingGroup, places: Places): Inserted {
  const shown = rows.map((each) => findingRow(each, places));
  if (about === undefined) return shown;
  return html`<li class="finding-group" data-group><p class="finding-about">${about.noun} ${name(about.name, 80)}</p><ul>${shown}</ul></li>
`;
}

/** Maximum number of places and stacks in a line; the others are counted. */
const mostNamed = 6;

function findingRow({ finding, stacks, all }: MergedFinding, places: Places): Markup {
  const { level, code, text, source } = finding;
  const word = level === "danger" ? "Danger" : "Notice";
  const numbers = stacks.map((stack) => places.stackNumber(stack)).join(" ");
  const more = all.length > mostNamed && html`<span class="muted">and ${number(all.length - mostNamed)} more</span>`;
  return html`<li class="finding ${level}"${item("finding", numbers, level === "danger")}>${icon(level)}<div><p><span class="unseen">${word}: </span>${sentence(text)}</p><p class="finding-place">${all.slice(0, mostNamed).map((each) => findingLinks(each, places))}<code class="muted">${name(code)}</code>${
    source !== undefined && html`<code class="muted">${name(source)}</code>`
  }${places.stacks.length > 1 && stacks.slice(0, mostNamed).map((stack) => html`<span class="muted">${name(stack)}</span>`)}${more}</p></div></li>
`;
}

function findingLinks(finding: Finding, places: Places): Markup | undefined {
  const place = places.of(finding.urn);
  if (!place) return undefined;
  const step = stepOf(finding);
  const at = step !== undefined && step <= place.steps && `, step ${number(step)}`;
  return html`<a${attributes({ href: `#${anchorOf(place, finding)}` })}>${place.noun} ${name(place.name, 80)}${at}</a>`;
}
