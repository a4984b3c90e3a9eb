import { z } from "zod";

/** The version of the schema below. A release that removes or renames a field, or changes its meaning, raises it. */
export const rehearsalVersion = 1;

/** The actions of a seat, in display order. */
export const actions = ["invitations", "messages", "emails", "profileVisits", "likes"] as const;
/** An action that counts against a quota of a seat. */
export type Action = (typeof actions)[number];

const counts = z.record(z.enum(actions), z.number());
/** The number of each action. */
export type Counts = z.infer<typeof counts>;

const seatKind = z.enum(["linkedin", "email"]);

const seatDay = z.object({
  seat: z.number(),
  kind: seatKind,
  counts,
  /** The counts for each campaign that used the seat on this day, by key. */
  campaigns: z.array(z.object({ campaign: z.string(), counts })),
});

const day = z.object({
  /** From 1. */
  day: z.number(),
  /** In UTC, such as `2026-03-02`. */
  date: z.string(),
  /** Seats with actions on this day. */
  seats: z.array(seatDay),
  /** Number of contacts who answered on this day. */
  answers: z.number(),
});
/** One day of the calendar. */
export type RehearsedDay = z.infer<typeof day>;

const seat = z.object({
  seat: z.number(),
  kind: seatKind,
  /** Actions per day allowed by the local service. */
  quotas: z.partialRecord(z.enum(actions), z.number()),
  /** Keys of the campaigns that use the seat. If there are several, they compete for it. */
  campaigns: z.array(z.string()),
  total: counts,
  /** Days on which a quota was used up. */
  full: z.array(z.object({ action: z.enum(actions), days: z.array(z.number()) })),
});
/** A seat over all days. */
export type RehearsedSeat = z.infer<typeof seat>;

const emptyVariable = z.object({
  /** For example `Company` for `[Company]`. */
  variable: z.string(),
  /** `message` or `subject`. */
  field: z.string(),
  /** Number of contacts who received the text without a value for the variable. */
  contacts: z.number(),
  /** The text as the first of them received it. */
  example: z.string(),
});

const step = z.object({
  /** From 1. */
  number: z.number(),
  /** As in the program, for example `invitationNote`. */
  type: z.string(),
  /** Display name, for example `Connection request with a note`. */
  label: z.string(),
  sent: z.number(),
  /** The days on which the first and the last contact received it. Missing if nobody did. */
  firstDay: z.number().optional(),
  lastDay: z.number().optional(),
  /** `service`: the service's AI would write it later, for each contact. Missing for steps without a text. */
  writtenBy: z.enum(["program", "service"]).optional(),
  /** The texts as the first contact receives them. */
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
  /** Its name in the program, unique within the rehearsal. */
  key: z.string(),
  urn: z.string(),
  /** Its name in the service. */
  name: z.string(),
  /** False if the program does not declare it active, so that the rehearsal switched it on. */
  declaredActive: z.boolean(),
  lists: z.array(z.string()),
  linkedinSeat: z.number().optional(),
  emailSeats: z.array(z.number()),
  people: z.object({
    /** Number of contacts on its lists. */
    all: z.number(),
    finished: z.number(),
    answered: z.number(),
    leftOut: z.number(),
    /** Number of contacts still in progress at the end. */
    running: z.number(),
    /** Number of contacts who had not started at the end. */
    waiting: z.number(),
  }),
  /** The day on which the last contact finished. Missing if the campaign does not finish within the days. */
  finishedOn: z.number().optional(),
  sent: counts,
  steps: z.array(step),
  /** Why contacts left before the last step, most frequent first. */
  leftOut: z.array(leftOut),
});
/** A campaign over all days. */
export type RehearsedCampaign = z.infer<typeof campaign>;

const competition = z.object({
  seat: z.number(),
  kind: seatKind,
  campaigns: z.array(z.object({ campaign: z.string(), name: z.string(), counts, finishedOn: z.number().optional() })),
  /** Days on which the campaigns together used up a quota of the seat, by action. */
  full: z.array(z.object({ action: z.enum(actions), days: z.array(z.number()) })),
});

/** The result of a rehearsal: the output of `pulumi-outreach rehearse --json`. All people in it are fictitious. */
export const rehearsalSchema = z.object({
  version: z.literal(rehearsalVersion),
  project: z.string(),
  stack: z.string(),
  /** How many days were played. */
  days: z.number(),
  /** Number of people on all lists. */
  contacts: z.number(),
  seed: z.number(),
  calendar: z.array(day),
  seats: z.array(seat),
  campaigns: z.array(campaign),
  /** Seats that several campaigns use. */
  competitions: z.array(competition),
  /** The assumptions about things that cannot be known, as sentences. */
  assumptions: z.array(z.string()),
  /** Warnings of the run, as sentences. */
  warnings: z.array(z.string()),
});
/** The result of a rehearsal. */
export type Rehearsal = z.infer<typeof rehearsalSchema>;
