import { companyForm, domainOf, emailHash } from "../api/normal";
import type { Entry, EntryType } from "./doNotContact";

/** What of a person is compared with the lines. */
export interface Described {
  /** In normal form. */
  readonly emails: readonly string[];
  /** The address of the profile, in normal form. */
  readonly profile?: string;
  readonly company?: string;
  /** The domain of the company's website. */
  readonly website?: string;
}

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
