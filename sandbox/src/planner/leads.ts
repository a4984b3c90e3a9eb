import type { Faker } from "@faker-js/faker";
import { ANY_COMPANY_TYPE, companyTypes } from "../objects/agent.js";

export interface Lead {
  firstName: string;
  lastName: string;
  email: string | null;
  phone: string | null;
  company: string;
  website: string;
  jobTitle: string;
  location: string;
  industry: string;
  companySize: string;
  companyType: string;
  isServiceProvider: boolean;
  profileBaseline: string;
  profileUrl: string;
  linkedinIdentifier: string;
  openToWork: boolean;
  unsubscribed: boolean;
  connectionDegree: number;
  scoring: number;
  intentScoring: number;
}

export interface LeadTarget {
  jobTitles: string[];
  locations: string[];
  industries: string[];
  companySizes: string[];
  companyTypes: readonly string[];
  keywords: string[];
}

export type LeadMaker = (seed: number, target: LeadTarget) => Lead;

let loading: Promise<LeadMaker> | undefined;

/** Loads the library of names when an agent first runs, because it is large. */
export function loadLeadMaker(): Promise<LeadMaker> {
  loading ??= import("@faker-js/faker/locale/en").then(({ faker }) => {
    return (seed, target) => {
      faker.seed(seed);
      return makeLead(faker, seed, target);
    };
  });
  return loading;
}

/** A fictitious person, the same for the same seed. All addresses are reserved and reach nobody. */
function makeLead(faker: Faker, seed: number, target: LeadTarget): Lead {
  const firstName = faker.person.firstName();
  const lastName = faker.person.lastName();
  const company = faker.company.name();
  const domain = `${slug(company)}.example.com`;
  const identifier = `${slug(`${firstName} ${lastName}`)}-${seed.toString(36)}`;
  // A search also finds people who do not match: the agent excludes them.
  const pick = (wanted: readonly string[], otherwise: string, fits = true) =>
    fits && wanted.length > 0 ? faker.helpers.arrayElement(wanted) : otherwise;
  const isInIcp = faker.datatype.boolean(0.9);
  const jobTitle = pick(target.jobTitles, faker.person.jobTitle(), isInIcp);
  const anyType = faker.helpers.arrayElement(companyTypes.filter((type) => type !== ANY_COMPANY_TYPE));
  const companyType = pick(target.companyTypes, anyType, faker.datatype.boolean(0.8));
  const isServiceProvider = faker.datatype.boolean(0.15);
  const lacksKeyword = target.keywords.length > 0 && faker.datatype.boolean(0.15);
  const missing = lacksKeyword ? faker.helpers.arrayElement(target.keywords) : undefined;
  const keywords = target.keywords.filter((keyword) => keyword !== missing);
  const employer = `${company} (${companyType}${isServiceProvider ? ", service provider" : ""})`;
  return {
    companyType,
    isServiceProvider,
    profileBaseline: [`${jobTitle} at ${employer}`, ...keywords].join(" · "),
    firstName,
    lastName,
    company,
    website: `https://${domain}`,
    email: faker.datatype.boolean(0.8) ? `${slug(firstName)}.${slug(lastName)}@${domain}` : null,
    // A range of numbers that is reserved for fiction.
    phone: faker.datatype.boolean(0.3) ? faker.helpers.replaceSymbols("+1-202-555-01##") : null,
    jobTitle,
    location: pick(target.locations, faker.location.country(), isInIcp),
    industry: pick(target.industries, faker.commerce.department(), isInIcp),
    companySize: pick(target.companySizes, "11-50", isInIcp),
    profileUrl: `https://network.example.com/in/${identifier}`,
    linkedinIdentifier: identifier,
    openToWork: faker.datatype.boolean(0.1),
    unsubscribed: faker.datatype.boolean(0.03),
    connectionDegree: faker.helpers.weightedArrayElement([
      { value: 1, weight: 1 },
      { value: 2, weight: 6 },
      { value: 3, weight: 3 },
    ]),
    scoring: faker.number.float({ min: 0.3, max: 1, fractionDigits: 2 }),
    intentScoring: faker.number.float({ min: 0, max: 2, fractionDigits: 2 }),
  };
}

function slug(text: string): string {
  return (
    text
      .normalize("NFD")
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^-+|-+$/g, "") || "unnamed"
  );
}

/** A different number for each lead, the same in every store for the same parts. */
export function leadSeed(...parts: number[]): number {
  let seed = 17;
  for (const part of parts) seed = (Math.imul(seed, 31) + part + 7) >>> 0;
  return seed;
}
