import { z } from "zod";
import { entryTypes } from "../../kind/doNotContact";
import { levels } from "../../people/model";
import { contactShape } from "../contacts";

const text = z.string().optional();

/** An object's id and name; the name is missing if the service does not list the object. */
export const named = z.strictObject({ id: z.string(), name: text });

/** A member whose contacts were read. */
export const memberShape = z.strictObject({
  id: z.string(),
  name: z.string(),
  email: text,
  /** Number of contacts read. */
  contacts: z.number(),
  /** False if some contacts could not be read. */
  isComplete: z.boolean(),
});

/** A campaign that a contact is, was or will be in. */
export const involvementShape = z.strictObject({
  id: z.string(),
  name: text,
  /** Whether the campaign is active. Missing if the service does not return it. */
  active: z.boolean().optional(),
  /** The service's name for the status; `waiting` for a contact on a list of a campaign that has not started with it. */
  status: text,
  /** True if the campaign does nothing more with the contact. */
  isOver: z.boolean(),
  /** The last step that was carried out, from 1. */
  step: z.number().optional(),
  type: text,
  /** When it was carried out, according to the campaign's log. ISO 8601. */
  at: text,
});

/** A contact of a member. */
export const appearanceShape = z.strictObject({
  contactId: z.string(),
  /** The id of the member who owns it. */
  member: z.string(),
  list: named.optional(),
  campaigns: z.array(involvementShape),
  /** False if the contact may be in campaigns that the service does not return. */
  areAllCampaigns: z.boolean(),
});

/** A person. Each field is from the first contact that has it. */
export const personShape = z.strictObject({
  name: text,
  jobTitle: text,
  company: text,
  email: text,
  profileUrl: text,
  contacts: z.array(appearanceShape),
});

/**
 * `both-running`: two or more campaigns are running for the person; `unknown`: cannot be determined; `one-running`: one;
 * `none-running`: none.
 */
const level = z.enum(levels);

const people = {
  version: z.literal(1),
  /** Time of reading, ISO 8601. */
  at: z.string(),
  members: z.array(memberShape),
  /** Number of contacts read, and of the people they belong to. */
  contacts: z.number(),
  people: z.number(),
  /** False if some contacts or their campaigns could not be read, so that further collisions are possible. */
  isComplete: z.boolean(),
  /** What could not be read. */
  warnings: z.array(z.string()),
};

/** The output of `pulumi-outreach people --collisions --json`. */
export const collisionsShape = z.strictObject({
  ...people,
  /** Worst first. */
  collisions: z.array(
    personShape.extend({
      level,
      /** The evidence that the contacts are the same person. Empty for a single contact in several campaigns. */
      sameBy: z.array(z.enum(["profile", "e-mail"])),
    }),
  ),
  /** People with the same name, but without a common profile URL or e-mail address. */
  perhaps: z.array(z.strictObject({ level, isSameCompany: z.boolean(), people: z.array(personShape) })),
  /** Number of contacts without profile URL and e-mail address, which can only be compared by name. */
  withoutAddress: z.number(),
});

/** The output of `pulumi-outreach people --suppressed --json`. */
export const suppressedShape = z.strictObject({
  ...people,
  /** Number of entries in the file, or in the command's output. */
  entries: z.number(),
  /** People on lists or in campaigns who must not be contacted; those with running campaigns first. */
  suppressed: z.array(
    personShape.extend({
      level,
      sameBy: z.array(z.enum(["profile", "e-mail"])),
      /** The numbers and types of the lines that match the person, without their content. */
      lines: z.array(z.strictObject({ line: z.number(), type: z.enum(entryTypes) })),
      /** What to do in the app, one sentence per contact, because the service has no operation to remove a person. */
      inTheApp: z.array(z.string()),
    }),
  ),
});

/**
 * The campaign's current text for a step, because logs do not contain the text that was sent. `today`: the current text
 * with its variables; `ai`: written by the service's AI, which no operation returns; `none`: this type of step has no text;
 * `unknown`: the service does not return the campaign, or its step with this number now has another type.
 */
const todaysText = z.strictObject({
  is: z.enum(["today", "ai", "none", "unknown"]),
  subject: text,
  message: text,
  /** URL of a voice message. */
  url: text,
});

/** A campaign's log entry for a contact. */
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
  /** Missing unless a step was sent. */
  text: todaysText.optional(),
});

/** All data that the account has about a contact. */
const heldContact = appearanceShape.extend({
  /** As the service returns it. Missing if it could not be read by id. */
  contact: contactShape.optional(),
  /** The source agent that found it. */
  agent: named.optional(),
  /** Oldest first. */
  events: z.array(eventShape),
});

/** The output of `pulumi-outreach person WHO --json`. */
export const personReportShape = z.strictObject({
  ...people,
  /** The people who match: usually one, but possibly several for a name. */
  found: z.array(
    personShape.extend({
      sameBy: z.array(z.enum(["profile", "e-mail"])),
      contacts: z.array(heldContact),
      /** The person's answers to steps, oldest first. */
      answers: z.array(eventShape),
    }),
  ),
  /** People with the same name but no other evidence of being the same person. They are not in `found`. */
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
