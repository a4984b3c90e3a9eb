import { z } from "zod";
import { companyForm } from "../api/normal";
import type { DeclaredKind, Values } from "./declared";

/** A project's file with people and companies that must not be contacted. */
export const doNotContactName = "outreach.do-not-contact";

const hintSchema = z.object({
  /** All companies in the file that the program does not declare. */
  named: z.array(z.string()),
  /** Companies that the class added to those that the program declares. */
  added: z.array(z.string()),
  /**
   * Why not all were added: nothing is written to an adopted object, the service cannot change it, or the state does not
   * contain its current value.
   */
  why: z.enum(["adopted", "unchangeable", "unread"]).optional(),
});

/** The hint from the class about the companies in `outreach.do-not-contact`. */
export type CompaniesOfFile = Readonly<z.infer<typeof hintSchema>>;

/** Parses the hint from the class. Undefined if there is no such file, or if the value is not known yet. */
export function companiesOfFile(hint: unknown): CompaniesOfFile | undefined {
  return hint === undefined ? undefined : hintSchema.safeParse(hint).data;
}

/** The names that are not among the others, ignoring case and whitespace. */
export function without(names: readonly string[], others: readonly unknown[]): string[] {
  const known = new Set(others.map((each) => (typeof each === "string" ? companyForm(each) : undefined)));
  return names.filter((name) => !known.has(companyForm(name)));
}

/** The names that are also among the others, ignoring case and whitespace. */
export function among(names: readonly string[], others: readonly unknown[]): string[] {
  const left = new Set(without(names, others));
  return names.filter((name) => !left.has(name));
}

/** The names in a value; empty if it is not a list. */
export function namesIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
}

/** The companies to add to a program's value, and the resulting value. */
export interface WithCompanies extends CompaniesOfFile {
  /** Undefined if neither the program nor the file contains companies, so that the service chooses. */
  readonly value: readonly unknown[] | undefined;
}

/** The state of an object that ignores companies. */
export interface HeldCompanies {
  /** The value as returned by the service or as declared. */
  readonly value: unknown;
  /** The names in the value that come from the file. */
  readonly added: readonly string[];
  readonly isUnchangeable: boolean;
  /** True if its create got no response. */
  readonly isPending: boolean;
}

/**
 * Adds the companies in the file to those that the program declares.
 *
 * @param own the declared names; a value that is not known yet counts as another name
 * @param held undefined if the object is not in the state; `unread` if the state cannot be read
 */
export function withCompanies(
  own: readonly unknown[] | undefined,
  file: readonly string[],
  held: HeldCompanies | "unread" | undefined,
  adopt: unknown,
): WithCompanies {
  const adopts = adopt !== undefined && adopt !== "twin";
  const is = held === "unread" ? undefined : held;
  const named = without(file, own ?? []);
  // Without a declared value the service chooses: keep the names that the object already has.
  const base = own ?? without(namesIn(is?.value), is?.added ?? []);
  const made = (added: readonly string[], why?: CompaniesOfFile["why"]): WithCompanies => ({
    ...{ named, added: [...added] },
    ...(why === undefined || without(named, [...base, ...added]).length === 0 ? {} : { why }),
    value: own === undefined && added.length === 0 ? undefined : [...base, ...added],
  });
  const known = without(is?.added ?? [], base);
  if (held === "unread" && (own === undefined || adopts)) return made([], "unread");
  if (adopts && (is === undefined || is.isPending)) return made(known, "adopted");
  if (is?.isUnchangeable === true) return { ...made(known), why: "unchangeable" };
  return made(without(named, base));
}

/** True if two lists contain the same names, apart from these. */
export function isSameBut(left: readonly string[], right: readonly string[], names: readonly string[]): boolean {
  const [lefts, rights] = [without(left, names), without(right, names)];
  return without(lefts, rights).length === 0 && without(rights, lefts).length === 0;
}

/** True if only this property differs in the response, by the names that the file adds. */
export function differsByFile(
  { avoids }: Pick<DeclaredKind, "avoids">,
  property: string,
  answer: Values,
  declared: Values,
  companies: readonly string[],
): boolean {
  if (property !== avoids || companies.length === 0) return false;
  return isSameBut(namesIn(answer[property]), namesIn(declared[property]), companies);
}
