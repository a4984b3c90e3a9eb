import { stepLabel } from "../review/labels";
import { contactVariables, variablesIn } from "../review/sample";
import { grouped } from "../text/groups";
import { countsOf, type Days, type Deed } from "./calendar";
import type { RehearsedCampaign, RehearsedStep } from "./model";
import type {
  Observed,
  ObservedCampaign,
  ObservedContact,
  ObservedLog,
  ObservedProgress,
  ObservedTexts,
} from "./observed";

/** A campaign of the program, with its object in the local service. */
export interface DeclaredCampaign {
  readonly id: number;
  readonly urn: string;
  /** Its name in the program. */
  readonly key: string;
  readonly isActive: boolean;
}

/** All data about a campaign at the end. */
export interface CampaignFacts {
  readonly declared: DeclaredCampaign;
  readonly campaign: ObservedCampaign;
  readonly people: ObservedProgress[number]["people"];
  /** Its texts as the first contact receives them; empty if there is no contact. */
  readonly texts: ObservedTexts;
  readonly observed: Pick<Observed, "contacts" | "lists">;
  readonly logs: readonly ObservedLog[];
  readonly deeds: readonly Deed[];
  readonly days: Days;
}

const fields = ["subject", "message", "note"] as const;
/** Excludes notes, which have no variables. */
const fieldsWithVariables = ["subject", "message"] as const;

/** Summarises a campaign over all days. */
export function summarizeCampaign(facts: CampaignFacts): RehearsedCampaign {
  const { declared, campaign, people, observed, logs, deeds, days } = facts;
  const { key, urn, isActive: declaredActive } = declared;
  const leftOut = leftOutOf(logs, people.connected);
  const givenUp = leftOut.find(({ status }) => status === "given up")?.contacts ?? 0;
  const counted = {
    finished: people.finished - givenUp,
    answered: people.answered,
    leftOut: people.skipped + people.excluded + people.connected + givenUp,
    running: people.running,
    waiting: people.waiting,
  };
  const isOver = people.running === 0 && people.waiting === 0 && logs.length > 0;
  const contacts = new Map(observed.contacts.map((contact) => [contact.id, contact]));
  const listName = new Map(observed.lists.map(({ id, name }) => [id, name]));
  return {
    ...{ key, urn, name: campaign.name, declaredActive },
    lists: campaign.listIds.map((id) => listName.get(id) ?? String(id)),
    ...(campaign.linkedinSeatId === null ? {} : { linkedinSeat: campaign.linkedinSeatId }),
    emailSeats: campaign.emailSeatIds,
    people: { all: Object.values(counted).reduce((sum, count) => sum + count, 0), ...counted },
    ...(isOver ? { finishedOn: Math.max(...logs.map(({ createdAt }) => days.of(createdAt))) } : {}),
    sent: countsOf(deeds.filter((deed) => deed.campaign === key)),
    steps: campaign.steps.map((step) => stepOf(step, facts, contacts)),
    leftOut,
  };
}

function leftOutOf(logs: readonly ObservedLog[], connected: number): RehearsedCampaign["leftOut"] {
  // An answer to an earlier step may come after the end.
  const answered = new Set(logs.filter(({ status }) => status === "answered").map(({ contactId }) => contactId));
  const ends = logs.filter(({ contactId }) => !answered.has(contactId));
  const reasons = ends.flatMap(({ status, code, reason }): Omit<RehearsedCampaign["leftOut"][number], "contacts">[] => {
    if (status === "skipped" || status === "excluded") return [{ status, reason: reason ?? "no reason given" }];
    return code === "notAccepted" ? [{ status: "given up", reason: reason ?? "" }] : [];
  });
  const counted = [...grouped(reasons, ({ status, reason }) => `${status} ${reason}`).values()].flatMap((same) =>
    same[0] === undefined ? [] : [{ ...same[0], contacts: same.length }],
  );
  const reason = "the contact is a first-degree connection already";
  return [...counted, ...(connected === 0 ? [] : [{ status: "connected" as const, reason, contacts: connected }])].sort(
    (left, right) => right.contacts - left.contacts,
  );
}

function stepOf(
  step: ObservedCampaign["steps"][number],
  { logs, texts, days }: CampaignFacts,
  contacts: ReadonlyMap<number, ObservedContact>,
): RehearsedStep {
  const { stepNumber, type, messageMode } = step;
  const sent = logs.filter((log) => log.status === "sent" && log.stepNumber === stepNumber);
  const own = sent.map(({ createdAt }) => days.of(createdAt));
  const shown = texts.find((each) => each.stepNumber === stepNumber)?.texts;
  const given = fields.flatMap((field) => {
    const text = shown?.[field];
    return typeof text === "string" ? [{ field, text }] : [];
  });
  const isWritten = messageMode === "ai";
  return {
    ...{ number: stepNumber, type, label: stepLabel(type), sent: sent.length },
    ...(own.length === 0 ? {} : { firstDay: Math.min(...own), lastDay: Math.max(...own) }),
    ...(isWritten ? { writtenBy: "service" as const } : given.length > 0 ? { writtenBy: "program" as const } : {}),
    texts: given,
    emptyVariables: fieldsWithVariables.flatMap((field) => emptyVariablesIn(step, field, sent, contacts)),
  };
}

/** The variables in a text for which some recipients have no value. */
function emptyVariablesIn(
  step: ObservedCampaign["steps"][number],
  field: (typeof fieldsWithVariables)[number],
  sent: readonly ObservedLog[],
  contacts: ReadonlyMap<number, ObservedContact>,
): RehearsedStep["emptyVariables"] {
  const template = step[field];
  if (template === undefined || step.messageMode === "ai") return [];
  const used = variablesIn(template);
  return contactVariables
    .filter((variable) => used.has(variable))
    .flatMap((variable) => {
      const without = sent.filter(({ contactId }) => {
        const contact = contacts.get(contactId);
        return contact !== undefined && variableValue(contact, variable) === "";
      });
      const example = without[0]?.texts?.[field];
      if (typeof example !== "string") return [];
      return [{ variable, field, contacts: new Set(without.map(({ contactId }) => contactId)).size, example }];
    });
}

function variableValue(contact: ObservedContact, variable: string): string | undefined {
  const values = new Map([
    ["FirstName", contact.firstName],
    ["LastName", contact.lastName],
    ["Company", contact.company ?? ""],
    ["JobTitle", contact.jobTitle ?? ""],
  ]);
  return values.get(variable)?.trim();
}
