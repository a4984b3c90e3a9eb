import { z } from "zod";

const count = z.number().int().nonnegative();
const optionalText = z.string().optional();

/** The people in a campaign, derived from its log and therefore only as complete as the log. */
const people = z.strictObject({
  /** People on its lists without a log entry. Missing if the lists or their sizes are unknown. */
  notStarted: count.optional(),
  /** People who have received a step and are waiting for the next one. */
  underWay: count,
  /**
   * How many of these are due: the delay before their next step is over, so it is sent as soon as quotas and launch hours
   * allow. Missing if the service does not return the campaign's delays.
   */
  due: count.optional(),
  /** People who have left the campaign, by status of their last entry: `finished`, `answered`, `skipped`, … */
  ended: z.record(z.string(), count),
});

const campaign = z.strictObject({
  id: z.string(),
  name: optionalText,
  /** Missing if the service does not return it. */
  active: z.boolean().optional(),
  linkedinSeatId: optionalText,
  /** Its lists, as far as the service returns them. */
  lists: z.array(z.strictObject({ id: z.string(), name: optionalText, people: count.optional() })),
  /** Steps in order, each with the number of people whose last step it was. */
  steps: z.array(z.strictObject({ number: count, type: optionalText, people: count })),
  people,
  sentToday: count,
  /** ISO 8601. */
  lastSent: optionalText,
  /** When the next person's delay ends, ISO 8601. Missing if nobody is waiting. */
  nextDue: optionalText,
  /** True if its log is incomplete: older steps are missing from all numbers. */
  isPart: z.boolean(),
});

const attention = z.strictObject({
  /** For scripts: `empty-list`, `sends-nothing`, … (docs/following.md). */
  code: z.string(),
  /** The object concerned, such as `campaign 12`. */
  about: z.string(),
  text: z.string(),
  /** What the user can do. */
  todo: z.string(),
});

/** The output of `pulumi-outreach status --json`. */
export const statusShape = z.strictObject({
  version: z.literal(1),
  /** Time of reading, ISO 8601. */
  at: z.string(),
  /** The time zone of `today`. */
  timeZone: z.string(),
  actingUser: z.strictObject({ id: z.string(), name: z.string(), isActive: z.boolean().optional() }),
  /** The active campaigns, or those given by the user. */
  campaigns: z.array(campaign),
  /** Number of active campaigns not shown. 0 if the service does not list campaigns. */
  campaignsNotShown: count,
  /** Number of all active campaigns. Missing if the service does not list campaigns. */
  activeCampaigns: count.optional(),
  /** Number of inactive campaigns. Missing if the service does not list campaigns. */
  inactiveCampaigns: count.optional(),
  /** Missing if the service does not list agents. */
  agents: z
    .strictObject({
      running: count,
      paused: count,
      /** Paused agents that have never run, for example because they were created over the active agent limit. */
      pausedBeforeFirstRun: count,
    })
    .optional(),
  /** Steps sent today in the campaigns shown. */
  sentToday: z.strictObject({
    emailSeats: z.array(
      z.strictObject({ id: z.string(), email: optionalText, sent: count, dailyQuota: z.number().optional() }),
    ),
    /** By step type. The service does not return the quotas of LinkedIn seats. */
    linkedinSeats: z.array(z.strictObject({ id: z.string(), sent: z.record(z.string(), count) })),
  }),
  /** What needs the user's attention. */
  attention: z.array(attention),
  /** Sentences about data that could not be read completely. */
  warnings: z.array(z.string()),
});

export type Status = Readonly<z.infer<typeof statusShape>>;
export type CampaignStatus = Readonly<z.infer<typeof campaign>>;
export type Attention = Readonly<z.infer<typeof attention>>;
