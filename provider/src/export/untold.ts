import type { Answer } from "../api/objects";
import { idNumber } from "../kind/schema";
import type { Values } from "../lifecycle/kind";
import type { CampaignMap } from "./map";
import type { AccountContent, Gap } from "./model";
import { hidesSeats } from "./read";

/** The lists and the e-mail seats of a campaign, as far as they are known. */
export interface Told {
  readonly values: Values;
  readonly gap?: Gap;
  /** The properties that are a conclusion, and a sentence about each. */
  readonly concluded: Readonly<Record<string, string>>;
}

/** The lists that name a campaign as theirs, by its id. */
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

const listsMayBeMore =
  "The service does not show its lists: these name it as their campaign, and it may use others. Check them in the app before you change listIds.";
const onlySeat =
  "The service does not show its e-mail seats: this is the only one of the account. Check it in the app.";

/**
 * Completes what the answer of a campaign does not hold: its lists from the map, or from the lists that name it; its
 * e-mail seats from the map, or the only seat of the account. Throws a Refusal if the map contradicts the service.
 */
export function toldOf(answer: Answer, content: AccountContent, map: CampaignMap, listsOf: ListsByCampaign): Told {
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
  if (said.listIds !== undefined) values.listIds = existing("list", said.listIds);
  else if (!Array.isArray(answer.listIds)) {
    const naming = listsOf.get(answer.id) ?? [];
    if (naming.length > 0) {
      values.listIds = naming.map(({ id }) => idNumber(id) ?? id);
      concluded.listIds = listsMayBeMore;
    }
  }
  if (said.emailSeatIds !== undefined) values.emailSeatIds = existing("seat", said.emailSeatIds);
  else if (hidesSeats(answer) && content.emailSeats?.length === 1) {
    values.emailSeatIds = content.emailSeats.map(({ id }) => id);
    concluded.emailSeatIds = onlySeat;
  }
  const gap: Gap = {
    lists: values.listIds === undefined && !Array.isArray(answer.listIds),
    emailSeats: values.emailSeatIds === undefined && hidesSeats(answer),
  };
  return { values, concluded, ...(gap.lists || gap.emailSeats ? { gap } : {}) };

  function existing(what: "list" | "seat", ids: readonly number[]): readonly number[] {
    const known =
      what === "list" ? content.answers.List.map(({ id }) => id) : content.emailSeats?.map(({ id }) => String(id));
    const index = ids.findIndex((id) => known !== undefined && !known.includes(String(id)));
    if (index < 0) return ids;
    const field = what === "list" ? "listIds" : "emailSeatIds";
    const noun = what === "list" ? "list" : "e-mail seat";
    throw map.refuse([...place, field, index], `the account has no ${noun} ${ids[index]}.`);
  }
}
