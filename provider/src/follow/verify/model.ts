import { z } from "zod";
import { allRules, type Code } from "./rules";

const count = z.number().int().nonnegative();
const text = z.string().optional();

const codes = allRules.map(({ code }) => code) as [Code, ...Code[]];

const deviation = z.strictObject({
  /** Listed in docs/verifying.md with reasons. */
  code: z.enum(codes),
  /** The subject, such as `campaign "Fintech Q1" (id 12)` or `LinkedIn seat 7`. */
  about: z.string(),
  text: z.string(),
  /** What the user can do. */
  todo: z.string(),
  /** The member who owns the campaign. */
  member: text,
  campaignId: text,
  seatId: text,
  /** The days on which the seat deviated, in the form `2027-03-05`. */
  days: z.array(z.string()).optional(),
});

const counts = { sent: count, skipped: count, answered: count };

const step = z.strictObject({
  /** From 1. */
  number: count,
  type: text,
  /** Counts for the step since the requested time. */
  ...counts,
  /** Counts before that time, as far back as the log goes. */
  before: z.strictObject(counts),
});

const campaign = z.strictObject({
  id: text,
  name: text,
  /** The id of the member who owns it. */
  member: z.string(),
  /** The name of the resource that declares it. Missing if there is none. */
  resource: text,
  /** Missing if the service does not return it. */
  active: z.boolean().optional(),
  /** Steps with activity. Missing if the log was not read. */
  steps: z.array(step).optional(),
  /** People skipped since then, by step. */
  skipped: z.array(
    z.strictObject({
      /** From 1; 0 if the log does not contain it. */
      step: count,
      people: count,
      /** The number of people whose turn it was for the step, since then and before. Missing if unknown. */
      of: count.optional(),
      before: z.strictObject({ people: count, of: count }).optional(),
      /** Most frequent first. */
      reasons: z.array(z.strictObject({ reason: z.string(), people: count })),
    }),
  ),
  /** True if older entries of its log are missing. */
  isPart: z.boolean(),
});

const seat = z.strictObject({
  id: z.string(),
  channel: z.enum(["linkedin", "email"]),
  /** Past days on which the seat could be judged. */
  days: z.array(
    z.strictObject({
      day: z.string(),
      sent: count,
      /** People who had received a step and whose next one was due before that day but not sent on it. */
      waiting: count,
    }),
  ),
});

/** The output of `pulumi-outreach verify --json`. Contains no people's names. */
export const verifyShape = z.strictObject({
  version: z.literal(1),
  /** Time of reading, ISO 8601. */
  at: z.string(),
  /** Start of the compared period, ISO 8601. */
  since: z.string(),
  /** The time zone of days. */
  timeZone: z.string(),
  /** The source of the comparison. */
  promise: z.strictObject({ from: z.enum(["plan", "state"]), campaigns: count }),
  /** `isComplete` is false if a request for that member failed. */
  members: z.array(z.strictObject({ id: z.string(), name: z.string(), isComplete: z.boolean() })),
  /** False if some data could not be read, so that the absence of deviations proves nothing. */
  isComplete: z.boolean(),
  deviations: z.array(deviation),
  campaigns: z.array(campaign),
  seats: z.array(seat),
  /** Answers since then. */
  replies: z.strictObject({
    people: count,
    bySignal: z.array(z.strictObject({ signal: z.string(), people: count })),
    /** Number of answers whose contact's signal was not requested, since each costs a request. */
    signalNotRead: count,
  }),
  /** Sentences about data that could not be read or judged. */
  warnings: z.array(z.string()),
});

export type Verified = Readonly<z.infer<typeof verifyShape>>;
export type Deviation = Verified["deviations"][number];
export type VerifiedCampaign = Verified["campaigns"][number];
