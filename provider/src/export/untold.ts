import type { Answer } from "../api/objects";
import { idNumber } from "../kind/schema";
import type { Values } from "../lifecycle/kind";
import type { CampaignMap } from "./map";
import type { AccountContent, Gap } from "./model";
import { lacksSeats } from "./read";

/** A campaign's lists and e-mail seats, as far as they are known. */
export interface Told {
  readonly values: Values;
  readonly gap?: Gap;
  /** The inferred properties, each with an explanation. */
  readonly concluded: Readonly<Record<string, string>>;
}

/** The lists that refer to each campaign, by campaign id. */
export type ListsByCampaign = ReadonlyMap<string, readonly Answer[]>;

export function listsByCampaign({ answers }: AccountContent): ListsByCampaign {
  const lists = new Map<string, Answer[]>();
  for (const list of answers.List) {
    const id = String(list.campaignId ?? "");
    const known = lists.get(id);
    if (known === undefined) lists.set(id, [list]);
    else known.push(list);
  }
  return lists;
}

const inferredListsNote =
  "The service does not show its lists: these name it as their campaign, and it may use others. Check them in the app before you change listIds.";
const inferredSeatNote =
  "The service does not show its e-mail seats: this is the only one of the account. Check it in the app.";

/**
 * Supplies the values missing from a campaign's response: its lists from the map, or from the lists that refer to it; its
 * e-mail seats from the map, or the account's only seat. Throws a Refusal if the map contradicts the service.
 */
export function completedValues(
  answer: Answer,
  content: AccountContent,
  map: CampaignMap,
  listsOf: ListsByCampaign,
): Told {
  const said = map.entries.get(answer.id) ?? {};
  const place = ["campaigns", answer.id];
  const values: Record<string, unknown> = {};
  const concluded: Record<string, string> = {};
  for (const field of ["listIds", "emailSeatIds"] as const) {
    if (said[field] === undefined || !Array.isArray(answer[field])) continue;
    throw map.refuse(
      [...place, field],
      `the service itself shows the ${field} of campaign ${answer.id}: remove them here.`,
    );
  }
  if (said.listIds !== undefined) values.listIds = assertAllExist("list", said.listIds);
  else if (!Array.isArray(answer.listIds)) {
    const naming = listsOf.get(answer.id) ?? [];
    if (naming.length > 0) {
      values.listIds = naming.map(({ id }) => idNumber(id) ?? id);
      concluded.listIds = inferredListsNote;
    }
  }
  if (said.emailSeatIds !== undefined) values.emailSeatIds = assertAllExist("seat", said.emailSeatIds);
  else if (lacksSeats(answer) && content.emailSeats?.length === 1) {
    values.emailSeatIds = content.emailSeats.map(({ id }) => id);
    concluded.emailSeatIds = inferredSeatNote;
  }
  const gap: Gap = {
    lists: values.listIds === undefined && !Array.isArray(answer.listIds),
    emailSeats: values.emailSeatIds === undefined && lacksSeats(answer),
  };
  return { values, concluded, ...(gap.lists || gap.emailSeats ? { gap } : {}) };

  function assertAllExist(what: "list" | "seat", ids: readonly number[]): readonly number[] {
    const known =
      what === "list" ? content.answers.List.map(({ id }) => id) : content.emailSeats?.map(({ id }) => String(id));
    const index = ids.findIndex((id) => known !== undefined && !known.includes(String(id)));
    if (index < 0) return ids;
    const field = what === "list" ? "listIds" : "emailSeatIds";
    const noun = what === "list" ? "list" : "e-mail seat";
    throw map.refuse([...place, field, index], `the account has no ${noun} ${ids[index]}.`);
  }
}
