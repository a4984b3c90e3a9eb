import { safeText } from "../../api/redact";
import { campaignsToRead, type Queue, readQueues, type Scheduled } from "../../follow/queue";
import { Times } from "../../follow/times";
import { counted } from "../../text/words";
import type { CommandContext, ExitCode, Report } from "../command";
import type { QueueInput } from "../commands/queue";
import { assertCanAsk } from "../options";
import type { Terminal } from "../terminal/terminal";
import { wrapTo } from "../terminal/text";

const indent = "    ";
/** Width of texts if the output is not a terminal. */
const usualWidth = 100;
/** Maximum number of characters shown of a step's text. */
const longestText = 8_000;

/** Runs `pulumi-outreach queue`. */
export async function runQueue(input: QueueInput, context: CommandContext): Promise<Report | ExitCode> {
  const { campaigns: words, yes, ...options } = input;
  const { terminal, openAccount, clock, timeZone } = context;
  assertCanAsk(terminal, yes, "queue asks first, because reading a queue moves the service's planner");
  const account = await openAccount(options);
  const campaigns = await terminal.during("Reading the campaigns", () => campaignsToRead(account, words));
  const active = campaigns.filter(({ object }) => object?.active !== false).length;
  if (active > 0 && !yes) {
    terminal.note(
      "Reading a queue sends nothing, and moves the planner of the service: it marks people as finished, skipped or excluded.",
    );
    const question = `Read the queue of ${active === 1 ? "1 campaign" : `${active} campaigns (${active} requests)`}?`;
    if (!(await terminal.confirm(question))) {
      terminal.note("Nothing was read.");
      return 1;
    }
  }
  const read = await terminal.during("Reading the queues", () => readQueues(account, campaigns));
  return {
    document: read,
    warnings: read.warnings,
    show: () => showQueue(read, new Times(() => clock.wallTime(), timeZone), terminal),
    code: read.warnings.length > 0 ? 1 : 0,
  };
}

/** Prints queues for people: each entry with its text below it. */
function showQueue({ campaigns }: Queue, times: Times, terminal: Terminal): void {
  const { bold, dim } = terminal.colors;
  if (campaigns.length === 0) terminal.print("No campaign is active.");
  for (const [index, { id, name, active, entries }] of campaigns.entries()) {
    if (index > 0) terminal.print();
    terminal.print(
      bold(
        `${safeText(name ?? "campaign", 120)} (id ${id}): ${counted(entries.length, "step is scheduled", "steps are scheduled")}`,
      ),
    );
    if (active === false) terminal.print("It is off: nothing is sent.");
    for (const [place, entry] of entries.entries()) {
      terminal.print(`${String(place + 1).padStart(3)}. ${contactLine(entry)}`);
      terminal.print(dim(`${indent} ${stepLine(entry, times)}`));
      for (const line of textLines(entry, terminal.width ?? usualWidth))
        terminal.print(`${indent} ${dim("│")} ${line}`.trimEnd());
    }
  }
  if (campaigns.some(({ entries }) => entries.length > 0)) {
    terminal.note(
      `The service shows no times: it sends in this order, at the launch hours of the seats. LinkedIn steps are capped at whole daily quotas, today's not subtracted: the last ones may go out later. Times are ${times.name}.`,
    );
  }
}

function contactLine({ contact: { id, name, jobTitle, company, email } }: Scheduled): string {
  const job = [jobTitle, company].filter(Boolean).join(" at ");
  const parts = [`${name === "" ? "contact" : name}${id === undefined ? "" : ` (id ${id})`}`, job, email];
  return parts
    .map((part) => safeText(part ?? "", 120))
    .filter(Boolean)
    .join(", ");
}

function stepLine({ step, type, last }: Scheduled, times: Times): string {
  const name = `step ${step ?? "?"} ${safeText(type ?? "", 40)}`;
  if (last === undefined) return `${name}; enters the campaign`;
  const when = last.at === undefined ? "" : ` ${times.relative(last.at)} (${times.at(last.at)})`;
  return `${name}; before: ${safeText(last.type ?? "a step", 40)}${when}`;
}

function textLines({ subject, text, url, isWrittenLater }: Scheduled, width: number): string[] {
  const lines = [
    ...(subject === undefined ? [] : [`Subject: ${subject}`]),
    ...(text?.slice(0, longestText).split(/\r\n|\r|\n/) ?? []),
    ...(url === undefined ? [] : [`Audio: ${url}`]),
    ...(isWrittenLater ? ["written by the service later"] : []),
  ];
  return lines.flatMap((line) => wrapTo(safeText(line, longestText), Math.max(20, width - indent.length - 3)));
}
