import type { Account } from "../../api/account";
import { contactsPerPage } from "../../api/contactPages";
import { ServiceError } from "../../api/errors";
import { operations } from "../../api/operation";
import { isPartial } from "../../api/page";
import type { Users } from "../../lifecycle/looks";
import { campaignsOf, listOf } from "../contactFields";

/** The campaigns of the first hundred people on a list. Fails if the service does not respond: they may be in a running one. */
export async function campaignsOfPeople(account: Account, about: string, listId: string): Promise<Users> {
  const query = { listId, limit: String(contactsPerPage) };
  const page = await account.askPage(operations.listContacts, about, { query }).catch(unlessShown);
  if (page === undefined) return { ids: new Set(), areAll: false };
  const lists = page.items.map(listOf);
  // If there are people of other lists, the service ignores the filter, so people of this list may be on a later page.
  const isFiltered = lists.every((list) => list === undefined || list === listId);
  const people = page.items.filter((_, index) => isFiltered || lists[index] === listId);
  const shown = people.map(campaignsOf);
  // If the service returns campaigns for some people, the others are in none.
  const isShown = people.length === 0 || shown.some((campaigns) => campaigns !== undefined);
  const isRead = shown.every((campaigns) => campaigns?.areAll !== false) && people.every(isObject);
  const areFound = isFiltered || (!isPartial(page) && lists.every((list) => list !== undefined));
  return { ids: new Set(shown.flatMap((campaigns) => campaigns?.ids ?? [])), areAll: isShown && isRead && areFound };
}

/** Failures that mean that the service cannot return this data, as opposed to not responding. */
const untold: ReadonlySet<string> = new Set(["unknownOperation", "notFound", "forbidden", "refused", "unreadable"]);

export function cannotShow(error: unknown): error is ServiceError {
  return error instanceof ServiceError && untold.has(error.category);
}

function unlessShown(error: unknown): undefined {
  if (!cannotShow(error)) throw error;
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}
