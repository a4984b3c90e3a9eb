import { z } from "zod";
import type { Account } from "../api/account";
import { isPartial } from "../api/page";
import { safeText } from "../api/redact";
import { isSameName } from "../api/texts";
import { describe, quoted } from "../lifecycle/about";
import { Refusal } from "../lifecycle/refusal";
import { type AgentLog, type CampaignLog, readAgentLogs, readCampaignLogPage } from "../reads/logs";
import { readObjects } from "../reads/objects";
import { otherNames } from "../reads/otherNames";
import type { Items } from "../reads/served";
import { canOnlyBeId, chooseObjects } from "./choose";
import { millisecondsOf } from "./times";

const optionalText = z.string().optional();
const optionalCount = z.number().optional();

/** One entry of a log. */
export const entryShape = z.strictObject({
  of: z.enum(["campaign", "agent"]),
  /** Id of the campaign or source agent. */
  id: z.string(),
  name: optionalText,
  /** ISO 8601. */
  at: optionalText,
  /** For a campaign: the contact, the step, the status (`sent`, or how the contact left the campaign), and the reason. */
  contactId: optionalText,
  step: optionalCount,
  type: optionalText,
  status: optionalText,
  reason: optionalText,
  seatId: optionalText,
  /** For a source agent: the signal, the number of leads found, how many were new, and the error. */
  signal: optionalText,
  signalValue: optionalText,
  leads: optionalCount,
  newLeads: optionalCount,
  error: optionalText,
});

/** A line of the output of `pulumi-outreach logs --follow --json`. */
export const followedShape = entryShape.extend({ version: z.literal(1) });

/** The output of `pulumi-outreach logs --json`. */
export const logsShape = z.strictObject({
  version: z.literal(1),
  /** Oldest first. */
  entries: z.array(entryShape),
  /** Number of older entries that were read but are not shown. */
  notShown: z.number(),
  /** Sentences about incomplete logs. */
  warnings: z.array(z.string()),
});

export type LogEntry = Readonly<z.infer<typeof entryShape>>;
export type Logs = Readonly<z.infer<typeof logsShape>>;
export type FollowedEntry = Readonly<z.infer<typeof followedShape>>;

/** A log to read. */
export interface LogSource {
  readonly of: "campaign" | "agent";
  readonly id: string;
  readonly name?: string;
}

/** The service returns the 100 newest runs of an agent; a campaign's log of this length is probably truncated too. */
const probablyCut = 100;

/**
 * Resolves ids and exact names to campaigns and source agents.
 *
 * @param only the kind of all of them, if specified by the user
 */
export async function findSources(
  account: Account,
  words: readonly string[],
  only: LogSource["of"] | undefined,
): Promise<LogSource[]> {
  if (only !== undefined) {
    const chosen = await chooseObjects(account, only === "campaign" ? "Campaign" : "SourceAgent", words);
    return chosen.map(({ id, object }) => ({ of: only, id, name: object?.name }));
  }
  const [campaigns, agents] = await Promise.all([
    readObjects(account, "Campaign"),
    readObjects(account, "SourceAgent"),
  ]);
  const all: LogSource[] = [
    ...(campaigns?.items ?? []).map(({ id, name }) => ({ of: "campaign" as const, id, name })),
    ...(agents?.items ?? []).map(({ id, name }) => ({ of: "agent" as const, id, name })),
  ];
  const isWhole = campaigns?.whole === true && agents?.whole === true;
  const found = new Map(
    words.map((word) => findSource(word, all, isWhole)).map((source) => [`${source.of} ${source.id}`, source]),
  );
  return [...found.values()];
}

function findSource(word: string, all: readonly LogSource[], isWhole: boolean): LogSource {
  const withId = all.filter(({ id }) => id === word.trim());
  const found = withId.length > 0 ? withId : all.filter(({ name }) => isSameName(name, word));
  const [first] = found;
  if (first !== undefined && found.length === 1) return first;
  const asked = `could not read the log of ${quoted(word.slice(0, 120))}`;
  if (found.length > 0) {
    throw new Refusal(
      `${asked}: it may be ${found.map(describeSource).join(" or ")}.`,
      "Name it by its id, or say --campaign or --agent.",
    );
  }
  if (!isWhole && canOnlyBeId(word.trim())) {
    throw new Refusal(
      `${asked}: this service does not list all campaigns and source agents, so that an id alone is ambiguous.`,
      "Say --campaign or --agent.",
    );
  }
  throw new Refusal(
    `${asked}: no campaign and no source agent of the acting user has this id or exact name.`,
    ...otherNames(word, all, describeSource, "The user has none."),
  );
}

function describeSource({ of, id, name }: LogSource): string {
  return describe(of === "agent" ? "source agent" : "campaign", name && safeText(name, 80), id);
}

/** The part of a log that was read. */
interface ReadLog {
  readonly entries: readonly LogEntry[];
  readonly isPart: boolean;
}

/** Reads a log. Only agents' logs can be requested for a time range. */
export async function readLog(
  account: Account,
  { of, id, name }: LogSource,
  since?: Date,
  now?: Date,
): Promise<ReadLog> {
  const { entries, isCut } =
    of === "agent" ? await agentLog(account, id, name, since, now) : await campaignLog(account, id, name);
  const newer = entries.filter(({ at }) => since === undefined || (millisecondsOf(at) ?? 0) >= since.getTime());
  // A truncated log that goes back beyond the requested time contains everything requested.
  return { entries: newer, isPart: isCut && newer.length === entries.length };
}

async function agentLog(account: Account, id: string, name: string | undefined, since?: Date, now?: Date) {
  // Allow for a difference between this machine's clock and the service's.
  const end = now === undefined ? undefined : new Date(now.getTime() + 86_400_000).toISOString();
  const range = since === undefined || end === undefined ? undefined : { dateFrom: since.toISOString(), dateTo: end };
  const logs = await readAgentLogs(account, id, range);
  return { entries: logs.map((log) => agentEntry(log, id, name)), isCut: logs.length >= probablyCut };
}

async function campaignLog(account: Account, id: string, name: string | undefined) {
  const page = await readCampaignLogPage(account, id);
  return { entries: page.items.map((log) => campaignEntry(log, id, name)), isCut: isProbablyCut(page) };
}

/**
 * True if a campaign's log is probably incomplete: the service indicates more entries, or the length is a typical limit.
 */
export function isProbablyCut(page: Items<unknown>): boolean {
  return page.items.length === probablyCut || isPartial(page);
}

/** Reads and merges several logs, oldest entry first. */
export async function readLogs(
  account: Account,
  sources: readonly LogSource[],
  { since, now, most }: { readonly since?: Date; readonly now: Date; readonly most: number },
): Promise<Logs> {
  const logs = await Promise.all(
    sources.map(async (source) => ({ source, ...(await readLog(account, source, since, now)) })),
  );
  const entries = sortedByTime(logs.flatMap((log) => log.entries));
  const warnings = logs.flatMap(({ source, isPart, entries: read }) => {
    if (!isPart || (since === undefined && read.length >= most)) return [];
    const noun = source.of === "agent" ? "source agent" : "campaign";
    return [
      `the log of ${describe(noun, source.name, source.id)} is only a part: the service answers with the newest ${read.length} entries.`,
    ];
  });
  const shown = newest(entries, most);
  return { version: 1, entries: shown, notShown: entries.length - shown.length, warnings };
}

/** The last `most` entries of a sorted log. */
export function newest(entries: readonly LogEntry[], most: number): LogEntry[] {
  return entries.slice(Math.max(0, entries.length - most));
}

/** Sorts entries of several logs, oldest first. */
export function sortedByTime(entries: readonly LogEntry[]): LogEntry[] {
  const time = ({ at }: LogEntry) => millisecondsOf(at) ?? 0;
  // The entry for a contact leaving a campaign has no step, and sorts after steps with the same time.
  const step = (entry: LogEntry) => entry.step ?? Number.MAX_SAFE_INTEGER;
  // Services return the newest entry first, so entries with the same time must be reversed.
  return [...entries].reverse().sort((left, right) => time(left) - time(right) || step(left) - step(right));
}

/** Polls logs and returns each entry once. */
export class LogFollower {
  private readonly seen = new Set<string>();

  constructor(
    private readonly account: Account,
    private readonly sources: readonly LogSource[],
  ) {}

  /** Marks entries as already shown. */
  skip(entries: readonly LogEntry[]): void {
    for (const entry of entries) this.seen.add(JSON.stringify(entry));
  }

  /** The entries that are new since the previous call, oldest first. */
  async next(): Promise<LogEntry[]> {
    const logs = await Promise.all(this.sources.map((source) => readLog(this.account, source)));
    const fresh = logs.flatMap(({ entries }) => entries).filter((entry) => !this.seen.has(JSON.stringify(entry)));
    this.skip(fresh);
    return sortedByTime(fresh);
  }
}

function campaignEntry(log: CampaignLog, id: string, name: string | undefined): LogEntry {
  return {
    ...{ of: "campaign", id, name, at: log.createdAt },
    ...{ contactId: textOf(log.contactId), step: log.stepNumber, type: log.type },
    ...{ status: log.status, reason: log.reason, seatId: textOf(log.seatId) },
  };
}

function agentEntry(log: AgentLog, id: string, name: string | undefined): LogEntry {
  return {
    ...{ of: "agent", id, name, at: log.createdAt, signal: log.agentType, signalValue: log.agentKeyword },
    ...{ leads: log.totalLeads, newLeads: log.leadsCreated, error: log.errorMessage },
  };
}

function textOf(id: string | number | undefined): string | undefined {
  return id === undefined ? undefined : String(id);
}
