import { z } from "zod";

/** The version of the schema below. A release that removes or renames a field, or changes its meaning, raises it. */
export const rehearsalVersion = 1;

/** What a seat does in a day, in the order in which people read it. */
export const actions = ["invitations", "messages", "emails", "profileVisits", "likes"] as const;
/** What counts against one quota of a seat. */
export type Action = (typeof actions)[number];

const counts = z.record(z.enum(actions), z.number());
/** How many of each action. */
export type Counts = z.infer<typeof counts>;

const seatKind = z.enum(["linkedin", "email"]);

const seatDay = z.object({
  seat: z.number(),
  kind: seatKind,
  counts,
  /** The same for each campaign that used the seat on this day, by its key. */
  campaigns: z.array(z.object({ campaign: z.string(), counts })),
});

const day = z.object({
  /** From 1. */
  day: z.number(),
  /** Such as `2026-03-02`, in UTC. */
  date: z.string(),
  /** The seats that did something on this day. */
  seats: z.array(seatDay),
  /** Contacts that answered on this day. */
  answers: z.number(),
});
/** One day of the calendar. */
export type RehearsedDay = z.infer<typeof day>;

const seat = z.object({
  seat: z.number(),
  kind: seatKind,
  /** Actions per day that the local service allowed. */
  quotas: z.partialRecord(z.enum(actions), z.number()),
  /** Keys of the campaigns that use it. Several compete for it. */
  campaigns: z.array(z.string()),
  total: counts,
  /** Days on which a quota was used up. */
  full: z.array(z.object({ action: z.enum(actions), days: z.array(z.number()) })),
});
/** A seat over all days. */
export type RehearsedSeat = z.infer<typeof seat>;

const emptyVariable = z.object({
  /** `Company` for `[Company]`. */
  variable: z.string(),
  /** `message` or `subject`. */
  field: z.string(),
  /** Contacts that got the text without a value for it. */
  contacts: z.number(),
  /** The text as the first of them got it. */
  example: z.string(),
});

const step = z.object({
  /** From 1. */
  number: z.number(),
  /** As in the program: `invitationNote`. */
  type: z.string(),
  /** For people: `Connection request with a note`. */
  label: z.string(),
  sent: z.number(),
  /** The days on which the first and the last contact got it. Absent if nobody did within the days. */
  firstDay: z.number().optional(),
  lastDay: z.number().optional(),
  /** `service`: the service's AI would write it later, for each contact. Absent for steps without a text. */
  writtenBy: z.enum(["program", "service"]).optional(),
  /** The texts as the first contact gets them. */
  texts: z.array(z.object({ field: z.string(), text: z.string() })),
  emptyVariables: z.array(emptyVariable),
});
/** A step of a campaign. */
export type RehearsedStep = z.infer<typeof step>;

const leftOut = z.object({
  /** `skipped`, `excluded`, `connected` (a first-degree connection) or `given up` (an invitation not accepted). */
  status: z.enum(["skipped", "excluded", "connected", "given up"]),
  reason: z.string(),
  contacts: z.number(),
});

const campaign = z.object({
  /** The name in the program: unique within the rehearsal. */
  key: z.string(),
  urn: z.string(),
  /** The name in the service. */
  name: z.string(),
  /** False if the program does not declare it active: the rehearsal switched it on. */
  declaredActive: z.boolean(),
  lists: z.array(z.string()),
  linkedinSeat: z.number().optional(),
  emailSeats: z.array(z.number()),
  people: z.object({
    /** Contacts in its lists. */
    all: z.number(),
    finished: z.number(),
    answered: z.number(),
    leftOut: z.number(),
    /** On their way when the days were over. */
    running: z.number(),
    /** Not begun when the days were over. */
    waiting: z.number(),
  }),
  /** The day on which the last contact was done. Absent if it does not finish within the days. */
  finishedOn: z.number().optional(),
  sent: counts,
  steps: z.array(step),
  /** Why contacts left without all steps, most frequent first. */
  leftOut: z.array(leftOut),
});
/** A campaign over all days. */
export type RehearsedCampaign = z.infer<typeof campaign>;

const competition = z.object({
  seat: z.number(),
  kind: seatKind,
  campaigns: z.array(z.object({ campaign: z.string(), name: z.string(), counts, finishedOn: z.number().optional() })),
  /** Days on which the campaigns together used up a quota of the seat. */
  full: z.array(z.object({ action: z.enum(actions), days: z.array(z.number()) })),
});

/** What a rehearsal found: the output of `pulumi-outreach rehearse --json`. All people in it are fictitious. */
export const rehearsalSchema = z.object({
  version: z.literal(rehearsalVersion),
  project: z.string(),
  stack: z.string(),
  /** How many days were played. */
  days: z.number(),
  /** How many people there were in all lists. */
  contacts: z.number(),
  seed: z.number(),
  calendar: z.array(day),
  seats: z.array(seat),
  campaigns: z.array(campaign),
  /** Seats that several campaigns use. */
  competitions: z.array(competition),
  /** What was assumed because nobody can know it, as sentences. */
  assumptions: z.array(z.string()),
  /** Warnings of the run, as sentences. */
  warnings: z.array(z.string()),
});
/** What a rehearsal found. */
export type Rehearsal = z.infer<typeof rehearsalSchema>;
