import { safeText } from "../../api/redact";
import { findPerson } from "../../follow/people/person";
import type { HeldPerson, MemberDocument, PersonEvent, PersonReport } from "../../follow/people/shapes";
import type { Times } from "../../follow/times";
import { whoIn } from "../../people/who";
import type { Contact } from "../../reads/contactShape";
import { counted } from "../../text/words";
import { type CommandContext, type Report, UsageError } from "../command";
import type { PersonInput } from "../commands/person";
import {
  addressFacts,
  eventCells,
  eventColumns,
  knownFacts,
  namedWithId,
  signalFact,
  stateFact,
} from "../follow/contactWords";
import type { Terminal } from "../terminal/terminal";
import { campaignCell, memberName, personCell, personColumns, personRows, stateCell, stepCell } from "./rows";
import { peopleReport } from "./seats";

/** Runs `pulumi-outreach person`. */
export async function runPerson(input: PersonInput, context: CommandContext): Promise<Report> {
  const who = whoIn(input.who);
  if (who === undefined) {
    throw new UsageError(
      "<who> takes an e-mail address, the address of a profile, the id of a contact, or a whole name",
    );
  }
  return await peopleReport(input, context, {
    find: (seats, now, progress) => findPerson(seats, who, now, progress),
    show: showReport,
  });
}

function showReport(report: PersonReport, times: Times, terminal: Terminal): void {
  const { found, perhaps, members } = report;
  if (found.length === 0) {
    const read = `${counted(report.contacts, "contact")} of ${counted(members.length, "member")}`;
    const areRead = members.every(({ isComplete }) => isComplete);
    terminal.print(
      areRead
        ? `The account holds no such person (${read}).`
        : `Among what could be read, there is no such person (${read}).`,
    );
  }
  for (const person of found) showPerson(person, members, times, terminal);
  if (perhaps.length > 0) {
    terminal.print(terminal.colors.bold("Perhaps the same person, by the name alone"));
    terminal.printTable(
      personColumns,
      perhaps.flatMap((person) => personRows(person, members, times)),
    );
    terminal.print();
  }
  if (found.length === 0) return;
  terminal.note(
    `Logs carry no texts: those above are what the campaigns say today. Times are ${times.name}. The app may hold more than the service's operations show, such as the conversation itself.`,
  );
}

function showPerson(person: HeldPerson, members: readonly MemberDocument[], times: Times, terminal: Terminal): void {
  const { bold } = terminal.colors;
  terminal.print(bold(safeText(personCell(person), 200)));
  for (const { contactId, member, contact, list, agent, campaigns, events, areAllCampaigns } of person.contacts) {
    terminal.print();
    terminal.print(bold(`Contact ${safeText(contactId, 40)} of ${safeText(memberName(members, member), 80)}`));
    terminal.printTable(
      [{ overflow: "keep" }, { overflow: "wrap", longest: 1000 }],
      [
        ...contactRows(contact, times),
        ["list", namedWithId(list) ?? "none that the service shows"],
        ["found by", namedWithId(agent) ?? "no source agent that the service shows"],
      ],
    );
    terminal.print();
    if (campaigns.length > 0) {
      terminal.printTable(
        [{ title: "CAMPAIGN" }, { title: "LAST STEP" }, { title: "STATE", overflow: "wrap" }],
        campaigns.map((each) => [campaignCell(each), stepCell(each, times), stateCell(each)]),
      );
    } else terminal.print(areAllCampaigns ? "In no campaign." : "Its campaigns are not known.");
    showEvents(events, times, terminal);
  }
  terminal.print();
  terminal.print(answersLine(person, members, times));
  terminal.print();
}

function contactRows(contact: Contact | undefined, times: Times): string[][] {
  if (contact === undefined) return [];
  return knownFacts([
    ...addressFacts(contact),
    signalFact(contact),
    stateFact(contact),
    ["created", times.at(contact.createdAt)],
  ]);
}

function showEvents(events: readonly PersonEvent[], times: Times, terminal: Terminal): void {
  if (events.length === 0) return;
  terminal.print();
  terminal.printTable(
    [...eventColumns, { title: "TEXT TODAY", overflow: "wrap", longest: 2000 }],
    events.map((event) => [
      times.at(event.at),
      campaignCell(event.campaign),
      ...eventCells(event, "?"),
      textCell(event),
    ]),
  );
}

function textCell({ text }: PersonEvent): string {
  if (text === undefined || text.is === "none") return "";
  if (text.is === "ai") return "written by the service's AI; not known";
  if (text.is === "unknown") return "not known";
  return [text.subject, text.message, text.url].filter((each) => each !== undefined).join(" | ");
}

function answersLine({ answers, contacts }: HeldPerson, members: readonly MemberDocument[], times: Times): string {
  if (answers.length === 0) return "No answer is in the logs that were read.";
  const parts = contacts.flatMap(({ member, events }) =>
    events
      .filter((event) => answers.includes(event))
      .map(
        (event) =>
          `${times.at(event.at)} to ${safeText(campaignCell(event.campaign), 80)} of ${safeText(memberName(members, member), 80)}`,
      ),
  );
  return `Answered: ${parts.join("; ")}.`;
}
