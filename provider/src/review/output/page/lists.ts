import { html, type Markup } from "../../../page/markup";
import { fact, section } from "../../../page/parts";
import { counted, number } from "../../../page/words";
import type { Review, ReviewedList } from "../../model";
import { card, identityFacts, mostOpen } from "./card";
import { remarks } from "./parts";
import type { Places } from "./places";
import { countsInWords, countsOf } from "./words";

/** Every list of the review. */
export function lists({ lists }: Review, places: Places): Markup | undefined {
  if (lists.length === 0) return undefined;
  const open = lists.length <= mostOpen;
  const cards = lists.map((list) => listCard(list, places, open));
  return section("lists", "Lists", countsInWords(countsOf(lists)), cards);
}

function listCard(list: ReviewedList, places: Places, open: boolean): Markup | undefined {
  const place = places.of(list.urn);
  if (!place) return undefined;
  const findings = places.findings(list.urn);
  const { people } = list;
  const body = html`${remarks(findings)}<dl class="facts">${people !== undefined && fact("People", number(people))}${identityFacts(list, places)}</dl>`;
  const second = people === undefined ? undefined : counted(people, "person", "people");
  return card({ resource: list, noun: "list", place, findings, open, second, body }, places);
}
