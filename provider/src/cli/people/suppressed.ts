import type { Suppressed } from "../../follow/people/shapes";
import { findSuppressed } from "../../follow/people/suppressed";
import { Times } from "../../follow/times";
import type { CommandContext, ExitCode } from "../command";
import type { Terminal } from "../terminal/terminal";
import { readDoNotContact } from "./doNotContactFile";
import { membersOf, type PeopleInput } from "./input";
import { count, personColumns, personRows } from "./rows";
import { openSeats } from "./seats";

/** Runs `pulumi-outreach people --suppressed`. */
export async function runSuppressed(input: PeopleInput, context: CommandContext): Promise<ExitCode> {
  const { terminal, json, clock, timeZone } = context;
  const entries = await readDoNotContact(input.from);
  if (entries.length === 0) terminal.warn("the list of those who are not to be contacted has no entry.");
  const { seats, leftOut } = await openSeats({ stack: input.stack, members: membersOf(input) }, context);
  const read = await terminal.during("Reading the contacts", (progress) =>
    findSuppressed(seats, entries, clock.wallTime(), progress),
  );
  const found = { ...read, warnings: [...leftOut, ...read.warnings] };
  for (const warning of found.warnings) terminal.warn(warning);
  if (json) terminal.printJson(found);
  else showSuppressed(found, new Times(() => clock.wallTime(), timeZone), terminal);
  const wanted = found.suppressed.filter(({ level }) => input.failOn === "any" || level !== "none-running");
  if (input.failOn !== undefined && wanted.length > 0) return 3;
  return found.members.every(({ isComplete }) => isComplete) ? 0 : 1;
}

function showSuppressed(found: Suppressed, times: Times, terminal: Terminal): void {
  const { suppressed, members } = found;
  const read = `${count(found.contacts, "contact", "contacts")} of ${count(members.length, "member", "members")}, ${count(found.entries, "entry", "entries")}`;
  const areRead = members.every(({ isComplete }) => isComplete);
  const more = areRead ? "" : " Not all contacts could be read: there may be more.";
  if (suppressed.length === 0) {
    terminal.print(
      areRead
        ? `Nobody in lists or campaigns is on the list of those who are not to be contacted (${read}).`
        : `Among what could be read, nobody is on the list of those who are not to be contacted (${read}).${more}`,
    );
    return;
  }
  terminal.printTable(
    [{ title: "LINE", overflow: "keep" }, ...personColumns],
    suppressed.flatMap((person) =>
      personRows(person, members, times).map((row, index) => [
        index === 0 ? person.lines.map(({ line }) => line).join(", ") : "",
        ...row,
      ]),
    ),
  );
  terminal.print();
  terminal.print(terminal.colors.bold("In the app: the service has no operation that removes a person"));
  terminal.printTable(
    [{ overflow: "wrap", longest: 600 }],
    suppressed.flatMap(({ inTheApp }) => inTheApp.map((step) => [step])),
  );
  terminal.print();
  terminal.print(
    `${count(suppressed.length, "person", "people")} in lists or campaigns ${suppressed.length === 1 ? "is" : "are"} not to be contacted (${read}).${more}`,
  );
}
