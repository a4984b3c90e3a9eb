import type { Contact } from "../../reads/contactShape";

/** Facts of a contact in words; an empty text where the service shows nothing. */
export const jobOf = ({ jobTitle, company }: Contact) => [jobTitle, company].filter(Boolean).join(" at ");
export const signalOf = ({ intent_type, intent_keyword }: Contact) =>
  [intent_type, intent_keyword].filter(Boolean).join(" ");

export function stateOf(contact: Contact): string {
  const marks = (["unsubscribed", "bounced", "blocked"] as const).filter((mark) => contact[mark] === true);
  return [contact.state, ...marks].filter(Boolean).join(", ");
}

export function namedWithId(object: { readonly id: string; readonly name?: string } | undefined): string | undefined {
  return object === undefined ? undefined : `${object.name ?? ""} (id ${object.id})`.trim();
}

/** The rows of those facts that are known. */
export function knownFacts(facts: readonly (readonly [name: string, value: string | undefined])[]): string[][] {
  return facts.flatMap(([name, value]) => (value === undefined || value === "" ? [] : [[name, value]]));
}
