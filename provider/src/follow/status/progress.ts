import type { CampaignLog } from "../../reads/logs";
import type { CampaignAnswer } from "../../reads/objectShapes";
import { defaultDelay } from "../../resources/campaign/stepSchema";
import { millisecondsOf } from "../times";
import type { CampaignStatus } from "./model";

const day = 86_400_000;

/** Sorts steps by number, the order in which people receive them. Services may return them in another order. */
export function orderedSteps(
  campaign: Pick<CampaignAnswer, "steps"> | undefined,
): readonly Readonly<Record<string, unknown>>[] {
  const steps = campaign?.steps ?? [];
  const numberOf = ({ stepNumber }: Readonly<Record<string, unknown>>) => Number(stepNumber);
  const areNumbered = new Set(steps.map(numberOf)).size === steps.length && steps.every((step) => numberOf(step) > 0);
  return areNumbered ? steps.toSorted((left, right) => numberOf(left) - numberOf(right)) : steps;
}

/** True if the log entry means that a step was sent. */
export function isSent({ status }: CampaignLog): boolean {
  return status === "sent";
}

const answerStatuses: ReadonlySet<CampaignLog["status"]> = new Set(["answered", "replied"]);

/** True if the log entry means that the contact answered a step. */
export function isAnswer({ status }: Pick<CampaignLog, "status">): boolean {
  return answerStatuses.has(status?.trim().toLowerCase());
}

/** Determines the progress of a campaign's people from each person's last log entry. */
export function progressOf(
  logs: readonly CampaignLog[],
  campaign: CampaignAnswer | undefined,
  now: number,
): Pick<CampaignStatus, "steps" | "nextDue"> & {
  readonly people: Omit<CampaignStatus["people"], "notStarted">;
  readonly contacts: number;
} {
  const last = lastEntries(logs);
  const delays = orderedSteps(campaign).map(({ delayAfterLastStep }) => Number(delayAfterLastStep ?? defaultDelay));
  const atStep = new Map<number, number>();
  const ended: Record<string, number> = {};
  let [underWay, due] = [0, 0];
  let nextDue = Infinity;
  for (const entry of last) {
    if (!isSent(entry)) {
      const status = entry.status ?? "unknown";
      ended[status] = (ended[status] ?? 0) + 1;
      continue;
    }
    underWay += 1;
    const number = entry.stepNumber ?? 0;
    atStep.set(number, (atStep.get(number) ?? 0) + 1);
    const delay = delays[number];
    const dueAt = delay === undefined ? undefined : (millisecondsOf(entry.createdAt) ?? Infinity) + delay * day;
    if (dueAt === undefined) continue;
    if (dueAt <= now) due += 1;
    else nextDue = Math.min(nextDue, dueAt);
  }
  return {
    steps: stepsOf(campaign, logs, atStep),
    nextDue: millisecondsOf(nextDue) === undefined ? undefined : new Date(nextDue).toISOString(),
    people: { underWay, due: campaign?.steps === undefined ? undefined : due, ended },
    contacts: last.length,
  };
}

/** The latest entry of each contact. Services order their logs differently. */
function lastEntries(logs: readonly CampaignLog[]): CampaignLog[] {
  const last = new Map<string, CampaignLog>();
  for (const entry of logs) {
    if (entry.contactId === undefined) continue;
    const known = last.get(String(entry.contactId));
    if (known === undefined || isLater(entry, known)) last.set(String(entry.contactId), entry);
  }
  return [...last.values()];
}

function isLater(entry: CampaignLog, known: CampaignLog): boolean {
  const [at, knownAt] = [millisecondsOf(entry.createdAt) ?? 0, millisecondsOf(known.createdAt) ?? 0];
  if (at !== knownAt) return at > knownAt;
  // With the same time, the entry for leaving the campaign comes after the steps sent.
  if (isSent(entry) !== isSent(known)) return isSent(known);
  return (entry.stepNumber ?? 0) > (known.stepNumber ?? 0);
}

/** The campaign's steps or, if the service does not return the campaign, those in its log. */
function stepsOf(
  campaign: CampaignAnswer | undefined,
  logs: readonly CampaignLog[],
  atStep: ReadonlyMap<number, number>,
): CampaignStatus["steps"] {
  const types = new Map<number, string | undefined>();
  for (const [index, { type }] of orderedSteps(campaign).entries()) {
    types.set(index + 1, typeof type === "string" ? type : undefined);
  }
  for (const { stepNumber, type } of logs) {
    if (stepNumber !== undefined && Number.isInteger(stepNumber) && stepNumber > 0 && !types.has(stepNumber)) {
      types.set(stepNumber, type);
    }
  }
  return [...types]
    .sort(([left], [right]) => left - right)
    .map(([number, type]) => ({ number, type, people: atStep.get(number) ?? 0 }));
}
