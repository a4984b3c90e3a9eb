import { companyForm, domainOf, emailHash } from "../api/normal";
import type { Entry, EntryType } from "./doNotContact";

/** The data of a person that is compared with the entries. */
export interface Described {
  /** In normal form. */
  readonly emails: readonly string[];
  /** Profile URL in normal form. */
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
      // Of equal lines, report the first.
      if (!known.has(entry.value)) known.set(entry.value, entry);
    }
  }

  /** The entries that match this person, in file order. A domain also matches its subdomains. */
  match({ emails, profile, company, website }: Described): Entry[] {
    const domains = [...emails.map(domainOf), ...(website === undefined ? [] : [website])].flatMap(withParentDomains);
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

/** For example `a.b.example` and `b.example`. */
function withParentDomains(domain: string): string[] {
  const labels = domain.split(".");
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join("."));
}
