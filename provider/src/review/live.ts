import { z } from "zod";
import type { Account } from "../api/account";
import { withoutNulls } from "../api/json";
import { operations } from "../api/operation";
import { safeText } from "../api/redact";
import type { Plan } from "./input/plan";
import type { People } from "./surroundings";
import { idsOf } from "./values";

/** Lists whose people are counted, and pages of people that are read of each: a review may not use up the limit. */
const mostLists = 20;
const mostPages = 5;
const pageSize = 100;

const page = z.looseObject({
  contacts: z.array(z.looseObject({ state: z.string().optional() })),
  total: z.number().int().nonnegative(),
});

/** Counts of people, and what could not be counted, as sentences. */
export interface Counted {
  readonly counts: Map<string, People>;
  readonly leftOut: string[];
}

/**
 * Asks how many people are in the lists of the campaigns of a plan, and in which states. Never asks for a queue: reading
 * one changes people. Throws a ServiceError if the service cannot be asked at all.
 */
export async function countPeople(account: Account, plan: Plan): Promise<Counted> {
  const ids = [
    ...new Set(
      plan.resources.flatMap(({ kind, before, after }) =>
        kind === "Campaign" ? [...idsOf(after?.listIds), ...idsOf(before?.listIds)] : [],
      ),
    ),
  ];
  const counts = new Map<string, People>();
  const leftOut: string[] = [];
  for (const id of ids.slice(0, mostLists)) {
    const people = await peopleOf(account, id);
    if (people === undefined) leftOut.push(`The service does not tell how many people are in list ${id}.`);
    else counts.set(id, people);
    if (people !== undefined && people.people > mostPages * pageSize) {
      leftOut.push(`The states of the people in list ${id} are those of the first ${mostPages * pageSize}.`);
    }
  }
  if (ids.length > mostLists) leftOut.push(`The people of ${ids.length - mostLists} more lists were not counted.`);
  return { counts, leftOut };
}

async function peopleOf(account: Account, listId: string): Promise<People | undefined> {
  const states: Record<string, number> = {};
  let people = 0;
  for (let number = 1; number <= mostPages; number++) {
    const query = { listId, page: String(number), limit: String(pageSize) };
    const answer = await account.ask(operations.listContacts, `counting the people of list ${listId}`, { query });
    const { data } = page.safeParse(withoutNulls(answer));
    if (data === undefined) return undefined;
    people = data.total;
    for (const { state } of data.contacts) {
      if (state === undefined || state === "") continue;
      const word = safeText(state, 40);
      states[word] = (states[word] ?? 0) + 1;
    }
    if (number * pageSize >= data.total) break;
  }
  return { people, states };
}
