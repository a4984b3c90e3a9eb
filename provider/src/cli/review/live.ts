import type { Account } from "../../api/account";
import { contactPages } from "../../api/contactPages";
import { ServiceError } from "../../api/errors";
import { isRecord } from "../../api/json";
import { operations } from "../../api/operation";
import { safeText } from "../../api/redact";
import { Refusal } from "../../lifecycle/refusal";
import { contactIn } from "../../reads/contactShape";
import { type EmailSeat, readEmailSeats, readUser, type User } from "../../reads/people";
import type { Plan } from "../../review/input/plan";
import { idsOf } from "../../review/input/values";
import type { LiveNames, People } from "../../review/surroundings";

/** Maximum number of lists that are counted, and of people read in each, to spare the request limit. */
const mostLists = 20;
const mostPeople = 500;

/** Counts of people, and sentences about what could not be counted. */
export interface Counted {
  readonly counts: Map<string, People>;
  readonly leftOut: string[];
}

/**
 * Counts the people in the lists that a plan's campaigns use, by their states. Never reads a queue, because that changes
 * people's states. Throws a ServiceError if requests fail.
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
    const counted = await countListPeople(account, id);
    if (counted === undefined) {
      leftOut.push(`The service does not show how many people are in list ${id}.`);
      continue;
    }
    const { people, states, read, unread } = counted;
    counts.set(id, { people, states });
    if (people > read) leftOut.push(`The states of the people in list ${id} are those of the first ${read}.`);
    if (unread > 0) leftOut.push(`The states of ${unread} of the people in list ${id} cannot be read.`);
  }
  if (ids.length > mostLists) leftOut.push(`The people of ${ids.length - mostLists} more lists were not counted.`);
  return { counts, leftOut };
}

/**
 * Reads the addresses of the e-mail seats and of the member, if the plan names them. Sends at most two requests, apart from
 * further pages. The service shows no names of LinkedIn seats.
 */
export async function readNames(account: Account, plan: Plan): Promise<LiveNames & Pick<Counted, "leftOut">> {
  const leftOut: string[] = [];
  const asked = async (what: string, read: () => Promise<readonly (EmailSeat | User)[]>) => {
    try {
      const found = await read();
      return new Map(found.flatMap(({ id, email }) => (email === undefined ? [] : [[String(id), email] as const])));
    } catch (error) {
      if (!(error instanceof ServiceError || error instanceof Refusal)) throw error;
      leftOut.push(`The service does not show the addresses of ${what}.`);
      return new Map<string, string>();
    }
  };
  const usesSeats = plan.resources.some(
    ({ kind, before, after }) =>
      kind === "Campaign" && idsOf(after?.emailSeatIds).length + idsOf(before?.emailSeatIds).length > 0,
  );
  const seats = usesSeats ? await asked("the e-mail seats", () => readEmailSeats(account)) : new Map();
  const isForMember = plan.settings.impersonateUserId !== undefined;
  const members = isForMember ? await asked("the member", async () => [await readUser(account)]) : new Map();
  return { seats, members, leftOut };
}

/** Counts a list's people by state. Undefined if the service does not show their number. */
async function countListPeople(account: Account, listId: string) {
  const states: Record<string, number> = {};
  let [read, unread] = [0, 0];
  const reading = contactPages(
    async (page, limit) => {
      const query = { listId, page: String(page), limit: String(limit) };
      return await account.askPage(operations.listContacts, `counting the people of list ${listId}`, { query });
    },
    (item) => contactIn(item)?.id.toString(),
    mostPeople,
  );
  for (;;) {
    const next = await reading.next();
    if (next.done === true) {
      const { total, isComplete } = next.value;
      const people = total === undefined ? (isComplete ? read : undefined) : Math.max(total, read);
      return people === undefined ? undefined : { people, states, read, unread };
    }
    for (const item of next.value.found) {
      read += 1;
      const state = contactIn(item)?.state;
      if (state === undefined && isRecord(item) && item.state !== undefined) unread += 1;
      if (state === undefined || state === "") continue;
      const word = safeText(state, 40);
      states[word] = (states[word] ?? 0) + 1;
    }
  }
}
