import { judge } from "../../people/collisions";
import { Gathered, type MemberSeat, type Reading } from "./gather";
import type { Collisions } from "./shapes";

/**
 * Finds people who are on lists of several of these members, or in several campaigns. Costs one request per 100 contacts,
 * one per log of a campaign with such people, and four per member.
 */
export async function findCollisions(seats: readonly MemberSeat[], now: number, reading: Reading): Promise<Collisions> {
  const gathered = await Gathered.of(seats, reading);
  const first = judge(gathered.appearances);
  await gathered.readLogs([...first.collisions, ...first.perhaps.flatMap(({ people }) => people)], reading);
  const { appearances } = gathered;
  const { collisions, others, perhaps } = judge(appearances);
  return {
    version: 1,
    at: new Date(now).toISOString(),
    members: gathered.memberDocuments,
    contacts: appearances.length,
    people: collisions.length + others.length,
    isComplete: gathered.isComplete,
    warnings: gathered.warnings,
    collisions: collisions.map((person) => ({
      ...gathered.personDocument(person),
      ...{ level: person.level, sameBy: [...person.sameBy] },
    })),
    perhaps: perhaps.map(({ level, isSameCompany, people }) => ({
      ...{ level, isSameCompany },
      people: people.map((person) => gathered.personDocument(person)),
    })),
    withoutAddress: appearances.filter(({ emails, profile }) => emails.length === 0 && profile === undefined).length,
  };
}
