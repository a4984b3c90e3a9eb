import type { Contact } from "../../reads/contactShape";
import type { Column } from "../terminal/table";

const joined = (parts: readonly (string | undefined)[], by: string) => parts.filter(Boolean).join(by);

/** A labelled fact about a contact; undefined or empty if the service does not show it. */
export type Fact = readonly [name: string, value: string | undefined];

/** How to reach a contact. */
export const addressFacts = ({ jobTitle, company, email, phone, location, profileUrl }: Contact): Fact[] => [
  ["job", joined([jobTitle, company], " at ")],
  ["e-mail", email],
  ["phone", phone],
  ["location", location],
  ["profile", profileUrl],
];

export const signalFact = ({ intent_type, intent_keyword }: Contact): Fact => [
  "signal",
  joined([intent_type, intent_keyword], " "),
];

export function stateFact(contact: Contact): Fact {
  const marks = (["unsubscribed", "bounced", "blocked"] as const).filter((mark) => contact[mark] === true);
  return ["state", joined([contact.state, ...marks], ", ")];
}

export function namedWithId(object: { readonly id: string; readonly name?: string } | undefined): string | undefined {
  return object === undefined ? undefined : `${object.name ?? ""} (id ${object.id})`.trim();
}

/** A row for each known fact. */
export function knownFacts(facts: readonly Fact[]): string[][] {
  return facts.flatMap(([name, value]) => (value === undefined || value === "" ? [] : [[name, value]]));
}

/** A campaign's step for a contact, with its result. */
export const eventColumns: readonly Column[] = [
  { title: "TIME", overflow: "keep" },
  { title: "CAMPAIGN" },
  { title: "STEP", overflow: "wrap" },
  { title: "RESULT", overflow: "wrap" },
];

interface StepEvent {
  readonly step?: number;
  readonly type?: string;
  readonly status?: string;
  readonly reason?: string;
}

/** The cells for a step and its result. */
export function eventCells({ step, type, status, reason }: StepEvent, unknownStatus: string): string[] {
  return [
    step === undefined ? "" : `${step} ${type ?? ""}`.trimEnd(),
    `${status ?? unknownStatus}${reason === undefined ? "" : ` (${reason})`}`,
  ];
}
