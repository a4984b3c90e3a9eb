import type { Entry } from "../../kind/doNotContact";
import { Suppression } from "../../kind/suppression";
import { quoted } from "../../lifecycle/about";
import { judge } from "../../people/collisions";
import { suppressedAmong } from "../../people/suppressed";
import { describeMember, Gathered, type MemberSeat, type Reading } from "./gather";
import type { PersonDocument, Suppressed } from "./shapes";

/**
 * Finds people on lists and in campaigns of these members who must not be contacted. Costs as many requests as
 * `findCollisions`.
 */
export async function findSuppressed(
  seats: readonly MemberSeat[],
  entries: readonly Entry[],
  now: number,
  reading: Reading,
): Promise<Suppressed> {
  const gathered = await Gathered.of(seats, reading);
  const suppression = new Suppression(entries);
  const suppressedNow = () => {
    const { collisions, others } = judge(gathered.appearances);
    const people = [...collisions, ...others];
    return { people, found: suppressedAmong(people, suppression) };
  };
  await gathered.readLogs(suppressedNow().found, reading);
  const { people, found } = suppressedNow();
  return {
    version: 1,
    at: new Date(now).toISOString(),
    members: gathered.memberDocuments,
    ...{ contacts: gathered.appearances.length, people: people.length, entries: entries.length },
    isComplete: gathered.isComplete,
    warnings: gathered.warnings,
    suppressed: found.map((person) => {
      const document = gathered.personDocument(person);
      return {
        ...document,
        ...{ level: person.level, sameBy: [...person.sameBy] },
        lines: person.lines.map(({ line, type }) => ({ line, type })),
        inTheApp: appSentences(document, seats),
      };
    }),
  };
}

/** The app's pages are not documented, so the sentence says where to go but not which button to press. */
function appSentences({ name, email, profileUrl, contacts }: PersonDocument, seats: readonly MemberSeat[]): string[] {
  return contacts.map(({ contactId, member, list }) => {
    const seat = seats.find((each) => each.member === member);
    const where = list === undefined ? "the contacts" : `the list ${quoted(list.name ?? `with the id ${list.id}`)}`;
    const who = quoted(name ?? email ?? profileUrl ?? `contact ${contactId}`);
    const as = seat === undefined ? `user ${member}` : describeMember(seat);
    return `as ${as}: open ${where}, search ${who} (contact ${contactId}), and exclude or remove the contact`;
  });
}
