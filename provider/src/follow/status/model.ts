import { z } from "zod";

const count = z.number().int().nonnegative();
const optionalText = z.string().optional();

/** The people of a campaign. They follow from its log, so that they are as complete as the log. */
const people = z.strictObject({
  /** In its lists and in none of its log's entries. Absent if the service does not tell its lists or their sizes. */
  notStarted: count.optional(),
  /** Have got a step and wait for the next one. */
  underWay: count,
  /**
   * Of these: the delay before their next step is over, so that it is sent as soon as quotas and hours allow it. Absent
   * if the service does not show the campaign's delays.
   */
  due: count.optional(),
  /** Have left the campaign, by the status of their last entry: `finished`, `answered`, `skipped`, … */
  ended: z.record(z.string(), count),
});

const campaign = z.strictObject({
  id: z.string(),
  name: optionalText,
  /** Absent if the service does not show it. */
  active: z.boolean().optional(),
  linkedinSeatId: optionalText,
  /** Its lists, as far as the service tells them. */
  lists: z.array(z.strictObject({ id: z.string(), name: optionalText, people: count.optional() })),
  /** Steps in order, each with the people whose last step it was. */
  steps: z.array(z.strictObject({ number: count, type: optionalText, people: count })),
  people,
  sentToday: count,
  /** ISO 8601. */
  lastSent: optionalText,
  /** When the next delay of somebody ends, ISO 8601. Absent if nobody waits for one. */
  nextDue: optionalText,
  /** True if its log is only a part: older steps are missing in all numbers. */
  isPart: z.boolean(),
});

const attention = z.strictObject({
  /** For scripts: `empty-list`, `sends-nothing`, … (docs/following.md). */
  code: z.string(),
  /** The object that it is about: `campaign 12`. */
  about: z.string(),
  text: z.string(),
  /** What a person can do. */
  todo: z.string(),
});

/** What `pulumi-outreach status --json` prints. */
export const statusShape = z.strictObject({
  version: z.literal(1),
  /** When it was read, ISO 8601. */
  at: z.string(),
  /** The time zone of `today`. */
  timeZone: z.string(),
  actingUser: z.strictObject({ id: z.string(), name: z.string(), isActive: z.boolean().optional() }),
  /** The active campaigns, or those that were named. */
  campaigns: z.array(campaign),
  /** Active campaigns beyond these. 0 if the service does not list them. */
  campaignsNotShown: count,
  /** All that are active. Absent if the service does not list them. */
  activeCampaigns: count.optional(),
  /** Campaigns that are off. Absent if the service does not list them. */
  inactiveCampaigns: count.optional(),
  /** Absent if the service does not list them. */
  agents: z
    .strictObject({
      running: count,
      paused: count,
      /** Of the paused ones: those that have never run, as those are that were created over the active agent limit. */
      pausedBeforeFirstRun: count,
    })
    .optional(),
  /** Steps that were sent today in the campaigns shown. */
  sentToday: z.strictObject({
    emailSeats: z.array(
      z.strictObject({ id: z.string(), email: optionalText, sent: count, dailyQuota: z.number().optional() }),
    ),
    /** By step type. The service does not tell the quotas of LinkedIn seats. */
    linkedinSeats: z.array(z.strictObject({ id: z.string(), sent: z.record(z.string(), count) })),
  }),
  /** What needs a person. */
  attention: z.array(attention),
  /** What could not be read, or only in part. */
  warnings: z.array(z.string()),
});

export type Status = Readonly<z.infer<typeof statusShape>>;
export type CampaignStatus = Readonly<z.infer<typeof campaign>>;
export type Attention = Readonly<z.infer<typeof attention>>;
