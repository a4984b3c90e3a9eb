import { z } from "zod";
import { companyForm } from "../api/normal";
import type { DeclaredKind, Values } from "./declared";

/** The file of a project that names who is not to be contacted. */
export const doNotContactName = "outreach.do-not-contact";

const hintSchema = z.object({
  /** All companies that the file names and the program does not. */
  named: z.array(z.string()),
  /** Those that its class has added to what the program declares. */
  added: z.array(z.string()),
  /**
   * Why that is not all of them: nothing is written to an object that is adopted, the service cannot change it, or the state
   * does not tell what it holds.
   */
  why: z.enum(["adopted", "unchangeable", "unread"]).optional(),
});

/** What the class has made of the companies that `outreach.do-not-contact` names. */
export type CompaniesOfFile = Readonly<z.infer<typeof hintSchema>>;

/** What the class has passed. Undefined if there is no such file, or if the value is not known yet. */
export function companiesOfFile(hint: unknown): CompaniesOfFile | undefined {
  return hintSchema.safeParse(hint).data;
}

/** These names without those that the others hold, whatever their letter case and blanks are. */
export function without(names: readonly string[], others: readonly unknown[]): string[] {
  const known = new Set(others.map((each) => (typeof each === "string" ? companyForm(each) : undefined)));
  return names.filter((name) => !known.has(companyForm(name)));
}

/** Those of these names that the others hold as well. */
export function among(names: readonly string[], others: readonly unknown[]): string[] {
  const left = new Set(without(names, others));
  return names.filter((name) => !left.has(name));
}

/** The names in a value of an object; none if it holds no list. */
export function namesIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
}

/** What to add to the value of a program, and the value with it. */
export interface WithCompanies extends CompaniesOfFile {
  /** Undefined if the program declares none and the file names none: the service chooses. */
  readonly value: readonly unknown[] | undefined;
}

/** What the state holds of an object that leaves companies out. */
export interface HeldCompanies {
  /** The value as the service has shown it, or as it was declared. */
  readonly value: unknown;
  /** The names in it that are from the file. */
  readonly added: readonly string[];
  readonly isUnchangeable: boolean;
  /** Its create was not answered. */
  readonly isPending: boolean;
}

/**
 * Adds the companies that the file names to those that the program declares.
 *
 * @param own what the program declares; a value that is not known yet counts as another name
 * @param held undefined for an object that the state does not hold; `unread` if the state cannot be read
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
  // Who declares nothing leaves it to the service: the names that it holds are no less left out than before.
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

/** True if two lists hold the same names apart from these. */
export function isSameBut(left: readonly string[], right: readonly string[], names: readonly string[]): boolean {
  const [lefts, rights] = [without(left, names), without(right, names)];
  return without(lefts, rights).length === 0 && without(rights, lefts).length === 0;
}

/** True if this property alone differs in the answer, by the names that the file adds. */
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
