import { z } from "zod";
import { contactFits, contactStates } from "../objects/contact.js";
import { pageFields, wholeNumber } from "./paging.js";

const text = z.string().nullable();

/** Fields that are allowed both in a new contact and in a change. */
const profileFields = {
  email: text,
  company: text,
  companySize: text,
  companyUrl: text,
  website: text,
  industry: text,
  jobTitle: text,
  positionDates: text,
  location: text,
  profileId: text,
  profileBaseline: text,
  linkedinIdentifier: text,
  picture: text,
  intent: text,
};

const name = z.string().trim().min(1).max(255);
const profileUrl = z.url();

export const createContactSchema = z
  .strictObject({
    ...profileFields,
    phone: text,
    note: text,
    user_note: text,
    agentId: z.int().nullable(),
    listId: z.int().nullable(),
  })
  .partial()
  .extend({ firstName: name, lastName: name, profileUrl });

export const patchContactSchema = z
  .strictObject({
    ...profileFields,
    firstName: name,
    lastName: name,
    profileUrl,
    openToWork: z.boolean(),
    fit: z.enum(contactFits),
    state: z.enum(contactStates).nullable(),
    personalizedMessages: z.array(z.strictObject({ stepNumber: z.int().positive(), content: z.string() })),
  })
  .partial();

export const contactIdsSchema = z.strictObject({ contactIds: z.array(z.int()) });

const score = z.coerce.number().min(0).max(3);

export const contactQuerySchema = z.object({
  ...pageFields,
  search: z.string().optional(),
  agent: wholeNumber().optional(),
  listId: wholeNumber().optional(),
  dateFrom: z.string().optional(),
  dateTo: z.string().optional(),
  scoreFrom: score.optional(),
  scoreTo: score.optional(),
  intentType: z.string().optional(),
});

export type ContactQuery = z.output<typeof contactQuerySchema>;
