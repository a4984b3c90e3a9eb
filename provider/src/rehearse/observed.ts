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
/** A step of a campaign. */
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
/** A campaign in the local service. */
export type ObservedCampaign = z.infer<typeof campaign>;

const texts = z.looseObject({
  subject: z.string().optional(),
  /** Null if the service's AI would write it. */
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
/** A log entry: a step sent to a contact, the contact's answer, or the end of the campaign for the contact. */
export type ObservedLog = z.infer<typeof log>;

const contact = z.looseObject({
  id: z.number(),
  listId: z.number().nullable(),
  firstName: z.string(),
  lastName: z.string(),
  company: z.string().nullable(),
  jobTitle: z.string().nullable(),
  /** Profile URL, the same for a person in every rehearsal. */
  profileUrl: z.string().nullish(),
});
/** A fictitious person. */
export type ObservedContact = z.infer<typeof contact>;

/** All objects of the local service at the end: the control operation `objects`. */
export const objectsSchema = z.looseObject({
  linkedinSeats: z.array(linkedinSeat),
  emailSeats: z.array(emailSeat),
  lists: z.array(z.looseObject({ id: z.number(), name: z.string() })),
  agents: z.array(z.looseObject({ id: z.number() })),
  campaigns: z.array(campaign),
  campaignLogs: z.array(log),
  contacts: z.array(contact),
});
/** All objects of the local service at the end. */
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

/** The contacts of each campaign by state: the control operation `progress`. */
export const progressSchema = z.array(z.looseObject({ campaignId: z.number(), people }));
/** The contacts of each campaign by state. */
export type ObservedProgress = z.infer<typeof progressSchema>;

/** Every step of a campaign as one contact receives it: the control operation `texts`. */
export const textsSchema = z.array(z.looseObject({ stepNumber: z.number(), texts }));
/** Every step of a campaign as one contact receives it. */
export type ObservedTexts = z.infer<typeof textsSchema>;
