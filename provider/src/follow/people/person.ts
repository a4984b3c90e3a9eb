import { Refusal } from "../../lifecycle/refusal";
import { judge } from "../../people/collisions";
import type { Appearance, Person } from "../../people/model";
import { orGap } from "../../people/read";
import type { Who } from "../../people/who";
import { readContact } from "../../reads/contacts";
import { readObjects } from "../../reads/objects";
import { isAnswer } from "../status/progress";
import { millisecondsOf } from "../times";
import { Gathered, type MemberSeat, type Reading } from "./gather";
import type { HeldPerson, PersonEvent, PersonReport } from "./shapes";
import { todaysText } from "./texts";

/** Maximum number of people with the same name that are reported in full, since each contact costs a request. */
const mostReported = 10;

/**
 * Finds everything that these members have stored about a person. Reads the contacts of all members, because a colleague
 * may have the person under another address. Then costs one request per contact of the person and one per campaign log.
 * Throws a Refusal if too many people have the name.
 */
export async function findPerson(
  seats: readonly MemberSeat[],
  who: Who,
  now: number,
  reading: Reading,
): Promise<PersonReport> {
  const gathered = await Gathered.of(seats, reading);
  const chosen = chosenPersons(who, gathered.appearances);
  if (chosen.found.length > mostReported) {
    throw new Refusal(
      `could not identify the person: ${chosen.found.length} people have this name.`,
      "Name one of them by an e-mail address, a profile address or the id of a contact.",
    );
  }
  if (chosen.found.length > 0) await gathered.readLogs(chosen.found, reading);
  const { appearances } = gathered;
  const { found, perhaps, people } = chosenPersons(who, appearances);
  const agents = new Map<string, Promise<ReadonlyMap<string, string | undefined>>>();
  const held: HeldPerson[] = [];
  for (const person of found) held.push(await heldPerson(person, gathered, agents));
  return {
    version: 1,
    at: new Date(now).toISOString(),
    members: gathered.memberDocuments,
    ...{ contacts: appearances.length, people },
    isComplete: gathered.isCompleteFor(found),
    found: held,
    perhaps: perhaps.map((person) => gathered.personDocument(person)),
    warnings: gathered.warnings,
  };
}

function chosenPersons(who: Who, appearances: readonly Appearance[]) {
  const { collisions, others, perhaps } = judge(appearances);
  const everybody = [...collisions, ...others];
  const found = everybody.filter((person) => person.appearances.some((each) => who.matches(each)));
  const keys = new Set(found.flatMap((person) => person.appearances));
  const isFound = (person: Person) => person.appearances.some((each) => keys.has(each));
  const namesakes = perhaps.filter(({ people }) => people.some(isFound)).flatMap(({ people }) => people);
  return { found, perhaps: [...new Set(namesakes.filter((person) => !isFound(person)))], people: everybody.length };
}

type AgentNames = Map<string, Promise<ReadonlyMap<string, string | undefined>>>;

async function heldPerson(person: Person, gathered: Gathered, agents: AgentNames): Promise<HeldPerson> {
  const document = gathered.personDocument(person);
  const contacts: HeldPerson["contacts"] = [];
  for (const [index, appearance] of person.appearances.entries()) {
    const shown = document.contacts[index];
    if (shown === undefined) continue;
    const gaps: string[] = [];
    const account = gathered.read(appearance.member)?.account;
    const contact = account && (await orGap(() => readContact(account, appearance.contactId), gaps));
    const agentId = contact?.agentId === undefined ? undefined : String(contact.agentId);
    const names = agentId === undefined ? undefined : await agentNames(appearance.member, gathered, agents, gaps);
    contacts.push({
      ...shown,
      contact,
      agent: agentId === undefined ? undefined : { id: agentId, name: names?.get(agentId) },
      events: eventsOf(appearance, gathered),
    });
    gathered.warn(appearance.member, gaps);
  }
  const answers = sortedByTime(contacts.flatMap(({ events }) => events.filter(isAnswer)));
  return { ...document, sameBy: [...person.sameBy], contacts, answers };
}

async function agentNames(member: string, gathered: Gathered, known: AgentNames, gaps: string[]) {
  const account = gathered.read(member)?.account;
  const reading =
    known.get(member) ??
    (async () => {
      const objects = account && (await orGap(() => readObjects(account, "SourceAgent"), gaps));
      return new Map(objects?.items.map(({ id, name }) => [id, name]));
    })();
  known.set(member, reading);
  return await reading;
}

function eventsOf({ member, contactId }: Appearance, gathered: Gathered): PersonEvent[] {
  const campaigns = new Map(gathered.read(member)?.listed.campaigns?.map((each) => [each.id, each]));
  const events = gathered.historiesOf(member).flatMap(({ campaignId, entries }) =>
    entries
      .filter((entry) => String(entry.contactId) === contactId)
      .map(({ createdAt, stepNumber, type, status, reason, seatId }): PersonEvent => {
        const campaign = campaigns.get(campaignId);
        return {
          ...{ at: createdAt, campaign: { id: campaignId, name: campaign?.name } },
          ...{ step: stepNumber, type, status, reason, seatId: seatId === undefined ? undefined : String(seatId) },
          text: status === "sent" ? todaysText(campaign, stepNumber, type) : undefined,
        };
      }),
  );
  return sortedByTime(events);
}

/** Sorts oldest first. The entry for a contact leaving a campaign comes after steps with the same time. */
function sortedByTime(events: readonly PersonEvent[]): PersonEvent[] {
  const time = ({ at }: PersonEvent) => millisecondsOf(at) ?? 0;
  const rank = ({ status, step }: PersonEvent) => (status === "sent" ? (step ?? 0) : Number.MAX_SAFE_INTEGER);
  return events.toSorted((left, right) => time(left) - time(right) || rank(left) - rank(right));
}
