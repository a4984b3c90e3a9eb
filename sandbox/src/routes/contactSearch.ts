import type { Contact } from "../objects/contact.js";
import { fullName } from "../responses.js";
import type { ContactQuery } from "../rules/contactFields.js";
import { badRequest } from "../serviceError.js";

/** Whether a contact matches the filters of a listing. */
export function contactMatcher(wanted: Omit<ContactQuery, "page" | "limit">): (contact: Contact) => boolean {
  const search = wanted.search?.toLowerCase();
  const from = instantOf(wanted.dateFrom, "dateFrom", "00:00:00.000");
  const to = instantOf(wanted.dateTo, "dateTo", "23:59:59.999");
  return (contact) =>
    (wanted.agent === undefined || contact.agentId === wanted.agent) &&
    (wanted.intentType === undefined || contact.intent_type === wanted.intentType) &&
    (from === undefined || Date.parse(contact.createdAt) >= from) &&
    (to === undefined || Date.parse(contact.createdAt) <= to) &&
    (wanted.scoreFrom === undefined || (contact.total_scoring ?? 0) >= wanted.scoreFrom) &&
    (wanted.scoreTo === undefined || (contact.total_scoring ?? 0) <= wanted.scoreTo) &&
    (search === undefined || searchText(contact).includes(search));
}

/** A date without a time means the given time of that day, so that both ends of a range include their day. */
function instantOf(date: string | undefined, field: string, timeOfDay: string): number | undefined {
  if (date === undefined) return undefined;
  const instant = Date.parse(/^\d{4}-\d{2}-\d{2}$/.test(date) ? `${date}T${timeOfDay}Z` : date);
  if (Number.isNaN(instant)) throw badRequest(`${field} must be a valid date`);
  return instant;
}

function searchText(contact: Contact): string {
  return [
    contact.firstName,
    contact.lastName,
    fullName(contact),
    contact.email,
    contact.company,
    contact.website,
    contact.location,
    contact.jobTitle,
  ]
    .join("\n")
    .toLowerCase();
}
