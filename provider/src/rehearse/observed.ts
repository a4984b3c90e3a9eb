import { z } from "zod";

const networkAction = z.enum(["invitations", "messages", "profileVisits", "likes"]);
const counts = z.record(networkAction, z.number());

const linkedinSeat = z.looseObject({ id: z.number(), quotas: counts });
const emailSeat = z.looseObject({ id: z.number(), dailyQuota: z.number() });

const step = z.looseObject({
  stepNumber: z.number(),
  type: z.string(),
  messageMode: z.string().optional(),
  message: z.string().optional(),
  subject: z.string().optional(),
  note: z.string().optional(),
  delayAfterLastStep: z.number().nullish(),
});
/** A step as the campaign holds it. */
export type ObservedStep = z.infer<typeof step>;

const campaign = z.looseObject({
  id: z.number(),
  userId: z.number(),
  name: z.string(),
  active: z.boolean(),
  steps: z.array(step),
  linkedinSeatId: z.number().nullable(),
  emailSeatIds: z.array(z.number()),
  listIds: z.array(z.number()),
});
/** A campaign of the local service. */
export type ObservedCampaign = z.infer<typeof campaign>;

const texts = z.looseObject({
  subject: z.string().optional(),
  /** Null if the service would write it. */
  message: z.string().nullish(),
  note: z.string().optional(),
});

const log = z.looseObject({
  campaignId: z.number(),
  contactId: z.number(),
  stepNumber: z.number().nullable(),
  type: z.string().nullable(),
  status: z.enum(["sent", "finished", "skipped", "excluded", "answered"]),
  /** Why the campaign ended for the contact, and the same in words; null for a step that was sent. */
  code: z.string().nullable(),
  reason: z.string().nullable(),
  seatId: z.number().nullable(),
  texts: texts.nullable(),
  createdAt: z.string(),
});
/** A step that was sent to a contact, its answer, or the end of the campaign for it. */
export type ObservedLog = z.infer<typeof log>;

const contact = z.looseObject({
  id: z.number(),
  listId: z.number().nullable(),
  firstName: z.string(),
  lastName: z.string(),
  company: z.string().nullable(),
  jobTitle: z.string().nullable(),
  /** The address of a profile, which the same person has in every rehearsal. */
  profileUrl: z.string().nullish(),
});
/** A fictitious person. */
export type ObservedContact = z.infer<typeof contact>;

/** What the local service holds at the end: `objects` of its control. */
export const objectsSchema = z.looseObject({
  linkedinSeats: z.array(linkedinSeat),
  emailSeats: z.array(emailSeat),
  lists: z.array(z.looseObject({ id: z.number(), name: z.string() })),
  agents: z.array(z.looseObject({ id: z.number() })),
  campaigns: z.array(campaign),
  campaignLogs: z.array(log),
  contacts: z.array(contact),
});
/** What the local service holds at the end. */
export type Observed = z.infer<typeof objectsSchema>;

const people = z.looseObject({
  waiting: z.number(),
  running: z.number(),
  answered: z.number(),
  finished: z.number(),
  skipped: z.number(),
  excluded: z.number(),
  connected: z.number(),
});

/** `progress` of the control: the contacts of each campaign by state. */
export const progressSchema = z.array(z.looseObject({ campaignId: z.number(), people }));
/** The contacts of each campaign by state. */
export type ObservedProgress = z.infer<typeof progressSchema>;

/** `texts` of the control: every step of a campaign as one contact gets it. */
export const textsSchema = z.array(z.looseObject({ stepNumber: z.number(), texts }));
/** Every step of a campaign as one contact gets it. */
export type ObservedTexts = z.infer<typeof textsSchema>;
