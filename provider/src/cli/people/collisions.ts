import { findCollisions } from "../../follow/people/collisions";
import type { Collisions } from "../../follow/people/shapes";
import type { Times } from "../../follow/times";
import type { Level } from "../../people/model";
import { counted } from "../../text/words";
import type { CommandContext, Report } from "../command";
import type { PeopleInput } from "../commands/people";
import type { Terminal } from "../terminal/terminal";
import { isAlarming, personColumns, personRows } from "./rows";
import { peopleReport } from "./seats";

/** Maximum number of namesakes shown, because most of them are different people. */
const mostPerhaps = 20;

const titles: Readonly<Record<Level, string>> = {
  "both-running": "Two campaigns run for these people",
  unknown: "Whether campaigns run for these people is unknown",
  "one-running": "One campaign runs for these people",
  "none-running": "No campaign runs for these people now",
};

/** Runs `pulumi-outreach people --collisions`. */
export async function runCollisions(input: PeopleInput, context: CommandContext): Promise<Report> {
  return await peopleReport(input, context, {
    find: findCollisions,
    show: showCollisions,
    isAlarming: ({ collisions }) => isAlarming(collisions, input.failOn),
  });
}

function showCollisions(found: Collisions, times: Times, terminal: Terminal): void {
  const { collisions, perhaps, members } = found;
  const { bold } = terminal.colors;
  for (const level of new Set(collisions.map((each) => each.level))) {
    const people = collisions.filter((each) => each.level === level);
    terminal.print(bold(`${titles[level]}: ${people.length}`));
    terminal.printTable(
      personColumns,
      people.flatMap((person) => personRows(person, members, times)),
    );
    terminal.print();
  }
  if (perhaps.length > 0) {
    terminal.print(bold(`Perhaps one person, by the name alone: ${perhaps.length}`));
    terminal.printTable(
      personColumns,
      perhaps.slice(0, mostPerhaps).flatMap(({ people }) => people.flatMap((each) => personRows(each, members, times))),
    );
    if (perhaps.length > mostPerhaps) terminal.print(`… and ${perhaps.length - mostPerhaps} more; --json has all`);
    terminal.print();
  }
  terminal.print(summary(found));
  if (found.withoutAddress > 0) {
    terminal.note(
      `${counted(found.withoutAddress, "contact has", "contacts have")} neither a profile address nor an e-mail address, and can only be compared by name.`,
    );
  }
}

function summary({ collisions, contacts, people, members, isComplete }: Collisions): string {
  const read = `${counted(contacts, "contact")} of ${counted(members.length, "member")}, ${counted(people, "person", "people")}`;
  const all = isComplete ? "" : " Not everything could be read: there may be more.";
  if (collisions.length > 0) {
    return `${counted(collisions.length, "person is", "people are")} in lists of several members or in several campaigns (${read}).${all}`;
  }
  return isComplete
    ? `Nobody is in lists of several members or in several campaigns (${read}).`
    : `Among what could be read, nobody is in lists of several members or in several campaigns (${read}).${all}`;
}
