import { z } from "zod";
import { entryTypes } from "../../kind/doNotContact";
import { levels } from "../../people/model";
import { contactShape } from "../contacts";

const text = z.string().optional();

/** An object by its id; the name is absent if the service does not list it. */
export const named = z.strictObject({ id: z.string(), name: text });

/** A member whose people were read. */
export const memberShape = z.strictObject({
  id: z.string(),
  name: z.string(),
  email: text,
  /** Contacts that were read. */
  contacts: z.number(),
  /** False if there are contacts that could not be read. */
  isComplete: z.boolean(),
});

/** A campaign that has, had or is about to have a contact. */
export const involvementShape = z.strictObject({
  id: z.string(),
  name: text,
  /** Whether the campaign is active. Absent if the service does not tell it. */
  active: z.boolean().optional(),
  /** As the service names it; `waiting` for a contact in a list of the campaign that it has not begun with. */
  status: text,
  /** True if the campaign does nothing more with the contact. */
  isOver: z.boolean(),
  /** The last step that was carried out, from 1. */
  step: z.number().optional(),
  type: text,
  /** When it was carried out, by the campaign's log. ISO 8601. */
  at: text,
});

/** One contact of one member. */
export const appearanceShape = z.strictObject({
  contactId: z.string(),
  /** The id of the member who holds it. */
  member: z.string(),
  list: named.optional(),
  campaigns: z.array(involvementShape),
  /** False if the contact may be in campaigns that the service does not show. */
  areAllCampaigns: z.boolean(),
});

/** A person, by the first contact that tells each of these. */
export const personShape = z.strictObject({
  name: text,
  jobTitle: text,
  company: text,
  email: text,
  profileUrl: text,
  contacts: z.array(appearanceShape),
});

/**
 * `both-running`: two campaigns or more run for the person; `unknown`: the service does not tell it; `one-running`: one;
 * `none-running`: none.
 */
const level = z.enum(levels);

const people = {
  version: z.literal(1),
  /** When it was read, ISO 8601. */
  at: z.string(),
  members: z.array(memberShape),
  /** Contacts that were read, and the people that they are. */
  contacts: z.number(),
  people: z.number(),
  /** False if there are contacts, or campaigns of contacts, that could not be read: then nobody is proven to be alone. */
  isComplete: z.boolean(),
  /** What could not be read. */
  warnings: z.array(z.string()),
};

/** What `pulumi-outreach people --collisions --json` prints. */
export const collisionsShape = z.strictObject({
  ...people,
  /** Worst first. */
  collisions: z.array(
    personShape.extend({
      level,
      /** What shows that the contacts are one person. Empty for one contact in several campaigns. */
      sameBy: z.array(z.enum(["profile", "e-mail"])),
    }),
  ),
  /** People of one name whom neither a profile address nor an e-mail address shows to be one person. */
  perhaps: z.array(z.strictObject({ level, isSameCompany: z.boolean(), people: z.array(personShape) })),
  /** Contacts without a profile address and an e-mail address: nothing but a name could tell them apart. */
  withoutAddress: z.number(),
});

/** What `pulumi-outreach people --suppressed --json` prints. */
export const suppressedShape = z.strictObject({
  ...people,
  /** Entries of the file, or of what a command printed. */
  entries: z.number(),
  /** People in lists or campaigns who are not to be contacted, those for whom campaigns run first. */
  suppressed: z.array(
    personShape.extend({
      level,
      sameBy: z.array(z.enum(["profile", "e-mail"])),
      /** The lines that name the person, without what they hold. */
      lines: z.array(z.strictObject({ line: z.number(), type: z.enum(entryTypes) })),
      /** What to do in the app, a sentence for each contact: the service has no operation that removes a person. */
      inTheApp: z.array(z.string()),
    }),
  ),
});

/**
 * What the campaign declares for a step now; the log does not hold what was sent. `today`: the text with its variables, as it
 * is now; `ai`: the service's AI wrote it, and no operation shows it; `none`: such a step has no text; `unknown`: the
 * service does not show the campaign, or its step of this number is of another type now.
 */
const todaysText = z.strictObject({
  is: z.enum(["today", "ai", "none", "unknown"]),
  subject: text,
  message: text,
  /** Of a voice message. */
  url: text,
});

/** What a campaign did to a contact. */
const eventShape = z.strictObject({
  /** ISO 8601. */
  at: text,
  campaign: named,
  /** From 1. */
  step: z.number().optional(),
  type: text,
  /** `sent`, or how the contact left the campaign. */
  status: text,
  reason: text,
  seatId: text,
  /** Absent for what is no step that was sent. */
  text: todaysText.optional(),
});

/** Everything that the account holds of one contact. */
const heldContact = appearanceShape.extend({
  /** As the service answers it. Absent if it could not be read by its id. */
  contact: contactShape.optional(),
  /** The source agent that found it. */
  agent: named.optional(),
  /** Oldest first. */
  events: z.array(eventShape),
});

/** What `pulumi-outreach person WHO --json` prints. */
export const personReportShape = z.strictObject({
  ...people,
  /** The people whom the words name: one as a rule, several for a name. */
  found: z.array(
    personShape.extend({
      sameBy: z.array(z.enum(["profile", "e-mail"])),
      contacts: z.array(heldContact),
      /** Answers of the person to steps, oldest first. */
      answers: z.array(eventShape),
    }),
  ),
  /** People of the same name whom nothing else shows to be the same: they are not in `found`. */
  perhaps: z.array(personShape),
});

export type PersonReport = Readonly<z.infer<typeof personReportShape>>;
export type HeldPerson = PersonReport["found"][number];
export type PersonEvent = z.infer<typeof eventShape>;
export type TodaysText = z.infer<typeof todaysText>;
export type Suppressed = Readonly<z.infer<typeof suppressedShape>>;
export type Collisions = Readonly<z.infer<typeof collisionsShape>>;
export type PersonDocument = z.infer<typeof personShape>;
export type AppearanceDocument = z.infer<typeof appearanceShape>;
export type MemberDocument = z.infer<typeof memberShape>;
