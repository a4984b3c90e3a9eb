import type { Entry } from "../../kind/doNotContact";
import { Suppression } from "../../kind/suppression";
import { quoted } from "../../lifecycle/about";
import { judge } from "../../people/collisions";
import { suppressedAmong } from "../../people/suppressed";
import { Gathered, type MemberSeat, type Reading, whoIs } from "./gather";
import type { PersonDocument, Suppressed } from "./shapes";

/** Who of the people in lists and campaigns of these members is not to be contacted. Costs what the collisions cost. */
export async function findSuppressed(
  seats: readonly MemberSeat[],
  entries: readonly Entry[],
  now: number,
  reading: Reading,
): Promise<Suppressed> {
  const gathered = await Gathered.of(seats, reading);
  const suppression = new Suppression(entries);
  const among = () => {
    const { collisions, others } = judge(gathered.appearances);
    const people = [...collisions, ...others];
    return { people, found: suppressedAmong(people, suppression) };
  };
  await gathered.readLogs(among().found, reading);
  const { people, found } = among();
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
        inTheApp: inTheApp(document, seats),
      };
    }),
  };
}

/** Neither source describes the pages of the app, so it is said where to go and not which button to press. */
function inTheApp({ name, email, profileUrl, contacts }: PersonDocument, seats: readonly MemberSeat[]): string[] {
  return contacts.map(({ contactId, member, list }) => {
    const seat = seats.find((each) => each.member === member);
    const where = list === undefined ? "the contacts" : `the list ${quoted(list.name ?? `with the id ${list.id}`)}`;
    const who = quoted(name ?? email ?? profileUrl ?? `contact ${contactId}`);
    const as = seat === undefined ? `user ${member}` : whoIs(seat);
    return `as ${as}: open ${where}, search ${who} (contact ${contactId}), and exclude or remove the contact`;
  });
}
