import { join } from "node:path";
import { text } from "node:stream/consumers";
import { safeText } from "../../api/redact";
import type { Suppressed } from "../../follow/people/shapes";
import { findSuppressed } from "../../follow/people/suppressed";
import type { Times } from "../../follow/times";
import { type Entry, entriesIn } from "../../kind/doNotContact";
import { doNotContactName } from "../../lifecycle/companies";
import { Refusal } from "../../lifecycle/refusal";
import { counted } from "../../text/words";
import type { CommandContext, Report } from "../command";
import type { PeopleInput } from "../commands/people";
import { textOf } from "../files";
import { projectAround } from "../project";
import type { Terminal } from "../terminal/terminal";
import { isAlarming, personColumns, personRows } from "./rows";
import { peopleReport } from "./seats";

/** Runs `pulumi-outreach people --suppressed`. */
export async function runSuppressed(input: PeopleInput, context: CommandContext): Promise<Report> {
  const entries = await readDoNotContact(input.from);
  if (entries.length === 0) context.terminal.warn("the list of those who are not to be contacted has no entry.");
  return await peopleReport(input, context, {
    find: (seats, now, progress) => findSuppressed(seats, entries, now, progress),
    show: showSuppressed,
    isAlarming: ({ suppressed }) => isAlarming(suppressed, input.failOn),
  });
}

/**
 * Reads the entries from the project's file, from another file, or from standard input (`-`). Throws a Refusal that lists
 * every invalid line: if a line were skipped, its person would still be contacted.
 */
async function readDoNotContact(from: string | undefined): Promise<readonly Entry[]> {
  if (from === "-") return entriesIn(await text(process.stdin), "standard input");
  const file = from ?? join((await projectAround(process.cwd()))?.folder ?? process.cwd(), doNotContactName);
  const content = await textOf(file, from !== undefined);
  if (content === undefined) {
    throw new Refusal(
      `could not find ${doNotContactName} in ${safeText(process.cwd(), 200)}, nor in the Pulumi project around it.`,
      "Write one entry a line into it, or name another file with --from.",
    );
  }
  return entriesIn(content, from);
}

function showSuppressed(found: Suppressed, times: Times, terminal: Terminal): void {
  const { suppressed, members } = found;
  const read = `${counted(found.contacts, "contact")} of ${counted(members.length, "member")}, ${counted(found.entries, "entry", "entries")}`;
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
    `${counted(suppressed.length, "person in lists or campaigns is", "people in lists or campaigns are")} not to be contacted (${read}).${more}`,
  );
}
