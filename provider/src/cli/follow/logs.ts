import type { Clock } from "../../api/clock";
import { ServiceError } from "../../api/errors";
import { safeText } from "../../api/redact";
import {
  type FollowedEntry,
  findSources,
  type LogEntry,
  LogFollower,
  type LogSource,
  newest,
  readLogs,
} from "../../follow/logs";
import { parseSince, Times } from "../../follow/times";
import { causeOf } from "../../lifecycle/about";
import { counted } from "../../text/words";
import { type CommandContext, type ExitCode, type Report, UsageError } from "../command";
import type { LogsInput } from "../commands/logs";
import type { Terminal } from "../terminal/terminal";
import { cutTo, padTo, widthOf } from "../terminal/text";

/** How many entries are shown by default, and how many before the new ones with `--follow`. */
const defaultLimit = 50;
const beforeFollowing = 10;
/** Seconds that one round of `--follow` retries failing requests before it prints a warning. */
const longestRetry = 15;
/** Minimum seconds between two rounds. With many logs it is longer, to use at most a tenth of the request limit. */
const shortestRound = 10;

/** Runs `pulumi-outreach logs`. */
export async function runLogs(input: LogsInput, context: CommandContext): Promise<Report | ExitCode> {
  const { terminal, json, openAccount, clock, timeZone } = context;
  const now = clock.wallTime();
  const since = input.since === undefined ? undefined : parseSince(input.since, now);
  if (input.since !== undefined && since === undefined) {
    throw new UsageError("--since <time> takes 90m, 2h, 3d or 1w, or a date such as 2027-01-31 (ISO 8601)");
  }
  const account = await openAccount({ ...input, ...(input.follow ? { patienceSeconds: longestRetry } : undefined) });
  const only = input.campaign ? "campaign" : input.agent ? "agent" : undefined;
  const sources = await terminal.during("Finding the logs", () => findSources(account, input.names, only));
  const most = input.limit ?? (since !== undefined ? Infinity : input.follow ? beforeFollowing : defaultLimit);
  const times = new Times(() => clock.wallTime(), timeZone);
  const follower = new LogFollower(account, sources);
  const read = await terminal.during("Reading the logs", async () => {
    if (!input.follow) return await readLogs(account, sources, { since, now: new Date(now), most });
    const all = await follower.next();
    const wanted = since === undefined ? all : all.filter(({ at }) => Date.parse(at ?? "") >= since.getTime());
    return { version: 1 as const, entries: newest(wanted, most), notShown: 0, warnings: [] };
  });
  if (!input.follow) {
    const { entries, notShown, warnings } = read;
    return { document: read, warnings, show: () => showLogs(entries, notShown, times, terminal) };
  }
  for (const warning of read.warnings) terminal.warn(warning);
  const show = (entry: LogEntry) =>
    json ? terminal.printJsonLine(followedEntry(entry)) : terminal.print(entryLine(entry, times, sources));
  read.entries.forEach(show);
  terminal.note(`Following ${sourcesName(sources)}; times are ${times.name}. Ctrl-C ends it.`);
  return await follow(follower, show, secondsPerRound(sources.length, account.settings.requestsPerMinute), context);
}

function followedEntry(entry: LogEntry): FollowedEntry {
  return { version: 1, ...entry };
}

/** Seconds between two rounds with this many requests. */
function secondsPerRound(requests: number, perMinute: number): number {
  return Math.max(shortestRound, Math.ceil((requests * 60 * 10) / perMinute));
}

async function follow(
  follower: LogFollower,
  show: (entry: LogEntry) => void,
  seconds: number,
  { terminal, clock, interrupted }: CommandContext,
): Promise<ExitCode> {
  let isFailing = false;
  while (!interrupted.aborted) {
    await waitUnlessInterrupted(interrupted, clock, seconds * 1000);
    if (interrupted.aborted) break;
    try {
      (await follower.next()).forEach(show);
      if (isFailing) terminal.note("The service answers again.");
      isFailing = false;
    } catch (error) {
      if (!(error instanceof ServiceError) || !temporary.has(error.category)) throw error;
      if (!isFailing) terminal.warn(`${causeOf(error)}; trying again every ${seconds} s.`);
      isFailing = true;
    }
  }
  return 0;
}

/** Resolves after this many milliseconds, or earlier on an interrupt. */
async function waitUnlessInterrupted(interrupted: AbortSignal, clock: Clock, milliseconds: number): Promise<void> {
  await new Promise<void>((resolve) => {
    const end = () => {
      cancel();
      interrupted.removeEventListener("abort", end);
      resolve();
    };
    const cancel = clock.after(milliseconds, end);
    interrupted.addEventListener("abort", end);
  });
}

const temporary: ReadonlySet<string> = new Set(["unreachable", "lost", "broken", "rateLimit", "unreadable"]);

function sourcesName(sources: readonly LogSource[]): string {
  const [first] = sources;
  return sources.length === 1 && first !== undefined ? safeText(first.name ?? first.id, 80) : `${sources.length} logs`;
}

function showLogs(entries: readonly LogEntry[], notShown: number, times: Times, terminal: Terminal): void {
  if (entries.length === 0) {
    terminal.note("There are no entries.");
    return;
  }
  terminal.printTable(
    [
      { title: "TIME", overflow: "keep" },
      { title: "OF" },
      { title: "WHAT", overflow: "wrap" },
      { title: "RESULT", overflow: "wrap", longest: 500 },
    ],
    entries.map((entry) => {
      const style = entry.error === undefined ? (text: string) => text : terminal.colors.red;
      return [times.at(entry.at), entry.name ?? entry.id, eventWords(entry), { text: resultWords(entry), style }];
    }),
  );
  const more =
    notShown === 0
      ? ""
      : ` ${counted(notShown, "older entry is", "older entries are")} not shown; --limit or --since shows more.`;
  terminal.note(`Times are ${times.name}.${more}`);
}

/**
 * Formats an entry as one line. The columns have fixed widths, because later entries are not known yet. The result, which
 * names the person, is never truncated.
 */
function entryLine(entry: LogEntry, times: Times, sources: readonly LogSource[]): string {
  const column = (text: string, width: number) => padTo(cutTo(safeText(text, 200), width), width, "right");
  const names = sources.map(({ id, name }) => widthOf(safeText(name ?? id, 200)));
  const isOfAgents = sources.some(({ of }) => of === "agent");
  const parts = [
    column(times.at(entry.at), 16),
    ...(sources.length === 1 ? [] : [column(entry.name ?? entry.id, Math.min(20, Math.max(...names)))]),
    column(eventWords(entry), isOfAgents ? 24 : 19),
  ];
  return `${parts.join("  ")}  ${safeText(resultWords(entry), 500)}`.trimEnd();
}

function eventWords({ of, step, type, signal, signalValue }: LogEntry): string {
  if (of === "agent")
    return [signal ?? "run", signalValue === "true" ? undefined : signalValue].filter(Boolean).join(" ");
  return step === undefined ? "" : `step ${step} ${type ?? ""}`.trimEnd();
}

function resultWords({ of, status, contactId, reason, seatId, leads, newLeads, error }: LogEntry): string {
  if (of === "agent") return error ?? `${newLeads ?? "?"} new of ${leads ?? "?"} leads`;
  const parts = [
    contactId === undefined ? undefined : `contact ${contactId}`,
    seatId === undefined ? undefined : `seat ${seatId}`,
  ].filter(Boolean);
  return `${status ?? "?"}${reason === undefined ? "" : ` (${reason})`}${parts.length === 0 ? "" : `: ${parts.join(", ")}`}`;
}
