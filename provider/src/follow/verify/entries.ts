import type { CampaignLog } from "../../reads/logs";
import type { CampaignAnswer, ListAnswer } from "../../reads/objectShapes";
import { defaultDelay, networkSteps } from "../../resources/campaign/stepSchema";
import { isAnswer, isSent, orderedSteps } from "../status/progress";
import { millisecondsOf } from "../times";
import type { Days } from "./days";
import type { DeclaredCampaign } from "./promise";

/** An entry of a campaign's log with a readable time. */
export interface Entry {
  readonly what: "sent" | "skipped" | "answered" | "ended";
  readonly at: number;
  readonly day: string;
  readonly contactId?: string;
  /** From 1. */
  readonly step?: number;
  readonly type?: string;
  readonly reason?: string;
  readonly seatId?: string;
}

export interface KnownStep {
  readonly type: string | undefined;
  /** In milliseconds. */
  readonly delay: number;
}

/** A campaign to verify, with all data read about it. */
export interface SeenCampaign {
  readonly id: string;
  readonly name?: string;
  /** The id of the member who owns it. */
  readonly member: string;
  readonly declared?: DeclaredCampaign;
  /** Undefined if the service cannot list campaigns, or no longer lists this one. */
  readonly served?: CampaignAnswer;
  /** True if the service lists all campaigns but not this one. */
  readonly isGone: boolean;
  /** Oldest first. Undefined if the log was not read. */
  readonly entries?: readonly Entry[];
  /** When the log starts, if it is incomplete. */
  readonly readFrom?: number;
  /** The lists that it uses, as far as known. */
  readonly lists: readonly Pick<ListAnswer, "id" | "contactCount">[];
}

/** Statuses with which a contact leaves a campaign without receiving a step. */
const skipStatuses: ReadonlySet<string> = new Set([
  ...["skipped", "excluded", "unsubscribed", "bounced", "blocked", "failed"],
]);

/** Converts a log to entries, oldest first. */
export function entriesOf(logs: readonly CampaignLog[], days: Days): Entry[] {
  const entries = logs.flatMap((log): Entry[] => {
    const at = millisecondsOf(log.createdAt);
    if (at === undefined) return [];
    const id = (served: CampaignLog["contactId"]) => (served === undefined ? undefined : String(served));
    return [
      {
        ...{ what: outcomeOf(log), at, day: days.at(at), contactId: id(log.contactId), seatId: id(log.seatId) },
        ...{ step: log.stepNumber, type: log.type, reason: log.reason ?? log.status },
      },
    ];
  });
  // The entry for leaving a campaign sorts after steps sent at the same time.
  return withAnswers(entries.sort((left, right) => left.at - right.at || rankOf(left) - rankOf(right)));
}

/**
 * A contact who answers another campaign also leaves this one, at a step that was not sent. That does not count as an
 * answer here.
 */
function withAnswers(entries: readonly Entry[]): Entry[] {
  const sent = new Set(entries.flatMap((entry) => (entry.what === "sent" ? [stepKey(entry)] : [])));
  return entries.map((entry) =>
    entry.what !== "answered" || entry.step === undefined || sent.has(stepKey(entry))
      ? entry
      : { ...entry, what: "ended" },
  );
}

const stepKey = ({ contactId, step }: Entry) => `${contactId} ${step}`;

const rankOf = ({ what, step }: Entry) => (what === "sent" ? (step ?? 0) : Number.MAX_SAFE_INTEGER);

function outcomeOf(log: CampaignLog): Entry["what"] {
  if (isSent(log)) return "sent";
  if (isAnswer(log)) return "answered";
  return skipStatuses.has(log.status?.trim().toLowerCase() ?? "") ? "skipped" : "ended";
}

/** The steps that people receive: those returned by the service, otherwise the declared ones. Undefined if unknown. */
export function stepsOf({ served, declared }: Pick<SeenCampaign, "served" | "declared">): KnownStep[] | undefined {
  const steps = served?.steps === undefined ? declared?.steps : orderedSteps(served);
  return steps?.map(({ type, delayAfterLastStep }) => ({
    type: typeof type === "string" ? type : undefined,
    delay: Number(delayAfterLastStep ?? defaultDelay) * 86_400_000,
  }));
}

export type Channel = "linkedin" | "email";

/** Undefined for a type unknown to this release. */
export function channelOf(type: string | undefined): Channel | undefined {
  if (type === "email") return "email";
  return networkSteps.has(type) ? "linkedin" : undefined;
}

/** The seats from which a campaign sends steps of this channel, as far as known. */
export function seatsOf({ served, declared }: SeenCampaign, channel: Channel): readonly string[] {
  if (channel === "email") return served?.emailSeatIds?.map(String) ?? declared?.emailSeatIds ?? [];
  const seat = served?.linkedinSeatId ?? declared?.linkedinSeatId;
  return seat === undefined ? [] : [String(seat)];
}

/** True if the service shows it as running. */
export function isRunning({ served }: SeenCampaign): boolean {
  return served?.active === true;
}

/** The entries of each contact, oldest first. */
export function entriesByContact(entries: readonly Entry[]): ReadonlyMap<string, readonly Entry[]> {
  const contacts = new Map<string, Entry[]>();
  for (const entry of entries) {
    if (entry.contactId === undefined) continue;
    const own = contacts.get(entry.contactId);
    if (own === undefined) contacts.set(entry.contactId, [entry]);
    else own.push(entry);
  }
  return contacts;
}

/** Number of people on its lists without a log entry. Undefined if the lists or their sizes are unknown. */
export function notStartedCount({ lists, entries, readFrom }: SeenCampaign): number | undefined {
  if (entries === undefined || readFrom !== undefined || lists.length === 0) return undefined;
  if (lists.some(({ contactCount }) => contactCount === undefined)) return undefined;
  const people = lists.reduce((sum, { contactCount = 0 }) => sum + contactCount, 0);
  return Math.max(0, people - entriesByContact(entries).size);
}
