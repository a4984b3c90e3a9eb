import { companyForm, domainOf, emailHash } from "../api/normal";
import type { Entry, EntryType } from "../kind/doNotContact";
import { isUsed, levelOf, worstFirst } from "./collisions";
import type { Appearance, Collision, Person } from "./model";

/** What of a person is compared with the lines. */
export type Described = Pick<Appearance, "emails" | "profile" | "company" | "website">;

/** Finds the lines of `outreach.do-not-contact` that name a person. */
export class Suppression {
  private readonly byType = new Map<EntryType, Map<string, Entry>>();

  constructor(entries: readonly Entry[]) {
    for (const entry of entries) {
      const known = this.byType.get(entry.type) ?? new Map<string, Entry>();
      this.byType.set(entry.type, known);
      // The first of equal lines is named.
      if (!known.has(entry.value)) known.set(entry.value, entry);
    }
  }

  /** The lines that name this person, in the order of the file. A domain also names its subdomains. */
  match({ emails, profile, company, website }: Described): Entry[] {
    const domains = [...emails.map(domainOf), ...(website === undefined ? [] : [website])].flatMap(withParents);
    const found = [
      ...domains.map((domain) => this.find("domain", domain)),
      ...emails.map((email) => this.find("e-mail", email)),
      ...(this.byType.has("hash") ? emails.map((email) => this.find("hash", emailHash(email))) : []),
      this.find("profile", profile),
      this.find("company", companyForm(company)),
    ];
    return [...new Set(found.filter((entry) => entry !== undefined))].sort((left, right) => left.line - right.line);
  }

  private find(type: EntryType, value: string | undefined): Entry | undefined {
    return value === undefined ? undefined : this.byType.get(type)?.get(value);
  }
}

/** `a.b.example`, `b.example`. */
function withParents(domain: string): string[] {
  const labels = domain.split(".");
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join("."));
}

/** Somebody who is in a list or a campaign and is not to be contacted. */
export interface SuppressedPerson extends Collision {
  /** The lines that name one of the contacts. */
  readonly lines: readonly Entry[];
}

/**
 * People in lists or campaigns whom the lines name, those for whom campaigns run first. A line that names one contact counts
 * for the whole person: also for the contact of a colleague who holds the person by another address.
 */
export function suppressedAmong(people: readonly Person[], suppression: Suppression): SuppressedPerson[] {
  const found = people.flatMap((person): SuppressedPerson[] => {
    if (!person.appearances.some(isUsed)) return [];
    const lines = new Set(person.appearances.flatMap((each) => suppression.match(each)));
    if (lines.size === 0) return [];
    const ordered = [...lines].sort((left, right) => left.line - right.line);
    return [{ ...person, level: levelOf(person.appearances), lines: ordered }];
  });
  return found.sort(worstFirst);
}
