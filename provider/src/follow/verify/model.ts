import { z } from "zod";
import { allRules, type Code } from "./rules";

const count = z.number().int().nonnegative();
const text = z.string().optional();

const codes = allRules.map(({ code }) => code) as [Code, ...Code[]];

const deviation = z.strictObject({
  /** docs/verifying.md lists them, each with its reason. */
  code: z.enum(codes),
  /** What it is about: `campaign "Fintech Q1" (id 12)`, `LinkedIn seat 7`. */
  about: z.string(),
  text: z.string(),
  /** What a person can do. */
  todo: z.string(),
  /** The member who owns the campaign. */
  member: text,
  campaignId: text,
  seatId: text,
  /** The days that a seat was judged on, as `2027-03-05`. */
  days: z.array(z.string()).optional(),
});

const counts = { sent: count, skipped: count, answered: count };

const step = z.strictObject({
  /** From 1. */
  number: count,
  type: text,
  /** What happened at the step since the time asked for. */
  ...counts,
  /** The same before, as far as the log reaches back. */
  before: z.strictObject(counts),
});

const campaign = z.strictObject({
  id: text,
  name: text,
  /** The id of the member who owns it. */
  member: z.string(),
  /** The name of the resource that declares it. Absent if nothing does. */
  resource: text,
  /** Absent if the service does not tell it. */
  active: z.boolean().optional(),
  /** Steps at which something happened. Absent if the log was not read. */
  steps: z.array(step).optional(),
  /** People who were skipped since then, by step. */
  skipped: z.array(
    z.strictObject({
      /** From 1; 0 if the log does not tell it. */
      step: count,
      people: count,
      /** The people whose turn the step was, and the same before. Absent if they are not known. */
      of: count.optional(),
      before: z.strictObject({ people: count, of: count }).optional(),
      /** The most frequent one first. */
      reasons: z.array(z.strictObject({ reason: z.string(), people: count })),
    }),
  ),
  /** True if older entries of its log are missing. */
  isPart: z.boolean(),
});

const seat = z.strictObject({
  id: z.string(),
  channel: z.enum(["linkedin", "email"]),
  /** Days that are over and on which it could be judged. */
  days: z.array(
    z.strictObject({
      day: z.string(),
      sent: count,
      /** People who had got a step and whose next one was due before the day, and was not sent on it. */
      waiting: count,
    }),
  ),
});

/** What `pulumi-outreach verify --json` prints. It names no people. */
export const verifyShape = z.strictObject({
  version: z.literal(1),
  /** When it was read, ISO 8601. */
  at: z.string(),
  /** What happened from this time on is compared. ISO 8601. */
  since: z.string(),
  /** The time zone of days. */
  timeZone: z.string(),
  /** What the account was compared with. */
  promise: z.strictObject({ from: z.enum(["plan", "state"]), campaigns: count }),
  /** `isComplete` is false if a request for the member failed. */
  members: z.array(z.strictObject({ id: z.string(), name: z.string(), isComplete: z.boolean() })),
  /** False if there is something that could not be read: then no deviation is not none. */
  isComplete: z.boolean(),
  deviations: z.array(deviation),
  campaigns: z.array(campaign),
  seats: z.array(seat),
  /** Answers since then. */
  replies: z.strictObject({
    people: count,
    bySignal: z.array(z.strictObject({ signal: z.string(), people: count })),
    /** Answers of people whose signal was not asked: each costs a request. */
    signalNotRead: count,
  }),
  /** What could not be read, or judged. */
  warnings: z.array(z.string()),
});

export type Verified = Readonly<z.infer<typeof verifyShape>>;
export type Deviation = Verified["deviations"][number];
export type VerifiedCampaign = Verified["campaigns"][number];
