import { icon } from "../../../page/icons";
import { attributes, html, type Markup } from "../../../page/markup";
import { section } from "../../../page/parts";
import { name, sentence } from "../../../page/texts";
import { counted, number } from "../../../page/words";
import type { Finding, Review } from "../../model";
import { item } from "./parts";
import { anchorOf, type Places, stepOf } from "./places";

/** More notices than these are closed at first. Dangers are always open. */
const mostNotices = 20;

export function dangers({ findings }: Review, places: Places): Markup | undefined {
  const found = findings.filter(({ level }) => level === "danger");
  if (found.length === 0) return undefined;
  return section(
    "dangers",
    "Dangers",
    number(found.length),
    html`<ul class="card findings">${found.map((each) => row(each, places))}</ul>`,
  );
}

export function notices({ findings }: Review, places: Places): Markup | undefined {
  const found = findings.filter(({ level }) => level === "notice");
  if (found.length === 0) return undefined;
  const rows = found.map((each) => row(each, places));
  const rest = rows.slice(mostNotices);
  const body = html`<div class="card notices"><ul class="findings">${rows.slice(0, mostNotices)}</ul>${
    rest.length > 0 &&
    html`<details class="rest"><summary>Show ${counted(rest.length, "more notice")}</summary><ul class="findings">${rest}</ul></details>`
  }</div>`;
  return section("notices", "Notices", number(found.length), body);
}

function row(finding: Finding, places: Places): Markup {
  const { level, code, text, source, stack } = finding;
  const word = level === "danger" ? "Danger" : "Notice";
  return html`<li class="finding ${level}"${item("finding", places.stackNumber(stack), level === "danger")}>${icon(level)}<div><p><span class="unseen">${word}: </span>${sentence(
    text,
  )}</p><p class="finding-place">${whereTo(finding, places)}<code class="muted">${name(code)}</code>${
    source !== undefined && html`<code class="muted">${name(source)}</code>`
  }${places.stacks.length > 1 && html`<span class="muted">${name(stack)}</span>`}</p></div></li>
`;
}

function whereTo(finding: Finding, places: Places): Markup | undefined {
  const place = places.of(finding.urn);
  if (!place) return undefined;
  const step = stepOf(finding);
  const at = step !== undefined && step <= place.steps && `, step ${number(step)}`;
  return html`<a${attributes({ href: `#${anchorOf(place, finding)}` })}>${place.noun} ${name(place.name, 80)}${at}</a>`;
}
